"""1023 < n <= 2^53, y = (d/n)^2 <= 0.18: the tail by its uniform expansion around the centre.

With D = n H(d/n) (docs/fast-bounds.md),

    mid-p = erfc(sqrt D) + e^-D sqrt(2/(pi n)) (d/n) C(1/n, y),    p = mid-p + e^-D sqrt(2/(pi n)) g.

Every term is positive, so nothing cancels. D is kept as an exact integer part and a fraction: it reaches 745 where p
is representable, and its absolute error is a relative error of p. erfc is evaluated at the rounded square root and
corrected by the exact remainder D - x^2.
"""

from __future__ import annotations

from math import erfc, exp, expm1, log, log1p, sqrt

from discordant.fast import expansion, uniform_pieces
from discordant.fast.normal import (
    ASYMPTOTIC,
    INV_SQRT_PI,
    LOG_TABLE_FROM,
    NEAR_SUBNORMAL,
    SPLITTER,
    TWO_OVER_PI,
    UNDERFLOW,
    deep_tail,
    erfcx_far,
    log_by_table,
)
from discordant.fast.uniform_pieces import LARGEST

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Final

_DEPTH_TAIL: Final = tuple(1.0 / (2 * j * (2 * j - 1)) for j in range(26, 3, -1))  # j = 4 ... 26, highest first
_DEPTH_NEAR: Final = _DEPTH_TAIL[-9:]
LOG_COMPLEMENT_FROM: Final = 0.75
"""Above this p the logarithm is log1p of minus the complement, which is computed without cancellation."""


def far_depth(n: int, d: int, y: float) -> tuple[int, float]:
    """Return D = n H(d/n) = sum n y^j / (2j(2j-1)) as an integer and a non-negative float.

    The first three terms are d^2 (30 n^4 + 5 n^2 d^2 + 2 d^4) / (60 n^5), split exactly; the rest is small.
    """
    d2 = d * d
    n2 = n * n
    n4 = n2 * n2
    scale = 60 * n4 * n
    q, r = divmod(d2 * (30 * n4 + d2 * (5 * n2 + d2 + d2)), scale)
    tail = 0.0
    for h in _DEPTH_TAIL if y > 0.02 else _DEPTH_NEAR:
        tail = tail * y + h
    return q, r / scale + d2 * y * y * y / n * tail


def depth(n: int, d: int, y: float) -> tuple[int, float]:
    """Return D as an integer and a non-negative float: near the centre only the first term needs the exact split."""
    d2 = d * d
    rest = d2 * y / n  # n y^2
    if rest > 1.0 or y > 0.008:
        return far_depth(n, d, y)
    q, r = divmod(d2, n + n)
    if y < 0.00003:  # n y is at most 1500 where p is representable: y^5 n / 90 stays below 2e-17
        return q, r / (n + n) + rest * ((y / 56.0 + 1 / 30) * y + 1 / 12)
    if y < 0.0015:
        return q, r / (n + n) + rest * ((((y / 132.0 + 1 / 90) * y + 1 / 56) * y + 1 / 30) * y + 1 / 12)
    tail = (((y / 240.0 + 1 / 182) * y + 1 / 132) * y + 1 / 90) * y + 1 / 56
    return q, r / (n + n) + rest * ((tail * y + 1 / 30) * y + 1 / 12)


def correction(n: int, y: float, i: float) -> float:
    """Return C(1/n, y) by the cheapest class that serves."""
    if n < 8192:
        if y <= 0.004:
            return expansion.centre_small(y, i)
        if y <= 0.012:
            return expansion.near_small(y, i)
        return expansion.middle_small(y, i) if y <= 0.0625 else expansion.far(y, i)
    if n < 65536 or y > 0.0014:
        if y <= 0.0016:
            return expansion.centre_medium(y, i)
        return expansion.near_medium(y, i) if y <= 0.008 else expansion.far_medium(y, i)
    if n < 1048576:
        return expansion.near_large(y, i) if y <= 0.001 else expansion.centre_medium(y, i)
    if n >= 17179869184 and y <= 1e-7:
        return expansion.vast(y, i)
    return expansion.near_huge(y, i) if y <= 0.00006 else expansion.far_huge(y, i)


def log_mass(n: int, y: float, i: float) -> float:
    """Return ln(g sqrt(1-y)): Stirling's series of ln n! - ln m! - ln (n-m)! beyond Stirling's formula."""
    w = 1.0 / (1.0 - y)
    first = (1.0 - 4.0 * w) * (1 / 12)
    if n > 1048576:
        return i * first
    w3 = w * w * w
    third = (1.0 - 16.0 * (1.0 + 3.0 * y) * w3) * (1 / 360)
    fifth = (1.0 - 64.0 * (1.0 + y * (10.0 + 5.0 * y)) * w3 * w * w) * (1 / 1260)
    return i * (first - i * i * (third - i * i * fifth))


def tail(n: int, d: int, mass: bool) -> float:
    """Return p (`mass`) or mid-p for n > 1023 and d >= 1, handing d/n >= 1/32 on to the short pieces up to n = 2^20.

    The common cases of `depth`, `correction` and `log_mass` are written out here, since their calls would cost a third
    of the time.
    """
    s = d / n
    if s >= 0.03125 and n <= LARGEST:
        return uniform_pieces.tail(n, d, mass)
    y = s * s
    if y > 0.0015:
        return 0.0  # n > 2^20, so that D > 780
    i = 1.0 / n
    d2 = d * d
    rest = d2 * y * i
    if rest > 1.0:
        q, f = far_depth(n, d, y)
    else:
        two = n + n
        q = d2 // two
        if y < 0.00003:
            tail = (y / 56.0 + 1 / 30) * y + 1 / 12
        else:
            tail = (((y / 132.0 + 1 / 90) * y + 1 / 56) * y + 1 / 30) * y + 1 / 12
        f = (d2 - q * two) / two + rest * tail
    if q >= UNDERFLOW:
        return 0.0
    D = q + f
    low = (q - D) + f
    if n < 8192:
        small = expansion.inner_small(y, i)
    elif n < 65536:
        small = expansion.centre_medium(y, i)
    elif n < 1048576:
        small = expansion.near_large(y, i)
    elif y > 0.00006:
        small = correction(n, y, i)
    elif n < 17179869184 or y > 1e-7:
        small = expansion.near_huge(y, i)
    else:
        small = expansion.vast(y, i)
    small *= s
    if mass:
        w = 1.0 - y
        third = 1 / 24 if n >= 8192 else 1 / 24 + y * (4 / 15 + y * (2 / 3))
        g = i * (1 / 12 - (1 / 3) / w + i * i * third)
        small += (1.0 + g * (1.0 + g * (0.5 + g * (1 / 6)))) / sqrt(w)
    small *= sqrt(TWO_OVER_PI * i)
    if D < ASYMPTOTIC:
        x = sqrt(D)
        t = SPLITTER * x
        head = t - (t - x)
        rest = x - head
        residue = ((D - head * head) - 2.0 * head * rest) - rest * rest + low  # D + low - x^2
        return erfc(x) + exp(-D) * (small - (small * low + residue * INV_SQRT_PI / x))
    if D < NEAR_SUBNORMAL:
        return deep_tail(D, low, small)
    return uniform_pieces.subnormal_tail(n, d, mass, (D, low), small)


def log_tail(n: int, d: int, mass: bool) -> float:
    """Return log p (`mass`) or log mid-p for n > 1023, d >= 1 and (d/n)^2 <= 0.18, however small p is."""
    s = d / n
    y = s * s
    i = 1.0 / n
    q, f = depth(n, d, y)
    D = q + f
    if D < ASYMPTOTIC:
        p = tail(n, d, mass)
        if p < LOG_TABLE_FROM:
            return log(p)
        return log_centre(n, d, mass, (s, y, i), (D, (q - D) + f), p)
    small = s * correction(n, y, i)
    if mass:
        small += exp(log_mass(n, y, i)) / sqrt(1.0 - y)
    return (log(erfcx_far(D) + sqrt(TWO_OVER_PI * i) * small) - f) - q


def log_centre(
    n: int, d: int, mass: bool, ratios: tuple[float, float, float], deep: tuple[float, float], p: float
) -> float:
    """Return log p where p is about `p` and at least e^-4.

    Up to 3/4 it is ln e0 + log1p(everything else / e0) - D with ln e0 from the table in two parts. Above, log1p(-q)
    with q = 1 - p = e^-D sqrt(2/(pi n)) [ (d-1) + d (r + S + r S) - (g-1) - s C ],
    S = sum (2D)^k / (2k+1)!!, 1 + r = sqrt(2 D n) / d, the integer d - 1 first (d for mid-p, without g).
    """
    s, y, i = ratios
    D, low = deep
    scale = sqrt(TWO_OVER_PI * i)
    sc = s * correction(n, y, i)
    if p < LOG_COMPLEMENT_FROM:
        extra = sc + exp(log_mass(n, y, i)) / sqrt(1.0 - y) if mass else sc
        return log_by_table(D, low, scale * extra)
    twice = 2.0 * D
    term, series, odd = 1.0, 0.0, 3.0
    while term > 1e-18:
        term *= twice / odd
        series += term
        odd += 2.0
    r = y * (1 / 6 + y * (1 / 15 + y * (1 / 28 + y * (1 / 45 + y * (1 / 66)))))
    r /= 1.0 + sqrt(1.0 + r)
    inner = d * (r + series + r * series) - sc
    whole = float(d)
    if mass:
        whole -= 1.0
        inner -= expm1(log_mass(n, y, i) - 0.5 * log1p(-y))
    return log1p(-exp(-D) * (scale * (whole + inner)))
