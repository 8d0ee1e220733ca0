"""The exact and mid-p values of McNemar's test as Fractions, and its two chi-square statistics.

Under no difference the discordant items are fair coins: with n = b + c and X ~ Bin(n, 1/2), T(n, m) / 2^n is
P(X <= m), and P(X >= b) = P(X <= c) by symmetry.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from discordant.errors import ArgumentError
from discordant.exact.dyadic import dyadic
from discordant.exact.tails import tail_sum, term
from discordant.table import read_count

Alternative = Literal["two-sided", "candidate", "baseline"]
Tie = Literal["doubled", "folded"]

ALTERNATIVES: Final[tuple[str, ...]] = ("two-sided", "candidate", "baseline")
TIES: Final[tuple[str, ...]] = ("doubled", "folded")


def read_alternative(alternative: str) -> str:
    """Return `alternative` if it names one, else raise `ArgumentError`."""
    if alternative not in ALTERNATIVES:
        raise ArgumentError(f"alternative={alternative!r} is not one of {', '.join(ALTERNATIVES)}")
    return alternative


def read_tie(tie: str) -> str:
    """Return `tie` if it names a convention of the mid-p at b = c, else raise `ArgumentError`."""
    if tie not in TIES:
        raise ArgumentError(f"tie={tie!r} is not one of {', '.join(TIES)}")
    return tie


def exact_p(b: int, c: int, *, alternative: Alternative = "two-sided") -> Fraction:
    """Return the exact conditional p-value of McNemar's test, a probability, as a Fraction.

    Two-sided: min(1, 2 P(X <= min(b, c))), X ~ Bin(b+c, 1/2); "candidate": P(X >= b), small where the candidate is
    better; "baseline": P(X >= c) [McNemar1947].

    Exact. b = c = 0 gives 1 for every alternative; |b-c| <= 1 gives 1 two-sided. Raises `TableError` for counts that
    are none, `ArgumentError` for an unknown alternative, `TooLarge` beyond the budget (see `p_real`).

    >>> exact_p(17, 3)
    Fraction(1351, 524288)
    >>> exact_p(17, 3, alternative="candidate")
    Fraction(1351, 1048576)
    """
    b, c = read_count(b, "b"), read_count(c, "c")
    n = b + c
    if read_alternative(alternative) == "two-sided":
        if abs(b - c) <= 1:
            return Fraction(1)
        return dyadic(2 * tail_sum(n, min(b, c)), n)
    return dyadic(tail_sum(n, c if alternative == "candidate" else b), n)


def mid_p(b: int, c: int, *, alternative: Alternative = "two-sided", tie: Tie = "doubled") -> Fraction:
    """Return the mid-p value of McNemar's test, a probability, as a Fraction.

    The observed outcome has half weight [Lancaster1961]. Two-sided: 2 P(X < m) + P(X = m), m = min(b, c), which is 1
    at b = c; with tie="folded" the value at b = c is 1 - P(X = m)/2 instead [Fagerland2013]. "candidate":
    P(X > b) + P(X = b)/2; "baseline" likewise with c. The one-sided form is the posterior probability that the
    baseline is the better one under a uniform prior.

    Exact. b = c = 0 gives 1 (folded 1/2, one-sided 1/2). Errors as for `exact_p`.

    >>> mid_p(17, 3)
    Fraction(781, 524288)
    """
    b, c = read_count(b, "b"), read_count(c, "c")
    n = b + c
    read_tie(tie)
    if read_alternative(alternative) != "two-sided":
        m = c if alternative == "candidate" else b
        return dyadic(2 * tail_sum(n, m) - term(n, m), n + 1)
    if b == c:
        return Fraction(1) if tie == "doubled" else 1 - dyadic(term(n, b), n + 1)
    m = min(b, c)
    return dyadic(2 * tail_sum(n, m) - term(n, m), n)


def chi_square_statistic(b: int, c: int) -> Fraction:
    """Return McNemar's chi-square statistic (b-c)^2 / (b+c), 1 degree of freedom, exactly [McNemar1947].

    0 at b = c, b = c = 0 included, since 0 <= statistic <= n. Raises `TableError`.

    >>> chi_square_statistic(17, 3)
    Fraction(49, 5)
    """
    b, c = read_count(b, "b"), read_count(c, "c")
    return Fraction((b - c) ** 2, b + c) if b + c else Fraction(0)


def edwards_statistic(b: int, c: int) -> Fraction:
    """Return Edwards' continuity-corrected statistic max(0, |b-c| - 1)^2 / (b+c), exactly [Edwards1948].

    The clamp at 0 keeps the statistic monotone at ties; 0 where |b-c| <= 1, b = c = 0 included. Raises `TableError`.

    >>> edwards_statistic(17, 3)
    Fraction(169, 20)
    """
    b, c = read_count(b, "b"), read_count(c, "c")
    return Fraction(max(0, abs(b - c) - 1) ** 2, b + c) if b + c else Fraction(0)
