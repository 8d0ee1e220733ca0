"""The assertion that other packages put in their own suites."""

import math

import pytest

from discordant import exact_p, mid_p
from discordant.errors import ArgumentError
from discordant.testing import assert_matches_oracle


def test_the_oracle_matches_itself():
    assert_matches_oracle(exact_p, "exact_p", grade="exact", examples=40)
    assert_matches_oracle(lambda b, c: mid_p(b, c, tie="folded"), "mid_p", grade="exact", examples=40)


def test_a_defect_is_named_with_its_input():
    def uncapped(b, c):
        if not (type(b) is type(c) is int and min(b, c) >= 0):
            raise ValueError("counts")
        return 2 * sum(math.comb(b + c, k) for k in range(min(b, c) + 1)) / 2 ** (b + c)

    with pytest.raises(AssertionError, match=r"exact_p\(\d+, \d+\) gave [12]\.\d+ \(wrong"):
        assert_matches_oracle(uncapped, "exact_p")


def test_a_defect_outside_the_vectors_is_found_and_shrunk_to_the_smallest():
    def wrong_at_small_gaps(b, c):
        p = exact_p(b, c)
        return p / 2 if 4 <= b - c <= 6 and b + c > 1300 else p

    with pytest.raises(AssertionError, match=r"exact_p\(65\d, 64\d\) gave .* \(wrong, .*expected"):
        assert_matches_oracle(wrong_at_small_gaps, "exact_p", examples=2000)


def test_unknown_quantities_and_grades_are_refused():
    with pytest.raises(ArgumentError, match="quantity='power' is not one of exact_p, mid_p, chi_square, edwards"):
        assert_matches_oracle(exact_p, "power")
    with pytest.raises(ArgumentError, match="grade='good' is not one of"):
        assert_matches_oracle(exact_p, "exact_p", grade="good")
