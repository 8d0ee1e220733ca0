"""What DuckDB reads where the plain readers refuse, found in one pass over a text file before it is counted.

DuckDB renames the second of two columns of one name, closes a quote that the file leaves open, and takes NaN and
infinities (nan, inf) for JSON numbers and a comma before a closing bracket for nothing. A file that holds any of these
is handed to the strict reader, which says where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from discordant.runs import strict_json
from discordant.runs.options import MAX_BYTES
from discordant.runs.readers.csv import delimiter_of, read_table
from discordant.runs.source import Source

_CHUNK: Final = 2**22
_LONGEST: Final = 2**25
"""More bytes than DuckDB takes for one JSON object."""

_NOT_JSON: Final = re.compile(rb",[ \t\r\n]*[]}]|(?:^|[:,[])[ \t\r]*[+-]?(?:[nN][aA][nN]|[iI][nN][fF])", re.MULTILINE)
"""What DuckDB takes for JSON and is none, or stands in a text and is harmless."""


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
    """Refuse commas before a closing bracket, NaN and infinities in any spelling, wherever a line holds them."""
    with Source(path, max_bytes=MAX_BYTES) as source:
        if not _holds_suspects(path):
            return
        for number, line in source.lines():
            if _NOT_JSON.search(line):
                strict_json.loads(line, path=source.path, line=number)


def check_regular(path: str) -> None:
    """Refuse what is no regular file (reading a pipe would wait for ever), and an empty file."""
    with Source(path, max_bytes=MAX_BYTES):
        return


def _holds_suspects(path: str) -> bool:
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            chunk += file.readline(_LONGEST)  # to the line's end: nothing that is looked for goes on beyond it
            if _NOT_JSON.search(chunk):
                return True
    return False


def _chunks(path: str) -> Iterator[bytes]:
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk
