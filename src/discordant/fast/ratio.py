"""n > 1023, y = (d/n)^2 > 0.18: the last term of the tail times the sum of its ratios.

P(X <= m) = P(X = m) (1 + T), T = m/(r+1) + m(m-1)/((r+1)(r+2)) + ..., r = n - m. The ratios are at most 0.41 here, so
45 terms serve every n; T is summed from its far end (Horner), which keeps its error near one rounding. P(X = m) comes
from factorials held as a double-double mantissa and an exponent, or, for log p beyond them, from D and Stirling.
"""

from __future__ import annotations

from functools import cache
from math import ldexp, lgamma, log, log1p, pi
from typing import Final

from discordant.fast.normal import SPLITTER

REPRESENTABLE: Final = 8019
"""Largest n with p >= 2^-1075 in this band: n H(sqrt 0.18) < 745.14 there."""
LN2: Final = 0.6931471805599453
LN2_FIXED: Final = 0xB17217F7D1CF79ABC9E3B39803F2F6AF  # floor(ln 2 * 2^128)
_KEPT: Final = 160
STIRLING_FROM: Final = 30

Factorials = tuple[list[float], list[float], list[int]]


@cache
def factorials() -> Factorials:
    """Return high parts, low parts and exponents: k! = (high + low) 2^exponent, to a relative 2^-105, k <= 8019.

    The running product is truncated to 160 bits, so k! is off by at most k 2^-159.
    """
    high, low, exponents = [1.0], [0.0], [0]
    value, exponent = 1, 0
    for k in range(1, REPRESENTABLE + 1):
        value *= k
        extra = value.bit_length() - _KEPT
        if extra > 0:
            value >>= extra
            exponent += extra
        length = value.bit_length()
        head = value / (1 << length)
        high.append(head)
        low.append(((value << 53) - (int(head * 2**53) << length)) / (1 << (length + 53)))
        exponents.append(exponent + length)
    return high, low, exponents


def product_error(a: float, b: float, product: float) -> float:
    """Return a b - product exactly, product = fl(a b) (Dekker)."""
    t = SPLITTER * a
    a_high = t - (t - a)
    a_low = a - a_high
    t = SPLITTER * b
    b_high = t - (t - b)
    b_low = b - b_high
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


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


def _mass(n: int, m: int) -> tuple[float, int]:
    """Return P(X = m) as a mantissa (rounded once) and an exponent, for n <= 8019."""
    high, low, exponents = factorials()
    r = n - m
    both = high[m] * high[r]
    both_low = product_error(high[m], high[r], both) + high[m] * low[r] + low[m] * high[r]
    quotient = high[n] / both
    back = quotient * both
    remainder = (high[n] - back) - product_error(quotient, both, back)
    quotient += (remainder + low[n] - quotient * both_low) / both
    return quotient, exponents[n] - exponents[m] - exponents[r] - n


def tail(n: int, m: int, mass: bool) -> float:
    """Return p (`mass`) or mid-p; 0.0 only where it rounds to 0."""
    if n > REPRESENTABLE:
        return 0.0
    mantissa, exponent = _mass(n, m)
    return ldexp(mantissa * (ratio_sum(n, m) + (1.0 if mass else 0.5)), exponent + 1)


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
    if n <= REPRESENTABLE:
        mantissa, exponent = _mass(n, m)
        return log(mantissa * total) + (exponent + 1) * LN2
    if m == 0:
        return -((n * LN2_FIXED) >> 64) / (1 << 64) + (LN2 if mass else 0.0)
    r = n - m
    small = log(2.0 * total) + 0.5 * log(n / (2.0 * pi * m * r)) + _stirling(n) - _stirling(m) - _stirling(r)
    return small - _deep(n, m)
