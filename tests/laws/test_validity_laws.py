"""Laws of validity, on the list of all 2^n ways in which n fair coins can fall."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.exact.pvalues import exact_p, mid_p
from discordant.sequential.e_value import e_value

ALPHAS = st.fractions(min_value=0, max_value=1, max_denominator=2000)


def flips(n: int) -> list[tuple[bool, ...]]:
    """Return every outcome of n coins."""
    return list(product((True, False), repeat=n))


def size(p_value, alpha: Fraction, n: int) -> Fraction:
    """Return P(p <= alpha) under the null, counted over the outcomes."""
    return Fraction(sum(p_value(sum(v), n - sum(v)) <= alpha for v in flips(n)), 2**n)


@pytest.mark.parametrize("n", range(9))
def test_the_sample_space_is_complete_distinct_and_counted_by_binomials(n):
    space = flips(n)
    assert len(set(space)) == len(space) == 2**n
    assert all(sum(sum(v) == k for v in space) == comb(n, k) for k in range(n + 1))


@pytest.mark.parametrize("n", range(9))
def test_the_exact_p_is_the_two_sided_tail_of_the_distance_from_the_middle(n):
    for b in range(n + 1):
        extreme = sum(abs(2 * sum(v) - n) >= abs(2 * b - n) for v in flips(n))
        assert exact_p(b, n - b) == Fraction(extreme, 2**n)


@settings(max_examples=60)
@given(st.integers(0, 8), ALPHAS)
def test_the_exact_test_keeps_its_level_and_the_mid_p_test_twice_its_level(n, alpha):
    assert size(exact_p, alpha, n) <= alpha
    assert size(mid_p, alpha, n) <= 2 * alpha


def test_the_mid_p_test_is_not_level_alpha_at_five_items():
    assert size(mid_p, Fraction(1, 20), 5) == Fraction(1, 16) > Fraction(1, 20)


@settings(max_examples=60)
@given(st.integers(0, 6), ALPHAS, st.data())
def test_the_tail_of_any_statistic_is_a_valid_p(n, alpha, data):
    space = flips(n)
    values = data.draw(st.lists(st.integers(-5, 5), min_size=len(space), max_size=len(space)))
    p = [Fraction(sum(other >= value for other in values), len(space)) for value in values]
    assert Fraction(sum(q <= alpha for q in p), len(space)) <= alpha


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 20), st.integers(0, 8)), min_size=1, max_size=6), ALPHAS)
def test_the_exact_test_is_valid_for_any_mixture_over_n(weighted, alpha):
    total = sum(weight for weight, _ in weighted)
    assert sum(Fraction(weight, total) * size(exact_p, alpha, n) for weight, n in weighted) <= alpha


@pytest.mark.parametrize("n", range(9))
def test_the_e_value_has_expectation_one_under_the_null(n):
    values = {b: e_value(b, n - b) for b in range(n + 1)}
    assert all(values[b] == Fraction(2**n, (n + 1) * comb(n, b)) for b in values)
    assert sum(values[sum(v)] for v in flips(n)) == 2**n
