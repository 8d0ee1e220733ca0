"""The pieces of `erfcx.bin` against erfcx, on the whole of each piece, and the remainder of its asymptotic series.

docs/fast-bounds.md, part 5. On a piece erfcx is a Taylor polynomial around the middle, its derivatives in balls from
f' = 2 x f - 2/sqrt(pi), and Lagrange's remainder with the derivative enclosed on the whole piece: (-1)^k erfcx^(k) is
positive and falls, so that its value at the piece's left end bounds it. The difference from the committed coefficients,
as they stand, is a polynomial, at most the sum of its absolute Chebyshev coefficients.
"""

from __future__ import annotations

from flint import arb

from discordant.fast.erfcx_table import PER_UNIT, PIECES, table
from discordant.fast.normal import ASYMPTOTIC
from fast.bounds.corrections import chebyshev_sum
from fast.bounds.supremum import odd_factorials, working

ORDER = 26
PRECISION = 320
SERIES_TERMS = 8
"""Of `normal.far_series`, v to v^8."""


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


def series_remainder(depth: float = ASYMPTOTIC) -> arb:
    """Return a bound of the relative error of erfcx by `normal.far_series`, for D >= depth.

    sqrt(pi D) erfcx(sqrt D) = Int_0^inf e^-t (1 + t/D)^(-1/2) dt, and the derivatives of (1+x)^(-1/2) shrink as x
    grows: the remainder of its series, and so that of the integral, is less than the first term left out, 17!! v^9 with
    v = 1/(2D); the integral is at least 1 - v. The bound falls with D.
    """
    with working(PRECISION):
        v = 1 / (2 * arb(depth))
        first = SERIES_TERMS + 1
        return (odd_factorials(first)[first] * v**first / (1 - v)).upper()


def truncation() -> arb:
    """Return a bound of E's relative error, from the table or from the series."""
    return largest_error().max(series_remainder()).upper()
