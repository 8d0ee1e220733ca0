"""Lambda_K: the proved bound of the remainder once g and the f_k(0), h_k are multiplied out into the c_k.

docs/fast-bounds.md, part 4. With i = 1/n <= 1/N_MIN, E = erfcx(sqrt D) and a_K = sum_(k<K) f_k(0) i^k,

    mid-p e^D - E - sqrt(2/(pi n)) s sum_(k<K) c_k i^k
        = (g a_K - 1) E  +  sqrt(2/(pi n)) s sum_(j<K) eta_j i^j rho_(K-j)  +  g i^K (...),

where rho_J = g - sum_(k<J) g_k i^k, eta_j = h_j(zeta_0)/s, and the last part is at most g f_0(0) M_K i^K E. The bounds
of the three parts, divided by i^K E, are `head`, `mixed` and `integral`.

g = exp(P(i) + delta) / sqrt(1-y): P has the terms of Stirling's three series up to i^LAST, delta their remainders. The
K-th Taylor coefficient of exp P at every point of [0, 1/N_MIN] is enclosed by series arithmetic at that ball.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flint import arb, arb_poly, arb_series

from fast.bounds.supremum import LENGTH, N_MIN, ORDERS, RADIUS, Y_MAX, circle, deviations, supremum, twice_entropy
from fast.bounds.terms import heads, term_series

LAST = 19
"""The last odd power of i kept of Stirling's series."""


@dataclass(frozen=True, slots=True)
class Remainder:
    """The three parts of Lambda_K, and Lambda_K itself."""

    integral: arb
    head: arb
    mixed: arb

    @property
    def total(self) -> arb:
        """Lambda_K: the remainder is at most n^-K Lambda_K mid-p, since mid-p e^D >= g f_0(0) E."""
        return ((self.integral + self.head + self.mixed) / least_mass(arb(Y_MAX).sqrt())).upper()


def stirling(e: int) -> arb:
    """Return B_(e+1) / (e (e+1)), the coefficient of x^-e in ln x! beyond Stirling's formula, for odd e."""
    return arb.bernoulli(e + 1) / (e * (e + 1))


def both(e: int, s: arb) -> arb:
    """Return (n/m)^e + (n/(n-m))^e = 2^e ((1-s)^-e + (1+s)^-e)."""
    return arb(2) ** e * ((1 - s) ** -e + (1 + s) ** -e)


def least_mass(s: arb) -> arb:
    """Return a lower bound of g sqrt(1-y): each of Stirling's three series lies between 0 and its first term."""
    return (-both(1, s) / (12 * N_MIN)).exp()


def _mass_polynomial(s: arb) -> arb_poly:
    coefficients = [arb(0)] * (LAST + 1)
    for e in range(1, LAST + 1, 2):
        coefficients[e] = stirling(e) * (1 - both(e, s))
    return arb_poly(coefficients)


def _enclosed_coefficients(s: arb, factor: list[arb]) -> tuple[list[arb], list[arb]]:
    """Return the Taylor coefficients of exp P, and of exp P times sum_k factor_k i^k for each length K, at the ball.

    The second list holds at place K the K-th coefficient of the product with the first K entries of `factor`.
    """
    span = arb(0).union(arb(1) / N_MIN)
    # P(span + e) as a series in e
    shifted = _mass_polynomial(s)(arb_poly([span, 1]))
    mass = arb_series(list(shifted.coeffs()), ORDERS + 1).exp()
    products = [mass]
    for count in range(1, ORDERS + 1):
        at = arb_poly(factor[:count])(arb_poly([span, 1]))
        products.append(mass * arb_series(list(at.coeffs()), ORDERS + 1))
    plain = list(mass.coeffs())
    return plain, [product[order] for order, product in enumerate(products)]


def stirling_remainder(s: arb) -> arb:
    """Return r with |delta| <= r i^(LAST+2): each of the three remainders is smaller than its first omitted term."""
    e = LAST + 2
    return abs(stirling(e)) * (1 + both(e, s))


def enclosed_mass(s: arb) -> arb:
    """Return Gamma_K for K = ORDERS: |g - sum_(k<K) g_k i^k| <= Gamma_K i^K for every n >= N_MIN."""
    plain, _ = _enclosed_coefficients(s, [arb(0)] * ORDERS)
    slack = 4 * stirling_remainder(s) / arb(N_MIN) ** (LAST + 2 - ORDERS)
    return ((abs(plain[ORDERS]) + slack) / (1 - s * s).sqrt()).upper()


def boundary_values(s: arb) -> list[arb]:
    """Return bounds of |eta_k| = |h_k(zeta_0)| / s for k < ORDERS.

    h_k = (1-s^2)^-k (F_k - F_k(0)) / (T R) at T = s, where R = z/T >= 1. F_k1 is an odd polynomial in s, so that
    dividing by s leaves polynomials.
    """
    out = []
    ratio = s.abs_upper() / arb(RADIUS)
    for k, series in enumerate(term_series(ORDERS, LENGTH)[:ORDERS]):
        first = arb_poly(list(series[1].coeffs())[1:])(s)
        rest = sum((arb_poly(value)(s) * s ** (j - 2) for j, value in enumerate(series) if j >= 2), arb(0))
        beyond = circle()[k] / arb(RADIUS) ** 2 * ratio ** (LENGTH - 2) / (1 - ratio)
        out.append((abs(first + rest) / (1 - s * s) ** k).abs_upper() + beyond)
    return out


def weight(s: arb) -> arb:
    """Return W of part 4: sqrt(2/(pi n)) s <= W E for all deviations up to s, since H rises with s."""
    return s * (twice_entropy(s) + arb(2) / N_MIN).sqrt()


@lru_cache(maxsize=4)
def _products(columns: int) -> tuple[list[arb], list[arb], arb]:
    """Return the bounds of head and mixed for K = 0 ... ORDERS, and that of g sqrt(1-y)."""
    head, mixed, mass = [arb(0)] * (ORDERS + 1), [arb(0)] * (ORDERS + 1), arb(0)
    for s in deviations(columns):
        lead = 1 / (1 - s * s).sqrt()
        factor = [arb_poly(value)(s) / (1 - s * s) ** k for k, value in enumerate(heads(ORDERS))]
        plain, products = _enclosed_coefficients(s, factor)
        delta = stirling_remainder(s) / arb(N_MIN) ** (LAST + 2)
        # exp P <= 1 here, and |e^delta - 1| <= 2 |delta|; the sum below bounds |a_K| / f_0(0)
        if not (plain[0] <= 2 and delta <= arb("0.5")):
            raise ArithmeticError(f"Stirling's remainder is too large for s in {s}")
        rows = arb_poly([abs(value) for value in factor])(arb(1) / N_MIN)
        mass = mass.max((plain[0] * (1 + 2 * delta)).abs_upper())
        eta = boundary_values(s)
        for order in range(1, ORDERS + 1):
            slack = 4 * delta * arb(N_MIN) ** order
            head[order] = head[order].max((abs(products[order]) + slack * rows).abs_upper())
            gamma = [abs(plain[j]) + 4 * delta * arb(N_MIN) ** j for j in range(ORDERS + 1)]
            parts = sum((eta[j] * gamma[order - j] for j in range(order)), arb(0))
            mixed[order] = mixed[order].max((weight(s.abs_upper()) * lead * parts).abs_upper())
    return head, mixed, mass


def remainder(order: int, columns: int, rows: int) -> Remainder:
    """Return the parts of Lambda_K for 1 <= K <= ORDERS."""
    head, mixed, mass = _products(columns)
    return Remainder((supremum(order, columns, rows) * mass).upper(), head[order].upper(), mixed[order].upper())
