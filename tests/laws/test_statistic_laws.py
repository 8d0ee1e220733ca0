"""Laws of the chi-square statistic, of Edwards', and of their p-values."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import chi_square, edwards
from discordant.enclosed.chi_square import chi_square_p
from discordant.exact.pvalues import chi_square_statistic, edwards_statistic, exact_p
from strategies import splits

FEW = settings(max_examples=40)


@given(splits())
def test_edwards_is_zero_exactly_where_the_exact_p_is_one(split):
    b, c = split
    assert (edwards_statistic(b, c) == 0) == (abs(b - c) <= 1) == (exact_p(b, c) == 1)
    assert 0 <= chi_square_statistic(b, c) <= b + c


@given(splits())
def test_the_clamp_of_edwards_acts_at_ties_only_and_is_needed_there(split):
    b, c = split
    if b + c == 0:
        return
    unclamped = Fraction((abs(b - c) - 1) ** 2, b + c)
    if b != c:
        assert edwards_statistic(b, c) == unclamped
    else:
        assert edwards_statistic(b, b) == 0 < unclamped == Fraction((abs(b + 1 - (b - 1)) - 1) ** 2, 2 * b)
        assert unclamped > Fraction((abs(b + 1 - b) - 1) ** 2, 2 * b + 1)


@FEW
@given(st.fractions(0, 500), st.fractions(0, 500))
def test_the_chi_square_p_falls_strictly_as_the_statistic_grows(x, y):
    if x < y:
        assert chi_square_p(y).compare(chi_square_p(x)) < 0
    assert chi_square_p(Fraction(0)).exact_value == 1


@FEW
@given(splits(limit=300))
def test_edwards_p_is_at_least_the_chi_square_p(split):
    b, c = split
    assert edwards(b, c).statistic <= chi_square(b, c).statistic
    if edwards(b, c).statistic < chi_square(b, c).statistic:
        assert edwards(b, c).p.compare(chi_square(b, c).p) > 0


@FEW
@given(splits(limit=300))
def test_the_asymptotic_p_values_do_not_fall_as_a_pair_of_opposite_items_is_added(split):
    b, c = split
    for test in (chi_square, edwards):
        before, after = test(b, c), test(b + 1, c + 1)
        if before.statistic == after.statistic:
            assert before.p.bracket(80) == after.p.bracket(80)
        else:
            assert after.p.compare(before.p) > 0
