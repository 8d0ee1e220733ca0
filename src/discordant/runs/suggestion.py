"""The command that compares what an inspection found, word by word as a shell reads it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from discordant.runs.inspection import GroupCounts, Inspection

_WIDTH: Final = 80
_INDENT: Final = "  "


def command(path: str, found: Inspection, given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words that compare `path`: with itself where it holds two runs, else with another file or directory.

    `given` holds the options that it was inspected with; they are repeated, so that it is read the same way.
    """
    shown = telling(found)
    values: dict[str, dict[str, None]] = {}
    for group in found.groups:
        for key, value in group.selector.items():
            values.setdefault(key, {})[value] = None
    path = f"./{path}" if path.startswith("-") else path
    words = ["discordant", "compare", path]
    runs = list(values.pop("run", ()))
    words.append(path if len(runs) > 1 else "CANDIDATE")
    for key, listed in values.items():
        if len(listed) > 1 and key in shown.selector:
            words += ["--select", f"{key}={shown.selector[key]}"]
    if len(runs) > 1:
        words += ["--baseline-select", f"run={runs[0]}", "--candidate-select", f"run={runs[1]}"]
    if found.files and 0 < len(shown.tasks) < len(found.tasks):
        words += ["--select", f"task={shown.tasks[0].task}"]
    if any(group.results > group.items for group in found.groups) and not found.duplicates:
        repeat, repeats = found.repeat_key, found.repeats
        words += ["--select", f"{repeat}={repeats[0]}"] if repeat and repeats else ["--repeats", "all"]
    for option, value in given.items():
        words += [] if value is None else [option, str(value)]
    if shown.not_binary and given["--threshold"] is None:
        words += ["--threshold", "NUMBER"]
    return tuple(map(_word, words))


def telling(found: Inspection) -> GroupCounts:
    """Return the group to compare first: of most tasks, and with passed and failed items where there is one."""
    most = max(len(group.tasks) for group in found.groups)
    widest = [group for group in found.groups if len(group.tasks) == most]
    split = [group for group in widest if group.passed and group.failed and not group.not_binary]
    return (split or widest)[0]


def folded(words: tuple[str, ...]) -> str:
    """Return a command indented, broken before an option where it would be wider than 80 columns."""
    lines = [_INDENT + words[0]]
    for word, after in zip(words[1:], [*words[2:], ""], strict=True):
        pair = f"{word} {after}" if word.startswith("--") else word
        if word.startswith("--") and len(f"{lines[-1]} {pair} \\") > _WIDTH:
            lines[-1] += " \\"
            lines.append(f"{_INDENT * 3}{word}")
        else:
            lines[-1] += f" {word}"
    return "\n".join(lines)


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
