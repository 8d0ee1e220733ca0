"""Exact tail sums T(n, m) = C(n, 0) + ... + C(n, m) of the fair binomial, for large n.

By symmetry 2 T(n, m) = 2^n - (the central block of n - 2m - 1 terms) for 2m < n, so only the shorter of the tail and
the block is summed, by binary splitting, from a term that is known in closed form (C(n, 0) or the central
coefficient). Near the centre, where p is of any interest, the block has O(sqrt n) terms and the cost is that of a few
n-bit products. The recursion computes what `discordant.exact.kernel.tail_sum` computes by its loop.

gmpy2, where installed, multiplies the large integers; results are the same ints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from discordant.errors import TooLarge
from discordant.exact.binomial import binomial

Integer = Callable[[int], Any]

_gmp: Integer | None
try:
    from gmpy2 import mpz as _gmp  # type: ignore[no-redef,unused-ignore] # one name, two origins
except ImportError:
    _gmp = None

MAX_ROW: Final = 2_000_000
"""Largest n that is computed exactly: about a second of pure Python at the centre, and an answer of n bits."""

MAX_TERMS: Final = 40_000
"""Most terms that are summed in a row longer than SMALL_ROW: a few seconds of pure Python."""

SMALL_ROW: Final = 40_000
"""Rows up to here are computed for every m (n/4 terms at the most)."""

_GMP_FROM: Final = 1500
"""Row from which gmpy2's products pay for the conversion."""

_SHORT: Final = 40
"""Sums of fewer terms are written as a loop."""


def summed_terms(n: int, m: int) -> int:
    """Return how many terms `tail_sum(n, m)` sums: the shorter of the tail and half the central block."""
    m = min(m, n - m - 1)
    return max(0, min(m, n // 2 - m))


def check_budget(n: int, m: int, quantity: str = "the exact tail") -> None:
    """Raise `TooLarge` where T(n, m) would take more than a few seconds; called before anything is computed."""
    if n > MAX_ROW:
        raise TooLarge(
            quantity,
            predicted=n,
            limit=MAX_ROW,
            unit="discordant items",
            alternative="p_real(b, c) gives a certified enclosure instead",
        )
    terms = summed_terms(n, m)
    if n > SMALL_ROW and terms > MAX_TERMS:
        raise TooLarge(
            quantity,
            predicted=terms,
            limit=MAX_TERMS,
            unit=f"terms of {n} bits",
            alternative="p_real(b, c) gives a certified enclosure instead",
        )


def _split(start: int, stop: int, top: int, bottom: int, sign: int, integer: Integer) -> tuple[Any, Any, Any]:
    """Return (P, Q, S) of the ratios r(i) = (top - i) / (bottom + sign i) for start <= i < stop.

    P and Q are the products of numerators and denominators, and S / Q = sum over j of r(start) ... r(j). Two halves
    recombine as P = P1 P2, Q = Q1 Q2, S = S1 Q2 + P1 S2.
    """
    if stop - start <= 8:
        product = denominator = 1
        total = 0
        for i in range(stop - 1, start - 1, -1):  # Horner from the last ratio: S/Q <- r (1 + S/Q)
            numer, denom = top - i, bottom + sign * i
            total = numer * (denominator + total)
            denominator *= denom
            product *= numer
        return integer(product), integer(denominator), integer(total)
    middle = (start + stop) // 2
    p1, q1, s1 = _split(start, middle, top, bottom, sign, integer)
    p2, q2, s2 = _split(middle, stop, top, bottom, sign, integer)
    return p1 * p2, q1 * q2, s1 * q2 + p1 * s2


def _from_zero(n: int, m: int, integer: Integer) -> Any:
    """Return T(n, m) upwards from C(n, 0) = 1, with C(n, k+1) = C(n, k) (n-k) / (k+1)."""
    if m == 0:
        return integer(1)
    if m < _SHORT:
        term = total = 1
        for k in range(m):
            term = term * (n - k) // (k + 1)
            total += term
        return integer(total)
    _, q, s = _split(0, m, n, 1, 1, integer)
    return (q + s) // q


def _from_centre(n: int, m: int, integer: Integer) -> Any:
    """Return T(n, m), 2m < n, as half of 2^n less the central block.

    With h = n // 2 the block is A + 2 (C(n, h-1) + ... + C(n, m+1)) for even n, where A = C(n, h), and twice
    C(n, h) + ... + C(n, m+1) for odd n; C(n, h-1-i) / C(n, h-i) = (h-i) / (n-h+1+i).
    """
    h = n // 2
    block = h - m  # terms C(n, h), ..., C(n, m+1)
    centre = binomial(n, h, integer)
    below = integer(0)
    if block > 1:
        _, q, s = _split(0, block - 1, h, n - h + 1, 1, integer)
        below = centre * s // q
    if n % 2:
        return (integer(1) << (n - 1)) - (centre + below if block else 0)
    return ((integer(1) << n) - centre - 2 * below) >> 1


def tail_with(n: int, m: int, integer: Integer) -> int:
    """Return T(n, m) with large products in the number type `integer`, without a budget."""
    if m < 0:
        return 0
    if m >= n:
        return 1 << n
    if 2 * m >= n:
        return (1 << n) - tail_with(n, n - m - 1, integer)
    summed = _from_zero if m <= n // 2 - m else _from_centre
    return int(summed(n, m, integer))


def tail_sum(n: int, m: int) -> int:
    """Return T(n, m), the number of ways to have at most m of n fair coins show heads, exactly.

    0 where m < 0 and 2^n where m >= n. Raises `TooLarge` beyond the budget of this module, before computing.

    >>> tail_sum(20, 3)
    1351
    """
    check_budget(n, m)
    return tail_with(n, m, _gmp if _gmp is not None and n >= _GMP_FROM else int)


def term(n: int, m: int) -> int:
    """Return C(n, m), 0 <= m <= n, within the same budget of row length."""
    check_budget(n, 0)
    return int(binomial(n, m, _gmp if _gmp is not None and n >= _GMP_FROM else int))
