"""The proved rounding of the fixed-point stage: each part's error is within its bound, the sum within the margin."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from flint import arb

from discordant.fast import wide
from fast.bounds import fixed_point
from fast.bounds.recombination import remainder
from fast.bounds.supremum import ORDERS, working
from fast.reference import tail_and_mass

ONE = 1 << wide.BITS


@pytest.fixture(scope="module")
def last():
    """The remainder after ten terms, on fewer boxes than the full run's."""
    with working():
        return remainder(ORDERS, 100, 44)


def units(computed, true):
    """The error in units of 2^-128."""
    return abs(arb(computed) - true * ONE)


def tables(count):
    """n, d with y <= 0.18 and d >= 2: n log-uniform to 2^53, d small, moderate or up to the edge."""
    draw = random.Random(20)
    for index in range(count):
        n = int(2 ** draw.uniform(10, 53))
        edge = int((0.18**0.5) * n) - 1
        d = (2, min(edge, int(n**0.5 * draw.uniform(0.1, 30))), draw.randint(edge // 2, edge))[index % 3]
        yield n, max(2, d - (n - d) % 2)


def entropy_times(n, d):
    s = arb(d) / n
    return n * ((1 + s) * (1 + s).log() + (1 - s) * (1 - s).log()) / 2


def test_the_margin_of_a_decision_covers_all_errors_for_every_n(last):
    most = fixed_point.N_MAX * arb(fixed_point.Y_MAX)
    assert fixed_point.budget(most, last).total < arb(2) ** -(wide.RELATIVE_BITS + 2)


def test_where_p_has_at_most_a_million_digits_the_stage_is_accurate_to_ninety_bits(last):
    assert fixed_point.budget(arb(2) ** 21, last).total < arb(2) ** -90


def test_the_smallest_count_is_where_the_bound_of_the_logarithm_takes_it():
    with working():
        assert arb(fixed_point.M_MIN) < 1024 * (1 - arb(fixed_point.Y_MAX).sqrt()) / 2
        assert Fraction(fixed_point.Y_MAX) > Fraction(0.18) * (1 + Fraction(1, 2**40))


def test_depth_is_within_its_bound():
    with working(400):
        for n, d in tables(60):
            error = units(wide._depth(n, d), entropy_times(n, d))
            assert error <= fixed_point.depth(arb(d) * d / n)


def test_the_logarithm_of_the_mass_is_within_its_bound():
    with working(400):
        limit = fixed_point.log_mass()
        for n, d in [(1024, 434), *tables(40)]:
            m = (n - d) // 2
            logs = [arb(k + 1).lgamma() - (k * arb(k).log() - k + (2 * arb.pi() * k).log() / 2) for k in (n, m, n - m)]
            assert units(wide._log_mass(n, m), logs[0] - logs[1] - logs[2]) <= limit


@pytest.mark.parametrize("bits", [128, 197])
def test_the_exponential_is_within_its_bound(bits):
    draw = random.Random(7)
    with working(500):
        for size in (1e-9, 0.5, 15.9, 745.0, 1e6, 1e14):
            for sign in (1, -1):
                x = sign * int(size * draw.uniform(0.5, 1) * 2**40) << bits - 40
                mantissa, exponent = wide.exp_fixed(x, bits)
                true = (arb(x) / (1 << bits) - exponent * arb(2).log()).exp() * (1 << bits)
                assert abs(mantissa / true - 1) * (1 << bits) <= fixed_point.exp_fixed(arb(abs(exponent)), bits)


def test_erfcx_near_the_centre_is_within_its_bound():
    draw = random.Random(8)
    with working(500):
        limit = fixed_point.erfcx_near()
        for size in (2.0**-52, 2.0**-20, 0.3, 0.9999, 1.0, 3.7, 8.0, 15.0, 15.9999, draw.uniform(0, 16)):
            D = arb(size)
            assert units(wide._erfcx(int(size * 2**100) << 28), D.exp() * D.sqrt().erfc()) <= limit


def test_erfcx_far_from_the_centre_is_within_its_bound_and_needs_it():
    with working(500):
        limit = fixed_point.erfcx_far()
        for size in (16, 17, 25, 100, 745, 10**6, 2**50):
            D = arb(size)
            true = D.exp() * D.sqrt().erfc()
            error = abs(arb(wide._erfcx(size << wide.BITS)) / ONE - true)
            assert error <= limit * true + arb(1) / ONE
            if size == 16:
                assert error > limit * true / 8


def test_correction_is_within_its_bound():
    limit, slip = fixed_point.correction()
    draw = random.Random(9)
    for _ in range(20):
        n, y = draw.randint(1024, 2**20), draw.randint(0, int(0.18 * ONE))
        rounded, exact = 0, Fraction(0)
        i = ONE // n
        for coefficients in reversed(wide.WIDE_CORRECTIONS):
            value, polynomial = 0, Fraction(0)
            for a in reversed(coefficients):
                value = (value * y >> wide.BITS) + a
                polynomial = polynomial * Fraction(y, ONE) + Fraction(a, ONE)
            rounded = (rounded * i >> wide.BITS) + value
            exact = exact / n + polynomial
        assert abs(exact) <= Fraction(float(limit)) + Fraction(1, 2**40)
        assert abs(rounded - exact * ONE) <= float(slip)


@pytest.mark.parametrize(
    ("n", "m"), [(1024, 295), (1100, 470), (2048, 936), (3000, 1400), (20000, 9500), (10**6, 499000)]
)
def test_p_is_within_the_budget(n, m, last):
    tail, _ = tail_and_mass(n, m)
    mantissa, exponent = wide.approximate(n, n - 2 * m)
    with working(400):
        error = abs(arb(mantissa) * arb(2) ** exponent / tail - 1)
        assert error <= fixed_point.budget(arb(2) ** 11, last).total
