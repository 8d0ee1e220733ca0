"""Plain tables: aligned columns for a terminal, Markdown, and comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from discordant.report.labels import columns

WIDTH: Final = 80
"""Columns of a terminal that text keeps to."""

Rows = Sequence[Sequence[str]]


def folded(lines: Iterable[str]) -> str:
    """Return lines broken at 80 columns; what a line goes on with stands two columns further in.

    >>> print(folded(["  " + 12 * "number "]))
      number number number number number number number number number number number
        number
    """
    return "\n".join(row for line in lines for row in _folded(line))


def _folded(line: str) -> Iterator[str]:
    # not textwrap, which counts signs: a wide East Asian sign takes two columns
    words = line.split()
    row = line[: len(line) - len(line.lstrip())]
    start, following = row, f"{row}  "
    while words:
        word = words.pop(0)
        gap = "" if row == start else " "
        if columns(row + gap + word) <= WIDTH:
            row += gap + word
            continue
        if row == start:  # a word longer than a line
            end = next(k for k in range(len(word), 0, -1) if columns(row + word[:k]) <= WIDTH)
            row, word = row + word[:end], word[end:]
        words.insert(0, word)
        yield row
        row = start = following
    yield row


def _padding(cell: str, width: int) -> str:
    return " " * (width - columns(cell))


def text_grid(rows: Rows) -> str:
    """Return rows as aligned columns, the first flush left and the others flush right; the first row is the head.

    A table wider than 80 columns is broken into blocks, each with the first column.

    >>> print(text_grid([["N", "power"], ["100", "0.4"]]))
    N    power
    100    0.4
    """
    widths = [max(columns(row[i]) for row in rows) for i in range(len(rows[0]))]
    blocks: list[list[int]] = [[]]
    room = WIDTH - widths[0]
    for place, width in enumerate(widths[1:], start=1):
        if blocks[-1] and sum(2 + widths[there] for there in blocks[-1]) + 2 + width > room:
            blocks.append([])
        blocks[-1].append(place)
    return "\n\n".join("\n".join(_line(row, block, widths) for row in rows) for block in blocks)


def _line(row: Sequence[str], places: Sequence[int], widths: Sequence[int]) -> str:
    rest = (_padding(row[place], widths[place]) + row[place] for place in places)
    return "  ".join((row[0] + _padding(row[0], widths[0]), *rest)).rstrip()


def markdown_grid(rows: Rows) -> str:
    """Return rows as a Markdown table, the first row its head; pipes in cells are escaped.

    >>> print(markdown_grid([["N", "power"], ["100", "0.4"]]))
    | N | power |
    | :-- | --: |
    | 100 | 0.4 |
    """
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    lines.insert(1, "| :-- |" + " --: |" * (len(rows[0]) - 1))
    return "\n".join(lines)


def csv_grid(rows: Rows) -> str:
    """Return rows as comma-separated values, without a last line break; LF ends lines.

    >>> print(csv_grid([["run", "p"], ["a, b", "0.4"]]))
    run,p
    "a, b",0.4
    """
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().rstrip("\n")
