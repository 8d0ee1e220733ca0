"""Square-and-add: an interval for a difference of two dependent rates from an interval for each (MOVER).

delta -+ sqrt(x^2 - 2 phi x y + y^2), where for the lower limit x is the candidate's rate minus its lower limit and y
the baseline's upper limit minus its rate; for the upper limit the other two distances [Newcombe1998, method 8]. phi is
(ad - bc) / sqrt((a+b)(c+d)(a+c)(b+d)), 0 where a margin is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.interval import Quantile
from discordant.enclosed.radicals import Surd, rational_root, square_roots
from discordant.enclosed.real import Real
from discordant.enclosed.single.wilson import ScoreInterval
from discordant.table import Table

Distances = Callable[[int], tuple[Bracket, Bracket]]
"""From bits to the distances x and y of one limit."""


def phi_parts(table: Table) -> tuple[int, int]:
    """Return (ad - bc, product of the four margins), whose ratio after a square root is phi."""
    product = table.candidate_passes * (table.c + table.d) * table.baseline_passes * (table.b + table.d)
    return table.a * table.d - table.b * table.c, product


def phi_bracket(numerator: Fraction | int, product: int, bits: int) -> Bracket:
    """Return numerator / sqrt(product), 0 where the product is 0."""
    if not product or not numerator:
        return Bracket.of(0, bits)
    return Bracket.of(numerator, bits) / Bracket.of(product, bits).sqrt()


def has_zero_radicand(table: Table) -> bool:
    """Whether both raw-phi radicands are 0 at every z: phi = 1 and x = y, that is a = d > 0 and b = c = 0.

    As |phi| <= 1 a radicand is at least (x - y)^2, and phi = 1 needs b = c = 0; both rates are then a/N, and x, y
    are equal only at a = d, for every single-rate interval that is equivariant under exchange of passes and failures.
    (Where all items are b, or all are c, one of the two radicands is 0, since x = y = 0 there: that side needs no rule,
    the distances being exact zeros.)
    """
    return table.b == table.c == 0 and table.a == table.d


def square_and_add(
    table: Table,
    distances: Callable[[int, int], tuple[Bracket, Bracket]],
    numerator: Fraction | int,
    what: str,
    rational: Callable[[int], Fraction | None] | None = None,
) -> tuple[Real, Real]:
    """Return both limits; `distances(sign, bits)` gives x and y of the lower (-1) or upper (1) limit.

    `numerator` is that of phi; `rational(sign)`, where given, finds the limit's exact value if it is rational.
    """
    product = phi_parts(table)[1]
    delta = Fraction(table.b - table.c, table.N)

    def limit(sign: int, name: str) -> Real:
        def refine(bits: int) -> Bracket:
            w = bits + 24
            x, y = distances(sign, w)
            # (x - y)^2 + 2 (1 - phi) x y: at least (x - y)^2, so that rounding cannot make it negative at phi = 1
            gap = 1 - phi_bracket(numerator, product, w)
            spread = ((x - y).square() + (gap.nonnegative() * x * y) * 2).sqrt()
            return (spread * sign + delta).at(bits)

        return Real.refined(
            refine, what=f"the {name} {what}", rational=None if rational is None else lambda: rational(sign)
        )

    return limit(-1, "lower"), limit(1, "upper")


def on_score_intervals(
    table: Table, q: Quantile, family: ScoreInterval, numerator: Fraction | int, what: str
) -> tuple[Real, Real]:
    """Return the square-and-add limits on Wilson intervals, corrected or not."""
    N, first, second = table.N, table.candidate_passes, table.baseline_passes

    def counts(sign: int) -> tuple[int, int]:
        """The counts whose distances downward are x and y: upward from k is downward from N - k."""
        return (first, N - second) if sign < 0 else (N - first, second)

    def distances(sign: int, bits: int) -> tuple[Bracket, Bracket]:
        z = q.enclosure(bits)
        k, j = counts(sign)
        return family.below(k, N, z), family.below(j, N, z)

    if q.exact is None:
        return square_and_add(table, distances, numerator, what)
    z = q.exact

    def rational(sign: int) -> Fraction | None:
        k, j = counts(sign)
        root = _rational_spread(family.exactly(k, N, z), family.exactly(j, N, z), numerator, phi_parts(table)[1])
        return None if root is None else Fraction(table.b - table.c, N) + sign * root

    return square_and_add(table, distances, numerator, what, rational)


def exact_parts(
    x: tuple[Fraction, Fraction, Fraction], y: tuple[Fraction, Fraction, Fraction], numerator: Fraction, product: int
) -> tuple[Surd, Surd, Surd]:
    """Return x, y and phi as exact sums of square roots over shared generators."""
    root_x, root_y, root_m = square_roots([x[2], y[2], Fraction(product)])
    phi = root_m * (numerator / product if product else Fraction(0))
    return root_x * x[1] + x[0], root_y * y[1] + y[0], phi


def _rational_spread(
    x: tuple[Fraction, Fraction, Fraction],
    y: tuple[Fraction, Fraction, Fraction],
    numerator: Fraction | int,
    product: int,
) -> Fraction | None:
    """Return sqrt(x^2 - 2 phi x y + y^2) where it is rational: the radicand must be, and a square."""
    first, second, phi = exact_parts(x, y, Fraction(numerator), product)
    radicand = (first * first + second * second - phi * first * second * 2).rational_value
    return None if radicand is None else rational_root(radicand)
