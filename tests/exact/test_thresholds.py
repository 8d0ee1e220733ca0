"""Thresholds agree with a search over every split."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.errors import ArgumentError, LevelError, TooLarge
from discordant.exact.pvalues import exact_p, mid_p
from discordant.exact.thresholds import critical_count, least_discordant, smallest_p

P = {"exact": exact_p, "mid-p": mid_p}
ALPHAS = ("0.1", "0.05", "0.01", "0.001", "1/32", "1/16", "0.9", "1/3")


@pytest.mark.parametrize("method", P)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_critical_count_is_the_largest_significant_count_of_every_short_row(method, alpha):
    level = Fraction(alpha)
    for n in range(80):
        significant = [m for m in range(n // 2 + 1) if P[method](m, n - m) < level]
        assert critical_count(n, alpha, method=method) == (max(significant) if significant else None)


@pytest.mark.parametrize("method", P)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_least_discordant_is_the_first_row_with_a_significant_split(method, alpha):
    first = next(n for n in range(80) if P[method](0, n) < Fraction(alpha))
    assert least_discordant(alpha, method=method) == first


@pytest.mark.parametrize("method", P)
@given(st.integers(1, 10**40), st.integers(2, 10**40))
def test_least_discordant_brackets_any_rational_alpha(method, x, y):
    """Law: smallest_p(n) < alpha <= smallest_p(n - 1)."""
    alpha = Fraction(min(x, y), max(x, y) + 1)
    n = least_discordant(alpha, method=method)
    assert smallest_p(n, method=method) < alpha
    assert n == 0 or smallest_p(n - 1, method=method) >= alpha


@pytest.mark.parametrize("method", P)
def test_smallest_p_is_that_of_the_one_sided_split(method):
    for n in range(40):
        assert smallest_p(n, method=method) == P[method](n, 0)


@given(st.integers(2000, 30000), st.sampled_from(("0.05", "0.01", "1/1000000")))
def test_critical_count_brackets_alpha_in_long_rows(n, alpha):
    """Law: p(m) < alpha <= p(m + 1) at the critical count m."""
    m = critical_count(n, alpha)
    assert exact_p(m, n - m) < Fraction(alpha) <= exact_p(m + 1, n - m - 1)


def test_unknown_method_and_bad_alpha_are_refused():
    with pytest.raises(ArgumentError, match="method='wald' is not one of exact, mid-p"):
        critical_count(10, "0.05", method="wald")
    with pytest.raises(ArgumentError, match="method='wald'"):
        smallest_p(10, method="wald")
    with pytest.raises(LevelError, match="alpha='5' is not between 0 and 1"):
        least_discordant("5")


@pytest.mark.parametrize("method", P)
@pytest.mark.parametrize("n", [2_000_001, 10**14])
def test_rows_beyond_the_budget_are_refused_before_their_power_of_two_is_built(n, method):
    with pytest.raises(TooLarge, match=rf"the smallest p needs {n} discordant items, the budget is 2000000; p_real"):
        smallest_p(n, method=method)
    with pytest.raises(TooLarge, match=rf"a critical count needs {n} discordant items, the budget is 2000000; p_real"):
        critical_count(n, "0.05", method=method)
