"""Pairing: ids match, not positions; every policy is asked for; every refusal lists what it is about."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from discordant.errors import ArgumentError, PairingError
from discordant.runs import Provenance, Run, pair
from discordant.table import Table
from strategies import run_pairs


def run(states, label="run", sha256="0", **more):
    return Run(
        label=label,
        outcomes={item: state for item, state in states.items() if isinstance(state, bool)},
        excluded={item: state for item, state in states.items() if isinstance(state, str)},
        source=Provenance(f"{label}.csv", sha256, "csv"),
        **more,
    )


def refusal(*runs, **policies):
    with pytest.raises(PairingError) as refused:
        pair(*runs, **policies)
    return refused.value


def brute(baseline, candidate, on_missing, on_error):
    """The table by its definition: for each id, each side's state, and the policy of whatever is not an outcome."""
    cells = {(1, 1): 0, (0, 1): 0, (1, 0): 0, (0, 0): 0}
    for item in {*baseline, *candidate}:
        pair_of_states = []
        for side in (baseline, candidate):
            state = side.get(item, "missing")
            if state == "missing":
                state = None if on_missing == "drop" else False
            elif state == "error":
                state = None if on_error == "drop" else False
            pair_of_states.append(state)
        if None not in pair_of_states:
            cells[tuple(map(int, pair_of_states))] += 1
    return Table(cells[1, 1], cells[0, 1], cells[1, 0], cells[0, 0])


policies = st.sampled_from(("drop", "count-as-failed"))


@settings(max_examples=60)
@given(run_pairs(), policies, policies, st.randoms(use_true_random=False))
def test_the_table_is_the_one_of_the_definition_in_any_order(states, on_missing, on_error, shuffle):
    baseline, candidate = states
    assume(baseline.keys() & candidate.keys())
    expected = brute(baseline, candidate, on_missing, on_error)
    rows = list(candidate.items())
    shuffle.shuffle(rows)
    first, second = run(baseline), run(dict(rows))
    if not expected.N:
        refusal(first, second, on_missing=on_missing, on_error=on_error)
        return
    pairing = pair(first, second, on_missing=on_missing, on_error=on_error)
    assert pairing.table == expected
    assert pairing.matched + pairing.counted_as_failed == expected.N
    assert expected.N + pairing.dropped == len({*baseline, *candidate})
    assert (len(pairing.improved), len(pairing.regressed)) == (expected.b, expected.c)
    swapped = pair(second, first, on_missing=on_missing, on_error=on_error)
    assert swapped.table == expected.swapped()


@settings(max_examples=60)
@given(run_pairs())
def test_the_defaults_refuse_exactly_when_something_is_unmatched(states):
    baseline, candidate = states
    clean = baseline.keys() == candidate.keys() and "error" not in {*baseline.values(), *candidate.values()}
    if clean:
        assert pair(run(baseline), run(candidate)).dropped == 0
    else:
        refusal(run(baseline), run(candidate))


def test_missing_items_are_listed_and_counted():
    full = dict.fromkeys(range(20), True)
    error = refusal(run(full, "old"), run(dict.fromkeys(range(3), True) | {"x": False}, "new"))
    assert str(error) == (
        "1 item missing in the baseline (old): 'x'; 17 items missing in the candidate (new): 3, 4, 5, 6, 7 and 12 more;"
        " say --on-missing drop or --on-missing count-as-failed"
    )
    assert len(error.items) == 18


def test_excluded_items_are_listed_with_a_reason():
    error = refusal(run({1: True, 2: "error: timeout"}, "old"), run({1: True, 2: False}, "new"))
    assert str(error) == (
        "1 item without a valid outcome in the baseline (old): 2 (2: error: timeout);"
        " say --on-error drop or --on-error count-as-failed"
    )


def test_an_item_that_either_policy_drops_is_dropped():
    first, second = run({1: True, 2: "error"}), run({1: True})
    pairing = pair(first, second, on_missing="count-as-failed", on_error="drop")
    assert (pairing.table, pairing.dropped) == (Table(1, 0, 0, 0), 1)


def test_runs_without_a_common_id_are_refused_under_every_policy():
    error = refusal(run({1: True}), run({"1": True}), on_missing="drop")
    assert str(error) == (
        "the two runs have no item id in common: baseline has 1; candidate has '1';"
        " 1 and '1' are two ids, --id-type text reads them as one"
    )
    error = refusal(run({"a": True}), run({"b": True}), on_missing="count-as-failed")
    assert str(error).endswith("candidate has 'b'; name the field that both share with --id")
    error = refusal(run({"tests.a::test_0": True}), run({0: True}))  # no text id is one of the integers
    assert str(error).endswith("candidate has 0; name the field that both share with --id")


def test_nothing_left_is_refused():
    assert str(refusal(run({1: "error"}), run({1: True}), on_error="drop")) == (
        "nothing is left to compare: all 1 item were dropped"
    )
    assert str(refusal(run({}), run({1: True}))) == "run: the run holds no items"


def test_equal_ids_of_different_content_are_refused():
    first = run({1: True, 2: True}, fingerprints={1: "aa", 2: "bb"})
    second = run({1: True, 2: True}, fingerprints={1: "aa", 2: "cc"})
    assert str(refusal(first, second)) == (
        "1 item with equal ids but different content in the two runs: 2;"
        " the runs used different data (or --id names a field that identifies it)"
    )


def test_equal_ids_in_different_clusters_are_refused():
    first = run({1: True, 2: True}, clusters={1: "x", 2: "x"})
    second = run({1: True, 2: True}, clusters={1: "x", 2: "y"})
    assert str(refusal(first, second)) == (
        "1 item in different clusters in the two runs: 2 ('x' and 'y'); an item belongs to one cluster"
    )


def test_equal_ids_of_different_tasks_are_refused_unless_both_tasks_were_named():
    tasks = ({1: "sums", 2: "sums"}, {1: "verbs", 2: "verbs"})
    first, second = (run({1: True, 2: True}, tasks=task) for task in tasks)
    assert str(refusal(first, second)) == (
        "2 items of different tasks in the two runs: 1 ('sums' and 'verbs'); if these are one task under two names, say"
        " --baseline-select task='sums' --candidate-select task='verbs'"
    )
    marks = {1: "aa", 2: "bb"}
    same = [run({1: True, 2: True}, tasks=task, fingerprints=marks) for task in tasks]
    assert pair(*same).table == Table(2, 0, 0, 0)
    named = [
        Run("x", {1: True}, {}, Provenance("x", digest, "inspect", selector={"task": task}), tasks={1: task})
        for task, digest in (("sums", "abc"), ("verbs", "def"))
    ]
    assert pair(*named).table == Table(1, 0, 0, 0)


def test_one_file_under_two_names_is_reported():
    note = "baseline and candidate are the same file (sha256 abc), read the same way"
    assert pair(run({1: True}, sha256="abc"), run({1: True}, "copy", sha256="abc")).notes == (note,)


def test_one_file_read_two_ways_is_a_fair_pair():
    first = Run("x", {1: True}, {}, Provenance("x.csv", "abc", "csv", selector={"run": "old"}))
    second = Run("y", {1: True}, {}, Provenance("x.csv", "abc", "csv", selector={"run": "new"}))
    assert pair(first, second).notes == ()


def test_unknown_policies_are_refused():
    for name in ("on_missing", "on_error"):
        with pytest.raises(
            ArgumentError, match=rf"{name}='fail' is unknown; choose one of refuse, count-as-failed, drop"
        ):
            pair(run({1: True}), run({1: True}), **{name: "fail"})


def test_tasks_that_cannot_tell_the_runs_apart_are_named():
    tasks = {1: "easy", 2: "hard", 3: "same", 4: "same", 5: "telling"}
    first = run({1: True, 2: False, 3: True, 4: False, 5: False}, tasks=tasks)
    second = run({1: True, 2: False, 3: True, 4: False, 5: True}, tasks=tasks)
    pairing = pair(first, second)
    assert pairing.uninformative_tasks == {"easy": "ceiling", "hard": "floor", "same": "equal"}
    assert pairing.to_dict()["tasks"]["telling"]["candidate_only"] == 1


def test_clusters_split_the_table():
    clusters = {(1, 0): 1, (1, 1): 1, (2, 0): 2}
    first = run({(1, 0): True, (1, 1): False, (2, 0): False}, clusters=clusters)
    second = run({(1, 0): True, (1, 1): True, (2, 0): False}, clusters=clusters)
    assert pair(first, second).cluster_tables == {1: Table(1, 1, 0, 0), 2: Table(0, 0, 0, 1)}


def test_the_account_is_json_ready():
    rows = {i: bool(random.Random(i).getrandbits(1)) for i in range(30)}
    document = pair(run(rows), run(rows | {99: True}), on_missing="drop").to_dict()
    assert json.loads(json.dumps(document)) == document
    assert (document["matched"], document["dropped"], document["baseline"]["missing"]) == (30, 1, 1)
