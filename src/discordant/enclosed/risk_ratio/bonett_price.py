"""Bonett and Price's hybrid of two Wilson intervals for the ratio of pass rates [BonettPrice2006].

Over the M = a + b + c items that some run passed, l and u are Wilson limits of each run's share at an adjusted quantile
y = z sqrt((n+2)(M+2)) / (sqrt((M+1-p)(r+1)) + sqrt((M+1-r)(p+1))), p = a + b, r = a + c; the interval for p/r is
[l_p / u_r, u_p / l_r].
"""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.interval import Quantile
from discordant.enclosed.radicals import square_roots
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.risk_ratio.ends import reciprocal, whole_line
from discordant.enclosed.risk_ratio.registry import REGISTRY
from discordant.enclosed.single.wilson import WILSON
from discordant.table import Table


def _adjusted(table: Table, z: Bracket) -> Bracket:
    p, r = table.candidate_passes, table.baseline_passes
    M = p + table.c
    first = Bracket.of((M + 1 - p) * (r + 1), z.bits).sqrt()
    second = Bracket.of((M + 1 - r) * (p + 1), z.bits).sqrt()
    return z * Bracket.of((table.n + 2) * (M + 2), z.bits).sqrt() / (first + second)


def _lower(table: Table, q: Quantile, what: str) -> Real:
    p, r = table.candidate_passes, table.baseline_passes
    M = p + table.c
    if not p:
        return Real.exact(0, what=what)

    def refine(bits: int) -> Bracket:
        y = _adjusted(table, q.enclosure(bits + 32))
        low = Fraction(p, M) - WILSON.below(p, M, y)
        high = Fraction(r, M) + WILSON.below(M - r, M, y)
        return (low / high).at(bits)

    return Real.refined(refine, what=what, rational=lambda: Fraction(1) if _is_one(table, q) else None)


def _is_one(table: Table, q: Quantile) -> bool:
    """Whether the lower limit is exactly 1, for a rational z: l_p = u_r.

    With Y = y^2, e = 4 p (M-p) / M, f = 4 r (M-r) / M and D = p - r that is 2 D = sqrt(Y) (sqrt(Y+e) + sqrt(Y+f)), and
    squared twice 16 D^4 - 8 D^2 Y (2Y + e + f) + Y^2 (e - f)^2 = 0 with 4 D^2 >= Y (2Y + e + f). Y = K / W, W = g + 2
    sqrt(h), is a number with one square root, so that both are decided exactly.
    """
    p, r = table.candidate_passes, table.baseline_passes
    M, D = p + table.c, p - r
    if q.exact is None or D <= 0:
        return False
    e, f = Fraction(4 * p * (M - p), M), Fraction(4 * r * (M - r), M)
    first, second = (M + 1 - p) * (r + 1), (M + 1 - r) * (p + 1)
    W = square_roots([Fraction(first * second)])[0] * 2 + (first + second)
    K = q.exact**2 * (table.n + 2) * (M + 2)
    squared = W * W * (4 * D * D)
    balance = squared - W * (K * (e + f)) - 2 * K * K
    doubled = squared * (4 * D * D) - (W * (e + f) + 2 * K) * (8 * D * D * K) + K * K * (e - f) ** 2
    return doubled.is_zero and balance.sign() >= 0


def bonett_price_hybrid(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the hybrid limits [BonettPrice2006]; 0 or inf where a run passed nothing."""
    if not table.candidate_passes and not table.baseline_passes:
        return whole_line("bonett-price-hybrid")
    lower = _lower(table, q, "the lower bonett-price-hybrid limit for the ratio of pass rates")
    mirrored = _lower(table.swapped(), q, "the reciprocal of the upper bonett-price-hybrid limit")
    return lower, reciprocal(mirrored, "the upper bonett-price-hybrid limit for the ratio of pass rates")


REGISTRY.register(
    Method(
        id="bonett-price-hybrid",
        label="Bonett-Price hybrid of two Wilson intervals",
        estimand="risk-ratio",
        source="BonettPrice2006",
        dual_of=None,
        parameter_range="within [0, inf]",
        weaknesses="not the dual of a test: may contradict McNemar's tests near the threshold",
        at_no_discordance="a positive width that falls with a; [0, inf] at a = 0",
        at_empty_margin="0 or inf on the side of the run that passed nothing",
        compute=bonett_price_hybrid,
    )
)
