"""`analyze`: what goes in, what is refused, and that levels and labels arrive where they should."""

import dataclasses
from fractions import Fraction

import pytest

from discordant import Discordant, Table, analyze, exact_p, interval
from discordant.enclosed import delta, odds_ratio, risk_ratio, single
from discordant.errors import ArgumentError, LevelError, TableError, TooLarge, UndefinedError

WORKED = Table(157, 17, 3, 23)


def test_it_holds_what_the_single_functions_give():
    analysis = analyze(WORKED, level="0.9")
    assert analysis.exact.p.exact == exact_p(17, 3)
    assert analysis.delta == Fraction(7, 100)
    assert analysis.odds_ratio == Fraction(17, 3)
    assert analysis.risk_ratio == Fraction(87, 80)
    assert analysis.cohen_g == Fraction(7, 20)
    assert (analysis.least, analysis.smallest.exact) == (5, Fraction(1, 2**19))
    for limits in analysis.intervals:
        single = interval(WORKED, limits.method, level="0.9")
        assert limits.interval.decimal(12) == single.decimal(12)


@pytest.mark.parametrize(
    ("given", "level", "alpha"),
    [
        ({}, "19/20", "1/20"),
        ({"level": "0.99"}, "99/100", "1/100"),
        ({"alpha": "1%"}, "99/100", "1/100"),
        ({"level": "0.9", "alpha": "0.01"}, "9/10", "1/100"),
    ],
)
def test_level_and_alpha_follow_from_each_other(given, level, alpha):
    analysis = analyze(WORKED, **given)
    assert (analysis.level.value, analysis.alpha.value) == (Fraction(level), Fraction(alpha))


def test_the_result_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        analyze(WORKED).delta = Fraction(1)


def test_without_the_concordant_counts_what_they_would_give_is_none():
    analysis = analyze(Discordant(17, 3))
    assert (analysis.delta, analysis.risk_ratio, analysis.contrast, analysis.intervals) == (None, None, None, ())
    assert analysis.baseline.rate is None
    assert analysis.exact.p.exact == exact_p(17, 3)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: analyze(Table(0, 0, 0, 0)), UndefinedError, "the table has no items: nothing was compared"),
        (
            lambda: analyze((157, 17, 3, 23)),
            TableError,
            r"table=\(157, 17, 3, 23\) is a tuple; give Table\(a, b, c, d\) or Discordant\(b, c\)",
        ),
        (
            lambda: analyze(WORKED, level="95"),
            LevelError,
            r"level='95' is not between 0 and 1 \(did you mean '95%'\?\)",
        ),
        (
            lambda: analyze(WORKED, intervals="newcombe"),
            ArgumentError,
            "interval 'newcombe' is unknown; choose all or from delta: .*wald.*; pass-rate: .*wilson",
        ),
        (
            lambda: analyze(Discordant(17, 3), intervals="odds-ratio:wilson,wald"),
            TableError,
            "the delta interval wald needs all four cells; only b and c are known",
        ),
        (lambda: analyze(Discordant(10**10, 0)), TooLarge, "the budget is 1000000000"),
    ],
)
def test_refusals(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_intervals_are_shown_in_the_order_asked_and_once():
    analysis = analyze(WORKED, intervals=["wald", "pass-rate:wilson", "newcombe-plain", "wald"])
    assert [limits.name for limits in analysis.intervals] == [
        "wald",
        "baseline pass rate wilson",
        "candidate pass rate wilson",
        "newcombe-plain",
    ]


def test_all_is_every_registered_interval_and_each_estimand_has_its_section():
    analysis = analyze(WORKED, intervals="all")
    shown = {(limits.estimand, limits.method) for limits in analysis.intervals}
    assert {("delta", method) for method in delta.REGISTRY} <= shown
    assert {("odds-ratio", method) for method in odds_ratio.REGISTRY} <= shown
    assert {("risk-ratio", method) for method in risk_ratio.REGISTRY} <= shown
    assert {("baseline pass rate", method) for method in single.REGISTRY} <= shown
    report = str(analysis)
    for title in ("Odds ratio b/c: 5.667", "Ratio of pass rates, candidate over baseline: 1.088", "other intervals"):
        assert title in report


def test_with_the_discordant_counts_alone_all_is_the_odds_ratio():
    shown = {limits.estimand for limits in analyze(Discordant(17, 0), intervals="all").intervals}
    assert shown == {"odds-ratio"}
    assert "Odds ratio b/c: inf" in str(analyze(Discordant(17, 0), intervals="all"))
    assert "Odds ratio b/c: undefined" in str(analyze(Discordant(0, 0), intervals="all"))


def test_an_interval_that_refuses_the_size_is_listed_with_its_reason():
    (limits,) = analyze(Table(157_000, 1700, 300, 2300), intervals="exact-melded").intervals
    assert limits.interval is None
    assert limits.excludes_null is None
    assert limits.refusal.startswith("exact-melded needs 161300 items, the budget is 500")
