"""Which inputs the interval vectors hold: the authored part, as in `cases`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from discordant.conformance.cases import SPLITS, TABLES, Case, duty


def _ends(function: str, inputs: dict[str, str], level: str, flags: tuple[str, ...], note: str) -> Iterator[Case]:
    for end in ("lower", "upper"):
        yield Case(function, {**inputs, "level": level, "end": end}, flags, comment=note)


def _boolean(function: str, inputs: dict[str, str], letter: str) -> Case:
    return Case(function, inputs, ("BoolAsInt",), duty("BoolAsInt"), reject=f"{letter} is a boolean")


def _levels(flags: tuple[str, ...]) -> tuple[str, ...]:
    return ("0.95", "0.9", "0.99") if "WorkedExample" in flags else ("0.95",)


EXACT: Final = {"exact-melded": 500, "exact-unconditional": 30}
"""Exact intervals, whose second algorithms take seconds for a limit, and the most items they are asked for."""

_SEVERAL_LEVELS: Final = 30
"""Most items for which an exact interval is asked at more than one level."""


def table_interval_cases(function: str) -> Iterator[Case]:
    """Cases of one interval for delta or for the ratio of pass rates."""
    exact = function.partition(".")[2] in EXACT
    for a, b, c, d, flags, note in TABLES:
        items = a + b + c + d
        if items > EXACT.get(function.partition(".")[2], items):
            continue
        inputs = dict(zip("abcd", map(str, (a, b, c, d)), strict=True))
        for level in _levels(flags if not exact or items <= _SEVERAL_LEVELS else ()):
            yield from _ends(function, inputs, level, flags, note)
    wrong = {"a": "10", "b": "5", "c": "5", "d": "10", "level": "0.95", "end": "lower"}
    yield Case(function, {**wrong, "b": "-5"}, ("Negative",), reject="b is negative")
    yield Case(function, {**wrong, "c": "2.5"}, ("NonInteger",), reject="c is not a whole number")
    yield Case(function, {**wrong, "level": "95"}, ("NonInteger",), reject="the level is not between 0 and 1")
    yield _boolean(function, {**wrong, "b": "true"}, "b")
    narrow = {"a": "1", "b": "1", "c": "7", "d": "12", "integer_type": "uint8"}
    yield from _ends(function, narrow, "0.95", ("NarrowInteger",), "b - c wraps around in unsigned arithmetic")


MELDED_TIE: Final = {"a": "3", "b": "6", "c": "0", "d": "1", "level": "31/32", "end": "lower"}
"""The one-sided exact p of 6 against 0 is 1/64, half of this alpha: the melded lower limit is exactly 0."""

LEAST_SIX: Final = {"a": "3", "b": "6", "c": "0", "d": "1", "level": "0.95"}
"""The fewest discordant items that the exact test calls significant at 0.05."""

WALD_TIE: Final = {"a": "2000", "b": "1300", "c": "1202", "d": "300", "z": "1.96", "end": "lower"}
"""With z = 1.96 exactly, the Wald lower limit of N = 4802, b = 1300, c = 1202 is exactly 0."""


HUGE_SPLITS: Final = (
    (501000, 499000, ("HugeN",)),
    (1000000, 3, ("HugeN",)),
    (3, 1000000, ("HugeN", "OrderSwap")),
    (1000000, 0, ("HugeN", "OneSided")),
    (8316492, 8316490, ("HugeN",)),
    (10000000, 10000000, ("HugeN", "Tie")),
    (500030000, 499970000, ("HugeN",)),
)
"""Discordant counts of a million and more for the limits of the odds ratio."""

SLOW: Final = {"odds_ratio_interval.blaker": 20_000_000, "odds_ratio_interval.jeffreys": 20_000_000}
"""Most items for which limits are asked whose second algorithm takes several times as long as one tail's."""


def split_interval_cases(function: str) -> Iterator[Case]:
    """Cases of one interval for the odds ratio b/c."""
    for b, c, flags, _ in SPLITS:
        if b + c <= 500 and {"WorkedExample", "ZeroDiscordant", "OneSided", "OrderSwap", "Tie"} & set(flags):
            kept = tuple(f for f in flags if f not in ("CapAtOne", "ClampEdwards", "MidPTie", "RoundingTie"))
            for level in _levels(flags) if b + c == 20 else ("0.95",):
                yield from _ends(function, {"b": str(b), "c": str(c)}, level, kept, "")
    for b, c, flags in HUGE_SPLITS:
        if b + c <= SLOW.get(function, b + c):
            yield from _ends(function, {"b": str(b), "c": str(c)}, "0.95", flags, "")
    wrong = {"b": "5", "c": "5", "level": "0.95", "end": "lower"}
    yield Case(function, {**wrong, "b": "-5"}, ("Negative",), reject="b is negative")
    yield Case(function, {**wrong, "c": "2.5"}, ("NonInteger",), reject="c is not a whole number")
    yield _boolean(function, {**wrong, "b": "true"}, "b")
    narrow = {"b": "100", "c": "60", "integer_type": "int8"}
    yield from _ends(function, narrow, "0.95", ("NarrowInteger",), "b + c does not fit")


RATES: Final = (
    (174, 200, ("WorkedExample",), "wilson lower 0.816336481278"),
    (160, 200, ("WorkedExample",), ""),
    (74, 82, ("WorkedExample",), "wilson 81.9..95.0"),
    (77, 82, ("WorkedExample",), "wilson 86.5..97.4"),
    (0, 20, ("OneSided",), ""),
    (20, 20, ("OneSided",), "wilson lower 83.9"),
    (12, 12, ("OneSided",), "wilson lower 75.8"),
    (0, 1, ("SingleItem", "OneSided"), ""),
    (1, 1, ("SingleItem", "OneSided"), ""),
    (1, 2, ("Tie",), ""),
    (10, 20, ("Tie",), ""),
    (871234, 1000000, ("HugeN",), ""),
    (999999997, 1000000000, ("HugeN",), "three failures of 10^9"),
)


def rate_interval_cases(function: str) -> Iterator[Case]:
    """Cases of one interval for a single pass rate."""
    for k, total, flags, note in RATES:
        for level in _levels(flags):
            yield from _ends(function, {"k": str(k), "N": str(total)}, level, flags, note)
    wrong = {"k": "5", "N": "10", "level": "0.95", "end": "lower"}
    yield Case(function, {**wrong, "k": "-5"}, ("Negative",), reject="k is negative")
    yield Case(function, {**wrong, "k": "11"}, ("NonInteger",), reject="k exceeds N")
    yield _boolean(function, {**wrong, "k": "true"}, "k")
    narrow = {"k": "174", "N": "200", "integer_type": "uint8"}
    yield from _ends(function, narrow, "0.95", ("NarrowInteger",), "k (N - k) does not fit")
