"""Blaker's interval against its definition: the hull of {theta: acceptability > alpha}, jumps included."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Discordant, odds_ratio_interval
from discordant.enclosed.interval import Quantile
from discordant.enclosed.odds_ratio import blaker
from discordant.enclosed.odds_ratio.blaker import blaker_lower, blaker_theta
from discordant.errors import TooLarge, Undecided


def acceptability(k: int, n: int, theta: Fraction) -> Fraction:
    """P(g(X) <= g(k)), g(x) = min(P(X >= x), P(X <= x)), written as the definition."""
    masses = [comb(n, i) * theta**i * (1 - theta) ** (n - i) for i in range(n + 1)]
    at_most = [sum(masses[: i + 1], Fraction(0)) for i in range(n + 1)]
    rank = [min(at_most[i], 1 - at_most[i] + masses[i]) for i in range(n + 1)]
    return sum((masses[i] for i in range(n + 1) if rank[i] <= rank[k]), Fraction(0))


def ends(
    k: int, n: int, level: Fraction, bits: int = 60
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    lower, upper = blaker_theta(k, n, Quantile.of(level))
    found = []
    for limit in (lower, upper):
        if limit.exact is not None:
            found.append((limit.exact, limit.exact))
        else:
            assert limit.refine is not None
            found.append(limit.refine(bits))
    return found[0], found[1]


@pytest.mark.parametrize("level", [Fraction(19, 20), Fraction(4, 5), Fraction(1, 2)])
@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_the_limits_are_the_hull_of_the_acceptable_thetas(n: int, level: Fraction) -> None:
    alpha = 1 - level
    for k in range(n + 1):
        (low, high), (start, stop) = ends(k, n, level)
        for i in range(1, 100):
            theta = Fraction(i, 100)
            if theta < low or theta > stop:
                assert acceptability(k, n, theta) <= alpha
        # just inside the bracket of each end the acceptability exceeds alpha, just outside it does not
        if low != high:
            assert acceptability(k, n, low) <= alpha < acceptability(k, n, high + (high - low))
        if start != stop:
            assert acceptability(k, n, stop) <= alpha < acceptability(k, n, start - (stop - start))


@given(st.integers(1, 40), st.data())
@settings(max_examples=20)
def test_ends_separate_acceptable_from_unacceptable(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, n))
    level = data.draw(st.sampled_from((Fraction(19, 20), Fraction(9, 10), Fraction(99, 100))))
    (low, high), _ = ends(k, n, level)
    assert acceptability(k, n, low) <= 1 - level < acceptability(k, n, high + (high - low) / 4)


def test_the_worked_examples_lower_end_is_a_jump_and_its_upper_end_none() -> None:
    (low, high), (start, stop) = ends(17, 20, Fraction(19, 20))
    alpha = Fraction(1, 20)
    # at a jump the acceptability leaps over alpha; at a crossing it passes through it
    assert acceptability(17, 20, high) - acceptability(17, 20, low) > Fraction(1, 100)
    assert abs(acceptability(17, 20, start) - alpha) < Fraction(1, 10**15)
    assert abs(acceptability(17, 20, stop) - alpha) < Fraction(1, 10**15)


def test_a_jump_at_one_half_is_recognised() -> None:
    # P(X >= 60) = P(X <= 40) at theta = 1/2: the odds ratio's lower limit is exactly 1
    lower = odds_ratio_interval(Discordant(60, 40), "blaker").lower
    assert lower.compare(1) == 0
    assert lower.exact_value == 1


def test_a_tie_of_both_tails_at_alpha_is_the_end_itself() -> None:
    # at theta = 1/2, P(X >= 2) = P(X <= 0) = 1/4 = alpha/2 for n = 2
    assert blaker_lower(2, 2, Quantile.of("1/2"), "limit").exact == Fraction(1, 2)
    assert acceptability(2, 2, Fraction(1, 2)) == Fraction(1, 2)
    assert acceptability(2, 2, Fraction(501, 1000)) > Fraction(1, 2)


def test_a_crossing_that_meets_the_jump_is_the_jump() -> None:
    # n = 4, k = 3, alpha = 3/8: at theta = 1/2, P(X >= 3) = P(X <= 1) = 5/16 and P(X >= 3) + P(X <= 0) = 3/8
    level = Fraction(5, 8)
    (low, high), _ = ends(3, 4, level)
    assert low < Fraction(1, 2) < high
    assert acceptability(3, 4, low) <= 1 - level < acceptability(3, 4, Fraction(1, 2))
    assert odds_ratio_interval(Discordant(3, 1), "blaker", level=level).lower.compare(1) == 0
    end = blaker._LowerEnd(3, 4, Quantile.of(z="1"), "limit")
    assert not end._coincide(end.found()[0], 0)  # an irrational alpha never does


def test_an_alpha_far_below_binary64_keeps_its_digits() -> None:
    inner, outer = (odds_ratio_interval(Discordant(232, 791), m, z="40") for m in ("blaker", "clopper-pearson"))
    assert inner.lower.compare(outer.lower) > 0
    assert inner.lower.decimal(4) == outer.lower.decimal(4)


def test_rational_crossings_are_recognised() -> None:
    assert odds_ratio_interval(Discordant(1, 0), "blaker").lower.compare(Fraction(1, 19)) == 0  # theta = alpha
    given_z = odds_ratio_interval(Discordant(1, 0), "blaker", z="1.96").lower
    assert given_z.compare(Fraction(1, 19)) == -1  # P(|Z| > 1.96) < 0.05
    end = blaker_lower(17, 20, Quantile.of("0.95"), "limit")
    assert end.rational is not None
    assert end.rational() is None
    by_z = blaker_lower(17, 20, Quantile.of(z="1.96"), "limit")
    assert by_z.rational is not None
    assert by_z.rational() is None


def test_limits_lie_within_clopper_and_pearsons() -> None:
    for b, c in ((17, 3), (4, 1), (9, 9), (30, 12), (5, 0)):
        inner, outer = (odds_ratio_interval(Discordant(b, c), method) for method in ("blaker", "clopper-pearson"))
        assert inner.lower.compare(outer.lower) >= 0
        assert inner.upper.is_infinite or inner.upper.compare(outer.upper) <= 0


def test_counts_of_a_million_are_served_and_beyond_the_reach_refused() -> None:
    found = odds_ratio_interval(Discordant(500_900, 499_100), "blaker")
    outer = odds_ratio_interval(Discordant(500_900, 499_100), "clopper-pearson")
    assert 0 <= float(found.lower) - float(outer.lower) < 1e-5
    assert 0 <= float(outer.upper) - float(found.upper) < 1e-4
    with pytest.raises(TooLarge, match="the lower blaker limit needs 1000000001 items"):
        odds_ratio_interval(Discordant(10**9, 1), "blaker")


def test_ties_that_no_precision_settles_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    half = Quantile.of("1/2")
    with pytest.raises(Undecided, match="P\\(X <= 0\\) = alpha/2 at the Clopper-Pearson limit of limit"):
        blaker._LowerEnd(2, 2, half, "limit").found()  # the tie that blaker_lower recognises beforehand
    assert blaker._LowerEnd(1, 2, half, "limit").found()[2]  # jump and crossing at 1 - sqrt(1/2) are one point
    monkeypatch.setattr(blaker._LowerEnd, "_coincide", lambda self, jump, j: False)
    with pytest.raises(Undecided, match="whether limit is a jump"):
        blaker._LowerEnd(1, 2, half, "limit").found()
