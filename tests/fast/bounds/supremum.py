"""M_K: a proved bound of |f_K| / f_0(0) for zeta >= zeta_0(s), 0 <= s <= sqrt(0.181), as the remainder needs it.

The argument is in docs/fast-bounds.md, part 3. With T = tanh v and z = zeta / sqrt(1-s^2), for every s in [0, 1/2] f_K
is analytic in |T| < 1, and

    f_K / f_0(0) = (1-s^2)^-K sum_j F_Kj(s) T^j
                 = (1-s^2)^-K [ z G_K(1/T, s) - sum_(j=1..K) F_(K-j)(0) (-1)^j (2j-1)!! z^(-2j) ].

* `circle` bounds the second form on |T| = RADIUS by the triangle inequality, hence the coefficients by Cauchy's.
* `near` encloses the first form on boxes that cover s <= T <= SPLIT.
* `far` bounds the second form for T >= SPLIT, again by the triangle inequality. There the weight
  e^(-n (zeta^2 - zeta_0^2)/2) is so small that the size of this bound does not matter.

All arithmetic is in balls of python-flint; every bound returned is an upper end.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from flint import acb, arb, arb_poly, ctx

from fast.bounds.terms import heads, power_polynomials, square_series, term_series, without_root_at_one

Y_MAX = "0.181"
N_MIN = 1024
ORDERS = 10
LENGTH = 72
RADIUS = "0.95"
SPLIT = "0.55"
ARCS = 128


@contextmanager
def working(bits: int = 192, length: int = ORDERS + 1) -> Iterator[None]:
    """Set flint's precision and length of series, and put them back."""
    before = ctx.cap
    with ctx.workprec(bits):
        ctx.cap = length
        try:
            yield
        finally:
            ctx.cap = before


def pieces(low: arb, high: arb, count: int) -> Iterator[arb]:
    """Yield balls that cover [low, high]."""
    step = (high - low) / count
    for i in range(count):
        left = low + step * i
        yield left.union(left + step)


def deviations(count: int) -> Iterator[arb]:
    """Yield balls that cover the range of s."""
    return pieces(arb(0), arb(Y_MAX).sqrt(), count)


def absolute(polynomial: Any, s: arb) -> arb:
    """Return sum |coefficient| |s|^power, an upper bound of the polynomial's absolute value."""
    size = s.abs_upper()
    return arb_poly([abs(arb(value)) for value in polynomial.coeffs()])(size)


def odd_factorials(count: int) -> list[int]:
    """Return (2j-1)!! for j = 0 ... count."""
    out = [1]
    for j in range(1, count + 1):
        out.append(out[-1] * (2 * j - 1))
    return out


def _poles(order: int, s: arb, least_square: arb) -> arb:
    """Return sum_(j=1..K) |F_(K-j)(0)| (2j-1)!! |z|^(-2j) for |z|^2 >= least_square."""
    odd, known = odd_factorials(order), heads(ORDERS)
    terms = (absolute(known[order - j], s) * odd[j] / least_square**j for j in range(1, order + 1))
    return sum(terms, arb(0))


def _square_on_circle(s: arb) -> tuple[arb, arb]:
    """Return a lower and an upper bound of |z|^2 on |T| = RADIUS; the lower half circle mirrors the upper.

    z^2 (1-s^2) / 2 = -ln(1-T^2)/2 + ln(1-sT) + s artanh T, and 1 +- T, 1 - T^2, 1 - sT have positive real parts.
    """
    least, most = arb("inf"), arb(0)
    for angle in pieces(arb(0), arb.pi(), ARCS):
        T = arb(RADIUS) * acb(angle.cos(), angle.sin())
        half = s * ((1 + T).log() - (1 - T).log()) / 2 + (1 - s * T).log() - (1 - T * T).log() / 2
        square = 2 * half / (1 - s * s)
        least, most = least.min(square.abs_lower()), most.max(square.abs_upper())
    return least, most


@lru_cache(maxsize=1)
def circle() -> list[arb]:
    """Return, for K = 0 ... ORDERS, a bound of |f_K| / f_0(0) on |T| = RADIUS for all s."""
    out = [arb(0)] * (ORDERS + 1)
    for s in deviations(16):
        least, most = _square_on_circle(s)
        if not least > 0:
            raise ArithmeticError(f"zeta may vanish on |T| = {RADIUS} for s in {s}")
        for order, polynomial in enumerate(power_polynomials(ORDERS)):
            powers = sum((absolute(p, s) / arb(RADIUS) ** a for a, p in polynomial.items()), arb(0))
            value = (most.sqrt() * powers + _poles(order, s, least)) / (1 - s * s) ** order
            out[order] = out[order].max(value.abs_upper())
    return out


def tail(order: int, T: arb, length: int = LENGTH) -> arb:
    """Return a bound of |sum_(j>=length) F_Kj T^j| (1-s^2)^-K for every s, by Cauchy's estimate."""
    ratio = T.abs_upper() / arb(RADIUS)
    return circle()[order] * ratio**length / (1 - ratio)


def near(order: int, columns: int, rows: int) -> arb:
    """Return a bound of |f_K| / f_0(0) on s <= T <= SPLIT, by boxes."""
    series = [arb_poly(value) for value in term_series(ORDERS, LENGTH)[order]]
    split = arb(SPLIT)
    beyond = tail(order, split)
    greatest = arb(0)
    for s in deviations(columns):
        polynomial = arb_poly([value(s) for value in series])
        scale = (1 - s * s) ** -order
        for T in pieces(arb(0), split, rows):
            if T.upper() >= s.lower():
                greatest = greatest.max((polynomial(T) * scale).abs_upper() + beyond)
    return greatest.upper()


def far(order: int) -> arb:
    """Return a bound of |f_K| / f_0(0) for T >= SPLIT and K >= 1.

    z^2 >= T^2 >= SPLIT^2, since the series of z^2 / T^2 starts with 1 and has no negative coefficient. G_K / (C-1) is
    at most the sum of its absolute terms at C = 1/SPLIT, and z (C-1) falls with v: z^2 <= 2v/(1-s) because
    cosh v - s sinh v <= e^v, and sqrt(v) (C-1) = 2 sqrt(v) / (e^(2v)-1) falls for v >= 1/4.
    """
    split = arb(SPLIT)
    v = ((1 + split) / (1 - split)).log() / 2
    greatest = arb(0)
    for s in deviations(16):
        rest = without_root_at_one(power_polynomials(ORDERS)[order])
        powers = sum((absolute(p, s) / split**a for a, p in rest.items()), arb(0))
        falling = (2 * v / (1 - s)).sqrt() * (1 / split - 1)
        value = (falling * powers + _poles(order, s, split**2)) / (1 - s * s) ** order
        greatest = greatest.max(value.abs_upper())
    return greatest


def gap() -> arb:
    """Return a lower bound of (zeta(SPLIT)^2 - zeta_0^2) / 2 over s; zeta_0 is zeta at T = s."""
    split = arb(SPLIT)
    least = arb("inf")
    # zeta^2 = (1-s^2) T^2 Q: a partial sum of Q is a lower bound at SPLIT; zeta_0^2 = 2H(s)
    square = [arb_poly(value) for value in square_series(24)]
    for s in deviations(256):
        at_split = (1 - s * s) * split**2 * arb_poly([value(s) for value in square])(split)
        least = least.min(((at_split - twice_entropy(s)) / 2).lower())
    return least


def twice_entropy(s: arb) -> arb:
    """Return 2H(s) = (1+s) ln(1+s) + (1-s) ln(1-s)."""
    return (1 + s) * (1 + s).log() + (1 - s) * (1 - s).log()


def supremum(order: int, columns: int, rows: int) -> arb:
    """Return M_K: for n >= N_MIN the integral of n e^(-n (zeta^2 - zeta_0^2)/2) |f_K| / f_0(0) from zeta_0 to infinity
    is at most M_K sqrt(pi n/2) erfcx(sqrt D).

    The part of the integral beyond SPLIT is at most `far` times e^(-n gap) of the whole Gaussian tail, since
    erfc(b) <= erfc(a) e^(a^2 - b^2) for b >= a >= 0.
    """
    return (near(order, columns, rows) + far(order) * (-N_MIN * gap()).exp()).upper()
