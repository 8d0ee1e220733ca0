"""What a newcomer types first: each refusal names the word that was meant."""

import json
import sys

import pytest

from discordant.errors import ArgumentError
from discordant.report.json_document import schema


def test_compare_of_three_files_names_matrix(discordant):
    result = discordant("compare", "a.jsonl", "b.jsonl", "c.jsonl")
    assert result.code == 2
    assert "compare takes two files, and 'c.jsonl' is a third; for several runs: discordant matrix" in result.err


def test_compare_still_refuses_an_unknown_option(discordant):
    result = discordant("compare", "a.jsonl", "b.jsonl", "--nonsense")
    assert result.code == 2
    assert "No such option" in result.err


@pytest.mark.parametrize(("word", "verb"), [("compar", "compare"), ("tset", "test"), ("plann", "plan")])
def test_an_unknown_verb_suggests_the_nearest(discordant, word, verb):
    result = discordant(word, "a", "b")
    assert result.code == 2
    assert f"No such verb {word!r} (did you mean {verb!r}?)" in result.err


def test_a_verb_near_to_none_lists_them_all(discordant):
    result = discordant("xyzzy")
    assert result.code == 2
    assert "No such verb 'xyzzy'; the verbs are test, compare, matrix, plan," in result.err


def test_watch_on_a_result_file_says_what_a_stream_holds(discordant, tmp_path):
    path = tmp_path / "old.jsonl"
    path.write_text(json.dumps({"id": 1, "passed": True}) + "\n", encoding="utf-8")
    result = discordant("watch", path)
    assert result.code == 3
    assert "line 1: field 'baseline' is missing; outcomes are true or false, 1 or 0" in result.err
    assert 'a line of a stream holds both outcomes of one item, such as {"baseline": true, "candidate": false}' in (
        result.err
    )
    assert "other names: --baseline FIELD --candidate FIELD" in result.err
    assert "two result files: discordant compare" in result.err


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (("--delta", "5", "--discordance", "20"), "delta=5 is not a proportion (did you mean '5%'?)"),
        (("--delta", "5%", "--discordance", "20"), "discordance=20 is not a proportion (did you mean '20%'?)"),
        (("--delta", "-5", "--discordance", "20%"), "delta=-5 is not a proportion (did you mean '-5%'?)"),
        (("--p-b", "20", "--p-c", "10"), "p_b=20 is not a probability (did you mean '20%'?)"),
        (("--p-b", "120%", "--p-c", "0"), "p_b=1.2 is not a probability"),
        ((), "--p-b and --p-c, or --delta and --discordance"),
    ],
)
def test_plan_says_what_was_meant(discordant, arguments, fact):
    result = discordant("plan", *arguments)
    assert result.code in (2, 3)
    assert fact in result.err


def test_a_plan_from_a_pilot_names_the_test_of_each_line(discordant):
    result = discordant("plan", "--pilot", "70,6,2,4", "--items", "200")
    assert result.code == 0
    exact, mid_p = result.out.split("\n\n")
    assert exact.startswith("exact test, 200 items: power 0.531 if")
    assert mid_p.startswith("mid-p test, 200 items: power")


def test_a_picture_without_jinja2_names_its_own_option(discordant, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    result = discordant("plan", "--delta", "10%", "--discordance", "20%", "--svg", tmp_path / "power.svg")
    assert result.code == 3
    assert "Error: --svg needs jinja2; install it with: pip install 'discordant[report]'" in result.err


@pytest.mark.parametrize("name", ["audits", "../errors", ""])
def test_an_unknown_schema_is_refused_with_the_known_ones(name):
    with pytest.raises(ArgumentError) as refused:
        schema(name)
    assert str(refused.value) == (
        f"there is no schema {name!r}; the schemas are analysis, audit, clusters, conformance, formats, inspection, "
        "matrix, plan, vectors, watch"
    )


def test_standard_input_is_refused_with_the_way_out(discordant, tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("id,pass\n1,1\n", encoding="utf-8")
    for arguments in (("-", path), (path, "-")):
        result = discordant("compare", *arguments)
        assert (result.code, result.out) == (3, "")
        assert "-: standard input is not read; save it to a file first" in result.err


def test_two_runs_of_one_file_are_told_how_each_is_chosen(discordant, tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("id,run,pass\n1,old,1\n1,new,0\n", encoding="utf-8")
    result = discordant("compare", path, path)
    assert result.code == 3
    assert "--baseline-select run=... --candidate-select run=..." in result.err
    assert discordant("compare", path, path, "--baseline-select", "run=old", "--candidate-select", "run=new").code == 0
