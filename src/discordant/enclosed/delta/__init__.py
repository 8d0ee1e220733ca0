"""Intervals for delta = (b-c)/N. A new family is a new file and one import line below."""

from __future__ import annotations

from typing import Any

from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.interval import Interval, Quantile
from discordant.errors import TableError, UndefinedError
from discordant.level import Exactly
from discordant.table import Table

from discordant.enclosed.delta import wald, newcombe, mover_jeffreys, tango  # isort: skip # each registers its methods,
from discordant.enclosed.delta import conditional, melded, unconditional  # isort: skip # in this order


def interval(table: Table, method: str, *, level: Exactly = "0.95", z: Exactly | None = None) -> Interval:
    """Return an interval for delta = (b-c)/N, candidate minus baseline, a proportion (not points).

    `method` names an entry of the registry (see docs/intervals.md); `z`, an exact decimal such as "1.96", replaces the
    level. Limits are certified to any precision. Raises `TableError` unless all four cells are known, `UndefinedError`
    for the table of no items, `ArgumentError` for an unknown method, `LevelError` for a level or z that is none.

    >>> interval(Table(157, 17, 3, 23), "newcombe-plain").decimal(4)
    ('0.0274', '0.1156')
    """
    found = REGISTRY.find(method)
    return REGISTRY.interval(found.id, (read_table(table, "delta"),), Quantile.of(level, z))


def read_table(table: Any, what: str) -> Table:
    """Return `table` if it has four cells and items, else raise `TableError` or `UndefinedError`."""
    if not isinstance(table, Table):
        raise TableError(f"{what} needs all four cells; give a Table(a, b, c, d), not {type(table).__name__}")
    if not table.N:
        raise UndefinedError(f"{what} of a table without items is undefined; N is 0")
    return table


__all__ = [
    "REGISTRY",
    "conditional",
    "interval",
    "melded",
    "mover_jeffreys",
    "newcombe",
    "tango",
    "unconditional",
    "wald",
]
