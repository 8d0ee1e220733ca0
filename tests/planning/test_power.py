"""Power and size against a sum over every table that shares no code with them, and against published figures."""

from __future__ import annotations

import itertools
import json
import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.enclosed.chi_square import chi_square, edwards
from discordant.errors import ArgumentError, LevelError, TooLarge
from discordant.exact.pvalues import exact_p, mid_p
from discordant.planning import Effect, conditional_power, critical_counts, power, power_of_strata, power_real, size

KNOWN = json.loads((Path(__file__).parent.parent / "data" / "planning.json").read_text())
METHODS = ("exact", "mid-p", "chi-square", "edwards")


def significant(b: int, c: int, alpha: Fraction, method: str) -> bool:
    if method in ("exact", "mid-p"):
        return (exact_p if method == "exact" else mid_p)(b, c) < alpha
    return (chi_square if method == "chi-square" else edwards)(b, c).p.compare(alpha) < 0


def every_table(N: int, strata: list[tuple[int, Effect]]) -> dict[tuple[int, int], Fraction]:
    """The joint distribution of (b, c), item by item, as a dictionary of Fractions."""
    law = {(0, 0): Fraction(1)}
    for count, effect in strata:
        for _ in range(count):
            new: dict[tuple[int, int], Fraction] = {}
            for (b, c), p in law.items():
                for key, q in (
                    ((b, c), 1 - effect.discordance),
                    ((b + 1, c), effect.p_b),
                    ((b, c + 1), effect.p_c),
                ):
                    new[key] = new.get(key, Fraction(0)) + p * q
            law = new
    assert sum(law.values()) == 1
    return law


def rounds_to(value: Fraction, printed: str) -> bool:
    return abs(value - Fraction(printed)) <= Fraction(1, 2 * 10 ** -Decimal(printed).as_tuple().exponent)


@pytest.mark.parametrize("row", KNOWN["power"], ids=lambda row: f"{row['N']}-{row['method']}-{row['counting']}")
def test_power_has_the_published_values(row):
    value = power(row["N"], p_b=row["p_b"], p_c=row["p_c"], method=row["method"], counting=row["counting"])
    assert rounds_to(value, row["rounded"])


@pytest.mark.parametrize("row", KNOWN["strata"], ids=lambda row: f"{row['method']}-{row['gain']}")
def test_power_of_two_strata_has_the_recomputed_values(row):
    gain = Fraction(row["gain"])
    halves = [(row["N"] // 2, Effect.of_rates(base, base + gain)) for base in (Fraction("0.45"), Fraction("0.85"))]
    assert rounds_to(power_of_strata(halves, method=row["method"]).exact_value, row["rounded"])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("N", [0, 1, 5, 6, 7, 11])
def test_power_is_the_sum_over_every_table(N, method):
    effect, alpha = Effect(Fraction(3, 10), Fraction(1, 7)), Fraction(1, 10)
    law = every_table(N, [(N, effect)])
    hits = {k: p for k, p in law.items() if significant(*k, alpha, method)}
    given_effect = {"p_b": effect.p_b, "p_c": effect.p_c, "alpha": alpha, "method": method}
    assert power(N, **given_effect) == sum(hits.values())
    assert power(N, counting="right", **given_effect) == sum(p for (b, c), p in hits.items() if b > c)


@pytest.mark.parametrize("method", ["exact", "mid-p"])
def test_one_sided_power_is_the_sum_over_every_table(method):
    effect, alpha, N = Effect(Fraction(3, 10), Fraction(1, 7)), Fraction(1, 10), 9
    p_value = exact_p if method == "exact" else mid_p
    wanted = sum(
        p for (b, c), p in every_table(N, [(N, effect)]).items() if p_value(b, c, alternative="candidate") < alpha
    )
    assert wanted == power(N, p_b=effect.p_b, p_c=effect.p_c, alpha=alpha, method=method, alternative="candidate")


@pytest.mark.parametrize("method", METHODS)
def test_size_is_the_power_without_a_difference_summed_over_every_table(method):
    N, rate = 10, Fraction(3, 5)
    law = every_table(N, [(N, Effect(rate / 2, rate / 2))])
    wanted = sum(p for k, p in law.items() if significant(*k, Fraction(1, 10), method))
    assert wanted == size(N, discordance=rate, alpha="0.1", method=method)


@pytest.mark.parametrize("method", METHODS)
def test_conditional_power_is_the_sum_over_every_split(method):
    n, share = 12, Fraction(4, 5)
    wanted = sum(
        math.comb(n, b) * share**b * (1 - share) ** (n - b)
        for b in range(n + 1)
        if significant(b, n - b, Fraction(1, 20), method)
    )
    assert wanted == conditional_power(n, candidate_share=share, method=method)


def test_power_of_strata_is_the_sum_over_every_table():
    strata = [(4, Effect(Fraction(1, 2), Fraction(1, 8))), (3, Effect(Fraction(1, 3), Fraction(0)))]
    wanted = sum(p for k, p in every_table(7, strata).items() if significant(*k, Fraction(1, 5), "exact"))
    assert wanted == power_of_strata(strata, alpha="0.2").exact_value


def test_enclosed_power_of_strata_holds_the_exact_one(monkeypatch):
    strata = [(30, Effect.of_rates("0.4", "0.6")), (20, Effect.of_rates("0.9", "0.9"))]
    exact = power_of_strata(strata).exact_value
    monkeypatch.setattr("discordant.planning.strata._EXACT_WORK", 0)
    low, high = power_of_strata(strata).bracket(64)
    assert low <= exact <= high
    assert high - low < Fraction(1, 2**60)


@given(
    N=st.integers(0, 60),
    cells=st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)).filter(any),
    method=st.sampled_from(METHODS),
    counting=st.sampled_from(("either", "right")),
)
@settings(max_examples=80)
def test_enclosed_power_holds_the_exact_power(N, cells, method, counting):
    total = sum(cells)
    effect = {"p_b": Fraction(cells[0], total), "p_c": Fraction(cells[1], total)}
    exact = power(N, method=method, counting=counting, **effect)
    low, high = power_real(N, method=method, counting=counting, **effect).bracket(64)
    assert low <= exact <= high
    assert high - low < Fraction(1, 2**60)


@given(n=st.integers(0, 400), alpha=st.sampled_from(("0.05", "0.01", "1/32", "0.3", "1/1024")))
@settings(max_examples=60)
def test_critical_counts_never_fall_and_are_the_last_significant_ones(n, alpha):
    for method in METHODS:
        counts = critical_counts(n, alpha, method=method)
        assert all(x <= y for x, y in itertools.pairwise(counts))
        k = counts[n]
        assert k < 0 or significant(n - k, k, Fraction(alpha), method)
        assert 2 * (k + 1) > n or not significant(n - k - 1, k + 1, Fraction(alpha), method)


def test_the_size_of_the_exact_test_never_exceeds_alpha():
    for N in (10, 50, 200):
        for rate in ("0.05", "0.3", "1"):
            assert size(N, discordance=rate) <= Fraction(1, 20)


def test_an_exact_power_beyond_the_budget_is_refused_with_the_way_out():
    with pytest.raises(TooLarge, match=r"the exact power needs 200000 bits, the budget is 60000; power_real"):
        power(50_000, p_b="0.2", p_c="0.1")


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"p_b": "0.2"}, ArgumentError, "give either p_b and p_c, or delta and discordance"),
        ({"delta": "0.3", "discordance": "0.2"}, LevelError, "delta=0.3 is larger than discordance=0.2"),
        (
            {"p_b": "0.7", "p_c": "0.6"},
            LevelError,
            "p_b=7/10 and p_c=3/5 sum to 13/10; an item has",
        ),
        ({"p_b": "2", "p_c": "0"}, LevelError, "p_b=2 is not a probability"),
        ({"p_b": ".2", "p_c": ".1", "method": "wald"}, ArgumentError, "method='wald' is not one of exact, mid-p"),
        ({"p_b": ".2", "p_c": ".1", "counting": "both"}, ArgumentError, "counting='both' is not one of either, right"),
        (
            {"p_b": ".2", "p_c": ".1", "alternative": "baseline"},
            ArgumentError,
            "alternative='baseline' is planned as 'candidate' with p_b and p_c exchanged",
        ),
        (
            {"p_b": ".2", "p_c": ".1", "alternative": "candidate", "method": "edwards"},
            ArgumentError,
            "method='edwards' has no one-sided form here",
        ),
        (
            {"p_b": ".2", "p_c": ".1", "alternative": "candidate", "alpha": "0.6"},
            LevelError,
            "alpha=0.6 is above 1/2: a one-sided test would then reject without any data",
        ),
    ],
)
def test_assumptions_that_make_no_sense_are_refused_by_name(keywords, error, message):
    with pytest.raises(error, match="^" + message.replace("(", r"\(").replace(".", r"\.")):
        power(10, **keywords)


def test_strata_need_items_and_stay_within_their_budget():
    with pytest.raises(ArgumentError, match="strata is empty; give"):
        power_of_strata([])
    with pytest.raises(TooLarge, match="the power over strata needs 1001 items, the budget is 1000"):
        power_of_strata([(1001, Effect.read(p_b="0.1", p_c="0.1"))])
