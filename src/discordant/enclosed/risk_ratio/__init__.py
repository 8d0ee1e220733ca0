"""Intervals for the ratio of pass rates (a+b)/(a+c). A new family is a new file and one import line below."""

from __future__ import annotations

from discordant.enclosed.delta import read_table
from discordant.enclosed.interval import Interval, Quantile
from discordant.enclosed.risk_ratio.registry import REGISTRY
from discordant.level import Exactly
from discordant.table import Table

from discordant.enclosed.risk_ratio import wald_log, tang, mover, bonett_price  # isort: skip # each registers its methods


def risk_ratio_interval(table: Table, method: str, *, level: Exactly = "0.95", z: Exactly | None = None) -> Interval:
    """Return an interval for the ratio of pass rates (a+b)/(a+c), candidate over baseline.

    `method` names an entry of the registry (see docs/intervals.md); `z`, an exact decimal, replaces the level. Limits
    are certified to any precision; the upper one may be infinite. Where neither run passed anything the ratio is
    undefined and every method gives [0, inf]. Raises `TableError` unless all four cells are known, `UndefinedError`
    for the table of no items, `ArgumentError` for an unknown method, `LevelError` for a level or z that is none.

    >>> risk_ratio_interval(Table(59, 6, 16, 80), "mover-wilson").decimal(4)
    ('0.7592', '0.9866')
    """
    found = REGISTRY.find(method)
    return REGISTRY.interval(found.id, (read_table(table, "the ratio of pass rates"),), Quantile.of(level, z))


__all__ = ["REGISTRY", "bonett_price", "mover", "risk_ratio_interval", "tang", "wald_log"]
