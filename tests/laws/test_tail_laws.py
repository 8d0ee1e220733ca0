"""Laws of binomial coefficients and tail sums; `docs/theorems.md` names the theorem of each."""

from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.exact.tails import _split, tail_sum, term
from strategies import counts


@st.composite
def _rows(draw: st.DrawFn, limit: int = 1200) -> tuple[int, int]:
    n = draw(counts(limit))
    return n, draw(st.integers(0, n))


@given(_rows())
def test_a_row_is_symmetric(row):
    n, k = row
    assert term(n, k) == term(n, n - k) == comb(n, k)


@given(_rows())
def test_neighbours_in_a_row_and_in_a_column_have_rational_ratios(row):
    n, k = row
    if k < n:
        assert term(n, k + 1) * (k + 1) == term(n, k) * (n - k)
    assert term(n + 1, k) * (n + 1 - k) == term(n, k) * (n + 1)


@given(_rows())
def test_tails_follow_pascal(row):
    """Law: one term further, one row further, and two rows and one term further."""
    n, m = row
    if m < n:
        assert tail_sum(n, m + 1) == tail_sum(n, m) + comb(n, m + 1)
    assert tail_sum(n + 1, m) == 2 * tail_sum(n, m) - comb(n, m)
    assert tail_sum(n + 2, m + 1) == 4 * tail_sum(n, m) + comb(n, m + 1) - comb(n, m)


@given(_rows())
def test_the_two_tails_of_a_row_complement_each_other(row):
    n, m = row
    assert tail_sum(n, n) == 2**n
    if m < n:
        assert tail_sum(n, n - m - 1) == 2**n - tail_sum(n, m)


@settings(max_examples=50)
@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.integers(121, 400))
def test_adjacent_blocks_recombine(start, first, second, n):
    """Law: P = P1 P2, Q = Q1 Q2, S = S1 Q2 + P1 S2, for the ratios (n - i) / (1 + i), whatever the sizes."""
    middle, stop = start + first, start + first + second
    p, q, s = _split(start, stop, n, 1, 1, int)
    p1, q1, s1 = _split(start, middle, n, 1, 1, int)
    p2, q2, s2 = _split(middle, stop, n, 1, 1, int)
    assert (p, q, s) == (p1 * p2, q1 * q2, s1 * q2 + p1 * s2)


@given(_rows(limit=3000))
def test_binary_splitting_gives_the_sum_of_the_loop(row):
    """Law: from C(n, 0) upwards and from the centre downwards, the recursion of `tails` agrees with `kernel`'s loop."""
    from discordant.exact import kernel

    n, m = row
    assert tail_sum(n, m) == kernel.tail_sum(n, m)
