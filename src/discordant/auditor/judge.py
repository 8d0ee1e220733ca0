"""`audit`: the verdict on one claim, and what it rests on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from discordant.auditor.arms import audit_arms, independent_arms
from discordant.auditor.bounds import MarginBound, margin_bounds, p_text
from discordant.auditor.claim import FIGURE_KEYS, INTERVAL_KEYS, Claim, Figure
from discordant.auditor.contradiction import explain
from discordant.auditor.decision import decide
from discordant.auditor.finding import Finding, Read, Recomputed, Tables
from discordant.auditor.frames import Frame, possible_items
from discordant.auditor.intervals import IntervalTarget
from discordant.auditor.intervals import limits as interval_limits
from discordant.auditor.laws import LAWS
from discordant.auditor.names import BOOTSTRAP
from discordant.auditor.point import Point
from discordant.auditor.printed import CONVENTIONS, shown
from discordant.auditor.readings import LEAST_PRICE, Fit, as_rate
from discordant.auditor.search import Assignment, Limits, Outcome, search, two_tests
from discordant.auditor.solutions import Solutions, merge, size
from discordant.auditor.solve import Progress
from discordant.auditor.solve import Target as TestTarget
from discordant.table import Discordant, Table

FIRST: Final = 10
"""How many tables a finding lists unless told otherwise."""

_PAIRS: Final = 200_000
"""Most (b, c) whose exchanges are counted."""


def audit(
    claim: Claim | Mapping[str, Any], *, max_items: int = 1000, max_discordant: int = 1000, tables: int = FIRST,
    progress: Progress | None = None,
) -> Finding:  # fmt: skip
    """Return what could be true, given what a claim prints: verdict, readings, possible tables, bounds, reasons.

    `claim` is a `Claim` or a mapping of its keys. Where nothing printed bounds them, N is searched up to `max_items`
    and n up to `max_discordant`, and the finding says so. Exact: every comparison is decided on rationals or certified
    enclosures. `tables` limits the list, not the count. Raises `ClaimError` for a claim that cannot be read.

    >>> finding = audit(Claim(candidate="174/200", baseline="160/200", interval="[2.7, 11.6]"))
    >>> finding.verdict, finding.tables.first
    ('consistent', (Table(both=157, candidate_only=17, baseline_only=3, neither=23),))
    >>> audit(Claim(candidate="396/500", baseline="396/500", p="0.868")).reasons[0]
    'p = 0.868 fits only: edwards-unclamped; mid-p-capped'
    """
    if not isinstance(claim, Claim):
        claim = Claim.from_mapping(claim)
    if independent_arms(claim):
        return audit_arms(claim)
    bounds_of_search = Limits(max_items, max_discordant)
    outcome = search(claim, bounds_of_search, progress)
    impossible = _impossible(claim)
    if impossible:  # whatever the search left out could not have helped
        outcome = dataclasses.replace(outcome, limits=())
    best = _best(outcome)
    decision = decide(claim, best or _by_counts(claim, bounds_of_search))
    bounds = _bounds(claim, outcome)
    verdict, reasons = _verdict(claim, outcome, best, decision.answer, decision.significant)
    contradiction = impossible or (explain(claim, bounds_of_search) if verdict == "inconsistent" else ())
    return Finding(
        claim=claim,
        verdict=verdict,
        reasons=reasons,
        contradiction=contradiction,
        read=_read(claim, best),
        recomputed=_recomputed(claim, best),
        tables=_tables(
            best,
            tables,
            any(not limit.startswith("without ") for limit in outcome.limits) or not all(one.complete for one in best),
        ),
        bounds=bounds,
        items=_items(claim, max_items),
        decision=decision,
        limits=outcome.limits,
        notes=_notes(claim, best),
    )


def possible_tables(
    claim: Claim, *, max_items: int = 1000, max_discordant: int = 1000, progress: Progress | None = None
) -> Iterator[Table | Discordant]:
    """Yield every table (or only its b and c, where no margins are printed) that the audit counts, each once.

    >>> list(possible_tables(Claim(b=6, n="<= 8", p="0.125", method="exact")))
    [Discordant(candidate_only=6, baseline_only=1)]
    """
    outcome = search(claim, Limits(max_items, max_discordant), progress)
    seen: set[Table | Discordant] = set()
    for frame, net, n in _points(_best(outcome)):
        table = _as_table(frame, net, n)
        if table not in seen:
            seen.add(table)
            yield table


def _best(outcome: Outcome) -> tuple[Assignment, ...]:
    """Return all sound assignments, or else those within one step of the cheapest."""
    if outcome.price is None:
        return ()
    ceiling = LEAST_PRICE - 1 if outcome.sound else outcome.price + 2
    return tuple(one for one in outcome.assignments if one.price <= ceiling)


def _by_counts(claim: Claim, limits: Limits) -> tuple[Assignment, ...]:
    """Return the tables of the printed counts and rates alone: figures that fit none leave these to judge by."""
    if claim.conclusion is None or not claim.figures:
        return ()
    return _best(search(dataclasses.replace(claim, **dict.fromkeys(FIGURE_KEYS + INTERVAL_KEYS)), limits))


def _verdict(
    claim: Claim, outcome: Outcome, best: tuple[Assignment, ...], answer: str, significant: str
) -> tuple[str, tuple[str, ...]]:
    if not best:
        if outcome.limits:
            rest = "; ".join(outcome.limits)
            if all(limit.startswith("without ") for limit in outcome.limits):
                return "underdetermined", (f"no reading that was tried fits; for its cost the search went {rest}",)
            return "underdetermined", (f"nothing was found within the limits of the search ({rest})",)
        margins = all(frame.margins for frame in outcome.plain.frames)
        known = "method" if margins or not claim.figures else "method for paired data"
        return "inconsistent", (f"no table gives these numbers under any {known} or rounding that is known",)
    assumptions = _assumptions(best)
    priced = [one.fits for one in best]
    if all(any(_unsuitable(fit) and fit.price >= LEAST_PRICE for fit in fits) for fits in priced):
        return "wrong-test", assumptions
    if claim.design != "independent" and _unpaired_only(best):
        tests = ", ".join(dict.fromkeys(fit.method for fits in priced for fit in fits if fit.kind == "unpaired"))
        return "wrong-test", (
            f"both runs are on the same items, and the figures are those of an unpaired test: {tests}",
        )
    if not outcome.sound:
        return "consistent-only-if", assumptions
    words = tuple(_fits_line(figure, best) for figure in claim.figures if any(_fits_of(figure, best)))
    if answer == "does not follow":
        return "conclusion-does-not-follow", words
    if claim.conclusion is not None and answer == "depends":
        return "underdetermined", (
            *words,
            "whether the conclusion follows depends on which of the possible tables is the true one",
        )
    if claim.conclusion is not None and not claim.figures:
        return "consistent", ("the counts alone carry the conclusion",)
    fixed = all(frame.margins or _pinned(one.rows) for one in best for frame in one.frames)
    if claim.figures and all(len(one.untested) == len(claim.figures) for one in best):
        return "underdetermined", ("no figure could be tested: the tables are too open",)
    counted = {limit for limit in outcome.limits if not limit.startswith("without ")}
    if counted or not (fixed and all(one.frames for one in best)):
        return "underdetermined", (*words, "the margins are not printed, so hardly any figure could contradict another")
    if not claim.figures and significant == "depends":
        return "underdetermined", ("two pass rates alone do not settle whether the runs differ",)
    return "consistent", words


def _impossible(claim: Claim) -> tuple[str, ...]:
    """Return the printed rates that no counts at all give, however many items there are."""
    return tuple(
        f"{key.replace('_', ' ')} {number.text.strip()} is {side}: no pass rate is"
        for key, number in claim.scalars.items()
        if key != "delta"
        for spans in [[as_rate(number).span(convention) for convention in CONVENTIONS]]
        for side, beyond in (
            ("above 100 %", all(span.low is not None and span.low > 1 for span in spans)),
            ("below 0", all(span.high is not None and span.high < 0 for span in spans)),
        )
        if beyond
    )


def _pinned(rows: Solutions) -> bool:
    """Whether the discordant counts are known up to exchange."""
    return len({(low, abs(net)) for (_, net), runs in rows.items() for low, _ in runs}) == 1 and all(
        low == high for runs in rows.values() for low, high in runs
    )


def _unsuitable(fit: Fit) -> bool:
    return fit.kind in ("unpaired", "one-sided")


def _unpaired_only(best: tuple[Assignment, ...]) -> bool:
    """Whether every figure that a test produced comes from an unpaired test."""
    fits = [fit for one in best for fit in one.fits]
    return bool(fits) and all(fit.kind == "unpaired" for fit in fits)


def _assumptions(best: tuple[Assignment, ...]) -> tuple[str, ...]:
    lines: dict[str, list[str]] = {}
    for one in best:
        for words in one.linear.assumed:
            lines.setdefault(words, [])
        for fit in one.fits:
            if fit.price >= LEAST_PRICE:
                lines.setdefault(f"{fit.figure.name} fits only", []).append(fit.words)
        for first, second in combinations(one.fits, 2):
            if two_tests(first, second):
                head = f"{first.figure.name} and {second.figure.name} fit only two different tests"
                lines.setdefault(head, []).append(f"{first.method} and {second.method}")
    return tuple(
        f"{head}: {'; '.join(dict.fromkeys(tail))}" if tail else f"only if {head}" for head, tail in lines.items()
    )


def _fits_of(figure: Figure, best: tuple[Assignment, ...]) -> Iterator[Fit]:
    for one in best:
        for fit in one.fits:
            if fit.figure == figure:
                yield fit


def _fits_line(figure: Figure, best: tuple[Assignment, ...]) -> str:
    return f"{figure.name} is what {', '.join(dict.fromkeys(fit.words for fit in _fits_of(figure, best)))} prints"


def _read(claim: Claim, best: tuple[Assignment, ...]) -> tuple[Read, ...]:
    lines = []
    for key, printed in claim.scalars.items():
        number = as_rate(printed) if key != "delta" or abs(printed.value) > 1 else printed
        lines.append(Read(f"{key.replace('_', ' ')} {printed.text.strip()}", str(number.span()), ()))
    for figure in claim.figures:
        spans = " and ".join(str(number.span(alpha=claim.alpha_value)) for number in figure.printed)
        lines.append(Read(figure.name, spans, tuple(dict.fromkeys(fit.words for fit in _fits_of(figure, best)))))
    return tuple(lines)


def _points(best: tuple[Assignment, ...]) -> Iterator[tuple[Frame, int, int]]:
    """Yield (frame, b - c, n) once each over all assignments."""
    for frames, rows in _merged(best):
        for (index, net), runs in sorted(rows.items(), key=lambda item: (item[0][0], -item[0][1])):
            for low, high in runs:
                for n in range(low, high + 1, 2):
                    yield frames[index], net, n


def _merged(best: tuple[Assignment, ...]) -> list[tuple[tuple[Frame, ...], Solutions]]:
    by_frames: dict[int, tuple[tuple[Frame, ...], Solutions]] = {}
    for one in best:
        frames, rows = by_frames.get(id(one.frames), (one.frames, {}))
        by_frames[id(one.frames)] = frames, merge(rows, one.rows)
    return list(by_frames.values())


def _as_table(frame: Frame, net: int, n: int) -> Table | Discordant:
    b, c = (n + net) // 2, (n - net) // 2
    if frame.margins is None:
        return Discordant(b, c)
    s, _, items = frame.margins
    return Table(s - b, b, c, items - s - c)


def _tables(best: tuple[Assignment, ...], limit: int, truncated: bool) -> Tables:
    count = sum(size(rows) for _, rows in _merged(best))
    first: list[Table | Discordant] = []
    for frame, net, n in _points(best):
        table = _as_table(frame, net, n)
        if len(first) >= limit:
            break
        if table not in first:
            first.append(table)
    pairs = None
    if 0 < count <= _PAIRS:
        found = {(n, net) for _, net, n in _points(best)}
        if any((n, -net) in found and net for n, net in found):
            pairs = len({(n, abs(net)) for n, net in found})
    return Tables(count, pairs, tuple(first), truncated or count > len(first))


def _bounds(claim: Claim, outcome: Outcome) -> tuple[MarginBound, ...]:
    """Return the margins-only bounds where both passes and N are fixed and n is not."""
    frames = [frame for frame in outcome.plain.frames if frame.margins]
    if len(frames) != 1 or len(outcome.plain.frames) != 1:
        return ()
    low, high = frames[0].box["n"]
    return margin_bounds(frames[0], claim.alpha_value) if low < high else ()


def _items(claim: Claim, max_items: int) -> tuple[int, ...]:
    """Return the N for which the printed rates are possible, where N is not printed as one number."""
    rates = {key: as_rate(number).span() for key, number in claim.scalars.items() if key.endswith("_rate")}
    low, high = claim.ranges.get("N", (1, None))
    if not rates or low == high:
        return ()
    return tuple(possible_items(rates, low, max_items if high is None else min(high, max(low, max_items))))


def _recomputed(claim: Claim, best: tuple[Assignment, ...]) -> tuple[Recomputed, ...]:
    """Return every usual test at the one table that is left, beside the figure as printed."""
    points = []
    for frame, net, n in _points(best):
        points.append((frame, net, n))
        if len(points) > 1:
            return ()
    if not points:
        return ()
    frame, net, n = points[0]
    s, t, items = frame.margins or (None, None, frame.items)
    at = Point(n, net, items, s, t)
    lines = []
    for figure in claim.figures:
        chosen = {fit.method: fit for fit in _fits_of(figure, best)}
        names = ["exact", "mid-p", "chi-square", "edwards", *(name for name in chosen if name in LAWS)]
        for name in dict.fromkeys(names):
            law = LAWS[name]
            if figure.key == "p":
                fits = TestTarget(law, "p", figure.printed[0].span(alpha=claim.alpha_value)).holds(at)
                p = law.p(at)
                lines.append(Recomputed(figure.name, name, p_text(p), fits, (p,)))
            elif figure.key == "statistic" and (value := law.statistic(at)) is not None:
                fits = figure.printed[0].span().holds(value)
                lines.append(Recomputed(figure.name, name, shown(value, 6), fits, (value,)))
        for name, fit in chosen.items():
            table = _as_table(frame, net, n)
            if isinstance(fit.target, IntervalTarget) and isinstance(table, Table):
                ends = interval_limits(fit.target.rule, table, fit.target.quantile)
                if ends is not None:
                    text = f"[{ends[0].decimal(6)}, {ends[1].decimal(6)}]"
                    lines.append(Recomputed(figure.name, name, text, fit.convention == "nearest", ends))
    return tuple(lines)


def _notes(claim: Claim, best: tuple[Assignment, ...]) -> tuple[str, ...]:
    notes = []
    for figure in claim.figures:
        if figure.method == BOOTSTRAP:
            notes.append(f"{figure.name} is a bootstrap interval, which counts cannot reproduce; not tested")
        elif best and all(figure in one.untested for one in best):
            notes.append(f"{figure.name} was not tested: the tables it needs are too open")
        elif any(figure in one.untested for one in best):
            notes.append(f"{figure.name} was not tested under every reading: some need tables that are too open")
    if any(not one.complete for one in best):
        notes.append("some interval methods were not tried on every possible table")
    rows = [high for one in best for runs in one.rows.values() for _, high in runs]
    asymptotic = {"chi-square", "edwards", "wald-z", "edwards-unclamped", "half-correction"}
    methods = {fit.method for one in best for fit in one.fits if fit.figure.key == "p"}
    if rows and max(rows) < 25 and methods and methods <= asymptotic:
        notes.append(f"with n = {max(rows)} discordant items the chi-square is not to be trusted; report the exact p")
    return tuple(notes)
