"""Files that hold scores of whole benchmarks and no items: recognised, so that the refusal can say what to do.

lm-evaluation-harness results_*.json, lighteval results_*.json, MTEB result files (EleutherAI/lm-evaluation-harness,
huggingface/lighteval, embeddings-benchmark/mteb).
"""

from __future__ import annotations

from collections.abc import Iterator

from discordant.errors import FormatError
from discordant.runs.options import Options
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source

_REFUSED = (
    "the file holds scores of whole benchmarks, not of items, so the discordant items cannot be counted; give the"
    " per-item file (lm-eval: --log_samples, lighteval: --save-details), or ask what the printed scores allow with:"
    " discordant audit"
)


def _recognises(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.lenient_document, dict):
        return False
    document = source.lenient_document
    if isinstance(document.get("results"), dict) and document.keys() & {"configs", "config_general", "group_subtasks"}:
        return True
    return "mteb_version" in document or "mteb_dataset_name" in document


def _records(source: Source, options: Options) -> Iterator[Record]:
    raise FormatError(_REFUSED, path=source.path)


READER = Reader(
    name="aggregate",
    title="scores of whole benchmarks (lm-eval and lighteval results, MTEB): refused",
    rule="a JSON object with results and configs, config_general or group_subtasks, or with mteb_version",
    item="none",
    passed="none",
    traps=("such files hold no items; discordant audit tells what printed scores allow",),
    example="discordant audit claims.json",
    recognises=_recognises,
    records=_records,
    refused=_REFUSED,
)
