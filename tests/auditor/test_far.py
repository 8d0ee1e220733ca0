"""Long rows: bounds that answer at once, far tails decided without their sums, and what a search leaves out."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.auditor import Claim, audit, rows
from discordant.auditor.finding import UNFINISHED
from discordant.auditor.laws import LAWS, FisherLaw, TailLaw
from discordant.auditor.point import Point
from discordant.auditor.printed import Printed
from discordant.auditor.readings import OddsTarget
from discordant.auditor.solve import first
from discordant.auditor.text_report import finding_text
from discordant.errors import TooLarge
from discordant.table import Discordant

F = Fraction
TAILS = [law for law in LAWS.values() if isinstance(law, TailLaw)]


@pytest.mark.parametrize("law", TAILS, ids=lambda law: law.id)
@pytest.mark.parametrize("n", [1, 4, 9, 10, 33, 70])
def test_far_tails_compare_as_their_fractions_do(law, n, monkeypatch):
    """With the exact rows switched off, bounds and enclosures decide as the plain fractions, ties included."""
    below = [Point(n, net) for net in range(n % 2 or 2, n + 1, 2)]
    values = [law.p(at) for at in below]
    monkeypatch.setattr(rows, "EXACT_ROW", 0)

    for at, value in zip(below, values, strict=True):
        tie = value == law.constant
        for x in (F(0), F(1, 2**40), F(1, 20), F(1, 2), 1 - F(1, 2**30), F(1), F(3, 2), value + F(1, 2**80)):
            if x != value or tie:
                assert law.compare(at, x) == (value > x) - (value < x)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 60), st.none() | st.floats(-50, 200))
def test_a_guess_changes_no_search(low, length, threshold, near):
    high = low + 2 * length
    expected = next((n for n in range(low, high + 1, 2) if n >= threshold), high + 2)

    assert first(low, high, lambda n: n >= threshold, near) == expected


def hypergeometric_p(items, s, t):
    total = s + t
    weights = [comb(items, k) * comb(items, total - k) for k in range(max(0, total - items), min(items, total) + 1)]
    here = comb(items, s) * comb(items, t)
    return F(sum(weight for weight in weights if weight <= here), comb(2 * items, total))


def test_fisher_is_ruled_out_only_where_its_p_is_outside():
    law = LAWS["unpaired-fisher"]
    assert isinstance(law, FisherLaw)
    proved = 0
    for items, s, t in ((20, 19, 2), (60, 58, 8), (60, 30, 29), (200, 174, 160), (200, 174, 40), (5, 5, 0), (5, 2, 2)):
        p = hypergeometric_p(items, s, t)
        for low, high in ((F(7, 200), F(9, 200)), (F(1, 2), None), (None, F(1, 10**9))):
            inside = (low is None or p >= low) and (high is None or p <= high)
            ruled_out = law.excludes(Point(abs(s - t), s - t, items, s, t), low, high)
            assert not (inside and ruled_out)
            proved += ruled_out
    assert proved >= 8


def test_a_p_beyond_every_bound_is_inconsistent_at_200000_items():
    finding = audit(Claim(candidate="174000/200000", baseline="160000/200000", p="0.04"))

    assert (finding.verdict, finding.limits) == ("inconsistent", ())
    assert "no integer table with these margins has exact p above 2.967e-652" in finding.contradiction


def test_a_search_that_ended_early_says_so_and_not_that_little_was_printed():
    claim = Claim(candidate="6000/10000", baseline="6000/10000", p="0.9999", interval="[5.0, 6.0] pp")
    finding = audit(claim)

    assert finding.verdict == "underdetermined"
    assert not finding.tables.count
    assert finding.limits
    assert finding.meaning == UNFINISHED
    assert "too little is printed" not in finding_text(finding)


@pytest.mark.parametrize(
    ("baseline", "p", "verdict"), [(800_000_000, "0.05", "inconsistent"), (869_970_000, "0.04", "consistent")]
)
def test_a_billion_items_are_audited_at_once(baseline, p, verdict):
    finding = audit(Claim(candidate="870000000/1000000000", baseline=f"{baseline}/1000000000", p=p))

    assert finding.verdict == verdict
    assert len(finding.bounds) == 4


def test_n_star_of_a_billion_items_is_where_the_critical_statistic_says():
    finding = audit(Claim(candidate="870000000/1000000000", baseline="869970000/1000000000"))

    exact, mid, chi, edwards = (bound.n_star for bound in finding.bounds)
    # d^2 / z^2 and (d - 1)^2 / z^2 with z^2 = 3.841458820694124, the chi-square quantile of 0.95
    assert abs(chi - 30_000**2 / 3.841458820694124) < 2
    assert abs(edwards - 29_999**2 / 3.841458820694124) < 2
    assert abs(exact - edwards) < 10
    assert abs(mid - chi) < 10


@pytest.mark.parametrize(
    "fields", [{"N": 2 * 10**9}, {"candidate": "1740000000/2000000000"}, {"net": -2 * 10**9}, {"b": ">= 2000000000"}]
)
def test_more_items_than_the_budget_are_refused_at_once(fields):
    with pytest.raises(TooLarge, match="2000000000 items, the budget is 1000000000; no larger count is audited"):
        audit(fields)


def test_printed_counts_bound_the_search_themselves():
    assert audit(Claim(b=700, c=600, p="0.0060", method="exact")).tables.first == (Discordant(700, 600),)
    finding = audit(Claim(b=10**8, c=10**8 + 50_000, p="0.0004", conclusion="significant"))

    assert (finding.verdict, finding.limits) == ("consistent", ())
    assert finding.decision.answer == "follows"


@pytest.mark.parametrize("form", ["b/c", "inverse", "unpaired", "unpaired-inverse"])
@pytest.mark.parametrize("text", ["1.5", "0.7", "1.0", "> 3", "< 0.4", "5.67"])
def test_the_odds_ratios_run_equals_trying_every_n(form, text):
    target = OddsTarget(Printed.read(text).span(), form)
    for net in (-7, -2, 0, 1, 6):
        at = Point(abs(net), net, 200, 90 + net, 90)
        held = [n for n in range(abs(net), 150 - net % 2, 2) if target.holds(at._replace(n=n))]
        last = max(range(abs(net), 150 - net % 2, 2))
        assert target.run(at, last) == ((held[0], held[-1]) if held else None)


def test_an_odds_ratio_of_a_billion_items_is_inverted_at_once():
    finding = audit(Claim(candidate=870_000_000, baseline=869_990_000, N=10**9, odds_ratio="1.001"))

    assert finding.verdict == "consistent"
    assert finding.tables.first[0].b * 2000 <= finding.tables.first[0].c * 2003
