"""The melded interval for delta that goes with the exact conditional test [FayLumbard2021].

b of n discordant items is melded with n of N: B_L ~ Beta(b, c+1), B_U ~ Beta(b+1, c), T_L ~ Beta(n, N-n+1),
T_U ~ Beta(n+1, N-n), a zero parameter being a point mass. The lower limit is the smaller alpha/2 quantile of
T_L (2 B_L - 1) and T_U (2 B_L - 1), the upper one the larger 1 - alpha/2 quantile of the same with B_U.

T_L lies below T_U in the stochastic order, so T_L gives a lower limit above 0 and T_U one below it; the sign is that of
alpha/2 - P(B_L <= 1/2), and P(B_L <= 1/2) = P(X >= b), X ~ Bin(n, 1/2), is the one-sided exact p. Hence the interval
excludes 0 exactly where the exact test rejects. Both laws are known in closed form (`product_law`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.crossing import Crossing, Sides, simplest_between
from discordant.enclosed.delta.product_law import NextOrderLaw, SameOrderLaw
from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.theta import alpha_half, is_small
from discordant.errors import TooLarge, Undecided
from discordant.exact.pvalues import exact_p
from discordant.table import Table

MAX_ITEMS: Final = 500
"""Largest N: the coefficients then have a few thousand bits and take about a tenth of a second."""


def melded(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the melded limits [FayLumbard2021]; raises `TooLarge` for N > 500."""
    if table.N > MAX_ITEMS:
        raise TooLarge(
            "exact-melded",
            predicted=table.N,
            limit=MAX_ITEMS,
            unit="items",
            alternative="its exact polynomials grow with N^2; 'tango' or 'conditional-clopper-pearson' serve every N",
        )
    return _lower(table, q, "the lower exact-melded limit"), -_lower(table.swapped(), q, "the upper exact-melded limit")


def _lower(table: Table, q: Quantile, what: str) -> Real:
    sign = _side(exact_p(table.b, table.c, alternative="candidate"), q, what)
    if not sign:
        return Real.exact(0, what=what)
    return _above_zero(table, q, what) if sign > 0 else -_below_zero(table, q, what)


def _side(p: Fraction, q: Quantile, what: str) -> int:
    """Return the sign of alpha/2 - p: exact for a level; for a given z by brackets."""
    if q.alpha is not None:
        return (q.alpha / 2 > p) - (q.alpha / 2 < p)
    for bits in (64, 256, 1024):
        sign = (alpha_half(q, bits) - p).sign
        if sign is not None:
            return sign
    raise Undecided(f"the sign of {what}", bits=bits)


def _above_zero(table: Table, q: Quantile, what: str) -> Real:
    """Return the s > 0 with P(T_L (2 B_L - 1) <= s) = alpha/2; b > 0 here, since P(X >= 0) = 1."""
    law = SameOrderLaw(table.N, table.n, table.b)

    def curves(s: Fraction, bits: int) -> Sides:
        survival, slope = law.survival(s, bits)
        return Sides(1 - survival, alpha_half(q, bits), -slope, Bracket.of(0, bits))

    crossing = Crossing(curves, Fraction(table.b - table.c, 2 * table.N), what)
    return Real.refined(crossing.refine, what=what)


def _below_zero(table: Table, q: Quantile, what: str) -> Real:
    """Return the s > 0 with P(T_U (1 - 2 B_L) > s) = alpha/2; 1 - B_L ~ Beta(c+1, b)."""
    if table.c == table.N:  # both factors are point masses at 1
        return Real.exact(1, what=what)
    law = NextOrderLaw(table.N, table.n, table.c + 1)

    def curves(s: Fraction, bits: int) -> Sides:
        survival, slope = law.survival(s, bits)
        return Sides(alpha_half(q, bits), survival, Bracket.of(0, bits), slope)

    crossing = Crossing(curves, Fraction(table.c + 1, 2 * table.N + 2), what)

    def rational() -> Fraction | None:
        candidate = simplest_between(*crossing.refine(160))
        found = q.alpha is not None and is_small(table.N, candidate) and law.exactly(candidate) == q.alpha / 2
        return candidate if found else None

    return Real.refined(crossing.refine, what=what, rational=rational)


REGISTRY.register(
    Method(
        id="exact-melded",
        label="Melded, compatible with the exact test",
        estimand="delta",
        source="FayLumbard2021",
        dual_of="exact",
        parameter_range="within [-1, 1]",
        weaknesses="its coverage is conjectured, not proved; conservative; refused for N above 500",
        at_no_discordance="-+ (1 - (alpha/2)^(1/N))",
        at_empty_margin="no special case",
        compute=melded,
    )
)
