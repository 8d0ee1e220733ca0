"""erfc(sqrt(d^2/(2n))) and its logarithm on arrays."""

from __future__ import annotations

import numpy as np

from discordant.fast.batch import logarithms
from discordant.fast.batch.arrays import Floats
from discordant.fast.batch.expansion_kernel import (
    erfcx_pieces,
    horner,
    piece_columns,
    square_over,
)
from discordant.fast.normal import INV_SQRT_PI


def _half_square(n: Floats, d: Floats) -> tuple[Floats, Floats]:
    high, low, _, _ = square_over(n, d)
    high *= 0.5
    low *= 0.5
    D = high + low
    high -= D
    high += low
    return D, high


def scaled_exp(D: Floats, total: Floats) -> Floats:
    """Return e^-D total, in two steps where it may be subnormal."""
    if D.max() < 690.0:
        total *= np.exp(-D)
        return total
    near = np.minimum(D, 640.0)
    total *= np.exp(-near)
    total *= np.exp(near - D)
    return total


def tail(n: Floats, d: Floats) -> Floats:
    """Return erfc(sqrt(d^2/(2n))) for n >= 1."""
    D, low = _half_square(n, d)
    piece, w = erfcx_pieces(D, with_low=False)
    e0 = piece_columns()[0].take(piece, mode="clip")
    total = e0 + w
    total *= low
    w -= total
    w += e0
    return scaled_exp(D, w)


def log_tail(n: Floats, d: Floats) -> Floats:
    """Return its logarithm: from the table, and near D = 0 as log1p of minus erf by its power series."""
    D, low = _half_square(n, d)
    out = logarithms.by_pieces(D, low, np.zeros_like(D))
    near = np.flatnonzero(logarithms.NEAR_ONE > D)
    if near.size:
        x = D[near]
        series = horner((1.0, *logarithms.ERF_SERIES), 2.0 * x)
        out[near] = np.log1p(-2.0 * INV_SQRT_PI * np.sqrt(x) * np.exp(-x) * series)
    return out
