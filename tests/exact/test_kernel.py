"""The proved loops against definitions that share nothing with them: sums of math.comb."""

import math

import pytest

from discordant.exact import kernel, pvalues


@pytest.mark.parametrize("n", range(40))
def test_tail_sum_is_the_sum_of_binomials(n):
    for m in range(n + 1):
        assert kernel.tail_sum(n, m) == sum(math.comb(n, k) for k in range(m + 1))


@pytest.mark.parametrize("n", range(40))
def test_p_values_are_their_definitions_over_two_to_the_n(n):
    for b in range(n + 1):
        c, m = n - b, min(b, n - b)
        tail, mass = sum(math.comb(n, k) for k in range(m + 1)), math.comb(n, m)
        assert kernel.exact_p(b, c) == (min(2**n, 2 * tail), 2**n)
        assert kernel.mid_p(b, c) == (2 * tail - mass, 2**n)


def test_edwards_is_the_clamped_statistic():
    for b in range(30):
        for c in range(30):
            numerator, denominator = kernel.edwards(b, c)
            statistic = pvalues.edwards_statistic(b, c)
            assert numerator * statistic.denominator == denominator * statistic.numerator
    assert kernel.edwards(0, 0) == (0, 1)
    assert kernel.edwards(5, 5) == (0, 10)


def test_steps_of_the_recurrence_are_exact_where_nothing_is_rounded_away():
    """C(3, 1) / 8 and T(3, 1) / 8 in units of 2^-8 are 96 and 128."""
    assert kernel.next_count(3, 0, 32, 32, 32, 32) == (96, 96, 128, 128)
    assert kernel.next_row(3, 1, 96, 96, 128, 128) == (64, 64, 80, 80)
