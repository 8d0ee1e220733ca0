"""Odds-ratio limits that are quantiles or test inversions in theta: Clopper-Pearson, mid-p, Jeffreys."""

from __future__ import annotations

from discordant.enclosed import theta
from discordant.enclosed.interval import Quantile
from discordant.enclosed.odds_ratio.registry import REGISTRY, odds
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method


def clopper_pearson(b: int, c: int, q: Quantile) -> tuple[Real, Real]:
    """Return the exact conditional limits [ClopperPearson1934; Fagerland2014]."""
    return odds(theta.clopper_pearson(b, b + c, q, "clopper-pearson limit"), "clopper-pearson")


def mid_p(b: int, c: int, q: Quantile) -> tuple[Real, Real]:
    """Return the mid-p limits [Lancaster1961; Fagerland2014]."""
    return odds(theta.mid_p(b, b + c, q, "mid-p limit"), "mid-p")


def jeffreys(b: int, c: int, q: Quantile) -> tuple[Real, Real]:
    """Return the equal-tailed limits under Jeffreys' prior [BrownCaiDasGupta2001]."""
    return odds(theta.jeffreys(b, b + c, q, "jeffreys limit"), "jeffreys")


REGISTRY.register(
    Method(
        id="clopper-pearson",
        label="Clopper-Pearson (exact conditional)",
        estimand="odds-ratio",
        source="ClopperPearson1934; Fagerland2014",
        dual_of="exact",
        parameter_range="within [0, inf]",
        weaknesses="covers more than the level, often much more at small n, so it is wide",
        at_no_discordance="[0, inf]",
        at_empty_margin="c = 0 gives an infinite upper limit, b = 0 a lower limit of 0",
        compute=clopper_pearson,
    )
)
REGISTRY.register(
    Method(
        id="mid-p",
        label="Clopper-Pearson, mid-p",
        estimand="odds-ratio",
        source="Lancaster1961; Fagerland2014",
        dual_of="mid-p",
        parameter_range="within [0, inf]",
        weaknesses="coverage can fall a little below the level",
        at_no_discordance="[0, inf]",
        at_empty_margin="c = 0 gives an infinite upper limit, b = 0 a lower limit of 0",
        compute=mid_p,
    )
)
REGISTRY.register(
    Method(
        id="jeffreys",
        label="Jeffreys (equal-tailed posterior)",
        estimand="odds-ratio",
        source="BrownCaiDasGupta2001",
        dual_of=None,
        parameter_range="within [0, inf]",
        weaknesses="not the dual of a test; coverage can fall below the level near theta = 0 and 1",
        at_no_discordance="[0, inf]",
        at_empty_margin="c = 0 gives an infinite upper limit, b = 0 a lower limit of 0, by convention",
        compute=jeffreys,
    )
)
