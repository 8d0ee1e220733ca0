"""A directory as a run: items keyed by task and id, one table per task, nothing silently left out."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from discordant.errors import FormatError, PairingError
from discordant.runs import inspect_file, pair, read_run
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


def test_links_empty_files_and_pipes_are_left_out_and_told(tmp_path):
    outside = tmp_path / "outside"
    samples(outside, "arc", [1.0])
    folder = tmp_path / "run"
    samples(folder, "easy", [1.0])
    (folder / "link.jsonl").symlink_to(next(outside.iterdir()))
    (folder / ".hidden.jsonl").write_text("{}")
    (folder / "notes").symlink_to(outside)
    (folder / "notes.txt").symlink_to(next(outside.iterdir()))
    (folder / "empty.jsonl").write_text("")
    os.mkfifo(folder / "pipe.jsonl")
    run = read_run(folder)
    assert run.outcomes == {("easy", 0): True}
    assert run.notes == (
        "left out: empty files (a task that crashed?): empty.jsonl",
        "left out: pipes or other files that are not regular: pipe.jsonl",
        "left out: symbolic links, which are not followed: link.jsonl, notes",
    )
    assert set(run.notes) <= set(inspect_file(folder).notes)


def test_a_directory_of_links_alone_names_the_way_out(tmp_path):
    samples(tmp_path / "outside", "arc", [1.0])
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "outside")
    with pytest.raises(
        FormatError,
        match="no file with per-item results; left out: symbolic links, which are not followed: link;"
        " name the directory that they point to, or copy the files",
    ):
        read_run(folder)
    (folder / "link").unlink()
    (folder / "a.json").write_text("")
    with pytest.raises(FormatError, match=r"results; left out: empty files \(a task that crashed\?\): a.json$"):
        read_run(folder)


def test_two_files_whose_names_print_alike_are_not_merged(tmp_path):
    (tmp_path / "a\x1b.csv").write_text("id,pass\n1,1\n")
    (tmp_path / r"a\x1b.csv").write_text("id,pass\n2,1\n")
    with pytest.raises(FormatError) as refused:
        read_run(tmp_path, "csv")
    assert str(refused.value).endswith(r"the names of two files print alike, 'a\x1b.csv' and 'a\\x1b.csv'; rename one")


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
