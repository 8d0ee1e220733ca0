"""The cheapest readings under which a claim can be true, and every table that is then possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from discordant.auditor.claim import Claim, Figure
from discordant.auditor.frames import Frame, Frames, find_frames, open_box, single
from discordant.auditor.intervals import SLOW, IntervalTarget, delta_rules, restrict
from discordant.auditor.laws import FISHER_ITEMS, LAWS, FisherLaw
from discordant.auditor.point import Point
from discordant.auditor.printed import CONVENTIONS
from discordant.auditor.readings import (
    LEAST_PRICE,
    OTHER_METHOD,
    Fit,
    LinearFit,
    OddsTarget,
    interval_fits,
    linear_fits,
    odds_fits,
    test_fits,
)
from discordant.auditor.solutions import Solutions, intersect
from discordant.auditor.solve import Field, Progress, solutions
from discordant.auditor.solve import Target as TestTarget

BUDGETS: Final = (9, 14, 20, 30, 45, 60, 75)
"""The prices up to which readings are tried in turn; beyond the last, at most about two assumptions, nothing fits."""

MAX_ASSIGNMENTS: Final = 300


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search goes where nothing printed bounds it."""

    max_items: int = 1000
    max_discordant: int = 1000


@dataclass(frozen=True, slots=True)
class Assignment:
    """One way for the claim to be true: a reading of every figure, the price, and the tables left."""

    price: int
    linear: LinearFit
    fits: tuple[Fit, ...]
    frames: tuple[Frame, ...]
    rows: Solutions
    untested: tuple[Figure, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found: the cheapest assignments, the frames of the plain reading, the limits it set itself."""

    assignments: tuple[Assignment, ...]
    plain: Frames
    limits: tuple[str, ...]

    @property
    def price(self) -> int | None:
        """The price of the cheapest assignment, None where there is none."""
        return min((one.price for one in self.assignments), default=None)

    @property
    def sound(self) -> bool:
        """Whether the claim can be true as it stands."""
        return self.price is not None and self.price < LEAST_PRICE


@dataclass(slots=True)
class _Explorer:
    """Depth-first search over the readings of the figures on the frames of one linear reading."""

    claim: Claim
    linear: LinearFit
    frames: tuple[Frame, ...]
    limits: Limits
    progress: Progress | None
    options: list[tuple[Figure, list[Fit]]] = field(init=False)
    solved: dict[int, Solutions] = field(default_factory=dict)
    untested: dict[int, bool] = field(default_factory=dict)
    ground: Field = field(init=False)
    base: Solutions | None = field(init=False)
    skipped: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        items = {frame.items for frame in self.frames}
        known = items.pop() if len(items) == 1 else None
        kinds = {"interval": 2, "odds_ratio_interval": 3, "odds_ratio": 1}
        options: list[tuple[Figure, list[Fit]]] = []
        for figure in sorted(self.claim.figures, key=lambda one: kinds.get(one.key, 0)):
            if figure.key in ("interval", "odds_ratio_interval"):
                options.append((figure, interval_fits(figure, self.claim, known)))
            elif figure.key == "odds_ratio":
                options.append((figure, odds_fits(figure, self.claim)))
            else:
                options.append((figure, test_fits(figure, self.claim)))
        self.options = options
        self.ground = Field.of(self.frames, max_discordant=self.limits.max_discordant)
        self.base = self.ground.every_row()

    def _rows_of(self, fit: Fit, target: TestTarget) -> Solutions:
        key = id(fit)
        if key not in self.solved:
            self.solved[key] = solutions(target, self.ground, self.progress)
        return self.solved[key]

    def _apply(self, fit: Fit, rows: Solutions | None) -> tuple[Solutions, bool, bool] | None:
        """Return (rows left, tested, complete) after one reading, None where nothing can be listed yet."""
        target = fit.target
        if isinstance(target, TestTarget):
            found = self._rows_of(fit, target)
            return (found if rows is None else intersect(rows, found)), True, True
        if rows is None:
            return None
        if isinstance(target, OddsTarget):
            return self._odds(target, rows), True, True
        kept = restrict(target, self.frames, rows)
        if not kept.complete:
            self.skipped.add("interval methods tried on the first tables only")
        return kept.found, kept.tested, kept.complete

    def _odds(self, target: OddsTarget, rows: Solutions) -> Solutions:
        found: Solutions = {}
        for (index, net), runs in rows.items():
            s, t, items = self.frames[index].margins or (None, None, None)
            kept = [run for low, high in runs if (run := target.run(Point(low, net, items, s, t), high)) is not None]
            if kept:
                found[index, net] = kept
        return found

    def within(self, budget: int) -> Iterator[Assignment]:
        """Yield the assignments that cost at most `budget`, the price of the linear reading included."""
        yield from self._choose(0, self.linear.price, (), (), self.base, True, budget)

    def _choose(
        self, index: int, price: int, fits: tuple[Fit, ...], untested: tuple[Figure, ...], rows: Solutions | None,
        complete: bool, budget: int,
    ) -> Iterator[Assignment]:  # fmt: skip
        if index == len(self.options):
            yield Assignment(price, self.linear, fits, self.frames, rows or {}, untested, complete)
            return
        figure, options = self.options[index]
        tried_any = tested_any = False
        for fit in options:
            total = price + _cost(fit, fits) + _discord(fit, fits)
            if total > budget:
                continue
            tried_any = True
            applied = self._apply(fit, rows)
            if applied is None or not applied[1]:
                continue
            tested_any = True
            left, _, whole = applied
            if left:
                yield from self._choose(index + 1, total, (*fits, fit), untested, left, complete and whole, budget)
        # too dear is not untested: what is beyond this budget is tried with the next
        if not options or (tried_any and not tested_any):
            yield from self._choose(index + 1, price, fits, (*untested, figure), rows, complete, budget)


def _cost(fit: Fit, chosen: tuple[Fit, ...]) -> int:
    """Return what a reading adds to the price: one assumption made for several figures is paid for once."""
    paid = any(
        other.base >= fit.base and (other.method == fit.method or (fit.assumed and other.assumed == fit.assumed))
        for other in chosen
    )
    method = 0 if paid else fit.base
    rounding = 0 if any(other.convention == fit.convention for other in chosen) else fit.price - fit.base
    return method + rounding


def _discord(fit: Fit, chosen: tuple[Fit, ...]) -> int:
    """Return the price of reading two figures of one name by two tests, beyond every budget where a name was given.

    A p beside its statistic may be half of the two-sided one; a p beside an exact p of no name is another matter.
    """
    for other in chosen:
        if fit.figure.method != other.figure.method:
            continue
        keys = {fit.figure.key, other.figure.key}
        first, second = sorted((fit.method, other.method), key=len)
        if keys == {"p"} and first != second and fit.figure.method not in (None, "mcnemar"):
            return 2 * BUDGETS[-1]
        if two_tests(fit, other):
            return OTHER_METHOD
    return 0


def two_tests(fit: Fit, other: Fit) -> bool:
    """Tell whether a p and a statistic of one name (or none) are read by different tests."""
    first, second = sorted((fit.method, other.method), key=len)
    keys = {fit.figure.key, other.figure.key}
    same_name = fit.figure.method == other.figure.method
    return same_name and keys in ({"p", "statistic"}, {"p", "z"}) and not second.startswith(first)


def _linear_frames(claim: Claim, linear: LinearFit, limits: Limits, margins: bool) -> Frames:
    ranges = claim.ranges
    plain = set(ranges) <= {"b", "c", "n", "N"} and set(linear.spans) <= {"delta"}
    box = open_box(ranges, claim.net)
    return find_frames(box, linear.spans, margins=margins, max_items=limits.max_items, plain=plain)


def search(claim: Claim, limits: Limits, progress: Progress | None = None) -> Outcome:
    """Return the cheapest assignments of a claim, or all sound ones where it can be true as it stands."""
    printed = {key.split("_")[0] for key in (*claim.ranges, *claim.scalars) if key.endswith(("_passes", "_rate"))}
    printed_margins = printed == {"candidate", "baseline"}
    outcome = _search(claim, limits, printed_margins, progress)
    intervals = any(figure.key == "interval" for figure in claim.figures)
    box = open_box(claim.ranges, claim.net)
    if intervals and not printed_margins and not _settled(outcome) and box is not None and single(box, "N") is not None:
        branched = _search(claim, limits, True, progress)
        if branched.assignments or not outcome.assignments:
            return branched
    return outcome


def _untried(claim: Claim, frames: tuple[Frame, ...]) -> set[str]:
    """Return the methods that are left out for their cost, in words: nothing found without them is no proof."""
    most = max((frame.items or 0 for frame in frames), default=0)
    notes = set()
    unnamed = [figure for figure in claim.figures if figure.method in (None, "unpaired", "unpaired-fisher")]
    if most > FISHER_ITEMS and any(figure.key == "p" and not _no_fisher(figure, claim, frames) for figure in unnamed):
        notes.add("without Fisher's test")
    slow = [name for name, limit in SLOW.items() if most > limit and name in delta_rules()]
    if slow and any(figure.key == "interval" and figure.method is None for figure in claim.figures):
        notes.add(f"without the intervals {', '.join(slow)}")
    return notes


def _no_fisher(figure: Figure, claim: Claim, frames: tuple[Frame, ...]) -> bool:
    """Return whether Fisher's p is proved to differ from a printed p under every rounding, in every long frame."""
    law = LAWS["unpaired-fisher"]
    assert isinstance(law, FisherLaw)
    spans = [figure.printed[0].span(convention, alpha=claim.alpha_value) for convention in CONVENTIONS]
    low = None if any(span.low is None for span in spans) else min(span.low for span in spans if span.low is not None)
    high = (
        None if any(span.high is None for span in spans) else max(span.high for span in spans if span.high is not None)
    )
    for frame in frames:
        if frame.items is not None and frame.items <= FISHER_ITEMS:
            continue
        if frame.margins is None:
            return False
        s, t, items = frame.margins
        if not law.excludes(Point(abs(s - t), s - t, items, s, t), low, high):
            return False
    return True


def _settled(outcome: Outcome) -> bool:
    return outcome.sound and not any(one.untested for one in outcome.assignments)


def _search(claim: Claim, limits: Limits, margins: bool, progress: Progress | None) -> Outcome:
    readings = linear_fits(claim)
    plain = _linear_frames(claim, readings[0], limits, margins)
    notes = set(plain.limits)
    notes.update(_untried(claim, plain.frames))
    explorers: list[_Explorer] = []
    seen: set[tuple[tuple[tuple[int, int], ...], ...]] = set()
    waiting = list(readings)
    for budget in BUDGETS:
        assignments: list[Assignment] = []
        while waiting and waiting[0].price <= budget:
            linear = waiting.pop(0)
            found = plain if linear is readings[0] else _linear_frames(claim, linear, limits, margins)
            key = tuple(tuple(frame.box.values()) for frame in found.frames)
            if found.frames and key not in seen:
                seen.add(key)
                notes.update(found.limits)
                notes.update(_untried(claim, found.frames))
                explorers.append(_Explorer(claim, linear, found.frames, limits, progress))
                cut = explorers[-1].ground.cut()
                if cut is not None:
                    notes.add(f"n up to {cut}")
        for explorer in explorers:
            for one in explorer.within(budget):
                assignments.append(one)
                if len(assignments) >= MAX_ASSIGNMENTS:
                    break
        if assignments:
            return Outcome(tuple(sorted(assignments, key=lambda one: one.price)), plain, tuple(sorted(notes)))
        skipped = {note for explorer in explorers for note in explorer.skipped}
        open_end = budget > 2 * LEAST_PRICE and any(note.startswith(("n up", "N up", "the first")) for note in notes)
        if skipped or open_end:  # what was not tried may be right, so no further assumption is looked for
            return Outcome((), plain, tuple(sorted(notes | skipped)))
    return Outcome((), plain, tuple(sorted(notes)))


__all__ = ["Assignment", "IntervalTarget", "Limits", "Outcome", "search"]
