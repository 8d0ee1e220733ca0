"""The isolated root of a score equation: far ratios, counts beyond floats, sides close to the root."""

from __future__ import annotations

from fractions import Fraction

import pytest

from discordant import Table, interval, risk_ratio_interval
from discordant.enclosed import score_root
from discordant.enclosed.delta.tango import tango_score
from discordant.enclosed.interval import Quantile
from discordant.enclosed.score_root import ScoreRoot
from discordant.errors import Undecided

WORKED = Table(157, 17, 3, 23)


def root_of(quantile: Quantile) -> ScoreRoot:
    return ScoreRoot(tango_score(WORKED, 0), quantile, Fraction(-1), Fraction(14, 200), Fraction(24, 200), "the root")


def test_a_side_next_to_the_root_takes_more_bits():
    root = root_of(Quantile.of("0.95"))
    lo, hi = root.refine(400)
    assert root.side(lo) == 1
    assert root.side(hi) == -1
    assert (hi - lo) * 2**400 <= Fraction(24, 200)


def test_a_side_that_no_precision_settles_is_undecided(monkeypatch):
    monkeypatch.setattr(score_root, "_MAX_SIDE_BITS", 128)
    root = root_of(Quantile.of("0.95"))
    lo, _ = root_of(Quantile.of("0.95")).refine(400)
    with pytest.raises(Undecided, match="the side of the root is too close to call"):
        root.side(lo)


@pytest.mark.parametrize("quantile", [Quantile.of("0.95"), Quantile.of(z="1.96")], ids=str)
def test_bisection_alone_reaches_the_same_root(quantile, monkeypatch):
    expected = root_of(quantile).refine(120)
    monkeypatch.setattr(ScoreRoot, "_newton", lambda self, bits: False)
    monkeypatch.setattr(ScoreRoot, "_proposal", lambda self: None)
    lo, hi = root_of(quantile).refine(120)
    assert max(lo, expected[0]) <= min(hi, expected[1])


def test_a_wrong_proposal_costs_time_only(monkeypatch):
    expected = root_of(Quantile.of("0.95")).refine(120)
    for wrong in (Fraction(1, 50), Fraction(-9, 10), Fraction(5)):
        monkeypatch.setattr(ScoreRoot, "_proposal", lambda self, wrong=wrong: wrong)
        lo, hi = root_of(Quantile.of("0.95")).refine(120)
        assert max(lo, expected[0]) <= min(hi, expected[1])


def test_counts_beyond_floats_are_served():
    found = interval(Table(10**310, 3 * 10**309, 10**309, 0), "tango")
    share = Fraction(2, 14)
    assert found.lower.compare(share) == -1
    assert found.upper.compare(share) == 1
    assert found.decimal(30) == ("0.142857142857142857142857142857", "0.142857142857142857142857142857")


@pytest.mark.parametrize("b", [10**3, 10**9, 10**15])
def test_ratios_far_from_1_are_served(b):
    found = risk_ratio_interval(Table(0, b, 1, 0), "tang-score")
    assert found.lower.compare(b // 100) == 1
    assert found.upper.compare(10 * b) == -1
    mirrored = risk_ratio_interval(Table(0, 1, b, 0), "tang-score")
    lo, hi = mirrored.lower.enclose(30)
    low, high = found.upper.enclose(30)
    assert lo * low <= 1 <= hi * high
