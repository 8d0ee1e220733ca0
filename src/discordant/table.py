"""The 2 x 2 table of two runs on the same items, validated once at the door.

Letters (McNemar's table, candidate against baseline):

    a  both runs passed             n = b + c          discordant items
    b  only the candidate passed    N = a + b + c + d  all items
    c  only the baseline passed     m = min(b, c)      the smaller discordant count
    d  both runs failed
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, fields
from typing import Any, Literal

from discordant.errors import ArgumentError, TableError


def read_count(value: Any, name: str) -> int:
    """Return `value` as a plain non-negative int, or raise `TableError` naming it.

    Anything with `operator.index` is a count (numpy integers become Python ints, so nothing overflows later), except
    bool. Floats, even integral ones, text, Decimal, NaN and arrays (0-d ones too) are refused.

    >>> read_count(17, "b")
    17
    """
    if isinstance(value, bool):
        raise TableError(f"{name}={value!r} is a bool; counts must be int (did you pass an outcome?)")
    if hasattr(value, "ndim") and hasattr(
        value, "__setitem__"
    ):  # a 0-d array has __index__; a numpy scalar no __setitem__
        raise TableError(f"{name}={value!r} is an array; counts must be int (use .item())")
    try:
        count = operator.index(value)
    except TypeError:
        hint = ""
        if isinstance(value, float) and value == value and value not in (float("inf"), float("-inf")):
            hint = f" (did you mean {int(value)}?)" if value == int(value) else ""
        shown = repr(value)
        shown = shown if len(shown) <= 80 else shown[:77] + "..."
        raise TableError(f"{name}={shown} is a {type(value).__name__}; counts must be int{hint}") from None
    if count < 0:
        shown = str(count) if count.bit_length() <= 64 else f"-(about 2^{count.bit_length() - 1})"
        raise TableError(f"{name}={shown} is negative; counts are 0 or more")
    return int(count)


def _outcomes(values: Iterable[Any], run: str) -> list[bool]:
    if isinstance(values, (str, bytes, Mapping, Set)):
        raise TableError(f"{run} is a {type(values).__name__}; outcomes must be an ordered sequence of bool or 0/1")
    tolist = getattr(values, "tolist", None)
    items: Any = tolist() if callable(tolist) else values
    try:
        entries = list(items)
    except TypeError:
        raise TableError(f"{run} is a {type(values).__name__}; outcomes must be a sequence of bool or 0/1") from None
    read: list[bool] = []
    for index, entry in enumerate(entries):
        kind = type(entry)
        if kind is bool or (kind is int and entry in (0, 1)):
            read.append(bool(entry))
            continue
        if kind.__module__.split(".")[0] == "numpy" and getattr(entry, "ndim", None) == 0:
            scalar = entry.item()
            if type(scalar) is bool or (type(scalar) is int and scalar in (0, 1)):
                read.append(bool(scalar))
                continue
        shown = repr(entry)
        shown = shown if len(shown) <= 80 else shown[:77] + "..."
        raise TableError(f"{run}[{index}]={shown} is not an outcome; outcomes are True/False or 1/0")
    return read


@dataclass(frozen=True, slots=True)
class Discordant:
    """The discordant counts alone, for when only b and c are known.

    Tests and the odds ratio need no more; delta and its intervals do (N is unknown), and are not defined here.

    >>> Discordant(17, 3).n
    20
    """

    candidate_only: int
    baseline_only: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "candidate_only", read_count(self.candidate_only, "b"))
        object.__setattr__(self, "baseline_only", read_count(self.baseline_only, "c"))

    @property
    def b(self) -> int:
        """Items that only the candidate passed."""
        return self.candidate_only

    @property
    def c(self) -> int:
        """Items that only the baseline passed."""
        return self.baseline_only

    @property
    def n(self) -> int:
        """Discordant items, b + c."""
        return self.candidate_only + self.baseline_only

    @property
    def m(self) -> int:
        """The smaller discordant count, min(b, c)."""
        return min(self.candidate_only, self.baseline_only)

    def swapped(self) -> Discordant:
        """Return the counts with baseline and candidate exchanged."""
        return Discordant(self.baseline_only, self.candidate_only)


@dataclass(frozen=True, slots=True)
class Table:
    """The four cells of two runs on the same items: a both, b candidate only, c baseline only, d neither.

    Counts are strict ints of any size (see `read_count`); the table of no items, Table(0, 0, 0, 0), exists, but has
    no pass rates.

    >>> t = Table(157, 17, 3, 23)
    >>> t.n, t.N, t.m, t.candidate_passes, t.baseline_passes
    (20, 200, 3, 174, 160)
    """

    both: int
    candidate_only: int
    baseline_only: int
    neither: int

    def __post_init__(self) -> None:
        for field, letter in zip(fields(self), "abcd", strict=True):
            object.__setattr__(self, field.name, read_count(getattr(self, field.name), letter))

    @classmethod
    def from_outcomes(cls, baseline: Iterable[Any], candidate: Iterable[Any]) -> Table:
        """Return the table of two equal-length sequences of outcomes, item by item.

        Each outcome is True/False or 1/0 (numpy's too); anything else (0.0, None, NaN, "True") is refused with its
        index, never read by truthiness. Raises `TableError`, also where the lengths differ.

        >>> Table.from_outcomes(baseline=[1, 0, 0, 1], candidate=[True, True, False, False])
        Table(both=1, candidate_only=1, baseline_only=1, neither=1)
        """
        first, second = _outcomes(baseline, "baseline"), _outcomes(candidate, "candidate")
        if len(first) != len(second):
            raise TableError(
                f"baseline has {len(first)} outcomes and candidate {len(second)}; pair them item by item first"
            )
        cells = [0, 0, 0, 0]
        for base, cand in zip(first, second, strict=True):
            cells[(0 if base else 1) if cand else (2 if base else 3)] += 1
        return cls(*cells)

    @classmethod
    def from_crosstab(
        cls, crosstab: Any, *, candidate: Literal["rows", "columns"], first: Literal["pass", "fail"]
    ) -> Table:
        """Return the table of a 2 x 2 cross-tabulation (nested sequences, an array or a data frame).

        `candidate` says which axis is the candidate, `first` whether the first row and column are the passes. Neither
        has a default: a fail-first table read as pass-first silently exchanges a with d and b with c. Larger tables
        are refused. Raises `TableError` for the cells, `ArgumentError` for the two words.

        >>> Table.from_crosstab([[23, 3], [17, 157]], candidate="rows", first="fail")
        Table(both=157, candidate_only=17, baseline_only=3, neither=23)
        """
        if candidate not in ("rows", "columns"):
            raise ArgumentError(f"candidate={candidate!r} must be 'rows' or 'columns'")
        if first not in ("pass", "fail"):
            raise ArgumentError(f"first={first!r} must be 'pass' or 'fail'")
        to_numpy = getattr(crosstab, "to_numpy", None)
        try:
            rows = [list(row) for row in (to_numpy() if callable(to_numpy) else crosstab)]
        except TypeError:
            raise TableError(f"the crosstab is a {type(crosstab).__name__}; give 2 x 2 nested sequences") from None
        if len(rows) != 2 or any(len(row) != 2 for row in rows):
            shape = f"{len(rows)} x {'/'.join(str(n) for n in sorted({len(row) for row in rows})) or '0'}"
            raise TableError(f"the crosstab is {shape}; McNemar's test reads 2 x 2 tables only")
        if candidate == "columns":
            rows = [[rows[0][0], rows[1][0]], [rows[0][1], rows[1][1]]]
        if first == "fail":
            rows = [[rows[1][1], rows[1][0]], [rows[0][1], rows[0][0]]]
        (a, b), (c, d) = rows
        return cls(a, b, c, d)

    @property
    def a(self) -> int:
        """Items that both runs passed."""
        return self.both

    @property
    def b(self) -> int:
        """Items that only the candidate passed."""
        return self.candidate_only

    @property
    def c(self) -> int:
        """Items that only the baseline passed."""
        return self.baseline_only

    @property
    def d(self) -> int:
        """Items that both runs failed."""
        return self.neither

    @property
    def n(self) -> int:
        """Discordant items, b + c."""
        return self.candidate_only + self.baseline_only

    @property
    def N(self) -> int:  # noqa: N802 - the field's letter for the number of items
        """All items, a + b + c + d."""
        return self.both + self.candidate_only + self.baseline_only + self.neither

    @property
    def m(self) -> int:
        """The smaller discordant count, min(b, c)."""
        return min(self.candidate_only, self.baseline_only)

    @property
    def candidate_passes(self) -> int:
        """Items that the candidate passed, a + b."""
        return self.both + self.candidate_only

    @property
    def baseline_passes(self) -> int:
        """Items that the baseline passed, a + c."""
        return self.both + self.baseline_only

    @property
    def discordant(self) -> Discordant:
        """The discordant counts alone."""
        return Discordant(self.candidate_only, self.baseline_only)

    def swapped(self) -> Table:
        """Return the table with baseline and candidate exchanged."""
        return Table(self.both, self.baseline_only, self.candidate_only, self.neither)
