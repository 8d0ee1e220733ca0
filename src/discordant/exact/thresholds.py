"""What n discordant items can show at best: thresholds of the exact and the mid-p test, two-sided.

Both p-values fall strictly with m = min(b, c) at fixed n, so the smallest p is at n-0 and the critical count is found
by bisection. "Significant" is p < alpha, strictly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from discordant.errors import ArgumentError
from discordant.exact.dyadic import dyadic
from discordant.exact.pvalues import exact_p, mid_p
from discordant.exact.tails import check_budget
from discordant.level import Exactly, read_level
from discordant.table import read_count

P_VALUES: dict[str, Callable[[int, int], Fraction]] = {"exact": exact_p, "mid-p": mid_p}
"""The methods whose thresholds need integers only."""


def p_value_of(method: str) -> Callable[[int, int], Fraction]:
    """Return the p-value function of "exact" or "mid-p"; raise `ArgumentError` for another name."""
    if method not in P_VALUES:
        raise ArgumentError(f"method={method!r} is not one of {', '.join(P_VALUES)}")
    return P_VALUES[method]


def smallest_p(n: int, *, method: str = "exact") -> Fraction:
    """Return the smallest two-sided p that n discordant items can give (the split n-0): 2/2^n, mid-p 1/2^n, at most 1.

    Exact. Raises `TableError`, `ArgumentError`, and `TooLarge` where the n bits exceed the budget of exact tails.

    >>> smallest_p(5), smallest_p(5, method="mid-p")
    (Fraction(1, 16), Fraction(1, 32))
    """
    n = read_count(n, "n")
    p_value_of(method)
    check_budget(n, 0, "the smallest p")
    return dyadic(1, n) if method == "mid-p" else dyadic(1, max(0, n - 1))


def least_discordant(alpha: Exactly, *, method: str = "exact") -> int:
    """Return the least number of discordant items of which some split has p < alpha.

    Decided exactly. Raises `LevelError` and `ArgumentError`.

    >>> least_discordant("0.05"), least_discordant("0.05", method="mid-p")
    (6, 5)
    """
    level = read_level(alpha, "alpha").value
    p_value_of(method)
    # the least k with 2^-k < alpha, that is with 2^k * numerator > denominator
    k = max(0, level.denominator.bit_length() - level.numerator.bit_length() - 1)
    while level.numerator << k <= level.denominator:
        k += 1
    return k if method == "mid-p" else k + 1


def critical_count(n: int, alpha: Exactly, *, method: str = "exact") -> int | None:
    """Return the largest m = min(b, c) that is significant at alpha among n discordant items, None if none is.

    Hoeffding's inequality P(X <= n/2 - t) <= exp(-2 t^2/n) confines the bisection to O(sqrt n) counts below the
    centre, where exact tails are cheap [Hoeffding1963]. Raises `TableError`, `LevelError`, `ArgumentError`, and
    `TooLarge` beyond the budget of exact tails.

    >>> critical_count(20, "0.05"), critical_count(5, "0.05")
    (5, None)
    """
    n = read_count(n, "n")
    level = read_level(alpha, "alpha").value
    p_value = p_value_of(method)
    check_budget(n, 0, "a critical count")
    if smallest_p(n, method=method) >= level:
        return None
    # 2 exp(-2 t^2/n) < alpha wherever t^2 >= n k / 2 with e^-k <= 2^-k <= alpha / 2
    k = level.denominator.bit_length() - level.numerator.bit_length() + 2
    low = max(0, n // 2 - math.isqrt(n * k // 2 + 1) - 1)  # significant: within the bound, or the split n-0
    high = n // 2 + 1  # beyond the centre: no smaller count
    while high - low > 1:
        middle = (low + high) // 2
        if p_value(middle, n - middle) < level:
            low = middle
        else:
            high = middle
    return low
