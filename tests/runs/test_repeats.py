"""Repeats become one outcome only as asked; thresholds, words and numbers become outcomes exactly."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.errors import ArgumentError, FormatError, LevelError
from discordant.runs import pair, read_run
from discordant.runs.score import NotBinary, outcome
from discordant.table import Table


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("repeats") / "run.jsonl"


def save(path, repeats):
    rows = [
        {"id": item, "trial": trial, "pass": value} for item, row in repeats.items() for trial, value in enumerate(row)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


repeated = st.dictionaries(st.integers(0, 9), st.lists(st.booleans(), min_size=2, max_size=5), min_size=1, max_size=6)


@settings(max_examples=40)
@given(repeated)
def test_each_policy_is_its_definition(path, repeats):
    save(path, repeats)
    assert read_run(path, repeats="first").outcomes == {item: row[0] for item, row in repeats.items()}
    assert read_run(path, repeats="all").outcomes == {item: all(row) for item, row in repeats.items()}
    assert read_run(path, repeats="any").outcomes == {item: any(row) for item, row in repeats.items()}
    if any(2 * sum(row) == len(row) for row in repeats.values()):
        with pytest.raises(FormatError, match=r"an even tie has no majority; say --repeats all or any"):
            read_run(path, repeats="majority")
    else:
        expected = {item: 2 * sum(row) > len(row) for item, row in repeats.items()}
        assert read_run(path, repeats="majority").outcomes == expected
    clusters = read_run(path, repeats="clusters")
    assert clusters.outcomes == {(item, trial): v for item, row in repeats.items() for trial, v in enumerate(row)}
    assert set(clusters.clusters.values()) == set(repeats)
    assert clusters.repeats == {item: tuple(row) for item, row in repeats.items()}


def test_repeats_as_clusters_give_one_table_for_each_item(path):
    run = read_run(save(path, {1: [True, False], 2: [True, True]}), repeats="clusters")
    assert pair(run, run).cluster_tables == {1: Table(1, 0, 0, 1), 2: Table(2, 0, 0, 0)}


def test_a_run_with_repeats_and_one_without_meet_as_clusters(path, tmp_path):
    many = read_run(save(path, {1: [True, False], 2: [True]}), repeats="clusters")
    one = read_run(save(tmp_path / "one.jsonl", {1: [True], 2: [False]}), repeats="clusters")
    assert one.outcomes == {(1, 0): True, (2, 0): False}
    pairing = pair(one, many, on_missing="drop")
    assert pairing.table == Table(1, 1, 0, 0)
    single = read_run(path, repeats="clusters", select={"trial": 0})
    assert single.outcomes == {1: True, 2: True}


def test_one_trial_is_selected(path):
    save(path, {1: [True, False], 2: [True, True]})
    assert read_run(path, select={"trial": 1}).outcomes == {1: False, 2: True}
    with pytest.raises(FormatError, match=r"no trial '7'; the file holds: 0, 1"):
        read_run(path, select={"trial": 7})
    with pytest.raises(FormatError, match=r"the jsonl file has no selector 'filter'; it has trial"):
        read_run(path, select={"filter": "x"})


def test_the_same_trial_twice_is_a_duplicate_under_every_policy(path):
    path.write_text('{"id": 1, "trial": 0, "pass": true}\n{"id": 1, "trial": 0, "pass": true}\n')
    with pytest.raises(FormatError, match=r"line 2, item 1: the item appears twice with trial 0; remove the duplicate"):
        read_run(path, repeats="any")


def test_repeats_that_carry_no_trial_are_ordered_by_row(path):
    path.write_text('{"id": 1, "pass": true}\n{"id": 1, "pass": false}\n{"id": 2, "pass": true}\n')
    assert read_run(path, repeats="first").outcomes == {1: True, 2: True}
    assert read_run(path, repeats="all").outcomes == {1: False, 2: True}


def test_unlabelled_repeats_that_are_paired_by_order_are_told(path, tmp_path):
    path.write_text('{"id": 1, "pass": true}\n{"id": 1, "pass": false}\n{"id": 2, "pass": true}\n')
    other = tmp_path / "other.jsonl"
    other.write_text('{"id": 1, "pass": false}\n{"id": 1, "pass": true}\n{"id": 2, "pass": true}\n')
    baseline, candidate = (read_run(file, repeats="clusters") for file in (path, other))
    assert baseline.repeats_by_order
    found = pair(baseline, candidate)
    (note,) = found.notes
    assert note.startswith(
        "repeats of an item carry no label and are paired in the order of their rows; each cluster's"
    )
    swapped = pair(baseline, read_run(path, repeats="clusters"))
    nets = [{item: t.b - t.c for item, t in pairing.cluster_tables.items()} for pairing in (found, swapped)]
    assert nets[0] == nets[1]
    assert found.table != swapped.table
    assert pair(read_run(path, repeats="first"), read_run(other, repeats="first")).notes == ()


def test_labelled_repeats_are_paired_by_label_without_a_note(path, tmp_path):
    baseline = read_run(save(path, {1: [True, False], 2: [True, True]}), repeats="clusters")
    candidate = read_run(save(tmp_path / "other.jsonl", {1: [False, True], 2: [True, True]}), repeats="clusters")
    assert not baseline.repeats_by_order
    assert pair(baseline, candidate).notes == ()


def test_a_cluster_column_groups_items(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("id,pass,template\n1,1,a\n2,0,a\n3,1,b\n")
    run = read_run(path, cluster="template")
    assert run.clusters == {"1": "a", "2": "a", "3": "b"}
    assert run.source.options == {"cluster": "template"}


@given(st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.integers(-10, 10)), st.fractions(-2, 2))
def test_a_threshold_is_compared_with_the_shortest_decimal(score, threshold):
    assert outcome(score, threshold) == (Fraction(Decimal(repr(score))) >= threshold)


@pytest.mark.parametrize("text", ["0.7", "0.70", " 0.7 ", "7e-1"])
def test_seven_tenths_reach_the_threshold_seven_tenths(text):
    assert outcome(text, Fraction(7, 10)) is True
    assert outcome(0.7, Fraction(7, 10)) is True
    assert outcome("0.6999999999999999999999999", Fraction(7, 10)) is False


@pytest.mark.parametrize("passed", [True, 1, 1.0, "1", "1.0", "true", "True", "PASS", "passed", "yes"])
def test_what_passes(passed):
    assert outcome(passed, None) is True


@pytest.mark.parametrize("failed", [False, 0, 0.0, -0.0, "0", "0.0", "false", "Fail", "failed", "no"])
def test_what_fails(failed):
    assert outcome(failed, None) is False


@pytest.mark.parametrize("unscored", [None, float("nan"), "", "  ", "nan"])
def test_what_is_unscored(unscored):
    assert outcome(unscored, None) is None


@pytest.mark.parametrize("bad", ["maybe", "1/2", "1_0", "inf", "٣", [], {}, b"1", "1" * 2000, 1e400])
def test_what_is_no_score_at_all(bad):
    with pytest.raises(NotBinary):
        outcome(bad, Fraction(1, 2))


def test_a_score_of_absurd_size_is_refused_at_once():
    with pytest.raises(NotBinary, match="the score '1e999999999' has an exponent beyond 1000"):
        outcome("1e999999999", Fraction(1, 2))


@pytest.mark.parametrize("bad", ["half", "nan", "inf", "1/0", "1e999999999", "1e200/3", True, "9" * 200])
def test_thresholds_are_finite_numbers(path, bad):
    save(path, {1: [True, True]})
    with pytest.raises(LevelError, match="threshold="):
        read_run(path, threshold=bad)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"select": {"model": "x"}}, r"select key 'model' is unknown; the keys are run, metric, filter, scorer"),
        ({"repeats": "last"}, r"repeats='last' is unknown; choose one of refuse, first, all, any, majority, clusters"),
        ({"id_type": "int"}, r"id_type='int' is unknown; choose one of as-is, text"),
        ({"max_bytes": 0}, r"max_bytes=0 must be a positive int"),
    ],
)
def test_options_are_checked_at_the_door(path, option, message):
    with pytest.raises(ArgumentError, match=message):
        read_run(path, **option)
