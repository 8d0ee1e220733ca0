"""The unpaired two-proportion z test: what people often compute on paired runs, printed as a contrast only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from discordant.enclosed.chi_square import chi_square_p
from discordant.enclosed.real import Real
from discordant.table import Table


@dataclass(frozen=True, slots=True)
class Unpaired:
    """The pooled two-proportion z test: `statistic` is z squared, exactly; `p` its two-sided p-value."""

    statistic: Fraction
    p: Real


def unpaired(table: Table) -> Unpaired:
    """Return the pooled unpaired two-proportion z test of a paired table with at least one item.

    z^2 = (x - y)^2 / (2 N q (1 - q)) with x and y passes of N items each and q = (x + y) / 2N the pooled rate; 0
    where q is 0 or 1. It is the wrong test for runs on the same items: it takes them for independent samples, and
    ignores that most items agree. z^2 is exact, p certified.

    >>> unpaired(Table(157, 17, 3, 23)).statistic
    Fraction(19600, 5511)
    """
    x, y, items = table.candidate_passes, table.baseline_passes, table.N
    # 2 N q (1 - q) = (x + y) (2 N - x - y) / 2 N
    spread = Fraction((x + y) * (2 * items - x - y), 2 * items)
    statistic = Fraction((x - y) ** 2) / spread if spread else Fraction(0)
    return Unpaired(statistic, chi_square_p(statistic))
