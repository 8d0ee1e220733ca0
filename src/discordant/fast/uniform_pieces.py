"""1023 < n <= 2^20, away from the centre: the uniform expansion by short polynomials around fixed points.

As in `discordant.fast.uniform`, p = erfc(sqrt D) + e^-D sqrt(2/(pi n)) K with D = n H(s) and K = s C + g (mid-p: s C).
One row for each 1/512 of s = d/n holds H, its slope and curvature, and K as a polynomial in 1/n and t = s - the
piece's middle c. e = d - n c is exact, and so are n and e times the short high parts of H(c) and of its slope: D comes
out as a sum of two floats without long integers. Written by generate/pieces.py, read when first needed.
"""

from __future__ import annotations

import sys
from array import array
from math import erfc, exp, sqrt
from os.path import dirname, join

from discordant.fast import ratio_pieces
from discordant.fast.normal import (
    ASYMPTOTIC,
    INV_SQRT_PI,
    NEAR_SUBNORMAL,
    SPLITTER,
    TWO_OVER_PI,
    UNDERFLOW,
    UNITS_OF_EXP_64,
    deep_tail,
    nearest_subnormal,
)
from discordant.fast.ratio_pieces import FAR

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Final

PER_UNIT: Final = 512
FIRST: Final = 16
"""The first piece: s from 1/32 on."""
ROWS: Final = 202
"""s < 218/512, which holds sqrt 0.18."""
LARGEST: Final = 1 << 20
DEPTH_HIGH_BITS: Final = 33
SLOPE_HIGH_BITS: Final = 32
TERMS: Final = 6
"""Powers of 1/n; the coefficient of n^-k has degree 5 - k in t."""
COEFFICIENTS: Final = TERMS * (TERMS + 1) // 2


Rows = tuple[tuple[float, ...], ...]
_rows: dict[bool, Rows] = {}


def _load(mass: bool) -> Rows:
    """Read the rows for p and those for mid-p: H and H' in two parts each, five numbers for H'', then K."""
    values = array("d")
    with open(join(dirname(__file__), "uniform_pieces.bin"), "rb") as file:
        values.frombytes(file.read())
    if sys.byteorder == "big":
        values.byteswap()
    rows = [tuple(values[piece::ROWS]) for piece in range(ROWS)]
    cut = 9 + COEFFICIENTS
    _rows[True] = tuple(row[:cut] for row in rows)
    _rows[False] = tuple(row[:9] + row[cut:] for row in rows)
    return _rows[mass]


def subnormal_tail(n: int, d: int, mass: bool, depth: tuple[float, float], small: float) -> float:
    """Return p or mid-p where D >= 704, rounded once: from the floats where they leave no doubt, else from integers."""
    D, low = depth
    if D >= UNDERFLOW:
        return 0.0
    p = nearest_subnormal(deep_tail(D, low, small, 64.0) * UNITS_OF_EXP_64)
    if p is not None:
        return p
    from discordant.fast import subnormal  # brings long constants that few calls need

    return subnormal.tail(n, d, mass)


def tail(n: int, d: int, mass: bool) -> float:
    """Return p (`mass`) or mid-p for 1023 < n <= 2^20 and d/n >= 1/32, handing (d/n)^2 > 0.18 on to the ratio sum."""
    s = d / n
    if s * s > FAR:
        return ratio_pieces.tail(n, (n - d) // 2, mass)
    rows = _rows.get(mass) or _load(mass)
    i = 1.0 / n
    piece = int(512.0 * s)
    # fmt: off
    (
        h, h_low, slope, slope_low, q0, q1, q2, q3, q4,
        a0, a1, a2, a3, a4, a5, b0, b1, b2, b3, b4, c0, c1, c2, c3, d0, d1, d2, e0, e1, f0,
    ) = rows[piece - 16]
    # fmt: on
    e = d - n * (piece + 0.5) * 0.001953125
    t = e * i
    first = n * h
    second = e * slope
    high = first + second
    low = ((first - high) + second) + (n * h_low + e * (slope_low + t * ((((q4 * t + q3) * t + q2) * t + q1) * t + q0)))
    D = high + low
    low += high - D
    k = (e1 * t + e0 + f0 * i) * i + ((d2 * t + d1) * t + d0)
    k = k * i + (((c3 * t + c2) * t + c1) * t + c0)
    k = k * i + ((((b4 * t + b3) * t + b2) * t + b1) * t + b0)
    small = sqrt(TWO_OVER_PI * i) * (k * i + (((((a5 * t + a4) * t + a3) * t + a2) * t + a1) * t + a0))
    if D >= ASYMPTOTIC:
        return deep_tail(D, low, small) if D < NEAR_SUBNORMAL else subnormal_tail(n, d, mass, (D, low), small)
    # as at the end of `uniform.tail`; a call of its own would cost a tenth of the time
    x = sqrt(D)
    t = SPLITTER * x
    head = t - (t - x)
    rest = x - head
    residue = ((D - head * head) - 2.0 * head * rest) - rest * rest + low  # D + low - x^2
    return erfc(x) + exp(-D) * (small - (small * low + residue * INV_SQRT_PI / x))
