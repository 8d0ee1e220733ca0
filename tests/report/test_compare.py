"""`compare`: two files in, one analysis out."""

import json

import pytest

from discordant import Table, analyze, compare, read_run
from discordant.errors import ArgumentError, FormatError, PairingError
from discordant.report.markdown import markdown
from discordant.runs import pair


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_example_pair_is_the_worked_example(root):
    folder = root / "docs" / "examples"
    analysis = compare(folder / "generated-200-baseline.jsonl", folder / "generated-200-candidate.jsonl")
    assert analysis.counts == Table(157, 17, 3, 23)
    assert analysis.pairing.matched == 200


def test_the_real_pair_is_an_a_a_comparison(root):
    folder = root / "docs" / "examples"
    analysis = compare(
        folder / "tau-bench-airline-gpt-4o-trial-0.json", folder / "tau-bench-airline-gpt-4o-trial-1.json"
    )
    assert analysis.counts == Table(12, 10, 9, 19)
    assert analysis.exact.p.exact == 1


def test_a_policy_is_said_in_the_remarks(tmp_path):
    one = write(tmp_path / "one.jsonl", [{"id": i, "passed": i % 2 == 0} for i in range(10)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "passed": True} for i in range(2, 10)])
    with pytest.raises(PairingError, match="on-missing"):
        compare(one, two)
    dropped = compare(one, two, on_missing="drop")
    assert dropped.counts.N == 8
    assert "2 items missing in the candidate were dropped from both runs (--on-missing drop)." in [
        r.text for r in dropped.remarks
    ]
    filled = compare(one, two, on_missing="count-as-failed")
    assert filled.counts.N == 10
    assert "2 items missing in the candidate were counted as failed there (--on-missing count-as-failed)." in [
        r.text for r in filled.remarks
    ]


def test_labels_of_file_names_are_escaped_once(tmp_path):
    one, two = tmp_path / "ev\x1b[31mil.jsonl", tmp_path / "b\u202e.jsonl"
    for path in (one, two):
        path.write_text('{"id": 1, "passed": true}\n', encoding="utf-8")
    analysis = compare(one, two)
    shown = str(analysis)
    assert r"ev\x1b[31mil" in shown
    assert r"b\u202e" in shown
    assert r"\\x1b" not in shown
    assert "\x1b" not in shown
    assert analysis.to_dict()["baseline"]["label"] == "ev\x1b[31mil"  # JSON has escapes of its own
    again = tmp_path / "again"
    again.mkdir()
    (again / one.name).write_bytes(one.read_bytes())
    text = str(compare(one, again / one.name))
    assert "\x1b" not in text
    assert r"\\x1b" not in text


def test_equal_labels_are_told_apart_by_selection_then_by_path(tmp_path, root):
    rows = [{"id": i, "passed": True, "trial": trial} for trial in (0, 1) for i in range(3)]
    path = write(tmp_path / "run.jsonl", rows)
    analysis = compare(path, path, baseline_select={"trial": 0}, candidate_select={"trial": 1})
    assert (analysis.baseline.label, analysis.candidate.label) == ("run (trial 0)", "run (trial 1)")
    other = tmp_path / "other"
    other.mkdir()
    again = write(other / "run.jsonl", [{"id": i, "passed": False} for i in range(3)])
    plain = write(tmp_path / "run.jsonl", [{"id": i, "passed": True} for i in range(3)])
    analysis = compare(plain, again)
    assert (analysis.baseline.label, analysis.candidate.label) == (f"run ({plain})", f"run ({again})")


def test_one_file_under_two_names_is_remarked(tmp_path):
    rows = [{"id": i, "passed": True} for i in range(3)]
    one, two = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", rows)
    texts = [remark.text for remark in compare(one, two).remarks]
    assert any(text.startswith("Baseline and candidate are the same file (sha256 ") for text in texts)


def test_pooled_counts_of_items_in_clusters_are_remarked(tmp_path):
    rows = [{"id": i, "passed": i % 3 == 0, "family": i // 5} for i in range(20)]
    one, two = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", [r | {"passed": True} for r in rows])
    paired = pair(read_run(one, cluster="family"), read_run(two, cluster="family"))
    (text,) = [remark.text for remark in analyze(paired.table, pairing=paired).remarks if remark.kind == "clustered"]
    assert text == (
        "The 20 items come in 4 clusters; the tests and intervals here take them for independent, which overstates what"
        " they show where items of a cluster go together."
    )


def test_each_task_has_its_own_table_and_those_without_information_are_named(tmp_path):
    evil = "hard\x1b[2J|<b>`"
    outcomes = {"ceiling": (1, 1), "floor": (0, 0), evil: (0, 1)}
    for name, index in (("one", 0), ("two", 1)):
        rows = [{"id": i, "task": task, "passed": pair[index]} for task, pair in outcomes.items() for i in range(7)]
        write(tmp_path / f"{name}.jsonl", rows)
    analysis = compare(tmp_path / "one.jsonl", tmp_path / "two.jsonl")
    lines = [" ".join(line.split()) for line in str(analysis).splitlines()]
    assert "By task, pooled above" in lines
    assert "ceiling 7 0 0 0 none (ceiling)" in lines
    assert "floor 0 0 0 7 none (floor)" in lines
    assert "hard\\x1b[2J|<b>` 0 7 0 0 n = 7" in lines
    report = markdown(analysis)
    assert "| <code>hard&#92;x1b&#91;2J&#124;&#60;b&#62;&#96;</code> | 0 | 7 | 0 | 0 | n = 7 |" in report
    assert "\x1b" not in report + analysis._repr_html_()
    assert "<b>" not in report + analysis._repr_html_()


def test_of_very_many_tasks_the_first_are_listed(tmp_path):
    rows = [{"id": 1, "task": f"task {i}", "passed": 1} for i in range(70)]
    one, two = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", [r | {"passed": 0} for r in rows])
    assert "By task, pooled above (10 more are in the JSON)" in str(compare(one, two))


def test_progress_names_the_file(tmp_path):
    rows = [{"id": i, "passed": True} for i in range(3)]
    one, two = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", [r | {"passed": False} for r in rows])
    told = []
    compare(one, two, progress=lambda path, done, total: told.append((path, done == total)))
    assert {path for path, _ in told} == {str(one), str(two)}


def test_refusals_name_the_option(tmp_path):
    path = write(tmp_path / "a.jsonl", [{"id": 1, "passed": True}])
    with pytest.raises(ArgumentError, match="repeats='sometimes' is unknown"):
        compare(path, path, repeats="sometimes")
    with pytest.raises(FormatError, match="cannot be opened"):
        compare(tmp_path / "none.jsonl", path)


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("first", "second", "table"),
    [
        ("gpt-5-mini", "gpt-5", Table(271, 54, 28, 147)),
        ("sonnet-4", "gpt-5", Table(284, 41, 40, 135)),
    ],
)
def test_swe_bench_verified(corpus, first, second, table):
    path = corpus / "files" / "swebench_verified_info_for_leaderboard_4models.json"
    analysis = compare(path, path, baseline_select={"run": first}, candidate_select={"run": second})
    assert analysis.counts == table
