"""`discordant inspect` and `discordant formats`: what is there, before anything is chosen."""

import json
import subprocess

import jsonschema
import pytest

from discordant.report.json_document import schema
from discordant.runs import list_formats


def test_inspect_shows_what_can_be_chosen_and_the_next_command(discordant, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(
        "".join(json.dumps({"id": i, "passed": i < 2, "trial": t}) + "\n" for i in range(3) for t in (0, 1))
    )
    result = discordant("inspect", path)
    assert result.code == 0
    assert "trial: 0, 1" in result.out
    assert "all: 6 results of 3 items, 4 passed, 2 failed" in result.out
    assert f"discordant compare {path}" in result.out


@pytest.mark.parametrize("name", ["sc.jsonl", "a b's.jsonl", "ev\x1b[31m\\il.jsonl", "-x.jsonl"])
def test_the_suggested_command_works_as_printed(discordant, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(
        "".join(json.dumps({"key": i, "points": i / 10, "other": 1}) + "\n" for i in range(10)), encoding="utf-8"
    )
    options = ("--threshold", "0.3", "--id", "key", "--pass", "points", "--format", "jsonl", "--max-bytes", "9999")
    shown = discordant("inspect", *options, "--", name)
    assert shown.code == 0
    command = shown.out[shown.out.rindex("  discordant compare") :]
    words = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {command}"], capture_output=True, check=True, text=True
    ).stdout.split("\0")[:-1]
    assert words[3] == "CANDIDATE"
    words[3] = words[2]
    result = discordant(*words[1:])
    assert result.code == 0
    assert "n = 0" in result.out
    counts = discordant("inspect", *options, "--output", "json", "--", name).out
    assert json.loads(counts)["groups"][0]["passed"] == 7


def test_more_bytes_than_a_file_can_have_are_no_bound(discordant, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text('{"id": 1, "passed": true}\n', encoding="utf-8")
    result = discordant("inspect", path, "--max-bytes", "9" * 23)
    assert result.code == 0
    assert "all: 1 item, 1 passed, 0 failed" in result.out


def test_inspect_json_is_valid(discordant, root):
    path = root / "docs" / "examples" / "tau-bench-airline-gpt-4o-trial-0.json"
    result = discordant("inspect", path, "--output", "json")
    shown = json.loads(result.out)
    jsonschema.validate(shown, schema("inspection"))
    assert (shown["format"], shown["groups"][0]["items"], shown["groups"][0]["passed"]) == ("tau-bench", 50, 21)


def test_inspect_takes_a_directory(discordant, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for side, outcomes in (("base", (1, 0, 1)), ("cand", (1, 1, 1))):
        (tmp_path / side).mkdir()
        for task in ("arc", "easy"):
            rows = [{"doc_id": i, "doc_hash": "", "metrics": ["acc"], "acc": v} for i, v in enumerate(outcomes)]
            path = tmp_path / side / f"samples_{task}_2026-01-02T03-04-05.678901.jsonl"
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    shown = discordant("inspect", "base")
    assert (shown.code, shown.err) == (0, "")
    assert "    arc: 3 items, 2 passed, 1 failed\n    easy: 3 items, 2 passed, 1 failed\n" in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80
    command = shown.out.splitlines()[-1].strip().replace("CANDIDATE", "cand").split()
    assert command[0] == "discordant"
    assert "2 discordant items" in discordant(*command[1:]).out
    document = json.loads(discordant("inspect", "base", "--output", "json").out)
    jsonschema.validate(document, schema("inspection"))
    assert [task["passed"] for task in document["groups"][0]["tasks"]] == [2, 2]
    assert len(document["files"]) == 2


def test_inspect_refuses_what_it_cannot_read(discordant, tmp_path):
    assert discordant("inspect", tmp_path / "none").code == 3
    assert discordant("inspect").code == 2
    assert discordant("inspect", tmp_path, "--output", "markdown").code == 2
    empty = discordant("inspect", tmp_path)
    assert (empty.code, empty.out) == (3, "")
    assert "the directory holds no file with per-item results" in empty.err


def test_formats_lists_every_reader(discordant):
    result = discordant("formats")
    for info in list_formats():
        assert f"\n{info.name}: " in f"\n{result.out}"
    assert max(map(len, result.out.splitlines())) <= 80


def test_formats_takes_names(discordant):
    result = discordant("formats", "lm-eval", "csv", "csv")
    assert [line.partition(":")[0] for line in result.out.splitlines() if line and line[0] != " "] == ["lm-eval", "csv"]
    shown = json.loads(discordant("formats", "junit", "--output", "json").out)
    assert [info["name"] for info in shown["formats"]] == ["junit"]
    wrong = discordant("formats", "cvs")
    assert (wrong.code, wrong.out) == (2, "")
    assert "the format 'cvs' is unknown; the formats are" in wrong.err


def test_formats_json_is_valid(discordant):
    shown = json.loads(discordant("formats", "--output", "json").out)
    jsonschema.validate(shown, schema("formats"))
    assert [entry["name"] for entry in shown["formats"]] == [info.name for info in list_formats()]
