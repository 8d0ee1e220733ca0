"""Power-of-two Fractions: equal to the constructor's, and printable at any size."""

import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.exact import dyadic as room
from discordant.exact.dyadic import dyadic, format_exact, format_integer


@given(st.integers(-(2**200), 2**200), st.integers(0, 400))
def test_dyadic_equals_the_reduced_fraction(numerator, exponent):
    value = dyadic(numerator, exponent)
    reference = Fraction(numerator, 2**exponent)
    assert (value.numerator, value.denominator) == (reference.numerator, reference.denominator)
    assert hash(value) == hash(reference)
    assert value + Fraction(1, 3) == reference + Fraction(1, 3)
    assert float(value) == float(reference)


def test_dyadic_falls_back_to_the_constructor_where_the_slots_are_missing(monkeypatch):
    monkeypatch.setattr(room, "_HAS_SLOTS", False)
    assert dyadic(12, 4) == Fraction(3, 4)


def test_the_probe_notices_a_fraction_without_the_two_slots(monkeypatch):
    class Sealed:
        __slots__ = ()

    monkeypatch.setattr(room, "Fraction", Sealed)
    assert room._slots_work() is False


@pytest.mark.parametrize("limit", [640, 4300])
def test_integers_print_whatever_digit_limit_the_program_has_set(limit):
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(limit)
    try:
        assert format_integer(10**999 + 7) == "1" + "0" * 998 + "7"
        assert format_integer(-(10**700)) == "-1" + "0" * 700
        assert format_integer(10**1000).startswith("0x")
        assert sys.get_int_max_str_digits() == limit
    finally:
        sys.set_int_max_str_digits(before)


def test_format_exact_writes_fractions_whole_numbers_and_huge_powers():
    assert format_exact(Fraction(1351, 524288)) == "1351/524288"
    assert format_exact(Fraction(-3)) == "-3"
    assert format_exact(dyadic(3, 20000)) == "3/2^20000"
    assert format_exact(Fraction(1, 3**5000)) == f"1/{hex(3**5000)}"
