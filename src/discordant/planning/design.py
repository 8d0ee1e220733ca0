"""The test that is planned: its method, its alpha, its alternative, and which significance counts as power."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from discordant.errors import ArgumentError, LevelError
from discordant.exact.pvalues import read_alternative
from discordant.level import Exactly, read_level
from discordant.planning.effect import Effect

Side = Literal["candidate", "baseline"]

METHODS: Final = ("exact", "mid-p", "chi-square", "edwards")
"""The tests that can be planned."""

COUNTINGS: Final = ("either", "right")
"""What is power in a two-sided test: significance in either direction, or in the direction of the true delta alone."""


@dataclass(frozen=True, slots=True)
class Design:
    """A test at a stated alpha: significant means p < alpha, strictly."""

    alpha: Fraction
    method: str = "exact"
    alternative: str = "two-sided"
    counting: str = "either"

    @classmethod
    def read(
        cls,
        alpha: Exactly = "0.05",
        *,
        method: str = "exact",
        alternative: str = "two-sided",
        counting: str = "either",
    ) -> Design:
        """Return the design of these words, or raise `ArgumentError` or `LevelError` naming the one that is wrong."""
        level = read_level(alpha, "alpha").value
        if method not in METHODS:
            raise ArgumentError(f"method={method!r} is not one of {', '.join(METHODS)}")
        if counting not in COUNTINGS:
            raise ArgumentError(f"counting={counting!r} is not one of {', '.join(COUNTINGS)}")
        if read_alternative(alternative) == "baseline":
            raise ArgumentError("alternative='baseline' is planned as 'candidate' with p_b and p_c exchanged")
        if alternative == "candidate":
            if method not in ("exact", "mid-p"):
                raise ArgumentError(f"method={method!r} has no one-sided form here; use 'exact' or 'mid-p'")
            if level > Fraction(1, 2):
                raise LevelError(f"alpha={alpha} is above 1/2: a one-sided test would then reject without any data")
        return cls(level, method, alternative, counting)

    def sides(self, effect: Effect) -> tuple[Side, ...]:
        """Return whose significant superiority counts as power under `effect`."""
        if self.alternative == "candidate":
            return ("candidate",)
        if self.counting == "right":
            return ("candidate",) if effect.delta >= 0 else ("baseline",)
        return ("candidate", "baseline")
