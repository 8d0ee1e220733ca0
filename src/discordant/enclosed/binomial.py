"""Binomial coefficients and integer powers as brackets of any precision, for n far beyond exact arithmetic.

Where one of k, n - k is short the coefficient is computed exactly and rounded outward. Otherwise it comes from
Stirling's series [AbramowitzStegun1964, 6.1.40 and 6.1.42], which needs no logarithm:

    C(n, k) = sqrt(n / (2 pi k (n-k))) (n/k)^k (n/(n-k))^(n-k) e^(r(n) - r(k) - r(n-k)),
    r(x) = B_2 / (1 2 x) + B_4 / (3 4 x^3) + ... + B_2j / ((2j-1) 2j x^(2j-1)) + R_j.

For real x > 0 the remainder R_j has the sign of the first term that is left out and is smaller than it, so two
consecutive partial sums enclose r(x) whatever j is. The terms shrink until j is about pi x, so that every precision
below 9 x bits can be reached; the exact branch serves the others.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import exp, pi

_SHORT: Final = 800
"""Largest min(k, n-k) whose coefficient is always computed exactly (a few thousand bits)."""


@lru_cache(maxsize=2048)
def _bernoulli(m: int) -> Fraction:
    """Return B_m for even m, from the recurrence sum over i <= m of C(m+1, i) B_i = 0, B_1 = -1/2.

    A pure function behind a cache: threads may compute a value twice, never read one half made.
    """
    if m == 0:
        return Fraction(1)
    total = Fraction(-(m + 1), 2) + sum(comb(m + 1, i) * _bernoulli(i) for i in range(0, m, 2))
    return -total / (m + 1)


def _stirling_coefficient(j: int) -> Fraction:
    """Return B_2j / ((2j-1) 2j), j >= 1."""
    return _bernoulli(2 * j) / (2 * j * (2 * j - 1))


def _stirling_rest(x: int, bits: int) -> Bracket:
    """Return r(x) of this module's head to an absolute error below 2^-bits; x is at least `bits`."""
    power = Bracket.of(Fraction(1, x), bits + 16)
    total = Bracket.of(0, bits + 16)
    j = 1
    while True:
        term = power * _stirling_coefficient(j)
        following = total + term
        if term.exp + max(term.lo.bit_length(), term.hi.bit_length()) < -bits - 2:
            return total.hull(following)
        total = following
        power = power / (x * x)
        j += 1


def power(x: Bracket, k: int, bits: int) -> Bracket:
    """Return x^k, k >= 0, to about `bits` bits where x is held to `bits` + `amplification(k)` bits.

    Squaring doubles the relative error and adds one rounding, so an error of 2^-w in x and in each of the at most
    2 log2(k) products becomes at most 3 k 2^-w in the power.
    """
    result = Bracket.of(1, bits + amplification(k))
    while k:
        if k & 1:
            result = result * x
        k >>= 1
        if k:
            x = x.square()
    return result.at(bits)


def amplification(k: int) -> int:
    """Return the guard bits that `power` needs for the exponent k."""
    return k.bit_length() + 6


@lru_cache(maxsize=256)
def _exact(n: int, k: int) -> int:
    return comb(n, k)


@lru_cache(maxsize=64)
def _stirling(n: int, k: int, bits: int) -> Bracket:
    w = bits + 8
    guard = w + amplification(n)
    first = power(Bracket.of(Fraction(n, k), guard), k, w)
    second = power(Bracket.of(Fraction(n, n - k), guard), n - k, w)
    root = (Bracket.of(Fraction(n, 2 * k * (n - k)), w) / pi(w)).sqrt()
    rest = _stirling_rest(n, w) - _stirling_rest(k, w) - _stirling_rest(n - k, w)
    return (first * second * root * exp(rest.at(w))).at(bits)


def coefficient(n: int, k: int, bits: int) -> Bracket:
    """Return C(n, k), 0 <= k <= n, with a relative width of about 2^-bits (a point where it fits into `bits`)."""
    short = min(k, n - k)
    if short < max(_SHORT, bits + 32):
        return Bracket.of(_exact(n, short), bits)
    return _stirling(n, short, -(-bits // 64) * 64).at(bits)
