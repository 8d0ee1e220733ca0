"""How many outcomes must flip for the other answer: the line of the report, the document, and their limits."""

from __future__ import annotations

from fractions import Fraction

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Discordant, Table, analyze, exact_p
from discordant.report.json_document import schema
from discordant.report.reversal import Reversal, reversal, told

ALPHA = Fraction(1, 20)


def line(table, **options):
    """Return the report's line, unwrapped."""
    text = str(analyze(table, **options))
    start = text.index("  to flip ")
    return " ".join(text[start:].split("\n\n")[0].split())


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (Table(157, 17, 3, 23), "to flip at least 4 outcomes, to 17-7, for exact p to be 0.05 or above"),
        (Table(73, 4, 1, 4), "to flip at least 3 outcomes, to 6-0, for exact p < 0.05"),
        (Table(9, 6, 0, 3), "to flip at least 1 outcome, to 6-1, for exact p to be 0.05 or above"),
        (Table(5, 0, 0, 5), "to flip at least 6 outcomes, to 6-0, for exact p < 0.05"),
        (Table(0, 0, 6, 0), "to flip at least 1 outcome, to 0-5, for exact p to be 0.05 or above"),
        (Table(0, 2, 3, 0), "to flip no outcomes of these items would give exact p < 0.05"),
        (Table(1, 0, 0, 0), "to flip no outcomes of these items would give exact p < 0.05"),
        (Discordant(17, 3), "to flip at least 4 outcomes, for exact p to be 0.05 or above"),
        (Discordant(0, 0), "to flip at least 6 outcomes, for exact p < 0.05"),
    ],
)
def test_the_line_of_the_report(table, said):
    assert line(table) == said


@given(cells=st.tuples(st.integers(0, 4), st.integers(0, 12), st.integers(0, 9), st.integers(0, 4)))
@settings(max_examples=80, deadline=None)
def test_the_distance_is_that_of_a_full_search_and_no_fewer_flips_do(cells):
    a, b, c, d = cells
    N = sum(cells)
    before = exact_p(b, c) < ALPHA
    distances = [
        abs(x - b) + abs(y - c) for x in range(N + 1) for y in range(N + 1 - x) if (exact_p(x, y) < ALPHA) != before
    ]
    found = reversal(Table(a, b, c, d), ALPHA)
    assert found.significant != before
    assert found.flips == min(distances, default=None)
    if found.split is not None:
        assert (exact_p(*found.split) < ALPHA) == found.significant


@given(cells=st.tuples(st.integers(0, 9), st.integers(0, 12), st.integers(0, 9), st.integers(0, 9)))
@settings(max_examples=60, deadline=None)
def test_with_the_discordant_counts_alone_it_is_a_lower_bound(cells):
    a, b, c, d = cells
    bound, found = reversal(Discordant(b, c), ALPHA), reversal(Table(a, b, c, d), ALPHA)
    assert bound.split is None
    assert found.flips is None or bound.flips <= found.flips


def test_the_document_has_it_and_its_schema():
    for table in (Table(157, 17, 3, 23), Table(1, 0, 0, 0), Discordant(17, 3), Table(5, 10_001, 10_000, 0)):
        document = analyze(table).to_dict()
        jsonschema.Draft202012Validator(schema()).validate(document)
        told = document["discordant"]["reversal"]
        if table.n > 20_000:
            assert told is None
        elif table == Table(157, 17, 3, 23):
            assert told == {
                "significant": False,
                "flips": 4,
                "split": {"candidate_only": 17, "baseline_only": 7},
            }
        else:
            assert told["split"] is None


def test_beyond_the_search_the_report_has_no_such_line():
    assert reversal(Table(5, 10_001, 10_000, 0), ALPHA) is None
    assert "to flip" not in str(analyze(Table(5, 10_001, 10_000, 0)))


def test_other_alphas_are_named_and_markdown_has_the_line():
    assert told(Reversal(True, 2, (7, 0)), Fraction(1, 3)) == "at least 2 outcomes, to 7-0, for exact p < 1/3"
    from discordant.report.markdown import markdown

    assert "| to flip | at least 4 outcomes, to 17-7, for exact p to be 0.05 or above |" in markdown(
        analyze(Table(157, 17, 3, 23))
    )
