"""Several suites at once: the stratified test, the suites that say nothing, and whether suites differ.

Within each suite the discordant items are fair coins under no difference, so the sum over suites is a fair-coin count
again: the exact test of the summed table is the stratified exact test, and no weighting is needed. Whether the suites
share one split is another question, answered given all n_s and the total b: then each suite's b_s is a draw without
replacement, and the exact p of Pearson's statistic sums the probabilities of every table at least as uneven.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from discordant.enclosed.real import Real
from discordant.errors import TableError, TooLarge
from discordant.exact.pvalues import exact_p, mid_p
from discordant.table import Table

Reason = Literal["ceiling", "floor", "equal"]

MAX_STATES: Final = 400_000
"""Most states of the heterogeneity sum (a few seconds)."""


@dataclass(frozen=True, slots=True)
class Stratified:
    """The stratified test: `table` summed over suites, its p-values, and what each suite contributes.

    `uninformative` maps the suites without a discordant item to the reason: both runs at the ceiling (everything
    passed), at the floor (nothing passed), or equal on every item. `heterogeneity_p` is small where the suites' splits
    differ by more than chance.
    """

    table: Table
    p: Fraction
    mid_p: Fraction
    suites: Mapping[str, Table]
    uninformative: Mapping[str, Reason]
    heterogeneity_p: Fraction

    def __str__(self) -> str:
        """Return the result and the suites that carry no information, by name."""
        lines = [
            f"{len(self.suites)} suites, summed {self.table.b}-{self.table.c}: exact p = {float(self.p):.6g},"
            f" mid-p {float(self.mid_p):.6g}; suites differ: p = {float(self.heterogeneity_p):.6g}"
        ]
        lines += [
            f"  {name}: {_REASONS[reason]}, no information about the difference"
            for name, reason in self.uninformative.items()
        ]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the test JSON-ready, every p exactly."""
        return {
            "p": Real.exact(self.p).to_dict(),
            "mid_p": Real.exact(self.mid_p).to_dict(),
            "heterogeneity_p": Real.exact(self.heterogeneity_p).to_dict(),
            "suites": {name: [t.a, t.b, t.c, t.d] for name, t in self.suites.items()},
            "uninformative": dict(self.uninformative),
        }


_REASONS: Final = {
    "ceiling": "both runs passed every item",
    "floor": "both runs failed every item",
    "equal": "the runs agree on every item",
}


def _why_silent(table: Table) -> Reason:
    if table.d == 0:
        return "ceiling"
    return "floor" if table.a == 0 else "equal"


def heterogeneity_p(tables: Mapping[str, Table]) -> Fraction:
    """Return the exact p that the suites' discordant splits are as uneven as observed, or more, by chance alone.

    The statistic is Pearson's sum (b_s - n_s b/n)^2 / n_s, compared exactly; conditional on every n_s and on b the
    splits are multivariate hypergeometric. 1 where fewer than two suites have discordant items. Raises `TooLarge`
    where the distribution has too many values.

    >>> heterogeneity_p({"x": Table(0, 3, 0, 0), "y": Table(0, 0, 3, 0)})
    Fraction(1, 10)
    """
    splits = [(t.n, t.b) for t in tables.values() if t.n]
    if len(splits) < 2:
        return Fraction(1)
    total, wins = sum(n for n, _ in splits), sum(b for _, b in splits)
    # given sum b_s, the statistic rises with sum b_s^2 / n_s alone; over a common denominator that is an integer
    common = math.lcm(*(n for n, _ in splits))
    observed = sum(b * b * (common // n) for n, b in splits)
    states = {(0, 0): 1}
    for n, _ in splits:
        weights = [(b, b * b * (common // n), math.comb(n, b)) for b in range(min(n, wins) + 1)]
        new: dict[tuple[int, int], int] = {}
        for (used, value), ways in states.items():
            for b, add, more in weights[: wins - used + 1]:
                key = (used + b, value + add)
                new[key] = new.get(key, 0) + ways * more
        if len(new) > MAX_STATES:
            raise TooLarge(
                "the heterogeneity of suites",
                predicted=len(new),
                limit=MAX_STATES,
                unit="states",
                alternative="merge suites, or compare them two at a time",
            )
        states = new
    return Fraction(
        sum(ways for (used, value), ways in states.items() if used == wins and value >= observed),
        math.comb(total, wins),
    )


def stratified(suites: Mapping[str, Table]) -> Stratified:
    """Return the exact test over suites: the test of the summed table, with silent suites named.

    Exact. Raises `TableError` for no suites, `TooLarge` where heterogeneity is out of reach.

    >>> result = stratified({"math": Table(40, 9, 2, 9), "trivia": Table(30, 0, 0, 0)})
    >>> result.p == exact_p(9, 2), dict(result.uninformative)
    (True, {'trivia': 'ceiling'})
    """
    if not suites:
        raise TableError("there are no suites; give one Table for each")
    a, b, c, d = (sum(cells) for cells in zip(*((t.a, t.b, t.c, t.d) for t in suites.values()), strict=True))
    silent = {name: _why_silent(t) for name, t in suites.items() if t.n == 0}
    return Stratified(Table(a, b, c, d), exact_p(b, c), mid_p(b, c), dict(suites), silent, heterogeneity_p(suites))
