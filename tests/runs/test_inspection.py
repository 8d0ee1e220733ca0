"""What inspection tells of files and directories, and the command that it suggests, word by word."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from discordant.errors import ArgumentError, FormatError
from discordant.runs import inspect_file, read_run, suggestion

DATA = Path(__file__).parent / "data"
STAMP = "2026-01-02T03-04-05.678901"


def samples(folder, task, outcomes, metrics=("acc",)):
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        {"doc_id": i, "doc_hash": f"{task}{i}", "filter": "none", "metrics": list(metrics)} | dict.fromkeys(metrics, v)
        for i, v in enumerate(outcomes)
    ]
    path = folder / f"samples_{task}_{STAMP}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    samples(tmp_path / "base", "arc", [0.0, 1.0, None])
    samples(tmp_path / "base", "easy", [1.0, 1.0])
    shutil.copy(DATA / "aggregate_lm_eval.json", tmp_path / "base")
    return Path("base")


def test_a_directory_tells_its_tasks_one_by_one_and_pooled(folder):
    assert str(inspect_file(folder)) == (
        "base: lm-eval, base, 2 files\n"
        "  metric: acc\n"
        "  filter: none\n"
        "  task: arc, easy\n"
        "  metric=acc, filter=none: 5 items, 3 passed, 1 failed, 1 excluded\n"
        "    arc: 3 items, 1 passed, 1 failed, 1 excluded\n"
        "    easy: 2 items, 2 passed, 0 failed\n"
        "  1 file without per-item results skipped: aggregate_lm_eval.json\n"
        "  discordant compare base CANDIDATE"
    )


def test_the_counts_of_a_directory_are_those_of_the_run(folder):
    found, run = inspect_file(folder), read_run(folder)
    (group,) = found.groups
    assert (group.passed, group.failed, group.excluded) == (run.passed, run.failed, len(run.excluded))
    assert found.sha256 == run.source.sha256
    assert found.files == run.source.files
    assert found.size == sum((folder / name).stat().st_size for name, _ in found.files)
    assert (found.path, found.format, found.detected) == ("base", "lm-eval", True)


def test_a_task_without_the_metric_is_told_and_the_command_picks_a_task(folder):
    samples(folder, "gsm8k", [1.0], metrics=("exact_match",))
    found = inspect_file(folder)
    assert found.notes[1:] == ("1 of 3 tasks have no rows for metric=acc, filter=none: gsm8k",)
    assert found.command == "discordant compare base CANDIDATE --select metric=acc --select task=arc"
    assert len(read_run(folder, select={"metric": "acc", "task": "arc"}).excluded) == 1


def test_a_folder_of_logs_tells_scorers_epochs_and_tasks(tmp_path):
    log = json.loads((DATA / "inspect_baseline.json").read_text())
    for task in ("one", "two"):
        twice = [sample | {"epoch": epoch} for epoch in (1, 2) for sample in log["samples"]]
        again = log | {"eval": log["eval"] | {"task": task}, "samples": twice}
        (tmp_path / f"{task}.json").write_text(json.dumps(again))
    found = inspect_file(tmp_path)
    assert found.label == "demo/old"
    assert found.choices == {
        "scorer": ("choice", "judge"), "metric": ("style", "truth"), "epoch": ("1", "2"), "task": ("one", "two")
    }  # fmt: skip
    first = found.groups[0]
    assert str(first) == "32 results of 16 items, 16 passed, 16 failed"
    assert [(task.task, str(task)) for task in first.tasks] == [
        ("one", "16 results of 8 items, 8 passed, 8 failed"),
        ("two", "16 results of 8 items, 8 passed, 8 failed"),
    ]
    assert found.command.endswith("CANDIDATE --select scorer=choice --select epoch=1")
    assert len(read_run(tmp_path, select={"scorer": "choice", "epoch": 1}).outcomes) == 16


def test_directories_that_are_not_one_run_are_refused_as_in_a_comparison(tmp_path):
    with pytest.raises(FormatError, match=r"the directory holds no file with per-item results$"):
        inspect_file(tmp_path)
    for task in ("one", "two"):
        (tmp_path / f"{task}.csv").write_text("id,pass\n1,1\n2,0\n")
    with pytest.raises(FormatError) as refused:
        inspect_file(tmp_path)
    assert str(refused.value) == (
        f"{tmp_path}: the directory holds no file with per-item results; name the format of csv, JSON lines or parquet"
        " files with --format"
    )
    assert inspect_file(tmp_path, "csv").command.endswith("CANDIDATE --format csv")
    (tmp_path / "empty.csv").write_text("id,pass\n")
    assert len(inspect_file(tmp_path, "csv").tasks) == 2
    shutil.copy(DATA / "inspect_baseline.json", tmp_path)
    shutil.copy(DATA / "inspect_candidate.json", tmp_path)
    with pytest.raises(FormatError, match=r"holds runs of several models \(demo/old, demo/new\); give each run a"):
        inspect_file(tmp_path)
    (tmp_path / "inspect_candidate.json").unlink()
    shutil.copy(DATA / "tau_bench.json", tmp_path)
    with pytest.raises(FormatError, match=r"holds files of inspect and of tau-bench \(tau_bench.json\); choose with"):
        inspect_file(tmp_path)


def test_files_without_items_hold_no_run(tmp_path):
    (tmp_path / "empty.csv").write_text("id,pass\n")
    for read in (inspect_file, read_run):
        with pytest.raises(FormatError, match="the files hold no items"):
            read(tmp_path, "csv")


def test_an_option_without_use_is_refused_in_a_directory_too(folder):
    for read in (inspect_file, read_run):
        with pytest.raises(FormatError, match="the field 'key' is missing"):
            read(folder, id="key")
    shutil.rmtree(folder)
    folder.mkdir()
    shutil.copy(DATA / "tau_bench.json", folder)
    for read in (inspect_file, read_run):
        with pytest.raises(ArgumentError, match="--id key: the format tau-bench has a fixed id field; leave it out"):
            read(folder, id="key")


def test_appended_reruns_are_told_and_not_called_repeats(tmp_path):
    path = samples(tmp_path, "arc", [1.0, 0.0])
    path.write_bytes(path.read_bytes() * 2)
    found = inspect_file(path)
    assert found.duplicates == 2
    assert found.notes == ("2 rows come twice, first item 0 at line 3: remove the duplicate rows (an appended rerun?)",)
    assert "--repeats" not in found.command
    with pytest.raises(FormatError, match="the item appears twice"):
        read_run(path)


def test_tasks_and_items_never_run_are_told_of_one_file_too():
    (old, new) = inspect_file(DATA / "long.tsv").groups
    assert [(task.task, task.items, task.results) for task in old.tasks] == [("even", 4, 12), ("odd", 4, 12)]
    assert new.passed == sum(task.passed for task in new.tasks)
    (group,) = inspect_file(DATA / "swebench_candidate.json").groups
    assert str(group) == "8 items, 4 passed, 1 failed, 2 excluded, 1 never run"
    assert group.tasks == ()


def test_a_score_that_is_no_outcome_is_told_once():
    found = inspect_file(DATA / "livecodebench.json")
    assert all(group.not_binary_example for group in found.groups)
    assert str(found).count("is a percentage of repeated tries") == 1


def test_many_tasks_are_cut_in_text_alone(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps({"id": 1, "pass": 1, "task": f"t{i}"}) + "\n" for i in range(70)))
    found = inspect_file(path)
    assert "    and 10 more tasks (--output json lists them all)" in str(found).splitlines()
    assert len(found.to_dict()["groups"][0]["tasks"]) == 70
    assert "  task: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 60 more" in str(found).splitlines()


def test_hostile_labels_are_escaped_and_lines_wrapped(tmp_path):
    evil = "\x1b[2J<b>&\u202e\nx"
    rows = [{"id": i, "pass": 0.5, "model": evil + "a " * 60, "task": evil + str(i % 2)} for i in range(3)]
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    text, document = str(inspect_file(path)), json.dumps(inspect_file(path).to_dict())
    for sign in "\x1b\u202e":
        assert sign not in text
        assert ascii(sign)[1:-1].replace("\\", "\\\\") in document
    assert r"\x1b[2J<b>&\u202e\nx0: 2 items" in text
    told = text[: text.index("  discordant compare")].splitlines()
    assert max(len(line) for line in told if str(tmp_path) not in line) <= 80


def test_a_hostile_metric_that_one_task_lacks_is_escaped_in_the_note(folder):
    evil = "acc\x1b[31m\x07"
    for path in folder.iterdir():
        path.unlink()
    samples(folder, "arc", [1.0, 0.0], metrics=(evil,))
    samples(folder, "gsm8k", [1.0], metrics=("zzz",))
    found = inspect_file(folder)
    assert found.notes == (r"1 of 2 tasks have no rows for metric=acc\x1b[31m\x07, filter=none: gsm8k",)
    assert not set("\x1b\x07") & set(str(found))


@pytest.mark.parametrize("name", [f"{'x' * 40}.jsonl", "x.jsonl"])
def test_a_long_command_is_broken_before_an_option(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text('{"key": 1, "points": 0.5}\n')
    found = inspect_file(name, "jsonl", id="key", pass_="points", threshold="0.5", max_bytes=100)
    text = suggestion.folded(found.words)
    assert max(map(len, text.splitlines())) <= 80
    assert " ".join(text.replace("\\\n", "").split()) == found.command


def test_a_lone_surrogate_in_a_label_is_written_in_bytes():
    """JSON may hold one, which no encoding of a terminal does."""
    assert suggestion._word("run=\ud800") == r"$'run=\355\240\200'"
    assert suggestion._word("run=\udcff") == r"$'run=\377'"
