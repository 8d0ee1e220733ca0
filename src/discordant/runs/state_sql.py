"""One row's outcome as DuckDB SQL: the rules of `score.outcome`, decided inside the engine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from discordant.errors import FormatError, LevelError
from discordant.runs.score import WORDS

FAIL, PASS, UNSCORED, NOT_BINARY, MISSING, TWICE = range(6)
"""The states of an item in one run, as the numbers that leave the engine."""

_DIGITS: Final = 15
"""Significant digits up to which comparing binary64 values is comparing decimals."""

NUMBERS: Final = re.compile(r"(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U\w+INT\w*|FLOAT|DOUBLE|DECIMAL.*)")
"""DuckDB's numeric types."""

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
    """Return the SQL of one row's state: fail, pass, unscored or not binary."""
    if kind == "BOOLEAN":
        return f"CASE WHEN {column} IS NULL THEN {UNSCORED} ELSE CAST({column} AS TINYINT) END"
    if NUMBERS.fullmatch(kind):
        return _number(column, f"{column} IS NULL OR isnan(CAST({column} AS DOUBLE))", limit)
    if kind == "JSON":
        number, string = f"CAST({column} AS DOUBLE)", f"({column} ->> '$')"
        return (
            f"CASE json_type({column}) WHEN 'VARCHAR' THEN {_text(string, limit)}"
            f" WHEN 'BOOLEAN' THEN CAST({column} AS BOOLEAN)::TINYINT WHEN 'ARRAY' THEN {NOT_BINARY}"
            f" WHEN 'OBJECT' THEN {NOT_BINARY} ELSE {_number(number, f'{column} IS NULL', limit)} END"
        )
    return _text(column, limit)


def _text(column: str, limit: str | None) -> str:
    text = f"lower(trim({column}, E' \\t\\n\\r'))"
    number = f"TRY_CAST({text} AS DOUBLE)"
    passing, failing = (
        ", ".join(f"'{word}'" for word, means in WORDS.items() if means is value) for value in (True, False)
    )
    return (
        f"CASE WHEN {column} IS NULL OR {text} IN ('', 'nan', '+nan', '-nan') THEN {UNSCORED}"
        f" WHEN {text} IN ({passing}) THEN {PASS} WHEN {text} IN ({failing}) THEN {FAIL}"
        f" WHEN {number} IS NULL THEN {NOT_BINARY} ELSE {_number(number, 'false', limit, text)} END"
    )


def _number(value: str, unscored: str, limit: str | None, text: str | None = None) -> str:
    if limit is None:
        return (
            f"CASE WHEN {unscored} THEN {UNSCORED} WHEN {value} = 1 THEN {PASS} WHEN {value} = 0 THEN {FAIL}"
            f" ELSE {NOT_BINARY} END"
        )
    double = f"CAST('{limit}' AS DOUBLE)"
    reaches = f"{value} >= {double}"
    if text is not None:  # rounding keeps the order, so that only texts which round to the threshold need their digits
        exact = f"TRY_CAST({text} AS DECIMAL(38, 18)) >= CAST('{limit}' AS DECIMAL(38, 18))"
        reaches = f"({value} > {double} OR ({value} = {double} AND coalesce({exact}, true)))"
    return (
        f"CASE WHEN {unscored} THEN {UNSCORED} WHEN isinf(CAST({value} AS DOUBLE)) THEN {NOT_BINARY}"
        f" WHEN {reaches} THEN {PASS} ELSE {FAIL} END"
    )
