"""The exact unconditional test and interval against enumeration of every table with independently written scores."""

from __future__ import annotations

import math
from fractions import Fraction

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Table, interval
from discordant.enclosed.delta import unconditional
from discordant.enclosed.delta.mixture import region_polynomial, rounding, upper_tails, weights
from discordant.enclosed.delta.tango_order import FRACTION_BITS, Order, score
from discordant.enclosed.delta.unconditional import unconditional_p
from discordant.enclosed.interval import Quantile
from discordant.enclosed.score_test import p_value
from discordant.errors import LevelError, TooLarge, Undecided


def tango(x: int, y: int, N: int, delta: float) -> float:
    """Tango's score in binary64, the restricted estimate from the likelihood equation by bisection."""
    z = N - x - y
    low, high = max(0.0, -delta), (1 - delta) / 2
    for _ in range(200):
        q = (low + high) / 2
        slope = (x / (q + delta) if x else 0.0) + (y / q if y else 0.0) - (2 * z / (1 - 2 * q - delta) if z else 0.0)
        low, high = (q, high) if slope > 0 else (low, q)
    q = (low + high) / 2
    variance = N * (2 * q + delta - delta * delta)
    distance = x - y - N * delta
    return distance / math.sqrt(variance) if abs(distance) > 1e-12 else 0.0


def brute_p(b: int, c: int, N: int, delta: float, steps: int = 200) -> float:
    """The largest probability of the region over a grid of the nuisance parameter: a lower bound on p."""
    observed = abs(tango(b, c, N, delta))
    region = [(x, y) for x in range(N + 1) for y in range(N + 1 - x) if abs(tango(x, y, N, delta)) >= observed - 1e-9]
    best = 0.0
    for i in range(steps + 1):
        q = max(0.0, -delta) + ((1 - delta) / 2 - max(0.0, -delta)) * i / steps
        p, rest = q + delta, max(0.0, 1 - 2 * q - delta)
        total = sum(math.comb(N, x) * math.comb(N - x, y) * p**x * q**y * rest ** (N - x - y) for x, y in region)
        best = max(best, total)
    return best


@given(st.integers(1, 9), st.data())
@settings(max_examples=60)
def test_scores_are_those_of_the_restricted_likelihood(N: int, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, N))
    y = data.draw(st.integers(0, N - x))
    t = data.draw(st.integers(1, 15))
    lo, hi = score(N, x, y, t, 16)
    assert lo <= hi <= lo + (1 << 40)
    # the bisection cannot reach an estimate on the boundary closer than about 1e-8
    assert lo / 2.0**FRACTION_BITS == pytest.approx(tango(x, y, N, t / 16), rel=1e-6, abs=1e-6)


def test_scores_at_the_ends_of_the_range() -> None:
    assert score(5, 0, 0, 0, 1) == (0, 0)
    assert score(5, 3, 3, 0, 1) == (0, 0)
    assert score(5, 5, 0, 1, 1) == (0, 0)
    assert score(5, 4, 0, 1, 1)[1] < -(1 << 200)
    lo, hi = score(20, 17, 3, 0, 1)
    assert lo**2 < Fraction(196, 20) * 4**FRACTION_BITS < hi**2  # McNemar's chi-square


@given(st.integers(2, 14), st.data())
@settings(max_examples=40)
def test_scores_rise_with_b_and_fall_with_c_and_delta(N: int, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, N - 1))
    y = data.draw(st.integers(0, N - 1 - x))
    t = data.draw(st.integers(1, 30))
    here = score(N, x, y, t, 32)
    assert score(N, x + 1, y, t, 32)[0] > here[1]
    assert score(N, x, y + 1, t, 32)[1] < here[0]
    assert score(N, x, y, t + 1, 32)[1] < here[0]
    if y:
        assert score(N, x + 1, y - 1, t, 32)[0] > here[1]


@given(st.integers(1, 8), st.data())
@settings(max_examples=40)
def test_outer_regions_hold_inner_ones(N: int, data: st.DataObject) -> None:
    b = data.draw(st.integers(0, N))
    c = data.draw(st.integers(0, N - b))
    t = data.draw(st.integers(0, 14))
    order = Order(N, b, c)
    for at in (4 * t, 4 * t + 1, 4 * t + 4):
        outer, inner = order.outer(4 * t, 4 * t + 4, 64), order.inner(at, 64)
        for side in (0, 1):
            assert all(wide <= narrow for wide, narrow in zip(outer[side], inner[side], strict=True))


def test_narrow_intervals_of_delta_have_tight_regions() -> None:
    # each table that the width alone would let in is kept out by halving, up to the crossing of the two scores
    for b, c in ((6, 1), (1, 6)):
        order, extra, d = Order(12, b, c), 0, 1 << 12
        for t in range(0, d // 2, 9):
            outer, inner = order.outer(t, t + 1, d), [order.inner(at, d) for at in (t, t + 1)]
            for side in (0, 1):
                for n in range(13):
                    assert outer[side][n] <= min(region[side][n] for region in inner)
                    extra += min(region[side][n] for region in inner) - outer[side][n]
        assert extra <= 4


@pytest.mark.parametrize(("N", "t", "d"), [(5, 1, 4), (6, 0, 1), (7, 2, 3), (4, 1, 1)])
def test_the_polynomial_is_the_probability_of_the_region(N: int, t: int, d: int) -> None:
    region = ([max(1, n // 2) for n in range(N + 1)], [n // 2 + 1 for n in range(N + 1)])
    share = weights(N, t, d, 100)
    coefficients = region_polynomial(N, region, share, share, 100)
    delta = Fraction(t, d)
    for u in (Fraction(0), Fraction(1, 3), Fraction(1)):
        q = (1 - delta) * u / 2
        p, rest = q + delta, 1 - 2 * q - delta
        wanted = sum(
            math.comb(N, x) * math.comb(N - x, y) * p**x * q**y * rest ** (N - x - y) * ((x >= x0) + (y >= y0))
            for x in range(N + 1)
            for y in range(N + 1 - x)
            for x0, y0 in [(region[0][x + y], region[1][x + y])]
        )
        found = sum(c * math.comb(N, i) * u**i * (1 - u) ** (N - i) for i, c in enumerate(coefficients))
        assert 0 <= wanted * 2**100 - found <= rounding(N)


def test_tails_of_fair_coins_are_exact() -> None:
    rows = upper_tails(6, 40)
    for m, row in enumerate(rows):
        assert [Fraction(value, 1 << 40) for value in row] == [
            Fraction(sum(math.comb(m, i) for i in range(j, m + 1)), 1 << m) for j in range(m + 2)
        ]


@given(st.integers(1, 9), st.data())
@settings(max_examples=25)
def test_p_is_just_above_its_maximum_on_a_grid(N: int, data: st.DataObject) -> None:
    b = data.draw(st.integers(0, N))
    c = data.draw(st.integers(0, N - b))
    twentieths = data.draw(st.integers(-19, 19))
    p = unconditional_p(Table(0, b, c, N - b - c), Fraction(twentieths, 20))
    try:
        found = float(p)
    except Undecided:  # another table ties with the observed one at this delta
        return
    grid = brute_p(b, c, N, twentieths / 20)
    assert grid - 1e-9 <= found <= grid + 2e-3


@pytest.mark.parametrize(("b", "c", "N"), [(60, 30, 500), (17, 3, 200), (4, 1, 82)])
def test_p_at_zero_is_certified_to_twelve_digits_and_just_above_a_grid(b: int, c: int, N: int) -> None:
    lo, hi = unconditional_p(Table(N - b - c, b, c, 0)).enclose(12)
    assert hi - lo < lo / 10**12
    # no discordant items: a score of 0, never extreme here
    extreme = [0.0]
    for n in range(1, N + 1):
        row = [x for x in range(n + 1) if (2 * x - n) ** 2 * (b + c) >= (b - c) ** 2 * n]
        extreme.append(sum(math.comb(n, x) for x in row) / 2**n)
    best = 0.0
    for i in range(1, 400):
        log_share, log_rest = math.log(i / 400), math.log1p(-i / 400)
        front = math.lgamma(N + 1)
        best = max(
            best,
            sum(
                w * math.exp(front - math.lgamma(n + 1) - math.lgamma(N - n + 1) + n * log_share + (N - n) * log_rest)
                for n, w in enumerate(extreme)
            ),
        )
    assert best * (1 - 1e-9) <= float(hi)
    assert float(lo) <= best * 1.001


def test_p_where_it_is_exact() -> None:
    assert unconditional_p(Table(5, 3, 3, 5)).exact_value == 1
    assert unconditional_p(Table(0, 3, 1, 6), Fraction(1, 5)).exact_value == 1
    assert unconditional_p(Table(0, 6, 0, 0)).compare(Fraction(1, 32)) == 0  # only (6, 0) and (0, 6), at psi = 1


def test_p_value_reaches_it_by_name() -> None:
    table = Table(73, 4, 1, 4)
    assert p_value(table, null_delta="0", method="exact-unconditional").decimal(7) == "0.2493013"
    shifted = p_value(Table(3, 4, 1, 4), null_delta="-0.1", method="exact-unconditional")
    assert shifted.decimal(9) == unconditional_p(Table(3, 4, 1, 4), Fraction(-1, 10)).decimal(9)


def test_p_is_symmetric_under_exchange() -> None:
    for delta in (Fraction(0), Fraction(1, 7)):
        there = unconditional_p(Table(3, 5, 1, 2), delta)
        back = unconditional_p(Table(3, 1, 5, 2), -delta)
        assert there.decimal(12) == back.decimal(12)


@pytest.mark.parametrize(("b", "c", "N"), [(1, 0, 1), (2, 0, 3), (1, 3, 5), (4, 0, 6), (0, 0, 5), (3, 1, 7)])
def test_limits_are_the_hull_of_the_deltas_with_p_above_alpha(b: int, c: int, N: int) -> None:
    found = interval(Table(0, b, c, N - b - c), "exact-unconditional", level="0.9")
    lower, upper = float(found.lower), float(found.upper)
    for i in range(-49, 50):
        delta = i / 50 + 0.00137  # off the grid of ties
        if -1 < delta < lower - 1e-6 or upper + 1e-6 < delta < 1:
            assert brute_p(b, c, N, delta, 60) <= 0.1 + 1e-9
    for end, inward in ((lower, 1), (upper, -1)):
        if abs(end) < 1:  # a p above alpha lies within a hair of each end
            assert max(brute_p(b, c, N, end + inward * 10.0**-k, 2000) for k in (4, 5, 6)) > 0.1 - 1e-5


def test_limits_of_the_airway_example() -> None:
    found = interval(Table(1, 1, 7, 12), "exact-unconditional")
    assert found.decimal(6) == ("-0.526106", "-0.018395")
    # consistent with the test: p = 0.0353 < 0.05, and zero is outside
    assert found.upper.sign() == -1
    mirrored = interval(Table(1, 7, 1, 12), "exact-unconditional")
    assert mirrored.decimal(6) == ("0.018395", "0.526106")


@pytest.mark.parametrize(("cells", "jump"), [((3, 6, 0, 0), Fraction(1, 6)), ((5, 0, 0, 5), Fraction(-2, 7))])
def test_an_end_that_is_a_jump_is_known_to_fifty_digits(cells: tuple[int, int, int, int], jump: Fraction) -> None:
    # two tables trade places in the order at a rational delta, and p leaps over alpha there
    limit = interval(Table(*cells), "exact-unconditional").lower
    lo, hi = limit.enclose(50)
    assert lo <= jump <= hi
    assert (hi - lo) * 10**50 < abs(jump)
    with pytest.raises(Undecided, match=r"a bracket of 60 digits of .* is too close to call \(undecided at 360 bits\)"):
        limit.enclose(60)


def test_a_wider_level_and_a_given_z() -> None:
    table = Table(2, 4, 1, 3)
    narrow, wide = (interval(table, "exact-unconditional", level=level) for level in ("0.8", "0.95"))
    assert wide.lower.compare(narrow.lower) <= 0
    assert wide.upper.compare(narrow.upper) >= 0
    by_z = interval(table, "exact-unconditional", z="1.9599639845400542")
    assert by_z.decimal(6) == wide.decimal(6)


def test_only_one_kind_of_item() -> None:
    assert interval(Table(0, 3, 0, 0), "exact-unconditional").upper.exact_value == 1
    assert interval(Table(0, 0, 3, 0), "exact-unconditional").lower.exact_value == -1


def test_what_is_refused() -> None:
    with pytest.raises(TooLarge, match=r"exact-unconditional needs 101 items, the budget is 100; each step costs"):
        interval(Table(100, 1, 0, 0), "exact-unconditional")
    with pytest.raises(TooLarge, match="the exact unconditional p-value needs 501 items, the budget is 500"):
        unconditional_p(Table(500, 1, 0, 0))
    with pytest.raises(TooLarge, match="needs 101 items, the budget is 100"):
        unconditional_p(Table(100, 1, 0, 0), Fraction(1, 10))
    with pytest.raises(LevelError, match="null_delta=3/2 is outside"):
        unconditional_p(Table(1, 1, 0, 0), Fraction(3, 2))


def test_a_p_at_alpha_that_never_separates_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    end = unconditional._LowerEnd(Table(0, 2, 0, 1), Quantile.of("0.95"), "the limit")
    monkeypatch.setattr(unconditional._LowerEnd, "_above", lambda self, delta: False)
    monkeypatch.setattr(unconditional._LowerEnd, "_nowhere_above", lambda self, low, high: False)
    with pytest.raises(Undecided, match=r"the limit: p is too close to alpha near -1\.0"):
        end.refine(40)


@pytest.mark.slow
def test_limits_of_a_hundred_items_to_six_decimals() -> None:
    found = interval(Table(60, 17, 3, 20), "exact-unconditional")
    assert found.decimal(6) == ("0.052452", "0.232198")


def test_the_null_order_is_mcnemars() -> None:
    flint.ctx.prec = 100
    rows, _ = Order(30, 9, 2).inner(0, 1)
    for n, least in enumerate(rows):
        for x in range(n + 1):
            more_extreme = 2 * x > n and Fraction((2 * x - n) ** 2, n) >= Fraction(49, 11)
            assert (x >= least) == more_extreme


@pytest.mark.parametrize("null", [1, -1])
def test_at_the_ends_only_one_table_is_possible(null):
    assert unconditional_p(Table(70, 20, 5, 5), Fraction(null)).exact_value == 0
    only = Table(0, 9, 0, 0) if null > 0 else Table(0, 0, 9, 0)
    assert unconditional_p(only, Fraction(null)).exact_value == 1
    assert unconditional_p(only, Fraction(-null)).exact_value == 0
