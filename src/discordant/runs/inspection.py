"""What a file or a directory holds, as it is told: format, runs, metrics, tasks, repeats, counts and a command."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from discordant.runs.collect import choices
from discordant.runs.record import printable
from discordant.runs.suggestion import folded

_WIDTH: Final = 80
_VALUES: Final = 10
"""How many values of one selector key are shown."""
_TASKS: Final = 60
"""How many tasks of one group are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many of some rows passed, failed, have no outcome (excluded) or were never run (missing).

    `items` counts distinct ids and `results` rows, of which an item has several where it is repeated. `not_binary`
    scores are neither 0 nor 1 and so no outcome without a threshold; the first is told as an example.
    """

    items: int
    results: int
    passed: int
    failed: int
    excluded: int
    missing: int
    not_binary: int
    not_binary_example: str | None = None

    def __str__(self) -> str:
        text = f"{self.results} results of " if self.results > self.items else ""
        text += f"{_plural(self.items, 'item')}, {self.passed} passed, {self.failed} failed"
        text += f", {self.excluded} excluded" if self.excluded else ""
        text += f", {self.missing} never run" if self.missing else ""
        return text + (f", {self.not_binary} neither 0 nor 1" if self.not_binary else "")

    def counts(self) -> dict[str, Any]:
        """Return the counts as JSON-ready data."""
        return {
            "items": self.items,
            "results": self.results,
            "passed": self.passed,
            "failed": self.failed,
            "excluded": self.excluded,
            "missing": self.missing,
            "not_binary": self.not_binary,
            "not_binary_example": self.not_binary_example,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCounts(Counts):
    """What one task holds of one group."""

    task: str

    def to_dict(self) -> dict[str, Any]:
        """Return the task and its counts as JSON-ready data."""
        return {"task": printable(self.task), **self.counts()}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCounts(Counts):
    """What one group (one run, metric, filter or scorer) holds, and each of its tasks where there are several."""

    selector: Mapping[str, str]
    tasks: tuple[TaskCounts, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as JSON-ready data."""
        return {
            "selector": {key: printable(value) for key, value in self.selector.items()},
            **self.counts(),
            "tasks": [task.to_dict() for task in self.tasks],
        }


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was recognised in a file or a directory and what it holds, one `GroupCounts` for each group.

    `repeats` lists the repeat labels (trials, epochs), `tasks` the tasks, `files` the (name, sha256) of the files of a
    directory (then `sha256` is that of this list). `duplicates` counts rows that come twice and are no repeats, which a
    comparison refuses. `words` are those of the command that compares it, with the selectors it will need written out.
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
    files: tuple[tuple[str, str], ...] = ()
    duplicates: int = 0
    notes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """The command that compares this file or directory, on one line."""
        return " ".join(self.words)

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The values of every selector key that there is."""
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
            "label": printable(self.label),
            "files": [{"name": printable(name), "sha256": digest} for name, digest in self.files],
            "groups": [group.to_dict() for group in self.groups],
            "choices": {key: [printable(value) for value in values] for key, values in self.choices.items()},
            "duplicates": self.duplicates,
            "notes": list(self.notes),
            "command": self.command,
        }

    def __str__(self) -> str:
        many = f", {_plural(len(self.files), 'file')}" if self.files else ""
        lines = [_wrapped(f"{printable(self.path)}: {self.format}, {printable(self.label)}{many}", 0)]
        for key, values in self.choices.items():
            lines.append(_wrapped(f"{key}: {choices(values, most=_VALUES)}", 1))
        for group in self.groups:
            name = ", ".join(f"{key}={printable(value)}" for key, value in group.selector.items()) or "all"
            lines.append(_wrapped(f"{name}: {group}", 1))
            lines += [_wrapped(f"{printable(task.task)}: {task}", 2) for task in group.tasks[:_TASKS]]
            if len(group.tasks) > _TASKS:
                lines.append(_wrapped(f"and {len(group.tasks) - _TASKS} more tasks (--output json lists them all)", 2))
        examples = (group.not_binary_example for group in self.groups if group.not_binary_example is not None)
        lines += [_wrapped(printable(example), 1) for example in examples][:1]
        lines += [_wrapped(printable(note), 1) for note in self.notes]
        return "\n".join([*lines, folded(self.words)])


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _wrapped(text: str, depth: int) -> str:
    """Return text indented and wrapped to 80 columns; a word that is longer stays whole."""
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent="  " * depth,
        subsequent_indent="  " * (depth + 2),
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
