"""Array limits against the enclosed limits: two computations that share no code."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from discordant import Table, errors, interval, pass_rate_interval
from discordant.fast import batch

DELTA = {
    "wald": batch.wald,
    "newcombe-plain": batch.newcombe_plain,
    "newcombe-corrected": batch.newcombe_corrected,
    "tango": batch.tango,
}
AWKWARD = [
    (157, 17, 3, 23),
    (0, 205286594, 0, 3),
    (3, 0, 546376543, 0),
    (2, 1, 774887558107, 1),
    (0, 1, 606141124909, 3),
    (1, 2, 138926420, 0),
    (0, 0, 38797518277, 1),
    (0, 0, 10254696, 1),
    (498982999347, 10, 19, 300698757418),
    (5, 0, 0, 0),
    (0, 0, 0, 7),
    (0, 4, 0, 0),
    (0, 3, 4, 0),
    (9, 0, 0, 11),
]


def tables(count: int, seed: int) -> list[tuple[int, int, int, int]]:
    """Tables with N log-uniform to 10^12: few discordant items, few concordant ones, or anything."""
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        N = int(math.exp(rng.uniform(math.log(2), math.log(10 ** rng.choice([3, 6, 12])))))
        limit = {"few": min(N // 2, 20), "most": N // 2, "any": N // 3}[rng.choice(["few", "most", "any"])]
        b, c = rng.randint(0, limit), rng.randint(0, limit)
        a = rng.choice([0, N - b - c, rng.randint(0, N - b - c)])
        out.append((a, b, c, N - a - b - c))
    return out


@pytest.mark.parametrize("method", DELTA)
def test_delta_limits_within_8_ulp_of_the_larger_of_delta_and_half_width(method: str):
    rows = AWKWARD + tables(40, 3)
    lower, upper = DELTA[method](*np.array(rows).T)
    for row, low, high in zip(rows, lower, upper, strict=True):
        exact = interval(Table(*row), method, level="0.95")
        delta = (row[1] - row[2]) / sum(row)
        for value, limit in ((low, exact.lower), (high, exact.upper)):
            truth, _ = limit.enclose(25)
            scale = max(abs(delta), abs(float(truth) - delta))
            assert abs(Fraction(float(value)) - truth) <= 8 * Fraction(math.ulp(scale)), (row, float(value))


def test_wilson_limits_within_4_ulp_of_each_limit():
    rng = random.Random(4)
    pairs = [(66078, 66085), (4728708, 4728710), (559824618693, 559824618695), (0, 9), (9, 9), (1, 2**53)]
    for _ in range(60):
        N = int(math.exp(rng.uniform(0, math.log(10**12))))
        pairs.append((rng.randint(0, N), N))
    lower, upper = batch.wilson(*np.array(pairs).T)
    for (k, N), low, high in zip(pairs, lower, upper, strict=True):
        exact = pass_rate_interval(k, N, "wilson", level="0.95")
        for value, limit in ((low, exact.lower), (high, exact.upper)):
            truth = limit.enclose(25)[0]
            assert abs(Fraction(float(value)) - truth) <= 4 * Fraction(math.ulp(float(truth) or 5e-324)), (k, N)
    assert lower[3] == 0.0
    assert upper[4] == 1.0


@pytest.mark.parametrize("level", ["0.5", "0.9", "0.99", "0.999999", "0.01"])
def test_levels_reach_the_quantile(level: str):
    low, high = batch.wald(157, 17, 3, 23, level=level)
    exact = interval(Table(157, 17, 3, 23), "wald", level=level)
    assert (float(low), float(high)) == pytest.approx((float(exact.lower), float(exact.upper)), rel=1e-14)


def test_a_given_z_replaces_the_level():
    exact = interval(Table(157, 17, 3, 23), "tango", z="1.96")
    low, high = batch.tango(157, 17, 3, 23, z="1.96")
    assert (float(low), float(high)) == pytest.approx((float(exact.lower), float(exact.upper)), rel=1e-15)


def test_shapes_and_refusals():
    assert batch.newcombe_plain([[1], [2]], 3, [4, 5, 6], 7)[0].shape == (2, 3)
    assert batch.tango(np.empty(0, dtype=int), 1, 1, 1)[0].shape == (0,)
    with pytest.raises(errors.TableError, match=r"table 1 has no items \(N = 0\); limits need at least one"):
        batch.wald([1, 0], [1, 0], [1, 0], [1, 0])
    with pytest.raises(errors.TableError, match="k of N needs 0 <= k <= N and N >= 1; some entry breaks that"):
        batch.wilson([3], [2])
    with pytest.raises(errors.TableError, match=r"the cells have shapes \(2,\), \(3,\), \(\), \(\); they do"):
        batch.wald([1, 2], [1, 2, 3], 1, 1)
    with pytest.raises(errors.LevelError, match="level='95' is not between 0 and 1"):
        batch.wald(1, 2, 3, 4, level="95")
