"""Laws of the integral that the fast path expands, each named as its theorem in docs/theorems.md."""

from __future__ import annotations

import math
from contextlib import contextmanager
from fractions import Fraction

from flint import acb, arb, ctx
from hypothesis import assume, given
from hypothesis import strategies as st

from discordant import fast
from discordant.exact.pvalues import mid_p
from strategies import splits

DEVIATIONS = st.floats(0.0, 0.99)


def artanh(x):
    return (math.log1p(x) - math.log1p(-x)) / 2


def psi(s, x):
    return -math.log1p(-x * x) / 2 + s * artanh(x)


def entropy(s):
    return ((1 + s) * math.log1p(s) + (1 - s) * math.log1p(-s)) / 2


def half_square(s, T):
    return -math.log1p(-T * T) / 2 + math.log1p(-s * T) + s * artanh(T)


def times(left, right):
    out = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            out[i + j] += a * b
    return out


@given(splits(limit=150))
def test_the_mid_p_is_an_integral_of_laplaces_type(split):
    b, c = max(split), min(split)
    assume(c >= 1)
    falling = [(-1) ** k * math.comb(b - 1, k) for k in range(b)]
    rising = [math.comb(c - 1, k) for k in range(c)]
    polynomial = times(times(falling, rising), [b + c, b - c])
    integral = sum(Fraction(value, k + 1) for k, value in enumerate(polynomial))
    value = Fraction(math.comb(b + c, c), 2 ** (b + c)) * integral
    assert value == mid_p(b, c)
    assert math.isclose(value, fast.mid_p(b, c), rel_tol=1e-15)


@given(splits(limit=200), DEVIATIONS)
def test_the_integrand_is_an_exponential(split, x):
    b, c = max(split), min(split)
    assume(c >= 1)
    n, d = b + c, b - c
    power = (1 - x) ** (b - 1) * (1 + x) ** (c - 1)
    assume(power > 1e-280)
    assert math.isclose(power, math.exp(-n * psi(d / n, x)) / (1 - x * x), rel_tol=1e-10)


@given(DEVIATIONS, DEVIATIONS)
def test_the_exponent_counted_from_its_minimum_depends_on_s_and_the_tangent(s, x):
    T = (x + s) / (1 + s * x)
    assert math.isclose(psi(s, x) + entropy(s), half_square(s, T), rel_tol=1e-9, abs_tol=1e-12)


@given(DEVIATIONS, DEVIATIONS)
def test_the_exponent_is_at_least_a_parabola(s, T):
    assert half_square(s, T) >= (1 - s * s) * T * T / 2 - 1e-15


@given(st.floats(0.0, 0.5), st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_the_denominator_has_a_positive_real_part_in_the_disc(s, u, v):
    assume(u * u + v * v < 0.999999)
    T = complex(u, v)
    real = (1 - u * u + v * v) * (1 - s * u) - 2 * s * u * v * v
    assert real > 0
    assert math.isclose(((1 - T * T) * (1 - s * T)).real, real, abs_tol=1e-12)


@contextmanager
def precise():
    with ctx.workprec(100):
        yield


def weight(n, a, z):
    return (-n * (z * z - a * a) / 2).exp()


def integral(f, low, high):
    return acb.integral(lambda z, _: f(z), low, high).real


SIZES = st.integers(0, 2000)
STARTS = st.integers(0, 300).map(lambda k: Fraction(k, 256))
LENGTHS = st.integers(1, 300).map(lambda k: Fraction(k, 256))
SLOPES = st.integers(-20, 20)


def ball(q):
    return arb(q.numerator) / q.denominator


@given(SIZES, STARTS, LENGTHS, SLOPES, SLOPES)
def test_one_integration_by_parts_gives_the_next_term(n, start, length, c, slope):
    with precise():
        a, b = ball(start), ball(start + length)
        whole = integral(lambda z: n * weight(n, a, z) * (c + z * (slope * z).cos()), a, b)
        gauss = integral(lambda z: n * weight(n, a, z), a, b)
        following = integral(lambda z: weight(n, a, z) * -slope * (slope * z).sin(), a, b)
        ends = (slope * a).cos() - weight(n, a, b) * (slope * b).cos()
        total = c * gauss + ends + following
        assert abs(whole - total) < 1e-15 * (1 + abs(total).upper())


@given(SIZES, STARTS, LENGTHS, SLOPES, SLOPES)
def test_the_remainder_is_at_most_the_bound_times_the_gaussian(n, start, length, size, slope):
    with precise():
        a, b = ball(start), ball(start + length)
        value = integral(lambda z: n * weight(n, a, z) * size * (slope * z).cos(), a, b)
        gauss = integral(lambda z: n * weight(n, a, z), a, b)
        assert abs(value).lower() <= (abs(size) * gauss).upper() + 1e-20


@given(SIZES, STARTS, LENGTHS, LENGTHS)
def test_the_far_part_of_the_gaussian_is_small(n, start, gap, length):
    with precise():
        a, b, t = ball(start), ball(start + gap), ball(length)
        far = integral(lambda z: weight(n, a, z), b, b + t)
        near = integral(lambda z: weight(n, a, z), a, a + t)
        assert far.lower() <= (weight(n, a, b) * near).upper() + 1e-20


def to_infinity(f, n, a):
    """The integral from a on; what is cut off, where the weight is below e^-100, does not matter."""
    return integral(f, a, (a * a + arb(200) / n).sqrt())


def gaussian(n, a):
    """n times the weight's integral from a to infinity, in closed form."""
    root = (arb(n) / 2).sqrt()
    return (arb.pi() * n / 2).sqrt() * (n * a * a / 2).exp() * (root * a).erfc()


@given(SIZES.filter(bool), STARTS, SLOPES, SLOPES)
def test_the_end_at_infinity_leaves_no_term(n, start, c, slope):
    with precise():
        a = ball(start)
        whole = to_infinity(lambda z: n * weight(n, a, z) * (c + z * (slope * z).cos()), n, a)
        following = to_infinity(lambda z: weight(n, a, z) * -slope * (slope * z).sin(), n, a)
        total = c * gaussian(n, a) + (slope * a).cos() + following
        assert abs(whole - total) < 1e-15 * (1 + abs(total).upper())


@given(SIZES.filter(bool), STARTS, SLOPES, SLOPES)
def test_the_remainder_to_infinity_is_at_most_the_bound_times_the_gaussian(n, start, size, slope):
    with precise():
        a = ball(start)
        value = to_infinity(lambda z: n * weight(n, a, z) * size * (slope * z).cos(), n, a)
        assert abs(value).lower() <= (abs(size) * gaussian(n, a)).upper() + 1e-20


@given(SIZES.filter(bool), STARTS, LENGTHS)
def test_the_gaussian_beyond_a_point_is_small(n, start, gap):
    with precise():
        a, b = ball(start), ball(start + gap)
        beyond = weight(n, a, b) * gaussian(n, b)
        assert beyond.lower() <= (weight(n, a, b) * gaussian(n, a)).upper()
