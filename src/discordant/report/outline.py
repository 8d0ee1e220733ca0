"""What a report says, in order, before any layout: text, Markdown and HTML lay the same outline out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from discordant.enclosed.interval import Interval
from discordant.enclosed.real import Real
from discordant.exact.dyadic import format_exact, format_integer
from discordant.report import numerals
from discordant.report.limits import Limits
from discordant.report.reversal import told
from discordant.table import Table

if TYPE_CHECKING:
    from discordant.report.analysis import Analysis
    from discordant.report.clustered import ClusteredAnalysis

QUESTION: Final = "Does the candidate pass more often than the baseline on these items?"

_LONGEST_RATIO: Final = 24
"""Characters of an exact p printed as a ratio; a longer one is left to the JSON."""


_MOST_TASKS: Final = 60
"""Tasks that are listed; the JSON has all of them."""

_LONGEST_COUNT: Final = 15
"""Digits of a count that is printed within a line."""


@dataclass(frozen=True, slots=True)
class Section:
    """A titled table: column heads and rows of the same width. A row's first cell names it.

    Where `foreign`, the first cells come from files and are as little to be trusted as labels.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a report. `crosstab` holds the four cells as text, or None where only b and c are known.

    A remark comes with whether it quotes a file (its text is then as little to be trusted as a label).
    """

    question: str
    runs: tuple[tuple[str, str], ...]
    crosstab: tuple[str, str, str, str] | None
    totals: tuple[str, str, str, str, str] | None
    sections: tuple[Section, ...]
    remarks: tuple[tuple[str, bool], ...]
    verdict: str


def outline(analysis: Analysis | ClusteredAnalysis) -> Outline:
    """Return the outline of an analysis; labels are raw, each layout makes them safe in its own way."""
    from discordant.report.clustered import ClusteredAnalysis, clustered_outline

    if isinstance(analysis, ClusteredAnalysis):  # one deciding test, and an outline of its own
        return clustered_outline(analysis)
    table = analysis.counts if isinstance(analysis.counts, Table) else None
    sections = [
        *(_pass_rates(analysis, table) if table else [_counts(analysis)]),
        *(_differences(analysis, table) if table else []),
        *_other_intervals(analysis),
        _tests(analysis),
        _reach(analysis),
        *_contrast(analysis),
        *_tasks(analysis),
    ]
    return Outline(
        question=QUESTION,
        runs=(("baseline", analysis.baseline.label), ("candidate", analysis.candidate.label)),
        crosstab=_texts(table.a, table.b, table.c, table.d) if table else None,
        totals=_totals(table) if table else None,
        sections=tuple(sections),
        remarks=tuple((remark.text, remark.kind == "reading") for remark in analysis.remarks),
        verdict=analysis.verdict.sentence,
    )


def _brief(value: int) -> str:
    """Return a count for use within a line: its digits, or its size where they are many (the cells print them all)."""
    if value < 10**_LONGEST_COUNT:
        return str(value)
    return f"about {Real.exact(value).scientific(2)}"


def _texts(a: int, b: int, c: int, d: int) -> tuple[str, str, str, str]:
    return format_integer(a), format_integer(b), format_integer(c), format_integer(d)


def _totals(table: Table) -> tuple[str, str, str, str, str]:
    """Return the totals: candidate passed and failed, baseline passed and failed, all items."""
    x, y, items = table.candidate_passes, table.baseline_passes, table.N
    return *_texts(x, items - x, y, items - y), format_integer(items)


def _pass_rates(analysis: Analysis, table: Table) -> list[Section]:
    places = numerals.places_for(table.n, table.N)
    rows = []
    for name, side in (("baseline", analysis.baseline), ("candidate", analysis.candidate)):
        if side.passes is not None and side.rate is not None and side.interval is not None:
            rate = numerals.points(side.rate, places, signed=False)
            share = f"{_brief(side.passes)}/{_brief(table.N)}"
            rows.append((name, share, f"{rate}%", _limits(side.interval, places, signed=False)))
    level = numerals.percent(analysis.level.value)
    return [Section("Pass rates", ("run", "passed", "rate", f"{level} Wilson, in %"), tuple(rows))]


def _counts(analysis: Analysis) -> Section:
    counts = analysis.counts
    rows = (
        ("only the candidate passed", format_integer(counts.b)),
        ("only the baseline passed", format_integer(counts.c)),
    )
    return Section("Discordant items (the number of all items is not known)", ("outcome", "items"), rows)


def _limits(interval: Interval, places: int, *, signed: bool) -> str:
    lower, upper = (
        numerals.fixed(limit.scaled(Fraction(100)), places, signed=signed) for limit in (interval.lower, interval.upper)
    )
    return f"[{lower}, {upper}]"


def _differences(analysis: Analysis, table: Table) -> list[Section]:
    places = numerals.places_for(table.n, table.N)
    gap = numerals.points(Fraction(table.b - table.c, table.N), places)
    level = numerals.percent(analysis.level.value)
    rows = tuple(
        (
            limits.method,
            limits.refusal or "" if limits.interval is None else _limits(limits.interval, places, signed=True),
        )
        for limits in analysis.intervals
        if limits.estimand == "delta"
    )
    title = f"Difference in pass rate, candidate minus baseline: {gap} points"
    return [Section(title, ("interval", f"{level}, in points"), rows)]


def _other_intervals(analysis: Analysis) -> list[Section]:
    """Return one section for each further estimand that was asked for: percent for rates, plain numbers for ratios."""
    level = numerals.percent(analysis.level.value)
    estimands = dict.fromkeys(limits.estimand for limits in analysis.intervals if limits.estimand != "delta")
    places = numerals.places_for(analysis.counts.n, analysis.counts.N) if isinstance(analysis.counts, Table) else 1
    sections = []
    for estimand in estimands:
        chosen = [limits for limits in analysis.intervals if limits.estimand == estimand]
        rates = estimand.endswith("pass rate")
        rows = tuple((limits.method, _other(limits, places if rates else None)) for limits in chosen)
        sections.append(Section(_titles(analysis)[estimand], ("interval", f"{level}{', in %' if rates else ''}"), rows))
    return sections


def _other(limits: Limits, percent_places: int | None) -> str:
    if limits.interval is None:
        return limits.refusal or ""
    if percent_places is not None:
        return _limits(limits.interval, percent_places, signed=False)
    lower, upper = (numerals.fixed(limit, 3) for limit in (limits.interval.lower, limits.interval.upper))
    return f"[{lower}, {upper}]"


def _titles(analysis: Analysis) -> dict[str, str]:
    return {
        "odds-ratio": f"Odds ratio b/c: {_ratio(analysis.odds_ratio)}",
        "risk-ratio": f"Ratio of pass rates, candidate over baseline: {_ratio(analysis.risk_ratio)}",
        "baseline pass rate": "Pass rate of the baseline, other intervals",
        "candidate pass rate": "Pass rate of the candidate, other intervals",
    }


def _ratio(value: Fraction | float | None) -> str:
    if value is None:
        return "undefined"
    return "inf" if isinstance(value, float) else numerals.fixed(Real.exact(value), 3)


def _tests(analysis: Analysis) -> Section:
    rows = []
    for decision in analysis.decisions:
        statistic = "" if decision.statistic is None else numerals.fixed(Real.exact(decision.statistic), 2)
        p = numerals.probability(decision.p.real, analysis.alpha.value)
        exact = decision.p.exact
        if decision.test == "exact" and exact is not None and exact.denominator != 1:
            ratio = format_exact(exact)
            p = f"{ratio} = {p}" if len(ratio) <= _LONGEST_RATIO else p
        rows.append((decision.label, statistic, p))
    items = "item" if analysis.counts.n == 1 else "items"
    title = f"Tests of no difference, on the n = {format_integer(analysis.counts.n)} discordant {items} (b + c)"
    return Section(title, ("test", "statistic", "two-sided p"), tuple(rows))


def _reach(analysis: Analysis) -> Section:
    """Return what this number of discordant items could at best have shown."""
    counts, alpha = analysis.counts, numerals.ratio(analysis.alpha.value)
    rows = []
    if isinstance(counts, Table):
        share = numerals.points(Fraction(counts.n, counts.N), 1, signed=False)
        rows.append(
            (
                "discordant",
                f"{_brief(counts.n)} of {_brief(counts.N)} {'item' if counts.N == 1 else 'items'} ({share}%)",
            )
        )
    if counts.n:
        best = numerals.probability(analysis.smallest.real, analysis.alpha.value)
        rows.append(("at best", f"exact p = {best}, had all gone one way"))
    rows.append(("needed", f"at least {analysis.least}, for some split to have exact p < {alpha}"))
    if analysis.reversal is not None:
        rows.append(("to flip", told(analysis.reversal, analysis.alpha.value)))
    return Section("What this number of discordant items can show", ("", ""), tuple(rows))


def _contrast(analysis: Analysis) -> list[Section]:
    if analysis.contrast is None:
        return []
    sign = "-" if analysis.counts.b < analysis.counts.c and analysis.contrast.statistic else ""
    z = f"{sign}{numerals.root(analysis.contrast.statistic, 2)}"
    row = ("unpaired z", z, numerals.probability(analysis.contrast.p, analysis.alpha.value))
    title = "For contrast: the wrong test for this design, as if the runs had different items"
    return [Section(title, ("test", "z", "two-sided p"), (row,))]


def _tasks(analysis: Analysis) -> list[Section]:
    """Return the table of each task where the runs span several, those that cannot tell the runs apart marked."""
    pairing = analysis.pairing
    if pairing is None or len(pairing.task_tables) < 2:
        return []
    silent = pairing.uninformative_tasks
    rows = tuple(
        (
            name,
            *_texts(table.a, table.b, table.c, table.d),
            f"none ({silent[name]})" if name in silent else f"n = {table.n}",
        )
        for name, table in list(pairing.task_tables.items())[:_MOST_TASKS]
    )
    more = len(pairing.task_tables) - len(rows)
    title = "By task, pooled above" + (f" ({more} more {'is' if more == 1 else 'are'} in the JSON)" if more else "")
    return [Section(title, ("task", "both", "only cand.", "only base.", "neither", "information"), rows, foreign=True)]
