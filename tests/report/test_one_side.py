"""`compare` where the two files name their columns differently: each side's own id, outcome and threshold."""

import json

import pytest

from discordant import compare
from discordant.errors import ArgumentError, FormatError

CELLS = {"both": 1, "candidate_only": 1, "baseline_only": 1, "neither": 1, "items": 4}
SIDES = {"baseline_id": "key", "baseline_pass": "ok", "candidate_id": "name", "candidate_pass": "score"}
WORDS = [word for key, value in SIDES.items() for word in (f"--{key.replace('_', '-')}", value)]


@pytest.fixture
def two(tmp_path):
    """One table in two files: outcomes under `key`, `ok`, and scores under `name`, `score`."""
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("key,ok\n1,1\n2,0\n3,1\n4,0\n", encoding="utf-8")
    new.write_text("name,score\n1,0.9\n2,0.8\n3,0.1\n4,0.2\n", encoding="utf-8")
    return old, new


@pytest.mark.parametrize("engine", ["plain", "duckdb"])
def test_each_side_names_its_own_columns_and_threshold(discordant, two, engine):
    if engine == "duckdb":
        pytest.importorskip("duckdb")
    options = {**SIDES, "baseline_threshold": "1", "candidate_threshold": "0.5", "engine": engine}
    analysis = compare(*two, **options)
    assert analysis.to_dict()["table"] == CELLS
    arguments = [*WORDS, "--baseline-threshold", "1", "--candidate-threshold", "0.5", "--engine", engine]
    result = discordant("compare", *two, *arguments, "--output", "json")
    assert result.code == 0, result.err
    assert json.loads(result.out) == analysis.to_dict()


@pytest.mark.parametrize("engine", ["plain", "duckdb"])
def test_one_side_alone_leaves_the_other_as_both_are_told(two, tmp_path, engine):
    if engine == "duckdb":
        pytest.importorskip("duckdb")
    usual = tmp_path / "usual.csv"
    usual.write_text("id,passed\n1,1\n2,0\n3,1\n4,0\n", encoding="utf-8")
    mixed = {"candidate_id": "name", "candidate_pass": "score", "candidate_threshold": 0.5, "engine": engine}
    assert compare(usual, two[1], **mixed).to_dict()["table"] == CELLS
    assert compare(two[0], two[1], id="key", pass_="ok", **mixed).to_dict()["table"] == CELLS
    first = {"baseline_id": "key", "baseline_pass": "ok", "engine": engine}
    assert compare(two[0], usual, **first).counts.n == 0
    assert compare(two[0], two[1], id="name", pass_="score", threshold="0.5", **first).to_dict()["table"] == CELLS


@pytest.mark.parametrize("engine", ["plain", "duckdb"])
def test_two_columns_of_one_file_are_two_runs_with_labels_of_their_own(tmp_path, engine):
    if engine == "duckdb":
        pytest.importorskip("duckdb")
    path = tmp_path / "wide.csv"
    path.write_text("id,old,new\n1,1,1\n2,0,1\n3,1,0\n4,0,0\n", encoding="utf-8")
    analysis = compare(path, path, baseline_pass="old", candidate_pass="new", engine=engine)
    assert analysis.to_dict()["table"] == CELLS
    assert not any("same file" in remark.text for remark in analysis.remarks)
    if engine == "plain":
        assert (analysis.baseline.label, analysis.candidate.label) == ("wide (pass old)", "wide (pass new)")


@pytest.mark.parametrize(
    ("options", "fact"),
    [
        ({}, "name the column of the items' ids with --id (of one file of a pair: --baseline-id or --candidate-id);"),
        ({"id": "key"}, "name the column of the outcomes with --pass (of one file of a pair: --baseline-pass or"),
        (
            {"id": "key", "pass_": "ok"},
            "there is no column 'key'; the columns are: name, score (another name in one file of a pair: --baseline-id"
            " or --candidate-id)",
        ),
        (
            {"id": "key", "candidate_id": "name", "pass_": "ok"},
            "there is no column 'ok'; the columns are: name, score (another name in one file of a pair: --baseline-pass"
            " or --candidate-pass)",
        ),
    ],
)
def test_a_refusal_of_a_column_names_the_options_of_one_side(two, options, fact):
    with pytest.raises(FormatError) as refused:
        compare(*two, **options)
    assert fact in str(refused.value)


def test_the_engine_names_the_options_of_one_side(two):
    pytest.importorskip("duckdb")
    with pytest.raises(FormatError, match=r"'key'; the columns are: name, score \(another name in one file of a pair:"):
        compare(*two, id="key", pass_="ok", engine="duckdb")


def test_an_option_for_a_fixed_field_names_the_options_of_the_other_side(two, root):
    fixed = root / "docs" / "examples" / "tau-bench-airline-gpt-4o-trial-0.json"
    with pytest.raises(
        ArgumentError, match=r"leave it out, or name it for the other file: --baseline-id or --candidate-"
    ):
        compare(fixed, two[0], id="key", pass_="ok")


def test_an_unknown_format_lists_the_formats_that_can_be_read(two):
    with pytest.raises(ArgumentError, match=r"format='cvs' is unknown; choose one of bigcodebench, csv, ") as refused:
        compare(*two, baseline_format="cvs")
    assert "aggregate" not in str(refused.value)


@pytest.mark.parametrize(("first", "second"), [("old.csv", "noext"), ("noext", "old.csv")])
def test_an_unrecognised_format_names_the_options_of_one_side_and_no_refused_shape(discordant, two, first, second):
    folder = two[0].parent
    (folder / "noext").write_text("hello\n", encoding="utf-8")
    result = discordant("compare", folder / first, folder / second, "--baseline-id", "key", "--baseline-pass", "ok")
    assert result.code != 0
    assert "the format is not recognised; name it with --format (of one file of a pair: --baseline-format" in result.err
    assert "aggregate" not in result.err
