"""LiveCodeBench's performance files: {performances: [{question_id, model, "pass@1", ...}], models, date_marks}.

Read at LiveCodeBench/livecodebench.github.io, src/mocks/*.json. `pass@1` is a percentage of several tries, not an
outcome: it always needs a threshold. The test-generation file has several rows per model and question.
"""

from __future__ import annotations

from collections.abc import Iterator

from discordant.runs.fields import required, text, typed
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source


def _recognises(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.lenient_document, dict):
        return False
    rows = source.lenient_document.get("performances")
    return isinstance(rows, list) and bool(rows) and isinstance(rows[0], dict) and "pass@1" in rows[0]


def _records(source: Source, options: Options) -> Iterator[Record]:
    groups: dict[str, Group] = {}
    for row in typed(source.document, "performances", list, path=source.path):
        item = required(row, "question_id", path=source.path)
        model = text(required(row, "model", path=source.path, item=item), "model", path=source.path)
        percent = required(row, "pass@1", path=source.path, item=item)
        yield Record(item, f"{percent}%", groups.setdefault(model, (("run", model),)))


READER = Reader(
    name="livecodebench",
    title="LiveCodeBench performances",
    rule="a JSON object whose performances have pass@1",
    item="question_id",
    passed="pass@1, a percentage: it always needs --threshold",
    traps=(
        "a percentage of several tries is not an outcome: --threshold says from which percentage on a question passes",
        "one file holds many models: choose with --baseline-select run=... and --candidate-select run=...",
        "the test-generation file has several rows per model and question: say --repeats",
    ),
    example="discordant compare p.json p.json --baseline-select run=A --candidate-select run=B --threshold 50",
    recognises=_recognises,
    records=_records,
    selectors=("run",),
    repeats_by_order=True,
)
