"""p-values at any null, non-inferiority and equivalence: each the inversion of an interval."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Table, chi_square, edwards, interval, noninferior, p_value
from discordant.enclosed.score_test import equivalent
from discordant.errors import ArgumentError, LevelError, TableError, TooLarge, UndefinedError
from enclosed.witness import agrees, tango_statistic
from strategies import tables

WORKED = Table(157, 17, 3, 23)
NULLS = st.fractions(Fraction(-99, 100), Fraction(99, 100), max_denominator=1000)


@settings(max_examples=40)
@given(tables(limit=300), NULLS)
def test_p_agrees_with_the_printed_score_in_balls(table, null):
    before = flint.ctx.prec
    flint.ctx.prec = 600
    try:
        for method, correction in (("tango", 0), ("tango-cc", 1)):
            p = p_value(table, null_delta=null, method=method)
            square = abs(tango_statistic(table.b, table.c, table.N, null, correction))
            if square == 0:
                assert p.exact_value == 1
            else:
                assert agrees(p.bracket(100), (square / 2).sqrt().erfc())
                lo, hi = p.bracket(100)
                assert (hi - lo) * 2**90 <= hi
    finally:
        flint.ctx.prec = before


@settings(max_examples=40)
@given(tables(limit=300), NULLS, st.sampled_from(("0.8", "0.95")))
def test_p_is_below_alpha_exactly_where_the_interval_excludes_the_null(table, null, level):
    for method in ("tango", "tango-cc"):
        p = p_value(table, null_delta=null, method=method)
        assert (p.compare(1 - Fraction(level)) < 0) is not interval(table, method, level=level).contains(null)


@settings(max_examples=40)
@given(tables())
def test_at_no_difference_p_is_the_chi_square_or_edwards_p(table):
    for method, test in (("tango", chi_square), ("tango-cc", edwards)):
        p, known = p_value(table, null_delta=0, method=method), test(table.b, table.c).p
        lo, hi = p.bracket(80)
        low, high = known.bracket(80)
        assert max(lo, low) <= min(hi, high)


def test_p_at_the_ends_of_the_range():
    assert p_value(WORKED, null_delta="1").exact_value == 0
    assert p_value(WORKED, null_delta="-1").exact_value == 0
    assert p_value(Table(0, 5, 0, 0), null_delta="1").exact_value == 1
    assert p_value(Table(0, 0, 5, 0), null_delta="-1").exact_value == 1
    assert p_value(Table(3, 0, 0, 4), null_delta="0").exact_value == 1
    assert p_value(Table(0, 1, 0, 0), null_delta="-1", method="tango-cc").exact_value == 0


def test_exchanging_the_runs_and_the_null_leaves_p():
    one = p_value(WORKED, null_delta="0.02").bracket(100)
    other = p_value(WORKED.swapped(), null_delta="-0.02").bracket(100)
    assert one == other


def test_p_far_below_binary64_stays_sharp():
    p = p_value(Table(10**6, 10**6, 0, 0), null_delta="-0.5")
    assert float(p) == 0.0
    assert p.log10().compare(-300000) < 0


def test_non_inferiority_is_the_lower_limit_against_the_margin():
    assert interval(Table(70, 3, 4, 5), "tango").lower.decimal(3) == "-0.089"
    assert noninferior(Table(70, 3, 4, 5), "0.09")
    assert not noninferior(Table(70, 3, 4, 5), "0.08")
    assert noninferior(WORKED, 0)
    assert not noninferior(Table(5, 0, 0, 5), "0", method="newcombe-plain")  # exactly 0 does not lie above 0
    assert noninferior(Table(5, 0, 0, 5), "0.0001", method="newcombe-plain")
    assert noninferior(Table(70, 3, 4, 5), "8%", level="0.8")


def test_equivalence_is_both_limits_within_the_margin():
    table = Table(900, 20, 18, 62)
    found = interval(table, "tango", level="0.9")
    assert found.upper.decimal(3) == "0.013"
    assert equivalent(table, "0.014")
    assert not equivalent(table, "0.01")
    assert not equivalent(WORKED, "0.05")
    assert not equivalent(WORKED.swapped(), "0.05")


def test_errors_name_the_value_and_the_range():
    with pytest.raises(ArgumentError, match="method='wald' is not a score test; choose one of tango, tango-cc"):
        p_value(WORKED, null_delta="0", method="wald")
    with pytest.raises(LevelError, match=r"null_delta='1.5' is outside \[-1, 1\], the range of a difference"):
        p_value(WORKED, null_delta="1.5")
    with pytest.raises(LevelError, match=r"margin='5' is outside \[0, 1\]; give a proportion such as '0.05'"):
        noninferior(WORKED, "5")
    with pytest.raises(LevelError, match=r"margin='-0.1' is not an exact decimal"):
        noninferior(WORKED, "-0.1")
    with pytest.raises(LevelError, match="margin=-1 is outside"):
        equivalent(WORKED, -1)
    with pytest.raises(UndefinedError, match="a test of delta of a table without items is undefined"):
        p_value(Table(0, 0, 0, 0), null_delta="0")
    with pytest.raises(TableError, match="a test of delta needs all four cells"):
        p_value(WORKED.discordant, null_delta="0")


@pytest.mark.parametrize("method", ["tango", "tango-cc"])
def test_a_null_too_long_to_print_is_answered_or_refused_as_any_other(method):
    tiny = Fraction(1, 10**5000)
    near, null = (p_value(WORKED, null_delta=delta, method=method) for delta in (tiny, 0))
    assert near.decimal(6) == null.decimal(6)
    with pytest.raises(LevelError, match=r"null_delta=a ratio of 16610 bits is outside \[-1, 1\]"):
        p_value(WORKED, null_delta=1 / tiny, method=method)
    with pytest.raises(LevelError, match=r"margin=a ratio of 16610 bits is outside \[0, 1\]"):
        noninferior(WORKED, 1 / tiny)
    with pytest.raises(TooLarge, match="the exact unconditional p-value needs 200 items"):
        p_value(WORKED, null_delta=tiny, method="exact-unconditional")


@pytest.mark.parametrize("method", [[], None, {}])
def test_a_method_that_is_no_text_is_refused_by_name(method):
    for call in (
        lambda: interval(Table(1, 2, 3, 4), method),
        lambda: noninferior(Table(1, 2, 3, 4), "0.1", method=method),
        lambda: p_value(Table(1, 2, 3, 4), null_delta="0.1", method=method),
    ):
        with pytest.raises(ArgumentError, match="method="):
            call()
