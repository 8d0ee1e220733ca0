"""The table that a notebook shows for an analysis: a fragment of HTML without scripts or styles."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from discordant.report import labels
from discordant.report.outline import outline

if TYPE_CHECKING:
    from discordant.report.analysis import Analysis


def notebook(analysis: Analysis) -> str:
    """Return one HTML table: the verdict as its caption, the four cells, then every row of the report."""
    told = outline(analysis)
    rows = [_row("th", role, labels.markup(label)) for role, label in told.runs if role != label]
    if told.crosstab is not None:
        names = ("both passed", "only the candidate passed", "only the baseline passed", "both failed")
        rows += [_row("th", name, count) for name, count in zip(names, told.crosstab, strict=True)]
    for section in told.sections:
        rows.append(f'<tr><th colspan="2">{html.escape(section.title)}</th></tr>')
        rows += [
            _row(
                "td",
                labels.markup(row[0]) if section.foreign else html.escape(row[0]),
                html.escape("  ".join(cell for cell in row[1:] if cell)),
            )
            for row in section.rows
        ]
    rows += [f'<tr><td colspan="2">{labels.markup(remark)}</td></tr>' for remark, _ in told.remarks]
    return f"<table><caption>{html.escape(told.verdict)}</caption>{''.join(rows)}</table>"


def _row(cell: str, name: str, value: str) -> str:
    return f"<tr><{cell}>{name}</{cell}><td>{value}</td></tr>"
