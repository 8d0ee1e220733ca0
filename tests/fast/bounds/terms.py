"""The terms f_k of the expansion, exactly: as power series in T, and as polynomials in C = 1/T beside powers of zeta.

Letters as in docs/fast-bounds.md: T = tanh v, zeta^2 / 2 = ln(cosh v - s sinh v) + s v, f_0 = zeta / T and
f_(k+1) = d/dzeta [(f_k - f_k(0)) / zeta]. Scaled, everything is a polynomial in s with rational coefficients:

    f_k = sqrt(1-s^2) (1-s^2)^-k F_k,   F_k = sum_j F_kj(s) T^j,   [(1/zeta) d/dzeta]^k C = (1-s^2)^-k G_k(C, s).

Integers and fractions only: no ball, no rounding.
"""

from __future__ import annotations

from functools import lru_cache

from flint import fmpq, fmpq_poly, fmpz_poly

Series = list[fmpq_poly]
"""Coefficients of T^0, T^1, ..., each a polynomial in s."""
S = fmpq_poly([0, 1])


def _inverse(series: Series) -> Series:
    """Return 1/series for a series that starts with 1."""
    out = [fmpq_poly([1])]
    for m in range(1, len(series)):
        out.append(-sum((series[i] * out[m - i] for i in range(1, m + 1)), fmpq_poly([])))
    return out


def _root(series: Series) -> Series:
    """Return the square root R of a series Q that starts with 1, from 2 Q R' = Q' R."""
    out = [fmpq_poly([1])]
    for m in range(1, len(series)):
        total = sum((series[i] * out[m - i] * (3 * i - 2 * m) for i in range(1, m + 1)), fmpq_poly([]))
        out.append(total * fmpq(1, 2 * m))
    return out


def square_series(length: int) -> Series:
    """Return Q = zeta^2 / ((1-s^2) T^2) = sum_m 2/(m+2) T^m (s^m + s^(m-2) + ...)."""
    return [fmpq_poly([int((m - i) % 2 == 0) for i in range(m + 1)]) * fmpq(2, m + 2) for m in range(length)]


def following(term: Series, inverse_square: Series) -> Series:
    """Return F_(k+1) = [(1-T^2)(1-sT) F_k' - (F_k - F_k(0)) / (T Q)] / T, two coefficients shorter than F_k."""
    slope = [value * j for j, value in enumerate(term)][1:]
    rest = term[1:]
    out = []
    for j in range(len(rest)):
        total = slope[j]
        if j >= 1:
            total = total - S * slope[j - 1]
        if j >= 2:
            total = total - slope[j - 2]
        if j >= 3:
            total = total + S * slope[j - 3]
        out.append(total - sum((rest[i] * inverse_square[j - i] for i in range(j + 1)), fmpq_poly([])))
    if out[0] != 0:
        raise ArithmeticError("the numerator of F_(k+1) does not vanish at T = 0")
    return out[1:]


@lru_cache(maxsize=2)
def term_series(orders: int, length: int) -> tuple[Series, ...]:
    """Return F_0 ... F_orders, `length` coefficients of each."""
    square = square_series(length + 2 * orders)
    inverse = _inverse(square)
    out = [_root(square)]
    for _ in range(orders):
        out.append(following(out[-1], inverse))
    return tuple(series[:length] for series in out)


def heads(orders: int) -> list[fmpq_poly]:
    """Return F_0(0) ... F_orders(0), polynomials in s: the f_k(0) without their power of 1 - s^2."""
    return [series[0] for series in term_series(orders, 1)]


@lru_cache(maxsize=1)
def power_polynomials(orders: int) -> tuple[dict[int, fmpz_poly], ...]:
    """Return G_0 ... G_orders, each as {power of C: polynomial in s}; G_(k+1) = -(C-s)(C^2-1) dG_k/dC, G_0 = C."""
    factor = {3: fmpz_poly([-1]), 2: fmpz_poly([0, 1]), 1: fmpz_poly([1]), 0: fmpz_poly([0, -1])}
    out = [{1: fmpz_poly([1])}]
    for _ in range(orders):
        product: dict[int, fmpz_poly] = {}
        for power, value in out[-1].items():
            for more, part in factor.items():
                where = power - 1 + more
                product[where] = product.get(where, fmpz_poly([])) + power * value * part
        out.append({power: value for power, value in product.items() if value != 0})
    return tuple(out)


def without_root_at_one(polynomial: dict[int, fmpz_poly]) -> dict[int, fmpz_poly]:
    """Return G / (C - 1) for a G_k with k >= 1, by synthetic division; that it leaves no rest is checked."""
    degree = max(polynomial)
    out: dict[int, fmpz_poly] = {}
    carried = fmpz_poly([])
    for power in range(degree, 0, -1):
        carried = carried + polynomial.get(power, fmpz_poly([]))
        out[power - 1] = carried
    if carried + polynomial.get(0, fmpz_poly([])) != 0:
        raise ArithmeticError("G does not vanish at C = 1")
    return out
