"""Tables of any size, counted inside DuckDB (the extra `data`): only a handful of numbers leave the engine.

Both runs are stacked, grouped by item, and the groups counted by their two states; DuckDB spills to disk what exceeds
its memory limit. The rules are those of `pairing`: ids match, nothing is dropped or filled in unasked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.errors import ArgumentError, FormatError, PairingError
from discordant.runs import duck
from discordant.runs.collect import choices
from discordant.runs.options import read_threshold
from discordant.runs.pairing import POLICIES
from discordant.runs.score import WORDS
from discordant.table import Table

_FAIL, _PASS, _UNSCORED, _NOT_BINARY, _MISSING = range(5)
_SIDES: Final = ("baseline", "candidate")
_DIGITS: Final = 15
"""Significant digits up to which comparing binary64 values is comparing decimals."""

_NUMBERS: Final = re.compile(r"(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U\w+INT\w*|FLOAT|DOUBLE|DECIMAL.*)")


@dataclass(frozen=True, slots=True)
class CountedPairing:
    """The table of two runs that were counted inside the engine, and the account of all other items.

    `missing_*` and `unscored_*` are counts; `files` lists (name, sha256) of everything that was read.
    """

    table: Table
    matched: int
    counted_as_failed: int
    dropped: int
    missing_baseline: int
    missing_candidate: int
    unscored_baseline: int
    unscored_candidate: int
    on_missing: str
    on_error: str
    files: tuple[tuple[str, str], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the counts and what was read as JSON-ready data."""
        t = self.table
        return {
            "cells": {"both": t.a, "candidate_only": t.b, "baseline_only": t.c, "neither": t.d},
            "matched": self.matched,
            "counted_as_failed": self.counted_as_failed,
            "dropped": self.dropped,
            "on_missing": self.on_missing,
            "on_error": self.on_error,
            "baseline": {"missing": self.missing_baseline, "excluded": self.unscored_baseline},
            "candidate": {"missing": self.missing_candidate, "excluded": self.unscored_candidate},
            "files": [{"name": name, "sha256": digest} for name, digest in self.files],
        }


def pair_files(
    baseline: str,
    candidate: str | None = None,
    *,
    item: str,
    passed: str,
    run: str | None = None,
    baseline_run: str | None = None,
    candidate_run: str | None = None,
    where: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    threshold: Any = None,
    on_missing: str = "refuse",
    on_error: str = "refuse",
    memory_limit: str | None = None,
    temp_directory: str | None = None,
) -> CountedPairing:
    """Return the paired counts of parquet, csv or JSON-lines files of any size.

    `baseline` and `candidate` are paths or glob patterns, told apart by their suffix (.parquet, .csv, .tsv, .jsonl,
    .ndjson); without `candidate` both runs are in `baseline`, and `run` names the column that holds the run's name,
    which `baseline_run` and `candidate_run` pick. `item` and `passed` name the columns. `where` is an SQL condition in
    DuckDB's own language, passed through; values go into `parameters` and stand in it as $name. Outcomes, `threshold`,
    `on_missing` and `on_error` are as in `read_run` and `pair`; an item that comes twice in one run is refused.
    Csv ids are text as written, JSON ids the JSON text itself (1 and "1" differ), parquet ids the column's type; two
    files whose ids are of different kinds are refused.
    `memory_limit` ("3GB") and `temp_directory` are DuckDB's.

    Raises `MissingExtra` without duckdb, `FormatError`, `PairingError` and `ArgumentError` as the plain readers do.
    """
    for name, value in (("on_missing", on_missing), ("on_error", on_error)):
        if value not in POLICIES:
            raise ArgumentError(f"{name}={value!r} is unknown; choose one of {', '.join(POLICIES)}")
    if candidate is None and (run is None or baseline_run is None or candidate_run is None):
        raise ArgumentError("one source holds both runs only if run, baseline_run and candidate_run tell them apart")
    limit = None if threshold is None else _threshold(read_threshold(threshold))
    with duck.connect("counting in the engine", memory_limit=memory_limit, temp_directory=temp_directory) as connection:
        if where is not None:
            _check_condition(where)
        values = dict(parameters or {})
        sides = []
        for side, path, chosen in zip(
            _SIDES, (baseline, candidate or baseline), (baseline_run, candidate_run), strict=True
        ):
            values[f"{side}_path"] = path
            if chosen is not None:
                values[f"{side}_run"] = chosen
            sides.append(_side(connection, side, path, item, passed, run if chosen is not None else None, where, limit))
        if len({_id_kind(kind) for _, kind in sides}) > 1:
            kinds = " and ".join(kind for _, kind in sides)
            raise PairingError(f"the item columns are of different kinds ({kinds}), so no two ids can be the same")
        grouped = _grouped([query for query, _ in sides])
        used = {key: value for key, value in values.items() if re.search(rf"\${key}\b", grouped)}
        unused = sorted(values.keys() - used.keys())
        if unused:
            raise ArgumentError(f"the parameters {', '.join(unused)} do not stand in where")
        result = duck.run(connection, f"CREATE TEMP TABLE grouped AS {grouped}", used, path=baseline)
        result = duck.run(
            connection, "SELECT b, c, count(*) FROM grouped GROUP BY ALL ORDER BY ALL", None, path=baseline
        )
        states = [(int(b), int(c), int(count)) for b, c, count in result.fetchall()]
        _refuse(connection, states, baseline)
        counted = _counted(connection, states, on_missing, on_error, baseline)
        return CountedPairing(*counted, on_missing, on_error, _digests(connection, (baseline, candidate)))


def _threshold(value: Fraction) -> str:
    scaled, places = value, 0
    while scaled.denominator != 1 and places < _DIGITS:
        scaled, places = scaled * 10, places + 1
    if scaled.denominator != 1 or abs(scaled.numerator) >= 10**_DIGITS:
        raise ArgumentError(
            f"threshold={value} is not a decimal of at most {_DIGITS} digits, as counting in the engine needs"
        )
    return f"{'-' if value < 0 else ''}{abs(scaled.numerator)}e-{places}"


def _check_condition(where: str) -> None:
    """Refuse text that is not one whole SQL expression (a closed parenthesis too many, a second statement)."""
    import duckdb

    try:
        duckdb.SQLExpression(where)
    except duckdb.Error as error:
        raise ArgumentError(f"where={where!r} is not one SQL condition: {str(error).splitlines()[0]}") from None


def _side(
    connection: Any, side: str, path: str, item: str, passed: str, run: str | None, where: str | None, limit: str | None
) -> tuple[str, str]:
    """Return one run's rows as SQL, and the type of its ids."""
    scan, kinds = _scan(connection, side, path, (item, passed, *(() if run is None else (run,))))
    for name in (item, passed, *(() if run is None else (run,))):
        if name not in kinds:
            raise FormatError(f"there is no column {name!r}; the columns are: {choices(kinds)}", path=path)
    conditions = [f"({where}\n)"] if where is not None else []
    if run is not None:
        conditions.append(f"CAST({duck.quoted(run)} AS VARCHAR) = ${side}_run")
    filtered = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    state = _state(duck.quoted(passed), kinds[passed], limit)
    number = _SIDES.index(side)
    return f"SELECT {duck.quoted(item)} AS item, {state} AS state, {number} AS side FROM {scan}{filtered}", kinds[item]


def _id_kind(kind: str) -> str:
    return "number" if _NUMBERS.fullmatch(kind) else kind


def _scan(connection: Any, side: str, path: str, names: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """Return the scan of one source, and its columns by type. Text formats keep ids as written, like the readers."""
    suffix = path[path.rfind(".") :].lower()
    place = f"${side}_path"
    if suffix == ".parquet":
        scan = f"read_parquet({place})"
    elif suffix in (".csv", ".tsv"):
        scan = f"read_csv({place}, all_varchar = true, header = true, strict_mode = true)"
    elif suffix in (".jsonl", ".ndjson"):
        scan = f"read_json({place}, format = 'newline_delimited')"
    else:
        raise FormatError(f"the suffix {suffix!r} is none of .parquet, .csv, .tsv, .jsonl, .ndjson", path=path)
    described = duck.run(connection, f"DESCRIBE SELECT * FROM {scan}", {f"{side}_path": path}, path=path).fetchall()
    kinds = {name: kind for name, kind, *_ in described}
    if suffix in (".jsonl", ".ndjson"):
        kinds |= {name: "JSON" for name in names[:2] if name in kinds}
        columns = ", ".join(f"{duck.quoted(name)}: {duck.text(kind)}" for name, kind in kinds.items())
        scan = f"read_json({place}, format = 'newline_delimited', columns = {{{columns}}})"
    return scan, kinds


def _state(column: str, kind: str, limit: str | None) -> str:
    """Return the SQL of one row's state: fail, pass, unscored or not binary."""
    if kind == "BOOLEAN":
        return f"CASE WHEN {column} IS NULL THEN {_UNSCORED} ELSE CAST({column} AS TINYINT) END"
    if _NUMBERS.fullmatch(kind):
        return _number_state(column, f"{column} IS NULL OR isnan(CAST({column} AS DOUBLE))", column, limit)
    text = f"lower(trim(CAST({column} AS VARCHAR), ' \"'))" if kind == "JSON" else f"lower(trim({column}))"
    number = f"TRY_CAST({text} AS DOUBLE)"
    words = {
        value: ", ".join(f"'{word}'" for word, means in WORDS.items() if means is value) for value in (True, False)
    }
    blank = f"{column} IS NULL OR {text} IN ('', 'nan', 'null')"
    return (
        f"CASE WHEN {blank} THEN {_UNSCORED} WHEN {text} IN ({words[True]}) THEN {_PASS}"
        f" WHEN {text} IN ({words[False]}) THEN {_FAIL} WHEN {number} IS NULL THEN {_NOT_BINARY}"
        f" ELSE {_number_state(number, 'false', number, limit)} END"
    )


def _number_state(number: str, unscored: str, value: str, limit: str | None) -> str:
    if limit is not None:
        return (
            f"CASE WHEN {unscored} THEN {_UNSCORED} WHEN isinf(CAST({number} AS DOUBLE)) THEN {_NOT_BINARY}"
            f" WHEN {value} >= CAST('{limit}' AS DOUBLE) THEN {_PASS} ELSE {_FAIL} END"
        )
    return (
        f"CASE WHEN {unscored} THEN {_UNSCORED} WHEN {value} = 1 THEN {_PASS} WHEN {value} = 0 THEN {_FAIL}"
        f" ELSE {_NOT_BINARY} END"
    )


def _grouped(sides: list[str]) -> str:
    """Return the SQL of one row per item: its state in each run, 5 where the run has it twice."""
    state = ", ".join(
        f"CASE count(*) FILTER (side = {side}) WHEN 0 THEN {_MISSING} WHEN 1 THEN max(state) FILTER (side = {side})"
        f" ELSE {_MISSING + 1} END AS {letter}"
        for side, letter in ((0, "b"), (1, "c"))
    )
    return f"SELECT item, {state} FROM ({' UNION ALL '.join(sides)}) GROUP BY item"


def _first(connection: Any, condition: str, path: str) -> tuple[str, tuple[Any, ...]]:
    query = f"SELECT item FROM grouped WHERE {condition} ORDER BY item LIMIT 5"
    items = tuple(row[0] for row in duck.run(connection, query, None, path=path).fetchall())
    return ", ".join(repr(item)[:80] for item in items), items


def _refuse(connection: Any, states: list[tuple[int, int, int]], path: str) -> None:
    if not states:
        raise FormatError("there are no items (does where leave any?)", path=path)
    null = duck.run(connection, "SELECT count(*) FROM grouped WHERE item IS NULL", None, path=path).fetchone()
    if null is not None and null[0]:
        raise FormatError("an item id is null", path=path)
    for side, (name, letter) in enumerate(zip(_SIDES, "bc", strict=True)):
        for state, fact in (
            (_MISSING + 1, "come twice; count repeats before pairing"),
            (_NOT_BINARY, "have a score that is neither 0 nor 1; pass threshold to say which scores pass"),
        ):
            count = sum(row[2] for row in states if row[side] == state)
            if count:
                shown, items = _first(connection, f"{letter} = {state}", path)
                raise FormatError(f"{count} items of the {name} {fact}; first: {shown}", path=path, item=items[0])


def _counted(
    connection: Any, states: list[tuple[int, int, int]], on_missing: str, on_error: str, path: str
) -> tuple[Table, int, int, int, int, int, int, int]:
    cells = {(1, 1): 0, (0, 1): 0, (1, 0): 0, (0, 0): 0}
    odd = {(side, state): 0 for side in (0, 1) for state in (_MISSING, _UNSCORED)}
    matched = filled = dropped = 0
    shared = 0
    for b, c, count in states:
        for side, state in enumerate((b, c)):
            if state in (_MISSING, _UNSCORED):
                odd[side, state] += count
        shared += count if _MISSING not in (b, c) else 0
        policies = {on_missing if state == _MISSING else on_error for state in (b, c) if state in (_MISSING, _UNSCORED)}
        if "drop" in policies:
            dropped += count
            continue
        filled, matched = (filled + count, matched) if policies else (filled, matched + count)
        cells[int(b == _PASS), int(c == _PASS)] += count
    if not shared:
        raise PairingError("the two runs have no item id in common")
    for policy, state, say in ((on_missing, _MISSING, "on-missing"), (on_error, _UNSCORED, "on-error")):
        facts, items = [], ()
        for side, (name, letter) in enumerate(zip(_SIDES, "bc", strict=True)):
            if policy == "refuse" and odd[side, state]:
                shown, items = _first(connection, f"{letter} = {state}", path)
                what = "missing" if state == _MISSING else "without a score"
                facts.append(f"{odd[side, state]} items {what} in the {name}, first: {shown}")
        if facts:
            raise PairingError(f"{'; '.join(facts)}; say --{say} drop or --{say} count-as-failed", items=items)
    if not matched + filled:
        raise PairingError(f"nothing is left to compare: all {dropped} items were dropped")
    table = Table(cells[1, 1], cells[0, 1], cells[1, 0], cells[0, 0])
    missing = odd[0, _MISSING], odd[1, _MISSING]
    return (table, matched, filled, dropped, *missing, odd[0, _UNSCORED], odd[1, _UNSCORED])


def _digests(connection: Any, paths: tuple[str | None, ...]) -> tuple[tuple[str, str], ...]:
    read = []
    for path in dict.fromkeys(paths):
        if path is not None:
            for (name,) in duck.run(connection, "SELECT file FROM glob(?) ORDER BY file", [path], path=path).fetchall():
                with open(name, "rb") as file:
                    read.append((name, hashlib.file_digest(file, "sha256").hexdigest()))
    return tuple(read)
