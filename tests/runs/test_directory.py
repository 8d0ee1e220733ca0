"""A directory as a run: items keyed by task and id, one table per task, nothing silently left out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from discordant.errors import FormatError, PairingError
from discordant.runs import pair, read_run
from discordant.table import Table

DATA = Path(__file__).parent / "data"
STAMP = "2026-01-02T03-04-05.678901"
CHOSEN = {"filter": "none"}


def samples(folder, task, outcomes, metric="acc", stamp=STAMP):
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "doc_id": i,
            "doc_hash": f"{task}{i}",
            "filtered_resps": [""],
            "filter": "none",
            "metrics": [metric],
            metric: v,
        }
        for i, v in enumerate(outcomes)
    ]
    (folder / f"samples_{task}_{stamp}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def pair_of_folders(tmp_path):
    for side, tasks in (
        ("base", {"easy": [1.0, 1.0], "same": [1.0, 0.0], "arc": [0.0, 1.0, 0.0], "hopeless": [0.0]}),
        ("cand", {"easy": [1.0, 1.0], "same": [1.0, 0.0], "arc": [1.0, 0.0, 1.0], "hopeless": [0.0]}),
    ):
        for task, outcomes in tasks.items():
            samples(tmp_path / side / "model", task, outcomes)
        (tmp_path / side / "results.json").write_text((DATA / "aggregate_lm_eval.json").read_text())
        (tmp_path / side / "notes.txt").write_text("not a result")
    return tmp_path / "base", tmp_path / "cand"


def test_tasks_are_pooled_and_split(pair_of_folders):
    pairing = pair(*map(read_run, pair_of_folders))
    assert pairing.table == Table(3, 2, 1, 2)
    assert pairing.task_tables == {
        "arc": Table(0, 2, 1, 0),
        "easy": Table(2, 0, 0, 0),
        "hopeless": Table(0, 0, 0, 1),
        "same": Table(1, 0, 0, 1),
    }
    assert pairing.uninformative_tasks == {"easy": "ceiling", "hopeless": "floor", "same": "equal"}
    assert pairing.improved == (("arc", 0), ("arc", 2))


def test_the_provenance_lists_every_file_and_what_was_skipped(pair_of_folders):
    run = read_run(pair_of_folders[0])
    assert [Path(name).name for name, _ in run.source.files] == [
        f"samples_{task}_{STAMP}.jsonl" for task in ("arc", "easy", "hopeless", "same")
    ]
    assert run.notes == ("1 file without per-item results skipped: results.json",)
    assert run.label == "base"
    assert len(run.source.to_dict()["files"]) == 4
    assert run.source.sha256 != read_run(pair_of_folders[1]).source.sha256


def test_one_task_is_selected(pair_of_folders):
    runs = [read_run(folder, select={"task": "arc"}) for folder in pair_of_folders]
    assert pair(*runs).table == Table(0, 2, 1, 0)


def test_a_rerun_beside_the_first_is_refused(pair_of_folders):
    folder, _ = pair_of_folders
    samples(folder / "model", "arc", [1.0], stamp="2026-02-02T03-04-05.678901")
    with pytest.raises(FormatError, match=r"the task 'arc' comes in two files, .* and .* \(a rerun\?\); keep one"):
        read_run(folder)


def test_a_metric_that_a_task_lacks_is_told(pair_of_folders):
    folder, _ = pair_of_folders
    samples(folder / "model", "gsm8k", [1.0], metric="exact_match")
    with pytest.raises(FormatError, match=r"2 metrics \(acc, exact_match\)"):
        read_run(folder)
    with pytest.raises(FormatError, match=r"1 of 5 tasks have no rows for metric=acc: gsm8k; choose one task with"):
        read_run(folder, select={"metric": "acc"})
    assert len(read_run(folder, select={"metric": "acc", "task": "easy"}).outcomes) == 2


def test_files_of_two_tools_and_runs_of_two_models_are_refused(pair_of_folders):
    folder, _ = pair_of_folders
    shutil.copy(DATA / "tau_bench.json", folder / "zzz.json")
    with pytest.raises(
        FormatError, match=r"holds files of lm-eval and of tau-bench \(zzz.json\); choose with --format"
    ):
        read_run(folder)
    assert len(read_run(folder, "lm-eval").outcomes) == 8


def test_inspect_logs_of_two_models_are_refused(tmp_path):
    shutil.copy(DATA / "inspect_baseline.json", tmp_path)
    assert read_run(tmp_path, select={"scorer": "choice"}).label == "demo/old"
    shutil.copy(DATA / "inspect_candidate.json", tmp_path)
    with pytest.raises(FormatError, match=r"holds runs of several models \(demo/old, demo/new\); give each run a"):
        read_run(tmp_path, select={"scorer": "choice"})


def test_generic_files_count_where_the_format_is_named(tmp_path):
    for task in ("one", "two"):
        (tmp_path / f"{task}.csv").write_text("id,pass\n1,1\n2,0\n")
    with pytest.raises(FormatError, match="the directory holds no file with per-item results"):
        read_run(tmp_path)
    assert read_run(tmp_path, "csv").outcomes == {
        ("one", "1"): True, ("one", "2"): False, ("two", "1"): True, ("two", "2"): False
    }  # fmt: skip


def test_links_hidden_and_empty_files_are_left_alone(tmp_path):
    outside = tmp_path / "outside"
    samples(outside, "arc", [1.0])
    folder = tmp_path / "run"
    samples(folder, "easy", [1.0])
    (folder / "link.jsonl").symlink_to(next(outside.iterdir()))
    (folder / ".hidden.jsonl").write_text("{}")
    (folder / "empty.jsonl").write_text("")
    assert read_run(folder).outcomes == {("easy", 0): True}


def test_an_empty_directory_is_refused(tmp_path):
    with pytest.raises(FormatError, match="the directory holds no file with per-item results"):
        read_run(tmp_path)


def test_a_directory_against_a_file_says_how_the_ids_differ(tmp_path):
    samples(tmp_path / "run", "arc", [1.0])
    file = next((tmp_path / "run").iterdir())
    with pytest.raises(
        PairingError, match=r"one run is keyed by task and id, the other by id: compare two directories"
    ):
        pair(read_run(tmp_path / "run"), read_run(file))
