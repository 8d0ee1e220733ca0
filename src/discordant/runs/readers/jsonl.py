"""Any file of JSON objects, one per line, or one JSON list of objects.

Ids keep their JSON type: 1 and "1" are two items. A field may be named with dots (`doc.id`) to reach into objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from discordant.errors import FormatError
from discordant.runs import tabular
from discordant.runs.options import Options
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source


def _recognises(source: Source) -> bool:
    if source.kind == "lines":
        return True
    if source.kind != "json" or not isinstance(source.lenient_document, list) or not source.lenient_document:
        return False
    return isinstance(source.lenient_document[0], dict) and tabular.guess(source.lenient_document[0])


def _rows(source: Source) -> Iterator[tuple[int | None, dict[str, Any]]]:
    if source.kind == "lines":
        yield from source.rows()
        return
    if source.kind != "json" or not isinstance(source.document, list):
        raise FormatError("not JSON lines and not a JSON list of objects", path=source.path)
    for row in source.document:
        if not isinstance(row, dict):
            raise FormatError(f"the list holds a JSON {type(row).__name__}, not an object", path=source.path)
        yield None, row


def _records(source: Source, options: Options) -> Iterator[Record]:
    rows = _rows(source)
    first = next(rows, None)
    if first is None:
        return
    line, row = first

    def has(name: str) -> bool:
        try:
            tabular.field(row, name, path=source.path, line=line)
        except FormatError:
            return False
        return True

    columns = tabular.choose(row, options, source.path, line, has)
    names = columns.used

    def picked() -> Iterator[tuple[int | None, list[Any]]]:
        for number, found in chain([first], rows):
            yield number, [tabular.field(found, name, path=source.path, line=number) for name in names]

    yield from tabular.records(picked(), columns, source.path)


READER = Reader(
    name="jsonl",
    title="any file of JSON objects, one per line (or one list)",
    rule="a file named .jsonl or .ndjson, or lines of JSON objects, that no other format claims",
    item="--id, or the one field named id, item, item_id, sample_id, instance_id, task_id, question_id or doc_id",
    passed="--pass, or the one field named pass, passed, correct, is_correct, resolved or success",
    traps=(
        "ids keep their JSON type: 1 and '1' are two items unless --id-type text",
        "fields named run (or model), metric, filter, scorer, trial, epoch and task are selectors",
        "NaN and Infinity are not JSON: such lines are refused",
    ),
    example="discordant compare baseline.jsonl candidate.jsonl --id question.id --pass correct",
    recognises=_recognises,
    records=_records,
    selectors=("run", "metric", "filter", "scorer", "task"),
    repeat="trial",
    repeats_by_order=True,
    takes=frozenset({"id", "pass", "cluster"}),
    generic=True,
)
