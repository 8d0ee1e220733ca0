"""The pieces of `erfcx.bin` against erfcx, on the whole of each piece.

docs/fast-bounds.md, part 5. On a piece erfcx is a Taylor polynomial around the middle, its derivatives in balls from
f' = 2 x f - 2/sqrt(pi), and Lagrange's remainder with the derivative enclosed on the whole piece: (-1)^k erfcx^(k) is
positive and falls, so that its value at the piece's left end bounds it. The difference from the committed coefficients,
as they stand, is a polynomial, at most the sum of its absolute Chebyshev coefficients.
"""

from __future__ import annotations

from flint import arb

from discordant.fast.erfcx_table import PER_UNIT, PIECES, table
from fast.bounds.corrections import chebyshev_sum
from fast.bounds.supremum import working

ORDER = 26
PRECISION = 320


def taylor(x: arb, count: int) -> list[arb]:
    """Return erfcx^(k)(x) / k! for k < count."""
    out = [(x * x).exp() * x.erfc()]
    out.append(2 * x * out[0] - 2 / arb.pi().sqrt())
    for k in range(1, count - 1):
        out.append(2 * (x * out[k] + out[k - 1]) / (k + 1))
    return out


def piece_error(piece: int, row: tuple[float, ...]) -> arb:
    """Return a bound of |row's polynomial - erfcx| / erfcx for 16 x in [piece, piece + 1]."""
    with working(PRECISION):
        middle = (arb(piece) + arb("0.5")) / PER_UNIT
        e0, e0_low, *rest = (arb(value) for value in row[:11])
        polynomial = [e0 + e0_low, *rest]
        coefficients = [value / PER_UNIT**k for k, value in enumerate(taylor(middle, ORDER))]
        for k, value in enumerate(polynomial):
            coefficients[k] = coefficients[k] - value
        last = abs(taylor(arb(piece) / PER_UNIT, ORDER + 1)[ORDER]) / arb(2 * PER_UNIT) ** ORDER
        right = arb(piece + 1) / PER_UNIT
        least = (right * right).exp() * right.erfc()  # erfcx falls
        return ((chebyshev_sum(coefficients, arb("-0.5"), arb("0.5")) + last) / least).upper()


def largest_error(step: int = 1) -> arb:
    """Return a bound over every `step`-th piece."""
    greatest = arb(0)
    for piece in range(0, PIECES, step):
        greatest = greatest.max(piece_error(piece, table()[piece]))
    return greatest.upper()
