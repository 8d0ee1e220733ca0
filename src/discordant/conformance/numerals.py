"""Numbers as the vectors write them: exact fractions, directed decimals, hexadecimal binary64; and their parser.

Written numbers are never read through a float. The parser takes what a foreign implementation may honestly print
(decimal, scientific, hexadecimal float, fraction, inf) and nothing that could cost minutes to expand.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Final

DIGITS: Final = 40
"""Significant digits of the directed decimals in the vectors."""

_DIGITS_OF_BINARY64: Final = 17
_MAX_TEXT: Final = 20_000
_MAX_EXPONENT: Final = 400_000
_DECIMAL: Final = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?", re.ASCII)
_HEX: Final = re.compile(r"([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?\d{1,6}))?", re.ASCII)
_INFINITIES: Final = {"inf": 1, "+inf": 1, "infinity": 1, "+infinity": 1, "-inf": -1, "-infinity": -1}


def _digits_below(value: Fraction) -> int:
    """Return the e with 10^e <= |value| < 10^(e+1), value not 0."""
    size = abs(value)
    e = int((size.numerator.bit_length() - size.denominator.bit_length()) * math.log10(2))
    while size >= Fraction(10) ** (e + 1):
        e += 1
    while size < Fraction(10) ** e:
        e -= 1
    return e


def _scientific(value: Fraction, upward: bool) -> str:
    """Return `value` in DIGITS significant digits, rounded up or down (toward +inf or -inf)."""
    if value == 0:
        return "0"
    e = _digits_below(value)
    scaled = value * Fraction(10) ** (DIGITS - 1 - e)
    mantissa = math.ceil(scaled) if upward else math.floor(scaled)
    if abs(mantissa) == 10**DIGITS:
        mantissa, e = mantissa // 10, e + 1
    digits = str(abs(mantissa))
    rest = digits[1:].rstrip("0")
    sign = "-" if mantissa < 0 else ""
    point = f".{rest}" if rest else ""
    return f"{sign}{digits[0]}{point}" + (f"e{e}" if e else "")


def directed(lo: Fraction, hi: Fraction) -> tuple[str, str]:
    """Return two decimals of 40 significant digits, the first at most `lo` and the second at least `hi`.

    >>> directed(Fraction(2, 3), Fraction(2, 3))[0]
    '6.666666666666666666666666666666666666666e-1'
    """
    return _scientific(lo, upward=False), _scientific(hi, upward=True)


def parse(text: str) -> Fraction | float | None:
    """Return the number that `text` writes: a Fraction, +-math.inf, or None where it writes none.

    Decimals and scientific notation, hexadecimal floats (`0x1.8p-3`), and fractions of integers (`21/16`, a
    denominator `2^k` included). NaN, blanks inside, digit separators and exponents of more than six digits are none.
    """
    text = text.strip()
    if not text or len(text) > _MAX_TEXT:
        return None
    if text.lower() in _INFINITIES:
        return _INFINITIES[text.lower()] * math.inf
    if "/" in text:
        return _parse_fraction(text)
    match = _DECIMAL.fullmatch(text)
    if match and (match[2] or match[3]):
        places, exponent = match[3] or "", int(match[4] or 0)
        if abs(exponent) > _MAX_EXPONENT or len(match[2]) + len(places) > 4000:
            return None
        value = Fraction(int(match[2] + places)) * Fraction(10) ** (exponent - len(places))
        return -value if match[1] == "-" else value
    match = _HEX.fullmatch(text)
    if match and (match[2] or match[3]):
        places, exponent = match[3] or "", int(match[4] or 0)
        if abs(exponent) > _MAX_EXPONENT:
            return None
        value = Fraction(int(match[2] + places, 16)) * Fraction(2) ** (exponent - 4 * len(places))
        return -value if match[1] == "-" else value
    return None


def stands_for(text: str, number: Fraction) -> Fraction:
    """Return the number that a reply means by the decimal `text`: up to 17 digits, the binary64 it is read back as.

    A float printed as the shortest decimal that reads back is itself up to half a spacing away from that decimal, far
    more digits short of it where the float is subnormal. Longer decimals, fractions and hexadecimal floats are what
    they write, and so is a decimal beyond the range of binary64.

    >>> stands_for("0.1", Fraction(1, 10)) == Fraction(0.1), stands_for("1/10", Fraction(1, 10))
    (True, Fraction(1, 10))
    """
    match = _DECIMAL.fullmatch(text.strip())
    if match is None or len((match[2] + (match[3] or "")).lstrip("0")) > _DIGITS_OF_BINARY64:
        return number
    try:
        nearest = Fraction(float(number))
    except OverflowError:
        return number
    return nearest if nearest else number


def _parse_fraction(text: str) -> Fraction | None:
    match = re.fullmatch(r"(-?)(\d{1,4000}|0x[0-9a-f]+)/(?:2\^(\d{1,7})|(\d{1,4000}|0x[0-9a-f]+))", text, re.ASCII)
    if not match:
        return None
    numerator = int(match[2], 0 if match[2].startswith("0x") else 10)
    if match[3]:
        denominator = 1 << min(int(match[3]), 10 * _MAX_EXPONENT)
    else:
        denominator = int(match[4], 0 if match[4].startswith("0x") else 10)
    if denominator == 0:
        return None
    return Fraction(-numerator if match[1] else numerator, denominator)
