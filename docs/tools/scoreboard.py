"""Write docs/scoreboard.md from real runs: `python docs/tools/scoreboard.py [OUTPUT]`.

Every ready adapter is run on the shipped vectors; those whose package is absent are listed with the reason. Versions
and the date come from the run.
"""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

from discordant.conformance import run, vectors_file
from discordant.conformance.report import FunctionSummary, Report, smallest_failure

OUTPUT = Path(__file__).parent.parent / "scoreboard.md"

HEAD = """# Scoreboard

What existing implementations answer to the [conformance vectors](conformance.md), on {date}, with the versions named.
Written by `python docs/tools/scoreboard.py`; nothing here is typed by hand.

How to read it. *Grade* is that of the worst case of a function: exact, correctly rounded, at most 4 ulp, 1e-9
(relative), or wrong. Where honest implementations differ (mid-p at a tie, the chi-square of no discordant items), a
case names its conventions and each of them passes: what is convention is not called an error. Skipped cases are inputs
that an implementation does not offer; a flag marked *should* is advice, not an error. Every row of a defect has the
smallest input that shows it, to be pasted.

"""

CALLS = {
    "scipy": {
        "exact_p": "scipy.stats.binomtest({b}, {b} + {c}, 0.5).pvalue",
        "exact_p_one_sided": "scipy.stats.binomtest({b}, {b} + {c}, 0.5, alternative={side!r}).pvalue",
        "mid_p": "2 * scipy.stats.binom.cdf(min({b}, {c}), {b} + {c}, 0.5)"
        " - scipy.stats.binom.pmf(min({b}, {c}), {b} + {c}, 0.5)",
    },
    "statsmodels": {
        "exact_p": "mcnemar([[1, {b}], [{c}, 1]], exact=True)",
        "chi_square": "mcnemar([[1, {b}], [{c}, 1]], exact=False, correction=False)",
        "edwards": "mcnemar([[1, {b}], [{c}, 1]], exact=False, correction=True)",
    },
    "mlxtend": {
        "exact_p": "mcnemar(np.array([[1, {b}], [{c}, 1]]{dtype}), exact=True)",
        "chi_square": "mcnemar(np.array([[1, {b}], [{c}, 1]]{dtype}), corrected=False)",
        "edwards": "mcnemar(np.array([[1, {b}], [{c}, 1]]{dtype}))",
    },
    "R": {
        "exact_p": "binom.test({b}, {b} + {c})$p.value",
        "exact_p_one_sided": "pbinom({low}, {b} + {c}, 0.5)",
        "mid_p": "2 * pbinom(min({b}, {c}), {b} + {c}, .5) - dbinom(min({b}, {c}), {b} + {c}, .5)",
        "chi_square": "mcnemar.test(matrix(c(1, {c}, {b}, 1), 2), correct = FALSE)",
        "edwards": "mcnemar.test(matrix(c(1, {c}, {b}, 1), 2))",
    },
    "jStat": {"exact_p": "2 * jStat.binomial.cdf(Math.min({b}, {c}), {b} + {c}, 0.5)"},
    "@stdlib binomial-cdf": {"exact_p": "2 * cdf(Math.min({b}, {c}), {b} + {c}, 0.5)"},
    "Hugging Face evaluate (formula)": {"chi_square": "({b} - {c}) ** 2 / ({b} + {c})"},
}
"""How a reader of each package would call it, for the reproductions."""


def call(name: str, function: str, inputs: dict[str, str]) -> str:
    """Return the call that reproduces a case, or its inputs where no template stands here."""
    template = CALLS.get(name, {}).get(function)
    if template is None:
        return ", ".join(f"{key}={value}" for key, value in inputs.items())
    if name not in ("R", "jStat", "@stdlib binomial-cdf"):
        inputs = {key: text.capitalize() if text in ("true", "false") else text for key, text in inputs.items()}
    candidate = inputs.get("alternative") == "candidate"
    dtype = f", dtype={inputs['integer_type']!r}" if "integer_type" in inputs else ""
    low = inputs["c"] if candidate else inputs["b"]
    return template.format(**inputs, side="greater" if candidate else "less", low=low, dtype=dtype)


def cell(text: str) -> str:
    """Return text as a table cell of Markdown."""
    return text.replace("|", "\\|").replace("\n", " ")


def defects(report: Report, summary: FunctionSummary) -> list[str]:
    """Return one row for every flag that some case of the function did not pass."""
    rows = []
    for flag in summary.by_flag:
        found = smallest_failure(summary, flag)
        if found is not None:
            first, number = found
            name = report.implementation.get("name", "")
            shown = cell(call(name, summary.function, first.case["inputs"]))
            answers = f"{cell(first.got or first.status)[:60]} | {cell(first.want)[:70]}"
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
