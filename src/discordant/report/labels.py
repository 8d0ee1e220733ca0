"""Labels that come from files, made safe to print: on a terminal, in Markdown and in HTML.

A label is whatever a result file says (a model's name, a path); it may hold terminal escapes, line breaks,
direction overrides or markup. Each function returns text that shows the label and does nothing else.
"""

from __future__ import annotations

import html
import re
import string
import unicodedata
from typing import Final

_NAMED: Final = {"\t": r"\t", "\n": r"\n", "\r": r"\r", "\\": r"\\"}


def visible(label: str) -> str:
    r"""Return `label` with every character that does not print itself replaced by a backslash escape.

    Control and format characters (terminal escapes, direction overrides, zero-width signs), line and paragraph
    separators, unassigned code points and lone surrogates become `\x1b`, `\u202e` and the like; a backslash is
    doubled, so that the result is unambiguous.

    >>> print(visible("gpt\x1b[2J\u202e4"))
    gpt\x1b[2J\u202e4
    """
    return "".join(_NAMED.get(sign) or (sign if sign.isprintable() else _escape(sign)) for sign in label)


def _escape(sign: str) -> str:
    code = ord(sign)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def columns(text: str) -> int:
    """Return how many terminal columns `text` takes: two for wide East Asian signs, none for combining marks."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def terminal(label: str, width: int) -> str:
    """Return `label`, visible and cut to `width` terminal columns (the middle goes, since ends tell models apart).

    >>> terminal("a-rather-long-model-name", 12)
    'a-rath...ame'
    """
    text = visible(label)
    if columns(text) <= width and len(text) <= 4 * width:
        return text
    head, tail = "", ""
    room = width - 3
    for sign in text:
        if len(head) > 2 * width or columns(head + sign) > (room * 2 + 2) // 3:
            break
        head += sign
    for sign in reversed(text):
        if len(tail) > 2 * width or columns(sign + tail) > room - columns(head):
            break
        tail = sign + tail
    return f"{head}...{tail}"


def markdown(label: str) -> str:
    """Return `label` as a Markdown code span, in which no markup, link or mention is read.

    The fence is longer than any run of backticks within, as CommonMark asks. Not for table cells: there a `|` ends
    the cell even in a code span.

    >>> markdown("a`b <img> @team")
    '``a`b <img> @team``'
    """
    text = visible(label)
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text[:1] in ("`", "", " ") or text[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def cell(label: str) -> str:
    """Return `label` for a cell of a Markdown table: code, with every ASCII punctuation mark as an entity.

    >>> cell("a|b")
    '<code>a&#124;b</code>'
    """
    text = "".join(f"&#{ord(sign)};" if sign in string.punctuation else sign for sign in visible(label))
    return f"<code>{text}</code>"


def markup(label: str) -> str:
    """Return `label` as HTML text, also safe within a quoted attribute.

    >>> markup("<script>")
    '&lt;script&gt;'
    """
    return html.escape(visible(label), quote=True)


def printable(text: str) -> str:
    r"""Return a message with unprintable characters escaped, line breaks and backslashes kept.

    >>> print(printable("no file 'a\x1bb'"))
    no file 'a\x1bb'
    """
    return "".join(sign if sign == "\n" or sign.isprintable() else _escape(sign) for sign in text)
