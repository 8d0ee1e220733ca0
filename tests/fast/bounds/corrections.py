"""The committed polynomials against the closed forms of c_k, on whole intervals, and what each class truncates.

docs/fast-bounds.md, part 5. c_k is analytic in |y| < 1, where Re(2H/y) >= 2 - 2 ln 2. Its Taylor coefficients come in
balls from the closed form; on |y| = RADIUS the closed form is bounded by the triangle inequality, which bounds the
coefficients left out. On an interval a polynomial is at most the sum of its absolute Chebyshev coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

from flint import acb, arb, arb_poly

from discordant.fast.expansion_tables import CORRECTIONS
from discordant.fast.generate.expansion_series import boundary_polynomials, correction_series
from discordant.fast.wide_series import BITS, WIDE_CORRECTIONS
from fast.bounds.recombination import both, least_mass, stirling
from fast.bounds.supremum import ORDERS, odd_factorials, pieces, twice_entropy, working

TERMS = 100
RADIUS = "0.75"
PRECISION = 800
ARCS = 48


class Balls:
    """The few operations of an mpmath context that `correction_series` uses, in balls."""

    prec = PRECISION
    mpf = staticmethod(arb)
    bernoulli = staticmethod(arb.bernoulli)

    @staticmethod
    def fsum(terms: list[arb]) -> arb:
        """Return the sum."""
        return sum(terms, arb(0))


@dataclass(frozen=True, slots=True)
class Kept:
    """One set of polynomials: for n >= n_min and y <= y_max their error relative to p, remainder apart."""

    name: str
    n_min: int
    y_max: str
    kept: int
    fitted: arb
    dropped: arb


@lru_cache(maxsize=1)
def taylor() -> list[list[arb]]:
    """Return the first TERMS Taylor coefficients of c_0 ... c_(ORDERS-1) in y."""
    with working(PRECISION):
        return correction_series(Balls, ORDERS, TERMS)


def _mass_bounds(s: acb) -> list[arb]:
    """Return bounds of |g_k| for k < ORDERS at a complex s: exp of the absolute terms of Stirling's series."""
    size = [abs(stirling(e)) * (1 + abs(both(e, s))) if e % 2 else arb(0) for e in range(ORDERS)]
    out = [1 / abs((1 - s * s).sqrt())]
    for k in range(1, ORDERS):
        out.append(sum((e * size[e] * out[k - e] for e in range(1, k + 1)), arb(0)) / k)
    return out


@lru_cache(maxsize=1)
def on_the_circle() -> list[arb]:
    """Return bounds of |c_k| on |y| = RADIUS: c_k(conj y) = conj c_k(y), so half the circle of y, a quarter of s."""
    out = [arb(0)] * ORDERS
    boundary = boundary_polynomials(ORDERS)
    odd = odd_factorials(ORDERS)
    size = arb(RADIUS).sqrt()
    # |2H| = |y| |2H/y| >= RADIUS (2 - 2 ln 2)
    entropy = arb(RADIUS) * (2 - 2 * arb(2).log())
    with working(PRECISION):
        for angle in pieces(arb(0), arb.pi() / 2, ARCS):
            s = size * acb(angle.cos(), angle.sin())
            mass = _mass_bounds(s)
            inner = [
                sum((abs(value) * size**power for power, value in polynomial.items()), arb(0)) / size ** (2 * k + 1)
                for k, polynomial in enumerate(boundary)
            ]
            for k in range(ORDERS):
                products = sum((mass[j] * inner[k - j] for j in range(k + 1)), arb(0))
                pole = odd[k] * entropy ** (-arb(2 * k + 1) / 2)
                out[k] = out[k].max(((products + pole) / size).abs_upper())
    return out


def chebyshev_sum(coefficients: list[arb], low: arb, high: arb) -> arb:
    """Return the sum of the absolute Chebyshev coefficients of a polynomial on [low, high], a bound of its maximum."""
    moved = arb_poly(coefficients)(arb_poly([(low + high) / 2, (high - low) / 2])).coeffs()
    # t^n = 2^(1-n) sum_k C(n, k) T_(n-2k), with half the term of T_0
    out = [arb(0)] * max(len(moved), 1)
    for n, value in enumerate(moved):
        for k in range(n // 2 + 1):
            share = arb(comb(n, k)) * 2 / arb(2) ** n
            out[n - 2 * k] += value * (share / 2 if n == 2 * k else share)
    return sum((value.abs_upper() for value in out), arb(0))


def difference(order: int, polynomial: list[arb], y_max: arb) -> arb:
    """Return a bound of |c_k - polynomial| on [0, y_max]; an empty polynomial bounds |c_k|."""
    coefficients = list(taylor()[order])
    for j, value in enumerate(polynomial):
        coefficients[j] = coefficients[j] - value
    ratio = y_max / arb(RADIUS)
    beyond = on_the_circle()[order] * ratio**TERMS / (1 - ratio)
    return (chebyshev_sum(coefficients, arb(0), y_max) + beyond).upper()


def kept(name: str, n_min: int, y_max: str, polynomials: list[list[arb]]) -> Kept:
    """Return what the polynomials and the missing c_k, k < ORDERS, contribute at most to the relative error of p."""
    with working(PRECISION):
        y = arb(y_max)
        s = y.sqrt()
        # sqrt(2/(pi n)) s e / E <= s sqrt(2H + 2/n) e, as in part 4, and E <= mid-p e^D / least_mass
        weight = s * (twice_entropy(s) + arb(2) / n_min).sqrt() / least_mass(s)
        fitted = dropped = arb(0)
        for order in range(ORDERS):
            known = order < len(polynomials)
            part = weight * difference(order, polynomials[order] if known else [], y) / arb(n_min) ** order
            fitted, dropped = (fitted + part, dropped) if known else (fitted, dropped + part)
        return Kept(name, n_min, y_max, len(polynomials), fitted.upper(), dropped.upper())


def float_classes() -> list[Kept]:
    """Return every class of the float kernels."""
    return [
        kept(name, n_min, repr(y_max), [[arb(value) for value in polynomial] for polynomial in polynomials])
        for name, (n_min, y_max, polynomials) in CORRECTIONS.items()
    ]


def fixed_point() -> Kept:
    """Return the polynomials of the fixed-point stage."""
    with working(PRECISION):  # enough bits for the quotients to be exact
        polynomials = [[arb(value) / (1 << BITS) for value in polynomial] for polynomial in WIDE_CORRECTIONS]
    return kept("wide", 1024, "0.181", polynomials)
