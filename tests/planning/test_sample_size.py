"""Searches for N and for delta, the outlook, the pilot and the flip distance, against plain scans."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.errors import ArgumentError, TooLarge, UndefinedError
from discordant.exact.pvalues import exact_p
from discordant.planning import (
    Effect,
    flip_distance,
    least_delta,
    least_items,
    outlook,
    plan_from_pilot,
    power,
)
from discordant.planning.design import Design
from discordant.planning.information import out_of_reach
from discordant.table import Discordant, Table


def test_eighty_percent_power_needs_249_items_for_the_exact_test_and_230_for_mid_p():
    assert least_items("0.8", p_b="0.2", p_c="0.1").first == 249
    assert least_items("0.8", p_b="0.2", p_c="0.1", counting="right").first == 249
    assert least_items("0.8", p_b="0.2", p_c="0.1", method="mid-p").first == 230


@pytest.mark.parametrize("method", ["exact", "mid-p", "chi-square", "edwards"])
@pytest.mark.parametrize(("p_b", "p_c", "target"), [("0.5", "0.1", "0.8"), ("0.3", "0", "0.9"), ("0.4", "0.2", "0.3")])
def test_both_numbers_are_those_of_a_plain_scan(method, p_b, p_c, target):
    found = least_items(target, p_b=p_b, p_c=p_c, method=method)
    reached = {N: power(N, p_b=p_b, p_c=p_c, method=method) >= Fraction(target) for N in range(found.horizon + 1)}
    assert found.first == min(N for N, yes in reached.items() if yes)
    assert found.horizon == 4 * found.first
    assert found.holds_from == max((N for N, yes in reached.items() if not yes), default=-1) + 1


def test_power_that_is_not_monotone_is_said_so():
    found = least_items("0.6", p_b="0.65", p_c="0.35", method="chi-square")
    assert found.first < found.holds_from
    assert str(found) == (
        f"{found.first} items reach a power of 0.6 with the chi-square test; power is not monotone in the number of"
        f" items, and from {found.holds_from} on no N up to {found.horizon} misses it"
    )
    plain = least_items("0.8", p_b="0.2", p_c="0.1")
    assert str(plain) == "249 items reach a power of 0.8 with the exact test, and no N up to 996 misses it again"
    assert plain.to_dict() == {"first": 249, "holds_from": 249, "horizon": 996, "method": "exact"}


def test_searches_that_cannot_end_are_refused():
    with pytest.raises(UndefinedError, match="delta=0: there is no difference to find"):
        least_items("0.8", p_b="0.1", p_c="0.1")
    with pytest.raises(ArgumentError, match="horizon=100 is below the first N that reaches the power, 249"):
        least_items("0.8", p_b="0.2", p_c="0.1", horizon=100)


def test_a_search_beyond_its_budget_is_refused_with_the_way_out(monkeypatch):
    monkeypatch.setattr("discordant.planning.sample_size.MAX_ITEMS", 1000)
    with pytest.raises(TooLarge, match=r"power 0\.8 needs more than 1000 items, which is the budget; plan for a"):
        least_items("0.8", delta="0.045", discordance="0.5")


def test_a_power_out_of_reach_is_refused_before_the_search(monkeypatch):
    monkeypatch.setattr("discordant.planning.sample_size.region", None)
    with pytest.raises(TooLarge, match=r"power 0\.8 needs more than 400000 items, which is the budget"):
        least_items("0.8", delta="0.0001", discordance="0.5")


@given(
    p_b=st.fractions(0, Fraction(1, 2), max_denominator=40),
    p_c=st.fractions(0, Fraction(1, 2), max_denominator=40),
    target=st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50),
    method=st.sampled_from(["exact", "mid-p", "chi-square", "edwards"]),
    alpha=st.sampled_from(["0.001", "0.05", "0.3"]),
    N=st.integers(0, 60),
)
@settings(max_examples=100, deadline=None)
def test_no_power_in_reach_is_called_out_of_reach(p_b, p_c, target, method, alpha, N):
    """The bound by information never contradicts the power summed exactly."""
    effect, design = Effect.read(p_b=p_b, p_c=p_c), Design.read(alpha, method=method)
    if out_of_reach(N, target, effect, design):
        assert power(N, p_b=p_b, p_c=p_c, method=method, alpha=alpha) < target


def test_the_bound_by_information_is_within_a_small_factor():
    effect, design = Effect.read(p_b="0.2", p_c="0.1"), Design.read()
    assert out_of_reach(100, Fraction(4, 5), effect, design)
    assert not out_of_reach(249, Fraction(4, 5), effect, design)


def test_targets_are_printed_as_they_are():
    assert str(least_items("0.9999999", p_b="0.9", p_c="0")).startswith(
        f"{least_items('0.9999999', p_b='0.9', p_c='0').first} items reach a power of 0.9999999 with the exact test"
    )
    shown = str(outlook(82, discordance="0.3", target="0.9999999", alpha="0.0500000001"))
    assert "is found with probability 0.9999999; smaller" in shown
    assert "alpha 0.0500000001" in shown


def test_an_outlook_of_few_items_says_what_cannot_be_found():
    assert str(outlook(5, discordance="0.2")).splitlines()[2:] == [
        "  1 discordant item: no split is significant, not even 1-0",
        "  no true difference up to 20 points, the whole discordance, reaches a power of 0.8",
    ]
    assert str(outlook(3, discordance="0.1")).splitlines()[2] == "  no discordant items leave nothing to test: p is 1"


def test_a_horizon_at_which_the_power_falls_back_is_refused():
    found = least_items("0.6", p_b="0.65", p_c="0.35", method="chi-square")
    misses = [
        N
        for N in range(found.first, found.holds_from)
        if power(N, p_b="0.65", p_c="0.35", method="chi-square") < Fraction(3, 5)
    ]
    with pytest.raises(UndefinedError, match=rf"falls below 0\.6 again at the horizon of {misses[0]} items"):
        least_items("0.6", p_b="0.65", p_c="0.35", method="chi-square", horizon=misses[0])


@pytest.mark.parametrize("method", ["exact", "mid-p", "chi-square", "edwards"])
def test_the_least_delta_is_the_first_of_a_plain_scan(method):
    unit = Fraction(1, 100)
    wanted = next(
        k * unit for k in range(31) if power(80, delta=k * unit, discordance="0.3", method=method) >= Fraction(1, 2)
    )
    assert wanted == least_delta(80, discordance="0.3", target="0.5", step="0.01", method=method)


def test_no_delta_is_found_where_none_can_be():
    assert least_delta(10, discordance="0.3") is None


def test_the_outlook_of_82_items_names_what_they_could_have_shown():
    seen = outlook(82, discordance="0.1")
    assert (seen.least_n, seen.expected_n, seen.smallest_split) == (6, 8, (8, 0))
    assert seen.smallest_delta == Fraction(8, 82)
    told = seen.to_dict()
    assert told["smallest_split"] == [8, 0]
    for name in ("discordance", "smallest_delta", "least_delta", "target"):
        assert Fraction(int(told[name]["numerator"]), int(told[name]["denominator"])) == getattr(seen, name)
    assert told["size"] == seen.size.to_dict()
    hopeless = outlook(20, discordance="0.1")
    assert str(hopeless).splitlines()[2:] == [
        "  2 discordant items: no split is significant, not even 2-0",
        "  no true difference up to 10 points, the whole discordance, reaches a power of 0.8",
    ]


def test_an_outlook_of_many_items_needs_no_exact_size():
    many = outlook(10_100, discordance="0.12")
    assert many.size.exact_value is None
    assert many.size.compare(Fraction(1, 20)) < 0
    assert float(many.size) == many.to_dict()["size"]["float"]


def test_the_assurance_is_the_average_power_over_the_posterior_of_the_pilot():
    """Posterior predictive by sums over every (b, c) with the Dirichlet-multinomial mass."""
    pilot, N, concordant = Table(5, 4, 1, 2), 9, 7

    def rising(x: int, k: int) -> int:
        return math.prod(range(x, x + k))

    total = Fraction(0)
    for b in range(N + 1):
        for c in range(N + 1 - b):
            rest = N - b - c
            mass = Fraction(
                math.factorial(N) * rising(pilot.b + 1, b) * rising(pilot.c + 1, c) * rising(concordant + 1, rest),
                math.factorial(b) * math.factorial(c) * math.factorial(rest) * rising(pilot.N + 3, N),
            )
            total += mass * (exact_p(b, c) < Fraction(1, 10))
    plan = plan_from_pilot(pilot, N, alpha="0.1")
    assert total == plan.assurance
    assert plan.at_estimate == power(N, p_b=Fraction(4, 12), p_c=Fraction(1, 12), alpha="0.1")
    assert plan.assurance_candidate < plan.assurance


def test_a_pilot_plan_prints_what_uncertainty_costs():
    plan = plan_from_pilot(Table(70, 6, 2, 4), 200)
    assert str(plan) == (
        "exact test, 200 items: power 0.531 if the pilot's rates were exact, 0.476 once their uncertainty counts"
        " (0.466 in the candidate's favour)"
    )
    told = plan.to_dict()
    assert told["N"] == 200
    for name in ("at_estimate", "assurance", "assurance_candidate"):
        assert Fraction(int(told[name]["numerator"], 0), int(told[name]["denominator"], 0)) == getattr(plan, name)
    with pytest.raises(UndefinedError, match="the pilot has no items"):
        plan_from_pilot(Table(0, 0, 0, 0), 10)
    with pytest.raises(TooLarge, match="the assurance needs 2001 items"):
        plan_from_pilot(Table(1, 1, 1, 1), 2001)


@given(cells=st.tuples(st.integers(0, 4), st.integers(0, 18), st.integers(0, 10), st.integers(0, 4)))
@settings(max_examples=80)
def test_the_flip_distance_is_the_nearest_split_of_a_full_search(cells):
    a, b, c, d = cells
    N = sum(cells)
    nearest: dict[str, int] = {}
    for x in range(N + 1):
        for y in range(N + 1 - x):
            verdict = "neither" if exact_p(x, y) >= Fraction(1, 20) else "candidate" if x > y else "baseline"
            nearest[verdict] = min(nearest.get(verdict, 10**9), abs(x - b) + abs(y - c))
    found = flip_distance(Table(a, b, c, d))
    assert nearest.get(found.verdict) == 0
    for verdict, reach in found.flips.items():
        assert (None if reach is None else reach[0]) == nearest.get(verdict)
        if reach is not None:
            assert abs(reach[1] - b) + abs(reach[2] - c) == reach[0]


def test_flip_distances_read_as_sentences():
    assert str(flip_distance(Table(157, 17, 3, 23))) == (
        "verdict now: candidate better (exact test)\n"
        "  baseline better: 20 flips, to 0-6\n"
        "  no significant difference: 4 flips, to 17-7"
    )
    assert "candidate better: out of reach with these items" in str(flip_distance(Table(1, 0, 0, 1)))
    assert flip_distance(Discordant(0, 0)).to_dict()["flips"] == {
        "candidate": {"flips": 6, "b": 6, "c": 0},
        "baseline": {"flips": 6, "b": 0, "c": 6},
    }


def test_an_effect_knows_its_rates():
    effect = Effect.read(delta="-0.05", discordance="20%")
    assert (effect.p_b, effect.p_c, effect.delta, effect.discordance) == (
        Fraction(3, 40),
        Fraction(1, 8),
        Fraction(-1, 20),
        Fraction(1, 5),
    )
    assert Effect(Fraction(0), Fraction(0)).candidate_share is None
