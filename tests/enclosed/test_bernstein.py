"""The supremum of a Bernstein polynomial: bounds that hold, and refusals where they cannot tell."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.enclosed import bernstein
from discordant.enclosed.bernstein import exceeds, halves, supremum

BITS = 60


def value(coefficients: list[int], u: Fraction) -> Fraction:
    n = len(coefficients) - 1
    return sum((c * comb(n, i) * u**i * (1 - u) ** (n - i) for i, c in enumerate(coefficients)), Fraction(0))


COEFFICIENTS = st.lists(st.integers(0, 1 << BITS), min_size=1, max_size=12)


@given(COEFFICIENTS)
def test_halves_describe_the_same_polynomial(coefficients: list[int]) -> None:
    left, right = halves(coefficients)
    for u in (Fraction(0), Fraction(1, 3), Fraction(1)):
        for half, at in ((left, u / 2), (right, (1 + u) / 2)):
            assert 0 <= value(coefficients, at) - value(half, u) <= len(coefficients)  # averages rounded down


@given(COEFFICIENTS)
@settings(max_examples=50)
def test_the_supremum_is_bracketed(coefficients: list[int]) -> None:
    low, high = supremum(coefficients, 0, 1 << 20)
    assert max(value(coefficients, Fraction(i, 32)) for i in range(33)) <= high
    assert low <= high <= low + (1 << 20)


def test_a_supremum_at_an_end_is_exact() -> None:
    assert supremum([3, 1, 2, 7], 0, 0) == (7, 7)


def test_the_known_maximum_of_a_parabola_is_found() -> None:
    low, high = supremum([0, 1 << 59, 0], 0, 1 << 10)  # 2 u (1-u) 2^59, largest at 1/2
    assert low <= 1 << 58 <= high
    assert high - low <= 1 << 10


@given(COEFFICIENTS, st.integers(0, 64))
def test_a_threshold_is_compared_with_certainty(coefficients: list[int], sixty_fourths: int) -> None:
    threshold = Fraction(sixty_fourths, 64)
    found = exceeds(coefficients, 0, threshold, BITS)
    low, high = supremum(coefficients, 0, 0)
    if found is True:
        assert high > threshold * 2**BITS
    elif found is False:
        assert low <= threshold * 2**BITS
    else:
        assert abs(high - threshold * 2**BITS) < 1 << 12


def test_a_threshold_within_the_error_is_left_open() -> None:
    assert exceeds([5, 5, 5], 3, Fraction(6, 1 << BITS), BITS) is None
    assert exceeds([5, 5, 5], 0, Fraction(6, 1 << BITS), BITS) is False
    assert exceeds([5, 5, 5], 0, Fraction(4, 1 << BITS), BITS) is True


def test_the_number_of_halvings_is_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bernstein, "MAX_HALVINGS", 2)
    low, high = supremum([0, 1 << 59, 0, 0, 0, 0], 0, 0)
    assert low < high
    assert exceeds([0, 1 << 59, 1 << 59, 0, 0, 0], 0, Fraction(31, 100), BITS) is None
