"""What the engine's counting gives: two runs and their table, the items having stayed in the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from discordant.runs.pairing import cells_of
from discordant.runs.record import ItemId, printable
from discordant.runs.run import Provenance
from discordant.table import Table


@dataclass(frozen=True, slots=True)
class CountedRun:
    """One run's counts as the engine gave them, and where they were read; the items stayed in the engine."""

    label: str
    passed: int
    failed: int
    excluded: int
    missing: int
    source: Provenance

    def to_dict(self) -> dict[str, Any]:
        """Return label, counts and provenance as JSON-ready data, in the shape of `Run.to_dict`."""
        return {
            "label": printable(self.label),
            "passed": self.passed,
            "failed": self.failed,
            "excluded": self.excluded,
            "missing": self.missing,
            "repeated_items": 0,
            "source": self.source.to_dict(),
            "notes": [],
        }


@dataclass(frozen=True, slots=True)
class CountedPairing:
    """The table of two runs counted inside the engine: a `Pairing` without its items."""

    table: Table
    baseline: CountedRun
    candidate: CountedRun
    on_missing: str
    on_error: str
    matched: int
    counted_as_failed: int
    dropped: int
    notes: tuple[str, ...] = ()

    @property
    def cluster_tables(self) -> Mapping[ItemId, Table]:
        """No clusters: the engine counts independent items."""
        return {}

    @property
    def task_tables(self) -> Mapping[str, Table]:
        """No tasks: `where` picks one."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return counts, policies and both provenances as JSON-ready data, in the shape of `Pairing.to_dict`."""
        return {
            "cells": cells_of(self.table),
            "matched": self.matched,
            "counted_as_failed": self.counted_as_failed,
            "dropped": self.dropped,
            "on_missing": self.on_missing,
            "on_error": self.on_error,
            "baseline": self.baseline.to_dict(),
            "candidate": self.candidate.to_dict(),
            "notes": list(self.notes),
        }
