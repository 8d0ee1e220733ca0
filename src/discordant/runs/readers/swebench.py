"""SWE-bench outcomes: the harness's run report, its per-instance reports, and the site's files in both shapes.

Read at SWE-bench/SWE-bench, harness/reporting.py and grading.py, and SWE-bench/swe-bench.github.io, data/. In a run
report resolved passes and unresolved fails; errors and empty patches have no outcome until --on-error says (the
leaderboard counts them as failed); incomplete instances were never submitted and are missing. The lists must agree with
the counts that stand beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discordant.errors import FormatError
from discordant.runs.fields import required, text, typed
from discordant.runs.options import Options
from discordant.runs.record import Group, Reader, Record
from discordant.runs.source import Source

_COUNTS = {
    "resolved_ids": "resolved_instances",
    "unresolved_ids": "unresolved_instances",
    "error_ids": "error_instances",
    "empty_patch_ids": "empty_patch_instances",
}
_REASONS = {
    "error_ids": "error",
    "infra_failure_ids": "infrastructure failure",
    "ambiguous_failure_ids": "ambiguous failure",
    "empty_patch_ids": "empty patch",
}


def _first(document: Any) -> Any:
    return next(iter(document.values()), None) if isinstance(document, dict) else None


def _recognises(source: Source) -> bool:
    if source.kind != "json" or not isinstance(source.lenient_document, dict):
        return False
    document = source.lenient_document
    if {"resolved_ids", "unresolved_ids"} <= document.keys():
        return True
    boards = document.get("leaderboards")
    if isinstance(boards, list) and boards:
        document = boards[0] if isinstance(boards[0], dict) else {}
    results = document.get("results")
    if isinstance(results, list):
        return any(isinstance(entry, dict) and "per_instance_details" in entry for entry in results)
    first = _first(document)
    return isinstance(first, dict) and (
        "resolved" in first or (isinstance(_first(first), dict) and "resolved" in _first(first))
    )


def _ids(document: dict[str, Any], key: str, source: Source) -> list[Any]:
    ids = typed(document, key, list, path=source.path) if key in document else []
    if len(set(map(repr, ids))) != len(ids):
        raise FormatError(f"{key} lists an id twice", path=source.path)
    beside = _COUNTS.get(key)
    if beside is not None and document.get(beside, len(ids)) != len(ids):
        count = repr(document[beside])[:80]
        raise FormatError(f"{key} lists {len(ids)} ids, but {beside} is {count}", path=source.path)
    return ids


def _report(document: dict[str, Any], source: Source) -> Iterator[Record]:
    judged: dict[object, str] = {}

    def once(item: object, name: str) -> None:
        before = judged.setdefault(repr(item), name)
        if before != name:
            raise FormatError(f"the instance is listed in {before} and in {name}", path=source.path, item=item)

    for name, passed in (("resolved_ids", True), ("unresolved_ids", False)):
        for item in _ids(document, name, source):
            once(item, name)
            yield Record(item=item, score=passed)
    excluded: set[str] = set()
    for name, reason in _REASONS.items():
        for item in _ids(document, name, source):
            if repr(item) in excluded:  # infrastructure and ambiguous failures are errors told more exactly
                continue
            once(item, name)
            excluded.add(repr(item))
            yield Record(item=item, score=None, error=reason)
    for name in ("incomplete_ids", "submitted_ids", "completed_ids"):
        for item in _ids(document, name, source):
            if repr(item) in judged:
                if name == "incomplete_ids":
                    raise FormatError(
                        f"the instance is listed in {judged[repr(item)]} and in {name}", path=source.path, item=item
                    )
                continue
            judged[repr(item)] = name
            yield Record(item=item, score=None, absent=True)


def _details(details: Any, group: Group, source: Source, task: str | None = None) -> Iterator[Record]:
    if not isinstance(details, dict):
        raise FormatError(f"expected instances by id, found a {type(details).__name__}", path=source.path)
    for item, entry in details.items():
        resolved = required(entry, "resolved", path=source.path, item=item)
        if resolved is not None and type(resolved) is not bool:
            raise FormatError(f"resolved is {repr(resolved)[:80]}, not true or false", path=source.path, item=item)
        yield Record(item=item, score=resolved, group=group, task=task)


def _results(results: Any, source: Source, board: str | None) -> Iterator[Record]:
    if not isinstance(results, list):
        raise FormatError("results is not a list", path=source.path)
    names: set[str] = set()
    for entry in results:
        details = (
            required(entry, "per_instance_details", path=source.path)
            if board is None
            else (entry.get("per_instance_details") if isinstance(entry, dict) else None)
        )
        if details is None:  # an entry of the whole site that never published its instances
            continue
        name = text(required(entry, "name", path=source.path), "name", path=source.path)
        if name in names:
            raise FormatError(f"two entries are named {name!r}", path=source.path)
        names.add(name)
        yield from _details(details, (("run", name),), source, board)


def _records(source: Source, options: Options) -> Iterator[Record]:
    document = source.document
    if not isinstance(document, dict):
        raise FormatError("a SWE-bench file is a JSON object", path=source.path)
    if "resolved_ids" in document:
        yield from _report(document, source)
    elif "leaderboards" in document:
        for board in typed(document, "leaderboards", list, path=source.path):
            name = text(required(board, "name", path=source.path), "name", path=source.path)
            yield from _results(required(board, "results", path=source.path), source, name)
    elif "results" in document:
        yield from _results(document["results"], source, None)
    elif isinstance(_first(document), dict) and "resolved" in _first(document):
        yield from _details(document, (), source)
    else:
        for name, details in document.items():
            yield from _details(details, (("run", name),), source)


READER = Reader(
    name="swebench",
    title="SWE-bench run reports, instance reports and the site's files",
    rule=(
        "a JSON object with resolved_ids and unresolved_ids, or {model: {id: {resolved}}}, or results with"
        " per_instance_details"
    ),
    item="instance_id",
    passed="membership in resolved_ids, or resolved: true",
    traps=(
        "errors and empty patches have no outcome: --on-error decides (the leaderboard counts them as failed)",
        "incomplete instances were never submitted: they are missing, and --on-missing decides",
        "a site file holds many models: choose with --baseline-select run=... and --candidate-select run=...",
    ),
    example="discordant compare site.json site.json --baseline-select run=gpt-5-mini --candidate-select run=gpt-5",
    recognises=_recognises,
    records=_records,
    selectors=("run", "task"),
)
