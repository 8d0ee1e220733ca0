"""Intervals for one run's pass rate k/N. A new family is a new file and one import line below."""

from __future__ import annotations

from discordant.enclosed.interval import Interval, Quantile
from discordant.enclosed.single.registry import REGISTRY
from discordant.errors import TableError, UndefinedError
from discordant.level import Exactly
from discordant.table import read_count

from discordant.enclosed.single import agresti_coull, quantiles, wilson  # isort: skip # registers its methods


def pass_rate_interval(
    k: int, N: int, method: str = "wilson", *, level: Exactly = "0.95", z: Exactly | None = None
) -> Interval:
    """Return an interval for the pass rate k/N of one run, a proportion.

    `method` names an entry of the registry (see docs/intervals.md); `z`, an exact decimal, replaces the level.
    Limits are certified to any precision. Raises `TableError` for counts that are none or k > N, `UndefinedError` for
    N = 0, `ArgumentError` for an unknown method, `LevelError` for a level or z that is none.

    >>> pass_rate_interval(74, 82).decimal(3)
    ('0.819', '0.950')
    """
    k, N = read_count(k, "k"), read_count(N, "N")
    found = REGISTRY.find(method)
    if k > N:
        raise TableError(f"k={k} passes of N={N} items; k is at most N")
    if not N:
        raise UndefinedError("the pass rate of no items is undefined; N is 0")
    return REGISTRY.interval(found.id, (k, N), Quantile.of(level, z))


__all__ = ["REGISTRY", "agresti_coull", "pass_rate_interval", "quantiles", "wilson"]
