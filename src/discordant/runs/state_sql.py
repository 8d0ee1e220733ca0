"""One row's outcome as DuckDB SQL: the rules of `score.outcome`, decided inside the engine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from discordant.errors import FormatError, LevelError
from discordant.runs.score import WORDS

FAIL, PASS, UNSCORED, NOT_BINARY, MISSING, TWICE, TOO_LONG = STATES = range(7)
"""The states of an item in one run, as the numbers that leave the engine."""

_DIGITS: Final = 15
"""Significant digits up to which comparing binary64 values is comparing decimals."""

_SIGNS: Final = 19
"""Longest text whose digits are compared."""

NUMBERS: Final = re.compile(r"(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U\w+INT\w*|FLOAT|DOUBLE|DECIMAL.*)")
"""DuckDB's numeric types."""

_NAN: Final = "CAST('nan' AS DOUBLE)"

INTEGERS: Final = re.compile(r"U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER")
"""DuckDB's types of whole numbers, which ids may have."""


def check_kinds(kinds: Mapping[str, str], item: str, passed: str, path: str) -> None:
    """Refuse columns whose type holds no ids or no outcomes (dates, lists, intervals, fractions as ids)."""
    if kinds[item] not in ("VARCHAR", "JSON", "UUID") and not INTEGERS.fullmatch(kinds[item]):
        raise FormatError(f"the column {item!r} is {kinds[item]}; item ids are text or integers", path=path)
    if kinds[passed] not in ("VARCHAR", "JSON", "BOOLEAN") and not NUMBERS.fullmatch(kinds[passed]):
        raise FormatError(f"the column {passed!r} is {kinds[passed]}; outcomes are boolean, numbers or text", path=path)


def id_of(column: str, kind: str) -> str:
    """Return the SQL of an item's id: a UUID as its text, JSON text in one of its spellings."""
    if kind == "UUID":
        return f"CAST({column} AS VARCHAR)"
    if kind == "JSON":
        return f"CASE json_type({column}) WHEN 'VARCHAR' THEN to_json({column} ->> '$') ELSE {column} END"
    return column


def threshold_text(value: Fraction) -> str:
    """Return a threshold as a decimal literal of at most 15 digits, or raise `LevelError`."""
    scaled, places = value, 0
    while scaled.denominator != 1 and places < _DIGITS:
        scaled, places = scaled * 10, places + 1
    if scaled.denominator != 1 or abs(scaled.numerator) >= 10**_DIGITS:
        raise LevelError(
            f"threshold={value} is not a decimal of at most {_DIGITS} digits, as counting in the engine needs"
        )
    return f"{'-' if value < 0 else ''}{abs(scaled.numerator)}e-{places}"


def state(column: str, kind: str, limit: str | None) -> str:
    """Return the SQL of one row's state: fail, pass, unscored, not binary, or of too many digits."""
    if kind == "BOOLEAN":
        return f"CASE WHEN {column} IS NULL THEN {UNSCORED} ELSE CAST({column} AS TINYINT) END"
    if kind.startswith("DECIMAL"):
        return _text(f"CAST({column} AS VARCHAR)", limit)
    if NUMBERS.fullmatch(kind):
        double = f"CAST({column} AS DOUBLE)"  # the hash, which all NaN share, is not inferred from statistics
        return _number(column, f"{column} IS NULL OR isnan({double}) OR hash({double}) = hash({_NAN})", limit)
    if kind == "JSON":
        number, string = f"CAST({column} AS DOUBLE)", f"({column} ->> '$')"
        return (
            f"CASE json_type({column}) WHEN 'VARCHAR' THEN {_text(string, limit)}"
            f" WHEN 'BOOLEAN' THEN CAST({column} AS BOOLEAN)::TINYINT WHEN 'ARRAY' THEN {NOT_BINARY}"
            f" WHEN 'OBJECT' THEN {NOT_BINARY} ELSE {_number(number, f'{column} IS NULL', limit)} END"
        )
    return _text(column, limit)


def _number(value: str, unscored: str, limit: str | None) -> str:
    if limit is None:
        return (
            f"CASE WHEN {unscored} THEN {UNSCORED} WHEN {value} = 1 THEN {PASS} WHEN {value} = 0 THEN {FAIL}"
            f" ELSE {NOT_BINARY} END"
        )
    return (
        f"CASE WHEN {unscored} THEN {UNSCORED} WHEN isinf(CAST({value} AS DOUBLE)) THEN {NOT_BINARY}"
        f" WHEN {value} >= CAST('{limit}' AS DOUBLE) THEN {PASS} ELSE {FAIL} END"
    )


def _text(column: str, limit: str | None) -> str:
    text = f"lower(trim({column}, E' \\t\\n\\r'))"
    known: dict[str, bool] = WORDS | ({"1": True, "0": False} if limit is None else {})
    passing, failing = (", ".join(f"'{word}'" for word in known if known[word] is value) for value in (True, False))
    return (
        f"CASE WHEN {column} IN ({passing}) THEN {PASS} WHEN {column} IN ({failing}) THEN {FAIL}"  # nearly all rows
        f" WHEN {column} IS NULL OR {text} IN ('', 'nan', '+nan', '-nan') THEN {UNSCORED}"
        f" WHEN {text} IN ({passing}) THEN {PASS} WHEN {text} IN ({failing}) THEN {FAIL}"
        f" {_zero_or_one(text) if limit is None else _digits(text, limit)} END"
    )


def _zero_or_one(text: str) -> str:
    """Return the cases of a text that writes 0 or 1 as a number; the engine's own cast would round 1e-400 to 0."""
    return (
        f"WHEN regexp_full_match({text}, '\\+?0*1(\\.0*)?(e[+-]?0+)?') THEN {PASS}"
        f" WHEN regexp_full_match({text}, '[+-]?(0+(\\.0*)?|\\.0+)(e[+-]?[0-9]+)?') THEN {FAIL} ELSE {NOT_BINARY}"
    )


def _digits(text: str, limit: str) -> str:
    """Return the cases of a text that writes a number, compared with the threshold as it is written.

    Rounding keeps the order, so that only texts which round to the threshold need their digits. Those of at most 19
    signs are exact as DECIMAL(38, 18), or have no more digits than binary64 keeps.
    """
    value, least = f"CAST({text} AS DOUBLE)", f"CAST('{limit}' AS DOUBLE)"
    exact = f"coalesce(TRY_CAST({text} AS DECIMAL(38, 18)) >= CAST('{limit}' AS DECIMAL(38, 18)), true)"
    number = "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(e[+-]?[0-9]{1,3})?"
    return (
        f"WHEN NOT regexp_full_match({text}, '{number}') OR isinf(TRY_CAST({text} AS DOUBLE)) THEN {NOT_BINARY}"
        f" WHEN {value} > {least} THEN {PASS} WHEN {value} < {least} THEN {FAIL}"
        f" WHEN length({text}) > {_SIGNS} THEN {TOO_LONG} WHEN {exact} THEN {PASS} ELSE {FAIL}"
    )
