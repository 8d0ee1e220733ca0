"""P(region) under delta as a polynomial in the nuisance parameter, in Bernstein form.

For delta >= 0 each of N items is b for certain with probability delta; else it is discordant with probability u, and
then a fair coin makes it b or c. So P(b) - P(c) = delta, and every pair of probabilities with that difference has one u
in [0, 1]. With k certain items, u enters by a Bernstein polynomial of degree N - k whose coefficients are tails of fair
coins; raising degrees one by one adds them up to one polynomial of degree N.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb


@lru_cache(maxsize=2)
def upper_tails(N: int, bits: int) -> tuple[tuple[int, ...], ...]:
    """Return P(Bin(m, 1/2) >= i) for m <= N, 0 <= i <= m + 1, in units of 2^-bits, exact for bits >= N."""
    one = 1 << bits
    row = [one, 0]
    rows = [tuple(row)]
    for _ in range(N):  # one more coin: P(X + head >= i) is the mean of P(X >= i) and P(X >= i - 1)
        row = [(left + right) >> 1 for left, right in zip([one, *row], [*row, 0], strict=True)]
        rows.append(tuple(row))
    return tuple(rows)


def weights(N: int, t: int, d: int, bits: int) -> list[int]:
    """Return P(Bin(N, t/d) = k), 0 <= k <= N, in units of 2^-bits, rounded down."""
    whole = d**N
    return [(comb(N, k) * t**k * (d - t) ** (N - k) << bits) // whole for k in range(N + 1)]


def rounding(N: int) -> int:
    """Return by how many units the coefficients of `region_polynomial` may be too small.

    Each k adds less than 4 units (two weights and one shift), each of at most N degree elevations less than 1.
    """
    return 5 * N + 5


def region_polynomial(
    N: int, region: tuple[list[int], list[int]], above: list[int], below: list[int], bits: int
) -> list[int]:
    """Return the coefficients of u -> P(x >= x0[n]) + P(y >= y0[n]), each event under the delta of its own weights.

    `region` is (x0, y0) per number n of discordant items, `above` and `below` the weights for x and for y.
    """
    x0, y0 = region
    tails = upper_tails(N, bits)
    most = max((k for k in range(N + 1) if above[k] or below[k]), default=0)
    total = [0] * (N - most + 1)
    for k in range(most, -1, -1):
        degree = N - k
        if k < most:  # c_i <- (i c_(i-1) + (degree - i) c_i) / degree
            total = [
                (i * left + (degree - i) * right) // degree
                for i, (left, right) in enumerate(zip([0, *total], [*total, 0], strict=True))
            ]
        up, down = above[k], below[k]
        for m in range(degree + 1):
            row = tails[m]
            i, j = x0[k + m] - k, y0[k + m]
            mass = up * row[max(i, 0)] if i <= m else 0
            if j <= m:
                mass += down * row[j]
            total[m] += mass >> bits
    return total
