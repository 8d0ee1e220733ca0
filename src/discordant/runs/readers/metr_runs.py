"""METR's runs.jsonl: many runs of many agents on many tasks, one JSON object per line.

Read at METR/eval-analysis-public. `alias` names the model (or human), `score_binarized` is 0 or 1, and every agent runs
each task several times.
"""

from __future__ import annotations

from collections.abc import Iterator

from discordant.runs.fields import required, text
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source


def _recognises(source: Source) -> bool:
    row = source.first_row
    return row is not None and {"task_id", "alias", "score_binarized"} <= row.keys()


def _records(source: Source, options: Options) -> Iterator[Record]:
    groups: dict[str, Group] = {}
    for line, row in source.rows():
        item = required(row, "task_id", path=source.path, line=line)
        alias = text(
            required(row, "alias", path=source.path, line=line, item=item), "alias", path=source.path, line=line
        )
        score = required(row, "score_binarized", path=source.path, line=line, item=item)
        yield Record(item, score, groups.setdefault(alias, (("run", alias),)), line=line)


READER = Reader(
    name="metr-runs",
    title="METR's runs of agents on tasks (runs.jsonl)",
    rule="JSON lines with task_id, alias and score_binarized",
    item="task_id",
    passed="score_binarized (1 passes, 0 fails)",
    traps=(
        "one file holds many agents: choose with --baseline-select run=ALIAS and --candidate-select run=ALIAS",
        "every agent runs a task several times: say --repeats (clusters treats the runs of a task as related)",
    ),
    example="discordant compare r.jsonl r.jsonl --baseline-select run=A --candidate-select run=B --repeats majority",
    recognises=_recognises,
    records=_records,
    selectors=("run",),
    repeats_by_order=True,
)
