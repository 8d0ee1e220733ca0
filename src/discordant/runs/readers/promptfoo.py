"""promptfoo's output JSON: every prompt and provider of an evaluation in one file, so both runs.

Read at promptfoo/promptfoo, src/types/index.ts. `failureReason` 2 is an error, which promptfoo also stores with success
false: it is excluded here, not counted as a failure. Two files are paired only where equal testIdx have equal vars.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from discordant.runs.fields import required, typed
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source

_ERROR = 2


def _recognises(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.lenient_document, dict):
        return False
    results = source.lenient_document.get("results")
    rows = results.get("results") if isinstance(results, dict) else None
    return isinstance(rows, list) and bool(rows) and isinstance(rows[0], dict) and "promptIdx" in rows[0]


def _provider(row: dict[str, Any]) -> str:
    provider = row.get("provider")
    if isinstance(provider, dict):
        provider = provider.get("label") or provider.get("id")
    return provider if isinstance(provider, str) and provider else "provider"


def _runs(rows: list[Any], source: Source) -> dict[int, str]:
    """Name each promptIdx: by its provider where that tells them apart, else by provider and number."""
    named: dict[int, str] = {}
    for row in rows:
        named.setdefault(typed(row, "promptIdx", int, path=source.path), _provider(row))
    if len(set(named.values())) == len(named):
        return named
    return {index: f"{name} #{index}" for index, name in named.items()}


def _records(source: Source, options: Options) -> Iterator[Record]:
    rows = typed(typed(source.document, "results", dict, path=source.path), "results", list, path=source.path)
    groups: dict[int, Group] = {index: (("run", name),) for index, name in _runs(rows, source).items()}
    for row in rows:
        item = required(row, "testIdx", path=source.path)
        failed = row.get("failureReason") == _ERROR
        shown = json.dumps(row.get("vars"), sort_keys=True)
        yield Record(
            item=item,
            score=None if failed else typed(row, "success", bool, path=source.path, item=item),
            group=groups[row["promptIdx"]],
            error=f"error: {str(row.get('error'))[:200]}" if failed else None,
            fingerprint=hashlib.sha256(shown.encode("utf-8", "surrogatepass")).hexdigest()[:16],
        )


READER = Reader(
    name="promptfoo",
    title="promptfoo results",
    rule="a JSON object whose results.results have promptIdx",
    item="testIdx",
    passed="success",
    traps=(
        "one file holds every prompt and provider: --baseline-select run=... and --candidate-select run=... choose",
        "failureReason 2 is an error, stored with success false: excluded; --on-error decides",
        "equal testIdx with different vars are different tests: refused",
    ),
    example="discordant compare out.json out.json --baseline-select run=openai:A --candidate-select run=openai:B",
    recognises=_recognises,
    records=_records,
    selectors=("run",),
    repeats_by_order=True,
)
