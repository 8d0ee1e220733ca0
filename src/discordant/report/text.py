"""A report as plain text of at most 80 columns, ASCII but for the labels."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from discordant.report import labels
from discordant.report.origin import tally
from discordant.report.outline import Outline, Section, outline

if TYPE_CHECKING:
    from discordant.report.analysis import Analysis
    from discordant.report.clustered import ClusteredAnalysis

WIDTH: Final = 80
"""Columns that no line exceeds."""

_LABEL: Final = 60
"""Columns left for a run's label."""

_TASK: Final = 24
"""Columns left for a task's name."""


def text(analysis: Analysis | ClusteredAnalysis) -> str:
    """Return the whole report, ending without a line break.

    Terminal escapes and the like in labels are shown, never sent (see `labels.visible`).
    """
    told = outline(analysis)
    blocks = [
        [told.question],
        _runs(told),
        _crosstab(told),
        *([section.title, *_rows(section)] for section in told.sections),
        [line for remark, _ in told.remarks for line in _wrapped("Note: ", labels.printable(remark))],
        _wrapped("Verdict: ", told.verdict),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def verdict_line(analysis: Analysis | ClusteredAnalysis) -> str:
    """Return the verdict alone, unwrapped, with what became of the items that do not match."""
    return f"{analysis.verdict.sentence}{tally(analysis.pairing)}"


def _wrapped(head: str, sentence: str) -> list[str]:
    """Return the sentence in lines of at most `WIDTH` columns; a wide sign takes two, as `labels.columns` counts."""
    wide = any(labels.columns(sign) == 2 for sign in sentence)
    # textwrap counts signs: a NUL, which printable text never holds, stands beside each wide one while it counts, and
    # the last column is left free, since a long word may be broken between the two
    counted = "".join(f"{sign}\0" if labels.columns(sign) == 2 else sign for sign in sentence) if wide else sentence
    lines = textwrap.wrap(
        counted, WIDTH - wide, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )
    return [line.replace("\0", "") for line in lines]


def _runs(told: Outline) -> list[str]:
    """Return the runs' labels, unless they are only called baseline and candidate."""
    if all(role == label for role, label in told.runs):
        return []
    return [f"  {role:<10} {labels.terminal(label, _LABEL)}" for role, label in told.runs]


def _crosstab(told: Outline) -> list[str]:
    if told.crosstab is None or told.totals is None:
        return []
    a, b, c, d = told.crosstab
    passed, failed, base_passed, base_failed, items = told.totals
    rows = (
        ("", "", "baseline", "", ""),
        ("", "", "passed", "failed", "total"),
        ("candidate", "passed", a, b, passed),
        ("", "failed", c, d, failed),
        ("", "total", base_passed, base_failed, items),
    )
    wide = max(8, *(len(cell) for row in rows for cell in row[2:]))
    if 19 + 3 * (wide + 2) > WIDTH:  # counts too long for columns stand one under the other
        names = ("both passed", "only the candidate passed", "only the baseline passed", "both failed")
        return [
            line
            for name, count in zip(names, told.crosstab, strict=True)
            for line in textwrap.wrap(count, WIDTH, initial_indent=f"  {name}: ", subsequent_indent="    ")
        ]
    return [
        f"  {first:<9}  {second:<6}  " + "  ".join(f"{cell:>{wide}}" for cell in cells)
        for first, second, *cells in rows
    ]


def _rows(section: Section) -> list[str]:
    """Return the section's rows in aligned columns; a last cell that would pass the margin is wrapped."""
    rows = [(labels.terminal(row[0], _TASK), *row[1:]) for row in section.rows] if section.foreign else section.rows
    lines = [section.head, *rows] if any(section.head) else list(rows)
    last = len(section.head) - 1
    widths = [max(labels.columns(line[i]) for line in lines) for i in range(last)]
    printed = []
    for line in lines:
        name = line[0] + " " * (max(widths[0], 12) - labels.columns(line[0]))
        cells = [name] + [f"{line[i]:>{widths[i]}}" for i in range(1, last)]
        start = "  " + "   ".join(cells) + "   "
        printed += textwrap.wrap(line[last], WIDTH, initial_indent=start, subsequent_indent=" " * len(start)) or [start]
    return printed
