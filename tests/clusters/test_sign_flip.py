"""The sign-flip test against all 2^m sign patterns, and its laws."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.clusters import sign_flip, sign_flip_nets, smallest_sign_flip_p
from discordant.errors import ArgumentError, TableError, TooLarge
from discordant.exact.pvalues import exact_p, mid_p
from discordant.table import Table
from strategies import cluster_tables, splits

NETS = st.lists(st.integers(-4, 4), max_size=9)


def every_pattern(nets: list[int]) -> list[int]:
    return [
        sum(sign * net for sign, net in zip(signs, nets, strict=True))
        for signs in itertools.product((1, -1), repeat=len(nets))
    ]


@given(nets=NETS)
@settings(max_examples=150)
def test_p_and_mid_p_are_counts_of_sign_patterns(nets):
    informative = [net for net in nets if net]
    sums, seen = every_pattern(informative), sum(informative)
    size = len(sums)
    at_least = Fraction(sum(abs(s) >= abs(seen) for s in sums), size)
    equal = Fraction(sum(abs(s) == abs(seen) for s in sums), size)
    p, mid = sign_flip_nets(nets)
    assert p == at_least
    assert mid == (at_least - equal / 2 if seen else 1)
    for alternative, sign in (("candidate", 1), ("baseline", -1)):
        above = Fraction(sum(sign * s >= sign * seen for s in sums), size)
        tie = Fraction(sum(s == seen for s in sums), size)
        assert sign_flip_nets(nets, alternative=alternative) == (above, above - tie / 2)


@given(split=splits(limit=300))
def test_clusters_of_one_item_give_mcnemars_exact_test(split):
    b, c = split
    nets = [1] * b + [-1] * c
    for alternative in ("two-sided", "candidate", "baseline"):
        wanted = exact_p(b, c, alternative=alternative), mid_p(b, c, alternative=alternative)
        assert wanted == sign_flip_nets(nets, alternative=alternative)


@given(tables=cluster_tables())
def test_exchanging_the_runs_exchanges_the_one_sided_values(tables):
    swapped = [t.swapped() for t in tables]
    assert sign_flip(tables).p == sign_flip(swapped).p
    assert sign_flip(tables, alternative="candidate").p == sign_flip(swapped, alternative="baseline").p


@given(tables=cluster_tables())
def test_clusters_are_counted_by_what_they_contribute(tables):
    result = sign_flip(tables)
    assert result.informative == sum(t.b != t.c for t in tables)
    assert result.zero_nets == sum(t.b == t.c > 0 for t in tables)
    assert result.silent == sum(t.n == 0 for t in tables)
    assert result.clusters == len(tables)


def test_three_repeats_of_82_decisions_are_82_cases_not_246():
    """Repeats that agree with themselves triple every count, and leave the exact p where it was."""
    once = [Table(70, 0, 0, 0), *[Table(0, 1, 0, 0)] * 8, *[Table(0, 0, 1, 0)] * 4]
    thrice = [Table(3, 0, 0, 0)] * 70 + [Table(0, 3, 0, 0)] * 8 + [Table(0, 0, 3, 0)] * 4
    assert sign_flip(thrice).p == sign_flip(once).p == exact_p(8, 4)
    assert len(thrice) == 82
    assert exact_p(24, 12) < sign_flip(thrice).p


def test_the_result_reads_as_a_sentence_that_reports_zero_nets():
    result = sign_flip([Table(0, 3, 0, 0), Table(1, 1, 1, 0), Table(0, 2, 0, 1), Table(3, 0, 0, 0)])
    assert str(result) == (
        "sign-flip p = 0.5 (two-sided), mid-p 0.25: net +5 over 4 clusters, 2 of them informative,"
        " 1 with wins that cancel, 1 without a discordant item"
    )
    half = {"numerator": "1", "denominator": "2", "decimal": "5.0000000000000000e-1", "float": 0.5}
    assert result.to_dict()["p"] == half
    assert smallest_sign_flip_p([3, 2]) == Fraction(1, 2)
    assert smallest_sign_flip_p([0]) == 1


def test_a_p_below_every_binary64_is_still_shown():
    assert str(sign_flip([Table(0, 1, 0, 0)] * 1200)).startswith("sign-flip p = about 2^-1199 (two-sided), mid-p about")


def test_nothing_informative_gives_one():
    result = sign_flip([Table(1, 0, 0, 0)])
    assert (result.p, result.mid_p) == (1, 1)
    assert sign_flip([Table(1, 0, 0, 0)], alternative="candidate").mid_p == Fraction(1, 2)


def test_what_is_no_cluster_is_refused():
    with pytest.raises(TableError, match=r"clusters\[1\] is a tuple; give one Table for each cluster"):
        sign_flip([Table(1, 0, 0, 0), (1, 2, 3, 4)])
    with pytest.raises(TableError, match=r"clusters\[0\] has no items; leave it out"):
        sign_flip([Table(0, 0, 0, 0)])
    with pytest.raises(TableError, match="there are no clusters"):
        sign_flip([])
    with pytest.raises(ArgumentError, match="alternative='greater' is not one of"):
        sign_flip([Table(1, 0, 0, 0)], alternative="greater")


def test_a_distribution_beyond_the_budget_is_refused_before_it_starts():
    with pytest.raises(TooLarge, match=r"the sign-flip distribution needs \d+ bits, the budget is 100000000; use"):
        sign_flip_nets([1000] * 5000)


@pytest.mark.slow
def test_three_thousand_clusters_of_five_repeats_take_seconds():
    nets = [(-1) ** (i % 3 == 0) * (i % 5 + 1) for i in range(3000)]
    p, mid = sign_flip_nets(nets)
    assert 0 < mid < p < Fraction(1, 10**6)
