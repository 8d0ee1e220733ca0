"""How outcomes were made and which items do not match: said in every layout, and only where it is not as usual."""

import json
from importlib.util import find_spec

import pytest

from discordant import compare
from discordant.report.labels import columns
from discordant.report.markdown import markdown
from discordant.report.origin import tally
from discordant.report.pages import analysis_page
from discordant.report.text import verdict_line


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def trials(path, outcomes):
    """Write three trials of each of eight items."""
    return write(path, [{"id": i, "trial": t, "passed": outcomes[t]} for i in range(8) for t in range(3)])


def page_of(analysis, instead):
    """The page, or `instead` where its extra is not installed: the other layouts are looked at all the same."""
    return analysis_page(analysis) if find_spec("jinja2") else instead


def readings(analysis):
    return [remark.text for remark in analysis.remarks if remark.kind == "reading"]


def unwrapped(text):
    return " ".join(text.split())


def test_nothing_is_said_of_files_read_as_they_are(tmp_path):
    one = write(tmp_path / "one.jsonl", [{"id": i, "passed": True} for i in range(8)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "passed": False} for i in range(8)])
    assert compare(one, two).remarks == compare(one, two, repeats="majority").remarks
    assert readings(compare(one, two)) == []


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("first", "Both runs: each outcome is the first of 3 results (--repeats first)."),
        ("all", "Both runs: each outcome is a pass only where all of 3 results are (--repeats all)."),
        ("any", "Both runs: each outcome is a pass where any of 3 results is (--repeats any)."),
        ("majority", "Both runs: each outcome is the majority of 3 results (--repeats majority)."),
    ],
)
def test_each_layout_says_how_repeats_became_one_outcome(tmp_path, policy, said):
    one, two = trials(tmp_path / "one.jsonl", (1, 1, 0)), trials(tmp_path / "two.jsonl", (0, 1, 0))
    analysis = compare(one, two, repeats=policy)
    assert readings(analysis)[0] == said
    assert f"Note: {said}" in unwrapped(str(analysis))
    assert f"* Note: `{said}`" in markdown(analysis)
    assert f'<p class="soft">{said}</p>' in page_of(analysis, instead=f'<p class="soft">{said}</p>')


def test_runs_of_different_repeats_are_told_apart(tmp_path):
    one = trials(tmp_path / "one.jsonl", (1, 1, 0))
    rows = [{"id": i, "passed": True} for i in range(8)]
    two = write(tmp_path / "two.jsonl", [*rows, *rows[:3], *rows[:2], *rows[:2]])
    assert readings(compare(one, two, repeats="all")) == [
        "Baseline: each outcome is a pass only where all of 3 results are (--repeats all).",
        "Candidate: the outcome of 3 of 8 items is a pass only where all of 2 or 4 results are (--repeats all).",
    ]


def test_clusters_of_repeats_and_their_missing_items_are_said(tmp_path):
    one, two = trials(tmp_path / "one.jsonl", (1, 1, 0)), trials(tmp_path / "two.jsonl", (0, 1, 0))
    with two.open("a", encoding="utf-8") as file:
        file.write('{"id": 9, "trial": 0, "passed": true}\n')
    told = unwrapped(str(compare(one, two, repeats="clusters", on_missing="drop")))
    kept = "Both runs: each of the 3 results of an item is kept, the item being their cluster (--repeats clusters)."
    assert f"Note: {kept}" in told
    assert "Note: 1 item missing in the baseline was dropped from both runs (--on-missing drop)." in told


def test_what_was_selected_and_the_threshold_are_said(tmp_path):
    rows = [
        {"id": i, "metric": m, "filter": f, "value": 0.5} for i in range(3) for m in "ab" for f in ("strict", "loose")
    ]
    one = write(tmp_path / "one.jsonl", rows)
    two = write(tmp_path / "two.jsonl", [row | {"value": 0.25} for row in rows])
    asked = {"select": {"metric": "a", "filter": "strict"}, "pass_": "value"}
    assert readings(compare(one, two, threshold="0.5", **asked)) == [
        "Both runs: filter strict, metric a; passed where value >= 0.5."
    ]
    assert readings(compare(one, two, baseline_threshold="1/3", candidate_threshold="0.2", **asked)) == [
        "Baseline: filter strict, metric a; passed where value >= 1/3.",
        "Candidate: filter strict, metric a; passed where value >= 0.2.",
    ]


def test_a_field_and_a_threshold_alone_are_said(tmp_path):
    one = write(tmp_path / "one.jsonl", [{"id": i, "correct": 1, "score": 0.7} for i in range(3)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "correct": 0, "score": 0.2} for i in range(3)])
    assert readings(compare(one, two, pass_="correct")) == ["Both runs: passed as the field correct says."]


def test_what_the_label_says_is_not_said_again(tmp_path):
    path = trials(tmp_path / "run.jsonl", (1, 0, 1))
    analysis = compare(path, path, baseline_select={"trial": 0}, candidate_select={"trial": 1})
    assert readings(analysis) == []


def test_quoted_text_is_escaped_cut_and_within_the_margin(tmp_path):
    evil = "strict\x1b[2J|<b>`" + "x" * 300
    rows = [{"id": i, "filter": f, "passed": True} for i in range(3) for f in (evil, "other")]
    one = write(tmp_path / "one.jsonl", rows)
    two = write(tmp_path / "two.jsonl", [row | {"passed": False} for row in rows])
    analysis = compare(one, two, select={"filter": evil})
    told = str(analysis)
    assert "Both runs: filter strict\\x1b[2J|<b>`xxx" in unwrapped(told)
    assert max(map(len, told.splitlines())) <= 80
    (reading,) = readings(analysis)
    assert len(reading) < 150
    page = page_of(analysis, instead="")
    assert "\x1b" not in told + markdown(analysis) + page
    assert "<b>" not in page
    assert "* Note: ``Both runs: filter strict\\x1b[2J|<b>`xxx" in markdown(analysis)


def dropping(tmp_path):
    """Ten items against seven, of which the baseline has two errors and the candidate one, on the baseline's own."""
    one = write(tmp_path / "one.jsonl", [{"id": i, "passed": None if i < 2 else i % 2 == 0} for i in range(10)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "passed": None if i == 1 else True} for i in range(7)])
    return one, two


def test_missing_and_unscored_items_are_told_apart_by_run(tmp_path):
    one, two = dropping(tmp_path)
    dropped = compare(one, two, on_missing="drop", on_error="drop")
    assert [remark.text for remark in dropped.remarks if remark.kind == "dropped"] == [
        "3 items missing in the candidate were dropped from both runs (--on-missing drop).",
        "2 items without a valid outcome in the baseline were dropped from both runs (--on-error drop).",
        "1 item without a valid outcome in the candidate was dropped from both runs (--on-error drop).",
        "Of these items 1 is named for both runs.",
    ]
    assert dropped.counts.N == 5
    assert tally(dropped.pairing) == (
        " (5 of 10 items; 3 missing in the candidate were dropped; 2 without a valid outcome in the baseline were"
        " dropped; 1 without a valid outcome in the candidate was dropped)"
    )


def test_items_counted_as_failed_are_said_by_run(tmp_path):
    one = write(tmp_path / "one.jsonl", [{"id": i, "passed": True} for i in range(10)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "passed": True} for i in range(9)])
    filled = compare(one, two, on_missing="count-as-failed")
    assert [remark.text for remark in filled.remarks if remark.kind == "counted-as-failed"] == [
        "1 item missing in the candidate was counted as failed there (--on-missing count-as-failed)."
    ]
    assert tally(filled.pairing) == " (10 items; 1 missing in the candidate was counted as failed)"


def test_an_item_that_two_policies_concern_is_said_to_be_dropped(tmp_path):
    one = write(tmp_path / "one.jsonl", [{"id": i, "passed": True if i else None} for i in range(10)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "passed": True} for i in range(1, 9)])
    mixed = compare(one, two, on_missing="drop", on_error="count-as-failed")
    assert mixed.pairing.dropped == 2
    assert [remark.text for remark in mixed.remarks][-1] == (
        "Of these items 1 is named for both runs; an item that one of the two policies drops is dropped."
    )


def test_the_engine_says_the_same(tmp_path):
    pytest.importorskip("duckdb")
    one, two = dropping(tmp_path)
    plain, counted = (compare(one, two, on_missing="drop", on_error="drop", engine=e) for e in ("plain", "duckdb"))
    assert tally(plain.pairing) == tally(counted.pairing)
    assert readings(plain) == readings(counted) == []
    asked = {"threshold": "0.5", "where": "id < 6", "on_error": "drop"}
    assert readings(compare(one, two, **asked)) == ["Both runs: rows where id < 6; passed where passed >= 0.5."]


def test_nothing_is_tallied_where_all_items_match(tmp_path):
    one = write(tmp_path / "one.jsonl", [{"id": i, "passed": True} for i in range(8)])
    assert tally(compare(one, one).pairing) == ""
    assert tally(None) == ""
    assert verdict_line(compare(one, one)).endswith(".")


def test_the_verdict_alone_says_what_was_left_out(tmp_path):
    one = write(tmp_path / "one.jsonl", [{"id": i, "passed": i > 0} for i in range(10)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "passed": True} for i in range(8)])
    assert verdict_line(compare(one, two, on_missing="drop")) == (
        "Cannot tell: 1 discordant item could not have reached p < 0.05 however it fell (exact p = 1, at best 1)."
        " (8 of 10 items; 2 missing in the candidate were dropped)"
    )


def test_wide_signs_stay_within_the_margin(tmp_path):
    wide = "模型評価" * 20
    rows = [{"id": i, "filter": f, "passed": True} for i in range(3) for f in (wide, "other")]
    one = write(tmp_path / "one.jsonl", rows)
    two = write(tmp_path / "two.jsonl", [row | {"passed": False} for row in rows])
    told = str(compare(one, two, select={"filter": wide}))
    assert wide in told.replace("\n      ", "")
    assert max(map(columns, told.splitlines())) <= 80


@pytest.mark.parametrize("repeats", ["majority", "clusters"])
def test_a_result_in_an_interpreter_is_one_line(tmp_path, repeats):
    one, two = trials(tmp_path / "one.jsonl", (1, 1, 1)), trials(tmp_path / "two.jsonl", (0, 1, 0))
    analysis = compare(one, two, repeats=repeats)
    assert repr(analysis) == f"<{type(analysis).__name__}: {verdict_line(analysis)}>"
    assert "\n" not in repr(analysis)
