"""n > 1023 and y = (d/n)^2 > 0.18 on arrays: the last term of the tail times the sum of its ratios (`fast.ratio`)."""

from __future__ import annotations

from functools import cache
from math import lgamma, log
from typing import Final

import numpy as np

from discordant.fast import ratio_pieces
from discordant.fast.batch.arrays import Floats, Ints
from discordant.fast.batch.expansion_kernel import depth, two_product
from discordant.fast.factorials import LARGEST, factorials
from discordant.fast.ratio import LN2, STIRLING_FROM
from discordant.fast.ratio_pieces import SUBNORMAL, VANISHED

TERMS: Final = 48
"""The ratios are at most 0.41: 0.41^48 is below 2^-61."""
FEW: Final = 21
SMALL: Final = 0.125
"""Of entries whose first ratio, the largest, is at most 2^-3, 21 terms: 2^-63 of the sum is left out."""
LN2_LOW: Final = 2.3190468138462996e-17


@cache
def _tables() -> tuple[Floats, Floats, Ints, Floats, Floats]:
    high, low, exponents, short, rest = zip(*factorials(), strict=True)
    return np.array(high), np.array(low), np.array(exponents, dtype=np.int64), np.array(short), np.array(rest)


def _sum(n: Floats, m: Floats, terms: int) -> Floats:
    """Return so many terms of the sum, from the last on; those beyond m vanish."""
    below = m - (terms - 1.0)
    above = n - m
    above += terms
    runs_out = bool(below.min() < 0.0)
    total = np.zeros_like(n)
    for _ in range(terms):
        total += 1.0
        total *= np.maximum(below, 0.0) if runs_out else below
        total /= above
        below += 1.0
        above -= 1.0
    return total


def ratio_sum(n: Floats, m: Floats) -> Floats:
    """Return P(X < m) / P(X = m).

    How many terms are taken depends on the entry's first ratio alone, so that its neighbours do not change its value.
    """
    few = m / (n - m + 1.0) <= SMALL
    if few.all():
        return _sum(n, m, FEW)
    if not few.any():
        return _sum(n, m, TERMS)
    out = np.empty(n.size)
    for some, terms in ((few, FEW), (~few, TERMS)):
        out[some] = _sum(n[some], m[some], terms)
    return out


def _mass(n: Ints, m: Ints) -> tuple[Floats, Ints]:
    high, low, exponents, short, rest = _tables()
    r = n - m
    first, second, head = short[m], short[r], high[n]
    both = first * second
    product = head * both
    product += head * (first * rest[r] + rest[m] * (second + rest[r])) + low[n] * both
    return product, exponents[n] - exponents[m] - exponents[r] - n


def tail(n: Ints, m: Ints, with_mass: bool) -> Floats:
    """Return p or mid-p; 0.0 only where it rounds to 0."""
    out = np.zeros(n.size)
    some = np.flatnonzero(n <= LARGEST)
    if some.size:
        n, m = n[some], m[some]
        mantissa, exponent = _mass(n, m)
        total = ratio_sum(n.astype(float), m.astype(float)) + (1.0 if with_mass else 0.5)
        p = np.ldexp(mantissa * total, exponent + 1)
        for place in np.flatnonzero(p < SUBNORMAL):
            if exponent[place] >= VANISHED:  # one by one, so that it is rounded once
                p[place] = ratio_pieces.tail(int(n[place]), int(m[place]), with_mass)
        out[some] = p
    return out


@cache
def _small_stirling() -> Floats:
    """Ln k! beyond Stirling's formula for k < 30 (k = 0: unused)."""
    head = [lgamma(k + 1) - (k + 0.5) * log(k) + k - 0.9189385332046727 for k in range(1, STIRLING_FROM)]
    return np.array([0.0, *head])


def _stirling(k: Floats) -> Floats:
    square = 1.0 / k
    square *= square
    out = (1 / 12 - (1 / 360 - square * (1 / 1260)) * square) / k
    small = np.flatnonzero(k < STIRLING_FROM)
    if small.size:
        out[small] = _small_stirling()[k[small].astype(np.intp)]
    return out


def log_tail(n: Ints, m: Ints, with_mass: bool) -> Floats:
    """Return log p or log mid-p, however small p is."""
    nf, mf = n.astype(float), m.astype(float)
    total = ratio_sum(nf, mf) + (1.0 if with_mass else 0.5)
    out = np.empty(n.size)
    some = np.flatnonzero(n <= LARGEST)
    if some.size:
        mantissa, exponent = _mass(n[some], m[some])
        out[some] = np.log(mantissa * total[some]) + (exponent + 1) * LN2
    bare = np.flatnonzero((n > LARGEST) & (m == 0))
    if bare.size:
        count = nf[bare] - (1.0 if with_mass else 0.0)
        out[bare] = -(count * LN2 + count * LN2_LOW)
    rest = np.flatnonzero((n > LARGEST) & (m > 0))
    if rest.size:
        nf, mf, total = nf[rest], mf[rest], total[rest]
        r = nf - mf
        small = np.log(2.0 * total) + 0.5 * np.log(nf / (2.0 * np.pi * mf * r))
        small += _stirling(nf) - _stirling(mf) - _stirling(r)
        deep, low = _deep(nf, mf)
        out[rest] = (small - low) - deep
    return out


def _deep(n: Floats, m: Floats) -> tuple[Floats, Floats]:
    """Return n H(d/n) in two parts: by the series of D, or from m log(n/m) and log(1 - m/n) where m <= n/16."""
    high, low = np.empty_like(n), np.empty_like(n)
    edge = np.flatnonzero(16.0 * m <= n)
    inner = np.flatnonzero(16.0 * m > n)
    if inner.size:
        high[inner], low[inner], *_ = depth(n[inner], n[inner] - 2.0 * m[inner])
    if edge.size:
        ne, me = n[edge], m[edge]
        product, error = two_product(ne, np.full_like(ne, LN2))
        high[edge] = product
        low[edge] = error + ne * LN2_LOW - (me * np.log(ne / me) - (ne - me) * np.log1p(-me / ne))
    return high, low
