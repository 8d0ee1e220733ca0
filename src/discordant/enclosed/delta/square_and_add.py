"""Square-and-add: an interval for a difference of two dependent rates from an interval for each (MOVER).

delta -+ sqrt(x^2 - 2 phi x y + y^2), where for the lower limit x is the candidate's rate minus its lower limit and y
the baseline's upper limit minus its rate; for the upper limit the other two distances [Newcombe1998, method 8].
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.real import Real
from discordant.table import Table

Distances = Callable[[int, int, Bracket], tuple[Bracket, Bracket]]
"""(k, N, z) to the distances of k/N from its lower and upper limit, both >= 0, points where they are exactly 0."""


def raw_phi_parts(table: Table) -> tuple[int, int]:
    """Return (ad - bc, product of the four margins): phi is their ratio after a square root; 0 where a margin is 0."""
    product = table.candidate_passes * (table.c + table.d) * table.baseline_passes * (table.b + table.d)
    return table.a * table.d - table.b * table.c, product


def phi_bracket(numerator: Fraction | int, product: int, bits: int) -> Bracket:
    """Return numerator / sqrt(product), 0 where the product is 0."""
    if not product or not numerator:
        return Bracket.of(0, bits)
    return Bracket.of(numerator, bits) / Bracket.of(product, bits).sqrt()


def has_zero_radicand(table: Table) -> bool:
    """Whether the raw-phi radicand is 0 for every z: phi = 1 with x = y, that is a = d > 0 and b = c = 0.

    |phi| <= 1 makes it at least (x - y)^2, and phi = 1 needs b = c = 0; then x = y for one k/N = a/N only at a = d, for
    every single-rate interval that is equivariant under exchange of passes and failures.
    """
    return table.b == table.c == 0 and table.a == table.d


def limits(
    table: Table,
    distances: Callable[[int], tuple[tuple[Bracket, Bracket], tuple[Bracket, Bracket]]],
    numerator: Fraction | int,
    what: str,
    rational: Callable[[int], Callable[[], Fraction | None] | None],
) -> tuple[Real, Real]:
    """Return both limits.

    `distances(bits)` gives ((candidate below, above), (baseline below, above)), `numerator` that of phi, and
    `rational(sign)` what `Real.refined` is told about the rationality of the limit on that side.
    """
    product = raw_phi_parts(table)[1]
    delta = Fraction(table.b - table.c, table.N)

    def limit(sign: int, name: str) -> Real:
        def refine(bits: int) -> Bracket:
            w = bits + 24
            (below1, above1), (below2, above2) = distances(w)
            x, y = (below1, above2) if sign < 0 else (above1, below2)
            cross = phi_bracket(numerator, product, w) * x * y * 2
            spread = (x.square() + y.square() - cross).sqrt()
            return (spread * sign + delta).at(bits)

        return Real.refined(refine, what=f"the {name} {what}", rational=rational(sign))

    return limit(-1, "lower"), limit(1, "upper")
