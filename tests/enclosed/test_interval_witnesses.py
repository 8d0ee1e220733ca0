"""Every closed-form and score limit against the printed formulas in balls: all small tables, random huge ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import flint
import mpmath
import pytest

from discordant import Table, interval, pass_rate_interval, risk_ratio_interval
from discordant.enclosed import delta, odds_ratio, risk_ratio, single
from discordant.enclosed.interval import Interval
from discordant.enclosed.real import Real
from enclosed.witness import (
    BITS,
    DELTA,
    RATES,
    RATIO,
    agrees,
    ball,
    tang_reaches,
    tang_statistic,
    tango_reaches,
    tango_statistic,
    z_of,
)

DIGITS = 50
LEVEL = Fraction(19, 20)


@pytest.fixture(autouse=True)
def precision():
    before = flint.ctx.prec
    flint.ctx.prec = BITS
    yield
    flint.ctx.prec = before


def small_tables(largest: int) -> Iterator[tuple[int, int, int, int]]:
    for N in range(1, largest + 1):
        for a in range(N + 1):
            for b in range(N + 1 - a):
                for c in range(N + 1 - a - b):
                    yield a, b, c, N - a - b - c


def huge_tables(how_many: int, seed: int) -> Iterator[tuple[int, int, int, int]]:
    choose = random.Random(seed)
    for _ in range(how_many):
        cells = [
            choose.choice((0, 1, choose.randint(0, 50), choose.randint(0, 10 ** choose.randint(1, 9))))
            for _ in range(4)
        ]
        if sum(cells):
            yield cells[0], cells[1], cells[2], cells[3]


def check_closed_forms(cells: tuple[int, int, int, int], z) -> None:
    table = Table(*cells)
    for method, formula in DELTA.items():
        found = interval(table, method, level=LEVEL)
        for limit, witness in zip((found.lower, found.upper), formula(*cells, z), strict=True):
            assert agrees(limit.enclose(DIGITS), witness), (cells, method)
    if table.candidate_passes and table.baseline_passes:
        for method, formula in RATIO.items():
            found = risk_ratio_interval(table, method, level=LEVEL)
            for limit, witness in zip((found.lower, found.upper), formula(*cells, z), strict=True):
                assert agrees(limit.enclose(DIGITS), witness), (cells, method)


def check_score_limits(cells: tuple[int, int, int, int], z) -> None:
    """The statistic is above z just below the lower limit and below z just above it."""
    a, b, c, d = cells
    table, exchanged = Table(*cells), Table(a, c, b, d)
    for method, correction in (("tango", 0), ("tango-cc", 1)):
        lower, upper = limits(interval(table, method, level=LEVEL), interval(exchanged, method, level=LEVEL))
        assert -upper[1] <= lower[1]  # both hold the same number
        assert lower[0] <= -upper[0]
        if lower[0] < lower[1]:
            assert tango_reaches(a, b, c, d, z, lower[0], correction) is True, (cells, method)
            assert tango_reaches(a, b, c, d, z, lower[1], correction) is False, (cells, method)
        elif lower[1] > -1:  # a point, where the balls of both sides touch
            assert tango_reaches(a, b, c, d, z, lower[0], correction) is None, (cells, method)
        else:  # the numerator never leaves 0: nothing to reach
            assert b - c - correction <= -(a + b + c + d)
    found = risk_ratio_interval(table, "tang-score", level=LEVEL).lower
    if a + b:
        low, high = found.enclose(DIGITS)
        assert tang_reaches(a, b, c, d, z, low) is True, cells
        assert tang_reaches(a, b, c, d, z, high) is False, cells
    else:
        assert found.exact_value == 0


def limits(found: Interval, exchanged: Interval) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    return found.lower.enclose(DIGITS), exchanged.upper.enclose(DIGITS)


def test_all_tables_of_up_to_three_items():
    z = z_of(LEVEL)
    for cells in small_tables(3):
        check_closed_forms(cells, z)
        check_score_limits(cells, z)


@pytest.mark.slow
def test_all_tables_of_up_to_twelve_items():
    z = z_of(LEVEL)
    for cells in small_tables(12):
        check_closed_forms(cells, z)
        check_score_limits(cells, z)


def test_random_huge_tables():
    z = z_of(LEVEL)
    for cells in huge_tables(15, seed=1):
        check_closed_forms(cells, z)
        check_score_limits(cells, z)


@pytest.mark.slow
def test_a_thousand_random_huge_tables():
    z = z_of(LEVEL)
    for cells in huge_tables(1000, seed=2):
        check_closed_forms(cells, z)
        check_score_limits(cells, z)


@pytest.mark.parametrize("level", [Fraction(1, 2), Fraction(9, 10), 1 - Fraction(1, 10**12)], ids=str)
def test_other_levels(level):
    z = z_of(level)
    for cells in ((157, 17, 3, 23), (1, 1, 7, 12), (0, 3, 2, 5), (5, 0, 0, 5)):
        for method, formula in DELTA.items():
            found = interval(Table(*cells), method, level=level)
            for limit, witness in zip((found.lower, found.upper), formula(*cells, z), strict=True):
                assert agrees(limit.enclose(DIGITS), witness), (cells, method)


@pytest.mark.parametrize("method", RATES)
def test_one_pass_rate(method):
    z = z_of(LEVEL)
    for N in (1, 2, 3, 10, 200, 10**9):
        for k in {0, 1, N // 3, N // 2, N - 1, N}:
            found = pass_rate_interval(k, N, method, level=LEVEL)
            for limit, witness in zip((found.lower, found.upper), RATES[method](k, N, z), strict=True):
                assert agrees(limit.enclose(DIGITS), witness), (k, N)


LOOKS_AT_CONCORDANCE = ("newcombe-plain", "newcombe-corrected", "newcombe-cc", "mover-jeffreys")
"""The intervals for delta that depend on a and d separately; the others need one table for each b, c and N."""


@pytest.mark.slow
def test_fifty_digits_of_every_limit_of_every_table_of_up_to_twelve_items():
    """No exception anywhere, and each bracket is as narrow as asked."""
    for cells in small_tables(12):
        table = Table(*cells)
        methods = [m for m in delta.REGISTRY if not table.a or m in LOOKS_AT_CONCORDANCE]
        found = [interval(table, method) for method in methods if method != "exact-unconditional"]
        found += [risk_ratio_interval(table, method) for method in risk_ratio.REGISTRY]
        if not table.a and not table.d:
            found += [odds_ratio.odds_ratio_interval(table, method) for method in odds_ratio.REGISTRY]
        assert_narrow([limit for one in found for limit in (one.lower, one.upper)])
    for N in range(1, 13):
        for k in range(N + 1):
            for method in single.REGISTRY:
                one = pass_rate_interval(k, N, method)
                assert_narrow([one.lower, one.upper])


def assert_narrow(limits_found: list[Real]) -> None:
    for limit in limits_found:
        if not limit.is_infinite:
            lo, hi = limit.enclose(DIGITS)
            assert lo == hi or (hi - lo) * 10**DIGITS < min(abs(lo), abs(hi))


def test_scores_fall_along_their_range():
    """The isolation of one root rests on this: checked in balls on a grid, for every b, c of up to five items."""
    for N in range(1, 6):
        for b in range(N + 1):
            for c in range(N + 1 - b):
                a = N - b - c
                signed = [signed_root(tango_statistic(b, c, N, Fraction(i, 40))) for i in range(-39, 40) if i]
                assert all(second < first for first, second in pairwise(signed)), (b, c, N)
                if a + b and a + c:
                    ratios = [signed_root(tang_statistic(a, b, c, 0, Fraction(2) ** i)) for i in range(-8, 9) if i]
                    assert all(second < first for first, second in pairwise(ratios)), (a, b, c)


def signed_root(square):
    return square.sqrt() if square > 0 else -((-square).sqrt())


def test_a_thousand_digits_agree_with_mpmath():
    context = mpmath.MPContext()
    context.dps = 1030
    a, b, c, d = 157, 17, 3, 23
    N, z = 200, context.sqrt(2) * context.erfinv(context.mpf(95) / 100)
    p, r = context.mpf(a + b) / N, context.mpf(a + c) / N

    def wilson(rate, sign):
        root = context.sqrt(rate * (1 - rate) / N + z * z / (4 * N * N))
        return (rate + z * z / (2 * N) + sign * z * root) / (1 + z * z / N)

    x, y = p - wilson(p, -1), wilson(r, 1) - r
    phi = context.mpf(a * d - b * c) / context.sqrt((a + b) * (c + d) * (a + c) * (b + d))
    expected = p - r - context.sqrt(x * x - 2 * phi * x * y + y * y)
    found = interval(Table(a, b, c, d), "newcombe-plain").lower
    assert found.decimal(1000, "floor") == context.nstr(expected, 1020)[:1002]
    found = interval(Table(a, b, c, d), "tango").lower
    low, high = found.enclose(1000)
    z_ball = z_of(LEVEL)
    assert not tango_reaches(a, b, c, d, z_ball, high)
    assert found.decimal(12) == "0.029218571231"
    assert (high - low) * 10**1000 < low


def test_the_witness_balls_are_narrow():
    assert ball(Fraction(1, 3)).rel_accuracy_bits() > BITS - 5
