"""Power as a function of N, enclosed: one conditional power per n, weighted anew for each N.

The conditional power given n follows the boundary of the rejection region by two-step recurrences on integers of a
fixed width, rounded outward; the weights Bin(N, discordance) are walked outward from their mode, where their common
scale cancels in the quotient. A curve costs O(largest N) once and O(sqrt N) per N asked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

from discordant.planning.design import Design
from discordant.planning.effect import Effect
from discordant.planning.region import NEVER

Bounds = tuple[list[int], list[int]]


def _ceil_div(a: int, b: int) -> int:
    return -(-a // b)


def _tails(counts: list[int], up: Fraction, bits: int) -> Bounds:
    """Return for each n lower and upper bounds of 2^bits P(X <= counts[n]), X ~ Bin(n, up); `counts` must not fall."""
    den = up.denominator
    u, d = up.numerator, up.denominator - up.numerator
    lows, highs = [], []
    one = 1 << bits
    mlo = mhi = tlo = thi = one  # mass and tail at n = 0, k = 0
    k = 0
    for n, count in enumerate(counts):
        if n:  # tail(n, k) = tail(n-1, k) - up mass(n-1, k); mass(n, k) = mass(n-1, k) n/(n-k) (1-up)
            tlo, thi = tlo - _ceil_div(u * mhi, den), thi - u * mlo // den
            mlo, mhi = mlo * n * d // ((n - k) * den), _ceil_div(mhi * n * d, (n - k) * den)
        while k < count:  # mass(n, k+1) = mass(n, k) (n-k)/(k+1) up/(1-up); at up = 1 both are 0 below n
            if d:
                mlo, mhi = mlo * (n - k) * u // ((k + 1) * d), _ceil_div(mhi * (n - k) * u, (k + 1) * d)
            tlo, thi = tlo + mlo, thi + mhi
            k += 1
        tlo, thi = max(tlo, 0), min(thi, one)
        lows.append(0 if count == NEVER else tlo)
        highs.append(0 if count == NEVER else thi)
    return lows, highs


class PowerCurve:
    """Certified bounds on the power at any N up to the last row of the given critical counts."""

    __slots__ = ("_high", "_low", "_rise_high", "_rise_low", "_share", "bits", "limit")

    def __init__(self, counts: list[int], effect: Effect, design: Design, *, bits: int = 128) -> None:
        """Compute the conditional power for every n that `counts` covers."""
        self.bits = bits
        self.limit = len(counts) - 1
        self._share = effect.discordance
        share = effect.candidate_share
        self._low, self._high = [0] * len(counts), [0] * len(counts)
        if share is not None:  # without discordance only n = 0 occurs, which is never significant
            for side in design.sides(effect):
                low, high = _tails(counts, 1 - share if side == "candidate" else share, bits)
                self._low = [x + y for x, y in zip(self._low, low, strict=True)]
                self._high = [min(x + y, 1 << bits) for x, y in zip(self._high, high, strict=True)]
        # envelopes that never fall: the least conditional power from n on, and the largest up to n
        self._rise_low = list(accumulate(reversed(self._low), min))[::-1]
        self._rise_high = list(accumulate(self._high, max))

    def enclose(self, N: int) -> tuple[Fraction, Fraction]:
        """Return bounds on the power at N items."""
        return self._mean(N, self._low, self._high)

    def enclose_from(self, N: int) -> tuple[Fraction, Fraction]:
        """Return a lower bound on the power at every N' >= N up to the limit, and an upper bound at every N' <= N.

        n grows stochastically with N, so the mean of an envelope that never falls never falls either.
        """
        return self._mean(N, self._rise_low, self._rise_high)

    def _mean(self, N: int, low: list[int], high: list[int]) -> tuple[Fraction, Fraction]:
        """Return bounds on the mean of low and high under n ~ Bin(N, discordance)."""
        p, q = self._share.numerator, self._share.denominator - self._share.numerator
        if q == 0:
            return Fraction(low[N], 1 << self.bits), Fraction(high[N], 1 << self.bits)
        mode = min(N, (N + 1) * p // (p + q))
        one = 1 << self.bits
        sums = [one, one, one * low[mode], one * high[mode]]  # weights low and high, weighted means low and high

        def walk(start: int, stop: int, step: int, ratio: Callable[[int], tuple[int, int]]) -> None:
            wlo = whi = one
            for n in range(start, stop, step):
                up, down = ratio(n)
                wlo, whi = wlo * up // down, _ceil_div(whi * up, down)
                if whi <= 1:  # the weights fall from here on: what is left weighs at most one unit per row
                    left = abs(stop - n)
                    sums[1] += left
                    sums[3] += left << self.bits
                    return
                sums[0] += wlo
                sums[1] += whi
                sums[2] += wlo * low[n]
                sums[3] += whi * high[n]

        walk(mode + 1, N + 1, 1, lambda n: ((N - n + 1) * p, n * q))
        walk(mode - 1, -1, -1, lambda n: ((n + 1) * q, (N - n) * p))
        return Fraction(sums[2], sums[1] << self.bits), min(Fraction(1), Fraction(sums[3], sums[0] << self.bits))

    def first_possible(self, target: Fraction) -> int:
        """Return the least N whose power could reach the target, limit + 1 where none could: below it power is less."""
        return bisect_left(range(self.limit + 1), True, key=lambda N: self.enclose_from(N)[1] >= target)

    def surely_from(self, target: Fraction) -> int:
        """Return an N from which the power certainly reaches the target up to the limit (limit + 1: none found)."""
        return bisect_left(range(self.limit + 1), True, key=lambda N: self.enclose_from(N)[0] >= target)
