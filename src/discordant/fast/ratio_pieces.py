"""1023 < n <= 8019, y = (d/n)^2 > 0.18: P(X = m) times the sum of ratios P(X <= m) / P(X = m) by short polynomials.

One row for each 1/512 of rho = m/(n-m), in t = rho - the piece's middle and in v, which runs over [-1, 1] while 1/n
runs over the n whose p is representable. Written by generate/pieces.py, read when first needed.
"""

from __future__ import annotations

import sys
from array import array
from math import ldexp
from os.path import dirname, join

from discordant.fast.factorials import LARGEST, factorials
from discordant.fast.normal import nearest_subnormal

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Final

FAR: Final = 0.18
"""Largest (d/n)^2 of the uniform expansion, whose fits reach 0.181; the sum of ratios serves beyond."""
ROWS: Final = 208
"""rho <= (1 - sqrt 0.18) / (1 + sqrt 0.18) = 0.4043, in pieces of 1/512."""
DEGREES: Final = (5, 5, 4, 4, 3, 3, 2, 1)
"""Degree in t of the coefficients of v^0, v^1, ..."""
WIDTH: Final = 2 + sum(DEGREES) + len(DEGREES)
SUBNORMAL: Final = 2.0**-1021
"""Below this a float may be subnormal before it is rounded."""
VANISHED: Final = -1080
"""Below this exponent of P(X = m), p is less than half the least float."""

_rows: list[tuple[float, ...]] = []


def _load() -> list[tuple[float, ...]]:
    """Read the rows: middle of 1/n, one over its half-width, then the coefficients, t before v."""
    values = array("d")
    with open(join(dirname(__file__), "ratio_pieces.bin"), "rb") as file:
        values.frombytes(file.read())
    if sys.byteorder == "big":
        values.byteswap()
    _rows[:] = [tuple(values[piece::ROWS]) for piece in range(ROWS)]
    return _rows


def tail(n: int, m: int, mass: bool) -> float:
    """Return p (`mass`) or mid-p, for (1 - 2m/n)^2 > 0.18; 0.0 only where it rounds to 0."""
    if n > LARGEST:
        return 0.0
    rows = _rows or _load()
    rho = m / (n - m)
    piece = int(512.0 * rho)
    # fmt: off
    (
        centre, inverse,
        a0, a1, a2, a3, a4, a5, b0, b1, b2, b3, b4, b5, c0, c1, c2, c3, c4, d0, d1, d2, d3, d4,
        e0, e1, e2, e3, f0, f1, f2, f3, g0, g1, g2, h0, h1,
    ) = rows[piece]
    # fmt: on
    t = rho - (piece + 0.5) * 0.001953125
    v = (1.0 / n - centre) * inverse
    total = (h1 * t + h0) * v + ((g2 * t + g1) * t + g0)
    total = total * v + (((f3 * t + f2) * t + f1) * t + f0)
    total = total * v + (((e3 * t + e2) * t + e1) * t + e0)
    total = total * v + ((((d4 * t + d3) * t + d2) * t + d1) * t + d0)
    total = total * v + ((((c4 * t + c3) * t + c2) * t + c1) * t + c0)
    total = total * v + (((((b5 * t + b4) * t + b3) * t + b2) * t + b1) * t + b0)
    total = (total * v + ((((a5 * t + a4) * t + a3) * t + a2) * t + a1) * t) + (a0 if mass else a0 - 0.5)
    # `mass_of`, written out
    counts = factorials()
    high, n_low, exponent, _, _ = counts[n]
    _, _, below, first, first_rest = counts[m]
    _, _, above, second, second_rest = counts[n - m]
    both = first * second
    product = high * both
    product += high * (first * second_rest + first_rest * (second + second_rest)) + n_low * both
    exponent -= below + above + n
    p = ldexp(product * total, exponent + 1)
    if p < SUBNORMAL:
        if exponent < VANISHED:
            return 0.0
        nearest = nearest_subnormal(ldexp(product * total, exponent + 1075))
        if nearest is not None:
            return nearest
        from discordant.fast import subnormal  # brings long constants that few calls need

        return subnormal.tail(n, n - m - m, mass)
    return p
