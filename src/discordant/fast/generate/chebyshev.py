"""Economised polynomials: Chebyshev interpolation written out in powers of the variable (mpmath numbers)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any


def evaluate(coefficients: list[Any], x: Any) -> Any:
    """Return the polynomial with ascending coefficients at x, by Horner's scheme."""
    total = coefficients[-1]
    for value in coefficients[-2::-1]:
        total = total * x + value
    return total


@cache
def _cosines(ctx: Any, prec: int, count: int) -> list[list[Any]]:
    """Return cos(k angle) at the `count` angles of the nodes, k = 0 ... count - 1; `prec` is what ctx works with."""
    angles = [(2 * i + 1) * ctx.pi / (2 * count) for i in range(count)]
    return [[ctx.cos(k * angle) for angle in angles] for k in range(count)]


def interpolate(ctx: Any, function: Callable[[Any], Any], low: Any, high: Any, degree: int) -> list[Any]:
    """Return the ascending monomial coefficients of the interpolant of `function` at degree + 1 Chebyshev nodes."""
    count = degree + 1
    half, middle = (ctx.mpf(high) - low) / 2, (ctx.mpf(high) + low) / 2
    cosines = _cosines(ctx, ctx.prec, count)
    values = [function(middle + half * node) for node in cosines[1]] if degree else [function(middle)]
    chebyshev = []
    for k in range(count):
        total = ctx.fsum(v * c for v, c in zip(values, cosines[k], strict=True)) * 2 / count
        chebyshev.append(total / 2 if k == 0 else total)
    # T_0, T_1, ... as polynomials in the variable t, where (t - middle)/half runs over [-1, 1]
    shift, scale = -middle / half, 1 / half
    before, now = [ctx.mpf(1)], [shift, scale]
    out = [ctx.mpf(0)] * count
    for value in chebyshev:
        for i, term in enumerate(before):
            out[i] += value * term
        following = [ctx.mpf(0)] * (len(now) + 1)
        for i, term in enumerate(now):
            following[i] += 2 * shift * term
            following[i + 1] += 2 * scale * term
        for i, term in enumerate(before):
            following[i] -= term
        before, now = now, following
    return out


def residual(ctx: Any, function: Callable[[Any], Any], coefficients: list[Any], low: Any, high: Any) -> Any:
    """Return the largest |function - polynomial| on 41 points that are no nodes of the fits used here."""
    span = ctx.mpf(high) - low
    points = [low + span * ctx.mpf(i) / 40 for i in range(41)]
    return max(abs(evaluate(coefficients, t) - function(t)) for t in points)
