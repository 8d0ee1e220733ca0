"""Counting what a file or a directory holds: every row is taken, none is chosen."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import Any, Final

from discordant.errors import FormatError
from discordant.runs.collect import check_item, check_repeat, choices
from discordant.runs.directory import Folder
from discordant.runs.inspection import GroupCounts, Inspection, TaskCounts
from discordant.runs.options import MAX_BYTES, Options, Progress, check_use, read_options
from discordant.runs.reading import named_reader, recognise
from discordant.runs.record import Group, ItemId, Reader, Record, printable
from discordant.runs.score import NotBinary, outcome
from discordant.runs.source import Source, path_text
from discordant.runs.suggestion import command, telling

_EXAMPLE: Final = "not_binary_example"


def inspect_file(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    id: str | None = None,
    pass_: str | None = None,
    threshold: Any = None,
    max_bytes: int = MAX_BYTES,
    progress: Progress | None = None,
) -> Inspection:
    """Return what the file or directory at `path` holds: every group of rows with its counts, nothing being chosen.

    Options as in `read_run`. Raises `FormatError` where a file is not what its format says, or a directory holds files
    of several tools or models; several runs, metrics, tasks, repeats or scores that are neither 0 nor 1 are told, not
    refused.
    """
    options = read_options(id=id, pass_=pass_, threshold=threshold, max_bytes=max_bytes, progress=progress)
    reader = None if format is None else named_reader(format)
    path = path_text(path)
    found = _directory(path, reader, options) if os.path.isdir(path) else _file(path, reader, options)
    given = {"--format": format, "--id": id, "--pass": pass_, "--threshold": threshold}
    given["--max-bytes"] = None if max_bytes == MAX_BYTES else max_bytes
    return replace(found, words=command(path, found, given))


def _file(path: str, named: Reader | None, options: Options) -> Inspection:
    with Source(path, max_bytes=options.max_bytes, progress=options.progress) as source:
        reader = named or recognise(source)
        check_use(reader, options, source.path)
        tallies = _Tallies(reader, options)
        for record in reader.records(source, options):
            tallies.take(record, source.path)
        groups = tallies.groups(source.path, split=len(tallies.tasks) > 1)
        return Inspection(
            path=source.path,
            sha256=source.sha256,
            size=source.size,
            format=reader.name,
            detected=named is None,
            rule=reader.rule,
            label=reader.label(source) or source.stem,
            groups=groups,
            repeat_key=tallies.repeat_key,
            repeats=tuple(tallies.repeats),
            tasks=tuple(tallies.tasks),
            duplicates=tallies.duplicates,
            notes=tallies.notes(),
        )


def _directory(path: str, named: Reader | None, options: Options) -> Inspection:
    folder = Folder(path, named, options)
    tallies: _Tallies | None = None
    for source, reader, record in folder.records():
        tallies = tallies or _Tallies(reader, options)
        tallies.take(record, source.path)
    if tallies is None:
        raise FormatError("the files hold no items", path=folder.path)
    groups = tallies.groups(folder.path, split=True)
    found = Inspection(
        path=path,
        sha256=folder.sha256,
        size=folder.size,
        format=tallies.reader.name,
        detected=named is None,
        rule=tallies.reader.rule,
        label=folder.label,
        groups=groups,
        repeat_key=tallies.repeat_key,
        repeats=tuple(tallies.repeats),
        tasks=tuple(tallies.tasks),
        files=tuple(folder.digests),
        duplicates=tallies.duplicates,
    )
    shown = telling(found)
    absent = folder.lacking({task.task for task in shown.tasks})
    notes = folder.notes + tallies.notes()
    if absent:
        name = ", ".join(f"{key}={printable(value)}" for key, value in shown.selector.items())
        notes += (f"{len(absent)} of {len(folder.home)} tasks have no rows for {name}: {choices(absent)}",)
    return replace(found, notes=notes)


@dataclass(slots=True)
class _Tally:
    """What was counted of one group in one task."""

    results: int = 0
    passed: int = 0
    failed: int = 0
    excluded: int = 0
    missing: int = 0
    not_binary: int = 0
    items: set[ItemId] = field(default_factory=set)
    repeats: set[tuple[ItemId, int | str]] = field(default_factory=set)
    example: str | None = None


class _Tallies:
    """Takes rows one by one and ends as the counts of every group."""

    def __init__(self, reader: Reader, options: Options) -> None:
        self.reader = reader
        self.repeat_key = reader.repeat
        self.repeats: dict[str, None] = {}
        self.tasks: dict[str, None] = {}
        self.duplicates = 0
        self._first: str | None = None
        self._threshold = options.threshold
        self._held: dict[Group, dict[str | None, _Tally]] = {}
        self._everywhere: dict[str | None, _Tally] = {}

    def take(self, record: Record, path: str) -> None:
        """Take one row."""
        item = check_item(record.item, path=path, line=record.line, text=False)
        if record.task is not None:
            self.tasks[record.task] = None
        held = self._everywhere if record.group is None else self._held.setdefault(record.group, {})
        tally = held.get(record.task)
        if tally is None:
            tally = held[record.task] = _Tally()
        if record.repeat is not None:
            self.repeat_key = record.repeat_key or self.repeat_key
            check_repeat(record, self.repeat_key, path)
            self.repeats[str(record.repeat)] = None
        self._note_twice(item, record, tally)
        tally.results += 1
        self._score(item, record, tally)

    def _note_twice(self, item: ItemId, record: Record, tally: _Tally) -> None:
        """Count a row that is no repeat of an item's earlier row, as far as the format tells."""
        if record.repeat is not None:
            twice = (item, record.repeat) in tally.repeats
            tally.repeats.add((item, record.repeat))
        else:
            twice = item in tally.items and not self.reader.repeats_by_order
        tally.items.add(item)
        if twice:
            self.duplicates += 1
            line = "" if record.line is None else f" at line {record.line}"
            self._first = self._first or f"item {repr(item)[:80]}{line}"

    def _score(self, item: ItemId, record: Record, tally: _Tally) -> None:
        if record.absent:
            tally.missing += 1
            return
        if record.error is not None:
            tally.excluded += 1
            return
        try:
            value = outcome(record.score, self._threshold)
        except NotBinary as fact:
            tally.not_binary += 1
            tally.example = tally.example or f"item {repr(item)[:80]}: {fact}"
            return
        if value is None:
            tally.excluded += 1
        elif value:
            tally.passed += 1
        else:
            tally.failed += 1

    def groups(self, path: str, *, split: bool) -> tuple[GroupCounts, ...]:
        """Return the counts of every group, with those of its tasks where they are to be split."""
        if not self._held and self._everywhere:
            self._held[()] = {}
        if not self._held:
            raise FormatError("the file holds no items", path=path)
        found = []
        for group, held in self._held.items():
            tasks = [
                TaskCounts(task=task or "", **_counts(held.get(task, _Tally()), self._everywhere.get(task, _Tally())))
                for task in dict.fromkeys((*held, *self._everywhere))
            ]
            found.append(GroupCounts(selector=dict(group), tasks=tuple(tasks) if split else (), **_pooled(tasks)))
        return tuple(found)

    def notes(self) -> tuple[str, ...]:
        """Return what a comparison will refuse."""
        if not self.duplicates:
            return ()
        many = "1 row comes" if self.duplicates == 1 else f"{self.duplicates} rows come"
        return (f"{many} twice, first {self._first}: remove the duplicate rows (an appended rerun?)",)


def _counts(own: _Tally, everywhere: _Tally) -> dict[str, Any]:
    """Return one task's counts in a group, with the rows that belong to every group."""
    return {
        "items": len(own.items | everywhere.items),
        "results": own.results + everywhere.results,
        "passed": own.passed,
        "failed": own.failed,
        "excluded": own.excluded + everywhere.excluded,
        "missing": own.missing + everywhere.missing,
        "not_binary": own.not_binary,
        "not_binary_example": own.example,
    }


def _pooled(tasks: list[TaskCounts]) -> dict[str, Any]:
    """Return the counts of all tasks together; each item belongs to one task."""
    listed = [task.counts() for task in tasks]
    pooled: dict[str, Any] = {key: sum(counts[key] for counts in listed) for key in listed[0] if key != _EXAMPLE}
    return pooled | {_EXAMPLE: next((task.not_binary_example for task in tasks if task.not_binary_example), None)}
