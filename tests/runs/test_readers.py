"""Every reader on a small file of its own, and the traps of its format."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from discordant.errors import ArgumentError, FormatError
from discordant.runs import inspect_file, list_formats, pair, read_run
from discordant.table import Table

DATA = Path(__file__).parent / "data"
TABLE = Table(3, 2, 1, 2)
"""The table of every pair of files in the data folder."""


def table_of(baseline, candidate, base=None, cand=None, **options):
    policies = {key: options.pop(key) for key in ("on_missing", "on_error") if key in options}
    return pair(
        read_run(DATA / baseline, select=base, **options),
        read_run(DATA / candidate, select=cand, **options),
        **policies,
    ).table


@pytest.fixture
def save(tmp_path):
    def write(name, content):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


def test_csv_pairs_by_id_in_any_order():
    assert table_of("baseline.csv", "candidate.csv") == TABLE


def test_two_columns_of_one_csv_are_two_runs():
    assert table_of("wide.csv", "wide.csv", {"run": "old"}, {"run": "new"}, id="task") == TABLE


def test_a_long_table_selects_run_and_trial_and_splits_by_task():
    pairing = pair(
        read_run(DATA / "long.tsv", select={"run": "old", "trial": 0}),
        read_run(DATA / "long.tsv", select={"run": "new", "trial": 0}),
    )
    assert pairing.table == TABLE
    assert pairing.task_tables == {"even": Table(1, 1, 1, 1), "odd": Table(2, 1, 0, 1)}
    assert pairing.notes == ()


def test_a_long_table_takes_one_task():
    run = read_run(DATA / "long.tsv", select={"run": "old", "trial": 2, "task": "odd"})
    assert run.outcomes == {"1": True, "3": False, "5": True, "7": False}
    assert run.label == "old (trial 2)"


def test_jsonl_reaches_into_objects():
    assert table_of("baseline.jsonl", "candidate.jsonl", id="question.id", pass_="ok") == TABLE


def test_a_json_list_of_objects_is_read_like_lines(save):
    path = save("rows.json", [{"id": 1, "pass": True}, {"id": "1", "pass": False}])
    assert read_run(path).outcomes == {1: True, "1": False}


def test_lm_eval_needs_metric_and_filter():
    files = ("samples_demo_2026-01-02T03-04-05.678901.jsonl", "samples_demo_2026-02-02T03-04-05.678901.jsonl")
    chosen = {"metric": "exact_match", "filter": "strict-match"}
    assert table_of(*files, chosen, chosen) == TABLE
    assert table_of(*files, chosen, chosen, id="doc_hash") == TABLE
    with pytest.raises(FormatError) as refused:
        read_run(DATA / files[0])
    assert str(refused.value).endswith(
        "the file holds 2 metrics (exact_match, acc) and 2 filters (strict-match, flexible-extract);"
        " choose with --select metric=... and --select filter=..."
    )


def test_an_appended_lm_eval_rerun_is_refused_under_every_policy(save):
    text = (DATA / "samples_demo_2026-01-02T03-04-05.678901.jsonl").read_text()
    path = save("samples.jsonl", text + text)
    with pytest.raises(FormatError, match=r"line 17, item 0: the item appears twice \(first at line 1\); remove"):
        read_run(path, select={"metric": "exact_match", "filter": "strict-match"}, repeats="first")


def test_old_lm_eval_rows_take_the_metric_from_pass(save):
    rows = [{"doc_id": 0, "filtered_resps": ["4"], "acc": 1.0}, {"doc_id": 1, "filtered_resps": ["5"], "acc": 0.0}]
    path = save("old.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert read_run(path, pass_="acc").outcomes == {0: True, 1: False}
    with pytest.raises(FormatError, match=r"line 1, item 0: the row does not list its metrics"):
        read_run(path)


def test_inspect_json_needs_a_scorer():
    files = ("inspect_baseline.json", "inspect_candidate.json")
    assert table_of(*files, {"scorer": "choice"}, {"scorer": "choice"}) == TABLE
    run = read_run(DATA / files[0], select={"scorer": "judge", "metric": "truth"})
    assert (run.label, run.passed, run.failed) == ("demo/old", 0, 8)
    with pytest.raises(FormatError, match=r"2 scorers \(choice, judge\) and 2 metrics \(style, truth\); choose with"):
        read_run(DATA / files[0])


def zipped(path, log, summaries=True):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({key: log[key] for key in log if key != "samples"}))
        if summaries:
            archive.writestr("summaries.json", json.dumps(log["samples"]))
        for sample in log["samples"]:
            archive.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
    return path


def test_a_zipped_inspect_log_reads_as_its_json_twin(tmp_path):
    log = json.loads((DATA / "inspect_candidate.json").read_text())
    twin = read_run(DATA / "inspect_candidate.json", select={"scorer": "choice"})
    for summaries in (True, False):
        path = zipped(tmp_path / f"{summaries}.eval", log, summaries)
        assert read_run(path, select={"scorer": "choice"}).outcomes == twin.outcomes


def inspect_log(*samples, **header):
    return {
        "version": 2,
        "status": "success",
        "eval": {"task": "demo", "model": "m", "dataset": {"sample_ids": [1, 2, 3]}},
        "samples": list(samples),
    } | header


def test_inspect_errors_and_unscored_samples_are_excluded_and_unrun_ones_missing(save):
    log = inspect_log(
        {"id": 1, "epoch": 1, "scores": {"match": {"value": float("nan")}}},
        {"id": 2, "epoch": 1, "scores": {}, "error": {"message": "tool crashed"}},
    )
    run = read_run(save("log.json", log))
    assert run.outcomes == {}
    assert run.excluded == {1: "unscored", 2: "error: tool crashed"}
    assert run.missing == {3}


def test_inspect_epochs_are_repeats(save):
    values = {1: "CCI", 2: "CII", 3: "CCC"}
    log = inspect_log(
        *(
            {"id": item, "epoch": epoch, "scores": {"match": {"value": value}}}
            for item, row in values.items()
            for epoch, value in enumerate(row, 1)
        )
    )
    path = save("log.json", log)
    assert read_run(path, select={"epoch": 2}).outcomes == {1: True, 2: False, 3: True}
    assert read_run(path, repeats="majority").outcomes == {1: True, 2: False, 3: True}
    assert read_run(path, repeats="all").outcomes == {1: False, 2: False, 3: True}
    with pytest.raises(FormatError, match=r"3 of 3 items have 3 results each \(epoch 1, 2, 3\): 1, 2, 3; repeats are"):
        read_run(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"status": "error"}, "the log's status is 'error', not 'success'"),
        ({"invalidated": True}, "the log is marked as invalidated"),
        ({"samples": None}, "the log holds no samples"),
        ({"eval": []}, "the field 'eval' is a list, not a dict"),
    ],
)
def test_unfinished_inspect_logs_are_refused(save, change, message):
    log = inspect_log({"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}) | change
    with pytest.raises(FormatError, match=message):
        read_run(save("log.json", log))


def test_an_inspect_value_that_inspect_would_guess_is_refused(save):
    log = inspect_log({"id": 1, "epoch": 1, "scores": {"match": {"value": "maybe"}}})
    with pytest.raises(FormatError, match=r"item 1: the score 'maybe' is neither 0/1, true/false, pass/fail nor"):
        read_run(save("log.json", log))


def test_partial_credit_needs_a_threshold(save):
    path = save("log.json", inspect_log({"id": 1, "epoch": 1, "scores": {"match": {"value": "P"}}}))
    with pytest.raises(FormatError, match=r"item 1: the score 0.5 is neither 0 nor 1; pass --threshold"):
        read_run(path)
    assert read_run(path, threshold="0.5").outcomes == {1: True}


def test_swebench_report_keeps_errors_empty_patches_and_incomplete_apart():
    run = read_run(DATA / "swebench_candidate.json")
    assert run.excluded == {"demo__repo-5": "error", "demo__repo-6": "empty patch"}
    assert run.missing == {"demo__repo-7"}
    files = ("swebench_baseline.json", "swebench_candidate.json")
    assert table_of(*files, on_missing="count-as-failed", on_error="count-as-failed") == Table(2, 2, 2, 2)
    assert table_of(*files, on_missing="drop", on_error="drop") == Table(2, 2, 1, 0)


def test_an_incomplete_instance_of_both_runs_is_missing_in_both():
    run = read_run(DATA / "swebench_candidate.json")
    assert pair(run, run, on_missing="count-as-failed", on_error="drop").table == Table(4, 0, 0, 2)


def test_swebench_site_files_in_both_shapes():
    for name in ("swebench_models.json", "swebench_site.json"):
        assert table_of(name, name, {"run": "old"}, {"run": "new"}) == TABLE
    with pytest.raises(FormatError, match=r"the file holds 2 runs \(old, new\); choose with --select run=\.\.\.; two "):
        read_run(DATA / "swebench_models.json")
    with pytest.raises(FormatError, match=r"no run 'newest'; the file holds: old, new"):
        read_run(DATA / "swebench_models.json", select={"run": "newest"})


def test_a_swebench_instance_report_is_one_run(save):
    path = save("report.json", {"demo__repo-1": {"resolved": True}, "demo__repo-2": {"resolved": False}})
    assert read_run(path).outcomes == {"demo__repo-1": True, "demo__repo-2": False}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"resolved_instances": 5}, "resolved_ids lists 4 ids, but resolved_instances is 5"),
        ({"unresolved_ids": ["demo__repo-0"] * 4}, "unresolved_ids lists an id twice"),
        ({"error_ids": ["demo__repo-0"], "error_instances": 1}, "listed in resolved_ids and in error_ids"),
        ({"incomplete_ids": ["demo__repo-0"]}, "listed in resolved_ids and in incomplete_ids"),
        ({"": 3, "infra_failure_ids": ["x"], "resolved_ids": 3}, "the field 'resolved_ids' is a int, not a list"),
        ({"resolved_ids": "demo"}, "the field 'resolved_ids' is a str, not a list"),
    ],
)
def test_a_swebench_report_must_agree_with_itself(save, change, message):
    report = json.loads((DATA / "swebench_baseline.json").read_text()) | change
    with pytest.raises(FormatError, match=message):
        read_run(save("report.json", report))


def test_tau_bench_trials_are_repeats_and_errors_are_no_failures():
    assert table_of("tau_bench.json", "tau_bench.json", {"trial": 0}, {"trial": 1}) == TABLE
    run = read_run(DATA / "tau_bench.json", repeats="any")
    assert run.excluded == {0: "1 of 3 repeats without an outcome: error: timeout"}
    assert run.repeats[0] == (True, True, None)


def test_every_format_is_listed_with_its_rule_and_example():
    formats = list_formats()
    assert {"csv", "inspect", "jsonl", "lm-eval", "swebench", "tau-bench"} <= {info.name for info in formats}
    for info in formats:
        assert info.rule
        assert info.item
        assert info.passed
        assert info.example.startswith("discordant ")
        assert json.loads(json.dumps(info.to_dict()))["name"] == info.name


def test_unknown_formats_and_options_without_use_are_refused():
    with pytest.raises(ArgumentError, match=r"format='xlsx' is unknown; choose one of "):
        read_run(DATA / "baseline.csv", "xlsx")
    with pytest.raises(ArgumentError, match=r"--id x: the format tau-bench has a fixed id field; leave it out"):
        read_run(DATA / "tau_bench.json", id="x")
    with pytest.raises(ArgumentError, match=r"--cluster x: the format swebench has no columns"):
        read_run(DATA / "swebench_baseline.json", cluster="x")


def test_an_unrecognised_file_lists_the_formats(save):
    with pytest.raises(
        FormatError,
        match=r"the format is not recognised; name it with --format .*, one of .*csv",
    ):
        read_run(save("thing.json", {"a": 1}))


def test_inspection_tells_runs_counts_and_the_command():
    found = inspect_file(DATA / "swebench_models.json")
    assert found.format == "swebench"
    assert found.choices == {"run": ("old", "new")}
    assert [(g.items, g.passed, g.failed) for g in found.groups] == [(8, 4, 4), (8, 5, 3)]
    assert found.command.endswith("--baseline-select run=old --candidate-select run=new")
    assert json.loads(json.dumps(found.to_dict()))["choices"] == {"run": ["old", "new"]}


def test_inspection_tells_repeats_and_scores_that_are_not_binary(save):
    found = inspect_file(DATA / "tau_bench.json")
    assert found.choices == {"trial": ("0", "1", "2")}
    assert found.command.endswith("--select trial=0")
    path = save("scores.jsonl", '{"id": 1, "pass": 0.25}\n{"id": 2, "pass": 1}\n')
    (group,) = inspect_file(path).groups
    assert (group.not_binary, group.passed) == (1, 1)
    assert (
        group.not_binary_example
        == "item 1: the score 0.25 is neither 0 nor 1; pass --threshold (of one file of a pair: --baseline-threshold or"
        " --candidate-threshold) to say which scores pass"
    )
    assert inspect_file(path).command.endswith("CANDIDATE --threshold NUMBER")


def test_inspection_of_scorers_of_two_shapes_suggests_a_telling_one():
    found = inspect_file(DATA / "inspect_baseline.json")
    assert found.command.endswith("CANDIDATE --select scorer=choice")
    assert found.choices["metric"] == ("style", "truth")
