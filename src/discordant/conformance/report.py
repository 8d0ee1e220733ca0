"""What a run of the vectors found: one summary per function and flag, and its renderings as text, JSON and Markdown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any, Final

from discordant.conformance import vectors_file
from discordant.conformance.grade import GRADES, Outcome
from discordant.report.json_document import dumps, header
from discordant.report.labels import terminal, visible

_NAME: Final = 50
_CELL: Final = 200
"""Columns of an implementation's name, and signs of what it says in a table's cell."""
_SHOWN: Final = 5
_STATUSES: Final = ("passed", "failed", "skipped", "crashed", "hung")
_BAD: Final = ("failed", "crashed", "hung")


@dataclass(frozen=True, slots=True)
class FunctionSummary:
    """The outcomes of one function: counts by status and by flag, its grade, and the errors of its numbers."""

    function: str
    statuses: dict[str, int]
    by_flag: dict[str, dict[str, int]]
    grade: str | None
    max_ulp: Fraction | None
    median_ulp: Fraction | None
    max_relative: Fraction | None
    correctly_rounded: tuple[int, int]
    conventions: dict[str, int]
    failures: tuple[Outcome, ...]

    @property
    def declared(self) -> bool:
        """Whether any case was run."""
        return sum(self.statuses.values()) > self.statuses["skipped"]


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run: what the implementation says it is, its functions, and the cases expected to fail."""

    implementation: dict[str, str]
    functions: tuple[FunctionSummary, ...]
    unexpected: tuple[str, ...]
    unavailable: str | None = None

    @property
    def conformant(self) -> bool:
        """Whether some case was run and each that was passed, cases expected to fail (strictly) aside."""
        return self.unavailable is None and not self.unexpected and any(one.declared for one in self.functions)

    def counts(self) -> dict[str, int]:
        """Return the number of cases by status."""
        total: Counter[str] = Counter()
        for summary in self.functions:
            total.update(summary.statuses)
        return {status: total[status] for status in _STATUSES}


def summarize(function: str, outcomes: list[Outcome]) -> FunctionSummary:
    """Return the summary of one function's outcomes."""
    measured = [o for o in outcomes if o.grade is not None and o.ulp is not None]
    grades = [o.grade for o in outcomes if o.grade is not None]
    flags: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        for flag in outcome.case["flags"]:
            flags.setdefault(flag, Counter())[outcome.status] += 1
    bad = tuple(sorted((o for o in outcomes if o.status in _BAD), key=_severity))
    worst = max(grades, key=GRADES.index) if grades else None
    return FunctionSummary(
        function,
        {status: sum(o.status == status for o in outcomes) for status in _STATUSES},
        {flag: {s: counts[s] for s in _STATUSES if counts[s]} for flag, counts in sorted(flags.items())},
        _grade(bad, worst),
        max((o.ulp for o in measured if o.ulp is not None), default=None),
        median([o.ulp for o in measured if o.ulp is not None]) if measured else None,
        max((o.relative for o in measured if o.relative is not None), default=None),
        (sum(o.grade in GRADES[:2] for o in measured), len(measured)),
        dict(Counter(o.convention for o in outcomes if o.convention is not None)),
        bad,
    )


def _severity(outcome: Outcome) -> int:
    """Order cases that did not pass: a wrong answer says more than one that never came."""
    return _BAD.index(outcome.status)


def _grade(bad: tuple[Outcome, ...], worst: str | None) -> str | None:
    """Return the grade of a function: of its worst number, "wrong" or "incomplete" where cases failed or were lost."""
    if any(outcome.status == "failed" for outcome in bad):
        return None if worst is None else "wrong"
    return "incomplete" if bad else worst


def build(implementation: dict[str, str], outcomes: list[Outcome], expected_failures: frozenset[str] | None) -> Report:
    """Return the report of a run.

    Without `expected_failures` every case that did not pass is unexpected; with it, so is a listed case that passed.
    """
    by_function: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_function.setdefault(outcome.case["function"], []).append(outcome)
    lost = {o.case["id"]: _severity(o) for o in outcomes if o.status in _BAD}
    ran = {o.case["id"] for o in outcomes if o.status != "skipped"}
    listed = expected_failures or frozenset()
    unexpected = sorted(lost.keys() - listed, key=lambda i: (lost[i], i))
    unexpected += sorted(f"{i} (passed)" for i in (listed & ran) - lost.keys())
    unexpected += sorted(f"{i} (not run)" for i in listed - ran)
    summaries = tuple(summarize(function, group) for function, group in by_function.items())
    return Report(implementation, summaries, tuple(unexpected))


def _approximate(value: Fraction | None) -> str:
    if value is None:
        return "-"
    if value == 0:
        return "0"
    return f"{float(value):.2g}" if value < 10**300 else ">1e300"


def _number(value: Fraction | None) -> float | str | None:
    """Return an error as a JSON number; as text where it is beyond one."""
    return None if value is None else float(value) if value < 10**300 else _approximate(value)


def _name(report: Report) -> str:
    about = report.implementation
    return terminal(" ".join(filter(None, (about.get("name", "implementation"), about.get("version", "")))), _NAME)


def text(report: Report, *, width: int = 80) -> str:
    """Return the report as plain text."""
    if report.unavailable is not None:
        return f"{_name(report)}: skipped, {visible(report.unavailable)}\n"
    lines = [f"{_name(report)} against the vectors of discordant", ""]
    lines.append(f"{'function':<30}{'pass':>5}{'fail':>5}{'skip':>5}{'lost':>5}  {'grade':<18}{'max ulp':>9}")
    for s in report.functions:
        if s.declared:
            lost = s.statuses["crashed"] + s.statuses["hung"]
            lines.append(
                f"{_fit(s.function, 29):<30}{s.statuses['passed']:>5}{s.statuses['failed']:>5}"
                f"{s.statuses['skipped']:>5}{lost:>5}  {s.grade or '-':<18}{_approximate(s.max_ulp):>9}"
            )
    absent = [s.function for s in report.functions if not s.declared]
    if absent:
        lines += ["", f"not declared: {len(absent)} functions"]
    explained = vectors_file.flags()
    for s in report.functions:
        if not s.failures:
            continue
        lines += ["", f"{s.function}: {len(s.failures)} not passed, the first:"]
        for outcome in s.failures[:_SHOWN]:
            given = ", ".join(f"{name}={value}" for name, value in outcome.case["inputs"].items())
            lines.append(_fit(f"  {outcome.case['id']}  {given}", width))
            lines.append(_fit(f"    got  {outcome.got or outcome.status} {outcome.note}".rstrip(), width))
            lines.append(_fit(f"    want {outcome.want}", width))
            lines += [_fit(f"    {flag}: {explained[flag]['effect']}", width) for flag in outcome.case["flags"]]
    counts = report.counts()
    lines += ["", ", ".join(f"{counts[status]} {status}" for status in _STATUSES)]
    if report.unexpected:
        lines.append(visible(f"not conformant: {len(report.unexpected)} cases, for example {report.unexpected[0]}"))
    elif not report.conformant:
        lines.append("not conformant: no case was run; look at the functions that it declares")
    else:
        lines.append("conformant: every case that was run passed or was expected to fail")
    return "\n".join(lines) + "\n"


def _fit(line: str, width: int) -> str:
    line = visible(line)
    return line if len(line) <= width else line[: width - 3] + "..."


def document(report: Report) -> dict[str, Any]:
    """Return the report JSON-ready."""
    return {
        **header("conformance"),
        "implementation": report.implementation,
        "unavailable": report.unavailable,
        "conformant": None if report.unavailable is not None else report.conformant,
        "counts": report.counts(),
        "unexpected": list(report.unexpected),
        "functions": [
            {
                "function": s.function,
                "statuses": s.statuses,
                "flags": s.by_flag,
                "grade": s.grade,
                "max_ulp": _number(s.max_ulp),
                "median_ulp": _number(s.median_ulp),
                "max_relative_error": _number(s.max_relative),
                "correctly_rounded": {"cases": s.correctly_rounded[0], "of": s.correctly_rounded[1]},
                "conventions": s.conventions,
                "failures": [
                    {
                        "id": o.case["id"],
                        "inputs": o.case["inputs"],
                        "flags": o.case["flags"],
                        "status": o.status,
                        "got": o.got,
                        "want": o.want,
                        "note": o.note,
                    }
                    for o in s.failures
                ],
            }
            for s in report.functions
            if s.declared
        ],
    }


def json_text(report: Report) -> str:
    """Return the report as JSON text."""
    return dumps(document(report)) + "\n"


def _cell(value: str) -> str:
    value = visible(value if len(value) <= _CELL else f"{value[:_CELL]} ...")
    return value.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def markdown(report: Report) -> str:
    """Return the report as Markdown: a row per function, then a row per flag that some case of it did not pass."""
    if report.unavailable is not None:
        return f"## {_cell(_name(report))}\n\nSkipped: {_cell(report.unavailable)}\n"
    lines = [f"## {_cell(_name(report))}", ""]
    lines.append("| function | passed | failed | skipped | lost | grade | max ulp | correctly rounded |")
    lines.append("|---|---|---|---|---|---|---|---|")
    for s in report.functions:
        if s.declared:
            lost = s.statuses["crashed"] + s.statuses["hung"]
            right, total = s.correctly_rounded
            lines.append(
                f"| `{s.function}` | {s.statuses['passed']} | {s.statuses['failed']} | {s.statuses['skipped']} | {lost}"
                f" | {s.grade or '-'} | {_approximate(s.max_ulp)} | {right} of {total} |"
            )
    lines += ["", "| function | flag | not passed | smallest input | got | expected |", "|---|---|---|---|---|---|"]
    for s in report.functions:
        for flag in s.by_flag:
            found = smallest_failure(s, flag)
            if found is not None:
                first, number = found
                given = ", ".join(f"{name}={value}" for name, value in first.case["inputs"].items())
                lines.append(
                    f"| `{s.function}` | {flag} | {number} | {_cell(given)} | {_cell(first.got or first.status)}"
                    f" | {_cell(first.want)} |"
                )
    if not any(s.failures for s in report.functions):
        lines[-2:] = ["No case failed."]
    return "\n".join(lines) + "\n"


def smallest_failure(summary: FunctionSummary, flag: str) -> tuple[Outcome, int] | None:
    """Return the failure with that flag whose input is the shortest to write, and their number; None without any."""
    found = [outcome for outcome in summary.failures if flag in outcome.case["flags"]]
    return (min(found, key=_size), len(found)) if found else None


def _size(outcome: Outcome) -> tuple[int, int, str]:
    """Order wrong answers before lost ones, then by the size of what is written: the smallest reproduction first."""
    return _severity(outcome), sum(map(len, outcome.case["inputs"].values())), outcome.case["id"]


def badge(report: Report) -> str:
    """Return a small SVG: the implementation's share of passed cases."""
    counts = report.counts()
    ran = sum(counts.values()) - counts["skipped"]
    words = "unavailable" if report.unavailable else f"{counts['passed']} of {ran}"
    colour = "#2e7d32" if report.conformant else "#b26a00"
    left, right = 82, 14 + 7 * len(words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="discordant: {words}"><rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/>'
        f'<g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{left // 2}" y="14">discordant</text>'
        f'<text x="{left + right // 2}" y="14">{words}</text></g></svg>\n'
    )
