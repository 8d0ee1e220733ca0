"""Exact power and size of a test of N items: the chance that it will be significant, summed over every outcome.

The discordant items number n ~ Bin(N, p_b + p_c), and given n the candidate has b ~ Bin(n, p_b / (p_b + p_c)) of
them. With rational probabilities over a common denominator d, p_b = B/d, p_c = C/d and the rest R/d,

    power = sum over n of C(N, n) R^(N-n) G(n) / d^N,      G(n) = sum over rejected x of C(n, x) B^x C^(n-x),

and G follows the critical counts k(n) in two steps per n, as a tail follows Pascal's rule:

    G(n+1) at k = (B + C) G(n) - B C(n, k) B^k C^(n-k).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from discordant.enclosed.real import Real
from discordant.errors import TooLarge
from discordant.level import Exactly
from discordant.planning.curve import PowerCurve
from discordant.planning.design import Design
from discordant.planning.effect import Effect
from discordant.planning.region import NEVER, region
from discordant.table import read_count

MAX_BITS: Final = 60_000
"""Largest N log2(denominator) for which power is an exact Fraction (N = 15,000 at tenths)."""

EXACT_ITEMS: Final = 2000
"""Largest N whose power is a Fraction where either would do; an enclosure prints the same digits sooner beyond."""


def _tail_numerators(counts: list[int], up: int, down: int) -> list[int]:
    """Return for each n the sum over x <= counts[n] of C(n, x) up^x down^(n-x); `counts` must not fall."""
    sums = [0] * len(counts)
    ups, downs = [1], [1]
    for _ in counts:
        ups.append(ups[-1] * up)
        downs.append(downs[-1] * down)
    binom, k, total = 1, 0, downs[0]  # C(n, k) and the sum up to k, at n = 0, k = 0
    for n, count in enumerate(counts):
        if n:
            total = (up + down) * total - up * binom * ups[k] * downs[n - 1 - k]
            binom = binom * n // (n - k)
        while k < count:
            binom = binom * (n - k) // (k + 1)
            k += 1
            total += binom * ups[k] * downs[n - k]
        sums[n] = total if count != NEVER else 0
    return sums


def _numerators(counts: list[int], effect: Effect, design: Design) -> tuple[list[int], int, int]:
    """Return G(n) for every n, R and d."""
    d = math.lcm(effect.p_b.denominator, effect.p_c.denominator)
    b, c = int(effect.p_b * d), int(effect.p_c * d)
    sums = [0] * len(counts)
    for side in design.sides(effect):
        low, high = (c, b) if side == "candidate" else (b, c)  # the candidate is better where c is small
        sums = [x + y for x, y in zip(sums, _tail_numerators(counts, low, high), strict=True)]
    return sums, d - b - c, d


def _check_budget(N: int, effect: Effect) -> None:
    d = math.lcm(effect.p_b.denominator, effect.p_c.denominator)
    bits = N * (d - 1).bit_length()
    if bits > MAX_BITS:
        raise TooLarge(
            "the exact power",
            predicted=bits,
            limit=MAX_BITS,
            unit="bits",
            alternative="power_real(...) gives a certified enclosure instead",
            option="plan for fewer items, or for assumed rates of fewer digits",
        )


def exact_power(N: int, effect: Effect, design: Design) -> Fraction:
    """Return the power of `design` at N items under `effect`, exactly; `TooLarge` beyond 60,000 bits."""
    _check_budget(N, effect)
    sums, rest, d = _numerators(region(N, design), effect, design)
    total, binom = 0, 1
    rests = [1]
    for _ in range(N):
        rests.append(rests[-1] * rest)
    for n, weight in enumerate(sums):
        if weight:
            total += binom * rests[N - n] * weight
        binom = binom * (N - n) // (n + 1)
    return Fraction(total, d**N)


def enclosed_power(N: int, effect: Effect, design: Design) -> Real:
    """Return the power of `design` at N items under `effect` as a certified Real."""
    counts = region(N, design)

    def refine(bits: int) -> tuple[Fraction, Fraction]:
        return PowerCurve(counts, effect, design, bits=bits + 32).enclose(N)

    return Real.refined(refine, what=f"the power at N={N}")


def certified_power(N: int, effect: Effect, design: Design) -> Real:
    """Return the power at N items as a Real: exact up to `EXACT_ITEMS` and 60,000 bits, an enclosure beyond."""
    if N <= EXACT_ITEMS:
        try:
            return Real.exact(exact_power(N, effect, design), what=f"the power at N={N}")
        except TooLarge:  # probabilities of many digits
            return enclosed_power(N, effect, design)
    return enclosed_power(N, effect, design)


def power(
    N: int,
    *,
    p_b: Exactly | None = None,
    p_c: Exactly | None = None,
    delta: Exactly | None = None,
    discordance: Exactly | None = None,
    alpha: Exactly = "0.05",
    method: str = "exact",
    alternative: str = "two-sided",
    counting: str = "either",
) -> Fraction:
    """Return the probability that a test of N items will be significant at alpha, exactly, as a Fraction.

    The items are independent, each with the same probabilities: give p_b and p_c, or delta and discordance. Methods:
    "exact", "mid-p", "chi-square", "edwards", with the conventions of their p-values; significant means p < alpha.
    Two-sided power counts significance in either direction; counting="right" leaves out the significant results that
    point the wrong way. "candidate" is the one-sided test. The numbers are those of a full enumeration of all tables
    [Fagerland2013].

    Raises `ArgumentError` and `LevelError` for the assumptions, `TooLarge` where the answer would exceed 60,000 bits
    (see `power_real`).

    >>> round(float(power(234, p_b="0.2", p_c="0.1")), 7)
    0.7755588
    >>> round(float(power(234, p_b="0.2", p_c="0.1", counting="right")), 7)
    0.7755584
    """
    effect = Effect.read(p_b=p_b, p_c=p_c, delta=delta, discordance=discordance)
    design = Design.read(alpha, method=method, alternative=alternative, counting=counting)
    return exact_power(read_count(N, "N"), effect, design)


def size(
    N: int,
    *,
    discordance: Exactly,
    alpha: Exactly = "0.05",
    method: str = "exact",
    alternative: str = "two-sided",
) -> Fraction:
    """Return the actual size: the probability of significance where there is no difference, exactly.

    The exact test's size never exceeds alpha and is often well below it; the mid-p and the chi-square can exceed it.
    Errors as for `power`.

    >>> round(float(size(500, discordance="3/8")), 4), round(float(size(200, discordance="3/8", method="mid-p")), 4)
    (0.0423, 0.0485)
    """
    effect = Effect.read(delta=0, discordance=discordance)
    return exact_power(read_count(N, "N"), effect, Design.read(alpha, method=method, alternative=alternative))


def conditional_power(
    n: int,
    *,
    candidate_share: Exactly,
    alpha: Exactly = "0.05",
    method: str = "exact",
    alternative: str = "two-sided",
) -> Fraction:
    """Return the power given that n items are discordant, each the candidate's with probability `candidate_share`.

    0 where n is too small for any split to be significant. Exact; errors as for `power`.

    >>> conditional_power(6, candidate_share="0.5")
    Fraction(1, 32)
    """
    n = read_count(n, "n")
    share = Effect.read(p_b=candidate_share, p_c=0).p_b
    effect = Effect(share, 1 - share)
    design = Design.read(alpha, method=method, alternative=alternative)
    _check_budget(n, effect)
    sums, _, d = _numerators(region(n, design), effect, design)
    return Fraction(sums[n], d**n)


def power_real(
    N: int,
    *,
    p_b: Exactly | None = None,
    p_c: Exactly | None = None,
    delta: Exactly | None = None,
    discordance: Exactly | None = None,
    alpha: Exactly = "0.05",
    method: str = "exact",
    alternative: str = "two-sided",
    counting: str = "either",
) -> Real:
    """Return the power of `power` as a certified Real, for N beyond the exact budget (to about a million items).

    >>> power_real(20_000, delta="0.01", discordance="0.2").decimal(6)
    '0.882515'
    """
    effect = Effect.read(p_b=p_b, p_c=p_c, delta=delta, discordance=discordance)
    design = Design.read(alpha, method=method, alternative=alternative, counting=counting)
    return enclosed_power(read_count(N, "N"), effect, design)
