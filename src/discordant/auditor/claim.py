"""A published claim: what was printed, under the schema that every claim file and the Python class share."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Final, Literal

from discordant.auditor.names import interval_names, odds_ratio_names, test_names
from discordant.auditor.printed import Printed, told
from discordant.errors import ClaimError, LevelError, TooLarge
from discordant.level import read_level

CONCLUSIONS: Final[dict[str, str]] = {
    "significant": "the runs differ",
    "not-significant": "no difference was shown",
    "candidate-better": "the candidate is better",
    "baseline-better": "the baseline is better",
    "same": "the runs are equally good",
}
ALTERNATIVES: Final = ("two-sided", "candidate", "baseline")
DESIGNS: Final = ("paired", "independent")
COUNT_KEYS: Final = ("a", "b", "c", "d", "n", "N", "candidate_passes", "baseline_passes")
SCALAR_KEYS: Final = ("candidate_rate", "baseline_rate", "delta")
FIGURE_KEYS: Final = ("p", "statistic", "z", "odds_ratio")
INTERVAL_KEYS: Final = ("interval", "odds_ratio_interval")

MAX_COUNT: Final = 10**9
"""Largest count that is audited: the reach of the certified tails."""
LONGEST_COUNT: Final = 100
"""Most digits that are read as a whole number at all."""
_MAX_INTERVAL: Final = 500
_RANGE: Final = re.compile(r"(\d[\d,]*)\s*\.\.\s*(\d[\d,]*)")
_SHARE: Final = re.compile(r"(\d[\d,]*)\s*/\s*(\d[\d,]*)")
_BETWEEN: Final = re.compile(r"[\[(]?\s*(.+?)\s*(?:,\s|;|\.\.|\bto\b|–|(?<=[\d%])\s*,\s*(?=[+\-−\d]))\s*(.+?)\s*[\])]?")

Texts = str | Sequence[str] | Mapping[str, str | Sequence[str]]


_MEANT: Final = {
    **dict.fromkeys(("items", "n_items", "num_items", "total", "size", "count", "questions", "samples"), "N"),
    **dict.fromkeys(("pvalue", "p_value", "p-value"), "p"),
    **dict.fromkeys(("ci", "confidence_interval"), "interval"),
    **dict.fromkeys(("chi2", "chi_square", "chi-square", "chisq"), "statistic"),
    **dict.fromkeys(("discordant", "n_discordant"), "n"),
    **dict.fromkeys(("test",), "method"),
    **dict.fromkeys(("difference", "diff"), "delta"),
    **dict.fromkeys(("confidence",), "level"),
    **dict.fromkeys(("significant", "verdict"), "conclusion"),
}
"""Names that people give to keys of a claim."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure: the key it stands under, its number (two for an interval), and the method named for it."""

    key: str
    printed: tuple[Printed, ...]
    method: str | None = None

    @property
    def name(self) -> str:
        """The figure in a sentence, such as `p = 0.0026`."""
        label = f"{self.key.replace('_', ' ')} ({self.method})" if self.method else self.key.replace("_", " ")
        if len(self.printed) == 2:
            return f"{label} [{self.printed[0]}, {self.printed[1]}]"
        text = self.printed[0].text.strip()
        bare = re.sub(r"^[pP]\s*(?=[<>=≤≥≈~])", "", text)
        return f"{label} {bare}" if bare[:1] in "<>=≤≥≈~" or bare[:1] in "nN" else f"{label} = {bare}"


def read_count_range(value: Any, key: str) -> tuple[int, int | None]:
    """Return the least and the greatest count that `value` allows: 200, `1,319`, `<= 300`, `>= 6` or `100..300`."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ClaimError(
            f"{told(value)} is a {type(value).__name__}; counts are whole numbers or text such as '<= 300'"
        )
    low: int
    high: int | None
    if isinstance(value, int):
        low = high = value
    elif between := _RANGE.fullmatch(value.strip()):
        low, high = read_whole(between[1]), read_whole(between[2])
    else:
        printed = Printed.read(value, "the count")
        if printed.percent or printed.value.denominator != 1 or printed.relation == "ns" or "." in value:
            raise ClaimError(
                f"{told(value)} is not a whole number; a count is written like 200, '<= 300' or '100..300'"
            )
        number = int(printed.value)
        low, high = {
            "=": (number, number),
            "<": (0, number - 1),
            "<=": (0, number),
            ">": (number + 1, None),
            ">=": (number, None),
        }[printed.relation]
    if low < 0 or (high is not None and high < low):
        raise ClaimError(f"{told(value)} allows no count; counts are 0 or more")
    _check_count(max(low, high or 0), key)
    return low, high


def read_whole(text: str) -> int:
    """Return the whole number that digits and thousands separators write, no longer than a count can be."""
    digits = text.replace(",", "")
    if len(digits) > LONGEST_COUNT:
        raise ClaimError(f"{told(text)} has {len(digits)} digits; no count is so long")
    return int(digits)


def _check_count(count: int, key: str) -> None:
    """Raise `TooLarge` for a count that is beyond the audit's reach, `ClaimError` for one that can count nothing."""
    if count.bit_length() > 4 * LONGEST_COUNT:
        raise ClaimError(f"a number of about 2^{count.bit_length() - 1} is no count of items")
    if count > MAX_COUNT:
        raise TooLarge(
            f"auditing {key} = {count}", predicted=count, limit=MAX_COUNT, unit="items",
            alternative="no larger count is audited",
        )  # fmt: skip


def _texts(value: Any, key: str) -> list[tuple[str | None, str]]:
    """Return (method, text) for each number printed under one key: one, a list of them, or either by method."""
    named = list(value.items()) if isinstance(value, Mapping) else [(None, value)]
    found = []
    for method, inner in named:
        if method is not None and not isinstance(method, str):
            raise ClaimError(f"{told(method)} is no method's name; methods are named by text")
        for text in inner if isinstance(inner, Sequence) and not isinstance(inner, str) else [inner]:
            if isinstance(text, int) and not isinstance(text, bool):
                text = _written(text)
            if not isinstance(text, str):
                hint = f"; write it as text, '{text!r}': trailing zeros matter" if isinstance(text, float) else ""
                raise ClaimError(f"{told(text)} is a {type(text).__name__}{hint or '; give the text as printed'}")
            found.append((method, text))
    return found


def _written(number: int) -> str:
    if number.bit_length() > 4 * LONGEST_COUNT:
        raise ClaimError(f"a number of about 2^{number.bit_length() - 1} is no printed figure")
    return str(number)


def _interval(text: str, key: str) -> tuple[Printed, Printed]:
    match = _BETWEEN.fullmatch(text.strip()) if len(text) <= _MAX_INTERVAL else None
    if match is None:
        raise ClaimError(f"{told(text)} is not an interval; write it like '[2.7, 11.6] pp' or '0.027 to 0.116'")
    left, right = match[1], match[2]
    unit = re.search(r"[\])]\s*(%|pp|pts?|points?|percent.*)$", text.strip()) or re.search(r"(%|pp|points?)$", right)
    if text.strip()[-1] not in ")]" and unit and right.rstrip().endswith(unit[1]):
        right = re.sub(r"[\])]\s*$", "", right.rstrip()[: -len(unit[1])].rstrip()) + f" {unit[1]}"
    lower, upper = Printed.read(left, "the lower limit"), Printed.read(right, "the upper limit")
    if unit and not lower.percent:
        lower = lower.as_percent()
    if lower.percent and not upper.percent:
        upper = upper.as_percent()
    if lower.relation != "=" or upper.relation != "=" or lower.value > upper.value:
        raise ClaimError(f"{text!r} is not an interval with its lower limit first")
    return lower, upper


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a source prints about two runs on the same items; every field is optional, and printed numbers are text.

    Counts (`a`, `b`, `c`, `d`, `n`, `N`, `candidate_passes`, `baseline_passes`) are ints, or text with a bound
    ("<= 300", "100..300"). `candidate` and `baseline` are short for passes (174), passes of items ("174/200") or a
    rate ("87.0%"). `delta`, `p`, `statistic`, `z`, `interval`, `odds_ratio` and `odds_ratio_interval` are texts as
    printed, or a mapping from the method named for each to its text. `net` is b - c. Raises `ClaimError` with `key`.

    >>> Claim(candidate="174/200", baseline="160/200", p="0.0026").figures[0].name
    'p = 0.0026'
    >>> Claim(p=0.0026)
    Traceback (most recent call last):
        ...
    discordant.errors.ClaimError: key 'p': 0.0026 is a float; write it as text, '0.0026': trailing zeros matter
    """

    id: str | None = None
    source: str | None = None
    note: str | None = None
    a: int | str | None = None
    b: int | str | None = None
    c: int | str | None = None
    d: int | str | None = None
    n: int | str | None = None
    N: int | str | None = None
    net: int | None = None
    candidate: int | str | None = None
    baseline: int | str | None = None
    candidate_passes: int | str | None = None
    baseline_passes: int | str | None = None
    candidate_rate: str | None = None
    baseline_rate: str | None = None
    delta: str | None = None
    p: Texts | None = None
    statistic: Texts | None = None
    z: Texts | None = None
    interval: Texts | None = None
    odds_ratio: Texts | None = None
    odds_ratio_interval: Texts | None = None
    method: str | None = None
    interval_method: str | None = None
    alternative: Literal["two-sided", "candidate", "baseline"] | None = None
    level: str | None = None
    alpha: str | None = None
    conclusion: str | None = None
    design: Literal["paired", "independent"] | None = None

    def __post_init__(self) -> None:
        for check in (lambda: self.ranges, lambda: self.figures, lambda: self.scalars, lambda: self.alpha_value):
            check()
        self._expect("conclusion", CONCLUSIONS)
        self._expect("alternative", ALTERNATIVES)
        self._expect("design", DESIGNS)
        self._expect("method", test_names())
        self._expect("interval_method", interval_names())
        for key in ("id", "source", "note"):
            if getattr(self, key) is not None and not isinstance(getattr(self, key), str):
                raise ClaimError(f"{told(getattr(self, key))} is not text", key=key)
        if self.net is not None and (isinstance(self.net, bool) or not isinstance(self.net, int)):
            raise ClaimError(f"{told(self.net)} is not a whole number; net is b - c", key="net")
        if self.net is not None:
            _located("net", _check_count, abs(self.net))

    def _expect(self, key: str, names: Any) -> None:
        value = getattr(self, key)
        if value is not None and not (isinstance(value, str) and value in names):
            near = difflib.get_close_matches(value[:80] if isinstance(value, str) else "", list(names), n=1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise ClaimError(f"{told(value)} is not one of {', '.join(names)}{hint}", key=key)

    @classmethod
    def from_mapping(cls, data: Mapping[str, Any], *, path: str | None = None, line: int | None = None) -> Claim:
        """Return the claim that a mapping of the schema's keys describes; unknown keys are refused by name."""
        if not isinstance(data, Mapping):
            raise ClaimError(
                f"{told(data)} is not a claim; give a Claim, or a mapping of its keys", path=path, line=line
            )
        known = {field.name for field in fields(cls)}
        values: dict[str, Any] = {}
        for key, value in data.items():
            name = key if isinstance(key, str) else told(key)
            base, _, method = name.partition(":")
            if base not in known or (method and base not in FIGURE_KEYS + INTERVAL_KEYS):
                near = _MEANT.get(name.lower()) or next(
                    iter(difflib.get_close_matches(name[:80], sorted(known), n=1)), None
                )
                hint = f" (did you mean {near!r}?)" if near else f"; the keys are {', '.join(sorted(known))}"
                raise ClaimError(f"is not a key of a claim{hint}", path=path, line=line, key=name)
            if method:
                others = values.get(base, {})
                others = others if isinstance(others, dict) else {"": others}
                values[base] = {**others, method: value}
            elif isinstance(values.get(base), dict):
                values[base] = {"": value, **values[base]}
            else:
                values[base] = value
        try:
            return cls(**values)
        except ClaimError as error:
            raise ClaimError(getattr(error, "fact", str(error)), path=path, line=line, key=error.key) from None
        except TooLarge as error:
            place = "" if path is None else f"{path}: " if line is None else f"{path}, line {line}: "
            raise TooLarge(
                f"{place}{error.quantity}", predicted=error.predicted, limit=error.limit, unit=error.unit,
                alternative=error.alternative,
            ) from None  # fmt: skip

    @property
    def ranges(self) -> dict[str, tuple[int, int | None]]:
        """The least and the greatest value of every count that was printed, by its key."""
        found: dict[str, tuple[int, int | None]] = {}
        for key in COUNT_KEYS:
            value = getattr(self, key)
            if value is not None:
                found[key] = _located(key, read_count_range, value)
        for run in ("candidate", "baseline"):
            value = getattr(self, run)
            if isinstance(value, str) and (share := _SHARE.fullmatch(value.strip())):
                passes, items = _located(run, lambda text, _: tuple(map(read_whole, text)), share.groups())
                if passes > items:
                    raise ClaimError(f"{told(value)} has more passes than items", key=run)
                _located(run, _check_count, items)
                found.setdefault(f"{run}_passes", (passes, passes))
                found[f"{run}_items"] = (items, items)
            elif isinstance(value, int):
                found.setdefault(f"{run}_passes", _located(run, read_count_range, value))
        arms = {found[key] for key in ("candidate_items", "baseline_items") if key in found}
        if len(arms) == 1:
            found.setdefault("N", arms.pop())
        return found

    @property
    def scalars(self) -> dict[str, Printed]:
        """The printed rates and the printed difference, by key."""
        found = {}
        for key in SCALAR_KEYS:
            value = getattr(self, key)
            if value is not None:
                found[key] = _located(key, Printed.read, value)
        for run in ("candidate", "baseline"):
            value = getattr(self, run)
            if isinstance(value, str) and not _SHARE.fullmatch(value.strip()):
                found.setdefault(f"{run}_rate", _located(run, Printed.read, value))
            elif value is not None and not isinstance(value, (int, str)):
                raise ClaimError(f"{told(value)} is a {type(value).__name__}; write 174, '174/200' or '87.0%'", key=run)
        return found

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every printed figure that a method produces: p, statistics, intervals, odds ratios."""
        found: list[Figure] = []
        for key in FIGURE_KEYS + INTERVAL_KEYS:
            value = getattr(self, key)
            if value is None:
                continue
            names = {"interval": interval_names, "odds_ratio_interval": odds_ratio_names}.get(key, test_names)()
            stated = self.interval_method if key == "interval" else None if key in INTERVAL_KEYS else self.method
            for method, text in _located(key, _texts, value):
                if method and method not in names:
                    raise ClaimError(f"{told(method)} is not one of {', '.join(names)}", key=key)
                read = _interval if key in INTERVAL_KEYS else lambda body, what: (Printed.read(body, "the number"),)
                found.append(Figure(key, _located(key, read, text), method or stated))
        return tuple(found)

    @property
    def alpha_value(self) -> Fraction:
        """The alpha of the claim: as given, else 1 less its level, else 0.05."""
        for key in ("alpha", "level"):
            value = getattr(self, key)
            if value is None:
                continue
            try:
                number = read_level(value, key).value
            except LevelError as error:
                raise ClaimError(str(error), key=key) from None
            return number if key == "alpha" else 1 - number
        return Fraction(1, 20)

    @property
    def level_value(self) -> Fraction:
        """The level of the claim's intervals: as given, else 1 less its alpha, else 0.95."""
        return read_level(self.level, "level").value if self.level is not None else 1 - self.alpha_value

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that are set, in the schema's order: a claim file's content."""
        return {
            field.name: getattr(self, field.name) for field in fields(self) if getattr(self, field.name) is not None
        }


def _located(key: str, read: Any, value: Any) -> Any:
    try:
        return read(value, key) if read is not Printed.read else Printed.read(value, "the number")
    except ClaimError as error:
        raise ClaimError(str(error) if error.key is None else getattr(error, "fact", str(error)), key=key) from None
