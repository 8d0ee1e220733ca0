"""Any table with a header line, separated by commas (or tabs, or semicolons where the header has no comma).

Ids are text as written ("007" is not "7"). Every row must have as many fields as the header; quoted fields may hold
line ends. Fields beyond Python's limit of 131072 characters are refused, since raising that limit is a global setting.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

from discordant.errors import FormatError
from discordant.runs import strict_json, tabular
from discordant.runs.options import Options
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source

_SUFFIXES = (".csv", ".tsv")


def _text(source: Source) -> Iterator[str]:
    for number, line in source.lines():
        yield strict_json.decode(line, path=source.path, line=number)


def delimiter_of(source: Source) -> str:
    """Return what separates the fields: tabs in a .tsv, else what stands in the first line, commas first."""
    if source.suffix == ".tsv":
        return "\t"
    first = next(_text(source))
    return next((sign for sign in ",\t;" if sign in first), ",")


def _rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield (line of the row's end, fields), the header first."""
    reader = csv.reader(_text(source), delimiter=delimiter_of(source), strict=True)
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as error:
        raise FormatError(f"not csv: {error}", path=source.path, line=reader.line_num) from None


def _recognises(source: Source) -> bool:
    return source.kind == "text" and source.suffix in _SUFFIXES


def read_table(source: Source) -> tuple[int, list[str], Iterator[tuple[int, list[str]]]]:
    """Return the header's line, the columns, each named once, and an iterator over the rows below."""
    rows = _rows(source)
    line, header = next(rows, (1, []))
    if not header or len(set(header)) != len(header):
        twice = next((name for name, count in Counter(header).items() if count > 1), "")
        raise FormatError(
            f"the header names the column {twice!r} twice" if header else "the header is empty",
            path=source.path,
            line=line,
        )
    return line, header, rows


def _records(source: Source, options: Options) -> Iterator[Record]:
    line, header, rows = read_table(source)
    columns = tabular.choose(header, options, source.path, line, header.__contains__)
    width = len(header)
    pick = itemgetter(*map(header.index, columns.used))

    def picked() -> Iterator[tuple[int, tuple[str, ...]]]:
        for number, row in rows:
            if len(row) != width:
                raise FormatError(f"the row has {len(row)} fields, the header {width}", path=source.path, line=number)
            yield number, pick(row)

    yield from tabular.records(picked(), columns, source.path)


READER = Reader(
    name="csv",
    title="any table with a header line (comma, tab or semicolon)",
    rule="a text file named .csv or .tsv",
    item="--id, or the one column named id, item, item_id, sample_id, instance_id, task_id, question_id or doc_id",
    passed="--pass, or the one column named pass, passed, correct, is_correct, resolved or success",
    traps=(
        "ids are text as written: '007' is not '7', and the integer 1 of a JSON file is not '1' (--id-type text)",
        "columns named run (or model), metric, filter, scorer, trial, epoch and task are selectors",
        "one column per model: compare two columns with --baseline-select run=COLUMN --candidate-select run=COLUMN",
    ),
    example="discordant compare baseline.csv candidate.csv --id item --pass correct",
    recognises=_recognises,
    records=_records,
    selectors=("run", "metric", "filter", "scorer", "task"),
    repeat="trial",
    repeats_by_order=True,
    takes=frozenset({"id", "pass", "cluster"}),
    generic=True,
)
