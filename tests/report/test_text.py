"""The text report: known answers, width, and the laws that print and decision share."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

import strategies
from discordant import Discordant, Table, analyze
from discordant.report.outline import outline
from discordant.report.text import WIDTH, text, verdict_line

KNOWN = json.loads((Path(__file__).parent.parent / "data" / "reports.json").read_text(encoding="utf-8"))


def squeezed(report: str) -> list[str]:
    return [" ".join(line.split()) for line in report.splitlines()]


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: "-".join(map(str, known["counts"])))
def test_published_tables_give_their_published_numbers(known):
    analysis = analyze(Table(*known["counts"]))
    report = squeezed(text(analysis))
    for line in known["lines"]:
        assert " ".join(line.split()) in report
    assert verdict_line(analysis) == known["sentence"]
    assert analysis.verdict.kind == known["verdict"]


def test_the_worked_example_is_printed_whole():
    assert (
        str(analyze(Table(157, 17, 3, 23)))
        == """\
Does the candidate pass more often than the baseline on these items?

                     baseline
                       passed    failed     total
  candidate  passed       157        17       174
             failed         3        23        26
             total        160        40       200

Pass rates
  run             passed    rate   95% Wilson, in %
  baseline       160/200   80.0%   [73.9, 85.0]
  candidate      174/200   87.0%   [81.6, 91.0]

Difference in pass rate, candidate minus baseline: +7.0 points
  interval             95%, in points
  wald                 [+2.7, +11.3]
  newcombe-plain       [+2.7, +11.6]
  newcombe-corrected   [+2.6, +11.7]

Tests of no difference, on the n = 20 discordant items (b + c)
  test           statistic   two-sided p
  exact p                    1351/524288 = 0.0026
  mid-p                      0.0015
  chi-square          9.80   0.0017
  Edwards             8.45   0.0037

What this number of discordant items can show
  discordant     20 of 200 items (10.0%)
  at best        exact p = 1.9e-6, had all gone one way
  needed         at least 6, for some split to have exact p < 0.05
  to flip        at least 4 outcomes, to 17-7, for exact p to be 0.05 or above

For contrast: the wrong test for this design, as if the runs had different items
  test              z   two-sided p
  unpaired z     1.89   0.0593

Note: With 20 discordant items, fewer than 25, the chi-square p-values
      (chi-square, Edwards) are not to be trusted; report the exact p.

Verdict: The candidate passes more often than the baseline by 7.0 points on
         these items: exact p = 0.0026 is below 0.05."""
    )


def test_with_the_discordant_counts_alone_there_is_no_rate_and_no_difference():
    report = str(analyze(Discordant(17, 3)))
    assert "Pass rates" not in report
    assert "points" not in report
    assert "only the candidate passed   17" in report
    assert "1351/524288 = 0.0026" in report


@settings(max_examples=60)
@given(strategies.tables())
def test_no_line_is_wider_than_80_columns_and_all_is_ascii(table):
    report = str(analyze(table))
    assert max(map(len, report.splitlines())) <= WIDTH
    assert report.isascii()
    assert not any(line != line.rstrip() for line in report.splitlines())


def test_huge_counts_stand_one_under_the_other_and_keep_the_width():
    report = str(analyze(Table(10**400, 3, 4, 10**90)))
    assert max(map(len, report.splitlines())) <= WIDTH
    assert "only the candidate passed: 3" in report


@settings(max_examples=100)
@given(strategies.tables())
def test_printed_p_stands_on_the_same_side_of_alpha_as_the_decision(table):
    analysis = analyze(table)
    section = next(part for part in outline(analysis).sections if part.title.startswith("Tests"))
    for decision, row in zip(analysis.decisions, section.rows, strict=True):
        printed = row[2].rpartition("= ")[2]
        assert (Fraction(printed) < analysis.alpha.value) == decision.significant


@settings(max_examples=60)
@given(strategies.tables())
def test_a_limit_that_is_not_zero_never_prints_as_zero(table):
    analysis = analyze(table)
    section = next(part for part in outline(analysis).sections if part.title.startswith("Difference"))
    for limits, row in zip(analysis.intervals, section.rows, strict=True):
        for limit, printed in zip(
            (limits.interval.lower, limits.interval.upper), row[1].strip("[]").split(", "), strict=True
        ):
            shown = Fraction(printed)
            assert limit.sign() == (shown > 0) - (shown < 0)
