"""HELM: `per_instance_stats.json`, and `display_predictions.json`, whose stats are a plain object.

Read at stanford-crfm/helm, benchmark/metrics/metric.py and presentation/run_display.py. An item is an instance; the
perturbation is the selector `filter` (none for the original), the training trial is the selector `trial`. A metric's
value is its `mean`. HELM leaves undefined (NaN) statistics out, so an instance without the metric is unscored, not
absent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discordant.errors import FormatError
from discordant.runs.fields import required, text
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source


def _recognises(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.lenient_document, list) or not source.lenient_document:
        return False
    first = source.lenient_document[0]
    return isinstance(first, dict) and {"instance_id", "train_trial_index", "stats"} <= first.keys()


def _values(stats: Any, source: Source, item: object) -> dict[str, Any]:
    if isinstance(stats, dict):
        return stats
    if not isinstance(stats, list):
        raise FormatError(f"stats is a {type(stats).__name__}, not a list or an object", path=source.path, item=item)
    values: dict[str, Any] = {}
    for entry in stats:
        name = required(required(entry, "name", path=source.path, item=item), "name", path=source.path, item=item)
        metric = text(name, "metric", path=source.path)
        if metric in values:
            raise FormatError(f"the metric {metric!r} comes twice", path=source.path, item=item)
        values[metric] = entry.get("mean")
    return values


def _perturbation(row: dict[str, Any], source: Source, item: object) -> str:
    described = row.get("perturbation")
    if described is None:
        return "none"
    return text(required(described, "name", path=source.path, item=item), "perturbation", path=source.path)


def _records(source: Source, options: Options) -> Iterator[Record]:
    if not isinstance(source.document, list):
        raise FormatError("a HELM file is a JSON list of instances", path=source.path)
    read: list[tuple[object, object, str, dict[str, Any]]] = []
    metrics: dict[str, None] = {}
    for row in source.document:
        item = required(row, "instance_id", path=source.path)
        values = _values(required(row, "stats", path=source.path, item=item), source, item)
        if options.pass_ is not None:
            values = {key: value for key, value in values.items() if key == options.pass_}
        metrics |= dict.fromkeys(values)
        trial = required(row, "train_trial_index", path=source.path, item=item)
        read.append((item, trial, _perturbation(row, source, item), values))
    if not metrics:
        raise FormatError(f"no instance has the metric {options.pass_!r}" if options.pass_ else "no metric is given",
                          path=source.path)  # fmt: skip
    groups: dict[tuple[str, str], Group] = {}
    for item, trial, perturbation, values in read:
        for metric in metrics:
            key = (metric, perturbation)
            group = groups.setdefault(key, (("metric", metric), ("filter", perturbation)))
            yield Record(item, values.get(metric), group, repeat=trial)  # type: ignore[arg-type]  # checked by `collect`


READER = Reader(
    name="helm",
    title="HELM per-instance statistics and display predictions",
    rule="a JSON list whose objects have instance_id, train_trial_index and stats",
    item="instance_id",
    passed="the mean of the chosen metric, such as exact_match",
    traps=(
        "dozens of metrics: choose with --select metric=exact_match (or --pass exact_match)",
        "perturbed copies of an instance are extra rows: choose with --select filter=none or filter=NAME",
        "training trials are repeats: choose with --select trial=..., or say --repeats",
        "an instance without the metric is unscored; --on-error decides",
    ),
    example="discordant compare base/per_instance_stats.json cand/per_instance_stats.json --select metric=exact_match",
    recognises=_recognises,
    records=_records,
    selectors=("metric", "filter"),
    repeat="trial",
    takes=frozenset({"pass"}),
)
