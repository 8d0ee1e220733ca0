"""Crossings of two curves: brackets are certified by signs whatever the proposals were."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.crossing import Crossing, Sides, rounded, simplest_between
from discordant.errors import Undecided


def cube(target: Fraction, slope: int = 3, noise: int = 0) -> Crossing:
    """x^3 = target, with the true derivative for slope 3, and with brackets `noise` units of 2^-60 wide."""

    def curves(x: Fraction, bits: int) -> Sides:
        value = Bracket.of(x**3, bits)
        if noise:
            value = Bracket.between(x**3 - Fraction(noise, 1 << 60), x**3 + Fraction(noise, 1 << 60), bits)
        return Sides(value, Bracket.of(target, bits), Bracket.of(x * x * slope, bits), Bracket.of(0, bits))

    return Crossing(curves, Fraction(1, 3), "the root")


@pytest.mark.parametrize("slope", [3, 1, 30, 0, -3])
@pytest.mark.parametrize("target", [Fraction(1, 5), Fraction(1, 10**40), 1 - Fraction(1, 10**20)])
def test_brackets_hold_the_root_whatever_the_derivative_says(target: Fraction, slope: int) -> None:
    lo, hi = cube(target, slope).refine(80)
    assert lo**3 <= target <= hi**3
    assert (hi - lo) * 2**80 <= min(lo, 1 - hi) or lo == hi


def test_refinement_nests_and_forgets_nothing() -> None:
    crossing = cube(Fraction(1, 5))
    wide = crossing.refine(40)
    narrow = crossing.refine(200)
    assert wide[0] <= narrow[0] < narrow[1] <= wide[1]
    assert crossing.refine(50) == narrow


def test_a_falling_curve_that_moves_too() -> None:
    def curves(x: Fraction, bits: int) -> Sides:
        return Sides(
            Bracket.of(x, bits), Bracket.of((1 - x) ** 2, bits), Bracket.of(1, bits), Bracket.of(2 * x - 2, bits)
        )

    lo, hi = Crossing(curves, Fraction(9, 10), "the golden section").refine(100)
    assert lo * lo - 3 * lo + 1 >= 0 >= hi * hi - 3 * hi + 1  # x = (3 - sqrt 5) / 2


def test_curves_that_vanish_are_bisected() -> None:
    def curves(x: Fraction, bits: int) -> Sides:
        above = max(Fraction(0), x - Fraction(1, 2))
        rising = Bracket.of(above, bits) - Bracket.of(Fraction(1, 8), bits)  # negative up to 5/8
        return Sides(rising, Bracket.of(0, bits), Bracket.of(1, bits), Bracket.of(0, bits))

    lo, hi = Crossing(curves, Fraction(1, 3), "the root").refine(60)
    assert lo < Fraction(5, 8) < hi
    assert hi - lo < Fraction(1, 1 << 58)


def test_a_root_hit_exactly_is_bracketed_around_it() -> None:
    lo, hi = cube(Fraction(1, 8)).refine(64)
    assert lo < Fraction(1, 2) < hi


def test_curves_that_are_not_told_apart_are_undecided() -> None:
    with pytest.raises(Undecided, match="the root is not separated from 0"):
        cube(Fraction(1, 5), noise=1000).refine(90)


@given(st.fractions(0, 50), st.fractions(0, 1))
def test_the_simplest_fraction_is_inside_and_has_the_least_denominator(lo: Fraction, width: Fraction) -> None:
    hi = lo + width
    simplest = simplest_between(lo, hi)
    assert lo <= simplest <= hi
    for d in range(1, min(simplest.denominator, 60)):
        assert -(-lo.numerator * d // lo.denominator) > hi * d  # no multiple of 1/d lies inside


def test_rounding_keeps_relative_precision() -> None:
    x = Fraction(1, 3) / 2**70
    assert abs(rounded(x, x, 20) - x) < x / 2**18
    assert rounded(Fraction(5), Fraction(1 << 10), 3) == 0
