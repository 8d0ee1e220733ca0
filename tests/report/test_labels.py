"""Labels from files reach a terminal, Markdown and HTML as text only."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.report import labels

ANYTHING = st.text(st.characters(codec=None), max_size=80)  # lone surrogates included

HOSTILE = ["\x1b[2J", "a\nb", "\u202egpj.exe", "\x9b31m", "\ud800", "", " ", "`", "``x`", "<img src=x>", "a|b", "\\x1b"]


@given(ANYTHING)
def test_visible_holds_only_signs_that_print(label):
    assert labels.visible(label).isprintable()


@given(ANYTHING, ANYTHING)
def test_visible_tells_different_labels_apart(one, two):
    assert (labels.visible(one) == labels.visible(two)) == (one == two)


@given(ANYTHING, st.integers(4, 60))
def test_terminal_keeps_the_width(label, width):
    assert labels.columns(labels.terminal(label, width)) <= width


def test_terminal_counts_wide_signs_twice_and_keeps_both_ends():
    assert labels.columns("模型") == 4
    assert labels.terminal("meta-llama/Llama-3.1-8B-Instruct-2026-01-01", 20) == "meta-llama/L...01-01"


@pytest.mark.parametrize("label", HOSTILE)
def test_markdown_is_one_code_span(label):
    span = labels.markdown(label)
    fence = re.match("`+", span).group()
    assert span.endswith(fence)
    assert fence not in re.findall("`+", span[len(fence) : -len(fence)])
    assert "\n" not in span


@given(ANYTHING)
def test_a_markdown_span_is_closed_by_its_own_fence_only(label):
    span = labels.markdown(label)
    fence = re.match("`+", span).group()
    assert [run for run in re.findall("`+", span) if run == fence] == [fence, fence]


@given(ANYTHING)
def test_markup_has_no_markup_and_reads_back(label):
    text = labels.markup(label)
    assert not set(text) & set("<>\"'")
    assert html.unescape(text) == labels.visible(label)


def test_printable_keeps_line_breaks_and_backslashes():
    assert labels.printable("a\n\\b\x07") == "a\n\\b\\x07"
