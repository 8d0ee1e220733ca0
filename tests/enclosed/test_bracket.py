"""Interval arithmetic: every result contains the exact one, at any precision and exponent."""

from __future__ import annotations

import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.enclosed.bracket import Bracket, ZeroInsideError

BITS = st.sampled_from((1, 2, 8, 53, 64, 200))
RATIONALS = st.builds(
    lambda n, d, e: Fraction(n, d) * Fraction(2) ** e,
    st.integers(-(10**9), 10**9),
    st.integers(1, 10**9),
    st.integers(-300, 300),
)


@st.composite
def held(draw: st.DrawFn) -> tuple[Fraction, Bracket]:
    """A rational and a bracket that holds it, a point now and then."""
    x = draw(RATIONALS)
    bits = draw(BITS)
    spread = draw(st.sampled_from((Fraction(0), abs(x) / 1000, abs(x) * 2, Fraction(1, 7))))
    return x, Bracket.between(x - spread / 2, x + spread, bits)


def contains(bracket: Bracket, x: Fraction) -> bool:
    lo, hi = bracket.bounds()
    return lo <= x <= hi


@given(held(), held(), st.sampled_from((operator.add, operator.sub, operator.mul, operator.truediv)))
def test_arithmetic_contains_the_exact_result(first, second, operation):
    x, a = first
    y, b = second
    if operation is operator.truediv and (y == 0 or b.sign is None or b.sign == 0):
        with pytest.raises(ZeroInsideError):
            operation(a, b)
        return
    assert contains(operation(a, b), operation(x, y))


@given(held(), RATIONALS, st.sampled_from((operator.add, operator.sub, operator.mul, operator.truediv)))
def test_arithmetic_with_a_rational_on_either_side_contains_the_exact_result(first, y, operation):
    x, a = first
    if operation is operator.truediv and not y:
        with pytest.raises(ZeroInsideError, match="the divisor is 0"):
            operation(a, y)
    else:
        assert contains(operation(a, y), operation(x, y))
    if operation is not operator.truediv or a.sign in (1, -1):
        assert contains(operation(y, a), operation(y, x))


@given(held(), st.integers(-(10**6), 10**6))
def test_integer_factors_and_shifts_contain_the_exact_result(first, k):
    x, a = first
    assert contains(a * k, x * k)
    assert contains(a.times_power_of_two(k % 64 - 32), x * Fraction(2) ** (k % 64 - 32))


@given(held())
def test_square_negation_and_hull_contain_the_exact_result(first):
    x, a = first
    assert contains(a.square(), x * x)
    assert a.square().lo >= 0
    assert contains(-a, -x)
    assert contains(a.hull(Bracket.of(5, a.bits)), Fraction(5))
    assert contains(a.at(7), x)


@given(held())
def test_square_root_brackets_the_square(first):
    x, a = first
    if x < 0:
        assert a.nonnegative().lo == 0 or a.lo >= 0
        return
    lo, hi = a.sqrt().bounds()
    assert lo * lo <= x <= hi * hi


@given(st.integers(0, 10**6), st.integers(-20, 20), st.sampled_from((30, 64, 200)))
def test_square_root_of_a_dyadic_square_is_a_point(n, power, bits):
    value = Fraction(n * n) * Fraction(4) ** power
    root = Bracket.of(value, 2 * bits).sqrt()
    assert root.is_point
    assert root.bounds()[0] == n * Fraction(2) ** power


@given(RATIONALS, st.sampled_from((8, 53, 200)))
def test_a_rational_is_held_to_the_asked_bits(x, bits):
    lo, hi = Bracket.of(x, bits).bounds()
    assert lo <= x <= hi
    assert (hi - lo) * 2 ** (bits - 1) <= max(abs(lo), abs(hi))


@given(held(), held())
def test_more_bits_give_a_bracket_inside_the_coarser_one(first, second):
    (_, a), (_, b) = first, second
    coarse, fine = Bracket(a.lo, a.hi, a.exp, 20) * b + a, Bracket(a.lo, a.hi, a.exp, 400) * b + a
    assert coarse.bounds()[0] <= fine.bounds()[1]
    assert fine.bounds()[0] <= coarse.bounds()[1]


def test_a_gap_of_exponents_costs_no_memory():
    huge, tiny = Bracket(1, 1, 10**9, 64), Bracket(1, 1, -(10**9), 64)
    total = huge + tiny
    assert total.lo.bit_length() <= 64
    assert total.hi == total.lo + 1  # the tiny number is rounded outward, not dropped
    assert repr(tiny) == "Bracket(1, 1, exp=-1000000000, bits=64)"


@pytest.mark.parametrize(("lo", "hi", "sign"), [(1, 2, 1), (-2, -1, -1), (0, 0, 0), (-1, 1, None), (0, 1, None)])
def test_sign_is_none_unless_all_numbers_inside_share_it(lo, hi, sign):
    assert Bracket(lo, hi, 0, 10).sign == sign


def test_division_by_a_bracket_that_holds_0_says_so():
    with pytest.raises(ZeroInsideError, match="the divisor's bracket contains 0"):
        1 / Bracket(-1, 1, 0, 10)


def test_division_by_a_negative_rational_swaps_the_ends():
    lo, hi = (Bracket(1, 2, 0, 20) / Fraction(-1, 3)).bounds()
    assert lo == -6
    assert hi == -3


def test_adding_an_exact_zero_keeps_every_digit_of_a_tiny_number():
    tiny = Bracket.of(Fraction(1, 3), 64).times_power_of_two(-5000)
    for same in (tiny + 0, tiny - 0, 0 + tiny, -(0 - tiny), tiny.hull(tiny) + Fraction(0)):
        assert same.bounds() == tiny.bounds()
    zero = Bracket.of(0, 64)
    assert (zero + zero).bounds() == (0, 0)


def test_division_by_an_exact_zero_is_refused():
    with pytest.raises(ZeroInsideError, match="the divisor is 0"):
        Bracket.of(1, 64) / 0
