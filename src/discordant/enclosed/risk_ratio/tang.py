"""Tang's score interval for the ratio of pass rates [Tang2003; DelRocco2023].

T(x) = (a + b - (a + c) x) / sqrt(N (1+x) p + M (x-1)), M = a + b + c, p the maximum likelihood estimate of P(only the
baseline passes) given the ratio x: the root of N (1+x) p^2 + B p + c (1-x) M / N = 0, B = (a+c) x^2 - (a + b + 2c).
At x = 1, T^2 is McNemar's chi-square statistic. d enters nowhere.
"""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.risk_ratio.ends import reciprocal, whole_line
from discordant.enclosed.risk_ratio.registry import REGISTRY
from discordant.enclosed.score_root import Score, ScoreRoot
from discordant.table import Table


def tang_score(table: Table) -> Score:
    """Return Tang's score as polynomials in x = the ratio: 2 V = sqrt(B^2 + 4 c M (x^2 - 1)) - B + 2 M (x - 1)."""
    passes, others, c = table.candidate_passes, table.baseline_passes, table.c
    M = passes + c
    return Score(
        E=(passes, -others),
        B=(-(passes + 2 * c), 0, others),
        G=(-2 * M, 2 * M, 0),
        H=(-4 * c * M, 0, 4 * c * M),
    )


def _lower(table: Table, q: Quantile, what: str) -> Real:
    """Return the x < R with T(x) = z; T rises without bound towards 0 where the candidate passed anything."""
    passes, others = table.candidate_passes, table.baseline_passes
    if not passes:
        return Real.exact(0, what=what)
    if not others:  # then V(x) = b x: T(x) = z at b / z^2
        return _reciprocal_square(passes, q, what)
    root = ScoreRoot(tang_score(table), q, Fraction(0), Fraction(passes, others), Fraction(0), what)
    return Real.refined(root.refine, what=what, rational=root.rational)


def _reciprocal_square(passes: int, q: Quantile, what: str) -> Real:
    if q.exact is not None:
        return Real.exact(passes / q.exact**2, what=what)
    return Real.refined(lambda bits: passes / q.enclosure(bits + 8).square(), what=what)


def tang_score_limits(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the two x with T(x) = z and T(x) = -z [Tang2003]; 0 or inf where a run passed nothing."""
    if not table.candidate_passes and not table.baseline_passes:
        return whole_line("tang-score")
    lower = _lower(table, q, "the lower tang-score limit for the ratio of pass rates")
    mirrored = _lower(table.swapped(), q, "the reciprocal of the upper tang-score limit")
    return lower, reciprocal(mirrored, "the upper tang-score limit for the ratio of pass rates")


REGISTRY.register(
    Method(
        id="tang-score",
        label="Tang score",
        estimand="risk-ratio",
        source="Tang2003; DelRocco2023",
        dual_of="chi-square",
        parameter_range="within [0, inf]",
        weaknesses="coverage may fall a little below the level at small N",
        at_no_discordance="M/(M+z^2) to (M+z^2)/M, M = a; [0, inf] at a = 0",
        at_empty_margin="0 or inf on the side of the run that passed nothing",
        compute=tang_score_limits,
    )
)
