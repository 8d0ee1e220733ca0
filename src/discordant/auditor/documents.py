"""Findings as a JSON document and as Markdown."""

from __future__ import annotations

import json
from typing import Any, Final

import discordant
from discordant.auditor.finding import Finding
from discordant.auditor.joint import Joint
from discordant.auditor.lines import visible
from discordant.auditor.text_report import tables_line

SCHEMA_VERSION: Final = "1.1"
"""Of `schema("audit")` in discordant.report.json_document: a minor version adds keys."""


def document(
    findings: list[Finding], *, source: dict[str, Any] | None = None, joint: Joint | None = None
) -> dict[str, Any]:
    """Return the findings JSON-ready: byte-reproducible, exact numbers as strings."""
    found: dict[str, Any] = {
        "document": "audit",
        "schema_version": SCHEMA_VERSION,
        "program": {"name": "discordant", "version": discordant.__version__},
        "source": source,
    }
    found["findings"] = [finding.to_dict() for finding in findings]
    if joint is not None:
        found["joint"] = joint.to_dict()
    return found


def dumps(data: dict[str, Any]) -> str:
    """Return the document as ASCII text; NaN and infinities are refused, keys keep their order."""
    return json.dumps(data, indent=2, allow_nan=False)


def markdown(findings: list[Finding], joint: Joint | None = None) -> str:
    """Return the findings as Markdown: a summary table, then each finding with its reasons."""
    lines = ["| claim | verdict | conclusion | tables |", "|---|---|---|---|"]
    for number, finding in enumerate(findings, 1):
        name = _cell(finding.claim.id or f"claim {number}")
        lines.append(f"| {name} | {finding.verdict} | {finding.decision.answer} | {finding.tables.count} |")
    for number, finding in enumerate(findings, 1):
        lines += ["", f"### {_cell(finding.claim.id or f'claim {number}')}", ""]
        lines.append(f"**{finding.verdict}**: {finding.meaning}.")
        lines.append("")
        lines += [f"* {_cell(reason)}" for reason in finding.reasons + finding.contradiction + finding.decision.reasons]
        lines.append(f"* possible tables: {_cell(tables_line(finding))}")
        lines += [f"* {_cell(str(bound))}" for bound in finding.bounds]
        lines += [f"* note: {_cell(note)}" for note in finding.notes]
        lines += [f"* limit of the search: {_cell(limit)}" for limit in finding.limits]
    if joint is not None:
        lines += ["", "```text", str(joint), "```"]
    return "\n".join(lines)


_ESCAPES: Final = str.maketrans(
    {sign: f"\\{sign}" for sign in "\\`*_[]|~$"} | {"&": "&amp;", "<": "&lt;", "@": "&#64;"}
)


def _cell(text: str) -> str:
    """Return text in which nothing is read as markup, link, mention or the end of a table's cell."""
    shown = visible(text.translate(_ESCAPES))
    return shown.replace("://", ":&#47;&#47;").replace("www.", "www&#46;")
