"""Two runs paired item by item: ids match, not positions, and nothing is dropped or filled in unasked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from discordant.errors import ArgumentError, PairingError
from discordant.runs.record import ItemId, printable
from discordant.runs.run import Provenance, Run
from discordant.table import Table

Policy = Literal["refuse", "count-as-failed", "drop"]
POLICIES: Final = ("refuse", "count-as-failed", "drop")

_SHOWN: Final = 5
"""How many ids a message lists before it only counts."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The table of two runs on the same items, and the account of every item that is not simply matched.

    `matched` items have an outcome in both runs; `counted_as_failed` items are in the table because a policy put them
    there; `dropped` items are not. The `missing_*` ids have no row in that run, the `excluded_*` ids a row without a
    valid outcome (with the reason). `improved` and `regressed` are the discordant items: only the candidate, only the
    baseline passed. `task_tables` and `cluster_tables` split the table where the runs name tasks or clusters.
    """

    table: Table
    baseline: Run
    candidate: Run
    on_missing: str
    on_error: str
    matched: int
    counted_as_failed: int
    dropped: int
    missing_baseline: tuple[ItemId, ...] = ()
    missing_candidate: tuple[ItemId, ...] = ()
    excluded_baseline: Mapping[ItemId, str] = field(default_factory=dict)
    excluded_candidate: Mapping[ItemId, str] = field(default_factory=dict)
    improved: tuple[ItemId, ...] = ()
    regressed: tuple[ItemId, ...] = ()
    task_tables: Mapping[str, Table] = field(default_factory=dict)
    cluster_tables: Mapping[ItemId, Table] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def uninformative_tasks(self) -> Mapping[str, str]:
        """Tasks that cannot tell the runs apart: both perfect (`ceiling`), both at zero (`floor`), or no discordant
        item at all (`equal`).
        """
        told: dict[str, str] = {}
        for task, table in self.task_tables.items():
            if table.n == 0:
                told[task] = "ceiling" if table.a == table.N else "floor" if table.d == table.N else "equal"
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return counts, policies and both provenances as JSON-ready data."""
        document: dict[str, Any] = {
            "cells": cells_of(self.table),
            "matched": self.matched,
            "counted_as_failed": self.counted_as_failed,
            "dropped": self.dropped,
            "on_missing": self.on_missing,
            "on_error": self.on_error,
            "baseline": self.baseline.to_dict() | {"missing": len(self.missing_baseline)},
            "candidate": self.candidate.to_dict() | {"missing": len(self.missing_candidate)},
            "notes": list(self.notes),
        }
        if self.task_tables:
            document["tasks"] = {printable(name): cells_of(table) for name, table in self.task_tables.items()}
            document["uninformative_tasks"] = {printable(name): why for name, why in self.uninformative_tasks.items()}
        return document


def cells_of(table: Table) -> dict[str, int]:
    """Return the four cells by name."""
    return dict(zip((f.name for f in fields(table)), (table.a, table.b, table.c, table.d), strict=True))


def check_policy(value: str, name: str) -> None:
    """Raise `ArgumentError` where `value` is no policy."""
    if value not in POLICIES:
        raise ArgumentError(f"{name}={value!r} is unknown; choose one of {', '.join(POLICIES)}")


def _shown(items: Iterable[ItemId], count: int) -> str:
    first: list[str] = []
    for item in items:
        if len(first) == _SHOWN:
            break
        text = repr(item)
        first.append(text if len(text) <= 80 else text[:77] + "...")
    return ", ".join(first) + (f" and {count - _SHOWN} more" if count > _SHOWN else "")


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"


def pair(baseline: Run, candidate: Run, *, on_missing: str = "refuse", on_error: str = "refuse") -> Pairing:
    """Return the paired table of two runs, matched by item id.

    `on_missing` decides about items that only one run has, `on_error` about items without a valid outcome (errors,
    empty patches, no score): `refuse` raises `PairingError` with the first ids and how many, `count-as-failed` puts
    the item in as failed, `drop` leaves it out of both runs. An item that both policies concern is dropped if either
    says so.
    Runs without a common id, equal ids of different content, tasks or clusters, and pairs of which nothing is left,
    are refused under every policy.
    """
    check_policy(on_missing, "on_missing")
    check_policy(on_error, "on_error")
    known_baseline = set(baseline.outcomes) | set(baseline.excluded)
    known_candidate = set(candidate.outcomes) | set(candidate.excluded)
    for run, known in ((baseline, known_baseline), (candidate, known_candidate)):
        if not known:
            raise PairingError(f"{printable(run.label)}: the run holds no items")
    if not known_baseline & known_candidate:
        raise PairingError(_strangers(baseline, candidate), items=())
    check_same_items(baseline, candidate)

    universe = dict.fromkeys((*baseline.outcomes, *baseline.excluded, *candidate.outcomes, *candidate.excluded))
    universe |= dict.fromkeys(sorted((baseline.missing | candidate.missing) - universe.keys(), key=repr))
    missing_baseline = tuple(item for item in universe if item not in known_baseline)
    missing_candidate = tuple(item for item in universe if item not in known_candidate)
    if on_missing == "refuse":
        _refuse_missing(baseline, missing_baseline, candidate, missing_candidate)
    if on_error == "refuse":
        _refuse_excluded(baseline, candidate)

    cells = {(True, True): 0, (False, True): 0, (True, False): 0, (False, False): 0}
    split: dict[str, dict[tuple[bool, bool], int]] = {}
    families: dict[ItemId, dict[tuple[bool, bool], int]] = {}
    improved: list[ItemId] = []
    regressed: list[ItemId] = []
    matched = filled = dropped = 0
    tasks = dict(baseline.tasks) | dict(candidate.tasks)
    clusters = dict(baseline.clusters) | dict(candidate.clusters)
    for item in universe:
        first, second = baseline.outcomes.get(item), candidate.outcomes.get(item)
        if first is None or second is None:
            concerned = {
                on_error if item in run.excluded else on_missing
                for run, outcome in ((baseline, first), (candidate, second))
                if outcome is None
            }
            if "drop" in concerned:
                dropped += 1
                continue
            filled += 1
        else:
            matched += 1
        cell = (bool(first), bool(second))
        cells[cell] += 1
        if cell == (False, True):
            improved.append(item)
        elif cell == (True, False):
            regressed.append(item)
        if item in tasks:
            split.setdefault(tasks[item], dict.fromkeys(cells, 0))[cell] += 1
        if item in clusters:
            families.setdefault(clusters[item], dict.fromkeys(cells, 0))[cell] += 1
    if not matched + filled:
        raise PairingError(f"nothing is left to compare: all {_items(dropped)} were dropped")
    return Pairing(
        table=_table(cells),
        baseline=baseline,
        candidate=candidate,
        on_missing=on_missing,
        on_error=on_error,
        matched=matched,
        counted_as_failed=filled,
        dropped=dropped,
        missing_baseline=missing_baseline,
        missing_candidate=missing_candidate,
        excluded_baseline=baseline.excluded,
        excluded_candidate=candidate.excluded,
        improved=tuple(improved),
        regressed=tuple(regressed),
        task_tables={name: _table(counts) for name, counts in split.items()} if len(split) > 1 else {},
        cluster_tables={name: _table(counts) for name, counts in families.items()},
        notes=_notes(baseline, candidate),
    )


def _table(cells: Mapping[tuple[bool, bool], int]) -> Table:
    return Table(cells[True, True], cells[False, True], cells[True, False], cells[False, False])


def _strangers(baseline: Run, candidate: Run) -> str:
    kinds = [{type(item) for item in (*run.outcomes, *run.excluded)} for run in (baseline, candidate)]
    first, second = (
        _shown((*run.outcomes, *run.excluded), min(_SHOWN, len(run.outcomes) + len(run.excluded)))
        for run in (baseline, candidate)
    )
    text = f"the two runs have no item id in common: baseline has {first}; candidate has {second}"
    if _same_as_text(baseline, candidate):
        return f"{text}; 1 and '1' are two ids, --id-type text reads them as one"
    if any(run.tasks for run in (baseline, candidate)) and {tuple} in kinds and kinds[0] != kinds[1]:
        return f"{text}; one run is keyed by task and id, the other by id: compare two directories, or two files"
    return f"{text}; name the field that both share with --id"


def _same_as_text(baseline: Run, candidate: Run) -> bool:
    """Whether an integer id of one run is a text id of the other."""
    numbers, texts = (
        [{str(item) for item in (*run.outcomes, *run.excluded) if type(item) is kind} for run in (baseline, candidate)]
        for kind in (int, str)
    )
    return bool(numbers[0] & texts[1] or numbers[1] & texts[0])


def _refuse_missing(
    baseline: Run, missing_baseline: tuple[ItemId, ...], candidate: Run, missing_candidate: tuple[ItemId, ...]
) -> None:
    facts = [
        f"{_items(len(missing))} missing in the {name} ({printable(run.label)}): {_shown(missing, len(missing))}"
        for name, run, missing in (
            ("baseline", baseline, missing_baseline),
            ("candidate", candidate, missing_candidate),
        )
        if missing
    ]
    if facts:
        raise PairingError(
            "; ".join(facts) + "; say --on-missing drop or --on-missing count-as-failed",
            items=missing_baseline + missing_candidate,
        )


def _refuse_excluded(baseline: Run, candidate: Run) -> None:
    facts = []
    for name, run in (("baseline", baseline), ("candidate", candidate)):
        if run.excluded:
            item, reason = next(iter(run.excluded.items()))
            facts.append(
                f"{_items(len(run.excluded))} without a valid outcome in the {name} ({printable(run.label)}):"
                f" {_shown(run.excluded, len(run.excluded))} ({item!r}: {reason})"
            )
    if facts:
        raise PairingError(
            "; ".join(facts) + "; say --on-error drop or --on-error count-as-failed",
            items=(*baseline.excluded, *candidate.excluded),
        )


def check_same_items(baseline: Run, candidate: Run) -> None:
    """Raise `PairingError` where equal ids stand for different content, tasks or clusters in the two runs."""
    marks, others = baseline.fingerprints, candidate.fingerprints
    differ = _differing(marks, others)
    if differ:
        raise PairingError(
            f"{_items(len(differ))} with equal ids but different content in the two runs:"
            f" {_shown(differ, len(differ))}; the runs used different data (or --id names a field that identifies it)",
            items=differ,
        )
    differ = tuple(item for item in _differing(baseline.tasks, candidate.tasks) if item not in marks.keys() & others)
    if differ and not all("task" in run.source.selector for run in (baseline, candidate)):
        one, two = baseline.tasks[differ[0]], candidate.tasks[differ[0]]
        raise PairingError(
            f"{_items(len(differ))} of different tasks in the two runs: {differ[0]!r} ({one!r} and {two!r}); if these"
            f" are one task under two names, say --baseline-select task={one!r} --candidate-select task={two!r}",
            items=differ,
        )
    differ = _differing(baseline.clusters, candidate.clusters)
    if differ:
        one, two = (repr(run.clusters[differ[0]]) for run in (baseline, candidate))
        raise PairingError(
            f"{_items(len(differ))} in different clusters in the two runs: {differ[0]!r} ({one} and {two}); an item"
            " belongs to one cluster",
            items=differ,
        )


def _differing(first: Mapping[ItemId, Any], second: Mapping[ItemId, Any]) -> tuple[ItemId, ...]:
    """Return the items to which both mappings give a value, but not the same one."""
    return tuple(item for item, value in first.items() if second.get(item, value) != value)


def read_alike(one: Provenance, two: Provenance) -> bool:
    """Return whether two runs are the same file, read the same way."""
    picks = {"id", "pass", "threshold"}
    return (
        one.sha256 == two.sha256
        and dict(one.selector) == dict(two.selector)
        and all(one.options.get(key) == two.options.get(key) for key in picks)
    )


def _notes(baseline: Run, candidate: Run) -> tuple[str, ...]:
    notes = [f"baseline: {note}" for note in baseline.notes] + [f"candidate: {note}" for note in candidate.notes]
    digest = baseline.source.sha256[:12]
    if read_alike(baseline.source, candidate.source):
        notes.append(f"baseline and candidate are the same file (sha256 {digest}), read the same way")
    if any(run.repeats_by_order and run.source.options.get("repeats") == "clusters" for run in (baseline, candidate)):
        notes.append(
            "repeats of an item carry no label and are paired in the order of their rows; each cluster's net, and so"
            " the sign-flip test, does not depend on that order where all repeats are paired, but the four counts and"
            " the eliasziw test do"
        )
    return tuple(notes)
