"""Laws of the scalar fast path that hold exactly in binary64, its refusals and its cost at import."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant import errors, fast
from strategies import splits

TWO_SIDED = (fast.exact_p, fast.mid_p, fast.log_exact_p, fast.log_mid_p)
LARGE = st.integers(1024, 2**53).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n // 2)))


@given(splits())
def test_exchanging_the_runs_changes_nothing(split: tuple[int, int]):
    b, c = split
    for function in TWO_SIDED:
        assert function(b, c) == function(c, b)


@given(splits() | LARGE.map(lambda point: (point[1], point[0] - point[1])))
def test_p_is_a_probability_and_logarithms_are_finite(split: tuple[int, int]):
    b, c = split
    assert 0.0 <= fast.mid_p(b, c) <= fast.exact_p(b, c) <= 1.0
    assert -math.inf < fast.log_mid_p(b, c) <= fast.log_exact_p(b, c) <= 0.0


@given(st.integers(0, 2**53 - 1))
def test_p_is_exactly_one_where_it_is_one(n: int):
    assert fast.exact_p(n // 2, n - n // 2) == 1.0
    assert fast.log_exact_p(n // 2, n - n // 2) == 0.0
    if n % 2 == 0:
        assert fast.mid_p(n // 2, n // 2) == 1.0
        assert fast.log_mid_p(n // 2, n // 2) == 0.0


@given(LARGE)
def test_p_grows_with_the_smaller_count(point: tuple[int, int]):
    n, m = point
    m = min(m, n // 2 - 1)
    for function in TWO_SIDED:
        assert function(m, n - m) <= function(m + 1, n - m - 1)


@pytest.mark.parametrize("n", [1022, 1023, 1024, 1025, 8191, 8192, 65536, 2**20, 2**20 + 1, 2**34])
def test_rows_are_monotone_across_every_band(n: int):
    reach = min(n // 2, int(45 * math.sqrt(n) / 2))
    step = max(1, reach // 4000)
    for function in TWO_SIDED:
        row = [function(m, n - m) for m in range(n // 2 - reach, n // 2 + 1, step)]
        assert row == sorted(row)


@given(splits())
def test_one_sided_values_belong_together(split: tuple[int, int]):
    b, c = split
    candidate, baseline = (fast.exact_p(b, c, alternative=a) for a in ("candidate", "baseline"))
    assert min(1.0, 2.0 * min(candidate, baseline)) == pytest.approx(fast.exact_p(b, c), rel=1e-15)
    assert fast.exact_p(c, b, alternative="baseline") == candidate
    mid = [fast.mid_p(b, c, alternative=a) for a in ("candidate", "baseline")]
    assert sum(mid) == pytest.approx(1.0, rel=1e-15)
    assert math.exp(fast.log_exact_p(b, c, alternative="candidate")) == pytest.approx(candidate, rel=1e-12)
    assert math.exp(fast.log_mid_p(b, c, alternative="baseline")) == pytest.approx(mid[1], rel=1e-12)


@given(st.integers(0, 3000))
def test_the_folded_tie_takes_half_the_mass_off(half: int):
    mass = math.comb(2 * half, half) / 4**half
    assert fast.mid_p(half, half, tie="folded") == pytest.approx(1 - mass / 2, rel=1e-15)
    assert fast.log_mid_p(half, half, tie="folded") == pytest.approx(math.log1p(-mass / 2), rel=1e-14)
    assert fast.mid_p(half, half) == 1.0


def test_folded_and_doubled_agree_away_from_a_tie():
    assert fast.mid_p(17, 3, tie="folded") == fast.mid_p(17, 3)


def test_empty_rows():
    assert fast.exact_p(0, 0) == 1.0
    assert fast.mid_p(0, 0) == 1.0
    assert fast.mid_p(0, 0, tie="folded") == 0.5
    assert fast.exact_p(0, 0, alternative="candidate") == 1.0
    assert fast.mid_p(0, 0, alternative="candidate") == 0.5
    assert fast.log_mid_p(0, 0, alternative="candidate") == math.log(0.5)


def test_the_deepest_tail_that_is_served():
    n = 2**53 - 1
    assert fast.exact_p(0, n) == 0.0
    assert fast.log_exact_p(0, n) == pytest.approx(-(n - 1) * math.log(2), rel=3e-16)


def test_the_same_call_returns_the_same_float_when_it_is_remembered():
    first = fast.exact_p(4900, 5100)
    assert fast.exact_p(4900, 5100) == first == fast.exact_p(5100, 4900)


@pytest.mark.parametrize("function", TWO_SIDED)
@pytest.mark.parametrize(
    ("b", "c", "error", "text"),
    [
        (True, 3, errors.TableError, "b=True is a bool; counts must be int (did you pass an outcome?)"),
        (3, -1, errors.TableError, "c=-1 is negative; counts are 0 or more"),
        pytest.param(
            -(10**5000), 1, errors.TableError, "b=-(about 2^16609) is negative; counts are 0 or more", id="long"
        ),
        (3.0, 1, errors.TableError, "b=3.0 is a float; counts must be int"),
        ("3", 1, errors.TableError, "b='3' is a str; counts must be int"),
        (
            2**53,
            1,
            errors.TooLarge,
            "a fast p-value needs 9007199254740993 discordant items, the budget is 9007199254740992;"
            " discordant.p_real serves larger counts",
        ),
    ],
)
def test_what_is_no_count_is_refused(function, b, c, error, text):
    with pytest.raises(error) as caught:
        function(b, c)
    assert str(caught.value) == text


def test_numpy_integers_are_counts_and_arrays_are_sent_to_batch():
    np = pytest.importorskip("numpy")
    assert fast.exact_p(np.uint8(200), np.uint8(100)) == fast.exact_p(200, 100)
    with pytest.raises(errors.TableError, match=r"use discordant\.fast\.batch for arrays"):
        fast.exact_p(np.array(3), 1)


def test_unknown_words_are_refused():
    for function in TWO_SIDED:
        with pytest.raises(errors.ArgumentError, match="alternative='greater' must be 'two-sided', 'candidate' or"):
            function(3, 1, alternative="greater")
    for mid in (fast.mid_p, fast.log_mid_p):
        with pytest.raises(errors.ArgumentError, match="tie='split' must be 'doubled' or 'folded'"):
            mid(3, 1, tie="split")
        with pytest.raises(errors.ArgumentError, match="tie='split'"):
            mid(3, 1, tie="split", alternative="candidate")
