"""Write docs/scoreboard.md from real runs: `python docs/tools/scoreboard.py [OUTPUT]`.

Every ready adapter is run on the shipped vectors; those whose package is absent are listed with the reason. Versions
and the date come from the run.
"""

from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import Any

from reproductions import JAVASCRIPT, SETUP, call

from discordant.conformance import run, vectors_file
from discordant.conformance.grade import wanted
from discordant.conformance.report import FunctionSummary, Report, smallest_failure

OUTPUT = Path(__file__).parent.parent / "scoreboard.md"

HEAD = """# Scoreboard

What existing implementations answer to the [conformance vectors](conformance.md), on {date}, with the versions named.
Written by `python docs/tools/scoreboard.py`; nothing here is typed by hand.

How to read it. *Grade* is that of the worst case of a function: exact, correctly rounded, at most 4 ulp, 1e-9
(relative), or wrong. Where honest implementations differ (mid-p at a tie, the chi-square of no discordant items), a
case names its conventions and each of them passes: what is convention is not called an error. Skipped cases are inputs
that an implementation does not offer; a flag marked *should* is advice, not an error. Every row of a defect has the
smallest input that shows it, to be pasted after the lines above the table.

"""


def cell(text: str) -> str:
    """Return text as a table cell of Markdown."""
    return text.replace("|", "\\|").replace("\n", " ")


def right(expect: dict[str, Any]) -> str:
    """Return the right answer for the table: of a number its nearest binary64, which is never cut."""
    if "binary64" in expect:
        return repr(float.fromhex(expect["binary64"]))
    text = wanted(expect)
    return cell(text if len(text) <= 70 else f"{text[:66]} ...")


def defects(report: Report, summary: FunctionSummary) -> list[str]:
    """Return one row for every flag that some case of the function did not pass."""
    rows = []
    for flag in summary.by_flag:
        found = smallest_failure(summary, flag)
        if found is not None:
            first, number = found
            name = report.implementation.get("name", "")
            shown = cell(call(name, summary.function, first.case["inputs"]))
            answers = f"{cell(first.got or first.status)[:60]} | {right(first.case['expect'])}"
            advice = " (should)" if first.case["require"] == "should" else ""
            rows.append(f"| `{summary.function}` | {flag}{advice} | {number} | `{shown}` | {answers} |")
    return rows


def page() -> str:
    """Return the whole page."""
    parts = [HEAD.format(date=datetime.datetime.now(datetime.UTC).date().isoformat())]
    for adapter in run.ADAPTERS:
        report = run.run_adapter(adapter, timeout=30.0)
        about = report.implementation
        if report.unavailable is not None:
            parts.append(f"## {adapter}\n\nNot run: {report.unavailable}.\n\n")
            continue
        parts.append(f"## {about.get('name', adapter)} {about.get('version', '')}\n\n")
        parts.append(
            "| function | passed | failed | skipped | grade | correctly rounded |\n|---|---|---|---|---|---|\n"
        )
        rows: list[str] = []
        for summary in report.functions:
            if summary.declared:
                right, total = summary.correctly_rounded
                failed = sum(summary.statuses[status] for status in ("failed", "crashed", "hung"))
                parts.append(
                    f"| `{summary.function}` | {summary.statuses['passed']} | {failed} | {summary.statuses['skipped']}"
                    f" | {summary.grade or '-'} | {right} of {total} |\n"
                )
                rows += defects(report, summary)
        if rows:
            setup = SETUP[about["name"]]
            language = "r" if about["name"] == "R" else "js" if about["name"] in JAVASCRIPT else "python"
            parts.append(f"\n```{language}\n{setup}\n```\n" if setup else "")
            parts.append(
                "\n| function | flag | cases | smallest reproduction | answer | right |\n|---|---|---|---|---|---|\n"
            )
            parts.append("\n".join(rows) + "\n")
        else:
            parts.append("\nNo case failed.\n")
        parts.append("\n")
    flags = vectors_file.flags()
    parts.append("## Flags\n\n| flag | what it is | effect |\n|---|---|---|\n")
    parts += [f"| {flag} | {cell(e['description'])} | {cell(e['effect'])} |\n" for flag, e in flags.items()]
    return "".join(parts)


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT).write_text(page(), encoding="utf-8")
