"""n > 1023, y = (d/n)^2 > 0.18: the logarithm of the last term of the tail times the sum of its ratios.

P(X <= m) = P(X = m) (1 + T), T = m/(r+1) + m(m-1)/((r+1)(r+2)) + ..., r = n - m. The ratios are at most 0.41 here, so
45 terms serve every n; T is summed from its far end (Horner), which keeps its error near one rounding. P(X = m) comes
from the factorials up to n = 8019, beyond from D and Stirling's series.
"""

from __future__ import annotations

from math import lgamma, log, log1p, pi

from discordant.fast.factorials import LARGEST, mass_of

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Final

LN2: Final = 0.6931471805599453
LN2_FIXED: Final = 0xB17217F7D1CF79ABC9E3B39803F2F6AF  # floor(ln 2 * 2^128)
STIRLING_FROM: Final = 30


def ratio_sum(n: int, m: int) -> float:
    """Return T = P(X < m) / P(X = m)."""
    above = n - m + 1
    terms = 0
    product = 1.0
    while product > 1e-18 and terms < m:
        product *= (m - terms) / (above + terms)
        terms += 1
    total = 0.0
    for k in range(terms - 1, -1, -1):
        total = (1.0 + total) * ((m - k) / (above + k))
    return total


def _stirling(k: int) -> float:
    """Return ln k! beyond Stirling's formula."""
    if k < STIRLING_FROM:
        return lgamma(k + 1) - (k + 0.5) * log(k) + k - 0.9189385332046727
    square = 1.0 / k / k
    return (1 / 12 - (1 / 360 - square * (1 / 1260)) * square) / k


def _deep(n: int, m: int) -> float:
    """Return n H(d/n) to about one rounding, for 1 <= m."""
    if 16 * m <= n:
        whole = (n * LN2_FIXED) >> 64
        return whole / (1 << 64) - (m * log(n / m) - (n - m) * log1p(-m / n))
    d = n - 2 * m
    d2, n2 = d * d, n * n
    y = d2 / n2
    n4 = n2 * n2
    first = d2 * (30 * n4 + d2 * (5 * n2 + d2 + d2)) / (60 * n4 * n)
    term = d2 / n * y * y * y
    rest, j = 0.0, 4
    while term > first * 1e-18:
        rest += term / (2 * j * (2 * j - 1))
        term *= y
        j += 1
    return first + rest


def log_tail(n: int, m: int, mass: bool) -> float:
    """Return log p (`mass`) or log mid-p, however small p is."""
    total = ratio_sum(n, m) + (1.0 if mass else 0.5)
    if n <= LARGEST:
        mantissa, exponent = mass_of(n, m)
        return log(mantissa * total) + (exponent + 1) * LN2
    if m == 0:
        return -((n * LN2_FIXED) >> 64) / (1 << 64) + (LN2 if mass else 0.0)
    r = n - m
    small = log(2.0 * total) + 0.5 * log(n / (2.0 * pi * m * r)) + _stirling(n) - _stirling(m) - _stirling(r)
    return small - _deep(n, m)
