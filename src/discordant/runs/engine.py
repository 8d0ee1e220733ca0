"""Tables of any size, counted inside DuckDB (the extra `data`): only a handful of numbers leave the engine.

Both runs are stacked, grouped by item, and the groups counted by their two states; DuckDB spills to disk what exceeds
its memory limit. The rules are those of `pairing`: ids match, nothing is dropped or filled in unasked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Final

from discordant.errors import ArgumentError, PairingError
from discordant.runs import duck
from discordant.runs.counted import CountedPairing, CountedRun
from discordant.runs.engine_side import Side
from discordant.runs.grouped import group, refuse, table_of
from discordant.runs.options import read_threshold
from discordant.runs.pairing import check_policy, read_alike
from discordant.runs.record import printable
from discordant.runs.state_sql import threshold_text

ENGINES: Final = ("auto", "plain", "duckdb")


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
    named = [*items, *outcomes, *(baseline_select or {}).values(), *(candidate_select or {}).values()]
    for name in filter(lambda name: isinstance(name, str) and not is_utf8(name), named):
        raise ArgumentError(f"{name!a} is not UTF-8, so no column has that name or value")
    for path in (baseline, candidate):
        if path is not None and not is_utf8(path):
            raise ArgumentError(
                f"the path {path!a} is not UTF-8, which the engine needs; rename it, or read it plainly"
            )
    with duck.connect("counting in the engine", memory_limit=memory_limit, temp_directory=temp_directory) as connection:
        if where is not None:
            _check_condition(where)
        values = dict(parameters or {})
        unused = sorted(key for key in values if not re.search(rf"\${re.escape(key)}\b", where or ""))
        if unused:
            raise ArgumentError(f"the parameters {', '.join(unused)} do not stand in where")
        sides = [
            Side(connection, number, path, items[number], outcomes[number], select or {}, where, values, limits[number])
            for number, path, select in ((0, baseline, baseline_select), (1, candidate or baseline, candidate_select))
        ]
        if len({side.id_kind for side in sides}) > 1:
            kinds = " and ".join(side.id_kind for side in sides)
            raise PairingError(f"the item columns are of different kinds ({kinds}), so no two ids can be the same")
        states = group(connection, sides, values)
        refuse(connection, states, printable(baseline), json_ids=sides[0].id_kind == "JSON")
        for side in sides:
            side.refuse_keys()
        table, matched, filled, dropped = table_of(connection, states, on_missing, on_error)
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


def is_utf8(text: str) -> bool:
    """Return whether text can be handed to the engine: no byte of a command line stands for itself in it."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _check_condition(where: str) -> None:
    """Refuse text that is not one whole SQL expression (a closed parenthesis too many, a second statement)."""
    import duckdb

    if not is_utf8(where):
        raise ArgumentError(f"where={where!a} is not UTF-8")
    try:
        duckdb.SQLExpression(where)
    except duckdb.Error as error:
        raise ArgumentError(f"where={where!r} is not one SQL condition: {str(error).splitlines()[0]}") from None


def _notes(runs: list[CountedRun]) -> tuple[str, ...]:
    one, two = (run.source for run in runs)
    if read_alike(one, two):
        return (f"baseline and candidate are the same file (sha256 {one.sha256[:12]}), read the same way",)
    return ()
