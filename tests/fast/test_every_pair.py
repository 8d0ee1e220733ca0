"""Beyond y = 0.18 the fast path is compared with exact integers at every pair; here at some rows, in full when slow."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from benchmarks.fast_ratio_all import SUBNORMAL_BOUND, bound, compare, row, spacings
from discordant.exact.pvalues import exact_p, mid_p
from discordant.fast import batch
from discordant.fast.batch import ratio_kernel
from discordant.fast.factorials import LARGEST, factorials, mass_of
from discordant.fast.ratio import ratio_sum

PAIRS = 1_825_288
MAXIMA = {"scalar p": 3.20, "scalar mid-p": 3.90, "array p": 3.17, "array mid-p": 3.36}
"""As docs/fast-bounds.md, part 7, states them."""
TWICE = ((1111, 11), (1117, 12), (1180, 22), (1327, 50), (1390, 62))
"""Subnormal p whose float, rounded before it is scaled down, lies near the middle of two subnormals."""


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


@pytest.mark.parametrize("n", [1024, 1500, 2700, 7600, 7700, LARGEST, *(n for n, _ in TWICE)])
def test_p_and_mid_p_are_within_their_bounds_on_a_whole_row(n):
    worst, count = compare(n, n)
    assert count >= (1 if n > 7000 else 100)
    for name, found in worst.items():
        assert found.error <= bound(name), (name, found)


@pytest.mark.parametrize(("n", "m"), TWICE)
def test_rounding_a_subnormal_twice_would_exceed_its_bound(n, m):
    p = next(p for count, p, _ in row(n) if count == m)
    mantissa, exponent = mass_of(n, m)
    twice = math.ldexp(mantissa * (ratio_sum(n, m) + 1.0), exponent + 1)
    assert spacings(twice, p, n) > SUBNORMAL_BOUND


def test_an_entry_of_an_array_does_not_depend_on_its_neighbours():
    draw = random.Random(11)
    n = np.array([draw.randint(1024, LARGEST) for _ in range(400)])
    m = np.array([int(size * draw.uniform(0.0, 0.2878)) for size in n])
    for function in (batch.exact_p, batch.mid_p):
        together = function(m, n - m)
        alone = [float(function(m[place : place + 1], (n - m)[place : place + 1])[0]) for place in range(n.size)]
        assert together.tolist() == alone
    few = m / (n - m + 1.0) <= ratio_kernel.SMALL
    assert few.any()
    assert not few.all()


def test_the_terms_left_out_of_the_sum_of_ratios_are_negligible():
    assert (2297 / (7980 - 2297 + 1)) ** ratio_kernel.TERMS < 2.0**-61
    assert ratio_kernel.SMALL**ratio_kernel.FEW <= 2.0**-62


def test_the_factorials_end_where_p_can_no_longer_be_represented():
    for n in range(7980, LARGEST + 1):
        *_, (m, p, _) = row(n)
        assert (p << 1075 >= 1 << n) == (n == 7980)
        assert n > 7980 or m == 2297
    s = math.sqrt(0.18)
    entropy = ((1 + s) * math.log1p(s) + (1 - s) * math.log1p(-s)) / 2
    assert LARGEST * entropy < 745.14 < (LARGEST + 1) * entropy


def test_the_factorials_are_as_exact_as_they_say():
    value, of_two_floats, of_inverse = 1, Fraction(0), Fraction(0)
    for k, (high, low, exponent, short, rest) in enumerate(factorials()):
        value *= k or 1
        # k! / 2^exponent, cut to 300 bits
        scaled = Fraction(value >> exponent - 300 if exponent > 300 else value << 300 - exponent, 1 << 300)
        of_two_floats = max(of_two_floats, abs((Fraction(high) + Fraction(low)) / scaled - 1))
        of_inverse = max(of_inverse, abs((Fraction(short) + Fraction(rest)) * scaled - 1))
    assert Fraction(1, 2**108) < of_two_floats < Fraction(1, 2**105)
    assert Fraction(1, 2**81) < of_inverse < Fraction(1, 2**78)


@pytest.mark.slow
def test_p_and_mid_p_are_within_their_bounds_at_every_pair():
    worst, count = compare(1024, LARGEST)
    assert count == PAIRS
    for name, found in worst.items():
        assert found.error <= bound(name), (name, found)
    for name, stated in MAXIMA.items():
        assert abs(worst[name].error - stated) <= 0.01, worst[name]


def test_the_page_states_the_errors_that_the_slow_test_finds(root):
    page = " ".join((root / "docs" / "fast-bounds.md").read_text(encoding="utf-8").split())
    assert f"at {PAIRS:,} pairs (n, m), n from 1024 to {LARGEST}" in page
    assert "{:.2f} ulp of p, {:.2f} of mid-p (arrays: {:.2f} and {:.2f})".format(*MAXIMA.values()) in page
