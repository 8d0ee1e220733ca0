"""Printed numbers stand for sets of rationals with open or closed ends."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.auditor.printed import CONVENTIONS, Printed, Span, shown
from discordant.enclosed.real import Real
from discordant.errors import ArgumentError, ClaimError

F = Fraction


@pytest.mark.parametrize(
    ("text", "low", "high", "low_in", "high_in"),
    [
        ("0.0026", F(51, 20000), F(53, 20000), True, True),
        ("p = .000", F(-1, 2000), F(1, 2000), True, True),
        ("p=0.0", F(-1, 20), F(1, 20), True, True),
        ("1.0", F(19, 20), F(21, 20), True, True),
        ("<0.01", None, F(1, 100), True, False),
        ("p < .001", None, F(1, 1000), True, False),
        ("≤ 0.05", None, F(1, 20), True, True),
        ("> 0.05", F(1, 20), None, False, True),
        ("ns", F(1, 20), None, True, True),
        ("n.s.", F(1, 20), None, True, True),
        ("87.0%", F(869500, 10**6), F(870500, 10**6), True, True),
        ("+7.0 pp", F(695, 10**4), F(705, 10**4), True, True),
        ("−3.14 points", F(-3145, 10**5), F(-3135, 10**5), True, True),
        ("3e-06", F(5, 2 * 10**6), F(7, 2 * 10**6), True, True),
        ("9.8 x 10^-5", F(975, 10**7), F(985, 10**7), True, True),
        ("1,319", F(2637, 2), F(2639, 2), True, True),
        ("0.0312", F(311500, 10**7), F(312500, 10**7), True, True),
    ],
)
def test_what_a_text_stands_for(text, low, high, low_in, high_in):
    assert Printed.read(text).span() == Span(low, high, low_in, high_in)


@pytest.mark.parametrize(
    ("convention", "expected"),
    [
        ("nearest", "[0.8085, 0.8095]"),
        ("truncated", "[0.809, 0.81)"),
        ("rounded-up", "(0.808, 0.809]"),
        ("double-rounded", "[0.80845, 0.80955]"),
        ("within-one-unit", "(0.808, 0.81)"),
    ],
)
def test_conventions_of_80_9_percent(convention, expected):
    assert str(Printed.read("80.9%").span(convention)) == expected


@pytest.mark.parametrize(
    ("text", "convention", "expected"),
    [
        ("1e308", "rounded-up", "(9e+307, 1e+308]"),
        ("1e3", "within-one-unit", "(900, 2000)"),
        ("1.0e5", "rounded-up", "(99000, 100000]"),
        ("2e3", "rounded-up", "(1000, 2000]"),
        ("1e-5", "rounded-up", "(0, 0.00001]"),
    ],
)
def test_below_a_power_of_ten_with_an_exponent_the_digits_are_ten_times_finer(text, convention, expected):
    assert str(Printed.read(text).span(convention)) == expected


def test_truncation_is_toward_zero():
    assert Printed.read("-0.5").span("truncated") == Span(F(-6, 10), F(-5, 10), False, True)
    assert Printed.read("-0.5").span("rounded-up") == Span(F(-5, 10), F(-4, 10), True, False)


def test_both_roundings_of_a_binary_tie_are_accepted():
    """1/32 is 0.0312 in Python and 0.0313 in Excel."""
    tie = F(1, 32)

    assert Printed.read("0.0312").span().holds(tie)
    assert Printed.read("0.0313").span().holds(tie)
    assert not Printed.read("0.0314").span().holds(tie)


def test_a_float_in_full_stands_for_its_neighbourhood():
    assert Printed.read("0.31731050786291115").span().holds(F(31731050786291410283, 10**20))
    assert not Printed.read("0.31731050786").span().holds(F(317310507, 10**9))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the number '' is not a printed number; write it like 0.0026, <.001, 87.0%, +7.0 pp or 3e-06"),
        ("0.05*", "the number '0.05*' is not a printed number; write it like 0.0026, <.001, 87.0%, +7.0 pp or 3e-06"),
        ("1e99999", "the number '1e99999' has an exponent beyond 5000"),
        (0.05, "the number 0.05 is a float; give it as text, since trailing zeros matter"),
        (None, "the number None is a NoneType"),
    ],
)
def test_what_is_not_a_printed_number(text, message):
    with pytest.raises(ClaimError) as caught:
        Printed.read(text)

    assert str(caught.value) == message


def test_an_unknown_convention_is_refused():
    with pytest.raises(ArgumentError, match="convention='half' must be one of nearest, truncated"):
        Printed.read("0.5").span("half")


@given(
    st.fractions(min_value=-2, max_value=2, max_denominator=10**6),
    st.integers(0, 6),
    st.sampled_from((("nearest", "half-even"), ("nearest", "half-up"), ("truncated", "down"), ("rounded-up", "up"))),
)
def test_the_printed_set_holds_what_was_printed(value, places, how):
    """Any number, rounded under a convention, lies in the set of its print under that convention."""
    convention, rounding = how
    text = Real.exact(value).decimal(places, rounding)

    assert Printed.read(text).span(convention).holds(value)
    assert Printed.read(text).span("within-one-unit").holds(value) or convention == "nearest"


@given(st.fractions(max_denominator=10**4), st.fractions(max_denominator=10**4), st.fractions(max_denominator=10**3))
def test_scaling_and_squaring_keep_membership(low, high, x):
    low, high = min(low, high), max(low, high)
    span = Span(low, high)

    assert span.scaled(F(-3)).holds(-3 * x) == span.holds(x)
    assert not span.holds(x) or span.squared().holds(x * x)


@given(st.fractions(min_value=0, max_value=1, max_denominator=1000), st.integers(1, 300))
def test_integers_are_those_inside(value, items):
    span = Span(value, value + F(1, 50), False, True)
    low, high = span.integers(items)

    assert [k for k in range(items + 8) if span.holds(F(k, items))] == list(range(low, high + 1))


def test_every_convention_is_described():
    assert all(CONVENTIONS.values())


def test_shown_numbers():
    assert [shown(F(1, 3), 4), shown(F(-51, 20000)), shown(F(0)), shown(F(1, 10**9 + 7), 3)] == [
        "0.3333", "-0.00255", "0", "1e-09"
    ]  # fmt: skip
    large = [F(10**15 - 1), F(10**15), F(5 * 10**307), F(10**5000), F(10**400, 3), F(999_999_999_999_999_9, 1)]
    assert [shown(x, 4) for x in large] == [
        "999999999999999", "1e+15", "5e+307", "1e+5000", "3.333e+399", "1e+16"
    ]  # fmt: skip
    assert shown(F(-3, 10**400)) == "-3e-400"
