"""The uniform expansion of `discordant.fast.uniform` on float64 arrays, n > 1023 and y = (d/n)^2 <= 0.18.

The same quantities with other means: D as a sum of two floats by error-free products (no fused multiply-add is
assumed), erfcx by the table's pieces, and one class of correction polynomials for the whole chunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from discordant.fast import uniform
from discordant.fast.batch.arrays import Floats
from discordant.fast.erfcx_table import COLUMNS, PER_UNIT, PIECES, columns
from discordant.fast.expansion_tables import CORRECTIONS
from discordant.fast.normal import INV_SQRT_PI, NEAR_SUBNORMAL, SPLITTER, TWO_OVER_PI, UNDERFLOW

SHALLOW: Final = 0.15
"""Largest n y^2/2 of a chunk whose terms of D beyond the first may be summed in one float."""
_SERIES: Final = tuple(1.0 / (2 * j * (2 * j - 1)) for j in range(1, 200))
_TWELFTH: Final = (1 / 12, 4.6259292692714853e-18)
_THIRTIETH: Final = (1 / 30, 4.6259292692714853e-19)
TABLE_END: Final = 780.0
SHORT: Final = 2.0**26
"""Below this n, products of a half-length factor with n are exact, and so is d^2."""
_CLASSES: Final = sorted(CORRECTIONS.values(), key=lambda entry: sum(map(len, entry[2])))


class Parts(NamedTuple):
    """p = e^-(D + low) (e0 + w + extra): what p, mid-p and the logarithms are made of."""

    D: Floats
    low: Floats
    s: Floats
    y: Floats
    i: Floats
    scale: Floats
    sc: Floats


@cache
def piece_columns() -> Floats:
    """Return the erfcx table as an array of 13 columns."""
    return np.frombuffer(columns(), dtype=np.float64).reshape(COLUMNS, PIECES)


def two_product(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return a b as product and exact rounding error (Dekker)."""
    product = a * b
    t = SPLITTER * a
    a_high = t - (t - a)
    a_low = a - a_high
    t = SPLITTER * b
    b_high = t - (t - b)
    b_low = b - b_high
    error = a_high * b_high
    error -= product
    error += a_high * b_low
    error += a_low * b_high
    error += a_low * b_low
    return product, error


def horner(coefficients: Sequence[float], x: Floats) -> Floats:
    """Return the polynomial with ascending coefficients."""
    if len(coefficients) == 1:
        return np.full_like(x, coefficients[0])
    total = x * coefficients[-1]
    for a in coefficients[-2:0:-1]:
        total += a
        total *= x
    total += coefficients[0]
    return total


def _plus(constant: tuple[float, float], high: Floats, low: Floats) -> tuple[Floats, Floats]:
    total = constant[0] + high
    return total, ((constant[0] - total) + high) + low + constant[1]


def _times(ah: Floats, al: Floats, bh: Floats, bl: Floats) -> tuple[Floats, Floats]:
    product, error = two_product(ah, bh)
    error += ah * bl
    error += al * bh
    return product, error


def _terms(y_max: float, rest: float, first: int) -> int:
    """Return how many terms of the series of D from `first` on matter."""
    count, size = 1, rest
    while size > 2.0**-57 and count < len(_SERIES) - first:
        size *= y_max
        count += 1
    return count


def _remainder(n: Floats, d: Floats, s: Floats, i: Floats) -> Floats:
    """Return the second part of d/n, s = fl(d/n) being the first."""
    product, error = two_product(s, n)
    s_low = d - product
    s_low -= error
    s_low *= i
    return s_low


def square_over(n: Floats, d: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return d^2/n in two parts, d/n and 1/n."""
    i = 1.0 / n
    s = d * i
    if n.max() >= SHORT:
        high, low = two_product(d, s)
        low += d * _remainder(n, d, s, i)
        return high, low, s, i
    low = d * d  # exact, and n need not be split
    high = low / n
    t = SPLITTER * high
    head = t - high
    np.subtract(t, head, out=head)
    rest = high - head
    head *= n
    rest *= n
    low -= head
    low -= rest
    low *= i
    return high, low, s, i


def depth(n: Floats, d: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Return D, its low part, s = d/n, y and 1/n, with D + low good to about 2^-56 of max(1, its terms from y^4 on)."""
    high, low, s, i = square_over(n, d)
    y = s * s
    y_max = float(y.max())
    rest = high * y
    rest_max = 0.5 * float(rest.max())
    if rest_max < SHALLOW:
        high *= 0.5
        low *= 0.5
        count = _terms(y_max, rest_max / 12, 1)
        tail = horner(_SERIES[1 : 1 + count], y)
        tail *= rest
        low += tail
    else:
        yh, ye = two_product(s, s)
        ye += 2.0 * s * _remainder(n, d, s, i)
        count = _terms(y_max, rest_max * y_max * y_max / 28, 3)
        tail = horner(_SERIES[3 : 3 + count], y)
        rh, rl = _plus(_THIRTIETH, yh * tail, ye * tail)
        qh, ql = _plus(_TWELFTH, *_times(yh, ye, rh, rl))
        ph, pl = _plus((0.5, 0.0), *_times(yh, ye, qh, ql))
        high, low = _times(high, low, ph, pl)
    D = high + low
    high -= D
    high += low
    return D, high, s, y, i


def correction(n_min: float, y: Floats, i: Floats) -> Floats:
    """Return C(1/n, y) by the cheapest class that serves the whole chunk."""
    y_max = float(y.max())
    polynomials = next(entry[2] for entry in _CLASSES if entry[0] <= n_min and y_max <= entry[1])
    total = horner(polynomials[-1], y)
    for coefficients in polynomials[-2::-1]:
        total *= i
        total += horner(coefficients, y)
    return total


def log_mass(n_min: float, y: Floats, i: Floats) -> tuple[Floats, Floats]:
    """Return ln(g sqrt(1-y)) and 1/(1-y)."""
    w = 1.0 / (1.0 - y)
    first = w * (-1 / 3)
    first += 1 / 12
    if n_min <= 1048576:
        w3 = w * w * w
        ii = i * i
        third = (w3 + 3.0 * y * w3) * (-16 / 360)
        third += 1 / 360
        if n_min < 16384:
            fifth = horner((1.0, 10.0, 5.0), y)
            fifth *= w3 * w * w
            fifth *= -64 / 1260
            fifth += 1 / 1260
            third -= ii * fifth
        third *= ii
        first -= third
    first *= i
    return first, w


def mass(n_min: float, y: Floats, i: Floats) -> Floats:
    """Return g: exp by four terms, since its argument is at most 4e-4; fewer where n is large and y small."""
    y_max = float(y.max())
    if y_max > 0.004 or n_min < 1024:
        x, w = log_mass(n_min, y, i)
        g = horner((1.0, 1.0, 1 / 2, 1 / 6, 1 / 24), x)
    else:
        w = 1.0 / (1.0 - y)
        x = w * (-1 / 3)
        x += 1 / 12
        if n_min < 8192:
            third = horner((1 / 24, 4 / 15, 2 / 3), y)
            third *= i
            third *= i
            x += third
        elif n_min < 1048576:
            x += i * i * (1 / 24)
        x *= i
        g = horner((1.0, 1.0, 1 / 2, 1 / 6) if n_min < 65536 else (1.0, 1.0, 1 / 2), x)
    g *= np.sqrt(w)
    return g


def parts(n: Floats, d: Floats) -> Parts:
    """Return what the tail is made of, for n > 1023 and y <= 0.18."""
    D, low, s, y, i = depth(n, d)
    sc = correction(float(n.min()), y, i)
    sc *= s
    return Parts(D, low, s, y, i, np.sqrt(TWO_OVER_PI * i), sc)


def erfcx_pieces(D: Floats, *, with_low: bool) -> tuple[npt.NDArray[np.intp], Floats]:
    """Return each entry's piece and erfcx(sqrt D) - e0 there, with e0's rounding error where it is asked for."""
    table = piece_columns()
    u = np.sqrt(np.minimum(D, TABLE_END))
    u *= PER_UNIT
    piece = u.astype(np.intp)
    u -= piece
    u -= 0.5
    w = table[10].take(piece, mode="clip")  # no piece is out of range; "clip" is the fastest way to say so
    for column in range(9, 1, -1):
        w *= u
        w += table[column].take(piece, mode="clip")
    w *= u
    if with_low:
        w += table[1].take(piece, mode="clip")
    return piece, w


def tail(n: Floats, d: Floats, with_mass: bool) -> Floats:
    """Return p or mid-p, for n > 1023, d >= 1 and y <= 0.18."""
    D, low, _, y, i, scale, sc = parts(n, d)
    if with_mass:
        sc += mass(float(n.min()), y, i)
    sc *= scale
    piece, w = erfcx_pieces(D, with_low=False)
    w += sc
    e0 = piece_columns()[0].take(piece, mode="clip")
    # small parts first, one large rounding at the end
    total = e0 + w
    total *= low
    w -= total
    w += e0
    w *= np.exp(-D)
    if D.max() >= NEAR_SUBNORMAL:
        for place in np.flatnonzero(D >= NEAR_SUBNORMAL):
            # one by one, so that it is rounded once
            w[place] = uniform.tail(int(n[place]), int(d[place]), with_mass) if D[place] < UNDERFLOW else 0.0
    return w


def erfcx_far(D: Floats) -> Floats:
    """Return erfcx(sqrt D) for D >= 300."""
    v = 0.5 / D
    total = np.ones_like(D)
    for odd in (15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0):
        total *= -odd * v
        total += 1.0
    return INV_SQRT_PI / np.sqrt(D) * total
