"""Posterior, e-value, confidence sequence and monitor, against integrals, sums over every path, and known values."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.errors import ArgumentError, TableError, TooLarge
from discordant.exact.pvalues import mid_p
from discordant.sequential import Monitor, Rule, confidence_sequence, e_value, posterior
from strategies import splits


@given(split=splits())
def test_the_uniform_posterior_is_one_minus_the_one_sided_mid_p(split):
    b, c = split
    assert posterior(b, c) == 1 - mid_p(b, c, alternative="candidate")


def beta_mass_above_half(A: int, B: int) -> Fraction:
    """Integrate theta^(A-1) (1-theta)^(B-1) term by term over [1/2, 1] and over [0, 1]."""

    def integral(low: Fraction) -> Fraction:
        return sum(Fraction((-1) ** j * math.comb(B - 1, j), A + j) * (1 - low ** (A + j)) for j in range(B))

    return integral(Fraction(1, 2)) / integral(Fraction(0))


@given(b=st.integers(0, 12), c=st.integers(0, 12), prior=st.tuples(st.integers(1, 4), st.integers(1, 4)))
@settings(max_examples=80)
def test_the_posterior_is_the_integral_of_the_beta_density(b, c, prior):
    assert posterior(b, c, prior=prior) == beta_mass_above_half(b + prior[0], c + prior[1])


@pytest.mark.parametrize("alternative", ["two-sided", "candidate", "baseline"])
@pytest.mark.parametrize("prior", [(1, 1), (3, 2)])
def test_the_e_value_has_expectation_one_under_no_difference_at_every_n(alternative, prior):
    for n in range(20):
        mean = sum(
            Fraction(math.comb(n, b), 2**n) * e_value(b, n - b, alternative=alternative, prior=prior)
            for b in range(n + 1)
        )
        assert mean == 1


@given(split=splits(limit=60))
@settings(max_examples=60)
def test_the_e_value_is_a_martingale(split):
    b, c = split
    for alternative in ("two-sided", "candidate", "baseline"):
        now = e_value(b, c, alternative=alternative)
        assert now == (e_value(b + 1, c, alternative=alternative) + e_value(b, c + 1, alternative=alternative)) / 2


def test_the_one_sided_e_value_is_safe_against_every_worse_candidate():
    for share in (Fraction(0), Fraction(1, 5), Fraction(2, 5)):
        for n in range(12):
            mean = sum(
                math.comb(n, b) * share**b * (1 - share) ** (n - b) * e_value(b, n - b, alternative="candidate")
                for b in range(n + 1)
            )
            assert mean <= 1


def test_the_worked_example_has_the_known_e_value():
    assert e_value(17, 3) == Fraction(2**20, 21 * math.comb(20, 3)) == Fraction(262144, 5985)


def test_watching_all_the_way_errs_at_most_alpha():
    """Every path of 12 fair coins: the share that ever reaches 1/alpha is at most alpha."""
    alpha = Fraction(1, 5)
    crossed = 0
    for path in itertools.product((True, False), repeat=12):
        monitor = Monitor(Rule.read(alpha))
        for candidate in path:
            monitor.update(baseline=not candidate, candidate=candidate)
            if monitor.stopped:
                crossed += 1
                break
    assert 0 < Fraction(crossed, 2**12) <= alpha


@given(split=splits(limit=200), level=st.sampled_from(("0.9", "0.95", "0.99")))
@settings(max_examples=40)
def test_the_confidence_sequence_ends_where_the_e_value_reaches_its_bound(split, level):
    b, c = split
    found = confidence_sequence(b, c, level=level)
    mixture = e_value(b, c) / 2 ** (b + c)

    def log_excess(theta: float) -> float:
        return math.log(mixture) - b * math.log(theta) - c * math.log1p(-theta) + math.log(1 - float(level))

    for limit, sign in ((float(found.lower), -1), (float(found.upper), 1)):
        if limit in (0.0, 1.0):
            continue
        assert abs(log_excess(limit)) < 1e-6 * (1 + b + c)
        outside = limit + sign * 1e-4 * min(limit, 1 - limit)
        assert log_excess(outside) > log_excess(limit)


def test_the_confidence_sequence_covers_along_every_path():
    """Exact coverage of the whole sequence up to 12 items, theta = 7/10 and level 4/5."""
    theta, level = Fraction(7, 10), Fraction(4, 5)
    missed = Fraction(0)
    alive = {(0, 0): Fraction(1)}
    for _ in range(12):
        new: dict[tuple[int, int], Fraction] = {}
        for (b, c), p in alive.items():
            for key, q in (((b + 1, c), theta), ((b, c + 1), 1 - theta)):
                new[key] = new.get(key, Fraction(0)) + p * q
        alive = {}
        for (b, c), p in new.items():
            if confidence_sequence(b, c, level=level).contains(theta):
                alive[b, c] = p
            else:
                missed += p
    assert missed <= 1 - level


def test_no_data_give_no_evidence():
    assert e_value(0, 0) == 1
    assert posterior(0, 0) == Fraction(1, 2)
    assert confidence_sequence(0, 0).decimal(2) == ("0.00", "1.00")


def test_a_monitor_says_what_kind_of_number_it_shows():
    monitor = Monitor(Rule.read("0.05", most=30))
    monitor.update(baseline=True, candidate=True)
    for _ in range(7):
        monitor.update(baseline=False, candidate=True)
    text = str(monitor).splitlines()
    assert text[:2] == ["still running", "8 items, 7-0 discordant: e = 16 (largest 16), anytime-valid p 0.0625"]
    assert text[-1] == (
        "rule: stop when e >= 20 (two-sided), or after 30 items; this is not the fixed-n p-value, which may be read"
        " once only"
    )
    assert monitor.to_dict()["cells"]["candidate_only"] == 7


def test_an_e_value_beyond_binary64_is_shown_by_its_logarithm():
    monitor = Monitor(Rule.read(Fraction(1, 10**400)))
    while monitor.stopped is None:
        monitor.update(baseline=False, candidate=True)
    assert "e = 10^400." in str(monitor)
    assert monitor.to_dict()["e"]["float"] is None


def test_a_monitor_stops_by_its_rule_and_takes_nothing_more():
    monitor = Monitor(Rule.read(most=2))
    monitor.update(baseline=True, candidate=True)
    monitor.update(baseline=True, candidate=False)
    assert monitor.stopped == "most"
    assert monitor.anytime_p == 1
    with pytest.raises(TableError, match="the monitor has stopped by its rule"):
        monitor.update(baseline=True, candidate=True)


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ArgumentError, match=r"prior=\(0\.5, 0\.5\) is not a pair of whole numbers"):
        posterior(1, 1, prior=(0.5, 0.5))
    with pytest.raises(ArgumentError, match=r"prior=1 is not a pair"):
        e_value(1, 1, prior=1)
    with pytest.raises(TooLarge, match="the e-value needs 200001 discordant items"):
        e_value(200_000, 1)
    with pytest.raises(TableError, match="candidate=1 is not an outcome"):
        Monitor(Rule.read()).update(baseline=True, candidate=1)
    with pytest.raises(ArgumentError, match="most=0 would stop before the first item"):
        Rule.read(most=0)
