"""A caller-given rational z: limits that are exactly rational are found, and every tie is decided."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Table, clears_zero, interval, pass_rate_interval, risk_ratio_interval
from discordant.enclosed.radicals import Surd, rational_root, square_roots
from discordant.enclosed.risk_ratio import mover
from strategies import tables

RAW_PHI = ("newcombe-plain", "newcombe-cc", "mover-jeffreys")


@pytest.mark.parametrize(("N", "b", "c"), [(4802, 1300, 1202), (19208, 5099, 4903)])
def test_the_wald_limit_is_exactly_0_where_the_equation_says_so(N, b, c):
    assert (b - c) ** 2 * (625 * N + 2401) == 2401 * N * (b + c)
    table = Table(0, b, c, N - b - c)
    lower = interval(table, "wald", z="1.96").lower
    assert lower.exact_value == 0
    assert not clears_zero(table, "wald", z="1.96")
    assert clears_zero(table, "wald")  # the true quantile is a little below 1.96
    assert clears_zero(table, "wald", z="1.9599")


@pytest.mark.parametrize("method", RAW_PHI)
@pytest.mark.parametrize("half", [1, 5, 50, 10**9])
def test_raw_phi_intervals_are_exactly_0_at_even_concordance_without_discordance(method, half):
    table = Table(half, 0, 0, half)
    for found in (interval(table, method), interval(table, method, z="1.96")):
        assert found.lower.exact_value == found.upper.exact_value == 0
        assert found.decimal(3) == ("0.000", "0.000")
    assert not clears_zero(table, method)


@pytest.mark.parametrize("cells", [(60, 0, 0, 40), (100, 0, 0, 0), (51, 0, 0, 49)])
def test_uneven_concordance_leaves_a_width(cells):
    found = interval(Table(*cells), "newcombe-plain", z="1.96")
    assert found.lower.sign() == -1
    assert found.upper.sign() == 1


def test_the_ratio_is_exactly_1_at_even_concordance_without_discordance():
    found = risk_ratio_interval(Table(50, 0, 0, 50), "mover-wilson")
    assert found.lower.exact_value == found.upper.exact_value == 1
    assert not clears_zero(Table(50, 0, 0, 50), "mover-wilson")
    assert not clears_zero(Table(50, 0, 0, 50), "wald-log")


@pytest.mark.parametrize(
    ("method", "cells", "z", "expected"),
    [
        ("newcombe-plain", (0, 5, 5, 0), "1", None),
        ("newcombe-plain", (0, 4, 0, 0), "2", None),
        ("newcombe-plain", (1, 0, 1, 0), "0.5", Fraction(-2, 3)),  # phi 0, y 0, and z^2 + 2 the square of 3/2
        ("tango", (200, 0, 0, 0), "2", Fraction(-4, 204)),
        ("tango", (30, 13, 3, 5), "2.5", Fraction(0)),  # (13 - 3)^2 / 16 is 2.5 squared
        ("tango-cc", (30, 14, 3, 5), "2.5", None),
        ("tango", (0, 4, 0, 0), "2", Fraction(0)),
    ],
)
def test_rational_limits_are_found_and_irrational_ones_left(method, cells, z, expected):
    assert interval(Table(*cells), method, z=z).lower.rational_value() == expected


def test_edwards_ties_are_exact_too():
    # (|b - c| - 1)^2 / (b + c) = 6^2 / 9 is 2 squared, 18^2 / 81 too
    for b, c in ((8, 1), (50, 31)):
        assert interval(Table(7, b, c, 5), "tango-cc", z="2").lower.compare(0) == 0
        assert not clears_zero(Table(7, b, c, 5), "tango-cc", z="2")
        assert clears_zero(Table(7, b, c, 5), "tango-cc", z="1.9999")


def test_tang_ties_are_exact_too():
    table = Table(30, 13, 3, 5)
    assert risk_ratio_interval(table, "tang-score", z="2.5").lower.compare(1) == 0
    assert risk_ratio_interval(table.swapped(), "tang-score", z="2.5").upper.compare(1) == 0
    assert risk_ratio_interval(Table(0, 8, 0, 5), "tang-score", z="2").lower.exact_value == 2  # b / z^2
    assert risk_ratio_interval(Table(0, 8, 0, 5), "tang-score").lower.decimal(6) == "2.082542"


def test_wilson_limits_are_exact_where_the_root_is():
    found = pass_rate_interval(1, 2, z="2")  # sqrt(4 + 2) is irrational
    assert found.lower.rational_value() is None
    assert pass_rate_interval(0, 4, z="2").upper.exact_value == Fraction(1, 2)
    assert pass_rate_interval(4, 4, "agresti-coull", z="2").upper.rational_value() is None
    assert pass_rate_interval(1, 2, "wald", z="4").lower.rational_value() is None
    assert pass_rate_interval(2, 4, "wald", z="4").lower.exact_value == Fraction(-1, 2)


@settings(max_examples=40)
@given(table=tables(limit=60), z=st.sampled_from(("1", "1.5", "1.96", "2", "2.5", "3")))
def test_every_sign_at_a_rational_z_is_decided_and_agrees_with_a_bracket(table, z):
    for method in ("wald", "wald-fleiss", "wald-cc-variance", "newcombe-plain", "newcombe-corrected", "newcombe-cc"):
        for limit in (interval(table, method, z=z).lower, interval(table, method, z=z).upper):
            lo, hi = limit.bracket(300)
            sign = limit.sign()
            assert (lo <= 0 <= hi) if sign == 0 else (hi > 0 if sign > 0 else lo < 0)
    for method in ("wald-log", "tang-score", "mover-wilson", "bonett-price-hybrid"):
        lower = risk_ratio_interval(table, method, z=z).lower
        lo, hi = lower.bracket(300)
        side = lower.compare(1)
        assert (lo <= 1 <= hi) if side == 0 else (hi > 1 if side > 0 else lo < 1)


@given(st.lists(st.integers(0, 60), min_size=1, max_size=3), st.lists(st.integers(-5, 5), min_size=3, max_size=3))
def test_surds_are_zero_exactly_where_their_value_is(radicands, factors):
    roots = square_roots([Fraction(r) for r in radicands])
    total = roots[0] * factors[0]
    for root, factor in zip(roots[1:], factors[1:], strict=False):
        total = total + root * factor
    assert (total - total).is_zero
    assert (total * total - total * total).sign() == 0
    lo, hi = total.enclose(200).bounds()
    assert total.is_zero is (total.sign() == 0)
    assert (lo <= 0 <= hi) if total.is_zero else (lo > 0 or hi < 0)
    for root, radicand in zip(roots, radicands, strict=True):
        assert (root * root - radicand).is_zero


def test_surds_share_square_classes():
    roots = square_roots([Fraction(2), Fraction(8), Fraction(9, 2), Fraction(4), Fraction(0), Fraction(3)])
    assert roots[0].generators == (Fraction(2), Fraction(3))
    assert (roots[1] - roots[0] * 2).is_zero
    assert (roots[2] * 2 - roots[0] * 3).is_zero
    assert roots[3].rational_value == 2
    assert roots[4].is_zero
    assert roots[0].rational_value is None
    assert (roots[0] * roots[5]).coefficient(3) == 1
    assert (-roots[0] + 3).sign() == 1
    assert (roots[0] - Fraction(3, 2)).sign() == -1
    assert Surd((), {}).rational_value == 0
    assert rational_root(Fraction(9, 4)) == Fraction(3, 2)
    assert rational_root(Fraction(2)) is None


def test_a_rational_quotient_is_found_among_two_solutions():
    def number(q: Fraction | int) -> Surd:
        return Surd((), {0: Fraction(q)} if q else {})

    # 2 t^2 - 3 t + 1 = 0 has the solutions 1/2 and 1; R / t - Q >= 0 picks the smaller one
    assert mover._rational_quotient(number(1), number(Fraction(3, 2)), number(2)) == Fraction(1, 2)
    assert mover._rational_quotient(number(1), number(3), number(2)) is None  # irrational solutions
    assert mover._rational_quotient(number(1), number(1), number(0)) == Fraction(1, 2)
    assert mover._rational_quotient(number(1), number(0), number(1)) is None  # no real solution
    assert mover._rational_quotient(number(1), number(0), number(0)) is None


def test_mover_limits_at_a_rational_z_are_rational_where_the_radicals_vanish():
    # 4 of 4 against 0 of 4 failing margins: Wilson distances are rational, phi is 0
    lower = risk_ratio_interval(Table(4, 0, 0, 0), "mover-wilson", z="2").lower
    assert lower.rational_value() == Fraction(1, 2)
    assert risk_ratio_interval(Table(4, 0, 0, 0), "mover-wilson", z="2").upper.rational_value() == 2
    assert risk_ratio_interval(Table(4, 1, 0, 2), "mover-wilson", z="2").lower.rational_value() is None
    assert risk_ratio_interval(Table(4, 1, 0, 2), "mover-wilson").lower.rational_value() is None


def test_the_hybrid_knows_that_its_limit_is_1():
    # without concordant passes the adjusted quantile is z itself, and l = u where (b - c)^2 / (b + c) = z^2
    found = risk_ratio_interval(Table(0, 13, 3, 5), "bonett-price-hybrid", z="2.5")
    assert found.lower.compare(1) == 0
    assert risk_ratio_interval(Table(0, 3, 13, 5), "bonett-price-hybrid", z="2.5").upper.compare(1) == 0
    assert not clears_zero(Table(0, 13, 3, 5), "bonett-price-hybrid", z="2.5")
    assert clears_zero(Table(0, 13, 3, 5), "bonett-price-hybrid", z="2.4999")
    for table in (Table(0, 3, 13, 5), Table(2, 13, 3, 5), Table(0, 13, 4, 5)):
        assert risk_ratio_interval(table, "bonett-price-hybrid", z="2.5").lower.rational_value() is None
    assert risk_ratio_interval(Table(0, 13, 3, 5), "bonett-price-hybrid").lower.rational_value() is None


def test_a_surd_close_to_0_is_still_told_from_it():
    root = square_roots([Fraction(2)])[0]
    p, q = 1, 1
    for _ in range(60):  # convergents of the root of 2: |q sqrt 2 - p| < 1 / q
        p, q = p + 2 * q, p + q
    assert (root * q - p).sign() == (1 if 2 * q * q > p * p else -1)


def test_where_neither_run_passed_anything_every_ratio_is_possible():
    for method in ("wald-log", "tang-score", "mover-wilson", "bonett-price-hybrid"):
        found = risk_ratio_interval(Table(0, 0, 0, 7), method)
        assert found.lower.exact_value == 0
        assert found.upper.is_infinite


def test_limits_without_a_rational_value_say_none():
    assert interval(Table(157, 17, 3, 23), "tango").lower.rational_value() is None
    assert interval(Table(1, 0, 1, 0), "newcombe-cc", z="0.5").lower.rational_value() is None
    assert interval(Table(0, 0, 4, 0), "newcombe-cc", z="0.5").lower.compare(-1) == 0
    assert risk_ratio_interval(Table(3, 5, 1, 2), "tang-score", z="2").lower.rational_value() is None
