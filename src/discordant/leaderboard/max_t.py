"""Max-T: p-values corrected for all pairs at once, keeping how the pairs depend on each other [WestfallYoung1993].

Each item's vector of differences between runs takes either sign with probability 1/2, for all pairs together. A pair's
number n of discordant items stays, its net D is flipped, and T = D^2 / n is compared with the largest T over pairs.
Items with the same pattern of passes, or with opposite ones, flip alike, so only how many of each class were flipped
matters: a few binomials, enumerated exactly where they are few, drawn otherwise.

For one pair this is McNemar's exact test. For more it is exact under its own null, that the differences of each item
are symmetric for all pairs jointly; pair by pair that is no difference, and a corrected p is never below the raw one.
Step-down compares each pair with the pairs ranked at or below it only, and is never larger than single-step.

Drawn values are counts of draws: (1 + hits) / (1 + draws) is a valid p by itself [PhipsonSmyth2010]. `bounds` holds
each exact single-step value with the stated confidence [ClopperPearson1934], for each pair by itself. A step-down value
is the largest of several exact values, each estimated by its own hits, so `step_down_bounds` shares the error out over
the pairs [Bonferroni1936] and holds all step-down values together with the stated confidence.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, Final

from discordant.enclosed.real import Real
from discordant.enclosed.single import pass_rate_interval
from discordant.errors import ArgumentError, TooLarge
from discordant.exact.pvalues import exact_p
from discordant.leaderboard.outcomes import Outcomes
from discordant.table import read_count

MAX_CONFIGURATIONS: Final = 300_000
"""Most flip patterns, up to order, that are enumerated (some seconds at ten pairs)."""

MAX_DRAW_WORK: Final = 500_000_000
"""Most draws x (classes + pairs)."""

BOUND_LEVEL: Final = "0.999"
"""Confidence of the bounds on a drawn p."""


@dataclass(frozen=True, slots=True)
class MaxT:
    """Corrected p-values of all pairs, in the order of `pairs` (positions of baseline and candidate).

    `exact` says whether they are exact; else they were drawn (`draws`, `seed`). Then `bounds` encloses each exact
    single-step one with confidence 99.9 %, and `step_down_bounds` all exact step-down ones at once.
    """

    pairs: tuple[tuple[int, int], ...]
    single_step: tuple[Fraction, ...]
    step_down: tuple[Fraction, ...]
    exact: bool
    draws: int | None = None
    seed: int | None = None
    bounds: tuple[tuple[Fraction, Fraction], ...] | None = None
    step_down_bounds: tuple[tuple[Fraction, Fraction], ...] | None = None

    def unsettled(self, alpha: Fraction) -> int:
        """Return for how many pairs the step-down bounds leave p < alpha open; 0 where the values are exact."""
        return sum(low < alpha <= high for low, high in self.step_down_bounds or ())

    def to_dict(self) -> dict[str, Any]:
        """Return the p-values JSON-ready and exactly, and how they were found."""
        return {
            "single_step": [_record(p) for p in self.single_step],
            "step_down": [_record(p) for p in self.step_down],
            "exact": self.exact,
            "draws": self.draws,
            "seed": self.seed,
            "bounds": _records(self.bounds),
            "step_down_bounds": _records(self.step_down_bounds),
        }


def _record(p: Fraction) -> dict[str, Any]:
    return Real.exact(p).to_dict()


def _records(bounds: tuple[tuple[Fraction, Fraction], ...] | None) -> list[list[dict[str, Any]]] | None:
    return None if bounds is None else [[_record(low), _record(high)] for low, high in bounds]


def _classes(outcomes: Outcomes) -> list[tuple[int, int, int]]:
    """Return (pattern, items with it, items with its complement) of the patterns that tell runs apart."""
    patterns, everyone = outcomes.patterns(), (1 << len(outcomes.masks)) - 1
    return [
        (pattern, count, patterns.get(everyone ^ pattern, 0))
        for pattern, count in patterns.items()
        if 0 < pattern < everyone and (pattern & 1 or everyone ^ pattern not in patterns)
    ]


def _enumerated(sizes: list[int]) -> Iterator[tuple[list[int], int]]:
    """Yield every list of signed class sums s_g - (m_g - s_g), with its number of flip patterns."""
    sums: list[int] = []

    def walk(depth: int, ways: int) -> Iterator[tuple[list[int], int]]:
        if depth == len(sizes):
            yield sums, ways
            return
        m = sizes[depth]
        for up in range(m + 1):
            sums.append(2 * up - m)
            yield from walk(depth + 1, ways * math.comb(m, up))
            sums.pop()

    yield from walk(0, 1)


def _drawn(sizes: list[int], draws: int, seed: int) -> Iterator[tuple[list[int], int]]:
    """Yield drawn lists of signed class sums, each with weight 1."""
    source = random.Random(seed)
    for _ in range(draws):
        yield [2 * source.getrandbits(m).bit_count() - m for m in sizes], 1


def _count(
    configurations: Iterable[tuple[list[int], int]],
    vectors: list[list[tuple[int, int]]],
    ns: list[int],
    observed: list[Fraction],
) -> tuple[list[int], list[int], int]:
    """Return the weights of the configurations whose maximum reaches each observed T, single-step and step-down.

    `vectors[pair]` lists (class, sign). T values are compared as fractions: D^2 n' against D'^2 n.
    """
    order = sorted(range(len(ns)), key=observed.__getitem__, reverse=True)
    single, down = [0] * len(ns), [0] * len(ns)
    total = 0
    for sums, ways in configurations:
        total += ways
        top, base = 0, 1  # the running maximum of D^2 / n over the pairs ranked from the last one upwards
        for i in reversed(order):
            net = sum(sign * sums[g] for g, sign in vectors[i])
            if net * net * base > top * ns[i]:
                top, base = net * net, ns[i]
            if top * observed[i].denominator >= observed[i].numerator * base:
                down[i] += ways
        for i in range(len(ns)):
            if top * observed[i].denominator >= observed[i].numerator * base:
                single[i] += ways
    return single, down, total


def max_t(outcomes: Outcomes, *, draws: int | None = None, seed: int = 0) -> MaxT:
    """Return the single-step and step-down max-T p-values of all pairs of runs.

    Exact by enumeration where at most 300,000 flip patterns differ in effect and `draws` is None; `draws` asks for that
    many random ones from `seed` instead, reproducibly. Raises `TooLarge` where neither is within reach, with the way
    out; `ArgumentError` for draws = 0.

    >>> runs = {"x": dict.fromkeys(range(20), False), "y": {i: i < 17 for i in range(20)}}
    >>> max_t(Outcomes.read(runs)).single_step[0] == exact_p(17, 0)
    True
    """
    k = len(outcomes.masks)
    pairs = tuple(combinations(range(k), 2))
    tables = [outcomes.table(*pair) for pair in pairs]
    classes = _classes(outcomes)
    sizes = [here + there for _, here, there in classes]
    vectors = [
        [
            (g, (pattern >> candidate & 1) - (pattern >> baseline & 1))
            for g, (pattern, _, _) in enumerate(classes)
            if (pattern >> candidate & 1) != (pattern >> baseline & 1)
        ]
        for baseline, candidate in pairs
    ]
    ns = [max(1, t.n) for t in tables]  # a pair without discordant items has T = 0 whatever is flipped
    observed = [Fraction((t.b - t.c) ** 2, n) for t, n in zip(tables, ns, strict=True)]
    raw = [exact_p(t.b, t.c) for t in tables]
    if draws is None:
        configurations = math.prod(m + 1 for m in sizes)
        if configurations > MAX_CONFIGURATIONS:
            raise TooLarge(
                "the exact max-T",
                predicted=configurations,
                limit=MAX_CONFIGURATIONS,
                unit="flip patterns",
                alternative="draws=10000 draws that many, with a bound on the exact value",
                option="--draws 10000 draws that many, with a bound on the exact value",
            )
        single, down, total = _count(_enumerated(sizes), vectors, ns, observed)
        singles = tuple(Fraction(hits, total) for hits in single)
        return MaxT(pairs, singles, _monotone(observed, [Fraction(hits, total) for hits in down]), True)
    if read_count(draws, "draws") == 0:
        raise ArgumentError("draws=0 draws nothing; 10000 is a usual number")
    work = draws * (len(sizes) + sum(map(len, vectors)))
    if work > MAX_DRAW_WORK:
        raise TooLarge(
            "the drawn max-T",
            predicted=work,
            limit=MAX_DRAW_WORK,
            unit="steps",
            alternative="ask for fewer draws, or use holm, which needs none",
        )
    single, down, total = _count(_drawn(sizes, draws, seed), vectors, ns, observed)
    level = Fraction(BOUND_LEVEL)
    lows, highs = zip(*_bounds(down, total, raw, 1 - (1 - level) / len(pairs)), strict=True)
    singles = tuple(max(p, Fraction(1 + hits, 1 + total)) for hits, p in zip(single, raw, strict=True))
    downs = [max(p, Fraction(1 + hits, 1 + total)) for hits, p in zip(down, raw, strict=True)]
    return MaxT(
        pairs,
        singles,
        _monotone(observed, downs),
        exact=False,
        draws=draws,
        seed=seed,
        bounds=tuple(_bounds(single, total, raw, level)),
        step_down_bounds=tuple(zip(_monotone(observed, lows), _monotone(observed, highs), strict=True)),
    )


def _bounds(counts: list[int], total: int, raw: list[Fraction], level: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield bounds on the share that each count of `total` draws estimates, and at least the raw p, as the share is."""

    @cache
    def limits(hits: int) -> tuple[Fraction, Fraction]:
        interval = pass_rate_interval(hits, total, "clopper-pearson", level=level)
        return interval.lower.bracket(40)[0], interval.upper.bracket(40)[1]

    for hits, p in zip(counts, raw, strict=True):
        low, high = limits(hits)
        yield max(low, p), max(high, p)


def _monotone(observed: list[Fraction], ps: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return step-down p-values that do not fall with T: each the largest of those ranked before it."""
    adjusted, running = list(ps), Fraction(0)
    for i in sorted(range(len(ps)), key=observed.__getitem__, reverse=True):
        running = max(running, ps[i])
        adjusted[i] = running
    return tuple(adjusted)
