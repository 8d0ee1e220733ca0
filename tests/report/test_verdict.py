"""The verdict never says more than p allows; findings are what the command line documents."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings

import strategies
from discordant import Discordant, Table, analyze
from discordant.report.verdict import FINDINGS


@settings(max_examples=100)
@given(strategies.tables())
def test_the_kind_is_decided_by_the_exact_test_and_the_least_number_alone(table):
    analysis = analyze(table)
    p = analysis.exact.p.exact
    if table.n < 6:
        expected = "cannot-tell"
    elif p >= Fraction(1, 20):
        expected = "no-difference-shown"
    else:
        expected = "candidate-better" if table.b > table.c else "baseline-better"
    assert analysis.verdict.kind == expected


@settings(max_examples=100)
@given(strategies.tables())
def test_findings_are_their_definitions(table):
    analysis = analyze(table)
    significant = analysis.exact.p.exact < Fraction(1, 20)
    definitions = {
        "regression": significant and table.b < table.c,
        "difference": significant,
        "not-improved": not (significant and table.b > table.c),
        "cannot-tell": table.n < 6,
    }
    assert analysis.findings == tuple(name for name in FINDINGS if definitions[name])


@settings(max_examples=60)
@given(strategies.tables())
def test_swapping_the_runs_swaps_the_verdict(table):
    mirror = {"candidate-better": "baseline-better", "baseline-better": "candidate-better"}
    kind = analyze(table).verdict.kind
    assert analyze(table.swapped()).verdict.kind == mirror.get(kind, kind)


@settings(max_examples=60)
@given(strategies.tables())
def test_every_dissenting_test_is_named_in_the_sentence_and_no_other(table):
    analysis = analyze(table)
    exact, *others = analysis.decisions
    for other in others:
        named = f"{other.label} (" in analysis.verdict.sentence
        assert named == (other.significant != exact.significant)


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        (
            Discordant(0, 0),
            "Cannot tell: the runs agree on every item, so nothing here can show a difference.",
        ),
        (
            Discordant(1, 0),
            "Cannot tell: 1 discordant item could not have reached p < 0.05 however it fell (exact p = 1, at best 1).",
        ),
        (
            Discordant(5, 0),
            "Cannot tell: 5 discordant items could not have reached p < 0.05 however they split (exact p = 0.0625, at"
            " best 0.0625); the methods disagree, for mid-p (0.0312) and chi-square (0.0253) are below 0.05.",
        ),
        (
            Discordant(3, 17),
            "The baseline passes more often than the candidate: exact p = 0.0026 is below 0.05.",
        ),
    ],
)
def test_sentences(counts, sentence):
    assert analyze(counts).verdict.sentence == sentence


def test_at_alpha_equal_to_p_nothing_is_significant():
    analysis = analyze(Discordant(6, 0), alpha="1/32")
    assert analysis.exact.p.exact == Fraction(1, 32)
    assert analysis.verdict.sentence.startswith("Cannot tell: 6 discordant items could not have reached p < 0.03125")


def test_the_sentence_adds_digits_where_rounding_would_reach_alpha():
    assert "exact p = 0.04998 is below 0.05" in analyze(Table(0, 150, 117, 0)).verdict.sentence


@pytest.mark.parametrize("alpha", ["0.0015", "0.0026", "0.0017", "0.0018", "0.0036"])
def test_a_dissenting_p_has_digits_enough_to_stand_on_its_side_of_alpha(alpha):
    """Alphas next to each p of the worked example: exact .002577, mid-p .00149, chi-square .001745, Edwards .00365."""
    analysis = analyze(Table(157, 17, 3, 23), alpha=alpha)
    shown = re.findall(r"(?:mid-p|chi-square|Edwards) \(([0-9.e-]+)\)", analysis.verdict.sentence)
    assert shown
    for text in shown:
        assert (Fraction(text) < Fraction(alpha)) != analysis.exact.significant
