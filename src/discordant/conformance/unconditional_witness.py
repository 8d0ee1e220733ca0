"""A second algorithm for the exact unconditional interval: every table enumerated, Tango's score as printed, 70 digits.

p(delta) is the largest probability, over the nuisance parameter q, of the tables whose |score| is at least that of the
observed one. The lowest delta with p above alpha is found by a scan in binary64 and closed in on at 70 digits: where
two tables trade places p jumps, and the jump is the root of the difference of their scores; elsewhere p crosses alpha.
The sign on both sides decides, never the proposal. Nothing here calls the enclosed room.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from discordant.conformance.rate_witness import Limits, Setting, secant

_SCAN: Final = 79
"""Steps of delta from -1 to the estimate; a hole or an island narrower than that would end in a disagreement."""

_STEPS: Final = 24
"""Steps of the nuisance parameter in binary64: a polynomial of degree N, whose peaks are then refined."""

Cells = tuple[int, int]


def _score(m: Any, N: int, x: int, y: int, delta: Any, tiny: Any) -> Any:
    """Return |T(x, y)| at delta [Tango1998], 0 where its numerator is 0."""
    gap = x - y - N * delta
    if abs(gap) <= tiny:
        return 0 * delta
    linear = (2 * N - x + y) * delta - x - y
    root = m.sqrt(max(0 * delta, linear * linear + 8 * N * y * delta * (1 - delta)))
    variance = N * ((root - linear) / (2 * N) + delta * (1 - delta))
    return m.inf if variance <= tiny else abs(gap) / m.sqrt(variance)


class _Lower:
    """The lower end of {delta: p > alpha} for b, c of N."""

    def __init__(self, s: Setting, N: int, b: int, c: int) -> None:
        self.mp, self.alpha, self.N, self.b, self.c, self.root = s.mp, s.alpha, N, b, c, s.root
        self.tables = [(x, y) for x in range(N + 1) for y in range(N + 1 - x)]
        self.ways = {(x, y): math.comb(N, x) * math.comb(N - x, y) for x, y in self.tables}

    def region(self, delta: Any) -> frozenset[Cells]:
        """Return the tables whose |score| is at least the observed one."""
        m, tiny = (math, 1e-13) if isinstance(delta, float) else (self.mp, self.mp.mpf(10) ** -58)
        least = _score(m, self.N, self.b, self.c, delta, tiny) * (1 - tiny)
        return frozenset(cell for cell in self.tables if _score(m, self.N, *cell, delta, tiny) >= least)

    def _masses(self, region: frozenset[Cells], delta: Any, q: Any) -> Iterator[tuple[int, int, int, Any]]:
        """Yield each table of a region (b, c and the concordant rest) with its probability at q."""
        ps, qs, rs = ([1 + 0 * q], [1 + 0 * q], [1 + 0 * q])
        for powers, base in ((ps, q + delta), (qs, q), (rs, 1 - 2 * q - delta)):
            for _ in range(self.N):
                powers.append(powers[-1] * base)
        for x, y in region:
            z = self.N - x - y
            yield x, y, z, self.ways[x, y] * ps[x] * qs[y] * rs[z]

    def _sum(self, region: frozenset[Cells], delta: Any, q: Any) -> Any:
        return sum((mass for *_, mass in self._masses(region, delta, q)), 0 * q)

    def _newton(self, region: frozenset[Cells], delta: Any, q: Any) -> Any:
        """Return Newton's next point for a zero of the derivative in q, q itself where that leaves the open range."""
        p, r, slope, bend = q + delta, 1 - 2 * q - delta, 0 * q, 0 * q
        if not (q > 0 and p > 0 and r > 0):
            return q
        for x, y, z, mass in self._masses(region, delta, q):
            ratio = x / p + y / q - 2 * z / r
            slope += mass * ratio
            bend += mass * (ratio * ratio - x / (p * p) - y / (q * q) - 4 * z / (r * r))
        moved = q - slope / bend if bend < 0 else q
        return moved if max(0 * q, -delta) < moved < (1 - delta) / 2 else q

    def _peaks(self, region: frozenset[Cells], delta: float) -> tuple[float, list[float]]:
        """Return the largest P(region) on a grid of q, and the inner points of the grid that are nearly the largest."""
        least, most = max(0.0, -delta), (1 - delta) / 2
        grid = [least + (most - least) * i / _STEPS for i in range(_STEPS + 1)]
        values = [self._sum(region, delta, max(q, -delta)) for q in grid]
        top = max(values)
        inner = [
            grid[i]
            for i in range(1, _STEPS)
            if values[i] >= max(values[i - 1], values[i + 1]) and values[i] > 0.9 * top
        ]
        return top, inner

    def supremum(self, region: frozenset[Cells], delta: Any) -> Any:
        """Return the largest P(region) at delta, at 70 digits: the ends, and Newton's method for the derivative."""
        mp = self.mp
        least, most = max(mp.mpf(0), -delta), (1 - delta) / 2
        found = [self._sum(region, delta, least), self._sum(region, delta, most)]
        for start in self._peaks(region, float(delta))[1]:
            q: Any = start
            for _ in range(6):
                q = self._newton(region, float(delta), q)
            q = min(max(mp.mpf(q), least), most)
            for _ in range(2):
                q = self._newton(region, delta, q)
            found.append(self._sum(region, delta, q))
        return max(found)

    def above(self, delta: Any) -> bool:
        """Whether p(delta) > alpha."""
        if delta == -1:
            return self.c == self.N
        if isinstance(delta, float):
            region = self.region(delta)
            top, alpha = self._peaks(region, delta)[0], float(self.alpha)
            if top > alpha:
                return True
            if top < alpha * 0.9:
                return False
            delta = self.mp.mpf(delta)
        return bool(self.supremum(self.region(delta), delta) > self.alpha)

    def find(self) -> Any:
        """Return the lower end."""
        mp, estimate = self.mp, (self.b - self.c) / self.N
        if self.above(-1):
            return mp.mpf(-1)
        grid = [mp.mpf(-1 + (estimate + 1) * i / _SCAN) for i in range(_SCAN)] + [mp.mpf(self.b - self.c) / self.N]
        first = next(i for i, x in enumerate(grid) if i and (i == _SCAN or (self.above(float(x)) and self.above(x))))
        lo, hi, near = grid[first - 1], grid[first], mp.mpf(10) ** -47
        while hi - lo > 3 * near:
            for _ in range(5):
                lo, hi = self._halved(lo, hi)
            for at in self._proposals(lo, hi):
                for x in (at - near, at + near):
                    if lo < x < hi:
                        lo, hi = (lo, x) if self.above(x) else (x, hi)
        return (lo + hi) / 2

    def _halved(self, lo: Any, hi: Any) -> tuple[Any, Any]:
        middle = (lo + hi) / 2
        return (lo, middle) if self.above(middle) else (middle, hi)

    def _proposals(self, lo: Any, hi: Any) -> Iterator[Any]:
        """Yield where two tables trade places between lo and hi, and where p crosses alpha with the region at hi."""
        tiny, inside, outside = self.mp.mpf(10) ** -58, self.region(hi), self.region(lo)
        for x, y in sorted(inside ^ outside):

            def lead(delta: Any, x: int = x, y: int = y) -> Any:
                own = _score(self.mp, self.N, self.b, self.c, delta, tiny)
                return _score(self.mp, self.N, x, y, delta, tiny) - own

            if (lead(lo) > 0) != (lead(hi) > 0):
                yield self.root(lead, lo, hi)

        def excess(delta: Any) -> Any:
            return self.supremum(inside, delta) - self.alpha

        yield secant(excess, lo, hi)


def unconditional(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    """Return the ends of the hull of {delta: p(delta) > alpha} [SuissaShuster1991; Tango1998]."""
    N = a + b + c + d
    return _Lower(s, N, b, c).find(), -_Lower(s, N, c, b).find()
