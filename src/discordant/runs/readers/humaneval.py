"""HumanEval results, `{samples}_results.jsonl`: each sample with `result` and `passed`.

Read at openai/human-eval, human_eval/evaluation.py. Rows of one task are its samples, told apart by their order alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from discordant.runs.fields import required, typed
from discordant.runs.options import Options
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source


def _recognises(source: Source) -> bool:
    row = source.first_row
    return row is not None and {"task_id", "passed", "result"} <= row.keys()


def _records(source: Source, options: Options) -> Iterator[Record]:
    for line, row in source.rows():
        item = required(row, "task_id", path=source.path, line=line)
        yield Record(item, typed(row, "passed", bool, path=source.path, line=line, item=item), line=line)


READER = Reader(
    name="humaneval",
    title="HumanEval results",
    rule="JSON lines with task_id, result and passed",
    item="task_id",
    passed="passed",
    traps=("several rows of a task are repeats (samples in order): say --repeats",),
    example="discordant compare base_results.jsonl cand_results.jsonl --repeats first",
    recognises=_recognises,
    records=_records,
    repeats_by_order=True,
)
