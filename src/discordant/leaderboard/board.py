"""All pairs of several runs: counts, exact p, corrections, and who cannot be told from the leader.

Up to `EXACT_PAIRS` pairs every p is an exact Fraction. Beyond, the fast path gives each p to within a few ulp, and
the oracle decides what that does not settle: every pair whose adjusted p lies within a relative 10^-9 of alpha gets its
exact p, and the corrections are computed again on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from discordant import fast
from discordant.enclosed.delta import interval
from discordant.enclosed.interval import Interval
from discordant.errors import ArgumentError
from discordant.exact.effects import delta
from discordant.exact.pvalues import exact_p, mid_p
from discordant.exact.thresholds import least_discordant
from discordant.leaderboard.cochran import CochranQ, cochran_q
from discordant.leaderboard.corrections import CORRECTIONS, DISCRETE, adjust, adjust_discrete
from discordant.leaderboard.max_t import MaxT, max_t
from discordant.leaderboard.outcomes import Outcomes
from discordant.level import Exactly, read_level
from discordant.table import Table

EXACT_PAIRS: Final = 500
"""Most pairs whose p-values are all exact Fractions (the discrete corrections need these)."""

_NEAR: Final = Fraction(1, 10**9)
"""Relative distance from alpha within which the oracle decides; the fast path errs by less than 10^-12."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs of a leaderboard: positions, table, p, and the adjusted p of each correction.

    `p` is the exact p as a Fraction; where `confirmed` is False it is the binary64 of the fast path, within 4 ulp.
    """

    baseline: int
    candidate: int
    table: Table
    p: Fraction
    confirmed: bool
    adjusted: Mapping[str, Fraction]

    @property
    def delta(self) -> Fraction:
        """The pass-rate difference, candidate minus baseline, a proportion."""
        return delta(self.table)

    @property
    def mid_p(self) -> Fraction:
        """The mid-p, exactly."""
        return mid_p(self.table.b, self.table.c)

    def interval(self, method: str = "newcombe-plain", *, level: Exactly = "0.95") -> Interval:
        """Return an interval for delta, computed when asked for."""
        return interval(self.table, method, level=level)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Several runs on the same items, all pairs compared.

    `ranking` lists positions by passes, best first; `tied` are those that the deciding `correction` does not tell from
    the leader at alpha, the leader included. `passed_by_all` and `passed_by_none` count the items that tell no two
    runs apart; `least_n` is the number of discordant items below which no pair can be significant by itself.
    """

    outcomes: Outcomes
    alpha: Fraction
    correction: str
    pairs: tuple[Pair, ...]
    ranking: tuple[int, ...]
    tied: tuple[int, ...]
    passed_by_all: int
    passed_by_none: int
    least_n: int
    q: CochranQ
    max_t: MaxT | None

    @property
    def labels(self) -> tuple[str, ...]:
        """The runs' names."""
        return self.outcomes.labels

    @property
    def minimum_discordance(self) -> Pair:
        """The pair with the fewest discordant items, the first of them."""
        return min(self.pairs, key=lambda pair: pair.table.n)

    def significant(self, pair: Pair) -> bool:
        """Return whether a pair differs at alpha after the deciding correction; decided exactly."""
        return pair.adjusted[self.correction] < self.alpha


_LEAN: Final = tuple(name for name in CORRECTIONS if name != "benjamini-yekutieli")
"""What every board has: the harmonic sum of 20,000 pairs alone has 8,700 digits, and waits until it is asked for."""


def _corrections(tables: list[Table], ps: list[Fraction], exact: bool, wanted: str) -> dict[str, list[Fraction]]:
    names = CORRECTIONS if exact else (*_LEAN, *{wanted}.intersection(CORRECTIONS).difference(_LEAN))
    adjusted = {name: adjust(ps, name) for name in names}
    if exact:
        ns = [table.n for table in tables]
        adjusted |= {name: adjust_discrete(ps, ns, name) for name in DISCRETE}
    return adjusted


def _fast_values(tables: list[Table]) -> list[Fraction]:
    """Return the fast path's p of each table as the Fraction of its binary64: all at once where numpy is installed."""
    try:
        from discordant.fast import batch
    except ImportError:
        return [Fraction(fast.exact_p(t.b, t.c)) for t in tables]
    values = batch.exact_p([t.b for t in tables], [t.c for t in tables])
    return [Fraction(p) for p in values.tolist()]


def compare_all(
    runs: Mapping[str, Mapping[Any, bool]] | Outcomes,
    *,
    alpha: Exactly = "0.05",
    correction: str = "holm",
    draws: int | None = None,
    seed: int = 0,
) -> Leaderboard:
    """Return the leaderboard of runs given as {label: {item: passed}}, all on the same items.

    `correction` decides who is tied with the leader. The max-T corrections are computed with `correction="max-t"`,
    exactly, or with that many `draws`, whose drawn p then decide; all other decisions are exact. Raises what
    `Outcomes.read` and `max_t` raise, and `ArgumentError` for an unknown correction.

    >>> runs = {"x": {i: i < 4 for i in range(9)}, "y": {i: i < 6 for i in range(9)}}
    >>> board = compare_all(runs)
    >>> board.pairs[0].p, board.tied
    (Fraction(1, 2), (1, 0))
    """
    outcomes = runs if isinstance(runs, Outcomes) else Outcomes.read(runs)
    level = read_level(alpha, "alpha").value
    known = (*CORRECTIONS, *DISCRETE, "max-t")
    if correction not in known:
        raise ArgumentError(f"correction={correction!r} is not one of {', '.join(known)}")
    positions = list(combinations(range(len(outcomes.masks)), 2))
    tables = [outcomes.table(*pair) for pair in positions]
    exact = len(tables) <= EXACT_PAIRS
    if correction in DISCRETE and not exact:
        raise ArgumentError(f"correction={correction!r} is computed for at most {EXACT_PAIRS} pairs; use 'holm'")
    ps = [exact_p(t.b, t.c) for t in tables] if exact else _fast_values(tables)
    confirmed = [exact] * len(ps)
    adjusted = _corrections(tables, ps, exact, correction)
    low, high = (float(level * (1 + side * _NEAR)) for side in (-1, 1))
    while not all(confirmed):
        near = [
            i
            for i, done in enumerate(confirmed)
            if not done and any(low <= float(q) <= high for q in (ps[i], *(column[i] for column in adjusted.values())))
        ]
        if not near:
            break
        for i in near:
            ps[i], confirmed[i] = exact_p(tables[i].b, tables[i].c), True
        adjusted = _corrections(tables, ps, False, correction)
    resampled = max_t(outcomes, draws=draws, seed=seed) if correction == "max-t" or draws is not None else None
    if resampled is not None:
        adjusted["max-t"] = list(resampled.step_down)
    pairs = tuple(
        Pair(*position, table, p, done, {name: column[i] for name, column in adjusted.items()})
        for i, (position, table, p, done) in enumerate(zip(positions, tables, ps, confirmed, strict=True))
    )
    ranking = tuple(sorted(range(len(outcomes.masks)), key=lambda run: (-outcomes.passes(run), run)))
    leader = ranking[0]
    apart = {
        pair.baseline + pair.candidate - leader
        for pair in pairs
        if leader in (pair.baseline, pair.candidate) and pair.adjusted[correction] < level
    }
    every, none = outcomes.unanimous()
    return Leaderboard(
        outcomes=outcomes,
        alpha=level,
        correction=correction,
        pairs=pairs,
        ranking=ranking,
        tied=tuple(run for run in ranking if run not in apart),
        passed_by_all=every,
        passed_by_none=none,
        least_n=least_discordant(level),
        q=cochran_q(outcomes),
        max_t=resampled,
    )
