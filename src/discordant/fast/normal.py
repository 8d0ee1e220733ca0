"""erfc(sqrt D) and its logarithm where D is known more exactly than one float holds."""

from __future__ import annotations

from math import erf, erfc, exp, log, log1p, sqrt
from typing import Final

from discordant.fast.erfcx_table import PER_UNIT, table

SPLITTER: Final = 134217729.0  # 2^27 + 1, Veltkamp's constant
INV_SQRT_PI: Final = 0.5641895835477563
ASYMPTOTIC: Final = 300.0
UNDERFLOW: Final = 746
"""From this D on, p is below half the least subnormal, 2^-1075 = e^-745.13."""
LOG_TABLE_FROM: Final = 0.018
"""Above this p (about e^-4) an error of p shows in log p: the logarithm is taken from the table's pieces instead."""


def erfcx_far(D: float) -> float:
    """Return erfcx(sqrt D) for D >= 300: eight terms of the series in 1/D, remainder below 4e-18."""
    v = 0.5 / D
    total = 1.0
    for odd in (15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0):
        total = 1.0 - odd * v * total
    return INV_SQRT_PI / sqrt(D) * total


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
    """Return erfc(sqrt(q + f)), f in [0, 1): erfc at the rounded root, corrected by the exact remainder."""
    if q >= UNDERFLOW:
        return 0.0
    D = q + f
    low = (q - D) + f
    if D < ASYMPTOTIC:
        x = sqrt(D)
        if x == 0.0:
            return 1.0
        t = SPLITTER * x
        head = t - (t - x)
        rest = x - head
        residue = ((D - head * head) - 2.0 * head * rest) - rest * rest + low
        return erfc(x) - exp(-D) * (residue * INV_SQRT_PI / x)
    total = erfcx_far(D)
    total -= total * low
    if D < 690.0:
        return exp(-D) * total
    return exp(64.0 - D) * total * exp(-64.0)  # in two steps, so that a subnormal result is rounded once


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
