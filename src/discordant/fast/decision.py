"""Is p < alpha? A filtered predicate that is never wrong: it answers, or raises `Undecided`.

Stages: the critical-count rule (n <= 10^6 and a usual alpha: integers only); the float with a margin of 2^-49, twice
the stated bound; 128-bit fixed point with a margin of 2^-78; the integer sum within its budget. The first margin
is a validated bound, the second a proved one (docs/fast-bounds.md); the rule and the sum rest on integers alone.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor, log, log2, nextafter
from typing import Any, Final, NamedTuple

from discordant.errors import Undecided
from discordant.fast import exact_sum, wide
from discordant.fast.counts import read_counts
from discordant.fast.critical_counts import N_MAX, RULES, SCALE_BITS
from discordant.fast.ratio_pieces import FAR
from discordant.fast.scalar import exact_p, log_exact_p
from discordant.fast.triangle import SMALL
from discordant.level import Exactly, read_level, shown

MARGIN: Final = 2.0**-49
"""Relative half-width of the filter around a float p: twice the stated 4 ulp (at most 2^-50 of p)."""
LOG_MARGIN: Final = 2.0**-48
SMALLEST: Final = 1e-290
"""Below this p the filter compares logarithms."""
BOUND: Final = 2.0**-49
"""Relative half-width of `exact_p_bounds` beyond n = 1023: twice the stated 4 ulp."""


class Threshold(NamedTuple):
    """An alpha made ready: its exact value, floats around it, its logarithm, and the rule of its critical counts."""

    value: Fraction
    below: float
    above: float
    log: float
    log_margin: float
    slope: int
    offset: int
    exceptions: dict[int, int] | None


@lru_cache(maxsize=256, typed=True)  # typed: the float 0.1 means 1/10, the Fraction of its expansion does not
def _threshold(alpha: Exactly) -> Threshold:
    value = read_level(alpha, "alpha").value
    near = float(value)
    logs = log(value.numerator), log(value.denominator)
    slope, offset, exceptions = 0, 0, None
    for text, found in RULES.items():
        if Fraction(text) == value:
            slope, offset, exceptions = found
    return Threshold(
        value,
        nextafter(near, 0.0),
        nextafter(near, 1.0),
        logs[0] - logs[1],
        LOG_MARGIN * (1.0 + logs[0] + logs[1]),
        slope,
        offset,
        exceptions,
    )


def _by_filter(b: int, c: int, threshold: Threshold) -> bool | None:
    p = exact_p(b, c)
    if p > SMALLEST and threshold.below > SMALLEST:
        if p * (1.0 + MARGIN) < threshold.below:
            return True
        return False if p * (1.0 - MARGIN) > threshold.above else None
    logarithm = log_exact_p(b, c)
    margin = threshold.log_margin - LOG_MARGIN * logarithm
    if logarithm + margin < threshold.log:
        return True
    return False if logarithm - margin > threshold.log else None


def _filter_bits(b: int, c: int, threshold: Threshold) -> int:
    """Return to how many bits p and alpha agree where the filter leaves it open."""
    if exact_p(b, c) > SMALLEST and threshold.below > SMALLEST:
        return -int(log2(MARGIN))
    return floor(-log2(2.0 * (threshold.log_margin - LOG_MARGIN * log_exact_p(b, c))))


def _by_fixed_point(n: int, d: int, alpha: Fraction) -> bool | None:
    mantissa, exponent = wide.approximate(n, d)
    slack = (mantissa >> wide.RELATIVE_BITS) + 1
    left, right = alpha.denominator, alpha.numerator
    if exponent < 0:
        right <<= -exponent
    else:
        left <<= exponent
    if (mantissa + slack) * left < right:
        return True
    return False if (mantissa - slack) * left > right else None


def decide(b: Any, c: Any, alpha: Exactly = "0.05") -> bool:
    """Return whether the exact two-sided p of (b, c) is below alpha, strictly; never a guess.

    alpha is read exactly ("0.05", "1/20", Fraction, Decimal, a float through its shortest decimal). Raises `Undecided`
    where every stage leaves it open and the sum is beyond its budget: alpha within 2^-78 of p, or, beyond
    ((b-c)/n)^2 = 0.18, within the filter's 2^-49 (below 1e-290 within as many bits as the logarithm has left). Raises
    `TableError` for what is no count, `LevelError` for what is no alpha, `TooLarge` for n > 2^53.

    >>> decide(17, 3, "0.05"), decide(6, 0, "1/32")
    (True, False)
    """
    first, second = read_counts(b, c)
    try:
        threshold = _threshold(alpha)
    except TypeError:  # a value that cannot be a key
        threshold = _threshold(read_level(alpha, "alpha").value)
    n, d = first + second, abs(first - second)
    if d <= 1:
        return False  # p = 1
    if n <= N_MAX and threshold.exceptions is not None:
        least = threshold.exceptions.get(n)
        if least is not None:
            return d >= least
        return (d - 1) ** 2 << SCALE_BITS > threshold.slope * n - threshold.offset
    answer = _by_filter(first, second, threshold)
    if answer is not None:
        return answer
    m = min(first, second)
    bits = _filter_bits(first, second, threshold)
    y = d / n
    # with n near 2^53 the smallest alphas make e^-D long; they go to the sum, which refuses them
    if n > SMALL and y * y <= FAR:
        answer = _by_fixed_point(n, d, threshold.value)
        if answer is not None:
            return answer
        bits = wide.RELATIVE_BITS
    if exact_sum.work(n, m) > exact_sum.BUDGET:
        raise Undecided(
            f"p of b={first}, c={second} is within 2^-{bits} of alpha={shown(alpha)} and the exact sum is"
            " beyond its budget; compare discordant.p_real(b, c) instead",
            bits=bits,
        )
    return exact_sum.doubled_tail(n, m) * threshold.value.denominator < threshold.value.numerator << n


def exact_p_bounds(b: Any, c: Any) -> tuple[float, float]:
    """Return floats (lo, hi) with lo <= p <= hi for the exact two-sided p, lo = hi where a float holds p.

    n <= 1023: the float below and above, from the exact integers. Beyond: p (1 -+ 2^-49), twice the stated
    4 ulp, and one spacing of the subnormals (a validated bound, see docs/fast-bounds.md). Errors as in `exact_p`.

    >>> exact_p_bounds(17, 3)
    (0.0025768280029296875, 0.0025768280029296875)
    """
    first, second = read_counts(b, c)
    n, m = first + second, min(first, second)
    p = exact_p(first, second)
    if n - 2 * m <= 1:
        return 1.0, 1.0
    if n <= SMALL:
        num, den = p.as_integer_ratio()
        error = num * (1 << n) - exact_sum.doubled_tail(n, m) * den
        if error == 0:
            return p, p
        return (nextafter(p, 0.0), p) if error > 0 else (p, nextafter(p, 1.0))
    spacing = 5e-324
    return max(0.0, p * (1.0 - BOUND) - spacing), min(1.0, p * (1.0 + BOUND) + spacing)
