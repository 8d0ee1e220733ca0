"""Tables of any size, counted inside DuckDB (the extra `data`): only a handful of numbers leave the engine.

Both runs are stacked, grouped by item, and the groups counted by their two states; DuckDB spills to disk what exceeds
its memory limit. The rules are those of `pairing`: ids match, nothing is dropped or filled in unasked.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from discordant.errors import ArgumentError, FormatError, PairingError
from discordant.runs import duck, tabular
from discordant.runs.collect import choices
from discordant.runs.options import read_threshold
from discordant.runs.pairing import cells_of, check_policy, read_alike
from discordant.runs.record import ItemId, printable
from discordant.runs.run import Provenance
from discordant.runs.state_sql import MISSING, NOT_BINARY, NUMBERS, PASS, TWICE, UNSCORED, state, threshold_text
from discordant.runs.text_check import check_csv, check_json_lines
from discordant.table import Table

ENGINES: Final = ("auto", "plain", "duckdb")
_SIDES: Final = (("baseline", "b"), ("candidate", "c"))
_CSV: Final = (
    "read_csv({path}, all_varchar = true, header = true, strict_mode = true, delim = {delimiter}, quote = '\"',"
    " escape = '\"')"
)
_LINES: Final = (".jsonl", ".ndjson")
_SCANS: Final = {
    ".parquet": "read_parquet({path})",
    ".csv": _CSV,
    ".tsv": _CSV,
    ".jsonl": "read_json({path}, format = 'newline_delimited')",
    ".ndjson": "read_json({path}, format = 'newline_delimited')",
}
"""How each suffix is read: text formats keep ids as they are written, like the plain readers."""


_ODD_JSON: Final = "item = '\"\"' OR json_type(item) NOT IN ('VARCHAR', 'BIGINT', 'UBIGINT', 'HUGEINT')"
"""JSON values that are no ids: empty text, and what is neither text nor an integer."""


@dataclass(frozen=True, slots=True)
class CountedRun:
    """One run's counts as the engine gave them, and where they were read; the items stayed in the engine."""

    label: str
    passed: int
    failed: int
    excluded: int
    missing: int
    source: Provenance

    def to_dict(self) -> dict[str, Any]:
        """Return label, counts and provenance as JSON-ready data, in the shape of `Run.to_dict`."""
        return {
            "label": printable(self.label),
            "passed": self.passed,
            "failed": self.failed,
            "excluded": self.excluded,
            "missing": self.missing,
            "repeated_items": 0,
            "source": self.source.to_dict(),
            "notes": [],
        }


@dataclass(frozen=True, slots=True)
class CountedPairing:
    """The table of two runs counted inside the engine: a `Pairing` without its items."""

    table: Table
    baseline: CountedRun
    candidate: CountedRun
    on_missing: str
    on_error: str
    matched: int
    counted_as_failed: int
    dropped: int
    notes: tuple[str, ...] = ()

    @property
    def cluster_tables(self) -> Mapping[ItemId, Table]:
        """No clusters: the engine counts independent items."""
        return {}

    @property
    def task_tables(self) -> Mapping[str, Table]:
        """No tasks: `where` picks one."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return counts, policies and both provenances as JSON-ready data, in the shape of `Pairing.to_dict`."""
        return {
            "cells": cells_of(self.table),
            "matched": self.matched,
            "counted_as_failed": self.counted_as_failed,
            "dropped": self.dropped,
            "on_missing": self.on_missing,
            "on_error": self.on_error,
            "baseline": self.baseline.to_dict(),
            "candidate": self.candidate.to_dict(),
            "notes": list(self.notes),
        }


def pair_files(
    baseline: str,
    candidate: str | None = None,
    *,
    item: str | tuple[str | None, str | None] | None = None,
    passed: str | tuple[str | None, str | None] | None = None,
    baseline_select: Mapping[str, Any] | None = None,
    candidate_select: Mapping[str, Any] | None = None,
    where: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    threshold: Any = None,
    on_missing: str = "refuse",
    on_error: str = "refuse",
    memory_limit: str | None = None,
    temp_directory: str | None = None,
) -> CountedPairing:
    """Return the paired counts of parquet, csv or JSON-lines files of any size.

    `baseline` and `candidate` are paths or, where no file has that name, glob patterns, told apart by their suffix
    (.parquet, .csv, .tsv, .jsonl, .ndjson); without `candidate` both runs are in `baseline`. `item` and `passed` name
    the columns (the usual names where they are left out); they and `threshold` may be tuples, of
    the baseline's and the candidate's. `baseline_select` and `candidate_select` pick rows by column and value, such as
    {"model": "gpt-5"}. `where` is an SQL condition in DuckDB's own language, passed through; values
    go into `parameters` and stand in it as $name. Outcomes, `threshold`, `on_missing` and `on_error` are as in
    `read_run` and `pair`; an item that comes twice in one run is refused. Csv ids are text as written, JSON ids the
    JSON text itself (1 and "1" differ), parquet ids the column's type; two files whose ids are of different kinds are
    refused.
    `memory_limit` ("3GB") and `temp_directory` are DuckDB's.

    Raises `MissingExtra` without duckdb, `FormatError`, `PairingError` and `ArgumentError` as the plain readers do.
    """
    check_policy(on_missing, "on_missing")
    check_policy(on_error, "on_error")
    if candidate is None and dict(baseline_select or {}) == dict(candidate_select or {}):
        raise ArgumentError("one source holds both runs only if baseline_select and candidate_select tell them apart")
    items, outcomes, thresholds = (one if isinstance(one, tuple) else (one, one) for one in (item, passed, threshold))
    limits = [None if one is None else threshold_text(read_threshold(one)) for one in thresholds]
    with duck.connect("counting in the engine", memory_limit=memory_limit, temp_directory=temp_directory) as connection:
        if where is not None:
            _check_condition(where)
        sides = [
            _Side(connection, number, path, items[number], outcomes[number], select or {}, where, limits[number])
            for number, path, select in ((0, baseline, baseline_select), (1, candidate or baseline, candidate_select))
        ]
        if len({side.id_kind for side in sides}) > 1:
            kinds = " and ".join(side.id_kind for side in sides)
            raise PairingError(f"the item columns are of different kinds ({kinds}), so no two ids can be the same")
        states = _group(connection, sides, dict(parameters or {}))
        _refuse(connection, states, baseline, json_ids=sides[0].id_kind == "JSON")
        for side in sides:
            side.refuse_absent(states)
        table, matched, filled, dropped = _counted(connection, states, on_missing, on_error)
        runs = [side.run(states, where, one) for side, one in zip(sides, thresholds, strict=True)]
    return CountedPairing(table, runs[0], runs[1], on_missing, on_error, matched, filled, dropped, _notes(runs))


def wanted(engine: str, where: str | None, paths: tuple[str, ...]) -> bool:
    """Return whether a comparison goes through DuckDB: asked for, or needed by `where` or a glob pattern."""
    if engine not in ENGINES:
        raise ArgumentError(f"engine={engine!r} is unknown; choose one of {', '.join(ENGINES)}")
    needed = where is not None or any(set(path) & set("*?[") and not os.path.exists(path) for path in paths)
    if engine == "plain" and where is not None:
        raise ArgumentError("--where needs --engine duckdb (or auto)")
    return engine == "duckdb" or (engine == "auto" and needed)


def pair_as_asked(
    baseline: str, candidate: str, *, refused: Mapping[str, Any], id: Any, pass_: Any, **options: Any
) -> CountedPairing:
    """Return `pair_files` for the options of a comparison; those that the engine has no use for are `refused`."""
    for name, value in refused.items():
        if value is not None:
            raise ArgumentError(f"--{name.replace('_', '-')} {value}: not for counting in the engine; leave it out")
    return pair_files(baseline, candidate, item=id, passed=pass_, **options)


class _Side:
    """One run as SQL over its files."""

    def __init__(
        self,
        connection: Any,
        number: int,
        path: str,
        item: str | None,
        passed: str | None,
        select: Mapping[str, Any],
        where: str | None,
        limit: str | None,
    ) -> None:
        self.connection = connection
        self.number = number
        self.path = path
        self.select = {key: str(value) for key, value in select.items()}
        name = _SIDES[number][0]
        self.pattern = duck.literal(path) if os.path.exists(path) else path  # a file named run[1].csv is no pattern
        self.values: dict[str, Any] = {f"{name}_path": self.pattern}
        self.suffix = path[path.rfind(".") :].lower()
        if self.suffix not in _SCANS:
            raise FormatError(f"the suffix {self.suffix!r} is none of {', '.join(_SCANS)}", path=path)
        listed = duck.run(connection, "SELECT file FROM glob(?) ORDER BY file", [self.pattern], path=path)
        self.files = [file for (file,) in listed.fetchall()]
        scan = _SCANS[self.suffix].format(path=f"${name}_path", delimiter=duck.text(self._checked()))
        described = duck.run(connection, f"DESCRIBE SELECT * FROM {scan}", self.values, path=path).fetchall()
        kinds = {column: kind for column, kind, *_ in described}
        self.item = item or self._usual(tabular.ID_NAMES, kinds, "item", "id")
        self.passed = passed or self._usual(tabular.PASS_NAMES, kinds, "passed", "pass")
        columns = {("model" if key == "run" and key not in kinds else key): value for key, value in self.select.items()}
        for option, column in (("id", self.item), ("pass", self.passed), *(("select", name) for name in columns)):
            if column is not None and column not in kinds:
                raise FormatError(tabular.no_column(column, kinds, option), path=path)
        if self.suffix in _LINES:
            kinds |= dict.fromkeys((self.item, self.passed), "JSON")
            typed = ", ".join(f"{duck.quoted(column)}: {duck.text(kind)}" for column, kind in kinds.items())
            scan = f"{scan[:-1]}, columns = {{{typed}}})"
        conditions = [] if where is None else [f"({where}\n)"]
        for place, (column, value) in enumerate(columns.items()):
            conditions.append(f"CAST({duck.quoted(column)} AS VARCHAR) = ${name}_select_{place}")
            self.values[f"{name}_select_{place}"] = value
        kept = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        outcome = state(duck.quoted(self.passed), kinds[self.passed], limit)
        key = duck.quoted(self.item)
        if kinds[self.item] == "JSON":  # text in one spelling, since "a" may also be written "\\u0061"
            key = f"CASE json_type({key}) WHEN 'VARCHAR' THEN to_json({key} ->> '$') ELSE {key} END"
        self.query = f"SELECT {key} AS item, {outcome} AS state, {number} AS side FROM {scan}{kept}"
        self.id_kind = "number" if NUMBERS.fullmatch(kinds[self.item]) else kinds[self.item]

    def _usual(self, names: tuple[str, ...], kinds: Mapping[str, str], what: str, option: str) -> str:
        found = [name for name in names if name in kinds]
        if len(found) != 1:
            way_out = f"name the {what} column with --{option} {tabular.one_side(option)}"
            raise FormatError(f"{way_out}; the columns are: {choices(kinds)}", path=self.path)
        return found[0]

    def _checked(self) -> str:
        """Refuse what DuckDB would guess about the files; return what separates the fields of a csv."""
        if self.suffix in _LINES:
            for file in self.files:
                check_json_lines(file)
        found = {check_csv(file) for file in self.files if self.suffix in (".csv", ".tsv")}
        if len(found) > 1:
            raise FormatError("the files do not all separate their fields alike", path=self.path)
        return next(iter(found), ",")

    def refuse_absent(self, states: list[tuple[int, int, int]]) -> None:
        """Refuse JSON lines that lack the field of the outcomes: to the engine's columns null and absent are one."""
        if self.suffix not in _LINES or all(row[self.number] != UNSCORED for row in states):
            return
        query = (
            "SELECT count(*) FROM read_json_objects(?, format = 'newline_delimited')"
            " WHERE NOT list_contains(json_keys(json), ?)"
        )
        count = duck.run(self.connection, query, [self.pattern, self.passed], path=self.path).fetchone()[0]
        if count:
            rows = "1 row" if count == 1 else f"{count} rows"
            raise FormatError(f"the field {self.passed!r} is missing in {rows}", path=self.path)

    def run(self, states: list[tuple[int, int, int]], where: str | None, threshold: Any) -> CountedRun:
        """Return this run's counts with its provenance."""
        sums = dict.fromkeys(range(6), 0)
        for row in states:
            sums[row[self.number]] += row[2]
        files = []
        for name in self.files:
            with open(name, "rb") as file:
                files.append((name, hashlib.file_digest(file, "sha256").hexdigest()))
        lines = "".join(f"{digest}  {name}\n" for name, digest in files)
        one = len(files) == 1
        options = {"engine": "duckdb", "id": self.item, "pass": self.passed}
        options |= {} if where is None else {"where": where}
        options |= {} if threshold is None else {"threshold": str(threshold)}
        return CountedRun(
            label=self.select.get("run") or self.select.get("model") or self.path.rpartition("/")[2],
            passed=sums[PASS],
            failed=sums[0],
            excluded=sums[UNSCORED],
            missing=sums[MISSING],
            source=Provenance(
                path=self.path,
                sha256=files[0][1] if one else hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest(),
                format=self.suffix[1:].replace("ndjson", "jsonl").replace("tsv", "csv"),
                selector=dict(sorted(self.select.items())),
                options=options,
                detected=True,
                files=() if one else tuple(files),
            ),
        )


def _check_condition(where: str) -> None:
    """Refuse text that is not one whole SQL expression (a closed parenthesis too many, a second statement)."""
    import duckdb

    try:
        duckdb.SQLExpression(where)
    except duckdb.Error as error:
        raise ArgumentError(f"where={where!r} is not one SQL condition: {str(error).splitlines()[0]}") from None


def _group(connection: Any, sides: list[_Side], parameters: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Group both runs by item, and return how many items are in each pair of states."""
    columns = ", ".join(
        f"CASE count(*) FILTER (side = {number}) WHEN 0 THEN {MISSING} WHEN 1 THEN max(state) FILTER (side = {number})"
        f" ELSE {TWICE} END AS {letter}"
        for number, (_, letter) in enumerate(_SIDES)
    )
    stacked = " UNION ALL ".join(side.query for side in sides)
    query = f"CREATE TEMP TABLE grouped AS SELECT item, {columns} FROM ({stacked}) GROUP BY item"
    values = sides[0].values | sides[1].values
    unused = sorted(key for key in parameters if key in values or not re.search(rf"\${re.escape(key)}\b", query))
    if unused:
        raise ArgumentError(f"the parameters {', '.join(unused)} do not stand in where")
    duck.run(connection, query, values | parameters, path=sides[0].path)
    result = duck.run(
        connection, "SELECT b, c, count(*) FROM grouped GROUP BY ALL ORDER BY ALL", None, path=sides[0].path
    )
    return [(int(b), int(c), int(count)) for b, c, count in result.fetchall()]


def _first(connection: Any, condition: str) -> tuple[str, tuple[Any, ...]]:
    query = f"SELECT item, typeof(item) FROM grouped WHERE {condition} ORDER BY item LIMIT 5"
    found = duck.run(connection, query, None, path="grouped").fetchall()
    items = tuple(json.loads(item) if kind == "JSON" and item is not None else item for item, kind in found)
    return ", ".join(repr(item)[:80] for item in items), items


def _refuse(connection: Any, states: list[tuple[int, int, int]], path: str, *, json_ids: bool) -> None:
    if not states:
        raise FormatError("there are no items (does where leave any?)", path=path)
    if _first(connection, "item IS NULL")[1]:
        raise FormatError("an item id is null", path=path)
    if json_ids:
        shown, items = _first(connection, _ODD_JSON)
        if items:
            raise FormatError(f"item ids are text or integers, and not empty; first: {shown}", path=path)
    for number, (name, letter) in enumerate(_SIDES):
        for code, fact in (
            (TWICE, "come twice; count repeats before pairing"),
            (NOT_BINARY, "have a score that is neither 0 nor 1; pass threshold to say which scores pass"),
        ):
            count = sum(row[2] for row in states if row[number] == code)
            if count:
                shown, items = _first(connection, f"{letter} = {code}")
                raise FormatError(f"{count} items of the {name} {fact}; first: {shown}", path=path, item=items[0])


def _counted(
    connection: Any, states: list[tuple[int, int, int]], on_missing: str, on_error: str
) -> tuple[Table, int, int, int]:
    """Return the table and how many items are matched, counted as failed and dropped, as the policies say."""
    if all(MISSING in row[:2] for row in states):
        raise PairingError("the two runs have no item id in common")
    policies = {MISSING: on_missing, UNSCORED: on_error}
    for code, say, what in ((MISSING, "on-missing", "missing"), (UNSCORED, "on-error", "without a score")):
        facts: list[str] = []
        concerned: tuple[Any, ...] = ()
        for number, (name, letter) in enumerate(_SIDES):
            count = sum(row[2] for row in states if row[number] == code)
            if policies[code] == "refuse" and count:
                shown, items = _first(connection, f"{letter} = {code}")
                concerned += items
                facts.append(f"{count} items {what} in the {name}, first: {shown}")
        if facts:
            raise PairingError(f"{'; '.join(facts)}; say --{say} drop or --{say} count-as-failed", items=concerned)
    cells = {(True, True): 0, (False, True): 0, (True, False): 0, (False, False): 0}
    matched = filled = dropped = 0
    for b, c, count in states:
        asked = {policies[code] for code in (b, c) if code in policies}
        if "drop" in asked:
            dropped += count
            continue
        matched, filled = (matched, filled + count) if asked else (matched + count, filled)
        cells[b == PASS, c == PASS] += count
    if not matched + filled:
        raise PairingError(f"nothing is left to compare: all {dropped} items were dropped")
    return Table(*cells.values()), matched, filled, dropped


def _notes(runs: list[CountedRun]) -> tuple[str, ...]:
    one, two = (run.source for run in runs)
    if read_alike(one, two):
        return (f"baseline and candidate are the same file (sha256 {one.sha256[:12]}), read the same way",)
    return ()
