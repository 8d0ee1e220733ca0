"""A second algorithm for the melded interval: its defining quantiles, by Gauss-Legendre quadrature at 70 digits.

The lower limit is the smaller alpha/2 quantile of T_L V and T_U V with V = 2 B_L - 1, the upper one the larger
1 - alpha/2 quantile with B_U [FayLumbard2021]. Each distribution function is an integral over w = log T of a function
that is entire in w: panels of 48 nodes are halved until 52 decimals stand still. Roots are found in binary64 first,
then by the secant rule, and the sign on both sides is looked at. Nothing here calls the enclosed room.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import mpmath

from discordant.conformance.rate_witness import Limits, Setting, context, secant

_COARSE_PANELS: Final = 4
_AGREE: Final = 52
"""Decimals to which an integral and that over twice as many panels agree before their number is taken to do."""

_FIXED: Final = 400
"""Bits after the point of the sums over the binomial law, whose coefficients are below 2^n, n up to 100."""

Nodes = tuple[tuple[Any, Any], ...]


@lru_cache(maxsize=1)
def _nodes() -> tuple[Nodes, Nodes]:
    """Return 24 nodes in binary64 and 48 of 70 digits."""
    mp = context()
    few, many = (mpmath.calculus.quadrature.GaussLegendre(mp).calc_nodes(degree, mp.prec + 20) for degree in (4, 5))
    return tuple((float(x), float(weight)) for x, weight in few), tuple(many)


def _quadrature(f: Callable[[Any], Any], start: Any, panels: int, nodes: Nodes) -> Any:
    """Return the integral of f from `start` to 0."""
    half = -start / (2 * panels)
    centres = (start + (2 * i + 1) * half for i in range(panels))
    return half * sum(weight * f(centre + half * x) for centre in centres for x, weight in nodes)


class _Product:
    """T V with T the j-th smallest of N uniforms (0 for j = 0, 1 for j = N + 1), V = 2B - 1, B ~ Beta(p, n + 1 - p)."""

    def __init__(self, mp: Any, N: int, n: int, p: int, j: int) -> None:
        self.mp, self.N, self.n, self.p, self.j = mp, N, n, p, j
        self.row = [math.comb(n, i) for i in range(n + 1)]
        self.panels, self.settled = 1, False

    def below(self, q: Any) -> Any:
        """Return P(T V <= q), -1 <= q < 1, in binary64 where q is a float."""
        if q > 0:
            return 1 - self._above(self.p, q)
        if q < 0:  # 1 - B ~ Beta(n + 1 - p, p)
            return self._above(self.n + 1 - self.p, -q)
        return 1 if self.j == 0 else 1 - self._beta_above(self.p, self.mp.mpf(1) / 2)

    def _beta_above(self, p: int, x: Any) -> Any:
        """Return P(Beta(p, n + 1 - p) > x) = P(Bin(n, x) < p), for p = 0 and p = n + 1 those of a point mass."""
        if isinstance(x, float):
            y, total, power = 1 - x, 0.0, 1.0
            for coefficient in reversed(self.row[:p]):
                total = total * x + coefficient * power
                power *= y
            return total * y ** max(0, self.n + 1 - p)
        one = 1 << _FIXED
        fixed_x = int(self.mp.floor(x * one))
        fixed_y, fixed, rest = one - fixed_x, 0, one
        for coefficient in reversed(self.row[:p]):
            fixed = (fixed * fixed_x >> _FIXED) + coefficient * rest
            rest = rest * fixed_y >> _FIXED
        return self.mp.mpf(fixed) / one * (1 - x) ** max(0, self.n + 1 - p)

    def _above(self, p: int, s: Any) -> Any:
        """Return P(T (2 Beta(p, n + 1 - p) - 1) > s), 0 < s <= 1."""
        if s >= 1 or self.j == 0:
            return 0
        if self.j == self.N + 1:
            return self._beta_above(p, (1 + s) / 2)
        coarse = isinstance(s, float)
        m: Any = math if coarse else self.mp
        front, j, rest = self.j * math.comb(self.N, self.j), self.j, self.N - self.j

        def integrand(w: Any) -> Any:
            t = m.exp(w)
            return front * t**j * (1 - t) ** rest * self._beta_above(p, (1 + s / t) / 2)

        start = m.log(s)
        if coarse:
            return _quadrature(integrand, start, _COARSE_PANELS, _nodes()[0])
        found = _quadrature(integrand, start, self.panels, _nodes()[1])
        while not self.settled:
            doubled = _quadrature(integrand, start, 2 * self.panels, _nodes()[1])
            self.settled = abs(doubled - found) < m.mpf(10) ** -_AGREE
            if not self.settled:
                self.panels, found = 2 * self.panels, doubled
        return found


Choice = Callable[[Any, Any], Any]


def _rest(laws: tuple[_Product, _Product], choose: Choice, level: Any, q: Any) -> Any:
    """Return choose(both distribution functions) at q, less the level; it rises with q."""
    return choose(laws[0].below(q), laws[1].below(q)) - (float(level) if isinstance(q, float) else level)


def _rough(mp: Any, laws: tuple[_Product, _Product], choose: Choice, level: Any) -> Any:
    """Return the q at which `_rest` is 0: an mpf where it is -1, 0 or 1, else by bisection in binary64."""
    if _rest(laws, choose, level, mp.mpf(-1)) >= 0:
        return mp.mpf(-1)
    if _rest(laws, choose, level, 1 - mp.mpf(10) ** -60) < 0:
        return mp.mpf(1)
    at_zero = _rest(laws, choose, level, mp.mpf(0))
    if at_zero == 0:
        return mp.mpf(0)
    lo, hi = (0.0, 1.0) if at_zero < 0 else (-1.0, 0.0)
    for _ in range(45):
        middle = (lo + hi) / 2
        lo, hi = (middle, hi) if _rest(laws, choose, level, middle) < 0 else (lo, middle)
    return lo


def _quantile(s: Setting, laws: tuple[_Product, _Product], choose: Choice, level: Any) -> Any:
    """Return the q in [-1, 1] at which choose(both distribution functions) reaches `level`, to 46 digits."""
    mp, rough = s.mp, _rough(s.mp, laws, choose, level)
    if not isinstance(rough, float):
        return rough
    for law in laws:
        law.settled = False
    deciding = laws[0] if laws[0].below(rough) == choose(laws[0].below(rough), laws[1].below(rough)) else laws[1]
    start = mp.mpf(rough)
    at = secant(lambda q: deciding.below(q) - level, start * (1 - mp.mpf(10) ** -11), start, steps=4)
    near = abs(at) * mp.mpf(10) ** -46
    if _rest(laws, choose, level, at - near) < 0 < _rest(laws, choose, level, at + near):
        return at
    return s.root(
        lambda q: _rest(laws, choose, level, q), min(0, math.copysign(1, rough)), max(0, math.copysign(1, rough))
    )


def _ends(s: Setting, cells: tuple[int, int, int, int], find: Callable[..., Any]) -> Limits:
    a, b, c, d = cells
    N, n = a + b + c + d, b + c
    low = _Product(s.mp, N, n, b, n), _Product(s.mp, N, n, b, n + 1)
    high = _Product(s.mp, N, n, b + 1, n), _Product(s.mp, N, n, b + 1, n + 1)
    return find(low, max, s.alpha / 2), find(high, min, 1 - s.alpha / 2)


def melded(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    """Return the melded limits from their definition by four products [FayLumbard2021]."""
    return _ends(s, (a, b, c, d), lambda *wanted: _quantile(s, *wanted))


def rough_melded(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    """Return the same to about ten digits."""
    return _ends(s, (a, b, c, d), lambda *wanted: _rough(s.mp, *wanted))
