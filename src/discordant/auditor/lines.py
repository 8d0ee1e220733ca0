"""Lines of a report: what a claim says is shown and does nothing else, in at most 80 terminal columns."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

WIDTH: Final = 80


def visible(text: str) -> str:
    r"""Return text with every sign that does not print itself as a backslash escape, line breaks included.

    A claim may hold terminal escapes, direction overrides or line breaks that would pass for lines of the report.

    >>> print(visible("q\nX: consistent\x1b[2J"))
    q\nX: consistent\x1b[2J
    """
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def columns(text: str) -> int:
    """Return how many terminal columns a text takes: two for wide East Asian signs, none for combining marks."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def wrapped(line: str) -> list[str]:
    """Return one logical line, made visible, as lines of at most WIDTH columns; the next ones are indented by 4 more.

    Lines break at blanks, but not within short parentheses, and within a word only where it is longer than a line.
    """
    indent = " " * (len(line) - len(line.lstrip(" ")) + 4)
    lines, current = [], indent[4:]
    for word in re.split(r" (?![^()]{0,40}\))", visible(line.lstrip(" "))):
        if current.strip() and columns(current) + 1 + columns(word) > WIDTH:
            lines.append(current.rstrip())
            current = indent + word
        else:
            current += f" {word}" if current.strip() else word
        while columns(current) > WIDTH:
            end = len(current)
            while columns(current[:end]) > WIDTH:
                end -= 1 + max(0, columns(current[:end]) - WIDTH) // 2
            lines.append(current[:end])
            current = indent + current[end:]
    return [*lines, current.rstrip()]
