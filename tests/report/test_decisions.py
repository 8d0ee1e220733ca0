"""The four tests: values against brute force over all outcomes, decisions against values."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings

import strategies
from discordant.errors import TooLarge
from discordant.report.decisions import LABELS, decide

ALPHA = Fraction(1, 20)


@pytest.mark.parametrize(("b", "c"), [(b, n - b) for n in (0, 1, 5, 6, 9) for b in range(n + 1)])
def test_exact_and_mid_p_are_shares_of_all_equally_likely_splits(b, c):
    n = b + c
    gaps = [abs(2 * sum(flips) - n) for flips in product((0, 1), repeat=n)]
    extreme = sum(gap > abs(b - c) for gap in gaps)
    equal = sum(gap == abs(b - c) for gap in gaps)
    exact, mid, *_ = decide(b, c, ALPHA)
    assert exact.p.exact == Fraction(extreme + equal, 2**n)
    if b != c:
        assert mid.p.exact == Fraction(2 * extreme + equal, 2 * 2**n)
    else:
        assert mid.p.exact == 1


@settings(max_examples=100)
@given(strategies.splits())
def test_significant_is_p_below_alpha(split):
    for decision in decide(*split, ALPHA):
        low, high = decision.p.real.enclose(20)
        assert decision.significant == (high < ALPHA)
        assert decision.significant == (low < ALPHA)


def test_order_and_labels():
    assert [decision.test for decision in decide(17, 3, ALPHA)] == list(LABELS)
    assert [decision.label for decision in decide(17, 3, ALPHA)] == ["exact p", "mid-p", "chi-square", "Edwards"]


def test_beyond_the_exact_budget_p_is_an_enclosure():
    exact, mid, *_ = decide(500_050_000, 499_950_000, ALPHA)
    assert exact.p.exact is None
    assert mid.p.exact is None
    assert exact.significant
    assert exact.p.real.decimal(4) == "0.0016"


def test_beyond_the_enclosures_it_is_refused():
    with pytest.raises(TooLarge, match="budget"):
        decide(10**10, 0, ALPHA)
