"""Orders of magnitude of positive Reals: the decimal exponent, the mantissa beside it, and powers of ten.

Exponents may be enormous (a p-value of 10^-217147246): beyond `LONG_POWER` logarithms stand in for powers of ten.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import exp, log

if TYPE_CHECKING:
    from discordant.enclosed.real import Real

LONG_POWER: Final = 100_000
"""Powers of ten beyond this exponent are not built."""


def floor_log10(x: Real) -> int:
    """Return floor(log10 x) for x > 0, exactly: an estimate from bit lengths, settled by comparison."""
    size = x.decide(
        64, lambda y: y if 0 < y.lo <= y.hi <= 2 * y.lo else None, lambda q: Bracket.of(q, 64), "the order of magnitude"
    )
    power = math.floor((log(size.at(64)) / log(Bracket.of(10, 64))).bounds()[0])
    if abs(power) > LONG_POWER:
        return int(x.log10().decimal(0, "floor"))
    while x.compare(Fraction(10) ** (power + 1)) >= 0:
        power += 1
    return power


def mantissa(x: Real, power: int) -> Real:
    """Return x / 10^power; by logarithms where 10^power would be too long to build."""
    if abs(power) <= LONG_POWER:
        return x.scaled(Fraction(10) ** -power)

    def refine(bits: int) -> Bracket:
        w = bits + 16 + power.bit_length()
        return exp(log(x.enclosure(w)) - log(Bracket.of(10, w)) * power)

    return type(x).refined(refine, what=x.what, max_bits=x.max_bits - 64)


def exponent_of_ten(q: Fraction) -> Fraction | None:
    """Return k where q = 10^k, else None; 10^k has exactly k trailing zero bits."""
    power = max(q.numerator, q.denominator)
    k = (power & -power).bit_length() - 1
    if min(q.numerator, q.denominator) != 1 or power != 10**k:
        return None
    return Fraction(k if q >= 1 else -k)
