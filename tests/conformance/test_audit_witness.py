"""The audit vectors against an enumeration that shares no code with the auditor, and what it stops."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.auditor.laws import LAWS
from discordant.auditor.point import Point
from discordant.conformance import audit_witness, generate, vectors_file
from discordant.conformance.audit_laws import WAYS, Cells
from discordant.conformance.witness import DisagreementError

CASES = {case["id"]: case for case in vectors_file.cases(("audit",))}
LONG = ("audit/0002", "audit/0006", "audit/0007", "audit/0008")
"""Seconds each: a thousand items, fifteen intervals on 27 tables, every N up to 300."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in CASES])
def test_trying_every_table_gives_what_the_vector_says(name):
    audit_witness.confirm(CASES[name]["inputs"], CASES[name]["expect"])


@pytest.mark.parametrize(
    ("name", "field", "wrong"),
    [
        ("audit/0001", "table_count", 15),
        ("audit/0001", "tables", [[17, 3]]),
        ("audit/0003", "significant", "always"),
        ("audit/0003", "bounds", []),
        ("audit/0015", "readings", [["exact"]]),
        ("audit/0017", "verdict", "inconsistent"),
        ("audit/0022", "decision", "follows"),
        ("audit/0009", "possible_N", [500]),
    ],
)
def test_a_vector_that_is_wrong_in_one_field_is_refused_by_its_name(name, field, wrong):
    record = {**CASES[name]["expect"], field: wrong}
    with pytest.raises(DisagreementError, match=f"trying every table does not give its {field}$"):
        audit_witness.confirm(CASES[name]["inputs"], record)


def test_bounds_are_looked_at_to_their_last_digit():
    record = CASES["audit/0004"]["expect"]
    exact, mid, chi, edwards = record["bounds"]
    for wrong in (
        [{**exact, "p_max": {"fraction": "594/1024"}}, mid, chi, edwards],
        [exact, mid, {**chi, "p_min": {"lo": chi["p_min"]["hi"], "hi": chi["p_min"]["hi"] + "1"}}, edwards],
        [exact, mid, chi, {**edwards, "n_star": "3"}],
    ):
        with pytest.raises(DisagreementError, match="bounds"):
            audit_witness.confirm(CASES["audit/0004"]["inputs"], {**record, "bounds": wrong})


def test_the_generator_writes_no_audit_vector_that_the_enumeration_does_not_give(monkeypatch):
    wrong = {**CASES["audit/0021"], "expect": {**CASES["audit/0021"]["expect"], "verdict": "consistent"}}
    others = [case for name, case in CASES.items() if name in ("audit/0012", "audit/0014")]
    monkeypatch.setattr(generate, "_audits", lambda: [*others, wrong])
    monkeypatch.setattr(
        generate, "all_cases", lambda: (generate.Case("audit", c["inputs"], ()) for c in (*others, wrong))
    )
    with pytest.raises(DisagreementError, match=r"audit \{'b': '4'.*does not give its verdict"):
        generate.texts(only="audit")


def test_a_claim_beyond_the_enumeration_is_refused_rather_than_waved_through():
    with pytest.raises(DisagreementError, match="a claim's odds_ratio is not read here"):
        audit_witness.confirm({"b": "1", "c": "2", "odds_ratio": "0.5"}, {})
    with pytest.raises(DisagreementError, match="'1e-3' is not read here"):
        audit_witness.confirm({"b": "1", "c": "2", "p": "1e-3"}, CASES["audit/0012"]["expect"])


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_every_test_met_in_print_has_one_p_in_both_algorithms(a, b, c, d):
    cells = Cells(b, c, a, d + 1)
    s, t, items = cells.margins
    for way in WAYS:
        law = LAWS[way.name]
        at = Point(b + c, b - c, items, s, t)
        found, p = way.p(cells), law.p(at)
        if isinstance(p, Fraction):
            assert found == p, way.name
        else:
            lo, hi = p.bracket(120)
            assert lo - Fraction(1, 10**30) < Fraction(str(found)) < hi + Fraction(1, 10**30), way.name
        if way.statistic is not None:
            assert way.statistic(cells) == law.statistic(at), way.name
    assert {way.name for way in WAYS} == set(LAWS)
