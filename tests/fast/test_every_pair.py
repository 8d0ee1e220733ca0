"""Beyond y = 0.18 the fast path is compared with exact integers at every pair; here at some rows, in full when slow."""

from __future__ import annotations

import math

import pytest

from benchmarks.fast_ratio_all import BOUND, compare, row, spacings
from discordant.exact.pvalues import exact_p, mid_p
from discordant.fast.factorials import LARGEST


def test_an_error_is_measured_in_spacings_at_the_true_value():
    assert spacings(0.75, 3 << 98, 100) == 0.0
    assert spacings(math.nextafter(0.75, 1.0), 3 << 98, 100) == 1.0
    assert spacings(math.nextafter(0.75, 0.0), 3 << 298, 300) == 1.0
    assert spacings(5e-324, 3, 1075) == pytest.approx(0.5)
    assert spacings(0.0, 1, 1075) == 0.5
    assert spacings(1.0, (1 << 200) - (1 << 146), 200) == pytest.approx(0.5)


def test_a_row_has_the_exact_values():
    assert [(m, p, mid) for m, p, mid in row(20)][:3] == [(0, 2, 1), (1, 42, 22), (2, 422, 232)]
    for m, p, mid in row(1030):
        if m % 60 == 7:
            assert exact_p(m, 1030 - m) * 2**1030 == p
            assert mid_p(m, 1030 - m) * 2**1030 == mid


@pytest.mark.parametrize("n", [1024, 1500, 2700, 7600, 7700, LARGEST])
def test_p_and_mid_p_are_within_their_bounds_on_a_whole_row(n):
    worst, count = compare(n, n)
    assert count >= (1 if n > 7000 else 100)
    for name, found in worst.items():
        assert found.error <= (1.0 if "subnormal" in name else BOUND), (name, found)


@pytest.mark.slow
def test_p_and_mid_p_are_within_their_bounds_at_every_pair():
    worst, count = compare(1024, LARGEST)
    assert count > 500_000
    for name, found in worst.items():
        assert found.error <= (1.0 if "subnormal" in name else BOUND), (name, found)
