"""Inspect logs: a zipped `.eval`, or one JSON object of version 2.

Read at UKGovernmentBEIS/inspect_ai, log/_log.py, log/_recorders/eval.py and scorer/_metric.py. Values: "C" passes, "I"
and "N" (no answer) fail, "P" is half a point and so needs a threshold; NaN is Inspect's own sentinel for unscored, so
the literal is read here and nowhere else. Inspect turns an unknown value into 0 with a warning; it is refused
here. A sample that stopped with an error is excluded; one that hit a limit counts as it was scored. A value that is an
object has one metric per key.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from discordant.errors import FormatError
from discordant.runs.fields import required, text, typed
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source

_LETTERS = {"C": True, "I": False, "N": False, "P": 0.5}


def _recognises(source: Source) -> bool:
    if source.kind == "zip":
        return "header.json" in source.members or "_journal/start.json" in source.members
    if source.kind != "json" or not isinstance(source.lenient_document, dict):
        return False
    return {"version", "status", "eval"} <= source.lenient_document.keys()


def _header(source: Source) -> dict[str, Any]:
    if source.kind != "zip":
        header = source.lenient_document
    elif "header.json" in source.members:
        header = source.member("header.json", lenient=True)
    else:
        raise FormatError("the log has no header.json: the evaluation has not finished", path=source.path)
    status = required(header, "status", path=source.path)
    if status != "success":
        raise FormatError(
            f"the log's status is {status!r}, not 'success': the evaluation did not finish"
            " (inspect eval-retry finishes it)",
            path=source.path,
        )
    if header.get("invalidated") is True:
        raise FormatError("the log is marked as invalidated", path=source.path)
    typed(header, "eval", dict, path=source.path)
    return header  # type: ignore[no-any-return]  # `required` has seen that it is an object


def _samples(source: Source) -> Iterator[Any]:
    if source.kind != "zip":
        samples = source.lenient_document.get("samples")
        if not isinstance(samples, list):
            raise FormatError("the log holds no samples (was it read with header_only?)", path=source.path)
        yield from samples
        return
    whole = source.members.get("summaries.json")
    if whole is not None and whole.file_size <= source.max_bytes:
        summaries = source.member("summaries.json", lenient=True)
        if not isinstance(summaries, list):
            raise FormatError("summaries.json is not a list", path=source.path)
        yield from summaries
        return
    names = [name for name in source.members if name.startswith("samples/") and name.endswith(".json")]
    if not names:
        raise FormatError("the log holds no samples", path=source.path)
    for name in names:
        yield source.member(name, lenient=True)


def _value(value: Any) -> object:
    if type(value) is str:
        return _LETTERS.get(value, value)
    if type(value) is float and math.isnan(value):
        return None
    return value


def _records(source: Source, options: Options) -> Iterator[Record]:
    header = _header(source)["eval"]
    task = text(header.get("task", source.stem), "task", path=source.path)
    groups: dict[tuple[str, str | None], Group] = {}
    seen: set[object] = set()
    for sample in _samples(source):
        item = required(sample, "id", path=source.path)
        epoch = required(sample, "epoch", path=source.path, item=item)
        seen.add(item if type(item) in (int, str) else repr(item))
        base = Record(item=item, score=None, group=None, repeat=epoch, task=task)
        error = sample.get("error")
        scores = sample.get("scores") or {}
        if error is not None:
            message = error.get("message") if isinstance(error, dict) else error
            yield base._replace(error=f"error: {str(message)[:200]}")
            continue
        if not isinstance(scores, dict):
            raise FormatError(f"scores is a {type(scores).__name__}, not an object", path=source.path, item=item)
        if not scores:
            yield base._replace(error="unscored")
        for scorer, score in scores.items():
            value = required(score, "value", path=source.path, item=item)
            named = value.items() if isinstance(value, dict) else [(None, value)]
            for metric, single in named:
                group = groups.get((scorer, metric))
                if group is None:
                    group = (("scorer", scorer),) + ((("metric", metric),) if metric is not None else ())
                    groups[scorer, metric] = group
                yield base._replace(score=_value(single), group=group)
    dataset = header.get("dataset")
    listed = dataset.get("sample_ids") if isinstance(dataset, dict) else None
    for item in listed if isinstance(listed, list) else ():
        if type(item) in (int, str) and item not in seen:
            yield Record(item=item, score=None, group=None, task=task, absent=True)


def _label(source: Source) -> str | None:
    model = _header(source)["eval"].get("model")
    return model if isinstance(model, str) else None


READER = Reader(
    name="inspect",
    title="Inspect logs, zipped (.eval) or JSON",
    rule="a zip with header.json, or a JSON object with version, status and eval",
    item="id (int or text; 1 and '1' differ)",
    passed='scores.{scorer}.value: "C", true or 1 passes, "I", "N", false or 0 fails, "P" needs --threshold',
    traps=(
        "several scorers, or a score with several values: choose with --select scorer=... (and metric=...)",
        "epochs are repeats of one sample: choose one, or say --repeats",
        "a sample with an error or without a score is excluded; --on-error decides",
        "a log whose status is not success is refused",
        "values that Inspect itself would turn into 0 with a warning are refused",
    ),
    example="discordant compare baseline.eval candidate.eval --select scorer=match",
    recognises=_recognises,
    records=_records,
    label=_label,
    selectors=("scorer", "metric"),
    repeat="epoch",
)
