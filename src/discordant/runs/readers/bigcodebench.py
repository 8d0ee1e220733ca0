"""BigCodeBench results, `*_eval_results.json`.

Read at bigcode-project/bigcodebench, bigcodebench/evaluate.py: EvalPlus's skeleton with one `status` per sample.
"""

from __future__ import annotations

from collections.abc import Iterator

from discordant.runs.options import Options
from discordant.runs.readers.evalplus import first_entry, samples, status
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source


def _recognises(source: Source) -> bool:
    first = first_entry(source)
    return isinstance(first, dict) and "status" in first and "base_status" not in first


def _records(source: Source, options: Options) -> Iterator[Record]:
    for item, number, sample in samples(source):
        yield Record(item, status(sample, "status", source=source, item=item), repeat=number)


READER = Reader(
    name="bigcodebench",
    title="BigCodeBench results",
    rule="a JSON object whose eval has tasks with status and without base_status",
    item="task_id",
    passed="status is pass (fail and timeout fail)",
    traps=(
        "several samples of a task are repeats: choose one with --select trial=..., or say --repeats",
        "the subset (complete or instruct) stands in another file: compare like with like",
    ),
    example="discordant compare base_eval_results.json cand_eval_results.json",
    recognises=_recognises,
    records=_records,
    repeat="trial",
)
