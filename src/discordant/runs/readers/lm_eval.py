"""lm-evaluation-harness samples (`--log_samples`): one JSON object per line, one line per document and filter.

Read at EleutherAI/lm-evaluation-harness, lm_eval/result_schema.py and loggers/evaluation_tracker.py. The metric's value
stands under its own name, and the names under `metrics`. `doc_id` counts within a split; `doc_hash` identifies the
document, so two runs whose equal doc_ids carry different hashes are not paired.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from discordant.errors import FormatError
from discordant.runs.fields import required, text
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source

_FILE = re.compile(r"samples_(?P<task>.+)_\d{4}-\d\d-\d\dT[\d:.-]+\.jsonl")


def _recognises(source: Source) -> bool:
    row = source.first_row
    return row is not None and "doc_id" in row and ("filtered_resps" in row or "doc_hash" in row)


def task_of(source: Source) -> str | None:
    """Return the task that the file's name gives (`samples_{task}_{date}.jsonl`), or None."""
    found = _FILE.search(source.name)
    return found["task"] if found else None


def _records(source: Source, options: Options) -> Iterator[Record]:
    key = options.id or "doc_id"
    groups: dict[tuple[str, str], Group] = {}
    for line, row in source.rows():
        item = required(row, key, path=source.path, line=line)
        metrics = [options.pass_] if options.pass_ else row.get("metrics")
        if not isinstance(metrics, list) or not metrics:
            raise FormatError(
                "the row does not list its metrics (an older version wrote none); name the metric's field with --pass",
                path=source.path,
                line=line,
                item=item,
            )
        filtered = text(row.get("filter", "none"), "filter", path=source.path, line=line)
        mark = row.get("doc_hash") if key != "doc_hash" else None
        for metric in metrics:
            name = text(metric, "metric", path=source.path, line=line)
            group = groups.setdefault((name, filtered), (("metric", name), ("filter", filtered)))
            yield Record(
                item=item,
                score=required(row, name, path=source.path, line=line, item=item),
                group=group,
                line=line,
                fingerprint=mark if isinstance(mark, str) else None,
            )


READER = Reader(
    name="lm-eval",
    title="lm-evaluation-harness samples (--log_samples)",
    rule="JSON lines with doc_id and doc_hash or filtered_resps",
    item="doc_id (or --id doc_hash)",
    passed="the field that metrics names, such as exact_match or acc (1.0 passes, 0.0 fails)",
    traps=(
        "one row per document and filter: choose the filter where there are several",
        "several metrics (acc, acc_norm): choose one",
        "the file is opened in append mode, so a rerun appends its rows: duplicates are refused",
        "equal doc_ids with different doc_hash are different documents: refused",
    ),
    example="discordant compare base/samples_arc.jsonl cand/samples_arc.jsonl --select metric=acc --select filter=none",
    recognises=_recognises,
    records=_records,
    task=task_of,
    selectors=("metric", "filter"),
    takes=frozenset({"id", "pass"}),
)
