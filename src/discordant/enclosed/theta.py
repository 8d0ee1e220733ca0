"""Limits for one success probability theta, as the families for b/n, k/N, the odds ratio and delta share them.

Each is exact (0, 1, or another rational) or the crossing of two curves, kept as a pair of rationals so that an
increasing function of theta (the odds, a rescaling) maps a bracket to a bracket without loss near 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, isqrt
from typing import Final

from discordant.enclosed.beta_tails import binomial_tail, half_beta
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.crossing import Crossing, Curves, Sides, simplest_between
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import MAX_BITS, Real
from discordant.enclosed.tails import HALF, certified_bits, check_reach

Image = Callable[[Fraction], Fraction]
"""An increasing function of theta with rational values at rationals."""

_CHECKED_BITS: Final = 40_000
"""Largest n log2(denominator) at which a candidate for a rational limit is put into the equation exactly."""


@lru_cache(maxsize=64)
def alpha_half(q: Quantile, bits: int) -> Bracket:
    """Return alpha/2 as a bracket: a point up to rounding for a level, P(Z > z) for a given z."""
    lo, hi = q.alpha_bracket(bits)
    return Bracket.between(lo, hi, bits + 8).times_power_of_two(-1)


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit for theta: `exact` where it is known as a rational, else the brackets that `refine(bits)` returns.

    `rational()` returns its value where it can be shown to be rational, `max_bits` is the most it is certified to.
    """

    what: str
    exact: Fraction | None = None
    refine: Callable[[int], tuple[Fraction, Fraction]] | None = None
    rational: Callable[[], Fraction | None] | None = None
    max_bits: int = MAX_BITS

    def mirrored(self) -> Limit:
        """Return 1 minus this limit: what a lower limit becomes when passes and failures are exchanged."""
        inner, known = self.refine, self.rational

        def refine(bits: int) -> tuple[Fraction, Fraction]:
            assert inner is not None  # asked only where exact is None
            lo, hi = inner(bits)
            return 1 - hi, 1 - lo

        def rational() -> Fraction | None:
            value = None if known is None else known()
            return None if value is None else 1 - value

        exact = None if self.exact is None else 1 - self.exact
        return Limit(self.what, exact, None if inner is None else refine, rational, self.max_bits)

    def real(self, image: Image, what: str) -> Real:
        """Return image(theta) as a Real."""
        if self.exact is not None:
            return Real.exact(image(self.exact), what=what)
        inner, known = self.refine, self.rational
        assert inner is not None  # exact or refined

        def refine(bits: int) -> tuple[Fraction, Fraction]:
            lo, hi = inner(bits)
            return image(lo), image(hi)

        def rational() -> Fraction | None:
            value = None if known is None else known()
            return None if value is None else image(value)

        return Real.refined(refine, what=what, max_bits=self.max_bits, rational=rational)


def is_small(n: int, theta: Fraction) -> bool:
    """Whether a tail of n items at theta is quick to compute as a Fraction."""
    return n * theta.denominator.bit_length() <= _CHECKED_BITS


def from_crossing(crossing: Crossing, n: int, holds: Callable[[Fraction], bool] | None) -> Limit:
    """Return the limit at a crossing; `holds(x)` says whether both curves meet at x exactly, for rational roots."""

    def rational() -> Fraction | None:
        if holds is None:
            return None
        candidate = simplest_between(*crossing.refine(160))
        return candidate if is_small(n, candidate) and holds(candidate) else None

    return Limit(crossing.what, None, crossing.refine, rational, certified_bits(n))


def exact_tail(n: int, k: int, theta: Fraction, weight: Fraction) -> Fraction:
    """Return P(X > k) + weight P(X = k), X ~ Bin(n, theta), as a Fraction: the definition, for small n only."""
    passes, failures = theta.numerator, theta.denominator - theta.numerator
    terms = [comb(n, i) * passes**i * failures ** (n - i) for i in range(k, n + 1)]
    total: Fraction = weight * terms[0] + sum(terms[1:])
    return total / int(theta.denominator**n)


def binomial_lower(k: int, n: int, weight: Fraction, q: Quantile, what: str) -> Limit:
    """Return the theta with P(X > k) + weight P(X = k) = alpha/2, X ~ Bin(n, theta); 0 at k = 0.

    Weight 1 is Clopper and Pearson's lower limit, weight 1/2 the mid-p one. Strictly increasing in theta for k > 0.
    """
    check_reach(n, what)
    if not k:
        return Limit(what, Fraction(0))
    alpha = q.alpha
    holds = None if alpha is None else (lambda x: exact_tail(n, k, x, weight) == alpha / 2)
    curves = binomial_curves(k, n, weight, q)
    return from_crossing(Crossing(curves, Fraction(2 * k + 1, 2 * n + 2), what), n, holds)


def binomial_curves(k: int, n: int, weight: Fraction, q: Quantile) -> Curves:
    """Return P(X > k) + weight P(X = k) as a function of theta, and alpha/2, which it crosses once for k > 0."""

    def curves(x: Fraction, bits: int) -> Sides:
        tail, at_k = binomial_tail(n, k, x, weight, bits)
        slope = at_k * (weight * k / x + (1 - weight) * (n - k) / (1 - x))
        return Sides(tail, alpha_half(q, bits), slope, Bracket.of(0, bits))

    return curves


def jeffreys_lower(k: int, n: int, q: Quantile, what: str) -> Limit:
    """Return the alpha/2 quantile of Beta(k + 1/2, n-k + 1/2); 0 at k = 0."""
    check_reach(n, what)
    if not k:
        return Limit(what, Fraction(0))

    depth = _depth(q)  # half_beta may take 1 minus a sum near 1 for a value of alpha's size

    def curves(x: Fraction, bits: int) -> Sides:
        below, density = half_beta(n, k, x, bits + depth)
        return Sides(below, alpha_half(q, bits), density, Bracket.of(0, bits))

    return from_crossing(Crossing(curves, _jeffreys_start(k, n, q), what), n, None)


def _depth(q: Quantile) -> int:
    """Return how many bits 1 / alpha has."""
    least = q.alpha_bracket(64)[0]
    return least.denominator.bit_length() - least.numerator.bit_length() + 1


def _jeffreys_start(k: int, n: int, q: Quantile) -> Fraction:
    """Return where the search starts: the mean, or with few failures a point that is surely below the limit.

    The failures are then nearly a Poisson count, whose tail falls like e^-s at a distance s; from the far side Newton's
    steps for the logarithm of the tail do not overshoot, from the mean they do by orders of magnitude.
    """
    failures, depth = n - k, _depth(q)
    share = Fraction(failures + depth + isqrt(2 * (failures + 1) * depth) + 1, n + 1)
    return 1 - share if share < Fraction(1, 10) else Fraction(2 * k + 1, 2 * n + 2)


def clopper_pearson(k: int, n: int, q: Quantile, what: str) -> tuple[Limit, Limit]:
    """Return Clopper and Pearson's limits for theta from k of n; [0, 1] at n = 0 [ClopperPearson1934]."""
    return (
        binomial_lower(k, n, Fraction(1), q, f"the lower {what}"),
        binomial_lower(n - k, n, Fraction(1), q, f"the upper {what}").mirrored(),
    )


def mid_p(k: int, n: int, q: Quantile, what: str) -> tuple[Limit, Limit]:
    """Return the mid-p limits for theta from k of n: half weight for the observed count [Lancaster1961]."""
    return (
        binomial_lower(k, n, HALF, q, f"the lower {what}"),
        binomial_lower(n - k, n, HALF, q, f"the upper {what}").mirrored(),
    )


def jeffreys(k: int, n: int, q: Quantile, what: str) -> tuple[Limit, Limit]:
    """Return the equal-tailed Jeffreys limits for theta, 0 at k = 0 and 1 at k = n [BrownCaiDasGupta2001]."""
    return (
        jeffreys_lower(k, n, q, f"the lower {what}"),
        jeffreys_lower(n - k, n, q, f"the upper {what}").mirrored(),
    )
