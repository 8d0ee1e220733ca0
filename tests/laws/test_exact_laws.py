"""Laws of the exact p-values, each named as its theorem; `docs/theorems.md` says which are also machine-checked."""

import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from discordant.exact.effects import cohen_g, odds_ratio
from discordant.exact.pvalues import chi_square_statistic, edwards_statistic, exact_p, mid_p
from strategies import splits


@given(splits())
def test_two_sided_p_is_symmetric_under_swap(split):
    b, c = split
    assert exact_p(b, c) == exact_p(c, b)
    assert mid_p(b, c) == mid_p(c, b)
    assert exact_p(b, c, alternative="candidate") == exact_p(c, b, alternative="baseline")
    assert mid_p(b, c, alternative="candidate") == mid_p(c, b, alternative="baseline")


@given(splits())
def test_p_is_a_probability_and_one_exactly_where_the_counts_differ_by_at_most_one(split):
    b, c = split
    assert 0 < exact_p(b, c) <= 1
    assert (exact_p(b, c) == 1) == (abs(b - c) <= 1)


@given(splits(limit=1500))
def test_p_falls_strictly_as_an_item_moves_from_the_minority_to_the_majority(split):
    b, c = max(split), min(split)
    if c >= 1:
        lower, higher = exact_p(b + 1, c - 1), exact_p(b, c)
        assert lower < higher
        assert mid_p(b + 1, c - 1) < mid_p(b, c)


@given(splits())
def test_mid_p_lies_between_half_the_exact_p_and_the_exact_p(split):
    b, c = split
    assert exact_p(b, c) / 2 <= mid_p(b, c) <= exact_p(b, c)


@given(splits())
def test_mid_p_is_exact_minus_the_mass_off_ties_and_one_at_ties(split):
    b, c = split
    mass = Fraction(math.comb(b + c, b), 2 ** (b + c))
    assert mid_p(b, c) == (1 if b == c else exact_p(b, c) - mass)


@given(splits())
def test_one_sided_p_values_overlap_in_the_observed_mass(split):
    """Law: P(X >= b) + P(X <= b) = 1 + P(X = b); the one-sided mid-p values add to 1."""
    b, c = split
    mass = Fraction(math.comb(b + c, b), 2 ** (b + c))
    assert exact_p(b, c, alternative="candidate") + exact_p(b, c, alternative="baseline") == 1 + mass
    assert mid_p(b, c, alternative="candidate") + mid_p(b, c, alternative="baseline") == 1


@given(st.integers(0, 60), st.integers(0, 60))
def test_one_sided_mid_p_is_the_uniform_prior_posterior_tail(b, c):
    """Law: mid-p = P(theta <= 1/2), theta ~ Beta(b+1, c+1), by integrating the polynomial density term by term."""
    norm = Fraction(math.factorial(b + c + 1), math.factorial(b) * math.factorial(c))
    integral = sum(Fraction((-1) ** j * math.comb(c, j), (b + j + 1) * 2 ** (b + j + 1)) for j in range(c + 1))
    assert mid_p(b, c, alternative="candidate") == norm * integral


@given(splits())
def test_edwards_is_at_most_chi_square_and_both_vanish_at_ties(split):
    b, c = split
    assert 0 <= edwards_statistic(b, c) <= chi_square_statistic(b, c) <= b + c
    if b == c:
        assert edwards_statistic(b, c) == chi_square_statistic(b, c) == 0


@given(splits(limit=800))
def test_exact_p_does_not_fall_as_a_pair_of_opposite_items_is_added(split):
    """Law: at a fixed difference b - c, exact p, mid-p and both statistics' p do not decrease as n grows."""
    b, c = split
    assert exact_p(b + 1, c + 1) >= exact_p(b, c)
    assert mid_p(b + 1, c + 1) >= mid_p(b, c)
    assert chi_square_statistic(b + 1, c + 1) <= chi_square_statistic(b, c)
    assert edwards_statistic(b + 1, c + 1) <= edwards_statistic(b, c)


@given(splits())
def test_effect_sizes_change_sign_or_invert_under_swap(split):
    b, c = split
    if b + c:
        assert cohen_g(b, c) == -cohen_g(c, b)
    if b and c:
        assert odds_ratio(b, c) * odds_ratio(c, b) == 1


@given(st.integers(0, 30), st.integers(1, 1000))
def test_exact_p_is_valid_and_mid_p_within_twice_alpha(n, thousandths):
    """Law: P(p <= alpha) <= alpha, P(mid-p <= alpha) <= 2 alpha, summed over the null distribution of the split."""
    alpha = Fraction(thousandths, 1000)
    for p_value, bound in ((exact_p, alpha), (mid_p, 2 * alpha)):
        size = sum(Fraction(math.comb(n, b), 2**n) for b in range(n + 1) if p_value(b, n - b) <= alpha)
        assert size <= bound
