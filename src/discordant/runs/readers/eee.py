"""Every Eval Ever instance records, `*_samples.jsonl` (schema 0.3.0): the interchange format of several tools.

Read at evaleval/every_eval_ever, schemas/instance_level_eval.schema.json. `sample_hash` identifies the content, so
equal sample_ids with different hashes are not paired. `--pass evaluation.score` reads the score instead of the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator

from discordant.runs import tabular
from discordant.runs.fields import required, text
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source


def _recognises(source: Source) -> bool:
    row = source.first_row
    return row is not None and {"evaluation_id", "sample_id", "evaluation"} <= row.keys()


def _records(source: Source, options: Options) -> Iterator[Record]:
    groups: dict[tuple[str, str], Group] = {}
    passed = options.pass_ or "evaluation.is_correct"
    for line, row in source.rows():
        item = required(row, "sample_id", path=source.path, line=line)
        model = text(required(row, "model_id", path=source.path, line=line), "model_id", path=source.path, line=line)
        name = required(row, "evaluation_name", path=source.path, line=line, item=item)
        task = text(name, "evaluation_name", path=source.path, line=line)
        metric = text(row.get("evaluation_result_id") or task, "evaluation_result_id", path=source.path, line=line)
        mark = row.get("sample_hash")
        yield Record(
            item=item,
            score=tabular.field(row, passed, path=source.path, line=line),
            group=groups.setdefault((model, metric), (("run", model), ("metric", metric))),
            task=task,
            line=line,
            fingerprint=mark if isinstance(mark, str) else None,
        )


READER = Reader(
    name="eee",
    title="Every Eval Ever instance records",
    rule="JSON lines with evaluation_id, sample_id and evaluation",
    item="sample_id",
    passed="evaluation.is_correct (or --pass evaluation.score with --threshold)",
    traps=(
        "several models, results or evaluations in one file: choose with --select run=..., metric=..., task=...",
        "equal sample_ids with different sample_hash are different samples: refused",
    ),
    example="discordant compare base_samples.jsonl cand_samples.jsonl",
    recognises=_recognises,
    records=_records,
    selectors=("run", "metric", "task"),
    repeats_by_order=True,
    takes=frozenset({"pass"}),
)
