"""Any parquet file with one row per item, read through DuckDB (the extra `data`).

Columns as for csv; ids keep their type (an integer column gives integers). Rows are streamed, but every item is held:
for tens of millions of rows use `discordant.runs.engine`, which counts inside the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from discordant.errors import FormatError
from discordant.runs import duck, tabular
from discordant.runs.options import Options
from discordant.runs.readers.lighteval import is_lighteval
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source
from discordant.runs.state_sql import check_kinds, id_of

MOST_ROWS: Final = 20_000_000
"""Rows of one file at most: a few kilobytes of parquet may stand for more than memory holds."""


def _recognises(source: Source) -> bool:
    return source.kind == "parquet" and not is_lighteval(source)


def _records(source: Source, options: Options) -> Iterator[Record]:
    with duck.connect("reading parquet files") as connection:
        known = duck.columns(connection, source.real_path)
        chosen = tabular.choose(known, options, source.path, None, known.__contains__)
        check_kinds(known, chosen.item, chosen.passed, source.path)
        path = [duck.literal(source.real_path)]
        ((many,),) = duck.fetched(connection, "SELECT count(*) FROM read_parquet(?)", path, path=source.path)
        if many > MOST_ROWS:
            raise FormatError(
                f"the file has {many} rows, more than the {MOST_ROWS} that are held at once; count them with"
                " --engine duckdb",
                path=source.path,
            )
        item, *others = chosen.used
        used = [id_of(duck.quoted(item), known[item]), *map(duck.quoted, others)]
        result = duck.run(connection, f"SELECT {', '.join(used)} FROM read_parquet(?)", path, path=source.path)
        rows = ((None, row) for row in duck.rows(result, path=source.path))
        yield from tabular.records(rows, chosen, source.path)


READER = Reader(
    name="parquet",
    title="any parquet file with one row per item (needs the extra data)",
    rule="a parquet file that is not lighteval's",
    item="--id, or the one column named id, item, item_id, sample_id, instance_id, task_id, question_id or doc_id",
    passed="--pass, or the one column named pass, passed, correct, is_correct, resolved or success",
    traps=(
        "ids keep the column's type: an integer column does not match a text column (--id-type text)",
        "columns named run (or model), metric, filter, scorer, trial, epoch and task are selectors",
        "tens of millions of rows: discordant.runs.engine.pair_files counts them inside DuckDB",
    ),
    example="discordant compare results.parquet results.parquet --baseline-select run=A --candidate-select run=B",
    recognises=_recognises,
    records=_records,
    selectors=("run", "metric", "filter", "scorer", "task"),
    repeat="trial",
    repeats_by_order=True,
    takes=frozenset({"id", "pass", "cluster"}),
    generic=True,
)
