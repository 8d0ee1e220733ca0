"""The correction functions c_k(y) of the uniform expansion, from their closed form, as power series in y.

With n = b+c, d = |b-c|, s = d/n, y = s^2, D = n H(s), H(s) = ((1+s) ln(1+s) + (1-s) ln(1-s)) / 2,

    mid-p * e^D = erfcx(sqrt D) + sqrt(2/(pi n)) * s * C,      C ~ sum_k c_k(y) n^-k
    pmf   * e^D = sqrt(2/(pi n)) * g,                          g ~ sum_k g_k(y) n^-k

Start from mid-p = pmf * Integral_0^1 exp(-n psi(x)) (n + d x) / (1 - x^2) dx, with psi' = (x+s)/(1-x^2), psi(0) = 0.
Integrating by parts at the end x = 0 gives the boundary series sum_k n^-k A_k with

    A_k = [ (1-x^2)/(x+s) d/dx ]^k (1+sx)/(x+s)  at x = 0,

and erfcx(sqrt D) has the boundary series sqrt(2/(pi n)) sum_k (-1)^k (2k-1)!! n^-k (2H)^(-k-1/2). Hence

    s c_k(y) = sum_{j<=k} g_j A_{k-j} - (-1)^k (2k-1)!! (2H)^(-k-1/2):

the poles at y = 0 of the two parts cancel, which `correction_series` checks. g comes from Stirling's series of the
three factorials of the binomial coefficient. Nothing here is fitted; see docs/fast-bounds.md for the remainder.
"""

from __future__ import annotations

from math import comb
from typing import Any

Series = list[Any]
"""Coefficients of a truncated power series in y, constant term first (mpmath numbers)."""


class SeriesRing:
    """Power series in y over mpmath numbers of one private context, truncated after `order` terms."""

    def __init__(self, ctx: Any, order: int) -> None:
        self.ctx = ctx
        self.order = order

    def constant(self, value: Any) -> Series:
        """Return the series of a constant."""
        return [self.ctx.mpf(value)] + [self.ctx.mpf(0)] * (self.order - 1)

    def multiply(self, left: Series, right: Series) -> Series:
        """Return the truncated product."""
        out = [self.ctx.mpf(0)] * self.order
        for i, a in enumerate(left):
            if a:
                for j, b in enumerate(right[: self.order - i]):
                    out[i + j] += a * b
        return out

    def power(self, base: Series, exponent: Any) -> Series:
        """Return base^exponent for a series that starts with 1 (Miller's recurrence)."""
        out = self.constant(1)
        for k in range(1, self.order):
            terms = [(exponent * j - (k - j)) * base[j] * out[k - j] for j in range(1, k + 1)]
            out[k] = self.ctx.fsum(terms) / k
        return out


def boundary_polynomials(count: int) -> list[dict[int, int]]:
    """Return, for k < count, the polynomial P_k(s) = s^(2k+1) A_k as {power of s: integer coefficient}.

    If u = P/(x+s)^q then (1-x^2)/(x+s) u' = (1-x^2) (P' (x+s) - q P) / (x+s)^(q+2).
    """
    polynomials = []
    numerator, q = {(0, 0): 1, (1, 1): 1}, 1
    for _ in range(count):
        polynomials.append({s: value for (x, s), value in numerator.items() if x == 0})
        following: dict[tuple[int, int], int] = {}
        for (x, s), value in numerator.items():
            parts = [((x, s), x * value - q * value)]
            if x:
                parts.append(((x - 1, s + 1), x * value))
            for (px, ps), term in parts:
                following[px, ps] = following.get((px, ps), 0) + term
                following[px + 2, ps] = following.get((px + 2, ps), 0) - term
        numerator, q = {key: value for key, value in following.items() if value}, q + 2
    return polynomials


def mass_series(ring: SeriesRing, count: int) -> list[Series]:
    """Return g_k(y) for k < count: exp of Stirling's series of ln n! - ln m! - ln (n-m)!, over sqrt(1-y)."""
    ctx = ring.ctx
    w = ring.constant(1)
    w[1] = ctx.mpf(-1)
    logs: dict[int, Series] = {}
    for e in range(1, count, 2):
        stirling = ctx.bernoulli(e + 1) / (e * (e + 1))
        # m^-e + (n-m)^-e = (2/n)^e ((1-s)^-e + (1+s)^-e), and the bracket is 2 sum C(e,2l) y^l / (1-y)^e
        bracket = ring.constant(0)
        for half in range(e // 2 + 1):
            bracket[half] = ctx.mpf(2) * comb(e, 2 * half)
        both = ring.multiply(bracket, ring.power(w, -e))
        logs[e] = [-stirling * 2**e * value for value in both]
        logs[e][0] += stirling
    out = [ring.power(w, ctx.mpf(-1) / 2)]
    for k in range(1, count):
        total = ring.constant(0)
        for e, series in logs.items():
            if e <= k:
                total = [t + e * v for t, v in zip(total, ring.multiply(series, out[k - e]), strict=True)]
        out.append([t / k for t in total])
    return out


def correction_series(ctx: Any, count: int, order: int) -> list[Series]:
    """Return the Taylor coefficients of c_0 ... c_(count-1), at least `order` of each."""
    ring = SeriesRing(ctx, order + count + 1)
    twice_entropy = [ctx.mpf(2) / ((2 * j) * (2 * j - 1)) for j in range(1, ring.order + 1)]  # 2H/y
    boundary = boundary_polynomials(count)
    mass = mass_series(ring, count)
    out = []
    double_factorial = 1
    for k in range(count):
        total = ring.constant(0)
        for j in range(k + 1):
            part = ring.constant(0)
            for power, value in boundary[k - j].items():
                part[j + power // 2] += value
            total = [t + v for t, v in zip(total, ring.multiply(part, mass[j]), strict=True)]
        pole = ring.power(twice_entropy, -(k + ctx.mpf(1) / 2))
        total = [t - (-1) ** k * double_factorial * v for t, v in zip(total, pole, strict=True)]
        if max(abs(t) for t in total[: k + 1]) > ctx.mpf(2) ** (-ctx.prec // 2):
            raise ArithmeticError(f"the poles of c_{k} do not cancel")
        out.append(total[k + 1 :][:order])
        double_factorial *= 2 * k + 1
    return out
