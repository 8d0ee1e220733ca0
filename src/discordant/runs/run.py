"""One run: which items passed, which could not be judged, and exactly where that was read."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from discordant.runs.options import MAX_BYTES, Progress, read_options
from discordant.runs.record import ItemId, printable


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a run was read: the path as given, the file's sha256, the format and what was selected from it.

    `detected` says that the format was recognised rather than named; `options` holds the reading options that shaped
    the outcomes; `files` lists (name, sha256) when the run is a directory (then `sha256` is that of this list).
    """

    path: str
    sha256: str
    format: str
    selector: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    detected: bool = False
    files: tuple[tuple[str, str], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the provenance as JSON-ready data."""
        document: dict[str, Any] = {
            "path": printable(self.path),
            "sha256": self.sha256,
            "format": self.format,
            "detected": self.detected,
            "selector": dict(self.selector),
            "options": dict(self.options),
        }
        if self.files:
            document["files"] = [{"name": printable(name), "sha256": digest} for name, digest in self.files]
        return document


@dataclass(frozen=True, slots=True)
class Run:
    """The outcomes of one run, item by item.

    `outcomes` holds every item that passed (True) or failed (False); `excluded` those without a valid outcome, with the
    reason (an error, an empty patch, no score); `missing` those that the file itself lists as never run. The three do
    not overlap. Where the file repeats items, `repeats` holds every repeat's outcome in order (None for one without),
    whatever policy made `outcomes` from them; under the policy `clusters` each repeat is an item (id, repeat) of its
    own. `tasks` names each item's task where a run spans several, `clusters` the family that each item belongs to, and
    `fingerprints` identifies an item's content, so that equal ids of different items are noticed. `repeats_by_order`
    says that repeats carry no label, so that the order of rows alone tells them apart. `label` is what the file says,
    or its name, unescaped.
    """

    label: str
    outcomes: Mapping[ItemId, bool]
    excluded: Mapping[ItemId, str]
    source: Provenance
    missing: frozenset[ItemId] = frozenset()
    repeats: Mapping[ItemId, tuple[bool | None, ...]] = field(default_factory=dict)
    tasks: Mapping[ItemId, str] = field(default_factory=dict)
    clusters: Mapping[ItemId, ItemId] = field(default_factory=dict)
    fingerprints: Mapping[ItemId, str] = field(default_factory=dict)
    repeats_by_order: bool = False
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> int:
        """The number of items that passed."""
        return sum(self.outcomes.values())

    @property
    def failed(self) -> int:
        """The number of items that failed."""
        return len(self.outcomes) - self.passed

    def __str__(self) -> str:
        text = f"{printable(self.label)}: {self.passed} of {len(self.outcomes)} items passed"
        if self.excluded:
            text += f", {len(self.excluded)} excluded"
        if self.missing:
            text += f", {len(self.missing)} never run"
        return f"{text} ({self.source.format}, {printable(self.source.path)})"

    def _repr_html_(self) -> str:
        rows = (
            ("passed", self.passed),
            ("failed", self.failed),
            ("excluded", len(self.excluded)),
            ("never run", len(self.missing)),
            ("format", self.source.format),
            ("file", printable(self.source.path)),
        )
        body = "".join(f"<tr><th>{name}</th><td>{html.escape(str(value))}</td></tr>" for name, value in rows)
        return f"<table><caption>{html.escape(printable(self.label))}</caption>{body}</table>"

    def to_dict(self) -> dict[str, Any]:
        """Return label, counts and provenance as JSON-ready data (not the items)."""
        return {
            "label": printable(self.label),
            "passed": self.passed,
            "failed": self.failed,
            "excluded": len(self.excluded),
            "missing": len(self.missing),
            "repeated_items": len(self.repeats),
            "source": self.source.to_dict(),
            "notes": list(self.notes),
        }


def read_run(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    select: Mapping[str, Any] | None = None,
    id: str | None = None,
    pass_: str | None = None,
    threshold: Any = None,
    repeats: str = "refuse",
    cluster: str | None = None,
    id_type: str = "as-is",
    max_bytes: int = MAX_BYTES,
    progress: Progress | None = None,
) -> Run:
    """Return the run that the file at `path` holds.

    `format` names a reader (`list_formats()`); without it the file must be recognised by exactly one. `select` picks
    one run, metric, filter, scorer, trial, epoch or task where the file holds several. `id` and `pass_` name the
    fields of csv and jsonl rows (some other formats take them too). A score that is neither 0 nor 1 is refused unless
    `threshold` is given: then score >= threshold passes. `repeats` says how several results of one item become one:
    refuse, first, all (passes iff every repeat passes), any, majority (strict; an even tie is refused), or clusters
    (each repeat stays an item, clustered by its id). `cluster` names a csv or jsonl column of families of items.
    `id_type="text"` reads the ids 1 and "1" as one. `max_bytes` bounds what is held in memory at once: a whole JSON
    document, one line, one zip member. `progress(done, total)` is called with bytes while a file is read.

    Raises `FormatError` with file, line and item for anything that cannot be read as the format says, and
    `ArgumentError` for an option that names no known choice, `LevelError` for a threshold that is no number.
    """
    from discordant.runs.reading import read

    options = read_options(
        select=select,
        id=id,
        pass_=pass_,
        threshold=threshold,
        repeats=repeats,
        cluster=cluster,
        id_type=id_type,
        max_bytes=max_bytes,
        progress=progress,
    )
    return read(path, format, options)
