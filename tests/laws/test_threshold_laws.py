"""Laws of the least number of discordant items with which a split can be significant."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import chi_square, edwards
from discordant.enclosed.chi_square import critical_statistic
from discordant.enclosed.thresholds import least_discordant, smallest_p
from discordant.exact.pvalues import chi_square_statistic, edwards_statistic, exact_p, mid_p
from strategies import splits

TWENTIETH = Fraction(1, 20)


@given(splits())
def test_no_split_has_a_smaller_p_than_every_item_one_way(split):
    b, c = split
    if b + c:
        assert smallest_p(b + c) == exact_p(b + c, 0) == Fraction(2, 2 ** (b + c)) <= exact_p(b, c)
        assert smallest_p(b + c, method="mid-p") == mid_p(b + c, 0) == Fraction(1, 2 ** (b + c)) <= mid_p(b, c)


@given(st.fractions(min_value=Fraction(1, 10**30), max_value=Fraction(999, 1000)).filter(lambda a: 0 < a < 1))
def test_least_n_is_where_the_smallest_p_falls_below_alpha(alpha):
    """Law: 2/2^n < alpha <= 2/2^(n-1) for the exact test, 1/2^n < alpha <= 1/2^(n-1) for the mid-p."""
    for method, numerator in (("exact", 2), ("mid-p", 1)):
        n = least_discordant(alpha, method=method)
        assert Fraction(numerator, 2**n) < alpha <= Fraction(numerator, 2 ** (n - 1))


def test_at_one_twentieth_the_exact_test_needs_six_items_all_one_way():
    assert least_discordant(TWENTIETH) == 6
    assert [b for b in range(7) if exact_p(b, 6 - b) < TWENTIETH] == [0, 6]
    assert all(exact_p(b, n - b) >= TWENTIETH for n in range(6) for b in range(n + 1))


def test_at_one_twentieth_the_mid_p_test_needs_five_items_all_one_way():
    assert least_discordant(TWENTIETH, method="mid-p") == 5
    assert [b for b in range(6) if mid_p(b, 5 - b) < TWENTIETH] == [0, 5]
    assert all(mid_p(b, n - b) >= TWENTIETH for n in range(5) for b in range(n + 1))


def test_at_one_twentieth_the_chi_square_test_needs_four_items_and_edwards_six():
    assert Fraction(critical_statistic(TWENTIETH).bracket(60)[0]) > 3
    assert Fraction(critical_statistic(TWENTIETH).bracket(60)[1]) < Fraction(3841458821, 10**9)
    for method, test, least in (("chi-square", chi_square, 4), ("edwards", edwards, 6)):
        assert least_discordant(TWENTIETH, method=method) == least
        assert test(least, 0).p.compare(TWENTIETH) < 0
        assert all(test(b, n - b).p.compare(TWENTIETH) > 0 for n in range(least) for b in range(n + 1))


@settings(max_examples=40)
@given(st.fractions(min_value=0, max_value=60), st.integers(1, 70))
def test_some_split_exceeds_a_critical_value_exactly_when_n_does(critical, n):
    assert any(chi_square_statistic(b, n - b) > critical for b in range(n + 1)) == (n > critical)
    assert any(edwards_statistic(b, n - b) > critical for b in range(n + 1)) == ((n - 1) ** 2 > critical * n)
