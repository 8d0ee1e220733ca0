"""Limits of one pass rate that are quantiles or test inversions: Clopper-Pearson, mid-p, Jeffreys."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed import theta
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.single.registry import REGISTRY


def _rates(limits: tuple[theta.Limit, theta.Limit], method: str) -> tuple[Real, Real]:
    lower, upper = limits
    return lower.real(_itself, f"the lower {method} limit"), upper.real(_itself, f"the upper {method} limit")


def _itself(x: Fraction) -> Fraction:
    return x


def clopper_pearson(k: int, N: int, q: Quantile) -> tuple[Real, Real]:
    """Return the exact limits for k passes of N items [ClopperPearson1934]."""
    return _rates(theta.clopper_pearson(k, N, q, "clopper-pearson limit"), "clopper-pearson")


def mid_p(k: int, N: int, q: Quantile) -> tuple[Real, Real]:
    """Return the mid-p limits for k passes of N items [Lancaster1961]."""
    return _rates(theta.mid_p(k, N, q, "mid-p limit"), "mid-p")


def jeffreys(k: int, N: int, q: Quantile) -> tuple[Real, Real]:
    """Return the alpha/2 and 1 - alpha/2 quantiles of Beta(k + 1/2, N-k + 1/2) [BrownCaiDasGupta2001]."""
    return _rates(theta.jeffreys(k, N, q, "jeffreys limit"), "jeffreys")


REGISTRY.register(
    Method(
        id="clopper-pearson",
        label="Clopper-Pearson (exact)",
        estimand="pass-rate",
        source="ClopperPearson1934",
        dual_of="exact binomial test, one tail doubled",
        parameter_range="within [0, 1]",
        weaknesses="covers more than the level, often much more at small N, so it is wide; refused for N above 10^9",
        at_no_discordance="not applicable: one run only",
        at_empty_margin="k = 0 gives [0, 1 - (alpha/2)^(1/N)], k = N gives [(alpha/2)^(1/N), 1]",
        compute=clopper_pearson,
    )
)
REGISTRY.register(
    Method(
        id="mid-p",
        label="Clopper-Pearson, mid-p",
        estimand="pass-rate",
        source="Lancaster1961",
        dual_of="mid-p binomial test, one tail doubled",
        parameter_range="within [0, 1]",
        weaknesses="coverage can fall a little below the level; refused for N above 10^9",
        at_no_discordance="not applicable: one run only",
        at_empty_margin="k = 0 gives [0, 1 - alpha^(1/N)], k = N gives [alpha^(1/N), 1]",
        compute=mid_p,
    )
)
REGISTRY.register(
    Method(
        id="jeffreys",
        label="Jeffreys (equal-tailed posterior)",
        estimand="pass-rate",
        source="BrownCaiDasGupta2001",
        dual_of=None,
        parameter_range="within [0, 1]",
        weaknesses="coverage can fall below the level for rates near 0 or 1; refused for N above 10^9",
        at_no_discordance="not applicable: one run only",
        at_empty_margin="the lower limit is 0 at k = 0 and the upper one 1 at k = N, by convention",
        compute=jeffreys,
    )
)
