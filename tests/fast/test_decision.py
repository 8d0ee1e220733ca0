"""Decisions against exact integers: at ties, one part in 10^40 off a tie, around every critical count, and refusals."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import errors, fast
from discordant.exact.kernel import exact_p as exact_p_integers
from discordant.fast import critical_counts, decision, exact_sum, wide
from fast.reference import tail_and_mass
from strategies import splits

NEAR_ONE = Fraction(10**40 + 1, 10**40)


def true_p(b: int, c: int) -> Fraction:
    return Fraction(*exact_p_integers(b, c))


@settings(max_examples=25)
@given(splits(2500))
def test_p_equal_to_alpha_is_not_below_it_and_a_hair_more_is(split: tuple[int, int]):
    p = true_p(*split)
    if 0 < p < 1:
        assert fast.decide(*split, p) is False
        assert fast.decide(*split, p * NEAR_ONE) is (p * NEAR_ONE < 1 and True)
        assert fast.decide(*split, p / NEAR_ONE) is False


@settings(max_examples=25)
@given(splits(2500), st.sampled_from(["0.05", "0.3", "1/32", "0.0123456789", "99%"]))
def test_decide_equals_the_exact_comparison(split: tuple[int, int], alpha: str):
    bound = Fraction(99, 100) if alpha == "99%" else Fraction(alpha)
    assert fast.decide(*split, alpha) is (true_p(*split) < bound)


@pytest.mark.parametrize("alpha", critical_counts.RULES)
def test_the_rule_agrees_with_the_exact_sum_for_all_small_n(alpha: str):
    bound = Fraction(alpha)
    for n in range(301):
        row = [fast.decide(m, n - m, alpha) for m in range(n // 2 + 1)]
        assert row == [true_p(m, n - m) < bound for m in range(n // 2 + 1)]


@settings(max_examples=25)
@given(st.integers(10**3, 10**6), st.sampled_from(sorted(critical_counts.RULES)))
def test_the_rule_agrees_with_balls_at_the_two_counts_that_bracket_alpha(n: int, alpha: str):
    low, high = 0, n // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fast.decide(middle, n - middle, alpha) else (low, middle)
    bound = arb(Fraction(alpha).numerator) / arb(Fraction(alpha).denominator)
    assert tail_and_mass(n, low)[0] < bound
    assert high * 2 >= n - 1 or tail_and_mass(n, high)[0] > bound


@settings(max_examples=20)
@given(st.integers(10**6 + 1, 2**53), st.floats(0.1, 30.0), st.sampled_from([-1, 1]))
def test_the_fixed_point_stage_decides_what_the_filter_leaves_open(n: int, z: float, sign: int):
    m = math.floor((n - z * math.sqrt(n)) / 2)
    p, _ = tail_and_mass(n, m)
    mantissa, exponent = (int(v) for v in p.mid().man_exp())
    alpha = Fraction(mantissa) * Fraction(2) ** exponent * Fraction(10**20 + sign, 10**20)
    assert decision._by_filter(m, n - m, decision._threshold(alpha)) is None
    assert fast.decide(m, n - m, alpha) is (sign > 0)


@settings(max_examples=25)
@given(st.integers(1024, 2**53), st.floats(0.0, 37.0))
def test_the_fixed_point_value_is_within_its_margin(n: int, z: float):
    m = math.floor((n - z * math.sqrt(n)) / 2)
    d = n - 2 * m
    if d >= 2 and m >= 0 and (d / n) ** 2 <= 0.18:
        mantissa, exponent = wide.approximate(n, d)
        p, _ = tail_and_mass(n, m)
        assert abs(arb(mantissa) * arb(2) ** exponent / p - 1) < arb(2) ** -wide.RELATIVE_BITS


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, (n - 1) // 2))))
def test_the_own_sum_is_the_definition(point: tuple[int, int]):
    n, m = point
    assert exact_sum.doubled_tail(n, m) == 2 * sum(math.comb(n, k) for k in range(m + 1))


def test_tiny_alphas_are_compared_as_logarithms():
    tiny = Fraction(1, 10**600)
    assert fast.decide(0, 2000, tiny) is True
    assert fast.decide(0, 1900, tiny) is False
    assert fast.decide(0, 2000, Fraction(1, 2**1999)) is False
    assert fast.decide(0, 2000, Fraction(1, 2**1998)) is True


def test_alpha_is_read_exactly():
    assert fast.decide(6, 0, 0.03125) is False
    assert fast.decide(17, 3) is True
    assert fast.decide(17, 3, Fraction(1351, 524288)) is False
    with pytest.raises(errors.LevelError, match=r"alpha='5' is not between 0 and 1"):
        fast.decide(17, 3, "5")
    with pytest.raises(errors.LevelError, match=r"alpha=\[0.05\] is a list; give text such as"):
        fast.decide(17, 3, [0.05])  # type: ignore[arg-type] # refused on purpose
    with pytest.raises(errors.LevelError, match=r"alpha=\(1, \[2\]\) is a tuple"):
        fast.decide(17, 3, (1, [2]))  # type: ignore[arg-type] # refused on purpose
    with pytest.raises(errors.LevelError, match="alpha=sNaN is not a finite number"):
        fast.decide(17, 3, Decimal("sNaN"))


@pytest.mark.parametrize(("b", "c", "closer"), [(18_000_000, 2_000_000, 30), (180_000_000, 120_000_000, 80)])
def test_the_refusal_says_how_close_alpha_is_and_no_closer(b: int, c: int, closer: int):
    p, _ = tail_and_mass(b + c, c)
    mantissa, exponent = (int(part) for part in p.mid().man_exp())
    alpha = Fraction(mantissa) * Fraction(2) ** exponent * (1 + Fraction(1, 2**closer))
    with pytest.raises(errors.Undecided, match=r"is within 2\^-\d\d of alpha") as caught:
        fast.decide(b, c, alpha)
    claimed = int(re.search(r"within 2\^-(\d+)", str(caught.value))[1])
    assert 18 <= claimed <= closer


def test_an_alpha_too_close_to_p_beyond_the_budget_is_left_undecided():
    n, m = 10**9, 10**9 // 2 - 30000
    mantissa, exponent = wide.approximate(n, n - 2 * m)
    alpha = Fraction(mantissa) * Fraction(2) ** exponent
    with pytest.raises(errors.Undecided) as caught:
        fast.decide(m, n - m, alpha)
    assert str(caught.value).startswith("p of b=499970000, c=500030000 is within 2^-78 of alpha=")
    shown = str(caught.value)
    assert "alpha=Fraction(" in shown
    with pytest.raises(errors.Undecided, match=r"is within 2\^-78 of alpha=a ratio of 1\d{4} bits and the exact sum"):
        fast.decide(m, n - m, alpha * (1 + Fraction(1, 10**5000)))
    assert shown.endswith("compare discordant.p_real(b, c) instead (undecided at 78 bits)")


@settings(max_examples=100)
@given(splits(2500))
def test_bounds_enclose_p(split: tuple[int, int]):
    low, high = fast.exact_p_bounds(*split)
    p = true_p(*split)
    assert Fraction(low) <= p <= Fraction(high) <= 1
    assert low <= fast.exact_p(*split) <= high
    if sum(split) <= 1023:
        assert high <= math.nextafter(low, 1.0)


@pytest.mark.parametrize("n", [10**6, 10**9, 2**53])
@pytest.mark.parametrize("z", [0.5, 3.0, 20.0, 37.9, 38.5, 60.0])
def test_bounds_enclose_p_for_large_n(n: int, z: float):
    m = math.floor((n - z * math.sqrt(n)) / 2)
    low, high = fast.exact_p_bounds(m, n - m)
    p, _ = tail_and_mass(n, m)
    assert arb(low) < p < arb(high)
