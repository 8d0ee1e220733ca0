"""Intervals for the conditional odds ratio b/c. A new family is a new file and one import line below."""

from __future__ import annotations

from typing import Any

from discordant.enclosed.interval import Interval, Quantile
from discordant.enclosed.odds_ratio.registry import REGISTRY
from discordant.errors import TableError
from discordant.level import Exactly
from discordant.table import Discordant, Table

from discordant.enclosed.odds_ratio import quantiles, wilson, blaker  # isort: skip # each registers its methods


def odds_ratio_interval(
    table: Table | Discordant, method: str, *, level: Exactly = "0.95", z: Exactly | None = None
) -> Interval:
    """Return an interval for the conditional odds ratio b/c, candidate against baseline; a limit may be infinite.

    `table` is a `Table` or a `Discordant`: only b and c count. `method` names an entry of the registry (see
    docs/intervals.md); `z`, an exact decimal such as "1.96", replaces the level. b = c = 0 gives [0, inf], b = 0 a
    lower limit of 0 and c = 0 an infinite upper limit. Limits are certified to any precision (to 300 digits for
    b + c near 10^9). Raises `TableError` for anything else than those two, `ArgumentError` for an unknown method,
    `LevelError` for a level or z that is none, `TooLarge` for the quantile methods where b + c > 10^9.

    >>> odds_ratio_interval(Discordant(17, 3), "mid-p").decimal(6)
    ('1.808142', '24.239915')
    """
    found = REGISTRY.find(method)
    counts = _read_discordant(table)
    return REGISTRY.interval(found.id, (counts.b, counts.c), Quantile.of(level, z))


def _read_discordant(table: Any) -> Discordant:
    if isinstance(table, Table):
        return table.discordant
    if isinstance(table, Discordant):
        return table
    raise TableError(
        f"the odds ratio needs b and c; give a Discordant(b, c) or a Table(a, b, c, d), not {type(table).__name__}"
    )


__all__ = ["REGISTRY", "blaker", "odds_ratio_interval", "quantiles", "wilson"]
