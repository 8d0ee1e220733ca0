"""The notebook table: well-formed, complete, and free of markup from labels."""

import xml.etree.ElementTree as ElementTree

from hypothesis import given, settings

import strategies
from discordant import Table, analyze
from discordant.report.outline import outline


@settings(max_examples=40)
@given(strategies.tables())
def test_it_is_one_well_formed_table_with_every_row(table):
    analysis = analyze(table)
    element = ElementTree.fromstring(analysis._repr_html_())
    assert element.tag == "table"
    text = "".join(element.itertext())
    assert analysis.verdict.sentence in text
    for section in outline(analysis).sections:
        assert section.title in text
        for row in section.rows:
            assert row[0] in text


def test_labels_are_text():
    element = ElementTree.fromstring(analyze(Table(1, 2, 3, 4), baseline="<script>alert(1)</script>\x1b")._repr_html_())
    assert element.findall(".//script") == []
    assert "<script>alert(1)</script>\\x1b" in "".join(element.itertext())
