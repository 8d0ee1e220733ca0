"""Corrections for many comparisons, as exact Fractions: each returns adjusted p-values in the order given.

With the p-values sorted, p_(1) <= ... <= p_(m):

    bonferroni          min(1, m p)                                                           [Bonferroni1936]
    holm                max over j <= i of min(1, (m - j + 1) p_(j))                          [Holm1979]
    hochberg            min over j >= i of min(1, (m - j + 1) p_(j))                          [Hochberg1988]
    benjamini-hochberg  min over j >= i of min(1, m p_(j) / j)                                [BenjaminiHochberg1995]
    benjamini-yekutieli the same times 1 + 1/2 + ... + 1/m                                    [BenjaminiYekutieli2001]

The discrete ones use which p-values each test can attain at all. A test of n discordant items attains 2 T(n, m) / 2^n
only; where even the smallest exceeds a threshold the test can never be rejected there, and need not be paid for:

    tarone              (number of tests that can attain p_(i) or less) p_(i)                 [Tarone1990]
    discrete-holm       Holm's step-down with sum over the tests left of F_i(p_(j))           [ZhuGuo2017]
    discrete-bh         Benjamini-Hochberg's step-up with sum over all i of F_i(p_(j)) / j    [Heyse2011]

F_i(t) is the largest attainable value of test i at or below t (0 if none): the probability of p_i <= t under no
difference. Every adjusted p is at least the raw one. Bonferroni, Holm, Tarone and discrete Holm hold under any
dependence, Benjamini-Yekutieli too; Hochberg and Benjamini-Hochberg want positive dependence, which pairs that share a
run need not have, and discrete-bh controls the false discovery rate approximately only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from discordant.errors import ArgumentError, LevelError
from discordant.exact.dyadic import dyadic
from discordant.exact.tails import check_budget

Adjusted = list[Fraction]

_ONE: Final = Fraction(1)

CORRECTIONS: Final = ("bonferroni", "holm", "hochberg", "benjamini-hochberg", "benjamini-yekutieli")
"""Corrections that need the p-values alone."""

DISCRETE: Final = ("tarone", "discrete-holm", "discrete-bh")
"""Corrections that need the attainable p-values too."""


def _read(ps: Sequence[Fraction]) -> list[Fraction]:
    for i, p in enumerate(ps):
        if not isinstance(p, Fraction) or not 0 <= p <= 1:
            raise LevelError(f"p[{i}]={p!r} is not a Fraction in [0, 1]; pass exact p-values")
    return list(ps)


def _order(ps: list[Fraction]) -> list[int]:
    """Return the positions of `ps` in rising order; the correctly rounded floats settle most comparisons."""
    return sorted(range(len(ps)), key=lambda i: (float(ps[i]), ps[i]))


def _step_down(ps: list[Fraction], factor: Callable[[int], Fraction | int]) -> Adjusted:
    """Return max over ranks up to i of min(1, factor(rank) p), rank from 0."""
    order = _order(ps)
    adjusted, running = [_ONE] * len(ps), Fraction(0)
    for rank, i in enumerate(order):
        running = max(running, min(_ONE, factor(rank) * ps[i]))
        adjusted[i] = running
    return adjusted


def _step_up(ps: list[Fraction], factor: Callable[[int], Fraction | int]) -> Adjusted:
    """Return min over ranks from i on of min(1, factor(rank) p), rank from 0."""
    order = _order(ps)
    adjusted, running = [_ONE] * len(ps), _ONE
    for rank in range(len(ps) - 1, -1, -1):
        i = order[rank]
        running = min(running, factor(rank) * ps[i])
        adjusted[i] = running
    return adjusted


def adjust(ps: Sequence[Fraction], correction: str) -> Adjusted:
    """Return the adjusted p-values of `correction`, exactly, in the order given.

    Raises `ArgumentError` for an unknown correction and `LevelError` for a p that is no Fraction in [0, 1].

    >>> adjust([Fraction(1, 100), Fraction(4, 100), Fraction(3, 100)], "holm")
    [Fraction(3, 100), Fraction(3, 50), Fraction(3, 50)]
    """
    read, m = _read(ps), len(ps)
    if correction == "bonferroni":
        return [min(_ONE, m * p) for p in read]
    if correction == "holm":
        return _step_down(read, lambda rank: m - rank)
    if correction == "hochberg":
        return _step_up(read, lambda rank: m - rank)
    if correction == "benjamini-hochberg":
        return _step_up(read, lambda rank: Fraction(m, rank + 1))
    if correction == "benjamini-yekutieli":
        harmonic = sum((Fraction(1, i) for i in range(1, m + 1)), Fraction(0))
        return _step_up(read, lambda rank: harmonic * m / (rank + 1))
    raise ArgumentError(f"correction={correction!r} is not one of {', '.join(CORRECTIONS + DISCRETE)}")


def attainable(n: int) -> list[Fraction]:
    """Return the exact two-sided p-values that n discordant items can give, rising, each once.

    >>> attainable(4)
    [Fraction(1, 8), Fraction(5, 8), Fraction(1, 1)]
    """
    check_budget(n, 0, "the attainable p-values")
    values, term, total = [], 1, 1
    for k in range((n + 1) // 2):
        value = dyadic(2 * total, n)
        if value >= 1:
            break
        values.append(value)
        term = term * (n - k) // (k + 1)
        total += term
    return [*values, _ONE]


def _at_most(values: Sequence[Fraction], t: Fraction) -> Fraction:
    """Return F(t): the largest value at or below t, 0 if none."""
    i = bisect_right(values, t)
    return values[i - 1] if i else Fraction(0)


def adjust_discrete(ps: Sequence[Fraction], ns: Sequence[int], correction: str) -> Adjusted:
    """Return the adjusted exact p-values of tests with these numbers n of discordant items, in the order given.

    `correction` is "tarone", "discrete-holm" or "discrete-bh". Exact; never above the correction it refines
    (bonferroni, holm, benjamini-hochberg), never below the raw p. Raises as `adjust` does, and `ArgumentError` where
    the two sequences differ in length.

    >>> tests = [(6, 0), (2, 1), (1, 0)]
    >>> from discordant.exact.pvalues import exact_p
    >>> adjust_discrete([exact_p(b, c) for b, c in tests], [6, 3, 1], "tarone")[0] == exact_p(6, 0)
    True
    """
    read = _read(ps)
    if len(read) != len(ns):
        raise ArgumentError(f"{len(read)} p-values and {len(ns)} counts of discordant items; give one n for each p")
    known = {n: attainable(n) for n in set(ns)}
    supports = [known[n] for n in ns]
    order = _order(read)
    if correction == "tarone":
        return _tarone(read, [s[0] for s in supports])
    if correction == "discrete-holm":
        adjusted, running = [_ONE] * len(read), Fraction(0)
        for rank, i in enumerate(order):
            spent = sum((_at_most(supports[j], read[i]) for j in order[rank:]), Fraction(0))
            running = max(running, min(_ONE, spent))
            adjusted[i] = running
        return adjusted
    if correction == "discrete-bh":
        adjusted, running = [_ONE] * len(read), _ONE
        for rank in range(len(order) - 1, -1, -1):
            i = order[rank]
            spent = sum((_at_most(s, read[i]) for s in supports), Fraction(0)) / (rank + 1)
            running = min(running, spent)
            adjusted[i] = max(running, read[i])
        return adjusted
    raise ArgumentError(f"correction={correction!r} is not one of {', '.join(CORRECTIONS + DISCRETE)}")


def _tarone(ps: list[Fraction], least: list[Fraction]) -> Adjusted:
    """Return (number of tests that can attain p or less) p for each p: the least alpha at which Tarone rejects it.

    At alpha the test rejects p <= alpha / K, K >= 1 being least with at most K tests attaining alpha / K. With t =
    alpha / K that is alpha >= K t, t >= p, K >= count(t), and count rises with t, so t = p is best. Rejection at some
    smaller alpha counts, which mends Tarone's want of monotonicity [HommelKrummenauer1998].
    """
    ordered = sorted(least)
    return [min(_ONE, max(1, bisect_right(ordered, p)) * p) for p in ps]
