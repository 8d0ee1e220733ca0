"""log p and log mid-p on arrays, n > 1023, however small p is."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from discordant.fast.batch.arrays import Floats
from discordant.fast.batch.expansion_kernel import (
    TABLE_END,
    Parts,
    erfcx_far,
    erfcx_pieces,
    horner,
    log_mass,
    mass,
    parts,
    piece_columns,
)

NEAR_ONE: Final = 0.05
"""Below this D, p exceeds 3/4 (mid-p too, nearly): the logarithm is that of the complement there."""
ERF_SERIES: Final = tuple(1.0 / math.prod(range(3, 2 * k + 2, 2)) for k in range(1, 12))
"""1/(2k+1)!!: sqrt(pi) e^D erf(sqrt D) / (2 sqrt D) = 1 + sum (2D)^k / (2k+1)!!."""
_RATIO: Final = (1 / 6, 1 / 15, 1 / 28, 1 / 45, 1 / 66)


def _complement(d: Floats, part: Parts, n_min: float, with_mass: bool) -> Floats:
    """Return log1p(-q), q = 1 - p = e^-D sqrt(2/(pi n)) [(d-1) + d (r + S + r S) - (g-1) - s C], for D < 0.05."""
    series = horner(ERF_SERIES, 2.0 * part.D)
    series *= 2.0 * part.D
    r = horner(_RATIO, part.y)
    r *= part.y
    r /= 1.0 + np.sqrt(1.0 + r)
    inner = r * series
    inner += series
    inner += r
    inner *= d
    inner -= part.sc
    if with_mass:
        logarithm, _ = log_mass(n_min, part.y, part.i)
        inner -= np.expm1(logarithm - 0.5 * np.log1p(-part.y))
        inner += d - 1.0
    else:
        inner += d
    inner *= part.scale
    inner *= np.exp(-part.D)
    return np.log1p(-inner)


def by_pieces(D: Floats, low: Floats, extra: Floats) -> Floats:
    """Return ln(erfcx(sqrt(D + low)) + extra) - (D + low)."""
    table = piece_columns()
    piece, w = erfcx_pieces(D, with_low=True)
    w += extra
    w /= table[0].take(piece, mode="clip")
    far = np.flatnonzero(D > TABLE_END)
    w[far] = 0.0
    out = np.log1p(w)
    out += table[12].take(piece, mode="clip")
    out -= low
    head = table[11].take(piece, mode="clip")
    high = head - D
    head -= high
    head -= D  # what the subtraction rounded off
    out += head
    out += high
    if far.size:
        out[far] = (np.log(erfcx_far(D[far]) + extra[far]) - low[far]) - D[far]
    return out


def tail(n: Floats, d: Floats, with_mass: bool) -> Floats:
    """Return log p or log mid-p, for n > 1023, d >= 1 and y <= 0.18."""
    part = parts(n, d)
    n_min = float(n.min())
    extra = part.sc + mass(n_min, part.y, part.i) if with_mass else part.sc.copy()
    extra *= part.scale
    out = by_pieces(part.D, part.low, extra)
    near = np.flatnonzero(part.D < NEAR_ONE)
    if near.size:
        picked = Parts(*(array[near] for array in part))
        out[near] = _complement(d[near], picked, n_min, with_mass)
    return out
