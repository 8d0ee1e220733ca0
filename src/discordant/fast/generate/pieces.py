"""Write the short polynomials that the scalar functions use away from the centre, and print their residuals.

    python -m discordant.fast.generate.pieces            write the two files
    python -m discordant.fast.generate.pieces --check    compare with the committed files, exit 1 where they differ
    python -m discordant.fast.generate.pieces --check --quick    the same on every 29th row

`uniform_pieces.bin`: for each piece of s = d/n the depth H and the corrections s C and s C + g of the uniform
expansion. `ratio_pieces.bin`: for each piece of m/(n-m) the sum of ratios P(X <= m) / P(X = m). Both little-endian
binary64, column after column. mpmath in a private context, no clock, no randomness: the same bytes every time.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from functools import partial
from pathlib import Path
from typing import Any, Final

import mpmath

from discordant.fast.factorials import LARGEST
from discordant.fast.generate.chebyshev import evaluate, interpolate
from discordant.fast.generate.expansion_series import SeriesRing, correction_series, mass_series
from discordant.fast.ratio_pieces import DEGREES, ROWS
from discordant.fast.uniform_pieces import COEFFICIENTS, DEPTH_HIGH_BITS, FIRST, PER_UNIT, SLOPE_HIGH_BITS, TERMS
from discordant.fast.uniform_pieces import ROWS as UNIFORM_ROWS

FOLDER: Final = Path(__file__).resolve().parent.parent
BITS: Final = 200
ORDER: Final = 48
"""Terms of the power series in y: 0.182^48 is 2^-118."""
QUICK: Final = 29
SMALLEST: Final = 1024
"""Least n of both tables."""
DEPTH_OF_UNDERFLOW: Final = 746
FULL_DEGREE: Final = 7
"""Degree in t of the sums of ratios before they are economised."""


def _rounded_to(ctx: Any, value: Any, bits: int) -> float:
    """Return the value rounded to so many bits, which a float holds exactly."""
    mantissa, exponent = ctx.frexp(value)
    return float(ctx.ldexp(ctx.nint(ctx.ldexp(mantissa, bits)), exponent - bits))


def _split(ctx: Any, value: Any, bits: int) -> list[float]:
    """Return a short high part, whose products with counts are exact, and the rest."""
    high = _rounded_to(ctx, value, bits)
    return [high, float(value - high)]


class UniformRows:
    """The rows of `uniform_pieces.bin`: depth, then s C + g, then s C."""

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        self.half = ctx.mpf(1) / (2 * PER_UNIT)
        self.corrections = correction_series(ctx, TERMS, ORDER)
        self.masses = mass_series(SeriesRing(ctx, ORDER), TERMS)
        self.worst_depth = self.worst_correction = ctx.mpf(0)

    def entropy(self, s: Any) -> Any:
        """H(s) = ((1+s) ln(1+s) + (1-s) ln(1-s)) / 2."""
        ctx = self.ctx
        return ((1 + s) * ctx.log(1 + s) + (1 - s) * ctx.log(1 - s)) / 2

    def row(self, piece: int) -> list[float]:
        """Return one row; the residuals join the largest seen."""
        ctx = self.ctx
        middle = (2 * piece + ctx.mpf(1)) / (2 * PER_UNIT)
        depth, slope = self.entropy(middle), ctx.atanh(middle)

        # H^(k)/k! at the middle, k = 2, 3, ...: the series itself loses nothing near t = 0
        series = [
            ((1 - middle) ** (1 - k) + (-1) ** k * (1 + middle) ** (1 - k)) / (2 * k * (k - 1)) for k in range(2, 42)
        ]

        def curved(t: Any) -> Any:
            return evaluate(series, t)

        curve = interpolate(ctx, curved, -self.half, self.half, 4)
        largest_n = min(1 << 20, ctx.ceil(DEPTH_OF_UNDERFLOW / self.entropy(middle - self.half)))
        for t in self._points():
            error = abs(evaluate(curve, t) - curved(t)) * t * t * largest_n
            self.worst_depth = max(self.worst_depth, error)
        row = _split(ctx, depth, DEPTH_HIGH_BITS) + _split(ctx, slope, SLOPE_HIGH_BITS) + [float(v) for v in curve]
        for with_mass in (True, False):
            for k in range(TERMS):
                row += self._correction(k, middle, with_mass)
        return row

    def _points(self) -> list[Any]:
        return [self.half * i / 7 for i in (-7, -6, -4, -1, 2, 5, 7)]

    def _correction(self, k: int, middle: Any, with_mass: bool) -> list[float]:
        ctx = self.ctx

        def value(t: Any) -> Any:
            s = middle + t
            y = s * s
            total = s * evaluate(self.corrections[k], y)
            return total + evaluate(self.masses[k], y) if with_mass else total

        polynomial = interpolate(ctx, value, -self.half, self.half, TERMS - 1 - k)
        error = max(abs(evaluate(polynomial, t) - value(t)) for t in self._points())
        self.worst_correction = max(self.worst_correction, error / ctx.mpf(SMALLEST) ** k)
        return [float(v) for v in polynomial]


def _entry(table: dict[Any, list[Any]], place: int, node: Any) -> Any:
    return table[node][place]


class RatioRows:
    """The rows of `ratio_pieces.bin`: middle and half-width of 1/n, then a polynomial in both variables."""

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        self.half = ctx.mpf(1) / (2 * PER_UNIT)
        self.worst = ctx.mpf(0)

    def ratio_sum(self, rho: Any, i: Any) -> Any:
        """1 + m/(r+1) + m(m-1)/((r+1)(r+2)) + ... with n = 1/i, m = n rho/(1+rho), r = n - m, for real m."""
        ctx = self.ctx
        n = 1 / i
        m = n * rho / (1 + rho)
        above = n - m + 1
        term = total = ctx.mpf(1)
        k = 0
        while abs(term) > ctx.mpf(2) ** -90:
            term *= (m - k) / (above + k)
            total += term
            k += 1
        return total

    def row(self, piece: int) -> list[float]:
        """Return one row; its residual joins the largest seen."""
        ctx = self.ctx
        middle = (2 * piece + ctx.mpf(1)) / (2 * PER_UNIT)
        s = (1 - middle - self.half) / (1 + middle + self.half)
        entropy = ((1 + s) * ctx.log(1 + s) + (1 - s) * ctx.log(1 - s)) / 2
        highest = ctx.mpf(1) / SMALLEST
        lowest = max(ctx.mpf(1) / LARGEST, min(entropy / DEPTH_OF_UNDERFLOW, highest * 31 / 32))
        centre, half = float((highest + lowest) / 2), float((highest - lowest) / 2)

        def true_sum(t: Any, v: Any) -> Any:
            return self.ratio_sum(middle + t, centre + half * v)

        def along(v: Any) -> list[Any]:
            return interpolate(ctx, lambda t: true_sum(t, v), -self.half, self.half, FULL_DEGREE)

        # a polynomial in t at each node of v, from them one in both, then its coefficients in v economised in t
        angles = [(2 * i + 1) * ctx.pi / (2 * len(DEGREES)) for i in range(len(DEGREES))]
        at_nodes = {ctx.cos(angle): along(ctx.cos(angle)) for angle in angles}
        count = len(DEGREES)
        columns = [
            interpolate(ctx, partial(_entry, at_nodes, q), ctx.mpf(-1), ctx.mpf(1), count - 1)
            for q in range(FULL_DEGREE + 1)
        ]
        kept = [
            interpolate(ctx, partial(evaluate, [column[k] for column in columns]), -self.half, self.half, degree)
            for k, degree in enumerate(DEGREES)
        ]
        for v in (ctx.mpf(-1), ctx.mpf("-0.6"), ctx.mpf("0.3"), ctx.mpf("0.95"), ctx.mpf(1)):
            for t in (-self.half, self.half * ctx.mpf("0.4"), self.half):
                found = evaluate([evaluate(polynomial, t) for polynomial in kept], v)
                self.worst = max(self.worst, abs(found / true_sum(t, v) - 1))
        return [centre, 1.0 / half, *(float(value) for polynomial in kept for value in polynomial)]


def _pack(rows: list[list[float]]) -> bytes:
    values = array("d", [value for column in zip(*rows, strict=True) for value in column])
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def _differs(path: Path, rows: dict[int, list[float]], count: int) -> bool:
    values = array("d")
    values.frombytes(path.read_bytes())
    if sys.byteorder == "big":
        values.byteswap()
    width = len(next(iter(rows.values())))
    return len(values) != count * width or any(list(values[place::count]) != row for place, row in rows.items())


def main(arguments: list[str] | None = None) -> int:
    """Write or check the files; return the exit code."""
    parser = argparse.ArgumentParser(prog="pieces", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed files")
    parser.add_argument("--quick", action="store_true", help="with --check: every 29th row only")
    options = parser.parse_args(arguments)
    step = QUICK if options.check and options.quick else 1
    ctx: Any = mpmath.MPContext()
    ctx.prec = BITS
    uniform, ratio = UniformRows(ctx), RatioRows(ctx)
    centre = {place: uniform.row(FIRST + place) for place in range(0, UNIFORM_ROWS, step)}
    edge = {place: ratio.row(place) for place in range(0, ROWS, step)}
    assert all(len(row) == 9 + 2 * COEFFICIENTS for row in centre.values())
    bits = [float(ctx.log(w, 2)) for w in (uniform.worst_depth, uniform.worst_correction, ratio.worst)]
    print(f"uniform: {len(centre)} pieces, depth to 2^{bits[0]:.1f}, corrections to 2^{bits[1]:.1f}")
    print(f"ratio: {len(edge)} pieces, to 2^{bits[2]:.1f} of the sum")
    files = {"uniform_pieces.bin": (centre, UNIFORM_ROWS), "ratio_pieces.bin": (edge, ROWS)}
    if not options.check:
        for name, (rows, _) in files.items():
            (FOLDER / name).write_bytes(_pack(list(rows.values())))
        return 0
    stale = [name for name, (rows, count) in files.items() if _differs(FOLDER / name, rows, count)]
    print("differs: " + ", ".join(stale) if stale else "all pieces agree with the committed files")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
