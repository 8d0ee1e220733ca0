"""What a registry of interval methods holds: one entry per method, filled by the file of its family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from discordant.enclosed.interval import Interval, Quantile, unknown_method
from discordant.enclosed.real import Real

Compute = Callable[..., tuple[Real, Real]]
"""Limits from counts and a quantile: (table, q) for delta and the ratio of pass rates, (b, c, q) for the odds ratio,
(k, N, q) for one pass rate."""


@dataclass(frozen=True, slots=True)
class Method:
    """One interval method: its id, what a reader should know about it, and how it is computed.

    `dual_of` names the test that rejects exactly where the interval excludes the null, None where there is none;
    `parameter_range` says whether the limits stay within the parameter's range.
    """

    id: str
    label: str
    estimand: str
    source: str
    dual_of: str | None
    parameter_range: str
    weaknesses: str
    at_no_discordance: str
    at_empty_margin: str
    compute: Compute


class Registry(dict[str, Method]):
    """The methods of one estimand by id, in the order in which their families were imported."""

    def __init__(self, estimand: str, what: str) -> None:
        super().__init__()
        self.estimand = estimand
        self.what = what

    def register(self, method: Method) -> Method:
        """Add a method; a second one of the same id is a programming error."""
        if method.id in self or method.estimand != self.estimand:
            raise ValueError(f"{method.id!r} is registered already, or is not for {self.estimand}")
        self[method.id] = method
        return method

    def find(self, method: str) -> Method:
        """Return the method of that id; raises `ArgumentError` naming the known ones."""
        if not isinstance(method, str) or method not in self:
            raise unknown_method(method, tuple(self), self.what)
        return self[method]

    def interval(self, method: str, counts: tuple[Any, ...], quantile: Quantile) -> Interval:
        """Return the interval of a method on validated counts."""
        found = self.find(method)
        return Interval.build(found.compute(*counts, quantile), found.id, self.estimand, quantile)
