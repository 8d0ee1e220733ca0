"""Why each score equation has one root: T^2 = l E / N, where neither l nor E rises with the null value.

l is found here by bisection of the concave sum n_i log(N + l g_i), which knows nothing of the scores' closed forms.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from discordant import Table
from discordant.enclosed.delta.tango import tango_score
from discordant.enclosed.risk_ratio.tang import tang_score
from discordant.enclosed.score_root import Score, value

STEPS = 120
cells = st.one_of(st.integers(0, 6), st.integers(0, 2000))
tables = st.tuples(cells, cells, cells, cells).filter(sum).map(lambda t: Table(*t))


def difference_weights(x: Fraction) -> tuple[Fraction, ...]:
    return (-x, 1 - x, -1 - x, -x)


def ratio_weights(x: Fraction) -> tuple[Fraction, ...]:
    return (1 - x, Fraction(1), -x, Fraction(0))


def multiplier(table: Table, weights: tuple[Fraction, ...]) -> tuple[Fraction, Fraction]:
    """A bracket of l: where sum n_i g_i / (N + l g_i) changes its sign, or an end of its range, N + l g_i >= 0."""
    N, counts = table.N, (table.a, table.b, table.c, table.d)
    low = max(-N / g for g in weights if g > 0)
    high = min(-N / g for g in weights if g < 0)
    for _ in range(STEPS):
        middle = (low + high) / 2
        slope = sum((n * g / (N + middle * g) for n, g in zip(counts, weights, strict=True)), Fraction(0))
        low, high = (middle, high) if slope > 0 else (low, middle) if slope < 0 else (middle, middle)
        low, high = (Fraction(round(end * 2**200), 2**200) if end.denominator > 2**220 else end for end in (low, high))
    return low, high


def square(score: Score, x: Fraction) -> Fraction | None:
    """T(x)^2 to 60 digits; None where V = 0."""
    twice = score.variance_twice(x, 400).bounds()
    if twice[0] <= 0:
        return None
    return 2 * value(score.E, x) ** 2 / ((twice[0] + twice[1]) / 2)


@pytest.mark.parametrize("kind", ["difference", "ratio"])
@settings(max_examples=40)
@given(table=tables, at=st.fractions(0, 1, max_denominator=1000).filter(lambda x: 0 < x < 1))
@example(table=Table(5, 0, 3, 2), at=Fraction(1, 3))
@example(table=Table(0, 4, 0, 2), at=Fraction(3, 4))
@example(table=Table(0, 0, 7, 0), at=Fraction(1, 2))
def test_the_square_of_a_score_is_its_multiplier_times_its_numerator(kind: str, table: Table, at: Fraction):
    x = 2 * at - 1 if kind == "difference" else at / (1 - at)
    score = tango_score(table, 0) if kind == "difference" else tang_score(table)
    weights = difference_weights(x) if kind == "difference" else ratio_weights(x)
    if kind == "ratio" and not (table.a or table.b or table.c):
        return  # nothing passed: there is no score
    E, true = value(score.E, x), square(score, x)
    if true is None:
        return
    low, high = multiplier(table, weights)
    assert abs((low + high) / 2 * E / table.N - true) <= Fraction(1, 10**25) * (1 + true)


@pytest.mark.parametrize("kind", ["difference", "ratio"])
@settings(max_examples=40)
@given(table=tables, ends=st.lists(st.fractions(0, 1, max_denominator=500), min_size=2, max_size=2, unique=True))
def test_neither_the_multiplier_nor_the_numerator_rises_with_the_null(kind: str, table: Table, ends: list[Fraction]):
    near, far = sorted(ends)
    if near == 0 or far == 1:
        return
    if kind == "difference":
        first, second = (multiplier(table, difference_weights(2 * at - 1)) for at in (near, far))
    else:
        first, second = (multiplier(table, ratio_weights(at / (1 - at))) for at in (near, far))
    assert second[0] <= first[1] + Fraction(1, 10**30)
