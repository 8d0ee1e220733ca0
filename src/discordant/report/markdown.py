"""A report as GitHub-flavoured Markdown, for pull requests and step summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discordant.report import labels
from discordant.report.outline import Outline, Section, outline

if TYPE_CHECKING:
    from discordant.report.analysis import Analysis
    from discordant.report.clustered import ClusteredAnalysis


def markdown(analysis: Analysis | ClusteredAnalysis) -> str:
    """Return the report as Markdown, the verdict first, ending without a line break.

    Labels are code spans, in which nothing is read as markup, link or mention.
    """
    told = outline(analysis)
    parts = [
        f"### {told.question}",
        f"**{told.verdict}**",
        "\n".join(f"* {role}: {labels.markdown(label)}" for role, label in told.runs if role != label),
        _crosstab(told),
        *(_section(section) for section in told.sections),
        "\n".join(f"* Note: {labels.markdown(remark) if quotes else remark}" for remark, quotes in told.remarks),
    ]
    return "\n\n".join(part for part in parts if part)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _crosstab(told: Outline) -> str:
    if told.crosstab is None or told.totals is None:
        return ""
    a, b, c, d = told.crosstab
    passed, failed, base_passed, base_failed, items = told.totals
    return "\n".join(
        (
            _row("", "baseline passed", "baseline failed", "total"),
            _row("---", "---:", "---:", "---:"),
            _row("candidate passed", a, b, passed),
            _row("candidate failed", c, d, failed),
            _row("total", base_passed, base_failed, items),
        )
    )


def _section(section: Section) -> str:
    rule = ("---", *("---:" for _ in section.head[1:]))
    body = [(labels.cell(row[0]), *row[1:]) for row in section.rows] if section.foreign else section.rows
    rows = "\n".join(_row(*row) for row in (section.head, rule, *body))
    return f"**{section.title}**\n\n{rows}"
