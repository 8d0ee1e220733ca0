"""The readers of code benchmarks, graders' logs, test runners and tables: one pair of runs, and each one's traps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from discordant.errors import ArgumentError, FormatError, PairingError
from discordant.runs import inspect_file, pair, read_run
from discordant.table import Table

DATA = Path(__file__).parent / "data"
TABLE = Table(3, 2, 1, 2)


@pytest.mark.parametrize(
    ("name", "suffix", "options"),
    [
        ("evalplus", "json", {"select": {"metric": "base"}}),
        ("bigcodebench", "json", {}),
        ("humaneval", "jsonl", {}),
        ("eee", "jsonl", {}),
        ("eee", "jsonl", {"pass_": "evaluation.score", "threshold": "0.5"}),
        ("helm", "json", {"select": {"metric": "exact_match", "filter": "none"}}),
        ("helm", "json", {"pass_": "exact_match", "select": {"filter": "none"}}),
        ("helm_display", "json", {}),
        ("openai_evals", "jsonl", {}),
        ("junit", "xml", {}),
        ("tap", "tap", {}),
        ("parquet", "parquet", {}),
        ("lighteval", "parquet", {"select": {"metric": "em"}}),
    ],
)
def test_a_pair_of_files(name, suffix, options):
    if suffix == "parquet":
        pytest.importorskip("duckdb")
    if name == "eee":  # each file holds its own model, so both are whole
        options = options | {"select": {"task": "demo"}}
    runs = [read_run(DATA / f"{name}_{side}.{suffix}", **options) for side in ("baseline", "candidate")]
    assert pair(*runs).table == TABLE
    assert {run.source.format for run in runs} == {name.removesuffix("_display").replace("_", "-")}


@pytest.mark.parametrize(
    ("name", "runs", "options"),
    [
        ("promptfoo.json", ("openai:old", "openai:new"), {}),
        ("metr_runs.jsonl", ("old", "new"), {}),
        ("livecodebench.json", ("old", "new"), {"threshold": 50}),
    ],
)
def test_both_runs_in_one_file(name, runs, options):
    read = [read_run(DATA / name, select={"run": run}, **options) for run in runs]
    pairing = pair(*read)
    assert pairing.table == TABLE
    assert pairing.notes == ()
    with pytest.raises(FormatError, match=rf"the file holds 2 runs \({', '.join(runs)}\); choose with --select run="):
        read_run(DATA / name, **options)


def rewritten(tmp_path, name, change):
    document = json.loads((DATA / name).read_text())
    change(document)
    path = tmp_path / name
    path.write_text(json.dumps(document))
    return path


def test_evalplus_plus_needs_base_too():
    with pytest.raises(FormatError, match=r"the file holds 2 metrics \(base, plus\); choose with --select metric="):
        read_run(DATA / "evalplus_baseline.json")
    assert read_run(DATA / "evalplus_baseline.json", select={"metric": "plus"}).outcomes["Demo/0"] is False


def test_evalplus_of_another_data_set_is_not_paired(tmp_path):
    path = rewritten(tmp_path, "evalplus_candidate.json", lambda d: d.update(hash="other"))
    runs = [read_run(p, select={"metric": "base"}) for p in (DATA / "evalplus_baseline.json", path)]
    with pytest.raises(PairingError, match="8 items with equal ids but different content"):
        pair(*runs)


def test_evalplus_samples_are_repeats_and_unknown_words_refused(tmp_path):
    def twice(document):
        document["eval"]["Demo/0"] *= 2

    path = rewritten(tmp_path, "evalplus_baseline.json", twice)
    with pytest.raises(FormatError, match=r"1 of 8 items have 2 results each \(trial 0, 1\): 'Demo/0'; repeats"):
        read_run(path, select={"metric": "base"})

    def odd(document):
        document["eval"]["Demo/0"][0]["base_status"] = "meh"

    with pytest.raises(FormatError, match=r"item 'Demo/0': base_status is 'meh', not pass, fail or timeout"):
        read_run(rewritten(tmp_path, "evalplus_baseline.json", odd), select={"metric": "base"})


def test_evalperf_and_livecodebench_percentages_need_a_threshold(tmp_path):
    path = tmp_path / "evalperf.json"
    path.write_text(
        json.dumps({"eval": {"Demo/0": {"dps": 1.0, "pass@1": 100.0}, "Demo/1": {"dps": 1, "pass@1": 1.0}}})
    )
    message = (
        r"item 'Demo/0': the score 100.0% is a percentage of repeated tries; pass --threshold \(of one file of a pair:"
        r" --baseline-threshold or --candidate-threshold\) to say from which"
    )
    with pytest.raises(FormatError, match=message):
        read_run(path)
    assert read_run(path, threshold=50).outcomes == {"Demo/0": True, "Demo/1": False}
    with pytest.raises(FormatError, match=r"item 'q0': the score 100.0% is a percentage"):
        read_run(DATA / "livecodebench.json", select={"run": "old"})


def test_helm_perturbations_and_missing_metrics_are_told_apart(tmp_path):
    with pytest.raises(
        FormatError, match=r"2 metrics \(exact_match, num_output_tokens\) and 2 filters \(none, typos\)"
    ):
        read_run(DATA / "helm_baseline.json")

    def undefined(document):
        document[3]["stats"] = document[3]["stats"][1:]

    path = rewritten(tmp_path, "helm_baseline.json", undefined)
    run = read_run(path, select={"metric": "exact_match", "filter": "none"})
    assert run.excluded == {"id3": "unscored"}


def test_openai_evals_errors_and_silent_samples_are_excluded(tmp_path):
    lines = (DATA / "openai_evals_baseline.jsonl").read_text().splitlines()
    events = [json.loads(line) for line in lines]
    events[2]["type"], events[2]["data"] = "error", {"type": "TimeoutError", "message": "slow"}
    del events[4]
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(map(json.dumps, events)))
    run = read_run(path)
    assert run.excluded == {"demo.0": "error: slow", "demo.1": "no match or metrics event"}
    assert run.label == "demo/baseline"


def test_openai_evals_metrics_events(tmp_path):
    rows = [
        {"run_id": "r", "event_id": i, "sample_id": f"s{i}", "type": "metrics", "data": {"score": i % 2, "choice": "A"}}
        for i in range(4)
    ]
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert read_run(path).outcomes == {"s0": False, "s1": True, "s2": False, "s3": True}


def test_promptfoo_errors_are_no_failures_and_vars_identify_a_test(tmp_path):
    def crash(document):
        document["results"]["results"][0] |= {"success": False, "failureReason": 2, "error": "429"}

    path = rewritten(tmp_path, "promptfoo.json", crash)
    run = read_run(path, select={"run": "openai:old"})
    assert run.excluded == {0: "error: 429"}

    def other(document):
        document["results"]["results"][8]["vars"] = {"q": "another question"}

    changed = read_run(rewritten(tmp_path, "promptfoo.json", other), select={"run": "openai:new"})
    with pytest.raises(PairingError, match="1 item with equal ids but different content in the two runs: 0"):
        pair(read_run(DATA / "promptfoo.json", select={"run": "openai:old"}), changed)


def test_promptfoo_prompts_of_one_provider_are_numbered(tmp_path):
    def same(document):
        for row in document["results"]["results"]:
            row["provider"] = {"id": "openai:x"}

    path = rewritten(tmp_path, "promptfoo.json", same)
    assert inspect_file(path).choices == {"run": ("openai:x #0", "openai:x #1")}


def test_junit_errors_and_skips_are_excluded(tmp_path):
    path = tmp_path / "report.xml"
    path.write_text(
        "<testsuite><testcase classname='a' name='ok'/><testcase name='bad'><failure/></testcase>"
        "<testcase file='b.py' name='broken'><error message='setup'/></testcase>"
        "<testcase classname='a' name='left'><skipped/></testcase>"
        "<testcase classname='a' name='both'><failure/><error/></testcase></testsuite>"
    )
    run = read_run(path)
    assert run.outcomes == {"a::ok": True, "bad": False}
    assert run.excluded == {"b.py::broken": "error", "a::left": "skipped", "a::both": "error"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite><testcase name="&b;"/></testsuite>',
         "line 1: the XML declares a document type, which could define entities; remove the DOCTYPE"),
        ('<!DOCTYPE x SYSTEM "file:///etc/hostname"><testsuite/>', "line 1: the XML declares a document type"),
        ("<testsuite>\n<testcase name='a'>", "line 2: not XML: no element found"),
        ("<testsuite>\n<testcase name='a'/></testsuit>", "line 2: not XML: mismatched tag"),
        ("<testsuite><testcase/></testsuite>", "line 1: a testcase has no name"),
        ("<testsuite>" + "<x>" * 200, "line 1: the XML is nested more than 100 deep"),
        ("<testsuite></testsuite>", "the file holds no items"),
        ('<?xml version="1.0" encoding="nonsense"?><testsuite/>', "not XML: "),
    ],
)  # fmt: skip
def test_hostile_xml_is_refused(tmp_path, text, message):
    path = tmp_path / "report.xml"
    path.write_text(text)
    with pytest.raises(FormatError) as refused:
        read_run(path)
    assert str(refused.value).removeprefix(str(path)).lstrip(":, ").startswith(message)


def test_tap_directives_and_unfinished_runs(tmp_path):
    path = tmp_path / "run.tap"
    path.write_text("TAP version 13\nok 1 - a\nnot ok 2 - b # TODO later\nok 3 # skip no net\n    ok 1 - inner\n1..3\n")
    run = read_run(path)
    assert run.outcomes == {"a": True}
    assert run.excluded == {"b": "todo", 3: "skip"}
    for text, message in (
        ("ok 1\n", "the plan (1..N) is missing: the test run is not complete"),
        ("1..2\nok 1\n", "the plan promises 2 tests, 1 ran: the test run is not complete"),
        ("1..1\nBail out! fire\n", "line 2: the test run bailed out: it is not complete"),
        ("1..1\nok 1\n1..1\n", "line 3: a second plan: two test runs in one file?"),
    ):
        path.write_text(text)
        with pytest.raises(FormatError) as refused:
            read_run(path)
        assert str(refused.value).endswith(message)


@pytest.mark.parametrize("content", [None, {"mteb_version": "1.0", "task_name": "x", "scores": {}}])
def test_aggregate_files_point_to_the_audit(tmp_path, content):
    path = DATA / "aggregate_lm_eval.json"
    if content is not None:
        path = tmp_path / "mteb.json"
        path.write_text(json.dumps(content))
    for action in (read_run, inspect_file):
        with pytest.raises(FormatError) as refused:
            action(path)
        assert str(refused.value) == (
            f"{path}: the file holds scores of whole benchmarks, not of items, so the discordant items cannot be"
            " counted; give the per-item file (lm-eval: --log_samples, lighteval: --save-details), or ask what the"
            " printed scores allow with: discordant audit"
        )


def test_lighteval_documents_with_other_queries_are_not_paired(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "details_gsm8k_2026-01-02T03-04-05.parquet"
    query = "SELECT {'id': doc.id, 'query': 'other'} AS __doc__, metric AS __metric__ FROM read_parquet(?)"
    with duckdb.connect() as connection:
        source = str(DATA / "lighteval_candidate.parquet")
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)", [source])
    runs = [read_run(p, select={"metric": "em"}) for p in (DATA / "lighteval_baseline.parquet", path)]
    with pytest.raises(PairingError, match="8 items with equal ids but different content"):
        pair(*runs)
    with pytest.raises(FormatError, match=r"the file holds 2 metrics \(em, maj@8\); choose"):
        read_run(path)


def test_parquet_ids_keep_their_type(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "run[1].parquet"  # a name that a glob would misread
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT i AS id, CAST(i % 2 AS DECIMAL(3, 1)) AS passed FROM range(4) t(i))"
            f" TO '{path}' (FORMAT parquet)"
        )
    assert read_run(path).outcomes == {0: False, 1: True, 2: False, 3: True}
    assert read_run(path, id_type="text").outcomes.keys() == {"0", "1", "2", "3"}
    with pytest.raises(FormatError, match=r"there is no column 'x'; the columns are: id, passed"):
        read_run(path, pass_="x")


def test_damaged_parquet_is_refused(tmp_path):
    pytest.importorskip("duckdb")
    path = tmp_path / "run.parquet"
    path.write_bytes((DATA / "parquet_baseline.parquet").read_bytes()[:-20])
    with pytest.raises(FormatError, match="duckdb: "):
        read_run(path)


def test_fixed_fields_are_told():
    with pytest.raises(ArgumentError, match=r"--pass x: the format junit has a fixed pass field; leave it out"):
        read_run(DATA / "junit_baseline.xml", pass_="x")
