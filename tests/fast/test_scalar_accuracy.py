"""Scalar p, mid-p and logarithms against exact integers and balls; the search is steered to the largest error."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings, target
from hypothesis import strategies as st

from discordant import errors, fast
from discordant.exact.kernel import exact_p as exact_p_integers
from discordant.exact.kernel import mid_p as mid_p_integers
from fast.reference import allowed, by_beta, reference, references, rounded_once, tail_and_mass, ulps, with_log_p

DATA = Path(__file__).resolve().parent.parent / "data"
FUNCTIONS = {"p": fast.exact_p, "mid": fast.mid_p, "log p": fast.log_exact_p, "log mid": fast.log_mid_p}
BANDS = ((1024, 2047), (2048, 8191), (8192, 65535), (65536, 10**6), (10**6, 10**9), (10**9, 10**12), (10**12, 2**53))


@st.composite
def points(draw: st.DrawFn, low: int, high: int) -> tuple[int, int]:
    """(n, m), log-uniform in n, m at a random distance from the centre in standard deviations, up to m = 0."""
    n = int(math.exp(draw(st.floats(math.log(low), math.log(high)))))
    reach = draw(st.sampled_from((0.4, 1.5, 8.0, 40.0, 400.0)))
    m = math.floor((n - draw(st.floats(0.0, reach)) * math.sqrt(n)) / 2)
    n = min(max(n, low), high)
    return n, min(max(m, 0), (n - 2) // 2)


@pytest.mark.parametrize(("low", "high"), BANDS)
@settings(max_examples=20)
@given(data=st.data())
def test_error_stays_within_the_stated_ulp(low: int, high: int, data: st.DataObject):
    n, m = data.draw(points(low, high))
    for quantity, truth in references(n, m).items():
        error = ulps(FUNCTIONS[quantity](m, n - m), truth)
        target(error, label=quantity)
        assert error <= allowed(quantity, float(truth.mid())), (quantity, n, m)


@settings(max_examples=100)
@given(st.integers(0, 1023).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_p_and_mid_p_are_correctly_rounded_up_to_1023(point: tuple[int, int]):
    n, b = point
    assert fast.exact_p(b, n - b) == float(Fraction(*exact_p_integers(b, n - b)))
    assert fast.mid_p(b, n - b) == float(Fraction(*mid_p_integers(b, n - b)))


@settings(max_examples=100)
@given(st.integers(1, 1023).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n // 2))))
def test_logarithms_up_to_1023(point: tuple[int, int]):
    n, m = point
    if n - 2 * m >= 2:
        for quantity in ("log p", "log mid"):
            truth = reference(quantity, n, m)
            error = ulps(FUNCTIONS[quantity](m, n - m), truth)
            target(error, label=quantity)
            assert error <= allowed(quantity, float(truth.mid()))


@pytest.mark.parametrize(
    "row",
    json.loads((DATA / "fast_worst_cases.json").read_text())["cases"],
    ids=lambda row: " ".join(map(str, list(row.values())[:4])),
)
def test_the_worst_cases_found_so_far_stay_within_the_bound(row: dict[str, object]):
    n, m, quantity = int(str(row["n"])), int(str(row["m"])), str(row["quantity"])
    truth = reference(quantity, n, m)
    assert ulps(FUNCTIONS[quantity](m, n - m), truth) <= allowed(quantity, float(truth.mid()))


@pytest.mark.parametrize(
    "row",
    json.loads((DATA / "peer_defects.json").read_text())["p"],
    ids=lambda row: " ".join(map(str, list(row.values())[:4])),
)
def test_right_where_a_peer_is_wrong(row: dict[str, object]):
    b, c = int(str(row["b"])), int(str(row["c"]))
    function = (FUNCTIONS | {"chi-square": fast.chi_square_p, "edwards": fast.edwards_p})[str(row["quantity"])]
    value = function(b, c)
    assert value == pytest.approx(float(str(row["true"])), rel=1e-13, abs=0)
    assert value == function(c, b)


@pytest.mark.parametrize(
    "row", json.loads((DATA / "peer_defects.json").read_text())["refused"], ids=lambda row: f"{row['b']} {row['c']}"
)
def test_refused_where_a_peer_returns_a_number(row: dict[str, object]):
    b = math.nan if row["b"] == "nan" else row["b"]
    for function in (*FUNCTIONS.values(), fast.chi_square_p, fast.edwards_p):
        with pytest.raises(errors.TooLarge if row["c"] == 2**53 + 1 else errors.TableError) as caught:
            function(b, row["c"])
        assert str(row["error"]) in str(caught.value)


def test_a_point_that_ends_the_ratio_band_too_early():
    assert fast.exact_p(2488, 8193 - 2488) == pytest.approx(5.204167673282952e-284, rel=1e-15)


@pytest.mark.parametrize("n", [8015, 8019, 8020, 8025, 8100])
def test_zero_only_where_p_rounds_to_zero(n: int):
    for m in range(int(n * 0.2878) - 6, int(n * 0.2878) + 7):
        assert ulps(fast.exact_p(m, n - m), reference("p", n, m)) <= 1.0


@pytest.mark.parametrize("n", [1030, 1100, 1536, 2397, 4001, 7500, 8019, 9999, 26954, 327628, 10**6, 10**9, 2**53])
@pytest.mark.parametrize("bits", [1021.4, 1022.5, 1023.5, 1050.0, 1073.5])
def test_a_subnormal_p_is_rounded_once(n: int, bits: float):
    m = with_log_p(n, -bits * math.log(2.0))
    balls = references(n, m)
    assert fast.exact_p(m, n - m) == rounded_once(balls["p"])
    assert fast.mid_p(m, n - m) == rounded_once(balls["mid"])


@pytest.mark.parametrize("n", [1024, 1100, 1500, 3000, 8019, 9999, 327628, 10**9])
@pytest.mark.parametrize("bits", [1021.05, 1021.5, 1050.0, 1073.2, 1074.5])
def test_a_one_sided_subnormal_is_rounded_once_and_zero_only_where_it_rounds_to_zero(n: int, bits: float):
    m = with_log_p(n, -bits * math.log(2.0))
    balls = references(n, m)
    assert fast.exact_p(n - m, m, alternative="candidate") == rounded_once(balls["p"] / 2)
    assert fast.mid_p(m, n - m, alternative="baseline") == rounded_once(balls["mid"] / 2)


@pytest.mark.parametrize(("b", "c", "p"), [(1425, 75, 5e-324), (1097, 3, 1.5e-323)])
def test_one_sided_subnormals_that_were_rounded_twice(b: int, c: int, p: float):
    below = sum(math.comb(b + c, k) for k in range(c + 1))
    assert fast.exact_p(b, c, alternative="candidate") == below / 2 ** (b + c) == p


@pytest.mark.parametrize("n", [1201, 5000, 10**6, 10**9])
@pytest.mark.parametrize("z", [0.0, 0.3, 8.0, 60.0])
def test_the_reference_integral_meets_the_incomplete_beta_function(n: int, z: float):
    m = min(max(math.floor((n - z * math.sqrt(n)) / 2), 0), (n - 2) // 2)
    tail, _ = tail_and_mass(n, m)
    assert tail.rel_accuracy_bits() > 100
    assert tail.overlaps(by_beta(n, m))
