"""How a printed figure can be read: which number, by which test or interval, under which rounding, at what price.

The sets of docs/audit.md, in Fractions; part of the enumeration of `audit_witness`: no code of the auditor's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from discordant.conformance.audit_laws import WAYS, Cells, Way
from discordant.conformance.melded_witness import rough_melded
from discordant.conformance.rate_witness import Setting
from discordant.conformance.table_witness import DELTA
from discordant.conformance.witness import DisagreementError

_COST: Final = {"sound": 0, "one tail": 4, "unpaired": 4, "defect": 5}
OTHER_SOUND: Final = 3
"""What it takes to believe in a kind of test: not named, another than the one named."""

ROUNDING: Final = {"nearest": 0, "truncated": 1, "double-rounded": 1, "rounded-up": 1, "within-one-unit": 2}
_WORDS: Final = {
    "nearest": "",
    "truncated": "cut off after the last printed digit",
    "double-rounded": "rounded twice, first to one more digit",
    "rounded-up": "rounded away from zero",
    "within-one-unit": "off by less than one unit of the last digit",
}


class Number(NamedTuple):
    """A printed number: its value, and the unit of its last digit."""

    value: Fraction
    unit: Fraction

    def prints(self, x: Any, rounding: str) -> bool:
        """Whether a positive x prints as this under a convention; x a Fraction, or an mpf that is not too close."""
        v, u = self
        if rounding == "truncated":
            return _within(x, v, v + u, high_in=False)
        if rounding == "rounded-up":
            return _within(x, v - u, v, low_in=False)
        if rounding == "within-one-unit":
            return _within(x, v - u, v + u, False, False)
        half = u / 2 if rounding == "nearest" else u * Fraction(11, 20)
        return _within(x, v - half, v + half)


def _within(x: Any, low: Fraction, high: Fraction, low_in: bool = True, high_in: bool = True) -> bool:
    if isinstance(x, (int, Fraction)):
        return (low <= x if low_in else low < x) and (x <= high if high_in else x < high)
    for end in (low, high):
        if abs(x * end.denominator - end.numerator) < 1e-9 * end.denominator * min(1, abs(x)):
            raise DisagreementError(f"{x} is too close to {end} to be told from it")
    return bool(x * low.denominator > low.numerator and x * high.denominator < high.numerator)


def number(text: str) -> Number:
    """Return the number that a text prints; percent and points are divided by 100."""
    match = re.fullmatch(r"(-?)(\d*)(?:\.(\d+))?( ?%| pp)?", text.strip())
    if match is None:
        raise DisagreementError(f"{text!r} is not read here")
    places = match[3] or ""
    unit = Fraction(1, 10 ** len(places)) / (100 if match[4] else 1)
    value = int(match[2] + places) * unit
    return Number(-value if match[1] else value, unit)


class Reading(NamedTuple):
    """One reading of one figure: the name of the method, its kind, the rounding, and the tables that print it so."""

    name: str
    kind: str
    rounding: str
    cost: int
    holds: Callable[[Cells], bool]

    @property
    def words(self) -> str:
        """The reading as a finding words it."""
        return ", ".join(filter(None, (self.name, _WORDS[self.rounding])))


def readings_of(key: str, inputs: dict[str, str]) -> list[Reading]:
    """Return every reading of one figure of a claim."""
    if key == "interval":
        return _interval_readings(inputs)
    printed, stated = number(inputs[key]), inputs.get("method")
    found = []
    for way, rounding in product(WAYS, ROUNDING):
        value = way.p if key == "p" else way.statistic
        if value is None:
            continue
        cost = _cost(way, stated)
        found.append(Reading(way.name, way.kind, rounding, cost, _printer(way, value, printed, rounding)))
    if key == "statistic":
        kind = "sound" if stated == "exact" else "defect"
        smaller = Way("exact", kind, lambda t: Fraction(min(t.b, t.c)))
        for rounding in ROUNDING:
            shown = _printer(smaller, smaller.p, printed, rounding)
            found.append(Reading("exact", kind, rounding, _COST[kind], shown))
    return found


@cache
def _computed(value: Callable[[Cells], Any], at: Cells) -> Any:
    return value(at)


def _printer(way: Way, value: Callable[[Cells], Any], printed: Number, rounding: str) -> Callable[[Cells], bool]:
    def holds(at: Cells) -> bool:
        if way.margins and at.margins is None:
            return False
        found = _computed(value, at)
        return found is not None and printed.prints(found, rounding)

    return holds


def _cost(way: Way, stated: str | None) -> int:
    if stated is None:
        return _COST[way.kind]
    if way.name == stated or (stated in ("mid-p", "half-correction") and way.name.startswith(stated + "-folded")):
        return 0
    return OTHER_SOUND if way.kind == "sound" else _COST[way.kind]


@cache
def _setting() -> Setting:
    return Setting({"level": "0.95"})


@cache
def _limits(method: str, *cells: int) -> Any:
    find = rough_melded if method == "exact-melded" else DELTA[method]
    return find(_setting(), *cells)


def _interval_readings(inputs: dict[str, str]) -> list[Reading]:
    """Return the sound intervals at 0.95, rounded to nearest; nothing dearer is tried, and is missed if it decides."""
    lower, upper = (number(end + " pp") for end in inputs["interval"].removesuffix(" pp").strip("[]").split(","))

    def printer(method: str) -> Callable[[Cells], bool]:
        def holds(at: Cells) -> bool:
            assert at.a is not None
            assert at.d is not None
            low, high = _limits(method, at.a, at.b, at.c, at.d)
            return lower.prints(low, "nearest") and upper.prints(high, "nearest")

        return holds

    return [Reading(method, "sound", "nearest", 0, printer(method)) for method in (*DELTA, "exact-melded")]
