"""n <= 1023: rows of correctly rounded values from exact integers, each row built when first asked for.

Row n holds, at m = 0 ... n//2, the value for the smaller count m. The last entry of an even row is the tie b = c.
p = T(n, m) / 2^(n-1) with the exact T(n, m) = C(n, 0) + ... + C(n, m), divided once by int/int (correctly rounded).
"""

from __future__ import annotations

from array import array
from math import comb, log, log1p

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final, TypeAlias

    Row: TypeAlias = array[float]
    # doubles side by side: a look-up in a cold row touches a third of the memory that a tuple of floats would

SMALL: Final = 1023
"""Largest n of the exact triangle; 2^-1022, the least p at n = 1023, is still a normal number."""


def _row(values: Iterable[float], n: int, at_tie: float) -> Row:
    """Return the values for 2 m < n and, for an even n, the one at the tie."""
    row = array("d", values)
    if n % 2 == 0:
        row.append(at_tie)
    return row


def _tails(n: int) -> list[int]:
    """Return T(n, m) for 2 m < n."""
    term = total = 1
    tails = [1]
    for k in range((n - 1) // 2):
        term = term * (n - k) // (k + 1)
        total += term
        tails.append(total)
    return tails if n else []


def _p(n: int) -> Row:
    den = 1 << (n - 1) if n else 1
    return _row((total / den for total in _tails(n)), n, 1.0)


def _mid(n: int) -> Row:
    # 2 T(n, m) - C(n, m) = T(n, m) + T(n, m-1)
    tails = _tails(n)
    den = 1 << n
    pairs = zip(tails, [0, *tails], strict=False)
    return _row(((total + before) / den for total, before in pairs), n, 1.0)


def _log_of(num: int, den: int) -> float:
    """Return ln(num/den): above 1/2 by log1p of the exact complement, so that no digit is lost near 1."""
    if num == den:
        return 0.0
    return log1p(-((den - num) / den)) if 2 * num > den else log(num / den)


def _log_p(n: int) -> Row:
    den = 1 << (n - 1) if n else 1
    return _row((_log_of(total, den) for total in _tails(n)), n, 0.0)


def _log_mid(n: int) -> Row:
    tails = _tails(n)
    den = 1 << n
    pairs = zip(tails, [0, *tails], strict=False)
    return _row((_log_of(total + before, den) for total, before in pairs), n, 0.0)


def _half_mass(n: int) -> Row:
    """P(X = n/2) / 2 of an even row, alone."""
    return array("d", [comb(n, n // 2) / (1 << (n + 1))])


class Rows:
    """The rows of one quantity; `rows[n]` builds row n on first use."""

    __slots__ = ("_build", "rows")

    def __init__(self, build: Callable[[int], Row]) -> None:
        self._build = build
        self.rows: list[Row | None] = [None] * (SMALL + 1)

    def __getitem__(self, n: int) -> Row:
        row = self.rows[n]
        if row is None:
            row = self.rows[n] = self._build(n)
        return row


P_ROWS: Final = Rows(_p)
MID_ROWS: Final = Rows(_mid)
LOG_P_ROWS: Final = Rows(_log_p)
LOG_MID_ROWS: Final = Rows(_log_mid)
HALF_MASS_ROWS: Final = Rows(_half_mass)
