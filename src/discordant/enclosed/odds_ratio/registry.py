"""The registry of intervals for the odds ratio b/c, and what all of them share: limits for theta, mapped to the odds.

Given n = b + c, b is Bin(n, theta) and the conditional odds ratio is theta / (1 - theta); every method here is one for
theta. At n = 0 theta is anything, so the odds ratio's limits are 0 and infinity.
"""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.real import Real
from discordant.enclosed.registry import Registry
from discordant.enclosed.theta import Limit

REGISTRY = Registry("odds-ratio", "the odds ratio b/c")


def odds(limits: tuple[Limit, Limit], method: str) -> tuple[Real, Real]:
    """Return both limits as odds; infinite where theta is 1."""
    lower, upper = limits
    return _odds(lower, f"the lower {method} limit for the odds ratio"), _odds(
        upper, f"the upper {method} limit for the odds ratio"
    )


def _odds(limit: Limit, what: str) -> Real:
    if limit.exact == 1:
        return Real.infinite(1, what=what)
    return limit.real(_to_odds, what)


def _to_odds(theta: Fraction) -> Fraction:
    return theta / (1 - theta)
