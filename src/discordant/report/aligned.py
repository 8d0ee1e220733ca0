"""Several runs read from files and brought onto one set of items, by the rules that `runs.pairing` has for two."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Final

from discordant.errors import ArgumentError, PairingError
from discordant.report.compare import Progress
from discordant.runs import Run, inspect_file, read_run
from discordant.runs.pairing import check_policy, check_same_items, read_alike
from discordant.runs.record import ItemId, printable

_INSPECTED: Final = ("id", "pass_", "threshold", "max_bytes", "progress")
"""The reading options that say how a file is laid out, not what is chosen of it."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """Runs on the same items: `outcomes` is {label: {item: passed}}, the labels in the order of `runs`.

    `dropped` items are left out of every run, `counted_as_failed` items are in although some run has no outcome for
    them; `same` lists the positions of runs that are one file read the same way.
    """

    outcomes: Mapping[str, Mapping[ItemId, bool]]
    runs: tuple[Run, ...]
    on_missing: str
    on_error: str
    dropped: int
    counted_as_failed: int
    same: tuple[tuple[int, int], ...]


def _runs_in(path: str, format: str | None, wanted: Sequence[str] | None, **reading: Any) -> list[Run]:
    """Return the runs of one file: all that it holds under their own labels, or the one run that it is.

    A directory is one run.
    """
    select = dict(reading.pop("select", None) or {})
    if "run" in select:
        return [read_run(path, format, select=select, **reading)]
    names: tuple[str, ...] = ()
    if not os.path.isdir(path):
        shape = {key: reading[key] for key in _INSPECTED if reading.get(key) is not None}
        names = inspect_file(path, format, **shape).choices.get("run", ())
    if wanted is not None:
        names = tuple(name for name in names if name in wanted) if names else ()
    elif len(names) <= 1:
        names = ()
    if not names:
        return [read_run(path, format, select=select, **reading)]
    return [read_run(path, format, select={**select, "run": name}, **reading) for name in names]


def read_runs(
    paths: Sequence[str | os.PathLike[str]],
    *,
    format: str | None = None,
    runs: Sequence[str] | None = None,
    progress: Progress | None = None,
    **reading: Any,
) -> list[Run]:
    """Return every run of the files, each under a label of its own.

    A file that holds several runs stands for all of them; `runs` narrows to the named ones. `progress(path, done,
    total)` is called with bytes while a file is read, once through for its layout and once for each run. Raises
    `ArgumentError` where a named run is in no file, `FormatError` as `read_run` does.
    """
    found: list[Run] = []
    for path in paths:
        name = os.fspath(path)
        report = None if progress is None else partial(progress, name)
        found += _runs_in(name, format, runs, progress=report, **reading)
    known = {run.source.selector.get("run", run.label) for run in found}
    unknown = [name for name in runs or () if name not in known]
    if unknown:
        raise ArgumentError(f"no file holds the run {unknown[0]!r}; `discordant inspect FILE` lists what it holds")
    if runs is not None:
        found = [run for run in found if run.source.selector.get("run", run.label) in runs]
    return found


def _label(runs: Sequence[Run]) -> list[str]:
    """Return a label for each run: its own, with its file where two are equal, with a number where these are too."""
    given: list[str] = []
    for run in runs:
        own = run.source.selector.get("run", run.label)
        twice = sum(other.source.selector.get("run", other.label) == own for other in runs) > 1
        label = f"{own} ({run.source.path})" if twice else own
        count = 2
        unique = label
        while unique in given:
            unique, count = f"{label} #{count}", count + 1
        given.append(unique)
    return given


def _same_items(runs: Sequence[Run], names: Sequence[str]) -> None:
    """Refuse runs in which an id of the first stands for different content, tasks or clusters."""
    for name, run in zip(names[1:], runs[1:], strict=True):
        try:
            check_same_items(runs[0], run)
        except PairingError as refusal:
            raise PairingError(printable(f"{names[0]} and {name}: {refusal}"), items=refusal.items) from None


def align(runs: Sequence[Run], *, on_missing: str = "refuse", on_error: str = "refuse") -> Aligned:
    """Return the runs on one set of items, by the policies of `pair` applied to all runs at once.

    Raises `PairingError` for items that some run lacks or has no valid outcome for under "refuse", for ids that stand
    for different items, and where nothing is left.
    """
    check_policy(on_missing, "on_missing")
    check_policy(on_error, "on_error")
    names = _label(runs)
    _same_items(runs, names)
    universe = dict.fromkeys(item for run in runs for item in (*run.outcomes, *run.excluded))
    never_run = frozenset[ItemId]().union(*(run.missing for run in runs)) - universe.keys()
    universe |= dict.fromkeys(sorted(never_run, key=repr))
    kept = dict.fromkeys(universe)
    filled: set[ItemId] = set()
    for run, label in zip(runs, names, strict=True):
        gaps = [item for item in universe if item not in run.outcomes]
        for policy, concerned, word in (
            (on_error, [item for item in gaps if item in run.excluded], "without a valid outcome"),
            (on_missing, [item for item in gaps if item not in run.excluded], "missing"),
        ):
            if concerned and policy == "refuse":
                option = "--on-missing" if word == "missing" else "--on-error"
                count = "1 item" if len(concerned) == 1 else f"{len(concerned)} items"
                raise PairingError(
                    f"{printable(label)}: {count} {word}, {concerned[0]!r} among them;"
                    f" say {option} drop or {option} count-as-failed",
                    items=tuple(concerned),
                )
            if policy == "drop":
                for item in concerned:
                    kept.pop(item, None)
            else:
                filled.update(concerned)
    if not kept:
        raise PairingError("nothing is left to compare: no item has an outcome in every run")
    return Aligned(
        outcomes={
            label: {item: run.outcomes.get(item, False) for item in kept}
            for run, label in zip(runs, names, strict=True)
        },
        runs=tuple(runs),
        on_missing=on_missing,
        on_error=on_error,
        dropped=len(universe) - len(kept),
        counted_as_failed=len(filled & kept.keys()),
        same=tuple(
            (i, j) for (i, one), (j, two) in combinations(enumerate(runs), 2) if read_alike(one.source, two.source)
        ),
    )
