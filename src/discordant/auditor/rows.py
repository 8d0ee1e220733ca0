"""What the exact family of laws is made of: tail and mass of a row, exact in short rows and enclosed in long ones."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from discordant.enclosed.beta_tails import binomial_tail, mass
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.real import Real
from discordant.enclosed.tails import certified_bits
from discordant.exact.dyadic import dyadic
from discordant.exact.tails import tail_sum, term

EXACT_ROW: Final = 4096
"""Longest row whose p-values are computed as exact fractions; longer ones are enclosed."""

ONE: Final = Fraction(1)
HALF: Final = Fraction(1, 2)


@lru_cache(maxsize=8192)
def exact_pair(n: int, m: int) -> tuple[Fraction, Fraction]:
    """Return (E, M) for d >= 1."""
    tail, mass = tail_sum(n, m), term(n, m)
    return dyadic(2 * tail, n), dyadic(2 * tail - mass, n)


def _doubled_tail(n: int, m: int, weight: Fraction) -> Real:
    """Return 2 (P(X < m) + weight P(X = m)) for 2m < n, enclosed: far cheaper than the exact fraction of a long row."""
    if 2 * m + 1 == n and weight == 1:
        return Real.exact(ONE)

    def refine(bits: int) -> Bracket:
        return binomial_tail(n, n - m, HALF, weight, bits + 8)[0].times_power_of_two(1).at(bits)

    return Real.refined(refine, what=f"a p-value in a row of n = {n}", max_bits=certified_bits(n))


@lru_cache(maxsize=8192)
def real_pair(n: int, m: int) -> tuple[Real, Real]:
    """Return (E, M) for d >= 1 as Reals."""
    return _doubled_tail(n, m, ONE), _doubled_tail(n, m, HALF)


@lru_cache(maxsize=2048)
def central_mass(n: int) -> Fraction | Real:
    """Return P(X = n/2), n even: exactly for short rows, else enclosed."""
    if n <= EXACT_ROW:
        return dyadic(term(n, n // 2), n)
    return Real.refined(lambda bits: mass(n, n // 2, HALF, bits), what="P(X = n/2)", max_bits=certified_bits(n))


def combined(constant: Fraction, parts: tuple[tuple[Fraction, Real], ...]) -> Real:
    """Return constant + sum of factor * Real, enclosed."""

    def refine(bits: int) -> Bracket:
        total = Bracket.of(constant, bits + 8)
        for factor, real in parts:
            total = total + real.enclosure(bits) * factor
        return total.at(bits)

    return Real.refined(refine, what="a p-value", max_bits=min(real.max_bits for _, real in parts))
