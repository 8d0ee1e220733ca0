"""p in 128-bit fixed point on Python ints, for n > 1023 and y = (d/n)^2 <= 0.18: the second stage of a decision.

The same expansion as `uniform`, with ten correction functions to 2^-95. The relative error of the result is below
2^-90 wherever p is above 2^(-10^6), and below 2^-80.8 for every n to 2^53: proved in docs/fast-bounds.md, part 6.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from discordant.fast.wide_series import BITS, CONSTANT_BITS, LN2, TWO_OVER_PI, WIDE_CORRECTIONS

RELATIVE_BITS: Final = 78
"""The enclosure p (1 +- 2^-78) that decisions rely on."""
ONE: Final = 1 << BITS
STIRLING: Final = ((1, 12), (-1, 360), (1, 1260), (-1, 1680), (1, 1188), (-691, 360360), (1, 156))
_CENTRE: Final = 16
_FRACTION_TERMS: Final = 24
_HALVINGS: Final = 8


def exp_fixed(x: int, bits: int) -> tuple[int, int]:
    """Return (mantissa, exponent): e^(x / 2^bits) is about mantissa 2^(exponent - bits), for any sign of x."""
    ln2 = LN2 >> (CONSTANT_BITS - bits - 40)
    exponent = (x << 40) // ln2
    rest = x - (exponent * ln2 >> 40)
    work = bits + 16
    step = rest << 16 >> _HALVINGS
    total = term = 1 << work
    k = 1
    while term:
        term = (term * step >> work) // k
        total += term
        k += 1
    for _ in range(_HALVINGS):
        total = total * total >> work
    return total >> 16, exponent


def _depth(n: int, d: int) -> int:
    """Return D = n H(d/n) in fixed point."""
    d2 = d * d
    y = (d2 << BITS) // (n * n)
    term = (d2 << BITS) // n
    total = term >> 1
    j = 2
    while term:
        term = term * y >> BITS
        total += term // (2 * j * (2 * j - 1))
        j += 1
    return total


def _erfcx(D: int) -> int:
    """Return erfcx(sqrt D) in fixed point: the power series of erf near the centre, a continued fraction beyond."""
    if D >= _CENTRE << BITS:
        # sqrt(pi) erfcx(x) = x / (x^2 + 1/2 - (1/2)(1) / (x^2 + 5/2 - (3/2)(2) / (x^2 + 9/2 - ...)))
        below = D + ((4 * _FRACTION_TERMS + 1) * ONE >> 1)
        for k in range(_FRACTION_TERMS, 0, -1):
            below = D + ((4 * k - 3) * ONE >> 1) - (k * (2 * k - 1) * ONE // 2 << BITS) // below
        return (isqrt(TWO_OVER_PI * D >> (CONSTANT_BITS - BITS + 1)) << BITS) // below
    # e^D - (2 x / sqrt(pi)) sum (2D)^k / (2k+1)!!: the difference loses 2 D / ln 2 bits, which are added first
    extra = 3 * (D >> BITS) + 24
    work = BITS + extra
    wide = D << extra
    term = total = 1 << work
    k = 1
    while term:
        term = (term * wide >> (work - 1)) // (2 * k + 1)
        total += term
        k += 1
    root = isqrt(TWO_OVER_PI * wide >> (CONSTANT_BITS - work - 1))  # 2 sqrt(D/pi), scaled by 2^work
    mantissa, exponent = exp_fixed(wide, work)
    return ((mantissa << exponent) - (root * total >> work)) >> extra


def _log_mass(n: int, m: int) -> int:
    """Return Stirling's series of ln n! - ln m! - ln (n-m)!; the next term is below 2^-126 for m >= 295."""
    i, im, ir = ONE // n, ONE // m, ONE // (n - m)
    i2, im2, ir2 = i * i >> BITS, im * im >> BITS, ir * ir >> BITS
    total = 0
    for num, den in STIRLING:
        total += (i - im - ir) * num // den
        i, im, ir = i * i2 >> BITS, im * im2 >> BITS, ir * ir2 >> BITS
    return total


def approximate(n: int, d: int, *, mass: bool = True) -> tuple[int, int]:
    """Return (mantissa, exponent): p (without `mass` mid-p) is about mantissa 2^exponent, to 2^-78 of it, d >= 2."""
    D = _depth(n, d)
    y = (d * d << BITS) // (n * n)
    i = ONE // n
    correction = 0
    for coefficients in reversed(WIDE_CORRECTIONS):
        value = 0
        for a in reversed(coefficients):
            value = (value * y >> BITS) + a
        correction = (correction * i >> BITS) + value
    small = (d << BITS) // n * correction >> BITS
    if mass:
        last, exponent = exp_fixed(_log_mass(n, (n - d) // 2), BITS)
        last = (last << BITS) // isqrt((ONE - y) << BITS)
        small += last << exponent if exponent >= 0 else last >> -exponent
    scale = isqrt((TWO_OVER_PI >> (CONSTANT_BITS - 2 * BITS - 64)) // n)  # sqrt(2/(pi n)), scaled by 2^(BITS + 32)
    total = _erfcx(D) + (small * scale >> (BITS + 32))
    mantissa, exponent = exp_fixed(-D, BITS)
    return total * mantissa, exponent - 2 * BITS
