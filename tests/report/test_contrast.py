"""The unpaired z test, against binary64's erfc and against statsmodels."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings

import strategies
from discordant import Table
from discordant.report.contrast import unpaired


@settings(max_examples=100)
@given(strategies.tables())
def test_p_is_the_normal_tail_of_z(table):
    test = unpaired(table)
    z = math.sqrt(test.statistic)
    assert float(test.p) == pytest.approx(math.erfc(z / math.sqrt(2)), rel=1e-9, abs=1e-300)


@settings(max_examples=100)
@given(strategies.tables())
def test_the_discordant_counts_beyond_their_difference_do_not_matter(table):
    more = Table(table.a + 1, table.b, table.c, table.d + 1)
    fewer = Table(table.a, table.b + 1, table.c + 1, table.d)
    assert unpaired(more).statistic == unpaired(fewer).statistic


def test_a_pooled_rate_of_0_or_1_gives_statistic_0_and_p_1():
    for table in (Table(9, 0, 0, 0), Table(0, 0, 0, 9)):
        test = unpaired(table)
        assert test.statistic == 0
        assert test.p.exact_value == Fraction(1)


@pytest.mark.peers
def test_statsmodels_agrees():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    table = Table(157, 17, 3, 23)
    z, p = proportion.proportions_ztest([table.candidate_passes, table.baseline_passes], [table.N, table.N])
    test = unpaired(table)
    assert float(test.statistic) == pytest.approx(z**2, rel=1e-12)
    assert float(test.p) == pytest.approx(p, rel=1e-12)
