"""erfc(sqrt D) and its logarithm where D is known more exactly than one float holds."""

from __future__ import annotations

from math import erf, exp, floor, ldexp, log, log1p, sqrt

from discordant.fast.erfcx_table import PER_UNIT, table

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Final

SPLITTER: Final = 134217729.0  # 2^27 + 1, Veltkamp's constant
INV_SQRT_PI: Final = 0.5641895835477563
INV_SQRT_PI_LOW: Final = 7.66772980658294e-18  # 1/sqrt(pi) less the float above
EXP_64: Final = 1.603810890548638e-28  # exp(-64)
EXP_64_EXCESS: Final = 4.589896018704564e-17  # its relative rounding error, float over true value less 1
TWO_OVER_PI: Final = 0.6366197723675814
ASYMPTOTIC: Final = 300.0
NEAR_SUBNORMAL: Final = 704.0
"""From this D on, p may be below 2^-1022: e^-704 erfcx(sqrt 704) = 3.9e-308."""
UNITS_OF_EXP_64: Final = EXP_64 * 2.0**1000 * 2.0**74
"""exp(-64) in units of 2^-1074, the least float."""
SUBNORMAL_DOUBT: Final = 2.0**-49
UNDERFLOW: Final = 746
"""From this D on, p is below half the least subnormal, 2^-1075 = e^-745.13."""
LOG_TABLE_FROM: Final = 0.018
"""Above this p (about e^-4) an error of p shows in log p: the logarithm is taken from the table's pieces instead."""


def far_series(v: float) -> float:
    """Return (1 - sqrt(pi D) erfcx(sqrt D)) / v at v = 1/(2D): eight terms, for D >= 300."""
    return 1.0 - v * (3.0 - v * (15.0 - v * (105.0 - v * (945.0 - v * (10395.0 - v * (135135.0 - v * 2027025.0))))))


def erfcx_far(D: float, less: float = 0.0) -> float:
    """Return erfcx(sqrt D) (1 - less) for D >= 300 and a tiny `less`: eight terms of the series in 1/D.

    The series' remainder is below 4e-18. What the root, the quotient and the constant round away goes, like `less`,
    into the small part of the sum, so that the result is rounded once.
    """
    v = 0.5 / D
    total = far_series(v)
    x = sqrt(D)
    y = INV_SQRT_PI / x
    t = SPLITTER * x
    x_head = t - (t - x)
    x_rest = x - x_head
    t = SPLITTER * y
    y_head = t - (t - y)
    y_rest = y - y_head
    residue = ((D - x_head * x_head) - 2.0 * x_head * x_rest) - x_rest * x_rest
    remainder = (((INV_SQRT_PI - x_head * y_head) - x_head * y_rest) - x_rest * y_head) - x_rest * y_rest
    return y + y * ((remainder + INV_SQRT_PI_LOW) * 1.772453850905516 - residue * v - v * total - less)


def deep_tail(D: float, low: float, small: float, shift: float = 0.0) -> float:
    """Return e^(shift - D - low) (erfcx(sqrt D) + small) for D >= 300 and a result that is no subnormal."""
    v = 0.5 / D
    x = INV_SQRT_PI / sqrt(D)
    return exp(shift - D) * (x + (small - small * low - x * (low + v * far_series(v))))


def nearest_subnormal(units: float) -> float | None:
    """Return the float nearest to `units` times 2^-1074; None where an error of 2^-49 of it could change that."""
    whole = floor(units)
    gap = units - whole - 0.5
    if abs(gap) <= units * SUBNORMAL_DOUBT:
        return None
    return ldexp(whole + (gap > 0.0), -1074)


def log_by_table(D: float, low: float, extra: float) -> float:
    """Return ln(erfcx(sqrt(D + low)) + extra) - (D + low) for D < 36 and a small `extra`.

    erfcx = e0 + (a polynomial); ln e0 is in the table in two parts, and the rest goes into log1p.
    """
    u = PER_UNIT * sqrt(D)
    piece = int(u)
    u -= piece + 0.5
    e0, e0_low, e1, e2, e3, e4, e5, e6, e7, e8, e9, log_high, log_low = table()[piece]
    w = ((((((((e9 * u + e8) * u + e7) * u + e6) * u + e5) * u + e4) * u + e3) * u + e2) * u + e1) * u + e0_low
    high = log_high - D
    return high + (((log_high - high) - D) + ((log_low + log1p((w + extra) / e0)) - low))


def erfc_sqrt(q: int, f: float) -> float:
    """Return erfc(sqrt(q + f)), f in [0, 1), as exp(-D) erfcx(sqrt D) at the rounded D, corrected for the rounding.

    The table's erfcx and not libm's erfc, whose error differs by platform and reaches 3 ulp.
    """
    if q >= UNDERFLOW:
        return 0.0
    D = q + f
    low = (q - D) + f
    if D < ASYMPTOTIC:
        if D == 0.0:
            return 1.0
        x = sqrt(D)
        t = SPLITTER * x
        head = t - (t - x)
        rest = x - head
        residue = ((D - head * head) - 2.0 * head * rest) - rest * rest
        u = PER_UNIT * x
        piece = int(u)
        u -= piece + 0.5
        e0, e0_low, e1, e2, e3, e4, e5, e6, e7, e8, e9, _, _ = table()[piece]
        w = ((((((((e9 * u + e8) * u + e7) * u + e6) * u + e5) * u + e4) * u + e3) * u + e2) * u + e1) * u + e0_low
        # (d/dD) erfcx(sqrt D) = erfcx(sqrt D) - 1 / sqrt(pi D) takes the root's rounding back
        return exp(-D) * (e0 + (w + (e0 + w) * (residue - low) - residue * INV_SQRT_PI / x))
    if D < 690.0:
        return exp(-D) * erfcx_far(D, low)
    # in two steps, so that a subnormal result is rounded once; what exp(-64) rounds away joins the correction
    return exp(64.0 - D) * erfcx_far(D, low + EXP_64_EXCESS) * EXP_64


def log_erfc_sqrt(q: int, f: float) -> float:
    """Return ln erfc(sqrt(q + f)), however small it is."""
    D = q + f
    if D >= ASYMPTOTIC:
        return (log(erfcx_far(D)) - f) - q
    p = erfc_sqrt(q, f)
    if p < LOG_TABLE_FROM:
        return log(p)
    if p > 0.5:
        return log1p(-erf(sqrt(D)))
    return log_by_table(D, (q - D) + f, 0.0)
