"""Where a test is significant: for each number n of discordant items, the largest count that it rejects.

A split of n is rejected two-sided where min(b, c) <= the critical count, and for the candidate alone where c <= it.
The counts of the exact and the mid-p test never fall as n grows, so one walk along the boundary, by the recurrence of
`discordant.exact.kernel`, finds them all: two steps per n on enclosures of fixed width, with exact integers where an
enclosure does not settle the comparison.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from discordant.enclosed.chi_square import critical_statistic
from discordant.errors import TooLarge, Undecided
from discordant.exact import kernel
from discordant.exact.pvalues import Alternative, exact_p, mid_p
from discordant.level import Exactly
from discordant.planning.design import Design

NEVER: Final = -1
"""The critical count of an n at which no split is significant."""

MAX_ROWS: Final = 2_000_000
"""Most discordant items that a region is walked to (a few seconds)."""

_BITS: Final = 160

_MAX_BITS: Final = 4096
"""Bits at which the chi-square boundary is given up as undecided (64 decide every row in practice)."""


def _exact_value(n: int, k: int, design: Design) -> Fraction:
    """Return the p-value of the split (n-k, k), for the rare comparison that an enclosure leaves open."""
    side: Alternative = "candidate" if design.alternative == "candidate" else "two-sided"
    return (mid_p if design.method == "mid-p" else exact_p)(n - k, k, alternative=side)


def _binomial_counts(design: Design) -> Iterator[int]:
    """Yield the critical counts of the exact or the mid-p test for n = 0, 1, 2, ..."""
    # p < alpha two-sided is 2 T < alpha 2^n, for one side 2 T < 2 alpha 2^n; mid-p has 2 T - C for 2 T
    bound = design.alpha if design.alternative == "two-sided" else 2 * design.alpha
    limit, scale = bound.numerator << _BITS, bound.denominator
    middle = design.method == "mid-p"
    n = k = 0
    mlo = mhi = tlo = thi = 1 << _BITS
    while True:
        while True:  # ends before k passes n, where the p-value is above every alpha that a design can have
            low, high = (2 * tlo - mhi, 2 * thi - mlo) if middle else (2 * tlo, 2 * thi)
            if low * scale >= limit:
                break
            if high * scale >= limit and _exact_value(n, k, design) >= design.alpha:
                break
            mlo, mhi, tlo, thi = kernel.next_count(n, k, mlo, mhi, tlo, thi)
            k += 1
        yield k - 1
        mlo, mhi, tlo, thi = kernel.next_row(n, k, mlo, mhi, tlo, thi)
        n += 1


def _chi_square_counts(design: Design) -> Iterator[int]:
    """Yield the critical counts of the chi-square or Edwards' test for n = 0, 1, 2, ...

    d^2 / n > x, x the critical value, holds from d = isqrt(floor(n x)) + 1 on; Edwards' |D| - 1 needs one more.
    """
    critical = critical_statistic(design.alpha)
    bits = 64
    low, high = critical.bracket(bits)
    extra = 2 if design.method == "edwards" else 1
    n = 0
    while True:
        while math.floor(n * low) != math.floor(n * high):
            bits *= 2
            if bits > _MAX_BITS:
                raise Undecided(f"whether {n} times the critical chi-square is below an integer", bits=bits)
            low, high = critical.bracket(bits)
        d = math.isqrt(math.floor(n * low)) + extra
        yield NEVER if d > n else (n - d) // 2
        n += 1


def region(limit: int, design: Design) -> list[int]:
    """Return the critical counts of `design` for n = 0, ..., limit; `TooLarge` beyond two million rows."""
    if limit > MAX_ROWS:
        raise TooLarge(
            "the critical counts", predicted=limit, limit=MAX_ROWS, unit="rows", alternative="plan for fewer items"
        )
    counts = _binomial_counts(design) if design.method in ("exact", "mid-p") else _chi_square_counts(design)
    return [next(counts) for _ in range(limit + 1)]


def critical_counts(limit: int, alpha: Exactly, *, method: str = "exact", alternative: str = "two-sided") -> list[int]:
    """Return the critical counts for n = 0, ..., limit discordant items; -1 where no split of n is significant.

    Two-sided, min(b, c) <= critical_counts(...)[n] is significant at alpha (p < alpha, strictly); with
    alternative="candidate", c <= it. Exact decisions. Raises `ArgumentError` for an unknown method, `LevelError` for a
    one-sided alpha above 1/2 and `TooLarge` beyond two million rows.

    >>> critical_counts(9, "0.05")
    [-1, -1, -1, -1, -1, -1, 0, 0, 0, 1]
    """
    return region(limit, Design.read(alpha, method=method, alternative=alternative))
