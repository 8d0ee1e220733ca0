"""Tables of N items in the order of Tango's score at a given delta, in fixed point with proved bounds.

T(x, y; delta) = E / sqrt(V), E = x - y - N delta, 2 V = sqrt(B^2 + H) - B + G [Tango1998], with q the restricted
estimate of P(only the baseline passes), p = q + delta that of P(only the candidate passes) and z = N - x - y.

Why the region {|T| >= t} is described by one count on each diagonal x + y = n, and bounded over an interval of delta:
the likelihood equation at the restricted estimate is x/p + y/q = 2 z / (1-p-q) = 2 L. Put M = x/p - L. Then
N = L + M delta, E = M S and V = N S with S = p + q - delta^2, so T = M sqrt(S / N).
 * T falls with delta: see `score_root`.
 * T rises with x. With dq/dx = q (1 + delta) / R, R = sqrt(B^2 + H) = 2 N q + y delta (1-delta) / q, and
   E q (1 + delta) = S (N q - y), dT/dx > 0 exactly if S R > S (N q - y), that is N q + y + y delta (1-delta) / q > 0:
   true for delta >= 0.
 * T falls with y. In the same way exactly if N p + (x/p) (q - delta^2) > 0, and N >= (x/p) (p + Z/2), which is
   (x/p) (1 + delta) / 2, makes N p >= (x/p) delta^2 for delta >= 0.
For delta < 0 exchange x with y. (q = 0 follows as a limit.) T rises along a diagonal, so each region is x >= x0(n) or
x <= x1(n); and P({T >= t}) rises with delta when the share u = (p + q - |delta|) / (1 - |delta|) is held.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt
from typing import Final

FRACTION_BITS: Final = 96
"""Scores are bracketed in units of 2^-96, or finer where a limit is asked for to more digits."""

_GUARD_BITS: Final = 32
"""By how many bits the root within a score is finer than the score."""

_LARGEST: Final = 204
"""2^204 stands for an infinite score: beyond every finite one of N to 10^6 items at the deltas in use."""

_DEPTH: Final = 6
_NARROW: Final = 1 << 12
"""How often an interval of delta is halved to keep a table out of a region that it touches by its width only,
and from which 1 / width on: wider intervals are halved as a whole anyway."""


@lru_cache(maxsize=1 << 18)
def score(N: int, x: int, y: int, t: int, d: int, bits: int = FRACTION_BITS) -> tuple[int, int]:
    """Return (lo, hi) around T(x, y; t/d), 0 <= t <= d, in units of 2^-bits; 0 where E = 0, even over 0.

    At delta = 1 every other score is -infinity.
    """
    e = (x - y) * d - N * t
    if not e:
        return 0, 0
    if t == d:
        return -1 << _LARGEST + bits, -1 << _LARGEST + bits
    b = (2 * N - x + y) * t - (x + y) * d
    g = 2 * N * t * (d - t)
    fine = bits + _GUARD_BITS
    # root <= 2^fine sqrt(B^2 + H) d < root + 1, so that 2 V d^2 2^fine lies between `low` and `low` + d
    root = isqrt((b * b + 8 * N * y * t * (d - t)) << 2 * fine)
    low = d * (root - (b << fine)) + (g << fine)
    square = e * e << 2 * bits + fine + 1
    near, far = isqrt(square // (low + d)), isqrt(square // low) + 1
    return (near, far) if e > 0 else (-far, -near)


class Order:
    """The tables of N items whose |score| is at least that of (b, c), at a delta or anywhere in an interval of delta.

    Regions are given per diagonal n as (x0, y0): the tables with x >= x0[n] or y >= y0[n]. Scores are bracketed in
    units of 2^-bits.
    """

    def __init__(self, N: int, b: int, c: int, bits: int = FRACTION_BITS) -> None:
        self.N, self.b, self.c, self.bits = N, b, c, bits

    def _score(self, x: int, y: int, t: int, d: int) -> tuple[int, int]:
        return score(self.N, x, y, t, d, self.bits)

    def size(self, t1: int, t2: int, d: int) -> int:
        """Return a lower bound on |T(b, c)| over [t1/d, t2/d]: the score falls, so an end decides."""
        return max(0, self._score(self.b, self.c, t2, d)[0], -self._score(self.b, self.c, t1, d)[1])

    def outer(self, t1: int, t2: int, d: int) -> tuple[list[int], list[int]]:
        """Return a region that holds every table that belongs to the region at some delta in [t1/d, t2/d]."""
        x0 = self._first(lambda x, y: not self._stays_below(x, y, t1, t2, d, 0))
        y0 = self._first(lambda y, x: not self._stays_above(x, y, t1, t2, d, 0))
        return x0, y0

    def inner(self, t: int, d: int) -> tuple[list[int], list[int]]:
        """Return the region at t/d without the tables that the brackets leave open; at delta = 0 it is exact."""
        if not t:
            return self._first(self._at_null), self._first(self._at_null)
        lo, hi = self._score(self.b, self.c, t, d)
        size = max(hi, -lo)

        def above(x: int, y: int) -> bool:
            return ((x, y) == (self.b, self.c) and lo >= 0) or self._score(x, y, t, d)[0] >= size

        def below(y: int, x: int) -> bool:
            return ((x, y) == (self.b, self.c) and hi <= 0) or self._score(x, y, t, d)[1] <= -size

        return self._first(above), self._first(below)

    def _at_null(self, more: int, less: int) -> bool:
        """Whether (more - less)^2 / n is at least (b - c)^2 / (b + c), on the side more > less; exact."""
        n, difference = more + less, more - less
        return difference > 0 and difference**2 * (self.b + self.c) >= (self.b - self.c) ** 2 * n

    def _first(self, inside: Callable[[int, int], bool]) -> list[int]:
        """Return for each n the least i with inside(i, n - i), n + 1 if there is none.

        Rising in i and falling in n - i, the region never starts at a smaller i on a later diagonal.
        """
        found, i = [], 0
        for n in range(self.N + 1):
            while i <= n and not inside(i, n - i):
                i += 1
            found.append(i)
        return found

    def _stays_below(self, x: int, y: int, t1: int, t2: int, d: int, depth: int) -> bool:
        """Whether T(x, y) < |T(b, c)| is certain on the whole interval; halved where only its width is in the way."""
        if self._score(x, y, t1, d)[1] < self.size(t1, t2, d):
            return True
        if not self._worth_halving(t1, t2, d, depth):
            return False
        if any(self._score(x, y, t, d)[1] >= self.size(t, t, d) for t in (t1, t2)):
            return False
        middle = t1 + t2
        halves = ((2 * t1, middle), (middle, 2 * t2))
        return all(self._stays_below(x, y, start, stop, 2 * d, depth + 1) for start, stop in halves)

    def _stays_above(self, x: int, y: int, t1: int, t2: int, d: int, depth: int) -> bool:
        """Whether T(x, y) > -|T(b, c)| is certain on the whole interval."""
        if self._score(x, y, t2, d)[0] > -self.size(t1, t2, d):
            return True
        if not self._worth_halving(t1, t2, d, depth):
            return False
        if any(self._score(x, y, t, d)[0] <= -self.size(t, t, d) for t in (t1, t2)):
            return False
        middle = t1 + t2
        halves = ((2 * t1, middle), (middle, 2 * t2))
        return all(self._stays_above(x, y, start, stop, 2 * d, depth + 1) for start, stop in halves)

    def _worth_halving(self, t1: int, t2: int, d: int, depth: int) -> bool:
        return t1 < t2 and depth < _DEPTH and (t2 - t1) * _NARROW <= d
