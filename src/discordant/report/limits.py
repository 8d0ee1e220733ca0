"""The intervals that a report shows: which were asked for, their limits, and whether they exclude the null."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from discordant.enclosed.interval import Interval
from discordant.errors import ArgumentError, TableError, TooLarge, Undecided
from discordant.report.registries import Family, families
from discordant.table import Discordant, Table

DEFAULT: Final = ("wald", "newcombe-plain", "newcombe-corrected")
"""The intervals for delta that a report shows unasked."""


@dataclass(frozen=True, slots=True)
class Limits:
    """One interval of a report: its estimand and method, and its limits or why it was refused.

    `excludes_null` is None where the estimand has no null (a single pass rate), the interval was refused, or a limit is
    too close to the null to call.
    """

    estimand: str
    method: str
    interval: Interval | None
    excludes_null: bool | None = None
    refusal: str | None = None

    @property
    def name(self) -> str:
        """The method, with its estimand where that is not delta."""
        return self.method if self.estimand == "delta" else f"{self.estimand} {self.method}"

    @property
    def is_point(self) -> bool:
        """Whether both limits are the same exactly known number."""
        if self.interval is None:
            return False
        lower = self.interval.lower.exact_value
        return lower is not None and lower == self.interval.upper.exact_value


def _choices(known: Mapping[str, Family]) -> str:
    return "; ".join(f"{family.estimand}: {', '.join(family.methods)}" for family in known.values() if family.methods)


def read_methods(asked: str | Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    """Return the (estimand, method) pairs that `asked` names: None for the usual three, "all", or ids.

    An id without an estimand is one for delta; others are written `odds-ratio:wilson`, `risk-ratio:wald-log` or
    `pass-rate:jeffreys`. Raises `ArgumentError` listing the choices for an unknown one.

    >>> read_methods("wald, pass-rate:wilson")
    (('delta', 'wald'), ('pass-rate', 'wilson'))
    """
    known = families()
    if asked is None:
        return tuple(("delta", method) for method in DEFAULT)
    words = _words(asked)
    chosen: dict[tuple[str, str], None] = {}
    for word in words:
        if word == "all":
            chosen |= dict.fromkeys((family.estimand, method) for family in known.values() for method in family.methods)
            continue
        estimand, colon, method = word.rpartition(":")
        estimand = estimand if colon else "delta"
        if estimand not in known or method not in known[estimand].methods:
            raise ArgumentError(f"interval {word!r} is unknown; choose all or from {_choices(known)}")
        chosen[estimand, method] = None
    return tuple(chosen)


def _words(asked: str | Sequence[str]) -> list[str]:
    return [word.strip() for word in asked.split(",")] if isinstance(asked, str) else list(asked)


def limits(counts: Table | Discordant, asked: str | Sequence[str] | None, level: Fraction) -> tuple[Limits, ...]:
    """Return the intervals that `asked` names (see `read_methods`) at `level`, in order.

    A method that refuses the table's size is listed with its reason, so that one costly method does not hide the rest.
    Where only b and c are known, None and "all" leave out the intervals that need all four cells; one that was named
    raises `TableError`.
    """
    named = asked is not None and "all" not in _words(asked)
    known = families()
    found: list[Limits] = []
    for estimand, method in read_methods(asked):
        family = known[estimand]
        if isinstance(counts, Discordant) and family.needs_all_cells:
            if named:
                raise TableError(f"the {estimand} interval {method} needs all four cells; only b and c are known")
            continue
        found += [_limits(family, name, method, call, level) for name, call in family.calls(counts, method)]
    return tuple(found)


def _limits(family: Family, name: str, method: str, call: Callable[[Fraction], Interval], level: Fraction) -> Limits:
    try:
        interval = call(level)
    except TooLarge as refusal:
        return Limits(name, method, None, refusal=str(refusal))
    return Limits(name, method, interval, _excludes(interval, family.null))


def _excludes(interval: Interval, null: Fraction | None) -> bool | None:
    try:
        return None if null is None else not interval.contains(null)
    except Undecided:  # too close to call: said as such, never guessed
        return None
