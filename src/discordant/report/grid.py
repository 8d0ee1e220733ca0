"""Plain tables: aligned columns for a terminal, Markdown, and comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

Rows = Sequence[Sequence[str]]


def text_grid(rows: Rows) -> str:
    """Return rows as aligned columns, the first flush left and the others flush right; the first row is the head.

    >>> print(text_grid([["N", "power"], ["100", "0.4"]]))
    N    power
    100    0.4
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((row[0].ljust(widths[0]), *rest)).rstrip())
    return "\n".join(lines)


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
