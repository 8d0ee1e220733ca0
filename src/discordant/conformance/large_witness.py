"""A second algorithm for limits of a rate from 100,000 items on: ratio series from the observed count.

`rate_witness` bisects from [0, 1] on sums of mpmath's floats: right at any size, but slow at many items. Here terms
follow from the observed count outward by their rational ratios in fixed point, until they are below 2^-320 of the first
(some 20 standard deviations); the secant rule starts at Wilson's limits, and the sign of the defining equation on both
sides of what it proposes decides. Nothing here calls the enclosed room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from discordant.conformance import rate_witness
from discordant.conformance.rate_witness import Limits, Setting, secant, through_theta, wilson

_FIXED: Final = 320
"""Bits after the point of the series; 10^6 steps, each off by less than two units, leave 90 digits."""

_NEAR: Final = 46
"""Decimals to which the two points lie together between which the sign changes."""


def _series(p: int, q: int, steps: tuple[int, int], r: Any) -> Fraction:
    """Return the sum over j > 0 of the products, over i < j, of r (p + i steps[0]) / (q + i steps[1])."""
    fixed_r, term, total = int(r * (1 << _FIXED)), 1 << _FIXED, 0
    while term and p > 0:
        term = term * p * fixed_r // q >> _FIXED
        total += term
        p, q = p + steps[0], q + steps[1]
    return Fraction(total, 1 << _FIXED)


class Counts:
    """X ~ Bin(n, theta) at one theta."""

    def __init__(self, s: Setting, n: int, theta: Any) -> None:
        self.s, self.n, self.theta = s, n, theta

    def mass(self, k: int) -> Any:
        """Return P(X = k)."""
        mp, n = self.s.mp, self.n
        ways = mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
        return mp.exp(ways + k * mp.log(self.theta) + (n - k) * mp.log(1 - self.theta))

    def above(self, k: int, weight: Fraction) -> Any:
        """Return P(X > k) + weight P(X = k); the shorter side of k is summed."""
        if not 0 < self.theta < 1:
            return self.s.mp.mpf(1 if self.theta >= 1 else 0)
        mass, odds = self.mass(k), self.theta / (1 - self.theta)
        if self.theta * self.n <= k:
            return mass * self.s.q(_series(self.n - k, k + 1, (-1, 1), odds) + weight)
        return 1 - mass * self.s.q(_series(k, self.n - k + 1, (-1, 1), 1 / odds) + 1 - weight)


def _beta_below(s: Setting, k: int, n: int, x: Any) -> Any:
    """Return P(Beta(k + 1/2, n - k + 1/2) <= x) by the series x^a (1-x)^b / (a B) sum (a+b)_j / (a+1)_j x^j."""
    mp = s.mp
    if not 0 < x < 1:
        return mp.mpf(1 if x >= 1 else 0)
    if 2 * x > 1:
        return 1 - _beta_below(s, n - k, n, 1 - x)
    a, b = s.q(Fraction(2 * k + 1, 2)), s.q(Fraction(2 * (n - k) + 1, 2))
    front = a * mp.log(x) + b * mp.log(1 - x) + mp.loggamma(a + b) - mp.loggamma(a + 1) - mp.loggamma(b)
    return mp.exp(front) * s.q(1 + _series(2 * (n + 1), 2 * k + 3, (2, 2), x))


def _crossing(s: Setting, f: Callable[[Any], Any], k: int, n: int) -> Any:
    """Return where the rising f changes its sign: the secant rule's proposal where the signs beside it agree to it.

    Elsewhere (few items on one side) it is bracketed between k/n and 40 items below Wilson's limit.
    """
    low, rate = wilson(s, k, n)[0], s.q(Fraction(k, n))
    at = secant(f, low, low + (rate - low) / 100, steps=9)
    near = min(at, 1 - at) * s.mp.mpf(10) ** -_NEAR
    if 0 < at < 1 and f(at - near) < 0 < f(at + near):
        return at
    return s.root(f, max(s.mp.mpf(0), low - s.q(Fraction(40, n))), rate)


def tail_limits(weight: Fraction) -> Callable[[Setting, int, int], Limits]:
    """Return the limits with P(X > k) + w P(X = k) = alpha/2 and P(X < k) + w P(X = k) = alpha/2."""

    def low(s: Setting, k: int, n: int) -> Any:
        if k == 0:
            return s.mp.mpf(0)
        return _crossing(s, lambda t: Counts(s, n, t).above(k, weight) - s.alpha / 2, k, n)

    return lambda s, k, n: (low(s, k, n), 1 - low(s, n - k, n))


def jeffreys(s: Setting, k: int, n: int) -> Limits:
    """Return the alpha/2 quantiles of Beta(k + 1/2, n - k + 1/2), 0 at k = 0 and 1 at k = n."""

    def low(k: int) -> Any:
        if k == 0:
            return s.mp.mpf(0)
        return _crossing(s, lambda t: _beta_below(s, k, n, t) - s.alpha / 2, k, n)

    return low(k), 1 - low(n - k)


class _Acceptability:
    """Blaker's acceptability of theta for k of n, theta below k/n, by its definition [Blaker2000]."""

    def __init__(self, s: Setting, k: int, n: int) -> None:
        self.s, self.k, self.n = s, k, n

    def parts(self, theta: Any) -> tuple[Any, int, Any]:
        """Return P(X >= k), the largest count j whose P(X <= j) is not above it (-1 if none), and that tail."""
        law = Counts(self.s, self.n, theta)
        observed = law.above(self.k, Fraction(1)) * (1 + self.s.mp.mpf(10) ** -56)
        j = max(0, min(int(theta * self.n), int(2 * theta * self.n) - self.k))  # where a symmetric law has it
        odds, mass = theta / (1 - theta), law.mass(j)
        tail = 1 - law.above(j, Fraction(0))
        while j >= 0 and tail > observed:
            tail, mass, j = tail - mass, mass * j / ((self.n - j + 1) * odds), j - 1
        while True:
            mass = law.mass(0) if j < 0 else mass * (self.n - j) * odds / (j + 1)
            if tail + mass > observed:
                return observed, j, tail if j >= 0 else self.s.mp.mpf(0)
            tail, j = tail + mass, j + 1

    def excess(self, theta: Any) -> Any:
        """Return the acceptability less alpha."""
        observed, _, tail = self.parts(theta)
        return observed + tail - self.s.alpha


_SCAN: Final = 40
"""Steps of theta from Clopper and Pearson's limit on, of a tenth of an item each: a jump comes with each half item."""


def _blaker_low(s: Setting, k: int, n: int, start: Any) -> Any:
    """Return the least theta with acceptability above alpha: a scan from Clopper and Pearson's limit, then closing in.

    Below that limit both tails are below alpha/2. Between two points of the scan the end is a jump of the
    acceptability or a crossing of alpha; both are proposed, and the definition decides on which side each point is.
    Acceptable points narrower than a step of the scan would be missed, and end in a disagreement.
    """
    found, near = _Acceptability(s, k, n), s.mp.mpf(10) ** -_NEAR
    lo = start * (1 - near)
    step = s.q(Fraction(1, 10 * n))
    hi = next(x for x in (lo + step * i for i in range(1, _SCAN)) if found.excess(x) > 0)
    lo = max(lo, hi - step)
    while hi - lo > 3 * near * hi:
        for x in (x for at in _proposals(found, lo, hi) for x in (at - near * hi, at + near * hi)):
            if lo < x < hi:
                lo, hi = (lo, x) if found.excess(x) > 0 else (x, hi)
        for _ in range(3):
            middle = (lo + hi) / 2
            lo, hi = (lo, middle) if found.excess(middle) > 0 else (middle, hi)
    return (lo + hi) / 2


def _proposals(found: _Acceptability, lo: Any, hi: Any) -> Iterator[Any]:
    """Yield where the count j at hi comes in, and where the acceptability with the count at hi crosses alpha."""
    j = found.parts(hi)[1]

    def gap(theta: Any) -> Any:
        law = Counts(found.s, found.n, theta)
        return law.above(found.k, Fraction(1)) - (1 - law.above(j, Fraction(0)))

    if j >= 0:
        yield secant(gap, lo, hi)
    yield secant(found.excess, lo, hi)


def blaker(s: Setting, k: int, n: int) -> Limits:
    """Return the ends of the hull of {theta: acceptability > alpha}."""
    low, high = tail_limits(Fraction(1))(s, k, n)
    return _low_or_zero(s, k, n, low), 1 - _low_or_zero(s, n - k, n, 1 - high)


def _low_or_zero(s: Setting, k: int, n: int, start: Any) -> Any:
    return _blaker_low(s, k, n, start) if k else s.mp.mpf(0)


_LARGE: Final = 100_000
"""Items from which on the limits of this module are taken instead of those of `rate_witness`."""

Rule = Callable[[Setting, int, int], Limits]


def by_size(few: Rule, many: Rule) -> Rule:
    """Return limits by `few` below 10^5 items and by `many` from there on."""
    return lambda s, k, n: (few if n < _LARGE else many)(s, k, n)


JEFFREYS: Final[Rule] = by_size(rate_witness.jeffreys, jeffreys)
RATE: Final[dict[str, Rule]] = {
    **rate_witness.RATE,
    "clopper-pearson": by_size(rate_witness.RATE["clopper-pearson"], tail_limits(Fraction(1))),
    "mid-p": by_size(rate_witness.RATE["mid-p"], tail_limits(Fraction(1, 2))),
    "jeffreys": JEFFREYS,
}
"""Second algorithms for one pass rate, at any size."""

ODDS: Final[dict[str, Rule]] = {
    name: through_theta(RATE[name]) for name in ("clopper-pearson", "mid-p", "wilson", "jeffreys")
} | {"blaker": through_theta(by_size(rate_witness.blaker, blaker))}
"""Second algorithms for the odds ratio b/c, at any size."""
