"""A second algorithm for limits of one pass rate and of the odds ratio: textbook formulas in mpmath at 70 digits.

Nothing here calls the enclosed room. Closed forms are evaluated as printed in the sources; score and quantile limits
are found as roots of their defining equations by bracketed iteration on plain sums. Where the oracle's limit comes
from another representation (a quartic, a cancellation-free form, a continued fraction), this one is the naive one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import mpmath

Inputs = dict[str, str]
Limits = tuple[Any, Any]


@lru_cache(maxsize=1)
def context() -> Any:
    """Return the private context of 70 digits that the second algorithms share: made once, never changed."""
    mp = mpmath.MPContext()
    mp.dps = 70
    return mp


class Setting:
    """A context with z and alpha of one case."""

    def __init__(self, inputs: Inputs) -> None:
        mp = self.mp = context()
        if "z" in inputs:
            self.z = self.q(Fraction(inputs["z"]))
            self.alpha = mp.erfc(self.z / mp.sqrt(2))
        else:
            level = self.q(Fraction(inputs["level"]))
            self.alpha = 1 - level
            self.z = mp.sqrt(2) * mp.erfinv(level)

    def q(self, value: Fraction | int) -> Any:
        """Return a rational as a float of 70 digits."""
        rational = Fraction(value)
        return self.mp.mpf(rational.numerator) / rational.denominator

    def root(self, f: Callable[[Any], Any], lo: Any, hi: Any) -> Any:
        """Return the root of a monotone f between lo and hi, to 50 digits: bisection, then the Illinois rule."""
        mp = self.mp
        lo, hi = mp.mpf(lo), mp.mpf(hi)
        up = f(hi) > 0
        for _ in range(16):
            middle = (lo + hi) / 2
            if (f(middle) > 0) == up:
                hi = middle
            else:
                lo = middle
        at_lo, at_hi, side = f(lo), f(hi), 0
        for _ in range(400):
            if hi - lo <= mp.mpf(10) ** -50 * abs(hi) or at_lo == at_hi:
                break
            steep = mp.isinf(at_lo) or mp.isinf(at_hi)
            x = (lo + hi) / 2 if steep else (lo * at_hi - hi * at_lo) / (at_hi - at_lo)
            at_x = f(x)
            if at_x == 0:
                return x
            if (at_x > 0) == up:
                hi, at_hi, at_lo = x, at_x, at_lo / 2 if side == 1 else at_lo
                side = 1
            else:
                lo, at_lo, at_hi = x, at_x, at_hi / 2 if side == -1 else at_hi
                side = -1
        return (lo + hi) / 2


def secant(f: Callable[[Any], Any], first: Any, second: Any, steps: int = 8) -> Any:
    """Return where the secant rule leads from two points: a proposal, to be judged by the sign on both sides."""
    before = f(first)
    for _ in range(steps):
        here = f(second)
        if here == before:
            break
        first, second, before = second, second - here * (second - first) / (here - before), here
    return second


# ---------------------------------------------------------------------------------------------- one pass rate


def wilson(s: Setting, k: int, n: int) -> Limits:
    """Return Wilson's limits in their usual form, centre and half-width over 1 + z^2/n: 0 at k = 0 and 1 at k = n."""
    p, z2 = s.q(Fraction(k, n)), s.z**2
    centre, half = p + z2 / (2 * n), s.z * s.mp.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    low, high = (centre - half) / (1 + z2 / n), (centre + half) / (1 + z2 / n)
    return (s.mp.mpf(0) if k == 0 else low), (s.mp.mpf(1) if k == n else high)


def wilson_cc(s: Setting, k: int, n: int) -> Limits:
    """Return Wilson's limits with continuity correction as Newcombe prints them, 0 at k = 0 and 1 at k = n."""
    p, z, z2 = s.q(Fraction(k, n)), s.z, s.z**2
    low = (2 * n * p + z2 - 1 - z * s.mp.sqrt(z2 - 2 - s.q(Fraction(1, n)) + 4 * p * (n * (1 - p) + 1))) / (
        2 * (n + z2)
    )
    high = (2 * n * p + z2 + 1 + z * s.mp.sqrt(z2 + 2 - s.q(Fraction(1, n)) + 4 * p * (n * (1 - p) - 1))) / (
        2 * (n + z2)
    )
    return (s.mp.mpf(0) if k == 0 else low), (s.mp.mpf(1) if k == n else high)


def _upper_tail(s: Setting, k: int, n: int, weight: Fraction) -> Callable[[Any], Any]:
    """Return theta -> P(X > k) + weight P(X = k), X ~ Bin(n, theta), as a plain sum over the shorter side."""

    def value(theta: Any) -> Any:
        mp = s.mp
        if theta <= 0 or theta >= 1:
            return mp.mpf(1 if theta >= 1 else 0)
        log_mass = mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
        mass = mp.exp(log_mass + k * mp.log(theta) + (n - k) * mp.log(1 - theta))
        odds, term, beyond = theta / (1 - theta), mass, mp.mpf(0)
        above = theta * n <= k
        i = k
        while term > mass * mp.mpf(10) ** -72 and (i < n if above else i > 0):
            term = term * (n - i) * odds / (i + 1) if above else term * i / ((n - i + 1) * odds)
            i += 1 if above else -1
            beyond += term
        return beyond + s.q(weight) * mass if above else 1 - beyond - (1 - s.q(weight)) * mass

    return value


def _tail_limits(s: Setting, k: int, n: int, weight: Fraction) -> Limits:
    """Solve P(X > k) + w P(X = k) = alpha/2 and P(X < k) + w P(X = k) = alpha/2 for theta."""
    low, high = s.mp.mpf(0), s.mp.mpf(1)
    if k or weight < 1:
        upper = _upper_tail(s, k, n, weight)
        low = s.root(lambda t: upper(t) - s.alpha / 2, 0, 1) if k else low
    if k < n:
        mirrored = _upper_tail(s, n - k, n, weight)
        high = 1 - s.root(lambda t: mirrored(t) - s.alpha / 2, 0, 1)
    return low, high


def _log_beta(s: Setting, a: Any, b: Any) -> Any:
    return s.mp.loggamma(a) + s.mp.loggamma(b) - s.mp.loggamma(a + b)


def _beta_below(s: Setting, a: Any, b: Any, x: Any, log_beta: Any) -> Any:
    """Return P(Beta(a, b) <= x) by the series x^a (1-x)^b / (a B(a, b)) sum (a+b)_j / (a+1)_j x^j, x <= 1/2."""
    mp = s.mp
    if x <= 0 or x >= 1:
        return mp.mpf(1 if x >= 1 else 0)
    if 2 * x > 1:
        return 1 - _beta_below(s, b, a, 1 - x, log_beta)
    term, total, j = mp.mpf(1), mp.mpf(1), 0
    while term > total * mp.mpf(10) ** -72:
        term = term * (a + b + j) / (a + 1 + j) * x
        total += term
        j += 1
    return mp.exp(a * mp.log(x) + b * mp.log(1 - x) - mp.log(a) - log_beta) * total


@lru_cache(maxsize=8)
def jeffreys(s: Setting, k: int, n: int) -> Limits:
    """Return the alpha/2 quantiles of Beta(k + 1/2, n - k + 1/2) by root finding on its series."""
    a, b = s.q(Fraction(2 * k + 1, 2)), s.q(Fraction(2 * (n - k) + 1, 2))
    front = _log_beta(s, a, b)
    low = s.mp.mpf(0) if k == 0 else s.root(lambda t: _beta_below(s, a, b, t, front) - s.alpha / 2, 0, 1)
    high = s.mp.mpf(1) if k == n else s.root(lambda t: _beta_below(s, a, b, t, front) - 1 + s.alpha / 2, 0, 1)
    return low, high


def _agresti_coull(s: Setting, k: int, n: int) -> Limits:
    total = n + s.z**2
    p = (k + s.z**2 / 2) / total
    half = s.z * s.mp.sqrt(p * (1 - p) / total)
    return p - half, p + half


def _rate_wald(s: Setting, k: int, n: int) -> Limits:
    p = s.q(Fraction(k, n))
    half = s.z * s.mp.sqrt(p * (1 - p) / n)
    return p - half, p + half


RATE: Final[dict[str, Callable[[Setting, int, int], Limits]]] = {
    "wilson": wilson,
    "wilson-cc": wilson_cc,
    "clopper-pearson": lambda s, k, n: _tail_limits(s, k, n, Fraction(1)),
    "mid-p": lambda s, k, n: _tail_limits(s, k, n, Fraction(1, 2)),
    "jeffreys": jeffreys,
    "agresti-coull": _agresti_coull,
    "wald": _rate_wald,
}

# ---------------------------------------------------------------------------------------------- odds ratio b/c


def _odds(s: Setting, theta: Any) -> Any:
    return s.mp.inf if theta == 1 else theta / (1 - theta)


def blaker(s: Setting, k: int, n: int) -> Limits:
    """Scan for the hull of {theta: acceptability > alpha}: coarse steps outward from k/n, then bisection of the end."""
    mp = s.mp

    def acceptability(theta: Any) -> Any:
        odds = theta / (1 - theta)
        masses = [(1 - theta) ** n]
        for i in range(n):
            masses.append(masses[-1] * (n - i) * odds / (i + 1))
        below, above = mp.fsum(masses[: k + 1]), mp.fsum(masses[k:])
        observed = min(below, above)
        if below <= above:
            other, i = mp.mpf(0), n
            while i > k and other + masses[i] <= observed * (1 + mp.mpf(10) ** -60):
                other, i = other + masses[i], i - 1
        else:
            other, i = mp.mpf(0), 0
            while i < k and other + masses[i] <= observed * (1 + mp.mpf(10) ** -60):
                other, i = other + masses[i], i + 1
        return min(mp.mpf(1), observed + other)

    outer = _tail_limits(s, k, n, Fraction(1))

    def end(far: Any) -> Any:
        if far in (0, 1):
            return far
        inside, steps = s.q(Fraction(k, n)), 100
        grid = [far + (inside - far) * i / steps for i in range(steps + 1)]
        first = next(i for i, theta in enumerate(grid) if acceptability(theta) > s.alpha)
        lo, hi = grid[max(0, first - 1)], grid[first]
        for _ in range(400):
            middle = (lo + hi) / 2
            if acceptability(middle) > s.alpha:
                hi = middle
            else:
                lo = middle
        return hi

    return end(outer[0]), end(outer[1])


def through_theta(limits: Callable[[Setting, int, int], Limits]) -> Callable[[Setting, int, int], Limits]:
    """Return limits of the odds b/c from those of theta = b/(b + c)."""

    def value(s: Setting, b: int, c: int) -> Limits:
        if b + c == 0:
            return s.mp.mpf(0), s.mp.inf
        low, high = limits(s, b, b + c)
        return _odds(s, low), _odds(s, high)

    return value
