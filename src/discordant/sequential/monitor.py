"""A comparison that may be watched: state the rule first, feed items one by one, stop when the rule says so."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from discordant.enclosed.real import Real
from discordant.errors import ArgumentError, TableError
from discordant.exact.dyadic import format_exact
from discordant.exact.pvalues import Alternative, read_alternative
from discordant.level import Exactly, read_level
from discordant.sequential.e_value import e_value
from discordant.sequential.posterior import UNIFORM, Prior, read_prior
from discordant.table import Table, read_count

_LARGE: Final = Fraction(10) ** 300
"""Beyond this, and below its inverse, a binary64 no longer serves; the logarithm is shown."""


def shown(q: Fraction) -> str:
    """Return an e-value or p of any size in four digits, beyond binary64 as a power of ten."""
    if 1 / _LARGE < q < _LARGE:
        return f"{float(q):.4g}"
    return f"10^{Real.exact(q).log10().decimal(2)}"


def _number(q: Fraction) -> dict[str, Any]:
    return {"exact": format_exact(q), "float": float(q) if q < _LARGE else None, "shown": shown(q)}


@dataclass(frozen=True, slots=True)
class Rule:
    """The stopping rule, stated before the first item: stop at e >= 1/alpha, or after `most` items at the latest."""

    alpha: Fraction
    alternative: Alternative = "two-sided"
    prior: Prior = UNIFORM
    most: int | None = None

    @classmethod
    def read(
        cls,
        alpha: Exactly = "0.05",
        *,
        alternative: Alternative = "two-sided",
        prior: Prior = UNIFORM,
        most: int | None = None,
    ) -> Rule:
        """Return the rule of these words; `LevelError`, `ArgumentError` or `TableError` names the one that is wrong."""
        read_alternative(alternative)
        if most is not None and read_count(most, "most") == 0:
            raise ArgumentError("most=0 would stop before the first item")
        return cls(read_level(alpha, "alpha").value, alternative, read_prior(prior), most)

    def __str__(self) -> str:
        """Return the rule as one sentence."""
        text = f"stop when e >= {format_exact(1 / self.alpha)} ({self.alternative})"
        return text if self.most is None else f"{text}, or after {self.most} items"


@dataclass(slots=True)
class Monitor:
    """Watches two runs item by item under a `Rule`; the only object of this package that changes.

    `largest` is the largest e-value so far: 1/`largest`, at most 1, is an anytime-valid p. `stopped` says why the
    monitor stopped ("difference" or "most"), None while it runs. After stopping it takes no more items.

    >>> monitor = Monitor(Rule.read("0.05", alternative="candidate"))
    >>> while monitor.stopped is None:
    ...     _ = monitor.update(baseline=False, candidate=True)
    >>> monitor.table.b, monitor.stopped
    (7, 'difference')
    """

    rule: Rule
    _cells: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    e: Fraction = Fraction(1)
    largest: Fraction = Fraction(1)
    stopped: str | None = None

    @property
    def table(self) -> Table:
        """The counts so far."""
        return Table(*self._cells)

    @property
    def anytime_p(self) -> Fraction:
        """The anytime-valid p: 1 over the largest e-value so far, at most 1."""
        return min(Fraction(1), 1 / self.largest)

    def update(self, *, baseline: bool, candidate: bool) -> Fraction:
        """Take one item and return the e-value after it; concordant items leave it where it was.

        Raises `TableError` for an outcome that is no bool, and for an item after the monitor stopped.
        """
        for name, outcome in (("baseline", baseline), ("candidate", candidate)):
            if not isinstance(outcome, bool):
                raise TableError(f"{name}={outcome!r} is not an outcome; outcomes are True or False")
        if self.stopped is not None:
            raise TableError("the monitor has stopped by its rule; later items belong to a new comparison")
        self._cells[(0 if baseline else 1) if candidate else (2 if baseline else 3)] += 1
        if baseline != candidate:
            _, b, c, _ = self._cells
            self.e = e_value(b, c, alternative=self.rule.alternative, prior=self.rule.prior)
            self.largest = max(self.largest, self.e)
        if self.e >= 1 / self.rule.alpha:
            self.stopped = "difference"
        elif self.rule.most is not None and sum(self._cells) >= self.rule.most:
            self.stopped = "most"
        return self.e

    def __str__(self) -> str:
        """Return where the comparison stands, with what kind of number this is."""
        t = self.table
        state = {
            None: "still running",
            "difference": f"stopped: evidence of a difference, {'candidate' if t.b > t.c else 'baseline'} ahead",
            "most": "stopped: the last item of the rule was reached without sufficient evidence",
        }[self.stopped]
        counted = f"{t.N} {'item' if t.N == 1 else 'items'}, {t.b}-{t.c} discordant"
        return (
            f"{state}\n{counted}: e = {shown(self.e)} (largest {shown(self.largest)}),"
            f" anytime-valid p {shown(self.anytime_p)}\nrule: {self.rule};"
            " this is not the fixed-n p-value, which may be read once only"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the state as JSON-ready values, the e-value exactly and as a float."""
        t = self.table
        return {
            "cells": {"both": t.a, "candidate_only": t.b, "baseline_only": t.c, "neither": t.d},
            "e": _number(self.e),
            "largest_e": _number(self.largest),
            "anytime_p": _number(self.anytime_p),
            "stopped": self.stopped,
            "rule": str(self.rule),
        }
