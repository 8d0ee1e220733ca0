"""The fast tail equals the loop that is proved, whatever the number type; the budget refuses before computing."""

import importlib.util
import math
import sys

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.errors import TooLarge
from discordant.exact import binomial, kernel, tails
from strategies import EDGES

gmpy2 = pytest.importorskip("gmpy2", reason="gmpy2 is the optional number type of large products")


@pytest.mark.parametrize("integer", [int, gmpy2.mpz], ids=["int", "mpz"])
def test_tail_equals_the_proved_loop_for_every_count_of_small_rows(integer):
    for n in range(70):
        for m in range(n + 1):
            assert tails.tail_with(n, m, integer) == kernel.tail_sum(n, m)
        assert tails.tail_with(n, -1, integer) == 0
        assert tails.tail_with(n, n + 1, integer) == 2**n


@pytest.mark.parametrize("n", [*(e for e in EDGES if e > 6), 1999, 2000, 2001, 4099])
def test_tail_equals_the_proved_loop_at_edge_rows(n):
    for m in {0, 1, 39, 40, 41, n // 4 - 1, n // 4, n // 4 + 1, n // 3, n // 2 - 1, n // 2, n // 2 + 1, n - 1, n}:
        want = kernel.tail_sum(n, min(m, n))
        assert tails.tail_with(n, m, int) == want
        assert tails.tail_with(n, m, gmpy2.mpz) == want
        assert tails.tail_sum(n, m) == want


@given(st.integers(0, 6000).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_tail_is_symmetric_and_follows_pascal(case):
    """Laws: T(n, n-m-1) = 2^n - T(n, m) and T(n+1, m) = 2 T(n, m) - C(n, m)."""
    n, m = case
    tail = tails.tail_sum(n, m)
    assert tails.tail_sum(n, n - m - 1) == 2**n - tail
    assert tails.tail_sum(n + 1, m) == 2 * tail - tails.term(n, m)


def test_tail_results_are_plain_ints():
    assert type(tails.tail_sum(5000, 2400)) is int
    assert type(tails.term(5000, 2400)) is int


@pytest.mark.parametrize("n", [1999, 2000, 2001, 2047, 3000, 10007])
def test_factored_binomials_equal_the_library(n):
    """Witness: math.comb, which multiplies instead of factoring; and FLINT near the centre."""
    for k in (0, 1, 19, n // 20 - 1, n // 20, n // 20 + 1, n // 3, n // 2, n - 1, n):
        assert binomial.binomial(n, k) == math.comb(n, k)
    assert binomial.binomial(n, n // 2) == int(flint.fmpz.bin_uiui(n, n // 2))


def test_summed_terms_is_the_shorter_of_tail_and_half_block():
    assert tails.summed_terms(100, 10) == 10
    assert tails.summed_terms(100, 45) == 5
    assert tails.summed_terms(100, 54) == 5
    assert tails.summed_terms(100, 50) == 1


def test_long_sums_in_long_rows_are_refused_before_computing():
    with pytest.raises(TooLarge, match=r"250000 terms of 1000000 bits, the budget is 40000") as refusal:
        tails.tail_sum(1_000_000, 250_000)
    assert refusal.value.alternative == "p_real(b, c) gives a certified enclosure instead"


def test_the_centre_of_a_million_row_is_within_the_budget():
    n, m = 10**6, 10**6 // 2 - 10**3
    tail = tails.tail_sum(n, m)
    assert tails.tail_sum(n, n - m - 1) == 2**n - tail
    assert math.isclose(tail / 2**n, 0.0228, rel_tol=0.01)  # about two standard deviations below the mean


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(0, 80))))
def test_tail_ratio_encloses_tail_over_term(case):
    """Law: lo <= 2^bits T(n, m) / C(n, m) <= hi."""
    n, m, bits = case
    low, high = kernel.tail_ratio(n, m, bits)
    scaled, term = kernel.tail_sum(n, m) << bits, math.comb(n, m)
    assert low * term <= scaled <= high * term
    if 2 * m <= n:  # ratios at most 1: each of m terms carries at most one unit more than the last, on either side
        assert high - low <= m * (m + 1)


@given(st.lists(st.booleans(), max_size=120), st.integers(0, 64))
def test_critical_steps_keep_enclosing_mass_and_tail(moves, bits):
    """Law: from (1, 0), any walk of next_count and next_row encloses C(n, k) / 2^n and T(n, k) / 2^n."""
    n, k = 1, 0
    low = (1 << bits) // 2
    mlo, mhi, tlo, thi = low, -(-(1 << bits) // 2), low, -(-(1 << bits) // 2)
    for up in moves:
        if up and k < n:
            mlo, mhi, tlo, thi = kernel.next_count(n, k, mlo, mhi, tlo, thi)
            k += 1
        else:
            mlo, mhi, tlo, thi = kernel.next_row(n, k, mlo, mhi, tlo, thi)
            n += 1
        mass, tail = math.comb(n, k) << bits, kernel.tail_sum(n, k) << bits
        assert mlo << n <= mass <= mhi << n
        assert tlo << n <= tail <= thi << n


def test_without_gmpy2_the_same_ints_come_from_python_alone(monkeypatch):
    monkeypatch.setitem(sys.modules, "gmpy2", None)
    plain = importlib.util.module_from_spec(importlib.util.spec_from_file_location("plain_tails", tails.__file__))
    plain.__spec__.loader.exec_module(plain)
    assert plain._gmp is None
    assert plain.tail_sum(20001, 9900) == tails.tail_sum(20001, 9900)
    assert plain.term(20001, 9900) == tails.term(20001, 9900)


@pytest.mark.parametrize("n", [2, 3, 4, 8, 9, 10, 24, 25, 26, 48, 49, 50, 120, 121, 122, 1000])
def test_the_sieve_finds_the_primes(n):
    """Witness: trial division."""
    assert binomial._primes(n) == [p for p in range(2, n + 1) if all(p % q for q in range(2, math.isqrt(p) + 1))]
