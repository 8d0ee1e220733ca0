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


def signed_square(score: Score, x: Fraction) -> Fraction | None:
    """T |T| at x: it falls where T does."""
    true = square(score, x)
    return None if true is None else true if value(score.E, x) > 0 else -true


@pytest.mark.parametrize("kind", ["difference", "corrected difference", "ratio"])
@settings(max_examples=60)
@given(table=tables, ends=st.lists(st.fractions(0, 1, max_denominator=500), min_size=2, max_size=2, unique=True))
@example(table=Table(0, 4, 0, 2), ends=[Fraction(1, 3), Fraction(1, 2)])  # a = c = 0: E does not change, V rises
def test_scores_and_their_multipliers_fall_as_the_null_grows(kind: str, table: Table, ends: list[Fraction]):
    near, far = sorted(ends)
    if near == 0 or far == 1 or (kind == "ratio" and table.d == table.N):
        return
    if kind == "ratio":
        near, far = near / (1 - near), far / (1 - far)
        score, weights = tang_score(table), ratio_weights
    else:
        near, far = 2 * near - 1, 2 * far - 1
        score, weights = tango_score(table, int(kind != "difference")), difference_weights
    assert multiplier(table, weights(far))[0] <= multiplier(table, weights(near))[1] + Fraction(1, 10**30)
    if kind == "corrected difference" and value(score.E, far) <= 0:
        return  # its numerator is 0 from there on
    first, second = signed_square(score, near), signed_square(score, far)
    assert first is None or second is None or first > second
