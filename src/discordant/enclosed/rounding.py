"""Rounding and comparing m * 2^exp and fractions exactly: to integers in six modes, to binary64, against a rational.

Exponents may be enormous (a p-value of 2^-700000000): nothing here builds 2^|exp| where the answer is clear without.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, cast

from discordant.errors import ArgumentError

Rounding = Literal["half-even", "half-up", "floor", "ceiling", "down", "up"]

ROUNDINGS: Final[tuple[str, ...]] = ("half-even", "half-up", "floor", "ceiling", "down", "up")


def read_rounding(rounding: str) -> Rounding:
    """Return `rounding` if it names one of the six modes, else raise `ArgumentError`."""
    if rounding not in ROUNDINGS:
        raise ArgumentError(f"rounding={rounding!r} is not one of {', '.join(ROUNDINGS)}")
    return cast(Rounding, rounding)


def read_digits(digits: int, least: int) -> int:
    """Return `digits` if it is an int of `least` or more, else raise `ArgumentError`."""
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < least:
        raise ArgumentError(f"{digits!r} digits asked for; give an int of {least} or more")
    return digits


def _away(floor: int, position: int, negative: bool, mode: Rounding) -> bool:
    """Whether a number between floor and floor + 1 goes up; `position` is the sign of its fraction minus 1/2."""
    if mode in ("half-even", "half-up"):
        if position:
            return position > 0
        return floor % 2 == 1 if mode == "half-even" else not negative
    if mode in ("floor", "ceiling"):
        return mode == "ceiling"
    return negative == (mode == "down")


def round_dyadic(m: int, exp: int, mode: Rounding) -> int:
    """Return m * 2^exp rounded to an integer."""
    if exp >= 0:
        return m << exp
    floor = m >> -exp
    if exp < -m.bit_length() - 1:  # |m 2^exp| < 1/2, and 2^-exp may not fit into memory
        position = 0 if not m else (-1 if m > 0 else 1)
        return floor + (m != 0 and _away(floor, position, m < 0, mode))
    rest = m - (floor << -exp)
    if not rest:
        return floor
    twice, whole = 2 * rest, 1 << -exp
    return floor + _away(floor, (twice > whole) - (twice < whole), m < 0, mode)


def round_fraction(q: Fraction, mode: Rounding) -> int:
    """Return the rational q rounded to an integer."""
    floor, rest = divmod(q.numerator, q.denominator)
    if not rest:
        return floor
    twice = 2 * rest
    return floor + _away(floor, (twice > q.denominator) - (twice < q.denominator), q < 0, mode)


def compare_dyadic(m: int, exp: int, q: Fraction) -> int:
    """Return the sign of m * 2^exp - q, from the sizes alone where these differ."""
    n, d = q.numerator, q.denominator
    sign, other = (m > 0) - (m < 0), (n > 0) - (n < 0)
    if sign != other or not sign:
        return (sign > other) - (sign < other)
    size = m.bit_length() + exp  # |m 2^exp| in [2^(size-1), 2^size), |q| in (2^(least-1), 2^(least+1))
    least = n.bit_length() - d.bit_length()
    if size < least:
        return -sign
    if size > least + 2:
        return sign
    left, right = (m * d << exp, n) if exp >= 0 else (m * d, n << -exp)
    return (left > right) - (left < right)


def to_float(m: int, exp: int) -> float:
    """Return m * 2^exp as the nearest binary64, ties to even; +-inf beyond the largest, 0.0 below half the least."""
    size = m.bit_length() + exp
    if size > 1100:
        return math.inf if m > 0 else -math.inf
    if size < -1080:
        return 0.0
    try:
        return float(m << exp) if exp >= 0 else m / (1 << -exp)  # int / int is correctly rounded
    except OverflowError:
        return math.inf if m > 0 else -math.inf


def fraction_to_float(q: Fraction) -> float:
    """Return the rational q as the nearest binary64; +-inf beyond the largest."""
    try:
        return q.numerator / q.denominator  # int / int is correctly rounded, into the subnormals too
    except OverflowError:
        return math.inf if q > 0 else -math.inf


def to_bits(m: int, power: int, prec: int) -> tuple[int, int]:
    """Return m 2^power rounded half-even to `prec` bits, as a mantissa of exactly that length and its exponent."""
    if not m:
        return 0, 0
    shift = m.bit_length() - prec
    man = round_dyadic(m, -shift, "half-even")
    if abs(man) >> prec:
        man, shift = man >> 1, shift + 1
    return man, power + shift


def fraction_to_bits(q: Fraction, prec: int) -> tuple[int, int]:
    """Return the rational q rounded half-even to `prec` bits, as mantissa and exponent."""
    if not q:
        return 0, 0
    power = abs(q.numerator).bit_length() - q.denominator.bit_length() - prec
    scaled = q * Fraction(2) ** -power
    if abs(round(scaled)) >= 1 << prec:
        power, scaled = power + 1, scaled / 2
    return round_fraction(scaled, "half-even"), power


def plain_decimal(units: int, places: int) -> str:
    """Return units / 10^places in plain notation; Decimal prints ints of any length."""
    digits = f"{Decimal(abs(units)):f}".rjust(places + 1, "0")
    whole, fraction = digits[: len(digits) - places], digits[len(digits) - places :]
    return f"{'-' if units < 0 else ''}{whole}{'.' if places else ''}{fraction}"
