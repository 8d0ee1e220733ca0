"""Which tests and intervals contradict each other, and whether an interval clears no difference."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from discordant import Table, clears_zero, coherence, interval, odds_ratio_interval, risk_ratio_interval
from discordant.enclosed import coherence as module
from discordant.errors import ArgumentError, Undecided, UndefinedError
from strategies import tables

CLOSE = Table(50, 18, 8, 24)


def test_a_close_table_splits_tests_and_intervals():
    found = coherence(CLOSE, methods=["tango", "newcombe-corrected", "tang-score"])
    assert [(test.name, test.rejects) for test in found.tests] == [
        ("exact", False),
        ("mid-p", False),
        ("chi-square", True),
        ("edwards", False),
    ]
    assert [(i.method, i.excludes) for i in found.intervals] == [
        ("tango", True),
        ("newcombe-corrected", False),
        ("tang-score", True),
    ]
    assert ("chi-square", "delta", "newcombe-corrected") in found.contradictions
    assert ("chi-square", "delta", "tango") not in found.contradictions
    assert ("exact", "risk-ratio", "tang-score") in found.contradictions
    assert not found.agrees


def test_a_clear_table_has_no_contradiction():
    found = coherence(Table(157, 17, 3, 23))
    assert found.contradictions == ()
    assert found.agrees
    assert "contradicts" not in str(found)
    assert {i.method for i in found.intervals}.isdisjoint(module.COSTLY)
    assert {i.estimand for i in found.intervals} == {"delta", "risk-ratio", "odds-ratio"}


def test_the_record_shows_itself():
    found = coherence(CLOSE, methods=["tango"], level="0.95")
    assert str(found).splitlines()[0] == "at 95 %:"
    assert "exact contradicts tango (delta)" in str(found)
    assert found._repr_html_().startswith("<pre>at 95 %:\ntests that reject no difference: chi-square")
    document = found.to_dict()
    assert document["contradictions"][0] == {"test": "exact", "estimand": "delta", "method": "tango"}
    assert document["tests"][0]["p"]["numerator"] == str(found.tests[0].p.numerator)
    assert document["tests"][2]["rejects"] is True
    assert document["intervals"] == [{"estimand": "delta", "method": "tango", "excludes": True, "note": None}]
    assert document["level"]["decimal"] == "9.5000000000000000e-1"


@settings(max_examples=30)
@given(tables(limit=100))
def test_dual_pairs_never_contradict(table):
    found = coherence(table, methods=["tango", "tango-cc", "conditional-clopper-pearson", "conditional-mid-p"])
    duals = {
        ("chi-square", "tango"),
        ("edwards", "tango-cc"),
        ("exact", "conditional-clopper-pearson"),
        ("mid-p", "conditional-mid-p"),
    }
    assert not duals & {(test, method) for test, _, method in found.contradictions}


@settings(max_examples=30)
@given(tables(limit=100))
def test_clears_zero_is_the_sign_of_the_limits(table):
    for method in ("wald", "newcombe-plain", "tango-cc"):
        found = interval(table, method)
        assert clears_zero(table, method) is (found.lower.sign() > 0 or found.upper.sign() < 0)


def test_clears_zero_of_a_ratio_is_about_1():
    for method in ("wald-log", "tang-score", "mover-wilson"):
        found = risk_ratio_interval(CLOSE, method)
        expected = found.lower.compare(1) > 0 or found.upper.compare(1) < 0
        assert clears_zero(CLOSE, method) is expected
        assert clears_zero(CLOSE, method, estimand="risk-ratio") is expected
    lower = odds_ratio_interval(CLOSE, "clopper-pearson").lower
    assert clears_zero(CLOSE, "clopper-pearson", estimand="odds-ratio") is (lower.compare(1) > 0)


def test_what_exceeds_a_budget_is_reported_not_guessed():
    found = coherence(Table(10**10, 10**11, 10**11 + 10**6, 7), methods=["tango", "conditional-clopper-pearson"])
    exact = found.tests[0]
    assert (exact.name, exact.p, exact.rejects) == ("exact", None, None)
    assert "10" in str(exact.note)
    assert exact.to_dict()["p"] is None
    assert found.intervals[1].excludes is None
    assert found.intervals[1].note
    assert not found.agrees
    assert "tests not decided: exact, mid-p" in str(found)
    assert "intervals not decided: conditional-clopper-pearson (delta)" in str(found)


def test_the_exact_tests_of_a_huge_table_are_decided_by_enclosures():
    found = coherence(Table(10, 6 * 10**6, 6 * 10**6 + 12000, 7), methods=["tango"])
    assert [test.rejects for test in found.tests] == [True, True, True, True]
    assert not isinstance(found.tests[0].p, Fraction)
    assert found.tests[0].to_dict()["p"]["float"] > 0


def test_an_undecided_test_is_reported():
    class Stuck:
        def compare(self, alpha: Fraction) -> int:
            raise Undecided("the comparison is too close to call", bits=64)

    verdict = module._decided("chi-square", Stuck(), Fraction(1, 20))
    assert verdict.rejects is None
    assert verdict.note == "the comparison is too close to call (undecided at 64 bits)"


def test_errors_name_the_method_and_the_estimand():
    with pytest.raises(ArgumentError, match="method='newcombe' is not an interval with a null value; choose one of"):
        clears_zero(CLOSE, "newcombe")
    with pytest.raises(ArgumentError, match="method='wald' is not an interval with a null value"):
        clears_zero(CLOSE, "wald", estimand="risk-ratio")
    with pytest.raises(ArgumentError, match="estimand='g' is not one of delta, risk-ratio, odds-ratio"):
        clears_zero(CLOSE, "wald", estimand="g")
    with pytest.raises(UndefinedError, match="coherence of a table without items is undefined"):
        coherence(Table(0, 0, 0, 0))
