"""What DuckDB reads where the plain readers refuse, found in one pass over a text file before it is counted.

DuckDB renames the second of two columns of one name, closes a quote that the file leaves open, and takes NaN for a JSON
number. A file that holds any of these is handed to the strict reader, which says where it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from discordant.runs import strict_json
from discordant.runs.options import MAX_BYTES
from discordant.runs.readers.csv import delimiter_of, read_table
from discordant.runs.source import Source

_CHUNK: Final = 2**22
_CONSTANTS: Final = (b"NaN", b"Infinity")


def check_csv(path: str) -> str:
    """Refuse a column twice, a quote that is never closed and NUL characters; return what separates the fields."""
    with Source(path, max_bytes=MAX_BYTES) as source:
        _, _, rows = read_table(source)
        quotes, nul = 0, False
        for chunk in _chunks(path):
            quotes += chunk.count(b'"')
            nul |= b"\0" in chunk
        if quotes % 2 or nul:
            for _ in rows:  # reads to the quote that is left open or to the NUL, and refuses it
                pass
        return delimiter_of(source)


def check_json_lines(path: str) -> None:
    """Refuse NaN and Infinity, which are no JSON, wherever a line holds them outside text."""
    with Source(path, max_bytes=MAX_BYTES) as source:
        if not _holds_constant(path):
            return
        for number, line in source.lines():
            if any(constant in line for constant in _CONSTANTS):
                strict_json.loads(line, path=source.path, line=number)


def check_regular(path: str) -> None:
    """Refuse what is no regular file (reading a pipe would wait for ever), and an empty file."""
    with Source(path, max_bytes=MAX_BYTES):
        return


def _holds_constant(path: str) -> bool:
    tail = b""
    for chunk in _chunks(path):
        seen = tail + chunk
        if any(constant in seen for constant in _CONSTANTS):
            return True
        tail = seen[1 - max(map(len, _CONSTANTS)) :]
    return False


def _chunks(path: str) -> Iterator[bytes]:
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk
