"""A proved bound of the rounding of `discordant.fast.wide`: integers only, so that each floor is at most one unit.

docs/fast-bounds.md, part 6, has the argument. A unit is 2^-128; n from 1024 to 2^53, d >= 2, y <= Y_MAX. Every number
here is an upper bound in arb, named after the function of `wide` it is about; `budget` adds them up, relative to p.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from flint import arb

from discordant.fast.wide import _CENTRE, _FRACTION_TERMS, _HALVINGS, BITS, STIRLING
from discordant.fast.wide_series import WIDE_CORRECTIONS
from fast.bounds.corrections import fixed_point
from fast.bounds.recombination import Remainder, stirling
from fast.bounds.supremum import N_MIN, ORDERS, working

N_MAX = 2**53
Y_MAX = "0.1801"
M_MIN = "294.7"
"""n (1 - sqrt y) / 2 for n = 1024 and y = Y_MAX, rounded down."""
GUARD = 16
"""Extra bits inside exp_fixed."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Relative errors of p: of the polynomials and the remainder, of D in e^-D and in erfcx, and of all other steps."""

    truncation: arb
    depth: arb
    erfcx_of_depth: arb
    erfcx: arb
    rest: arb
    exponential: arb

    @property
    def total(self) -> arb:
        """All of them, with room for their products and for mid-p e^D >= 0.9996 E."""
        parts = (self.truncation, self.depth, self.erfcx_of_depth, self.erfcx, self.rest, self.exponential)
        return (sum(parts, arb(0)) * (1 + arb(2) ** -10)).upper()


def depth(most: arb) -> arb:
    """Return the error of `_depth` in units, for n y <= most: y rounded down, then at most 73 floors and a short tail.

    The term n y^j has an error e_j <= y e_(j-1) + n y^(j-1) + 1 <= (j-1) n y^(j-1) + 1/(1-y), divided by 2j (2j-1).
    """
    y = arb(Y_MAX)
    last = int(float((arb(N_MAX) * arb(2) ** BITS).log() / -y.log())) + 1
    slopes = sum(((j - 1) * y ** (j - 2) / (2 * j * (2 * j - 1)) for j in range(2, last + 1)), arb(0))
    floors = sum(((1 / (1 - y)) / (2 * j * (2 * j - 1)) + 1 for j in range(2, last + 1)), arb(0))
    return (1 + floors + most * slopes + 1).upper()


def exp_fixed(exponent: arb, bits: int = BITS) -> arb:
    """Return the relative error of `exp_fixed` in units of 2^-bits, for an exponent up to the given size.

    The rest modulo ln 2: one floor, and the rounding of ln 2 at 40 bits more. Each term of the series: at most 2.01
    units of 2^-(bits+16); the terms dropped: 5. Each squaring doubles the error and adds a floor. The last shift: 1.
    """
    step = arb(2).log() / 2**_HALVINGS
    terms = 1
    size = step
    while size > arb(2) ** -(bits + GUARD):
        terms += 1
        size = size * step / terms
    series = (arb("2.01") * terms + 5) * 2**_HALVINGS + 2**_HALVINGS
    return (1 + exponent * arb(2) ** -39 + series / 2**GUARD + 1).upper()


def correction() -> tuple[arb, arb]:
    """Return bounds of |C| and of its error in units: Horner's scheme in y and i, each rounded down by under a unit."""
    y, i = arb(Y_MAX), arb(1) / N_MIN
    total = error = arb(0)
    for coefficients in reversed(WIDE_CORRECTIONS):
        value = slip = arb(0)
        for a in reversed(coefficients):
            slip = slip * y + value + 1
            value = value * y + arb(abs(a)) / 2**BITS
        error = error * i + total + 1 + slip
        total = total * i + value
    return total.upper(), error.upper()


def log_mass() -> arb:
    """Return the error of `_log_mass` in units: floors of powers of 1/n, 1/m, 1/(n-m), and Stirling's remainder."""
    largest = 1 / arb(M_MIN)
    square_error = 2 * largest + 1
    power, error, total = largest, arb(1), arb(0)
    for num, den in STIRLING:
        total += 3 * error * abs(num) / den + 1
        error = error * largest**2 + power * square_error + 1
        power = power * largest**2
    omitted = 2 * len(STIRLING) + 1
    return (total + 3 * abs(stirling(omitted)) * largest**omitted * arb(2) ** BITS).upper()


def fraction() -> arb:
    """Return the relative error of the continued fraction cut after _FRACTION_TERMS, for D >= _CENTRE.

    It is Gauss's quadrature, with _FRACTION_TERMS + 1 nodes, of pi erfcx(x) / x = Int_0^inf e^-t t^(-1/2) / (z + t) dt,
    z = x^2 = D. Its error is Int e^-t t^(-1/2) (p(t) / p(-z))^2 / (z + t) dt with the monic Laguerre polynomial p, at
    most Int e^-t t^(-1/2) p^2 dt / (z p(-z)^2); relative to the integral, which exceeds sqrt(pi) / (z + 1/2), this
    falls with z.
    """
    nodes, z = _FRACTION_TERMS + 1, arb(_CENTRE)
    top = (arb(nodes) + arb("0.5")).gamma()
    value = sum((comb(nodes, j) * top / (arb(j) + arb("0.5")).gamma() * z**j for j in range(nodes + 1)), arb(0))
    norm = arb(nodes + 1).gamma()
    return (norm * top * (z + arb("0.5")) / (arb.pi().sqrt() * z * value**2)).upper()


def erfcx_near() -> arb:
    """Return the error of `_erfcx` in units for D < _CENTRE.

    In units of 2^-work each term of the series has an error of at most 4/3 of its own, which grows by at most e^D in
    all terms that follow; the tail is at most twice the first term that is computed as 0. e^D has the relative error of
    exp_fixed. All of it is shifted down by 3 floor(D) + 24 bits, and e^D <= e 8^floor(D).
    """
    work = BITS + 3 * (_CENTRE - 1) + 24
    D = arb(_CENTRE)
    terms, size = 0, arb(1)
    while size > arb(2) ** -work:
        terms += 1
        size = size * 2 * D / (2 * terms + 1)
    series = arb(4) / 3 * (terms + 1) * 3 + 2
    root = 2 * (D / arb.pi()).sqrt()
    return (1 + ((root * series + 2) + exp_fixed(D * 2, work)) * arb(1).exp() / 2**24).upper()


def erfcx_far() -> arb:
    """Return the relative error of `_erfcx` for D >= _CENTRE, its last floor apart.

    With b_k >= z + k + 1/2 for k >= 1 the errors of the denominators shrink by at least 0.4 at each level: 2 units at
    most, relative to b_0 >= z; the square root is floored at a value above 2.
    """
    shrink = arb(0)
    for k in range(_FRACTION_TERMS):
        shrink = shrink.max(arb((k + 1) * (2 * k + 1)) / 2 / (arb(k) + arb("1.5") + _CENTRE) ** 2)
    if not shrink < arb("0.4"):
        raise ArithmeticError("the errors of the continued fraction do not shrink")
    unit = arb(2) ** -BITS
    return (fraction() + 2 * unit / _CENTRE + unit).upper()


def budget(most: arb, last: Remainder) -> Budget:
    """Return the bounds for all n and d with n y <= most, hence D <= 0.53 most and E >= 1/(sqrt(pi) sqrt(D + 1)).

    `last` is the remainder after ORDERS terms.
    """
    with working(256):
        unit = arb(2) ** -BITS
        D = most * arb("0.53")
        inverse = (arb.pi() * (D + 1)).sqrt()  # at least 1/E
        error = depth(most)
        series = fixed_point()
        truncation = series.fitted + last.total / arb(N_MIN) ** ORDERS
        # |dE/dD| / E <= sqrt(1 + 1/D) - 1: at most D^(-1/2) for D <= 1, and D >= 2/n; at most 1/(2D) beyond
        of_depth = depth(arb(2)) * unit * (arb(N_MAX) / 2).sqrt() * 2
        near = erfcx_near() * unit * (arb.pi() * (_CENTRE + 1)).sqrt()
        far = erfcx_far() + unit * inverse
        size, slip = correction()
        # the mass: its logarithm, exp_fixed, a shift, isqrt and quotient, each relative to values between 0.8 and 2
        mass = log_mass() + exp_fixed(arb(1)) + 2 + 4
        small = (size + slip + 1 + 2 * mass) * unit
        scale = (2 / (arb.pi() * N_MIN)).sqrt()
        rest = (scale * small + scale * (size + 2) * arb(2) ** -130 + unit) * inverse
        exponential = exp_fixed(D * 2 + 2) * unit
        parts = (truncation, error * unit, of_depth, near.max(far), rest, exponential)
        return Budget(*(part.upper() for part in parts))
