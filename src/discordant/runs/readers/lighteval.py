"""lighteval details, `details_{task}_{date}.parquet` (`--save-details`), read through DuckDB (the extra `data`).

Read at huggingface/lighteval, logging/info_loggers.py and docs/source/saving-and-reading-results.mdx. The document and
the metrics are struct columns, named `doc` and `metric` or `__doc__` and `__metric__`. The item is the document's id,
or the md5 of its query where the struct has no id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from discordant.errors import FormatError
from discordant.runs import duck
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source

_PAIRS = (("doc", "metric"), ("__doc__", "__metric__"))
_FILE = re.compile(r"details_(?P<task>.+)_\d{4}-\d\d-\d\dT[\d:.-]+\.parquet")


def _pair(columns: dict[str, str]) -> tuple[str, str] | None:
    for doc, metric in _PAIRS:
        if columns.get(doc, "").startswith("STRUCT(") and columns.get(metric, "").startswith("STRUCT("):
            return doc, metric
    return None


def is_lighteval(source: Source) -> bool:
    """Return whether a parquet file has lighteval's two struct columns."""
    with duck.connect("reading parquet files") as connection:
        return _pair(duck.columns(connection, source.real_path)) is not None


def _recognises(source: Source) -> bool:
    return source.kind == "parquet" and is_lighteval(source)


def _task(source: Source) -> str | None:
    found = _FILE.search(source.name)
    return found["task"] if found else None


def _records(source: Source, options: Options) -> Iterator[Record]:
    with duck.connect("reading parquet files") as connection:
        path = [duck.literal(source.real_path)]
        pair = _pair(duck.columns(connection, source.real_path))
        if pair is None:
            raise FormatError("there are no struct columns doc and metric", path=source.path)
        doc, metric = map(duck.quoted, pair)
        described = duck.fetched(connection, f"DESCRIBE SELECT {doc}.* FROM read_parquet(?)", path, path=source.path)
        fields = {row[0] for row in described}
        query = f"md5({doc}.query)" if "query" in fields else None
        item = f"{doc}.id" if "id" in fields else query
        if item is None:
            raise FormatError("the documents have neither id nor query", path=source.path)
        select = f"SELECT {item}, {query or 'NULL'}, {metric} FROM read_parquet(?)"
        groups: dict[str, Group] = {}
        for key, mark, values in duck.rows(duck.run(connection, select, path, path=source.path), path=source.path):
            for name, value in (values or {}).items():
                if options.pass_ in (None, name):
                    group = groups.setdefault(name, (("metric", name),))
                    yield Record(key, value, group, fingerprint=None if key == mark else mark)


READER = Reader(
    name="lighteval",
    title="lighteval details (--save-details; needs the extra data)",
    rule="a parquet file with struct columns doc and metric (or __doc__ and __metric__)",
    item="doc.id, or the md5 of doc.query",
    passed="metric.NAME (1 passes, 0 fails)",
    traps=(
        "several metrics: choose with --select metric=NAME (names may hold | and :)",
        "equal ids with different queries are different documents: refused",
        "results_*.json holds no items: give the details",
    ),
    example="discordant compare base/details_gsm8k.parquet cand/details_gsm8k.parquet --select metric=em",
    recognises=_recognises,
    records=_records,
    task=_task,
    selectors=("metric",),
    takes=frozenset({"pass"}),
)
