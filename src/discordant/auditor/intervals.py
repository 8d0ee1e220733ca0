"""Printed intervals: every registered method, the two unpaired ones, read on the tables that are still possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from discordant.auditor.frames import Frame
from discordant.auditor.printed import Span
from discordant.auditor.solutions import Runs, Solutions, size
from discordant.enclosed import delta, odds_ratio, single
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.errors import TooLarge, Undecided, UndefinedError
from discordant.table import Table

MONOTONE: Final = frozenset(
    {"wald", "wald-fleiss", "agresti-min", "bonett-price", "newcombe-plain", "newcombe-corrected"}
)
"""Methods whose limits move outward as n grows at fixed margins, so that bisection may stand for trying each table."""

FROM_B_C_N: Final = MONOTONE - {"newcombe-plain", "newcombe-corrected"} | {
    "wald-cc-variance", "tango", "tango-cc", "conditional-clopper-pearson", "conditional-mid-p", "conditional-wilson",
    "exact-melded", "exact-unconditional",
}  # fmt: skip
"""Methods that look at b, c and N alone; any other is taken to depend on all four cells."""

SLOW: Final[dict[str, int]] = {
    "exact-unconditional": 30,
    "exact-melded": 200,
    "mover-jeffreys": 2000,
    "conditional-clopper-pearson": 20_000,
    "conditional-mid-p": 20_000,
    "tango": 20_000,
    "tango-cc": 20_000,
}
"""Methods tried only up to so many items unless the claim names them."""

TRIED: Final = 200
"""Most tables on which one method is tried one by one (ten times as many where the claim names the method)."""

OPEN: Final = 20
"""Where more than so many times the tables that are tried are possible, none is: the first few would say nothing."""

Limits = Callable[[Table, Quantile], tuple[Real, Real]]


@dataclass(frozen=True, slots=True)
class Rule:
    """An interval method as a reader of print: its id, whether it is sound for paired data, how it is computed."""

    id: str
    kind: str
    needs_margins: bool
    compute: Limits


def _unpaired_wald(table: Table, q: Quantile) -> tuple[Real, Real]:
    return unpaired_wald(table.candidate_passes, table.N, table.baseline_passes, table.N, q)


def unpaired_wald(s: int, first: int, t: int, second: int, q: Quantile) -> tuple[Real, Real]:
    """Return the Wald limits for s/first - t/second of two independent samples."""
    variance = Fraction(s * (first - s), first**3) + Fraction(t * (second - t), second**3)
    centre = Fraction(s, first) - Fraction(t, second)
    if not variance:
        return Real.exact(centre), Real.exact(centre)

    def limit(sign: int, name: str) -> Real:
        def refine(bits: int) -> Bracket:
            w = bits + 16
            return (Bracket.of(variance, w).sqrt() * q.enclosure(w) * sign + centre).at(bits)

        return Real.refined(refine, what=f"the {name} unpaired Wald limit")

    return limit(-1, "lower"), limit(1, "upper")


def _unpaired_newcombe(table: Table, q: Quantile) -> tuple[Real, Real]:
    return unpaired_newcombe(table.candidate_passes, table.N, table.baseline_passes, table.N, q)


def unpaired_newcombe(s: int, first: int, t: int, second: int, q: Quantile) -> tuple[Real, Real]:
    """Return the square-and-add limits for two independent samples [Newcombe1998independent, method 10]."""
    centre = Fraction(s, first) - Fraction(t, second)

    wilson = single.REGISTRY["wilson"].compute
    low1, high1 = wilson(s, first, q)
    low2, high2 = wilson(t, second, q)

    def limit(sign: int, name: str) -> Real:
        candidate, baseline = (low1, high2) if sign < 0 else (high1, low2)

        def refine(bits: int) -> Bracket:
            w = bits + 24
            x = Bracket.between(*candidate.bracket(w), w) - Fraction(s, first)
            y = Bracket.between(*baseline.bracket(w), w) - Fraction(t, second)
            return ((x.square() + y.square()).sqrt() * sign + centre).at(bits)

        return Real.refined(refine, what=f"the {name} unpaired Newcombe limit")

    return limit(-1, "lower"), limit(1, "upper")


@lru_cache(maxsize=1)
def delta_rules() -> dict[str, Rule]:
    """Return every rule for delta by id: the registry's, then the unpaired ones."""
    rules = {
        name: Rule(name, "sound", name not in FROM_B_C_N, method.compute) for name, method in delta.REGISTRY.items()
    }
    rules["unpaired-wald"] = Rule("unpaired-wald", "unpaired", True, _unpaired_wald)
    rules["unpaired-newcombe"] = Rule("unpaired-newcombe", "unpaired", True, _unpaired_newcombe)
    return rules


@lru_cache(maxsize=1)
def odds_ratio_rules() -> dict[str, Rule]:
    """Return every rule for the odds ratio b/c by id."""

    def of_pair(compute: Callable[..., tuple[Real, Real]]) -> Limits:
        return lambda table, q: compute(table.b, table.c, q)

    return {name: Rule(name, "sound", False, of_pair(method.compute)) for name, method in odds_ratio.REGISTRY.items()}


@lru_cache(maxsize=8192)
def _limits(rule: Rule, a: int, b: int, c: int, d: int, q: Quantile) -> tuple[Real, Real] | None:
    try:
        return rule.compute(Table(a, b, c, d), q)
    except (TooLarge, UndefinedError):
        return None


def limits(rule: Rule, table: Table, q: Quantile) -> tuple[Real, Real] | None:
    """Return the limits of a rule on a table, None where the method refuses it."""
    a, d = (table.a, table.d) if rule.needs_margins else (0, table.a + table.d)
    return _limits(rule, a, table.b, table.c, d, q)


def holds(span: Span, value: Real) -> bool:
    """Tell whether a limit lies in a printed set, exactly."""
    if value.is_infinite:
        return (span.high if value.sign() > 0 else span.low) is None
    if span.low is not None and value.compare(span.low) < (0 if span.low_in else 1):
        return False
    return span.high is None or value.compare(span.high) <= (0 if span.high_in else -1)


@dataclass(frozen=True, slots=True)
class IntervalTarget:
    """A printed interval read by one rule: the two sets, the quantile, and whether the signs are exchanged.

    `inverse` reads an interval for an odds ratio as one for c/b; `exchanged` one for delta as baseline minus candidate.
    """

    rule: Rule
    lower: Span
    upper: Span
    quantile: Quantile
    exchanged: bool = False
    tries: int = TRIED

    def holds_at(self, table: Table) -> bool:
        """Tell whether the rule prints this interval on a table; False where the method refuses it."""
        found = limits(self.rule, table.swapped() if self.exchanged else table, self.quantile)
        try:
            return found is not None and holds(self.lower, found[0]) and holds(self.upper, found[1])
        except Undecided:
            return True  # never called a contradiction on a comparison that was not decided


def table_at(frame: Frame, net: int, n: int, rule: Rule) -> Table | None:
    """Return a table of the frame with these discordant counts, None where the rule needs what is not known."""
    b, c = (n + net) // 2, (n - net) // 2
    if frame.margins:
        s, _, items = frame.margins
        return Table(s - b, b, c, items - s - c)
    if rule.needs_margins:
        return None
    if frame.items is not None:
        return Table(frame.items - n, b, c, 0)
    return Table(0, b, c, 0) if rule.id in odds_ratio_rules() and rule == odds_ratio_rules()[rule.id] else None


@dataclass(frozen=True, slots=True)
class Kept:
    """What a rule leaves of a solution set; `tested`: something could be tried, `complete`: everything was."""

    found: Solutions
    tested: bool
    complete: bool


def restrict(target: IntervalTarget, frames: tuple[Frame, ...], rows: Solutions) -> Kept:
    """Return the part of a solution set on which the rule prints this interval."""
    found: Solutions = {}
    tried, tested, complete = 0, False, True
    if target.rule.id not in MONOTONE and size(rows) > OPEN * target.tries:
        return Kept(found, False, False)
    for (index, net), runs in rows.items():
        frame = frames[index]
        kept: Runs = []
        for low, high in runs:
            if table_at(frame, net, low, target.rule) is None:
                complete = False
                continue
            tested = True
            bisect = (
                target.rule.id in MONOTONE and frame.margins is not None and not target.exchanged and high - low > 64
            )
            if bisect:
                kept += _bisected(target, frame, net, low, high)
                continue
            for n in range(low, high + 1, 2):
                tried += 1
                if tried > target.tries:
                    complete = False
                    break
                table = table_at(frame, net, n, target.rule)
                if table is not None and target.holds_at(table):
                    kept = [*kept[:-1], (kept[-1][0], n)] if kept and kept[-1][1] == n - 2 else [*kept, (n, n)]
        if kept:
            found[index, net] = kept
    return Kept(found, tested, complete)


def _bisected(target: IntervalTarget, frame: Frame, net: int, low: int, high: int) -> Runs:
    """Return the run of n for a rule whose lower limit falls and whose upper limit rises with n."""

    def at(n: int, side: int) -> Real:
        table = table_at(frame, net, n, target.rule)
        assert table is not None  # margins are fixed here
        found = limits(target.rule, table, target.quantile)
        assert found is not None  # closed forms refuse no table with items
        return found[side]

    def first(passed: Callable[[int], bool]) -> int:
        left, right = 0, (high - low) // 2 + 1
        while left < right:
            middle = (left + right) // 2
            if passed(low + 2 * middle):
                right = middle
            else:
                left = middle + 1
        return low + 2 * left

    lower, upper = target.lower, target.upper
    starts, stops = [low], [high + 2]
    if lower.high is not None:
        bound, bar = lower.high, 0 if lower.high_in else -1
        starts.append(first(lambda n: at(n, 0).compare(bound) <= bar))
    if lower.low is not None:
        bound_low, bar_low = lower.low, 0 if lower.low_in else 1
        stops.append(first(lambda n: at(n, 0).compare(bound_low) < bar_low))
    if upper.low is not None:
        bound_up, bar_up = upper.low, 0 if upper.low_in else 1
        starts.append(first(lambda n: at(n, 1).compare(bound_up) >= bar_up))
    if upper.high is not None:
        bound_top, bar_top = upper.high, 0 if upper.high_in else -1
        stops.append(first(lambda n: at(n, 1).compare(bound_top) > bar_top))
    start, stop = max(starts), min(stops)
    return [(start, stop - 2)] if start < stop else []
