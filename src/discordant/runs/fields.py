"""Fields of JSON rows, fetched with an error that names file, line, item and field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discordant.errors import FormatError


def required(row: Any, key: str, *, path: str, line: int | None = None, item: object | None = None) -> Any:
    """Return `row[key]`, or raise `FormatError` naming the missing field."""
    if not isinstance(row, Mapping):
        raise FormatError(
            f"expected a JSON object with the field {key!r}, found a {type(row).__name__}",
            path=path,
            line=line,
            item=item,
        )
    if key not in row:
        raise FormatError(f"the field {key!r} is missing", path=path, line=line, item=item)
    return row[key]


def typed(row: Any, key: str, kind: type, *, path: str, line: int | None = None, item: object | None = None) -> Any:
    """Return `row[key]`, which must be exactly of the JSON type `kind` (dict, list, str, int or bool)."""
    value = required(row, key, path=path, line=line, item=item)
    if type(value) is not kind:
        raise FormatError(
            f"the field {key!r} is a {type(value).__name__}, not a {kind.__name__}", path=path, line=line, item=item
        )
    return value


def text(value: Any, what: str, *, path: str, line: int | None = None) -> str:
    """Return a name (of a run, metric or task), which must be text or an integer, as text."""
    if type(value) is str or type(value) is int:
        return str(value)
    raise FormatError(f"the {what} {repr(value)[:80]} is a {type(value).__name__}, not text", path=path, line=line)
