"""Wald's interval on the log scale for the ratio of pass rates: R exp(-+ z sqrt(n / ((a+b)(a+c)))), R = (a+b)/(a+c)."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import exp
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.risk_ratio.ends import whole_line
from discordant.enclosed.risk_ratio.registry import REGISTRY
from discordant.table import Table


def wald_log(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the log-Wald limits [Fagerland2014]; [0, inf] where a run passed nothing, [1, 1] at b = c = 0.

    For a rational z the exponent is algebraic and not 0, so that the limits are transcendental (Lindemann): a
    comparison with a rational is never a tie.
    """
    passes, others = table.candidate_passes, table.baseline_passes
    if not passes or not others:
        return whole_line("wald-log")
    ratio, variance = Fraction(passes, others), Fraction(table.n, passes * others)

    def limit(sign: int, name: str) -> Real:
        what = f"the {name} wald-log limit for the ratio of pass rates"
        if not variance:
            return Real.exact(ratio, what=what)

        def refine(bits: int) -> Bracket:
            w = bits + 24
            return (exp(Bracket.of(variance, w).sqrt() * q.enclosure(w) * sign) * ratio).at(bits)

        return Real.refined(refine, what=what)

    return limit(-1, "lower"), limit(1, "upper")


REGISTRY.register(
    Method(
        id="wald-log",
        label="Wald on the log scale",
        estimand="risk-ratio",
        source="Fagerland2014",
        dual_of=None,
        parameter_range="within (0, inf)",
        weaknesses="covers too little at small N",
        at_no_discordance="exactly [1, 1], [0, inf] where neither passed anything",
        at_empty_margin="[0, inf] where a run passed nothing",
        compute=wald_log,
    )
)
