"""Array p-values against balls, against the scalar functions, over dtypes, shapes, chunks and threads."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, target
from hypothesis import strategies as st

from discordant import errors, fast
from discordant.fast import batch
from discordant.fast.batch import pairs
from fast.reference import allowed, references, rounded_once, ulps, with_log_p

DATA = Path(__file__).resolve().parent.parent / "data"
FUNCTIONS = {
    "p": (batch.exact_p, fast.exact_p),
    "mid": (batch.mid_p, fast.mid_p),
    "log p": (batch.log_exact_p, fast.log_exact_p),
    "log mid": (batch.log_mid_p, fast.log_mid_p),
}
NARROW = [row for row in json.loads((DATA / "peer_defects.json").read_text())["p"] if "dtype" in row]
BANDS = ((1, 1023), (1024, 2047), (2048, 8191), (8192, 65535), (65536, 10**6), (10**6, 10**9), (10**9, 2**53))


def sample(low: int, high: int, size: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """n log-uniform, a fifth each near the centre, in the body, in the tail, far out and anywhere."""
    rng = np.random.default_rng(seed)
    n = np.exp(rng.uniform(math.log(low), math.log(high), size)).astype(np.int64)
    reach = rng.choice([0.4, 1.5, 8.0, 40.0, 400.0], size)
    m = np.floor((n - rng.uniform(0.0, 1.0, size) * reach * np.sqrt(n)) / 2).astype(np.int64)
    return n, np.where(m < 0, rng.integers(0, 1 + n // 6), m)


@pytest.mark.parametrize(("low", "high"), BANDS)
def test_error_stays_within_the_stated_ulp(low: int, high: int):
    n, m = sample(low, high, 16, 5)
    values = {quantity: array(m, n - m) for quantity, (array, _) in FUNCTIONS.items()}
    for place in range(n.size):
        if n[place] - 2 * m[place] < 2:
            continue
        for quantity, truth in references(int(n[place]), int(m[place])).items():
            error = ulps(float(values[quantity][place]), truth)
            assert error <= allowed(quantity, float(truth.mid())), (quantity, n[place], m[place])


@settings(max_examples=25)
@given(st.integers(1024, 2**53), st.floats(0.0, 40.0))
def test_error_stays_within_the_stated_ulp_where_the_search_steers(n: int, z: float):
    m = max(0, math.floor((n - z * math.sqrt(n)) / 2))
    if n - 2 * m >= 2:
        for quantity, truth in references(n, m).items():
            error = ulps(float(FUNCTIONS[quantity][0]([m], [n - m])[0]), truth)
            target(error, label=quantity)
            assert error <= allowed(quantity, float(truth.mid()))


def test_subnormal_p_is_rounded_once_among_others():
    points = [
        (n, with_log_p(n, -bits * 0.6931)) for n in (1030, 4001, 8019, 9999, 10**9) for bits in (900, 1022.7, 1060)
    ]
    b, c = [m for _, m in points], [n - m for n, m in points]
    balls = [references(n, m) for n, m in points]
    deep = [p for p, ball in zip(batch.exact_p(b, c), balls, strict=True) if ball["p"] < 2.0**-1022]
    assert deep == [rounded_once(ball["p"]) for ball in balls if ball["p"] < 2.0**-1022]
    assert len(deep) == 10
    one_sided = batch.exact_p(c, b, alternative="candidate")
    assert [one_sided[k] for k in range(15) if k % 3] == [rounded_once(balls[k]["p"] / 2) for k in range(15) if k % 3]
    assert batch.mid_p([2508], [492], alternative="candidate").tolist() == [5e-324]
    mid = batch.mid_p(b, c)
    assert [mid[k] for k in range(15) if k % 3] == [rounded_once(balls[k]["mid"]) for k in range(15) if k % 3]


@pytest.mark.parametrize("quantity", FUNCTIONS)
@pytest.mark.parametrize(("low", "high"), BANDS)
def test_arrays_and_scalars_agree(quantity: str, low: int, high: int):
    array, scalar = FUNCTIONS[quantity]
    n, m = sample(low, high, 3000, 6)
    values = array(m, n - m)
    alone = np.array([scalar(int(x), int(y)) for x, y in zip(m, n - m, strict=True)])
    assert np.isfinite(values).all()
    assert (np.abs(values - alone) <= (0 if high < 1024 else 6) * np.spacing(np.abs(alone))).all()
    assert (values[n - 2 * m <= 0] == (0.0 if quantity.startswith("log") else 1.0)).all()
    assert np.array_equal(array(n - m, m), values)


@pytest.mark.parametrize("alternative", ["candidate", "baseline"])
def test_one_sided_and_folded_values_agree_with_the_scalars(alternative: str):
    b = np.array([0, 0, 5, 17, 3, 5, 900, 1000, 1100, 2000, 10**6, 10**6 + 900, 0, 7000])
    c = np.array([0, 5, 0, 3, 17, 5, 1000, 1000, 1000, 2000, 10**6, 10**6, 5000, 0])
    for array, scalar in FUNCTIONS.values():
        values = array(b, c, alternative=alternative)
        alone = [scalar(int(x), int(y), alternative=alternative) for x, y in zip(b, c, strict=True)]
        assert values == pytest.approx(alone, rel=2e-15)
    for array, scalar in (FUNCTIONS["mid"], FUNCTIONS["log mid"]):
        alone = [scalar(int(x), int(y), tie="folded") for x, y in zip(b, c, strict=True)]
        assert array(b, c, tie="folded") == pytest.approx(alone, rel=2e-15)


@pytest.mark.parametrize("name", ["chi_square_p", "edwards_p", "log_chi_square_p", "log_edwards_p"])
def test_chi_square_arrays_agree_with_the_scalars(name: str):
    n, m = sample(1, 2**53, 4000, 7)
    values = getattr(batch, name)(m, n - m)
    alone = np.array([getattr(fast, name)(int(x), int(y)) for x, y in zip(m, n - m, strict=True)])
    assert (np.abs(values - alone) <= 5 * np.spacing(np.abs(alone))).all()
    assert getattr(batch, name)(0, 0) == (0.0 if name.startswith("log") else 1.0)


@pytest.mark.parametrize(
    "row",
    NARROW,
    ids=lambda r: f"{r['peer']} {r['quantity']}",
)
def test_narrow_and_unsigned_integers_do_not_overflow(row: dict[str, object]):
    dtype = np.dtype(str(row["dtype"]))
    b, c = (np.array([int(str(row[key]))], dtype=dtype) for key in "bc")
    function = batch.edwards_p if row["quantity"] == "edwards" else FUNCTIONS[str(row["quantity"])][0]
    assert function(b, c)[0] == pytest.approx(float(str(row["true"])), rel=1e-13, abs=0.0)
    assert function(b, c)[0] == function(c, b)[0]


def test_shapes_broadcast_and_empty_arrays_stay_empty():
    assert batch.exact_p([[17], [6]], [3, 0]).shape == (2, 2)
    assert batch.exact_p(17, 3).shape == ()
    assert float(batch.exact_p(17, 3)) == fast.exact_p(17, 3)
    assert batch.exact_p(np.empty((0, 3), dtype=int), 1).shape == (0, 3)
    with pytest.raises(errors.TableError, match=r"b has shape \(2,\) and c \(3,\); they do not broadcast"):
        batch.exact_p([1, 2], [1, 2, 3])


def test_integral_floats_and_python_ints_are_counts():
    assert batch.exact_p(np.array([17.0]), np.array([3])).tolist() == [fast.exact_p(17, 3)]
    assert batch.exact_p(np.array([17, 2], dtype=object), 3)[0] == fast.exact_p(17, 3)


@pytest.mark.parametrize(
    ("b", "text"),
    [
        ([1.5, 2.0], "b[0]=1.5 is not a count; counts are 0, 1, 2, ..."),
        ([[1.0, math.nan]], "b[0, 1]=nan is not a count; counts are 0, 1, 2, ..."),
        ([math.inf], "b[0]=inf is not a count; counts are 0, 1, 2, ..."),
        ([4, -2], "b[1]=-2 is negative; counts are 0 or more"),
        ([-1.0], "b[0]=-1.0 is not a count; counts are 0, 1, 2, ..."),
        ([True, False], "b has dtype bool; counts must be integers (or floats that are all integral)"),
        (["3"], "b has dtype <U1; counts must be integers (or floats that are all integral)"),
    ],
)
def test_what_is_no_count_is_refused_with_its_place(b, text: str):
    with pytest.raises(errors.TableError) as caught:
        batch.exact_p(np.array(b), 1)
    assert str(caught.value) == text


@pytest.mark.parametrize("b", [np.array([2**63], dtype=np.uint64), np.array([2**53]), np.array([2**70], dtype=object)])
def test_counts_beyond_2_to_the_53_are_refused(b: np.ndarray):
    with pytest.raises(
        errors.TooLarge, match=r"a fast p-value needs .* discordant items, the budget is 9007199254740992"
    ):
        batch.exact_p(b, 1)


def test_long_arrays_in_chunks_and_threads_give_the_same_values():
    n, m = sample(1, 10**6, 150_000, 8)
    whole = batch.exact_p(m, n - m)
    assert np.array_equal(whole, batch.exact_p(m, n - m, threads=1))
    assert np.array_equal(whole, batch.exact_p(m, n - m, threads=3))


def test_no_floating_point_warning_escapes():
    with np.errstate(all="raise", under="ignore"):
        n, m = sample(1, 2**53, 5000, 9)
        for array, _ in FUNCTIONS.values():
            array(m, n - m)


def test_without_numpy_the_missing_extra_is_named():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from discordant import fast, errors\n"
        "try:\n    fast.batch\n"
        "except errors.MissingExtra as error:\n    print(error, error.extra)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == (
        "discordant.fast.batch needs numpy; install it with: pip install 'discordant[fast]' fast"
    )


@given(st.integers(1, 9), st.integers(0, 40), st.integers(0, 2**32 - 1))
def test_all_pairs_counts_what_a_loop_counts(models: int, items: int, seed: int):
    outcomes = np.random.default_rng(seed).random((models, items)) < 0.6
    b, c = batch.all_pairs(outcomes)
    for i in range(models):
        for j in range(models):
            assert b[i, j] == int((outcomes[i] & ~outcomes[j]).sum())
            assert c[i, j] == b[j, i]


@pytest.mark.skipif(not hasattr(np, "bitwise_count"), reason="the popcount needs numpy 2")
@pytest.mark.parametrize(("models", "items"), [(0, 5), (1, 0), (1, 64), (2, 65), (5, 63), (300, 1000), (4, 140_001)])
@pytest.mark.parametrize("threads", [1, 2, 3, None])
def test_popcount_and_matrix_product_count_the_same(models: int, items: int, threads: int | None):
    outcomes = np.random.default_rng(models + items).random((models, items)) < 0.7
    both = pairs.by_bits(outcomes, threads=threads)
    assert both.dtype == np.int64
    assert np.array_equal(both, pairs.by_product(outcomes))


def test_all_pairs_counts_alike_on_either_side_of_the_popcount():
    outcomes = np.random.default_rng(5).random((7, 2 * pairs.BITS_FROM)) < np.linspace(0.1, 0.95, 7)[:, None]
    halves = [batch.all_pairs(outcomes[:, start : start + pairs.BITS_FROM - 1]) for start in (0, pairs.BITS_FROM - 1)]
    rest = batch.all_pairs(outcomes[:, 2 * pairs.BITS_FROM - 2 :])
    whole = batch.all_pairs(outcomes)
    assert np.array_equal(whole.b, sum(part.b for part in (*halves, rest)))
    assert np.array_equal(whole.c, whole.b.T)
    assert not whole.b.diagonal().any()


def test_all_pairs_p_and_log_p_are_those_of_the_counts():
    outcomes = np.random.default_rng(1).random((12, 3000)) < np.linspace(0.2, 0.9, 12)[:, None]
    every = batch.all_pairs(outcomes)
    p, log_p = every.p(), every.log_p()
    for i in range(12):
        assert (p[i, i], log_p[i, i]) == (1.0, 0.0)
        for j in range(i):
            b, c = int(every.b[i, j]), int(every.c[i, j])
            assert p[i, j] == p[j, i] == pytest.approx(fast.exact_p(b, c), rel=1e-14, abs=0.0)
            assert log_p[i, j] == log_p[j, i] == pytest.approx(fast.log_exact_p(b, c), rel=1e-15)
    assert np.isfinite(log_p).all()


def test_all_pairs_log_p_is_finite_where_p_is_zero():
    outcomes = np.random.default_rng(2).random((30, 20_000)) < np.linspace(0.0, 1.0, 30)[:, None]
    every = batch.all_pairs(outcomes)
    log_p = every.log_p()
    assert not every.b[0].any()
    assert every.c[0, 29] == 20_000  # none passed against all passed: p = 2^-19999
    assert (every.p() == 0.0).sum() > 300
    assert np.isfinite(log_p).all()
    assert log_p.min() == log_p[0, 29] == pytest.approx(-19_999 * math.log(2.0), rel=1e-15)


def test_all_pairs_refuses_what_is_no_matrix_of_outcomes():
    with pytest.raises(errors.TableError, match=r"outcomes have shape \(3,\); give one row for each model and one"):
        batch.all_pairs([1, 0, 1])
    with pytest.raises(errors.TableError, match="outcomes of dtype int64 hold more than 0 and 1"):
        batch.all_pairs(np.array([[0, 2]], dtype=np.int64))
    with pytest.raises(errors.TableError, match="outcomes of dtype <U1 hold more than 0 and 1"):
        batch.all_pairs([["1", "0"]])


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: batch.exact_p(np.ma.array([1, 2], mask=[0, 1]), 0), "b has masked entries"),
        (lambda: batch.all_pairs(np.ma.array([[1, 0]], mask=[[0, 1]])), "outcomes have masked entries"),
        (lambda: batch.exact_p([[1], [1, 2]], 0), "b is no array of counts"),
        (lambda: batch.all_pairs([[1], [1, 0]]), "outcomes are no array"),
        (lambda: batch.exact_p([1], [-1], alternative="baseline"), r"c\[0\]=-1 is negative"),
        (lambda: batch.mid_p([1.5], [1], alternative="baseline"), r"b\[0\]=1.5 is not a count"),
        (lambda: batch.wald(-1, 2, 3, 4), "a=-1 is negative"),
    ],
)
def test_entries_that_are_no_counts_are_refused_by_the_right_name(call, text: str):
    with pytest.raises(errors.TableError, match=text):
        call()


@pytest.mark.parametrize("threads", ["2", 1.5, math.nan, 0, -1, True])
def test_what_is_no_number_of_threads_is_refused(threads):
    with pytest.raises(errors.ArgumentError, match="must be None or a whole number of at least 1"):
        batch.exact_p([1], [2], threads=threads)


def test_words_that_are_arrays_are_refused():
    with pytest.raises(errors.ArgumentError, match="alternative=array"):
        batch.exact_p([1], [2], alternative=np.array(["a", "b"]))
    with pytest.raises(errors.ArgumentError, match="tie=array"):
        batch.mid_p([1], [2], tie=np.array(["a", "b"]))


def test_limits_of_scalars_are_arrays_of_one_kind():
    assert [type(limit) for limit in batch.wilson(3, 10)] == [np.ndarray, np.ndarray]


def test_masked_entries_are_refused_inside_lists_too():
    column = np.ma.masked_array([3, 7], mask=[False, True])
    with pytest.raises(errors.TableError, match="b has masked entries"):
        batch.exact_p([column, column], 0)
    with pytest.raises(errors.TableError, match="masked"):
        batch.exact_p([np.ma.masked, 1], 0)
    with pytest.raises(errors.TableError, match="outcomes have masked entries"):
        batch.all_pairs([column > 4, column > 4])


@pytest.mark.parametrize("values", [[True, 5], [[1, 2], [np.True_, 4]], (3, False)])
def test_a_bool_among_counts_is_refused(values):
    with pytest.raises(errors.TableError, match="b has entries that are bool"):
        batch.exact_p(values, 3)


def test_object_columns_of_integers_are_counts():
    column = np.array([np.int64(17), 3, np.uint8(9)], dtype=object)
    assert batch.exact_p(column, 3).tolist() == batch.exact_p([17, 3, 9], 3).tolist()
    with pytest.raises(errors.TableError, match="dtype object"):
        batch.exact_p(np.array([1, True], dtype=object), 3)


def test_a_popcount_takes_its_threads_as_all_do():
    bits = np.ones((2, 3), dtype=bool)
    for threads in (0, True, 1.5, "2"):
        with pytest.raises(errors.ArgumentError, match="must be None or a whole number of at least 1"):
            pairs.by_bits(bits, threads=threads)
    assert pairs.by_bits(bits, threads=np.int64(2)).tolist() == [[3, 3], [3, 3]]
    assert batch.exact_p([17], 3, threads=np.int64(2))[0] == 0.0025768280029296875
