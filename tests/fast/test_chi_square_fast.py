"""Chi-square and Edwards p-values in binary64 against python-flint's erfc."""

from __future__ import annotations

import math

import pytest
from flint import arb, ctx
from hypothesis import given, settings, target
from hypothesis import strategies as st

from discordant import errors, fast
from fast.reference import ulps
from strategies import splits


@st.composite
def wide_splits(draw: st.DrawFn) -> tuple[int, int]:
    """Counts up to 2^53 with a statistic up to about 1600, where p is the least subnormal."""
    n = int(math.exp(draw(st.floats(0.0, math.log(2.0**53)))))
    d = min(n, int(draw(st.floats(0.0, 40.0)) * math.sqrt(n)))
    return (n + d) // 2, n - (n + d) // 2


def truth(d: int, n: int) -> tuple[arb, arb]:
    ctx.prec = 200
    p = (arb(d * d) / arb(2 * n)).sqrt().erfc()
    return p, p.log()


@settings(max_examples=150)
@given(wide_splits())
def test_p_within_3_ulp_and_its_logarithm_within_2_or_4(split: tuple[int, int]):
    b, c = split
    for name, d, p, log_p in (
        ("chi-square", abs(b - c), fast.chi_square_p(b, c), fast.log_chi_square_p(b, c)),
        ("edwards", max(0, abs(b - c) - 1), fast.edwards_p(b, c), fast.log_edwards_p(b, c)),
    ):
        if d == 0:
            assert (p, log_p) == (1.0, 0.0)
            continue
        exact, logarithm = truth(d, b + c)
        error, error_log = ulps(p, exact), ulps(log_p, logarithm)
        target(error, label=f"{name} p")
        target(error_log, label=f"{name} log p")
        assert error <= (3.0 if p >= 2.3e-308 else 1.0)
        assert error_log <= (2.0 if p <= 0.5 else 4.0)


@pytest.mark.parametrize(
    ("b", "c"),
    [
        (3692, 6677),
        (481719, 507053),
        (526137130, 526985497),
        (543405735541, 543431775825),
        (2645346836170183, 2645348633007562),
        (4275555908988783, 4275559366583628),
        (4027222098209573, 4027218811242656),
    ],
)
def test_far_tails_where_erfc_of_the_c_library_and_a_plain_series_lose_3_to_4_ulp(b: int, c: int):
    for d, p in ((abs(b - c), fast.chi_square_p(b, c)), (abs(b - c) - 1, fast.edwards_p(b, c))):
        assert ulps(p, truth(d, b + c)[0]) <= 2.0


@given(splits())
def test_symmetric_and_a_probability(split: tuple[int, int]):
    b, c = split
    for function in (fast.chi_square_p, fast.edwards_p):
        assert function(b, c) == function(c, b)
        assert 0.0 <= function(b, c) <= 1.0
    assert fast.chi_square_p(b, c) <= fast.edwards_p(b, c)


def test_where_peers_divide_by_zero_or_overshoot():
    assert fast.chi_square_p(0, 0) == fast.edwards_p(0, 0) == 1.0  # statsmodels and mlxtend: 0.0; R: NaN
    assert fast.edwards_p(5, 5) == 1.0  # statsmodels, pingouin: 0.7518296340458492
    assert fast.edwards_p(5, 4) == 1.0
    assert fast.edwards_p(200, 100) == pytest.approx(1.0921e-8, rel=1e-4)  # mlxtend, uint8: 2.3e-50
    assert fast.edwards_p(100, 60) == pytest.approx(0.0020477, rel=1e-4)  # mlxtend, int8: 1.0
    assert fast.log_chi_square_p(0, 2**53) == pytest.approx(-(2.0**52), rel=1e-14)


@pytest.mark.parametrize("function", [fast.chi_square_p, fast.edwards_p, fast.log_chi_square_p, fast.log_edwards_p])
def test_counts_are_strict(function):
    with pytest.raises(errors.TableError, match=r"b=2\.0 is a float; counts must be int"):
        function(2.0, 8)
    with pytest.raises(errors.TableError, match="b=-2 is negative; counts are 0 or more"):
        function(-2, 8)
