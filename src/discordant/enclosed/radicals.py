"""Exact arithmetic with sums of rational multiples of square roots: when is such a number 0, or rational?

For a rational z every closed-form limit is built from square roots of rationals. Over generators whose products are
never squares (chosen by `math.isqrt` on subset products, no factoring needed), the products of distinct roots are
linearly independent over the rationals, so that a sum is 0 exactly when each coefficient is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, prod

from discordant.enclosed.bracket import Bracket


def rational_root(q: Fraction) -> Fraction | None:
    """Return the square root of q >= 0 where it is rational, else None."""
    n, d = isqrt(q.numerator), isqrt(q.denominator)
    return Fraction(n, d) if n * n == q.numerator and d * d == q.denominator else None


@dataclass(frozen=True, slots=True)
class Surd:
    """The sum over subsets S of `terms[S]` times the root of the product of the generators in S (S as a bit mask)."""

    generators: tuple[Fraction, ...]
    terms: dict[int, Fraction]

    def _of(self, terms: dict[int, Fraction]) -> Surd:
        return Surd(self.generators, {subset: value for subset, value in terms.items() if value})

    def __add__(self, other: Surd | Fraction | int) -> Surd:
        terms = dict(self.terms)
        for subset, value in (other.terms if isinstance(other, Surd) else {0: Fraction(other)}).items():
            terms[subset] = terms.get(subset, Fraction(0)) + value
        return self._of(terms)

    def __neg__(self) -> Surd:
        return self * -1

    def __sub__(self, other: Surd | Fraction | int) -> Surd:
        return self + -other

    def __mul__(self, other: Surd | Fraction | int) -> Surd:
        if not isinstance(other, Surd):
            return self._of({subset: value * other for subset, value in self.terms.items()})
        terms: dict[int, Fraction] = {}
        for first, x in self.terms.items():
            for second, y in other.terms.items():
                # sqrt(S) sqrt(T) = (product over the intersection) sqrt(symmetric difference)
                both = first ^ second
                terms[both] = terms.get(both, Fraction(0)) + x * y * self._product(first & second)
        return self._of(terms)

    def _product(self, subset: int) -> Fraction:
        return prod((g for i, g in enumerate(self.generators) if subset >> i & 1), start=Fraction(1))

    @property
    def is_zero(self) -> bool:
        """Whether this is 0, exactly."""
        return not self.terms

    @property
    def rational_value(self) -> Fraction | None:
        """The value where it is rational, else None."""
        return self.terms.get(0, Fraction(0)) if not any(self.terms.keys() - {0}) else None

    def coefficient(self, subset: int) -> Fraction:
        """Return the coefficient of one product of roots."""
        return self.terms.get(subset, Fraction(0))

    def enclose(self, bits: int) -> Bracket:
        """Return a bracket of the value."""
        total = Bracket.of(0, bits)
        for subset, value in self.terms.items():
            total = total + Bracket.of(self._product(subset), bits).sqrt() * value
        return total

    def sign(self) -> int:
        """Return the exact sign: 0 by the coefficients, else by a bracket, which must separate from 0 in the end."""
        bits = 64
        while not self.is_zero:
            found = self.enclose(bits).sign
            if found is not None:
                return found
            bits *= 2
        return 0


def square_roots(radicands: Sequence[Fraction]) -> list[Surd]:
    """Return the square roots of rationals >= 0 over one set of independent generators."""
    generators: list[Fraction] = []
    roots: list[tuple[int, Fraction]] = []
    for radicand in radicands:
        found = _over(radicand, generators)
        if found is None:
            generators.append(radicand)
            found = (1 << (len(generators) - 1), Fraction(1))
        roots.append(found)
    shared = tuple(generators)
    return [Surd(shared, {subset: value} if value else {}) for subset, value in roots]


def _over(radicand: Fraction, generators: Sequence[Fraction]) -> tuple[int, Fraction] | None:
    """Return (S, c) with sqrt(radicand) = c sqrt(product of S), or None where the radicand is independent of them."""
    for subset in range(1 << len(generators)):
        product = prod((g for i, g in enumerate(generators) if subset >> i & 1), start=Fraction(1))
        root = rational_root(radicand * product)
        if root is not None:
            return subset, root / product
    return None
