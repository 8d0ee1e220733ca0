"""Laws of the integer kernel: each function computes or encloses its definition; see `docs/theorems.md`."""

from fractions import Fraction
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from discordant.exact import kernel
from discordant.exact.pvalues import edwards_statistic, exact_p, mid_p
from strategies import counts, splits


def _tail(n: int, m: int) -> int:
    return sum(comb(n, k) for k in range(m + 1))


@given(splits(limit=400))
def test_the_kernel_computes_its_definitions(split):
    b, c = split
    n, m = b + c, min(b, c)
    tail = _tail(n, m)
    assert kernel.tail_sum(n, m) == tail
    assert kernel.exact_p(b, c) == (min(2**n, 2 * tail), 2**n)
    assert kernel.mid_p(b, c) == (2 * tail - comb(n, m), 2**n)
    assert kernel.edwards(b, c) == (max(0, abs(b - c) - 1) ** 2 if n else 0, n or 1)


@given(splits(limit=400))
def test_the_public_functions_are_the_kernels_fractions(split):
    b, c = split
    assert exact_p(b, c) == Fraction(*kernel.exact_p(b, c))
    assert mid_p(b, c) == Fraction(*kernel.mid_p(b, c))
    assert edwards_statistic(b, c) == Fraction(*kernel.edwards(b, c))


@given(splits(), st.integers(0, 120))
def test_no_division_of_the_kernel_is_undefined(split, bits):
    """Law: for natural arguments with m, k <= n nothing raises, and all results are ints."""
    b, c = split
    n, m = b + c, min(b, c)
    results = (
        *kernel.exact_p(b, c),
        *kernel.mid_p(b, c),
        *kernel.edwards(b, c),
        *kernel.tail_ratio(n, m, bits),
        *kernel.next_count(n, m, 1, 2, 3, 4),
        *kernel.next_row(n, n, 1, 2, 3, 4),
    )
    assert all(type(value) is int for value in results)


@given(counts(500).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), st.integers(0, 130))
def test_the_fixed_point_ratio_encloses_tail_over_last_term(row, bits):
    n, m = row
    lo, hi = kernel.tail_ratio(n, m, bits)
    assert lo * comb(n, m) <= 2**bits * _tail(n, m) <= hi * comb(n, m)
    assert lo <= hi


@given(st.lists(st.booleans(), max_size=120), st.integers(0, 100))
def test_every_walk_of_the_recurrence_encloses_mass_and_tail(path, bits):
    """Law: whatever the order of steps along rows and down rows, and however few the bits."""
    n = k = 0
    state = (2**bits,) * 4
    for along in path:
        if along and k < n:
            state, k = kernel.next_count(n, k, *state), k + 1
        else:
            state, n = kernel.next_row(n, k, *state), n + 1
        mlo, mhi, tlo, thi = state
        assert mlo * 2**n <= 2**bits * comb(n, k) <= mhi * 2**n
        assert tlo * 2**n <= 2**bits * _tail(n, k) <= thi * 2**n


@given(splits(limit=200), st.integers(1, 999))
def test_the_recurrence_never_decides_wrongly(split, thousandths):
    """Law: an upper end below alpha means p < alpha, a lower end at or above it p >= alpha."""
    b, c = max(split), min(split)
    alpha, bits = Fraction(thousandths, 1000), 40
    n = k = 0
    state = (2**bits,) * 4
    while n < b + c:
        state, n = kernel.next_row(n, k, *state), n + 1
        if k < c and k < n:
            state, k = kernel.next_count(n, k, *state), k + 1
    _, _, tlo, thi = state
    assert k == c
    if 2 * thi * alpha.denominator < alpha.numerator * 2**bits:
        assert exact_p(b, c) < alpha
    if 2 * tlo * alpha.denominator >= alpha.numerator * 2**bits:
        assert exact_p(b, c) >= alpha


@given(counts(60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_the_binary64_ratio_loop_keeps_its_forward_bound(row):
    """Law: after m steps the float tail is the true one but for 3m roundings of 2^-53 each."""
    n, m = row
    total = term = 1.0
    for k in range(m):
        term = term * (n - k) / (k + 1)
        total += term
    unit = Fraction(1, 2**53)
    true = Fraction(_tail(n, m))
    assert true * (1 - unit) ** (3 * m) <= Fraction(total) <= true * (1 + unit) ** (3 * m)
