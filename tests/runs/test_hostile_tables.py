"""Hostile parquet files, names and engine input: typed errors without terminal escapes, in bounded time and memory."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest

from discordant.errors import DiscordantError, FormatError
from discordant.runs import inspect_file, read_run
from discordant.runs.engine import pair_files
from discordant.table import Table

duckdb = pytest.importorskip("duckdb")

ESCAPE = "a\x1b[2Jb"


def parquet(path, query):
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_a_name_with_escapes_never_reaches_a_message(tmp_path, suffix):
    path = tmp_path / f"{ESCAPE}.{suffix}"
    rows = {"csv": "id,pass\n1,1\n1,1\n", "jsonl": '{"id": 1, "pass": 1}\n' * 2, "parquet": "PAR1" + "x" * 100}
    path.write_text(rows[suffix])
    for read in (read_run, inspect_file, lambda file: pair_files(str(file), str(file))):
        try:
            assert "\x1b" not in str(read(path))
        except DiscordantError as refusal:
            text = str(refusal)
            assert r"a\x1b[2Jb" in text
            assert "\x1b" not in text


def test_a_zip_member_with_escapes_in_its_name_is_told_without_them(tmp_path):
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps({"version": 2, "status": "success", "eval": {"task": "t"}}))
        archive.writestr("samples/\x1b[2J.json", "{")
    with pytest.raises(FormatError, match=r"log.eval!samples/\\x1b\[2J.json: the JSON ends too early"):
        read_run(path)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT DATE '2026-01-01' AS id, 1 AS pass", "the column 'id' is DATE; item ids are text or integers"),
        ("SELECT DATE '99999-01-01' AS id, 1 AS pass", "the column 'id' is DATE; item ids are text or integers"),
        ("SELECT 1.0::DOUBLE AS id, 1 AS pass", "the column 'id' is DOUBLE; item ids are text or integers"),
        ("SELECT 1.5::DECIMAL(4, 1) AS id, 1 AS pass", r"the column 'id' is DECIMAL\(4,1\); item ids are text or"),
        ("SELECT {'a': 1} AS id, 1 AS pass", r"the column 'id' is STRUCT\(.*\); item ids are text or integers"),
        ("SELECT 1 AS id, INTERVAL 1000000000 DAY AS pass",
         "the column 'pass' is INTERVAL; outcomes are boolean, numbers or text"),
        ("SELECT 1 AS id, 'x'::BLOB AS pass", "the column 'pass' is BLOB; outcomes are boolean, numbers or text"),
        ("SELECT 1 AS id, [1] AS pass", r"the column 'pass' is INTEGER\[\]; outcomes are boolean, numbers or text"),
    ],
)  # fmt: skip
def test_columns_of_other_types_are_refused_in_either_way(tmp_path, query, message):
    path = parquet(tmp_path / "run.parquet", query)
    other = parquet(tmp_path / "other.parquet", query)
    for read in (lambda: read_run(path), lambda: inspect_file(path), lambda: pair_files(str(path), str(other))):
        with pytest.raises(FormatError, match=message):
            read()


def test_a_value_that_no_python_type_holds_is_a_typed_error(tmp_path):
    path = parquet(tmp_path / "details.parquet", "SELECT {'id': 'a'} AS doc, {'em': INTERVAL 1000000000 DAY} AS metric")
    with pytest.raises(FormatError, match=r"details.parquet: duckdb: days=1000000000; must have magnitude"):
        read_run(path)


def test_a_uuid_is_an_id_as_its_text(tmp_path):
    name = "0b0a9b3c-6f6e-4d7e-8a55-0d3f0e8f6a11"
    path = parquet(tmp_path / "run.parquet", f"SELECT '{name}'::UUID AS id, true AS pass")
    text = parquet(tmp_path / "text.parquet", f"SELECT '{name}' AS id, false AS pass")
    assert read_run(path).outcomes == {name: True}
    assert pair_files(str(path), str(text)).table == Table(0, 0, 1, 0)


def test_a_small_file_of_more_rows_than_memory_holds_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("discordant.runs.readers.parquet.MOST_ROWS", 1000)
    path = parquet(tmp_path / "run.parquet", "SELECT 1 AS id, true AS pass FROM range(1001)")
    with pytest.raises(
        FormatError, match="the file has 1001 rows, more than the 1000 that are held at once; count them"
    ):
        read_run(path)


def test_pipes_and_folders_are_refused_by_the_engine_at_once(tmp_path):
    table = tmp_path / "run.csv"
    table.write_text("id,pass\n1,1\n")
    for suffix in ("jsonl", "csv", "parquet"):
        pipe = tmp_path / f"pipe.{suffix}"
        os.mkfifo(pipe)
        with pytest.raises(FormatError, match=f"pipe.{suffix}: not a regular file"):
            pair_files(str(pipe), str(table))
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(FormatError, match=r"folder.csv: duckdb: IO Error: No files found"):
        pair_files(str(tmp_path / "folder.csv"), str(table))


def test_wide_tables_and_many_runs_take_no_quadratic_time(tmp_path):
    wide = tmp_path / "wide.csv"
    wide.write_text(",".join(f"c{i}" for i in range(100_000)) + ",c99999\n")
    with pytest.raises(FormatError, match="the header names the column 'c99999' twice"):
        read_run(wide)
    many = tmp_path / "many.jsonl"
    many.write_text("".join(f'{{"id": 1, "pass": 1, "run": "r{i}"}}\n' for i in range(30_000)))
    assert len(inspect_file(many).groups) == 30_000
    prompts = [
        {"promptIdx": i, "testIdx": 0, "success": True, "provider": {"id": "p" if i < 2 else f"q{i}"}, "vars": {}}
        for i in range(30_000)
    ]
    foo = tmp_path / "foo.json"
    foo.write_text(json.dumps({"results": {"results": prompts}}))
    assert inspect_file(foo).groups[1].selector == {"run": "p #1"}


def test_a_gigantic_id_is_cut_in_a_message(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps({"id": "x" * 1_000_000, "pass": "maybe"}))
    with pytest.raises(FormatError) as refused:
        read_run(path)
    assert len(str(refused.value)) < len(str(path)) + 400


def test_a_folder_that_cannot_be_listed_is_told(tmp_path, monkeypatch):
    def denied(top, onerror):
        onerror(PermissionError(13, "Permission denied", f"{top}/{ESCAPE}"))
        return iter(())

    monkeypatch.setattr("discordant.runs.directory.os.walk", denied)
    with pytest.raises(FormatError, match=r"a\\x1b\[2Jb: cannot be listed: permission denied"):
        read_run(tmp_path)


def test_a_file_that_vanishes_is_told(tmp_path, monkeypatch):
    (tmp_path / "a.json").write_text("{}")

    def gone(path):
        raise FileNotFoundError(2, "No such file or directory", path)

    monkeypatch.setattr("discordant.runs.directory.os.path.getsize", gone)
    with pytest.raises(FormatError, match=r"a.json: cannot be read: no such file or directory"):
        read_run(Path(tmp_path))
