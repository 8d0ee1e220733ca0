"""What n discordant items can show at best, for the exact, mid-p, chi-square and Edwards tests."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Final

from discordant.enclosed.chi_square import chi_square, critical_statistic, edwards
from discordant.enclosed.real import Real
from discordant.errors import ArgumentError
from discordant.exact import thresholds as exact_thresholds
from discordant.exact.pvalues import chi_square_statistic, edwards_statistic
from discordant.level import Exactly
from discordant.table import read_count

METHODS: Final = (*exact_thresholds.P_VALUES, "chi-square", "edwards")
_STATISTIC: Final = {"chi-square": chi_square_statistic, "edwards": edwards_statistic}


def _read_method(method: str) -> str:
    if method not in METHODS:
        raise ArgumentError(f"method={method!r} is not one of {', '.join(METHODS)}")
    return method


def least_discordant(alpha: Exactly, *, method: str = "exact") -> int:
    """Return the least number of discordant items of which some split has p < alpha.

    Decided exactly. The chi-square statistic of n-0 is n, Edwards' (n-1)^2/n; either must exceed the critical value.
    Raises `LevelError` and `ArgumentError`.

    >>> [least_discordant("0.05", method=method) for method in ("exact", "mid-p", "chi-square", "edwards")]
    [6, 5, 4, 6]
    """
    if _read_method(method) in exact_thresholds.P_VALUES:
        return exact_thresholds.least_discordant(alpha, method=method)
    statistic, critical = _STATISTIC[method], critical_statistic(alpha)
    n = max(1, int(critical.bracket(64)[0]))  # the statistic of n-0 is at most n, so fewer cannot do
    while critical.compare(statistic(n, 0)) >= 0:
        n += 1
    return n


def critical_count(n: int, alpha: Exactly, *, method: str = "exact") -> int | None:
    """Return the largest m = min(b, c) with p < alpha among n discordant items, None where no split has.

    Decided exactly. Raises `TableError`, `LevelError`, `ArgumentError`, and `TooLarge` for the exact and mid-p tests
    beyond the budget of exact tails.

    >>> [critical_count(20, "0.05", method=method) for method in ("exact", "mid-p", "chi-square", "edwards")]
    [5, 5, 5, 5]
    """
    if _read_method(method) in exact_thresholds.P_VALUES:
        return exact_thresholds.critical_count(n, alpha, method=method)
    n = read_count(n, "n")
    statistic, critical = _STATISTIC[method], critical_statistic(alpha)
    if n == 0 or critical.compare(statistic(n, 0)) >= 0:
        return None
    # chi-square: n - 2m > sqrt(critical n); Edwards: n - 2m > that + 1. The estimate is off by a step or two at most
    threshold = isqrt(int(critical.bracket(64)[1] * n)) + (method == "edwards")
    m = max(0, min(n // 2, (n - threshold) // 2 + 1))
    while critical.compare(statistic(n - m, m)) >= 0:
        m -= 1
    return m


def smallest_p(n: int, *, method: str = "exact") -> Fraction | Real:
    """Return the smallest two-sided p that n discordant items can give, that of the split n-0.

    A Fraction for the exact and mid-p tests (`TooLarge` beyond the budget of exact tails: `p_real(n, 0)` serves every
    n to 10^9), a Real for chi-square and Edwards; 1 at n = 0. Raises `TableError` and `ArgumentError`.

    >>> smallest_p(5), smallest_p(5, method="chi-square").decimal(4)
    (Fraction(1, 16), '0.0253')
    """
    if _read_method(method) in exact_thresholds.P_VALUES:
        return exact_thresholds.smallest_p(n, method=method)
    return (chi_square if method == "chi-square" else edwards)(read_count(n, "n"), 0).p
