"""Exact levels: the grammar, floats by their shortest decimal, hostile literals."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.errors import LevelError
from discordant.level import read_exact, read_level, read_level_and_alpha, read_z


@pytest.mark.parametrize(
    "value",
    ["0.95", ".95", "95%", "19/20", "0.9500", "95.0%", Fraction(19, 20), Decimal("0.95"), 0.95, np.float64(0.95)],
)
def test_every_spelling_of_a_level_is_the_same_rational(value):
    assert read_level(value).value == Fraction(19, 20)


def test_a_float_is_read_by_its_shortest_decimal_and_says_so():
    number = read_level(0.95)
    assert number.from_float
    assert number.note("level") == "level was given as a float and read as 0.95 (its shortest decimal)"
    assert read_level("0.95").note("level") is None
    assert read_level(1e-20).value == Fraction(1, 10**20)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "%",
        "1e-2",
        "9.5e-1",
        " 0.95",
        "0.95 ",
        "0_95",
        "+0.5",
        "-0.5",
        "0x1",
        "1/",
        "/2",
        "1/0",
        "1/2/3",
        "1/2%",
        "0.9.5",
        "٠.٩٥",
        "nan",
        "inf",
        "0.95%%",
        "1.",
        "½",
    ],
)
def test_text_outside_the_grammar_is_refused(text):
    with pytest.raises(LevelError, match="is not an exact decimal or ratio"):
        read_level(text)


@pytest.mark.parametrize("value", ["0", "1", "1.5", "0%", "100%", "200/1", 0, 1, 2, Fraction(3, 2), Decimal(-1), 0.0])
def test_values_outside_the_open_unit_interval_are_refused(value):
    with pytest.raises(LevelError, match="is not between 0 and 1"):
        read_level(value)


def test_a_percentage_without_its_sign_is_suggested():
    with pytest.raises(LevelError, match=r"alpha='5' is not between 0 and 1 \(did you mean '5%'\?\)"):
        read_level("5", "alpha")


@pytest.mark.parametrize("value", [True, None, [], np.float32(0.95), math.nan, math.inf, -math.inf, Decimal("NaN"), 1j])
def test_other_kinds_are_refused_by_name(value):
    with pytest.raises(LevelError, match=r"^level="):
        read_level(value)


@pytest.mark.parametrize(
    "hostile", ["1e100000000", "9" * 10**6, "0." + "9" * 10**6, Decimal("1E-999999999"), Decimal("0." + "9" * 5000)]
)
def test_hostile_literals_are_refused_at_once(hostile):
    with pytest.raises(LevelError):
        read_level(hostile)


@given(st.integers(1, 10**30 - 1))
def test_thirty_decimals_are_read_exactly(digits):
    assert read_level(f"0.{digits:030d}").value == Fraction(digits, 10**30)


def test_z_is_a_positive_exact_decimal():
    assert read_z("1.96").value == Fraction(49, 25)
    assert read_z(2).value == 2
    with pytest.raises(LevelError, match="z='0' is not positive"):
        read_z("0")


def test_margins_may_be_signed():
    assert read_exact("-0.05", "margin", signed=True).value == Fraction(-1, 20)
    assert read_exact("+5%", "margin", signed=True).value == Fraction(1, 20)
    with pytest.raises(LevelError, match="margin='--1'"):
        read_exact("--1", "margin", signed=True)


def test_level_and_alpha_complete_each_other():
    assert [x.value for x in read_level_and_alpha()] == [Fraction(19, 20), Fraction(1, 20)]
    assert [x.value for x in read_level_and_alpha(level="0.9")] == [Fraction(9, 10), Fraction(1, 10)]
    assert [x.value for x in read_level_and_alpha(alpha="1%")] == [Fraction(99, 100), Fraction(1, 100)]
    assert [x.value for x in read_level_and_alpha("0.9", "0.01")] == [Fraction(9, 10), Fraction(1, 100)]
    with pytest.raises(LevelError, match="alpha='5' is not between 0 and 1"):
        read_level_and_alpha(alpha="5")


LONG = 10**5000
"""CPython refuses to print it: more than 4300 digits."""


def test_numbers_too_long_to_print_are_read_and_named_by_their_size():
    assert read_level(Fraction(1, LONG)).value == Fraction(1, LONG)
    assert read_level(Fraction(1, LONG)).text == "a ratio of 16610 bits"
    assert read_level_and_alpha(Fraction(1, LONG))[1].text == "a ratio of 16610 bits"
    for value in (LONG, Fraction(LONG, 3)):
        with pytest.raises(LevelError, match=r"level=a ratio of 16610 bits is not between 0 and 1$"):
            read_level(value)
        with pytest.raises(LevelError, match="z=a ratio of 16610 bits is not positive"):
            read_z(-value)
