"""The Markdown report: tables of equal width, labels that stay text."""

import re

from hypothesis import given, settings

import strategies
from discordant import Discordant, Table, analyze
from discordant.report.markdown import markdown
from discordant.report.outline import outline


def test_the_worked_example():
    report = markdown(analyze(Table(157, 17, 3, 23), baseline="old|<b>", candidate="new`"))
    assert report.startswith(
        "### Does the candidate pass more often than the baseline on these items?\n\n**The candidate"
    )
    assert "* baseline: `old|<b>`\n* candidate: `` new` ``" in report
    assert "| candidate passed | 157 | 17 | 174 |" in report
    assert "| exact p |  | 1351/524288 = 0.0026 |" in report
    assert "| newcombe-plain | [+2.7, +11.6] |" in report
    assert "* Note: With 20 discordant items" in report


@settings(max_examples=40)
@given(strategies.tables())
def test_every_table_has_rows_of_one_width_and_says_what_the_outline_says(table):
    analysis = analyze(table)
    report = markdown(analysis)
    for block in report.split("\n\n"):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines() if line.startswith("|")}
        assert len(widths) <= 1
    for section in outline(analysis).sections:
        for row in section.rows:
            assert f"| {' | '.join(row)} |" in report
    assert analysis.verdict.sentence in report


def test_without_the_concordant_counts_there_is_no_crosstab():
    assert "| candidate passed |" not in markdown(analyze(Discordant(17, 3)))
