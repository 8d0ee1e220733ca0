"""Corrections against their definitions as sets of rejections, and against another package."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.errors import ArgumentError, LevelError
from discordant.exact.pvalues import exact_p
from discordant.leaderboard import CORRECTIONS, DISCRETE, adjust, adjust_discrete, attainable

PS = st.lists(st.fractions(0, 1, max_denominator=200), min_size=1, max_size=8)
TESTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=6)


def rejected_by_definition(ps: list[Fraction], alpha: Fraction, correction: str) -> set[int]:
    """The textbook procedure at one alpha, walking the sorted list."""
    m, order = len(ps), sorted(range(len(ps)), key=lambda i: ps[i])
    if correction == "bonferroni":
        return {i for i in range(m) if ps[i] <= alpha / m}
    if correction == "holm":
        found = set()
        for rank, i in enumerate(order):
            if ps[i] > alpha / (m - rank):
                break
            found.add(i)
        return found
    scale = {
        "hochberg": lambda rank: alpha / (m - rank),
        "benjamini-hochberg": lambda rank: alpha * (rank + 1) / m,
        "benjamini-yekutieli": lambda rank: alpha * (rank + 1) / m / sum(Fraction(1, i) for i in range(1, m + 1)),
    }[correction]
    for rank in range(m - 1, -1, -1):
        if ps[order[rank]] <= scale(rank):
            return set(order[: rank + 1])
    return set()


@given(ps=PS, alpha=st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100))
@settings(max_examples=80)
def test_adjusted_p_at_most_alpha_is_rejection_at_alpha(ps, alpha):
    for correction in CORRECTIONS:
        adjusted = adjust(ps, correction)
        assert {i for i, p in enumerate(adjusted) if p <= alpha} == rejected_by_definition(ps, alpha, correction)


@given(ps=PS)
@settings(max_examples=40)
def test_a_corrected_p_is_never_below_the_raw_one_nor_above_bonferroni(ps):
    bonferroni = adjust(ps, "bonferroni")
    for correction in ("bonferroni", "holm", "hochberg", "benjamini-hochberg"):
        assert all(p <= q <= b for p, q, b in zip(ps, adjust(ps, correction), bonferroni, strict=True))
    assert all(p <= q for p, q in zip(ps, adjust(ps, "benjamini-yekutieli"), strict=True))


@given(tests=TESTS)
@settings(max_examples=80)
def test_discrete_corrections_lie_between_the_raw_p_and_what_they_refine(tests):
    ps, ns = [exact_p(b, c) for b, c in tests], [b + c for b, c in tests]
    for correction, coarse in (
        ("tarone", "bonferroni"),
        ("discrete-holm", "holm"),
        ("discrete-bh", "benjamini-hochberg"),
    ):
        fine = adjust_discrete(ps, ns, correction)
        assert all(p <= q <= r for p, q, r in zip(ps, fine, adjust(ps, coarse), strict=True))


def tarone_rejects(ps: list[Fraction], least: list[Fraction], alpha: Fraction) -> set[int]:
    """Tarone 1990 at one alpha: the least K with at most K tests that can attain alpha / K."""
    K = next(k for k in range(1, len(ps) + 1) if sum(p <= alpha / k for p in least) <= k)
    return {i for i, p in enumerate(ps) if p <= alpha / K and least[i] <= alpha / K}


@given(tests=TESTS, alpha=st.sampled_from([Fraction(1, 100), Fraction(1, 20), Fraction(1, 10), Fraction(1, 2)]))
@settings(max_examples=80)
def test_what_tarone_rejects_at_alpha_has_an_adjusted_p_at_most_alpha(tests, alpha):
    ps, ns = [exact_p(b, c) for b, c in tests], [b + c for b, c in tests]
    least = [attainable(n)[0] for n in ns]
    adjusted = adjust_discrete(ps, ns, "tarone")
    assert tarone_rejects(ps, least, alpha) <= {i for i, p in enumerate(adjusted) if p <= alpha}
    for i, p in enumerate(adjusted):  # and at its adjusted p each test is rejected
        assert p == 1 or i in tarone_rejects(ps, least, p)


@given(n=st.integers(0, 40))
def test_attainable_values_are_the_p_values_of_every_split(n):
    assert attainable(n) == sorted({exact_p(b, n - b) for b in range(n + 1)})


def test_discrete_holm_steps_down_the_sum_of_attainable_tails():
    """Three tests of 6, 4 and 2 discordant items; by hand 1/32, then min(5/8 + ...)."""
    ps = [exact_p(6, 0), exact_p(4, 0), exact_p(1, 1)]
    # F_2(1/32) = 0, F_3(1/32) = 0; then F_2(1/8) + F_3(1/8) = 1/8 + 0
    assert adjust_discrete(ps, [6, 4, 2], "discrete-holm") == [Fraction(1, 32), Fraction(1, 8), Fraction(1)]


@pytest.mark.peers
@given(ps=st.lists(st.fractions(0, 1, max_denominator=1000), min_size=2, max_size=9))
@settings(max_examples=20)
def test_corrections_agree_with_statsmodels(ps):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    names = {
        "bonferroni": "bonferroni",
        "holm": "holm",
        "hochberg": "simes-hochberg",
        "benjamini-hochberg": "fdr_bh",
        "benjamini-yekutieli": "fdr_by",
    }
    for ours, theirs in names.items():
        wanted = multitest.multipletests([float(p) for p in ps], method=theirs)[1]
        assert [float(p) for p in adjust(ps, ours)] == pytest.approx(list(wanted), rel=1e-9, abs=1e-12)


def test_what_is_no_correction_or_no_p_is_refused():
    with pytest.raises(ArgumentError, match="correction='sidak' is not one of bonferroni, holm"):
        adjust([Fraction(1, 2)], "sidak")
    with pytest.raises(ArgumentError, match="correction='holm' is not one of"):
        adjust_discrete([Fraction(1)], [1], "holm")
    with pytest.raises(LevelError, match=r"p\[0\]=0\.5 is not a Fraction in \[0, 1\]; pass exact p-values"):
        adjust([0.5], "holm")
    with pytest.raises(ArgumentError, match="2 p-values and 1 counts of discordant items"):
        adjust_discrete([Fraction(1), Fraction(1)], [1], DISCRETE[0])
