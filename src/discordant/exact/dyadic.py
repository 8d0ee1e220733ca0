"""Fractions whose denominator is a power of two, built without a gcd and printed without a digit limit.

`Fraction(s, 2**n)` runs Euclid's algorithm on n-bit numbers: 4 s at n = 10^6, far more than the tail itself. The
only common factor a dyadic can have is a power of two, and trailing zero bits are counted at once.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

_DECIMAL_DIGITS: Final = 1000
"""Longest integer printed in decimal; CPython refuses to print more than 4300 digits (640 at the strictest)."""


def _coprime(numerator: int, denominator: int) -> Fraction:
    """Return the Fraction of two coprime ints without the gcd of its constructor.

    The two slots are CPython's; where a version has others, `_HAS_SLOTS` is False and the constructor is used.
    """
    value: Fraction = object.__new__(Fraction)
    value._numerator = numerator  # type: ignore[attr-defined] # the slots are private, hence the fallback below
    value._denominator = denominator  # type: ignore[attr-defined] # as above
    return value


def _slots_work() -> bool:
    try:
        probe = _coprime(3, 8)
        return probe == Fraction(3, 8) and hash(probe) == hash(Fraction(3, 8)) and probe + 1 == Fraction(11, 8)
    except AttributeError:
        return False


_HAS_SLOTS: Final = _slots_work()


def dyadic(numerator: int, exponent: int) -> Fraction:
    """Return numerator / 2^exponent in lowest terms, exactly, for exponent >= 0.

    >>> dyadic(2702, 20)
    Fraction(1351, 524288)
    """
    if numerator == 0:
        return Fraction(0)
    shift = min(exponent, (numerator & -numerator).bit_length() - 1)
    numerator >>= shift
    denominator = 1 << (exponent - shift)
    return _coprime(numerator, denominator) if _HAS_SLOTS else Fraction(numerator, denominator)


def format_integer(value: int) -> str:
    """Return `value` in decimal up to 1000 digits, and in `0x` hexadecimal beyond; never fails.

    >>> format_integer(-524288), format_integer(10**1000)[:6]
    ('-524288', '0x3ce3')
    """
    size = abs(value)
    if size >= 10**_DECIMAL_DIGITS:
        return hex(value)
    sign = "-" if value < 0 else ""
    high, low = divmod(size, 10**500)  # two halves, since a program may have set the limit to 640 digits
    return f"{sign}{high}{low:0500d}" if high else f"{sign}{low}"


def format_exact(p: Fraction) -> str:
    """Return `p` as "numerator/denominator", exactly, for a p of any size.

    Integers of up to 1000 digits are decimal, longer ones `0x` hexadecimal, and a denominator too long for decimal
    that is a power of two is written `2^k`. Whole numbers are printed without a denominator. Unlike str(p), which
    raises ValueError above 4300 digits, this never fails and changes no global state.

    >>> format_exact(Fraction(1351, 524288))
    '1351/524288'
    >>> format_exact(dyadic(1, 100_000))
    '1/2^100000'
    """
    numerator, denominator = p.numerator, p.denominator
    if denominator == 1:
        return format_integer(numerator)
    power = denominator.bit_length() - 1
    if denominator >= 10**_DECIMAL_DIGITS and denominator == 1 << power:
        return f"{format_integer(numerator)}/2^{power}"
    return f"{format_integer(numerator)}/{format_integer(denominator)}"
