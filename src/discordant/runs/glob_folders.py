"""The folders that a glob pattern goes through: DuckDB passes over those that it may not list without a word."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from typing import Final

from discordant.runs.directory import refuse_folder

_WILD: Final = frozenset("*?[")


def check_folders(pattern: str) -> None:
    """Refuse a pattern whose files lie in part below a folder that cannot be listed or entered."""
    _check("/" if pattern.startswith("/") else "", [part for part in pattern.split("/") if part])


def _check(folder: str, parts: list[str]) -> None:
    try:
        os.stat(folder or ".")
        if not parts:
            return
        part, rest = parts[0], parts[1:]
        if not _WILD & set(part):
            found = [part]
        else:
            with os.scandir(folder or ".") as entries:
                found = [entry.name for entry in entries if fnmatchcase(entry.name, part)]
    except (FileNotFoundError, NotADirectoryError):
        return  # no file of the pattern can be there
    except OSError as error:
        refuse_folder(error)
    if part == "**":
        _check(folder, rest)
    for name in found:
        below = os.path.join(folder, name)
        if part != "**":
            _check(below, rest)
        elif os.path.isdir(below) and not os.path.islink(below):  # DuckDB follows no links here
            _check(below, parts)
