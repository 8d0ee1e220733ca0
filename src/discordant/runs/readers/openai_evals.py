"""OpenAI Evals event logs: a line {"spec": ...}, one line per event, a line {"final_report": ...}.

Read at openai/evals, evals/record.py. A `match` event's `correct` is the outcome; model-graded evals write `metrics`
events, one metric per key. A sample with an `error` event, or with other events only, has no outcome and is excluded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discordant.runs.fields import required, text, typed
from discordant.runs.options import Options
from discordant.runs.record import Group, ItemId, Reader, Record
from discordant.runs.source import Source

_EVENT = {"sample_id", "type", "data"}


def _recognises(source: Source) -> bool:
    row = source.first_row
    return row is not None and (isinstance(row.get("spec"), dict) or {"event_id", *_EVENT} <= row.keys())


def _label(source: Source) -> str | None:
    spec = (source.first_row or {}).get("spec")
    names = spec.get("completion_fns") if isinstance(spec, dict) else None
    return names[0] if isinstance(names, list) and names and isinstance(names[0], str) else None


def _records(source: Source, options: Options) -> Iterator[Record]:
    groups: dict[str, Group] = {}
    judged: dict[ItemId, bool] = {}
    for line, row in source.rows():
        if "spec" in row or "final_report" in row:
            continue
        item = required(row, "sample_id", path=source.path, line=line)
        kind = text(required(row, "type", path=source.path, line=line), "type", path=source.path, line=line)
        if type(item) is not str and type(item) is not int:  # events of the run as a whole
            continue
        values = _values(kind, row, source, line, item)
        judged[item] = judged.get(item, False) or bool(values) or kind == "error"
        if kind == "error":
            data = row.get("data")
            message = data.get("message") if isinstance(data, dict) else None
            yield Record(item, None, None, error=f"error: {str(message)[:200]}", line=line)
        for metric, value in values.items():
            yield Record(item, value, groups.setdefault(metric, (("metric", metric),)), line=line)
    for item, known in judged.items():
        if not known:
            yield Record(item, None, None, error="no match or metrics event")


def _values(kind: str, row: dict[str, Any], source: Source, line: int, item: object) -> dict[str, Any]:
    if kind == "match":
        data = typed(row, "data", dict, path=source.path, line=line, item=item)
        return {"match": typed(data, "correct", bool, path=source.path, line=line, item=item)}
    if kind == "metrics":
        data = typed(row, "data", dict, path=source.path, line=line, item=item)
        return {key: value for key, value in data.items() if type(value) in (bool, int, float)}
    return {}


READER = Reader(
    name="openai-evals",
    title="OpenAI Evals event logs",
    rule="JSON lines that begin with spec, or events with event_id, sample_id, type and data",
    item="sample_id",
    passed="data.correct of the match event, or a key of the metrics event",
    traps=(
        "match and metrics (or several metrics) in one log: choose with --select metric=...",
        "several match events of one sample are repeats: say --repeats",
        "a sample with an error event, or without a verdict, is excluded; --on-error decides",
    ),
    example="discordant compare baseline.jsonl candidate.jsonl --select metric=match",
    recognises=_recognises,
    records=_records,
    label=_label,
    selectors=("metric",),
    repeats_by_order=True,
)
