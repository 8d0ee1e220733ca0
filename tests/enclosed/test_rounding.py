"""Rounding of dyadics and fractions: one definition, met by two implementations, at any exponent."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.enclosed.rounding import (
    ROUNDINGS,
    compare_dyadic,
    fraction_to_bits,
    fraction_to_float,
    plain_decimal,
    round_dyadic,
    round_fraction,
    to_bits,
    to_float,
)

MANTISSAS = st.one_of(st.integers(-20, 20), st.integers(-(2**80), 2**80))


def defined(q: Fraction, mode: str) -> int:
    """The rounding by its definition: among the two neighbours the one that the mode names."""
    low, high = math.floor(q), math.ceil(q)
    toward, away = (low, high) if q > 0 else (high, low)
    if mode in ("floor", "ceiling", "down", "up"):
        return {"floor": low, "ceiling": high, "down": toward, "up": away}[mode]
    if q - low != high - q:
        return low if q - low < high - q else high
    if low == high:
        return low
    return away if mode == "half-up" else (low if low % 2 == 0 else high)


@pytest.mark.parametrize("mode", ROUNDINGS)
@given(m=MANTISSAS, exp=st.integers(-90, 10))
def test_both_implementations_meet_the_definition(mode, m, exp):
    q = m * Fraction(2) ** exp
    assert round_dyadic(m, exp, mode) == defined(q, mode)
    assert round_fraction(q, mode) == defined(q, mode)


@pytest.mark.parametrize("mode", ROUNDINGS)
@pytest.mark.parametrize("m", [1, -1, 3, -3, 5, -5])
def test_ties_go_where_the_mode_says(mode, m):
    assert round_dyadic(m, -1, mode) == round_fraction(Fraction(m, 2), mode) == defined(Fraction(m, 2), mode)


@pytest.mark.parametrize("mode", ROUNDINGS)
def test_tiny_numbers_round_by_their_sign_alone(mode):
    for m in (0, 7, -7):
        assert round_dyadic(m, -(10**12), mode) == defined(Fraction(m, 1000), mode)


@given(MANTISSAS, st.integers(-400, 400), st.fractions(-100, 100), st.integers(-400, 400))
def test_comparison_is_that_of_the_numbers(m, exp, q, shift):
    scaled = q * Fraction(2) ** shift
    value = m * Fraction(2) ** exp
    assert compare_dyadic(m, exp, scaled) == (value > scaled) - (value < scaled)
    assert compare_dyadic(m, exp, value) == 0


@given(MANTISSAS, st.integers(-1200, 1000))
def test_floats_are_those_of_the_fraction(m, exp):
    assert to_float(m, exp) == fraction_to_float(m * Fraction(2) ** exp)


@given(MANTISSAS, st.integers(-100, 100), st.integers(1, 90))
def test_mantissas_of_a_given_length(m, exp, prec):
    man, power = to_bits(m, exp, prec)
    other, shift = fraction_to_bits(m * Fraction(2) ** exp, prec)
    assert man * Fraction(2) ** power == other * Fraction(2) ** shift
    assert abs(man).bit_length() == (prec if m else 0)


@pytest.mark.parametrize(
    ("units", "places", "text"), [(0, 0, "0"), (0, 3, "0.000"), (-5, 0, "-5"), (-5, 2, "-0.05"), (12345, 2, "123.45")]
)
def test_plain_notation(units, places, text):
    assert plain_decimal(units, places) == text
