"""What a file holds, without choosing from it: formats, runs, metrics, repeats, and how many passed."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from discordant.errors import FormatError
from discordant.runs.collect import check_item
from discordant.runs.options import MAX_BYTES, Options, Progress, read_options
from discordant.runs.readers import READERS
from discordant.runs.reading import check_use, named_reader, recognise
from discordant.runs.record import Group, ItemId, Reader, printable
from discordant.runs.score import NotBinary, outcome
from discordant.runs.source import Source, path_text


@dataclass(frozen=True, slots=True)
class FormatInfo:
    """One format as `discordant formats` lists it."""

    name: str
    title: str
    rule: str
    item: str
    passed: str
    selectors: tuple[str, ...]
    repeat: str | None
    traps: tuple[str, ...]
    example: str
    refused: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON-ready data."""
        return {
            "name": self.name,
            "title": self.title,
            "rule": self.rule,
            "item": self.item,
            "passed": self.passed,
            "selectors": list(self.selectors),
            "repeat": self.repeat,
            "traps": list(self.traps),
            "example": self.example,
            "refused": self.refused,
        }


def list_formats() -> tuple[FormatInfo, ...]:
    """Return every format that can be named with `format=`, in alphabetical order."""
    return tuple(
        FormatInfo(
            name=reader.name,
            title=reader.title,
            rule=reader.rule,
            item=reader.item,
            passed=reader.passed,
            selectors=reader.selectors,
            repeat=reader.repeat,
            traps=reader.traps,
            example=reader.example,
            refused=reader.refused,
        )
        for reader in READERS.values()
    )


@dataclass(slots=True)
class _Tally:
    results: int = 0
    passed: int = 0
    failed: int = 0
    excluded: int = 0
    missing: int = 0
    not_binary: int = 0
    items: set[ItemId] = field(default_factory=set)
    example: str | None = None


@dataclass(frozen=True, slots=True)
class GroupCounts:
    """What one group (one run, metric, filter or scorer) holds; `results` counts rows, `items` distinct ids."""

    selector: Mapping[str, str]
    items: int
    results: int
    passed: int
    failed: int
    excluded: int
    missing: int
    not_binary: int
    not_binary_example: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as JSON-ready data."""
        return {
            "selector": {key: printable(value) for key, value in self.selector.items()},
            "items": self.items,
            "results": self.results,
            "passed": self.passed,
            "failed": self.failed,
            "excluded": self.excluded,
            "missing": self.missing,
            "not_binary": self.not_binary,
            "not_binary_example": self.not_binary_example,
        }


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was recognised in a file and what it holds, one `GroupCounts` for each group.

    `repeats` lists the repeat labels (trials, epochs), `tasks` the tasks; `command` is the command that compares this
    file, with the selectors it will need written out.
    """

    path: str
    sha256: str
    size: int
    format: str
    detected: bool
    rule: str
    label: str
    groups: tuple[GroupCounts, ...]
    repeat_key: str | None
    repeats: tuple[str, ...]
    tasks: tuple[str, ...]
    command: str

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The values of every selector key that the file has."""
        found: dict[str, dict[str, None]] = {}
        for group in self.groups:
            for key, value in group.selector.items():
                found.setdefault(key, {})[value] = None
        if self.repeat_key is not None and self.repeats:
            found[self.repeat_key] = dict.fromkeys(self.repeats)
        if self.tasks:
            found["task"] = dict.fromkeys(self.tasks)
        return {key: tuple(values) for key, values in found.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the inspection as JSON-ready data."""
        return {
            "path": printable(self.path),
            "sha256": self.sha256,
            "size": self.size,
            "format": self.format,
            "detected": self.detected,
            "rule": self.rule,
            "label": self.label,
            "groups": [group.to_dict() for group in self.groups],
            "choices": {key: [printable(value) for value in values] for key, values in self.choices.items()},
            "command": self.command,
        }

    def __str__(self) -> str:
        lines = [f"{printable(self.path)}: {self.format}, {self.label}"]
        for key, values in self.choices.items():
            shown = ", ".join(printable(value) for value in values[:10])
            lines.append(f"  {key}: {shown}" + (f" and {len(values) - 10} more" if len(values) > 10 else ""))
        for group in self.groups:
            name = ", ".join(f"{key}={printable(value)}" for key, value in group.selector.items()) or "all"
            text = f"  {name}: {group.items} items, {group.passed} passed, {group.failed} failed"
            text += f", {group.excluded} excluded" if group.excluded else ""
            text += f", {group.not_binary} neither 0 nor 1" if group.not_binary else ""
            lines.append(text)
        return "\n".join([*lines, f"  {self.command}"])


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
    """Return what the file at `path` holds: every group of rows with its counts, before anything is chosen.

    Options as in `read_run`. Raises `FormatError` where the file is not what its format says; several runs, metrics,
    repeats or scores that are neither 0 nor 1 are told, not refused.
    """
    options = read_options(id=id, pass_=pass_, threshold=threshold, max_bytes=max_bytes, progress=progress)
    reader = None if format is None else named_reader(format)
    path = path_text(path)
    if os.path.isdir(path):
        raise FormatError("is a directory; inspect its files one by one", path=printable(path))
    with Source(path, max_bytes=max_bytes, progress=progress) as source:
        chosen = reader or recognise(source)
        check_use(chosen, options, source.path)
        found = _inspect(source, chosen, options, detected=reader is None)
    given = {"--format": format, "--id": id, "--pass": pass_, "--threshold": threshold}
    given["--max-bytes"] = None if max_bytes == MAX_BYTES else max_bytes
    return replace(found, command=_command(path, found, given))


def _inspect(source: Source, reader: Reader, options: Options, *, detected: bool) -> Inspection:
    tallies: dict[Group, _Tally] = {}
    everywhere = _Tally()
    repeat_key = reader.repeat
    repeats: dict[str, None] = {}
    tasks: dict[str, None] = {}
    for record in reader.records(source, replace(options, select={})):
        tally = everywhere if record.group is None else tallies.setdefault(record.group, _Tally())
        item = check_item(record.item, path=source.path, line=record.line, text=False)
        if record.task is not None:
            tasks[record.task] = None
        tally.items.add(item if record.task is None else (record.task, item))
        tally.results += 1
        if record.repeat is not None:
            repeats[str(record.repeat)] = None
            repeat_key = record.repeat_key or repeat_key
        if record.absent:
            tally.missing += 1
        elif record.error is not None:
            tally.excluded += 1
        else:
            try:
                value = outcome(record.score, options.threshold)
            except NotBinary as fact:
                tally.not_binary += 1
                tally.example = tally.example or f"item {item!r}: {fact}"
                continue
            if value is None:
                tally.excluded += 1
            elif value:
                tally.passed += 1
            else:
                tally.failed += 1
    if not tallies and everywhere.results:
        tallies[()] = _Tally()
    if not tallies:
        raise FormatError("the file holds no items", path=source.path)
    groups = tuple(
        GroupCounts(
            selector=dict(group),
            items=len(tally.items | everywhere.items),
            results=tally.results + everywhere.results,
            passed=tally.passed,
            failed=tally.failed,
            excluded=tally.excluded + everywhere.excluded,
            missing=tally.missing + everywhere.missing,
            not_binary=tally.not_binary,
            not_binary_example=tally.example,
        )
        for group, tally in tallies.items()
    )
    return Inspection(
        path=source.path,
        sha256=source.sha256,
        size=source.size,
        format=reader.name,
        detected=detected,
        rule=reader.rule,
        label=printable(reader.label(source) or source.stem),
        groups=groups,
        repeat_key=repeat_key,
        repeats=tuple(repeats),
        tasks=tuple(tasks),
        command="",
    )


def _bytes(sign: str) -> bytes:
    """Return a sign's bytes: those of a file name where it stands for one of them, else UTF-8, lone surrogates too."""
    escaped = "\udc80" <= sign <= "\udcff"
    return os.fsencode(sign) if escaped else sign.encode("utf-8", "surrogatepass")


def _word(text: str) -> str:
    """Return a word as a shell reads it; what does not print is written in bytes, as bash, zsh and ksh take it."""
    if text.isprintable():
        return shlex.quote(text)
    signs = (
        sign.replace("\\", r"\\").replace("'", r"\'")
        if sign.isprintable()
        else "".join(rf"\{byte:03o}" for byte in _bytes(sign))
        for sign in text
    )
    return f"$'{''.join(signs)}'"


def _command(path: str, found: Inspection, given: Mapping[str, Any]) -> str:
    """Return the command that compares this file: with itself where it holds two runs, else with another.

    `given` holds the options that the file was inspected with; they are repeated, so that it is read the same way.
    """
    groups, repeat, repeats = found.groups, found.repeat_key, found.repeats
    values: dict[str, list[str]] = {}
    telling = [group for group in groups if group.passed and group.failed and not group.not_binary]
    shown = (telling or list(groups))[0]
    for group in groups:
        for key, value in group.selector.items():
            if value not in values.setdefault(key, []):
                values[key].append(value)
    path = f"./{path}" if path.startswith("-") else path
    words = ["discordant", "compare", path]
    runs = values.pop("run", [])
    words.append(path if len(runs) > 1 else "CANDIDATE")
    for key, listed in values.items():
        if len(listed) > 1 and key in shown.selector:
            words += ["--select", f"{key}={shown.selector[key]}"]
    if len(runs) > 1:
        words += ["--baseline-select", f"run={runs[0]}", "--candidate-select", f"run={runs[1]}"]
    if any(group.results > group.items for group in groups):
        words += ["--select", f"{repeat}={repeats[0]}"] if repeat and repeats else ["--repeats", "all"]
    for option, value in given.items():
        words += [] if value is None else [option, str(value)]
    if shown.not_binary and given["--threshold"] is None:
        words += ["--threshold", "NUMBER"]
    return " ".join(map(_word, words))
