"""The registries of intervals, one family for each estimand: what a report can ask for, and how it is computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from discordant.enclosed import delta, odds_ratio, risk_ratio, single
from discordant.enclosed.interval import Interval
from discordant.table import Discordant, Table

Call = Callable[[Fraction], Interval]


@dataclass(frozen=True, slots=True)
class Family:
    """The intervals of one estimand: the null value that they may exclude (None where there is none) and the methods.

    `calls(counts, method)` returns (printed estimand, function of the level) for each interval: one, or two for the
    pass rates of both runs.
    """

    estimand: str
    null: Fraction | None
    needs_all_cells: bool
    methods: tuple[str, ...]
    calls: Callable[[Any, str], tuple[tuple[str, Call], ...]]


def _delta(table: Table, method: str) -> tuple[tuple[str, Call], ...]:
    return (("delta", lambda level: delta.interval(table, method, level=level)),)


def _odds_ratio(counts: Table | Discordant, method: str) -> tuple[tuple[str, Call], ...]:
    return (("odds-ratio", lambda level: odds_ratio.odds_ratio_interval(counts, method, level=level)),)


def _risk_ratio(table: Table, method: str) -> tuple[tuple[str, Call], ...]:
    return (("risk-ratio", lambda level: risk_ratio.risk_ratio_interval(table, method, level=level)),)


def _pass_rates(table: Table, method: str) -> tuple[tuple[str, Call], ...]:
    def call(passes: int) -> Call:
        return lambda level: single.pass_rate_interval(passes, table.N, method, level=level)

    return (
        ("baseline pass rate", call(table.baseline_passes)),
        ("candidate pass rate", call(table.candidate_passes)),
    )


def families() -> dict[str, Family]:
    """Return the families by estimand, in the order in which reports show them."""
    return {
        family.estimand: family
        for family in (
            Family("delta", Fraction(0), True, tuple(delta.REGISTRY), _delta),
            Family("risk-ratio", Fraction(1), True, tuple(risk_ratio.REGISTRY), _risk_ratio),
            Family("odds-ratio", Fraction(1), False, tuple(odds_ratio.REGISTRY), _odds_ratio),
            Family("pass-rate", None, True, tuple(single.REGISTRY), _pass_rates),
        )
    }
