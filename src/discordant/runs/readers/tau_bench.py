"""tau-bench results: one JSON list of {task_id, reward, trial, info, traj}.

Read at sierra-research/tau-bench, historical_trajectories/*.json. The same task comes once per trial. A run that raised
is stored with reward 0 and the exception's text in info.error: that is an error, not a failure.
"""

from __future__ import annotations

from collections.abc import Iterator

from discordant.errors import FormatError
from discordant.runs.fields import required
from discordant.runs.options import Options
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source


def _recognises(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.lenient_document, list) or not source.lenient_document:
        return False
    first = source.lenient_document[0]
    return isinstance(first, dict) and {"task_id", "reward", "trial"} <= first.keys()


def _records(source: Source, options: Options) -> Iterator[Record]:
    if not isinstance(source.document, list):
        raise FormatError("a tau-bench file is a JSON list", path=source.path)
    for row in source.document:
        item = required(row, "task_id", path=source.path)
        info = row.get("info")
        error = info.get("error") if isinstance(info, dict) else None
        yield Record(
            item=item,
            score=required(row, "reward", path=source.path, item=item),
            repeat=required(row, "trial", path=source.path, item=item),
            error=None if error is None else f"error: {str(error)[:200]}",
        )


READER = Reader(
    name="tau-bench",
    title="results of tau-bench, several trials of each task in one list",
    rule="a JSON list whose objects have task_id, reward and trial",
    item="task_id",
    passed="reward (1 passes, 0 fails)",
    traps=(
        "trials are repeats of one task, not independent items: choose one, or say --repeats",
        "a run that raised has reward 0 and info.error: it is excluded as an error, not counted as a failure",
    ),
    example="discordant compare results.json results.json --baseline-select trial=0 --candidate-select trial=1",
    recognises=_recognises,
    records=_records,
    repeat="trial",
)
