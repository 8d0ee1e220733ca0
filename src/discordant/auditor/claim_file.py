"""Claim files: TOML (tables `[[claim]]`), JSON (one claim, a list, or {"claims": [...]}), JSONL and CSV.

Numbers are kept as they are written, `0.0260` with its zero: floats are read as text. Every error names the file, the
line and the key. A strict schema: a key that is not one of a claim's is refused.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from discordant.auditor.claim import COUNT_KEYS, LONGEST_COUNT, Claim
from discordant.auditor.printed import told
from discordant.auditor.source import decode, read_source
from discordant.errors import ClaimError

FORMATS: Final = ("toml", "json", "jsonl", "csv")


def read_claims(path: str | Path, format: str | None = None) -> list[Claim]:
    """Return the claims of a file, its format taken from the suffix unless given. Raises `ClaimError`."""
    data = read_source(path)
    kind = format_of(path, format)
    return parse_claims(decode(data, str(path)), kind, str(path))


def format_of(path: str | Path, format: str | None = None) -> str:
    """Return the format that a claim file's name tells, or the one given."""
    kind = format or Path(path).suffix.lstrip(".").lower()
    if kind not in FORMATS:
        raise ClaimError(
            f"{kind or 'no suffix'!r} is not a claim-file format; the formats are {', '.join(FORMATS)}"
            " (and --text reads prose)",
            path=str(path),
        )
    return kind


def parse_claims(text: str, format: str, path: str | None = None) -> list[Claim]:
    """Return the claims of a text in one of the formats."""
    read = {"toml": _toml, "json": _json, "jsonl": _jsonl, "csv": _csv}[format]
    claims = []
    for line, data in read(text, path):
        try:
            claims.append(Claim.from_mapping(data, path=path, line=line))
        except ClaimError as error:
            at = line if error.key is None else _line_of(error.key, text, format, line)
            raise ClaimError(error.fact, path=path, line=at, key=error.key) from None
    if not claims:
        raise ClaimError("holds no claim", path=path)
    return claims


_HEADS: Final = {"toml": re.compile(r"\s*\[\[\s*claim\s*\]\]"), "json": re.compile(r"\s*[\[,]?\s*\{")}


def _line_of(key: str, text: str, format: str, line: int | None) -> int | None:
    """Return the line on which a key of the claim that begins on `line` stands; `line` where that is not clear."""
    if format == "csv":
        return line if key in {field.name for field in fields(Claim)} else 1
    if format == "jsonl":
        return line
    name = re.escape(key)
    keyed = re.compile(
        rf"""\s*(?:{name}|"{name}"|'{name}')\s*[=.]|\s*\[\s*claim\s*\.\s*["']?{name}["']?\s*\]"""
        if format == "toml"
        else rf"""(?:.*[\s{{,])?{re.escape(json.dumps(key, ensure_ascii=False))}\s*:"""
    )
    found = []
    for number, row in enumerate(text.splitlines(), 1):
        if line is not None and number > line and _HEADS[format].match(row):
            break
        if number >= (line or 1) and keyed.match(row):
            found.append(number)
    return found[0] if len(found) == 1 else line


Rows = Iterator[tuple[int | None, dict[str, Any]]]


def _toml(text: str, path: str | None) -> Rows:
    try:
        data = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+)", str(error))
        raise ClaimError(f"is not TOML: {error}", path=path, line=int(where[1]) if where else None) from None
    except RecursionError:
        raise ClaimError("the TOML is nested too deeply to be read", path=path) from None
    except ValueError:  # an integer beyond Python's limit of digits
        raise ClaimError("holds an integer of thousands of digits", path=path, **_long_integer(text)) from None
    heads = [number for number, line in enumerate(text.splitlines(), 1) if _HEADS["toml"].match(line)]
    tables = data.pop("claim", None)
    if tables is None:
        yield 1, data
        return
    if data:
        key = next(iter(data))
        raise ClaimError("stands outside a [[claim]] table", path=path, line=_line_of(key, text, "toml", 1), key=key)
    for index, table in enumerate(tables if isinstance(tables, list) else [tables]):
        yield (heads[index] if index < len(heads) else 1), table


def _long_integer(text: str) -> dict[str, Any]:
    """Return the line of the first integer of thousands of digits, and the key before it."""
    found = re.search(r"[\d_]{4000}", text)
    if found is None:
        return {}
    start = text.rfind("\n", 0, found.start()) + 1
    key = re.match(r"""\s*["']?([\w.-]+)["']?\s*=""", text[start : found.start()])
    return {"line": text.count("\n", 0, start) + 1, "key": key[1] if key else None}


def _objects(data: Any, path: str | None, line: int | None) -> Rows:
    if isinstance(data, dict) and set(data) == {"claims"}:
        data = data["claims"]
    for one in data if isinstance(data, list) else [data]:
        if not isinstance(one, dict):
            raise ClaimError(f"{told(one)} is not a claim; a claim is an object of keys", path=path, line=line)
        yield line, one


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise ClaimError("stands twice in one claim", key=key)
        seen.add(key)
    return dict(pairs)


def _integer(text: str) -> int | str:
    """Return a whole number, or its text where it is too long for one: it is then refused under its key."""
    return int(text) if len(text) <= LONGEST_COUNT else text


def _load(text: str, path: str | None, line: int | None) -> Any:
    try:
        return json.loads(text, parse_float=str, parse_int=_integer, object_pairs_hook=_no_duplicates)
    except json.JSONDecodeError as error:
        raise ClaimError(f"is not JSON: {error.msg}", path=path, line=(line or 1) + error.lineno - 1) from None
    except RecursionError:
        raise ClaimError("the JSON is nested too deeply to be read", path=path, line=line) from None
    except ClaimError as error:
        raise ClaimError(error.fact, path=path, line=line, key=error.key) from None


def _json(text: str, path: str | None) -> Rows:
    lines = [number for number, line in enumerate(text.splitlines(), 1) if _HEADS["json"].match(line)]
    found = list(_objects(_load(text, path, None), path, None))
    for index, (_, one) in enumerate(found):
        # one object to a line or one brace to a claim is how such files are written; else the line is not known
        yield (lines[index] if len(lines) == len(found) else None), one


def _jsonl(text: str, path: str | None) -> Rows:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield from _objects(_load(line, path, number), path, number)


def _csv(text: str, path: str | None) -> Rows:
    reader = csv.reader(io.StringIO(text), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        for name in header:
            if header.count(name) > 1:
                raise ClaimError("heads two columns", path=path, line=1, key=name)
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) != len(header):
                raise ClaimError(f"{len(row)} cells under {len(header)} headings", path=path, line=reader.line_num)
            yield (
                reader.line_num,
                {name: _cell(name, cell.strip()) for name, cell in zip(header, row, strict=True) if cell.strip()},
            )
    except csv.Error as error:
        raise ClaimError(f"is not CSV: {error}", path=path, line=reader.line_num) from None


def _cell(name: str, cell: str) -> int | str:
    whole = name in (*COUNT_KEYS, "net", "candidate", "baseline") and re.fullmatch(r"-?\d+", cell, re.ASCII)
    return _integer(cell) if whole else cell
