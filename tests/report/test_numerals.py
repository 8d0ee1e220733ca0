"""Printed numbers: rounded once, never on the wrong side."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.enclosed.chi_square import chi_square_p
from discordant.enclosed.real import Real
from discordant.report import numerals

PROBABILITIES = st.fractions(min_value=0, max_value=1, max_denominator=10**9)


@given(PROBABILITIES)
def test_a_printed_probability_is_within_half_a_unit_of_its_last_digit(p):
    printed = numerals.probability(Real.exact(p))
    unit = Fraction(Decimal((0, (1,), Decimal(printed).as_tuple().exponent)))
    assert abs(Fraction(printed) - p) <= unit / 2


@given(PROBABILITIES, st.sampled_from([Fraction(1, 20), Fraction(1, 100), Fraction(1, 3), Fraction(1, 32)]))
def test_with_alpha_print_and_value_are_on_the_same_side(p, alpha):
    shown = Fraction(numerals.probability(Real.exact(p), alpha))
    assert (shown < alpha) == (p < alpha) or abs(p - alpha) < Fraction(1, 10**12)


@pytest.mark.parametrize(
    ("p", "printed"),
    [
        (Fraction(1), "1"),
        (Fraction(0), "0"),
        (Fraction(3, 8), "0.375"),
        (Fraction(1351, 524288), "0.0026"),
        (Fraction(1, 1024), "0.00098"),
        (Fraction(1, 2**19), "1.9e-6"),
        (Fraction(1, 2**2000), "8.7e-603"),
        (Fraction(1, 2**20000), "10^-6020.60"),
    ],
)
def test_probabilities_of_every_size(p, printed):
    assert numerals.probability(Real.exact(p)) == printed


def test_a_probability_below_binary64_is_printed_from_its_bracket():
    assert numerals.probability(chi_square_p(Fraction(2000))) == "9.1e-437"


@pytest.mark.parametrize(
    ("value", "places", "printed"),
    [
        (Fraction(7), 1, "+7.0"),
        (Fraction(-1, 100), 1, "-0.01"),
        (Fraction(1, 1000), 1, "+0.001"),
        (Fraction(0), 1, "0.0"),
        (Fraction(-1, 10**20), 1, "-1.0e-20"),
    ],
)
def test_fixed_shows_that_a_number_is_not_zero(value, places, printed):
    assert numerals.fixed(Real.exact(value), places, signed=True) == printed


def test_infinite_limits_are_words():
    assert [numerals.fixed(Real.infinite(sign), 3) for sign in (1, -1)] == ["inf", "-inf"]
    assert numerals.fixed(Real.infinite(1), 3, signed=True) == "+inf"


@given(st.fractions(min_value=0, max_value=10**6, max_denominator=10**6))
def test_root_is_the_nearest_two_decimals(q):
    assert abs(Fraction(numerals.root(q, 2)) - Fraction(math.sqrt(q))) <= Fraction(5001, 10**6)


@given(st.integers(0, 10**6), st.integers(1, 10**9))
def test_places_resolve_a_tenth_of_the_width(n, items):
    places = numerals.places_for(min(n, items), items)
    width = 400 * math.sqrt(max(min(n, items), 1)) / items
    assert places == 1 or 10.0 ** (2 - places) > width * 0.999999
    assert places == 6 or 10.0 ** (1 - places) <= width * 1.000001


@pytest.mark.parametrize(
    ("q", "printed"),
    [(Fraction(1, 20), "0.05"), (Fraction(1, 3), "1/3"), (Fraction(-1, 4), "-0.25"), (Fraction(3), "3")],
)
def test_ratios_are_decimals_where_they_end(q, printed):
    assert numerals.ratio(q) == printed
