"""The last stage of a decision: the binomial sum itself, on Python ints, within a stated budget."""

from __future__ import annotations

from math import comb
from typing import Final

BUDGET: Final = 2_000_000_000
"""Largest (terms + n/16) n, in bits of integer work: about a second; n = 10^5 near the centre is within it."""


def work(n: int, m: int) -> int:
    """Return the predicted work of `doubled_tail`, in the unit of `BUDGET`."""
    return (min(m + 1, n // 2 - m) + n // 16) * n


def doubled_tail(n: int, m: int) -> int:
    """Return 2 T(n, m), T(n, m) = C(n, 0) + ... + C(n, m), for 2 m < n; p is this over 2^n.

    From the nearer end: up from C(n, 0), or 2^n minus the central block C(n, m+1) + ... + C(n, n-m-1).
    """
    if 4 * m <= n:
        term = total = 1
        for k in range(m):
            term = term * (n - k) // (k + 1)
            total += term
        return 2 * total
    if n - 2 * m == 1:
        return 1 << n  # the central block is empty
    half = n // 2
    term = comb(n, half)
    block = term if n % 2 == 0 else 2 * term  # C(n, half), and its mirror image where n is odd
    for k in range(half, m + 1, -1):
        term = term * k // (n - k + 1)
        block += 2 * term
    return (1 << n) - block
