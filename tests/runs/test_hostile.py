"""Damaged and hostile files end in a typed error that says where, never in a traceback or a guess."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest

from discordant.errors import ArgumentError, DiscordantError, FormatError
from discordant.runs import inspect_file, read_run

ROW = b'{"id": 1, "pass": true}\n'


def refusal(path, *args, **options):
    with pytest.raises(FormatError) as refused:
        read_run(path, *args, **options)
    return str(refused.value).replace(str(path), path.name)


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ROW + b'{"id": 2, "pass": NaN}\n', "line 2: NaN is not JSON; write null, or leave the item out"),
        (ROW + b'{"id": 2, "pass": -Infinity}\n', "line 2: -Infinity is not JSON; write null, or leave the item out"),
        (ROW + b'{"id": 2, "id": 3, "pass": 1}\n', "line 2: the JSON key 'id' appears twice in one object"),
        (ROW + b'{"id": 2, "pass": tr', "line 2: not JSON: expecting value at column 19"),
        (ROW + b'{"id": 2, "pass": ', "line 2: the JSON ends too early (truncated?) at column 19"),
        (ROW + b'{"id": "2', "line 2: the JSON ends too early (truncated?) at column 8"),
        (ROW + b"[1]\n", "line 2: the line holds a JSON list, not an object"),
        (ROW + b'{"id": "\xff", "pass": 1}', "line 2: byte 0xff at offset 8 is not UTF-8; convert the file to UTF-8"),
        (ROW + b'{"id": 2, "pass": 1}\0', "line 2: the text holds a NUL character; it is binary or UTF-16"),
        (ROW + b'{"id": 2}\n', "line 2: the field 'pass' is missing"),
        (ROW + b'{"id": 2.5, "pass": 1}\n', "line 2: the item id 2.5 is a float; ids are text or integers"),
        (ROW + b'{"id": true, "pass": 1}\n', "line 2: the item id True is a bool; ids are text or integers"),
        (ROW + b'{"id": "", "pass": 1}\n', "line 2: the item id is empty"),
        (ROW + b'{"id": "\\ud800", "pass": 1}\n', "line 2: the item id '\\ud800' holds half of a surrogate pair"),
        (ROW + b'{"id": 2, "pass": []}\n', "line 2, item 2: the score [] is a list, not a bool or a number"),
        (ROW + b'{"id": 2, "pass": 1e999}\n', "line 2, item 2: the score inf is not finite"),
        (ROW + b'{"id": 2, "pass": "2"}\n',
         "line 2, item 2: the score '2' is neither 0 nor 1; pass --threshold (of one file"
         " of a pair: --baseline-threshold or --candidate-threshold) to say which scores pass"),
        (ROW + b'{"id": 2, "pass": ' + b"9" * 5000 + b"}", "line 2: the JSON holds an integer of thousands of digits"),
        (ROW + b'{"id": 2, "x": ' + b"[" * 200000 + b"\n", "line 2: the JSON is nested too deeply to be read"),
    ],
)  # fmt: skip
def test_a_bad_line_is_named(tmp_path, data, message):
    assert refusal(write(tmp_path / "run.jsonl", data)) == f"run.jsonl, {message}"


def test_a_duplicate_row_is_refused_unless_it_is_called_a_repeat(tmp_path):
    path = write(tmp_path / "run.jsonl", ROW * 2)
    assert refusal(path) == (
        "run.jsonl: 1 of 1 items come in 2 rows each: 1; remove the duplicates, or, if they are repeats, which are not"
        " independent items, say --repeats first, all, any, majority or clusters"
    )
    assert read_run(path, repeats="all").outcomes == {1: True}


@pytest.mark.parametrize("order", ["utf-16", "utf-32"])
def test_other_encodings_are_refused(tmp_path, order):
    path = write(tmp_path / "run.jsonl", ROW.decode().encode(order))
    assert refusal(path, "jsonl") == "run.jsonl, line 1: the text is UTF-16 or UTF-32; convert it to UTF-8"


def test_a_byte_order_mark_and_crlf_are_read(tmp_path):
    rows = b'\xef\xbb\xbf{"id": 1, "pass": true}\r\n\r\n{"id": "1", "pass": false}\r\n'
    assert read_run(write(tmp_path / "run.jsonl", rows)).outcomes == {1: True, "1": False}
    table = b"\xef\xbb\xbfid,pass\r\n1,yes\r\n2,no\r\n"
    assert read_run(write(tmp_path / "run.csv", table)).outcomes == {"1": True, "2": False}


def test_mixed_id_types_are_two_items_unless_told(tmp_path):
    path = write(tmp_path / "run.jsonl", ROW + b'{"id": "1", "pass": false}\n')
    assert read_run(path).outcomes == {1: True, "1": False}
    assert "1 of 1 items come in 2 rows each" in refusal(path, id_type="text")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("id,pass\n1,1\n2\n", "line 3: the row has 1 fields, the header 2"),
        ("id,pass,id\n", "line 1: the header names the column 'id' twice"),
        ('id,pass\n"1,1\n', "line 2: not csv: unexpected end of data"),
        ("id,pass\n1,maybe\n",
         "line 2, item '1': the score 'maybe' is neither 0/1, true/false, pass/fail nor a finite number"),
        ("id,pass\n1,1_0\n",
         "line 2, item '1': the score '1_0' is neither 0/1, true/false, pass/fail nor a finite number"),
        ("id,pass\n,1\n", "line 2: the item id is empty"),
    ],
)  # fmt: skip
def test_a_bad_csv_row_is_named(tmp_path, table, message):
    assert refusal(write(tmp_path / "run.csv", table.encode())) == f"run.csv, {message}"


def test_csv_without_an_obvious_column_lists_the_columns(tmp_path):
    path = write(tmp_path / "run.csv", b"key,score\n1,1\n")
    assert refusal(path) == (
        "run.csv, line 1: name the column of the items' ids with --id (of one file of a pair: --baseline-id or"
        " --candidate-id); the columns are: key, score"
    )
    assert refusal(path, id="key").endswith("name the column of the outcomes with --pass (of one file of"
        " a pair: --baseline-pass or --candidate-pass), or compare two columns with"
        " --baseline-select run=COLUMN and --candidate-select run=COLUMN; the columns are: key, score")  # fmt: skip
    assert refusal(path, id="x", pass_="score").endswith("there is no column 'x'; the columns are: key, score"
        " (another name in one file of a pair: --baseline-id or --candidate-id)")  # fmt: skip


def test_empty_and_header_only_files_are_refused(tmp_path):
    assert refusal(write(tmp_path / "run.jsonl", b"")) == "run.jsonl: the file is empty"
    assert refusal(write(tmp_path / "run.jsonl", b"\n \n")) == "run.jsonl: the file holds no items"
    assert refusal(write(tmp_path / "run.csv", b"id,pass\n")) == "run.csv: the file holds no items"


def test_unscored_items_are_excluded_not_failed(tmp_path):
    run = read_run(write(tmp_path / "run.jsonl", ROW + b'{"id": 2, "pass": null}\n'))
    assert run.excluded == {2: "unscored"}


def test_lines_documents_and_members_stay_within_max_bytes(tmp_path):
    long = write(tmp_path / "run.jsonl", ROW + b'{"id": 2, "pass": true, "x": "' + b"y" * 1000 + b'"}\n')
    assert refusal(long, max_bytes=500) == "run.jsonl, line 2: the line is longer than --max-bytes 500"
    document = write(tmp_path / "run.json", json.dumps([{"task_id": 1, "reward": 1, "trial": 0}] * 50).encode())
    assert refusal(document, max_bytes=100).startswith("run.json: the JSON document has 2")


def archive(path, members, **header):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        log = {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}} | header
        archive.writestr("header.json", json.dumps(log))
        for name, data in members:
            archive.writestr(name, data)
    return path


def test_a_zip_bomb_is_refused_before_it_is_inflated(tmp_path):
    path = archive(tmp_path / "run.eval", [("samples/1_epoch_1.json", b" " * 10_000_000)])
    assert path.stat().st_size < 20_000
    assert refusal(path, max_bytes=1_000_000) == (
        "run.eval!samples/1_epoch_1.json: the zip member inflates to 10000000 bytes, more than --max-bytes 1000000"
    )


def test_a_zip_that_lies_about_its_sizes_is_refused(tmp_path):
    path = archive(tmp_path / "run.eval", [("samples/1_epoch_1.json", b" " * 10_000_000)])
    data = path.read_bytes().replace((10_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    path.write_bytes(data)
    with pytest.raises(FormatError, match="zip member"):
        read_run(path, max_bytes=1_000_000)


@pytest.mark.parametrize("name", ["../evil.json", "/etc/passwd", "samples/../../x", "c:/x"])
def test_zip_names_that_leave_the_archive_are_refused(tmp_path, name):
    path = archive(tmp_path / "run.eval", [(name, b"{}")])
    assert refusal(path) == f"run.eval: the zip member {name!r} points outside the archive"


def test_damaged_zips_are_refused(tmp_path):
    whole = archive(tmp_path / "run.eval", [("summaries.json", json.dumps([{"id": 1, "epoch": 1}] * 50))]).read_bytes()
    for cut in (10, len(whole) // 2, len(whole) - 5):
        with pytest.raises(FormatError):
            read_run(write(tmp_path / "cut.eval", whole[:cut]))
    assert refusal(write(tmp_path / "gz.jsonl", b"\x1f\x8b rest")) == (
        "gz.jsonl: the file is gzip-compressed; decompress it first"
    )


def test_links_are_followed_and_what_is_no_file_is_refused(tmp_path):
    path = write(tmp_path / "run.jsonl", ROW)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    assert read_run(link).outcomes == {1: True}
    assert read_run(link).source.path == str(link)
    dangling = tmp_path / "dangling.jsonl"
    dangling.symlink_to(tmp_path / "gone")
    assert refusal(dangling) == "dangling.jsonl: cannot be opened: no such file or directory"
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    assert refusal(pipe) == "pipe.jsonl: not a regular file; save the stream to a file first"


def test_terminal_escapes_never_reach_a_message_or_what_a_run_prints(tmp_path):
    path = write(tmp_path / "run.jsonl", b'{"id": "\\u001b[31m", "model": "\\u001b[2J<b>", "pass": 7}\n')
    assert "\x1b" not in refusal(path)
    good = write(tmp_path / "good.jsonl", b'{"id": "\\u001b[31m", "model": "\\u001b[2J<b>", "pass": 1}\n')
    run = read_run(good)
    assert str(run).startswith("\\x1b[2J<b>: 1 of 1")
    assert run.to_dict()["label"] == "\\x1b[2J<b>"
    assert "\x1b" not in str(run)
    assert "<b>" not in run._repr_html_()
    assert "\x1b" not in str(inspect_file(good))


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path):
    path = write(tmp_path / "run.jsonl", ROW)

    def append(done, total):
        with path.open("ab") as file:
            file.write(ROW)

    assert refusal(path, progress=append).endswith(
        "the file changed while it was read; read it again when it is complete"
    )


def test_progress_ends_at_the_size(tmp_path):
    row = b'{"id": %d, "pass": true, "note": "' + b"x" * 500 + b'"}\n'
    path = write(tmp_path / "run.jsonl", b"".join(row % number for number in range(10_000)))
    told: list[tuple[int, int]] = []
    assert len(read_run(path, progress=lambda done, total: told.append((done, total))).outcomes) == 10_000
    assert told[-1] == (path.stat().st_size,) * 2
    assert len(told) == 2


@pytest.mark.parametrize("trial", [[1], {"a": 1}, True, 0.5])
def test_a_repeat_is_labelled_by_text_or_an_integer(tmp_path, trial):
    path = write(tmp_path / "run.json", json.dumps([{"task_id": 1, "reward": 1, "trial": trial}] * 2).encode())
    for read in (read_run, inspect_file):
        with pytest.raises(FormatError, match=r"item 1: the trial .* is a \w+, neither text nor an integer"):
            read(path)


def test_repeats_are_ordered_by_number_and_labels_of_thousands_of_digits_as_they_come(tmp_path):
    for labels, first in (((10, 9), False), (("9" * 5000, "1"), True), (("b", "a"), True)):
        rows = [{"task_id": 1, "reward": reward, "trial": label} for reward, label in zip((1, 0), labels, strict=True)]
        path = write(tmp_path / "run.json", json.dumps(rows).encode())
        assert read_run(path, repeats="first").outcomes == {1: first}


def test_every_refusal_has_one_root(tmp_path):
    with pytest.raises(DiscordantError):
        read_run(tmp_path / "absent.csv")


@pytest.mark.parametrize("path", [3, None, 1.5, ["a.jsonl"]])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(ArgumentError, match=r"path=.* is a \w+; give the path of a file"):
        read_run(path)
    with pytest.raises(ArgumentError, match=r"path=.* is a \w+; give the path of a file"):
        inspect_file(path)
