"""The four tests of no difference on the discordant counts, each decided at alpha on exact or certified numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from discordant.enclosed.chi_square import chi_square, edwards
from discordant.enclosed.real import Real
from discordant.enclosed.tails import p_real
from discordant.errors import TooLarge
from discordant.exact.pvalues import exact_p, mid_p

SMALL: Final = 25
"""Below this many discordant items the chi-square distribution is a poor stand-in for the binomial."""

LABELS: Final = {"exact": "exact p", "mid-p": "mid-p", "chi-square": "chi-square", "edwards": "Edwards"}


@dataclass(frozen=True, slots=True)
class Probability:
    """A p-value: the Fraction itself where it was computed (`exact`), and always a `Real` that prints and compares."""

    exact: Fraction | None
    real: Real

    @classmethod
    def of(cls, value: Fraction) -> Probability:
        """Return an exactly known probability."""
        return cls(value, Real.exact(value))

    def below(self, alpha: Fraction) -> bool:
        """Return whether p < alpha, strictly, decided on exact numbers; may raise `Undecided`."""
        return self.exact < alpha if self.exact is not None else self.real.compare(alpha) < 0


@dataclass(frozen=True, slots=True)
class Decision:
    """One test: its id, its statistic where it has one, its two-sided p, and whether p < alpha."""

    test: Literal["exact", "mid-p", "chi-square", "edwards"]
    statistic: Fraction | None
    p: Probability
    significant: bool

    @property
    def label(self) -> str:
        """The name that reports print."""
        return LABELS[self.test]


def probability_of(exact: Callable[[], Fraction], certified: Callable[[], Real]) -> Probability:
    """Return `exact()` where it is within the budget, else the certified enclosure."""
    try:
        return Probability.of(exact())
    except TooLarge:
        return Probability(None, certified())


def decide(b: int, c: int, alpha: Fraction) -> tuple[Decision, ...]:
    """Return the exact, mid-p, chi-square and Edwards tests of b against c at alpha, in this order.

    p-values beyond the budget of exact computation are certified enclosures (`Probability.exact` is None). Raises
    `TooLarge` or `Undecided` where even those cannot settle p < alpha.

    >>> [decision.significant for decision in decide(62, 42, Fraction(1, 20))]  # GPT-5 against Minimax M2
    [False, False, True, False]
    """
    plain, corrected = chi_square(b, c), edwards(b, c)
    tests: tuple[tuple[Literal["exact", "mid-p", "chi-square", "edwards"], Fraction | None, Probability], ...] = (
        ("exact", None, probability_of(lambda: exact_p(b, c), lambda: p_real(b, c, kind="exact"))),
        ("mid-p", None, probability_of(lambda: mid_p(b, c), lambda: p_real(b, c, kind="mid-p"))),
        ("chi-square", plain.statistic, Probability(plain.p.exact_value, plain.p)),
        ("edwards", corrected.statistic, Probability(corrected.p.exact_value, corrected.p)),
    )
    return tuple(Decision(test, statistic, p, p.below(alpha)) for test, statistic, p in tests)
