"""EvalPlus results, `*_eval_results.json`, and EvalPerf's brief results.

Read at evalplus/evalplus, evalplus/evaluate.py and eval/__init__.py. `base` is HumanEval's own tests; `plus` counts
only where base and plus pass both, as the leaderboard does. A task's list holds its samples, which are repeats. `hash`
is the version of the data set: two files whose hashes differ are not paired. EvalPerf states a
percentage of its samples.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discordant.errors import FormatError
from discordant.runs.fields import required, typed
from discordant.runs.options import Options
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source

_STATUS = {"pass": True, "fail": False, "timeout": False, None: None}


def first_entry(source: Source) -> Any:
    """Return the first task's entry of a document {eval: {task: ...}}, a list's first element, or None."""
    if source.kind != "json" or not isinstance(source.lenient_document, dict):
        return None
    tasks = source.lenient_document.get("eval")
    entry = next(iter(tasks.values()), None) if isinstance(tasks, dict) else None
    return entry[0] if isinstance(entry, list) and entry else entry


def status(sample: Any, key: str, *, source: Source, item: str) -> bool | None:
    """Return a sample's status as passed, failed (or timed out), or unscored; unknown words are refused."""
    value = required(sample, key, path=source.path, item=item)
    if not (value is None or type(value) is str) or value not in _STATUS:
        raise FormatError(f"{key} is {repr(value)[:80]}, not pass, fail or timeout", path=source.path, item=item)
    return _STATUS[value]


def samples(source: Source) -> Iterator[tuple[str, int, Any]]:
    """Yield (task id, sample number, sample) of a document {eval: {task: [sample, ...]}}."""
    for item, listed in typed(source.document, "eval", dict, path=source.path).items():
        if not isinstance(listed, list):
            raise FormatError(
                f"expected a list of samples, found a {type(listed).__name__}", path=source.path, item=item
            )
        if not listed:
            raise FormatError("the task has no samples", path=source.path, item=item)
        for number, sample in enumerate(listed):
            yield item, number, sample


def _recognises(source: Source) -> bool:
    first = first_entry(source)
    return isinstance(first, dict) and ("base_status" in first or {"pass@1", "dps"} <= first.keys())


def _records(source: Source, options: Options) -> Iterator[Record]:
    first = first_entry(source)
    if isinstance(first, dict) and "pass@1" in first:
        for item, entry in source.document["eval"].items():
            percent = required(entry, "pass@1", path=source.path, item=item)
            yield Record(item=item, score=f"{percent}%", group=(("metric", "pass@1"),))
        return
    version = source.document.get("hash") if isinstance(source.document, dict) else None
    mark = version if isinstance(version, str) else None
    for item, number, sample in samples(source):
        base = status(sample, "base_status", source=source, item=item)
        yield Record(item, base, (("metric", "base"),), repeat=number, fingerprint=mark)
        if isinstance(sample, dict) and sample.get("plus_status") is not None:
            plus = status(sample, "plus_status", source=source, item=item)
            both = None if base is None else base and plus
            yield Record(item, both, (("metric", "plus"),), repeat=number, fingerprint=mark)


READER = Reader(
    name="evalplus",
    title="EvalPlus results (HumanEval+, MBPP+), EvalPerf's brief results",
    rule="a JSON object whose eval has tasks with base_status, or with pass@1 and dps",
    item="task_id",
    passed="base_status is pass (metric=base); base_status and plus_status are pass (metric=plus)",
    traps=(
        "base and plus are two metrics: choose one",
        "several samples of a task are repeats: choose one with --select trial=..., or say --repeats",
        "hash is the version of the data set: files of different versions are not paired",
        "EvalPerf's pass@1 is a percentage of 100 samples: it needs --threshold",
    ),
    example="discordant compare base_eval_results.json cand_eval_results.json --select metric=plus",
    recognises=_recognises,
    records=_records,
    selectors=("metric",),
    repeat="trial",
)
