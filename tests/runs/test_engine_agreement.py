"""The engine and the plain reader agree on files: what one refuses the other does not count otherwise."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discordant.errors import DiscordantError, FormatError, PairingError
from discordant.runs import pair, read_run
from discordant.runs.engine import pair_files
from discordant.runs.text_check import check_json_lines
from discordant.table import Table
from strategies import mutated_bytes

pytest.importorskip("duckdb")


@pytest.mark.parametrize("policy", ["refuse", "drop", "count-as-failed"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "id,passed,passed\ni1,1,0\ni2,0,0\n"),
        ("a.csv", 'id,passed,note\ni1,1,"x"\ni2,0,"y\n'),
        ("a.csv", 'id,passed\ni1,1\n"i2,0\n'),
        ("a.csv", "id,passed\ni1,null\ni2,0\n"),
        ("a.tsv", "id\tid\tpassed\ni1\ti1\t1\n"),
        ("a.jsonl", '{"id": "i1", "passed": NaN}\n{"id": "i2", "passed": true}\n'),
        ("a.jsonl", '{"id": "i1", "passed": true, "loss": -Infinity}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1,}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1, "x": [1 , \t]}\n{"id": "i2", "passed": 0}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1, "x": {"y": 1,}}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1, "x": nan}\n'),
        ("a.jsonl", '{"id": "i1", "passed": nAN}\n{"id": "i2", "passed": 0}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1, "x": [-inf]}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1, "x": [0,\tinfinity]}\n'),
        ("a.jsonl", '{"id": "i1", "passed": "null"}\n{"id": "i2", "passed": 1}\n'),
        ("a.jsonl", '{"id": "i1", "passed": [1]}\n{"id": "i2", "passed": 1}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1, "passed": 0}\n'),
        ("a.jsonl", '{"id": "", "passed": 1}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1}\n{"id": "i2"}\n'),
        ("a.jsonl", '{"id": 1.5, "passed": 1}\n'),
        ("a.jsonl", '{"id": true, "passed": 1}\n'),
        ("a.jsonl", '{"id": "i1", "id": "i2", "passed": 1}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1, "x": 1, "\\u0078": 2}\n'),
        ("a.jsonl", '{"id": "i1", "passed": 1}\n\ufeff{"id": "i2", "passed": 1}\n'),
        ("a.csv", "id,passed,note\n#0,x;1,1,x\ni2,0,x\ni3,1,x\ni4,0,x\n"),
        ("a.csv", "id,passed\ni1,1e-400\n"),
        ("a.csv", "id,passed\ni1,0.99999999999999999999\n"),
        ("a.csv", "id,passed\ni1,1_0\n"),
        ("a.csv", "id,passed\ni1,NaN1\n"),
        ("a.csv", "id,passed\ni\0001,1\ni2,0\n"),
    ],
)
def test_the_engine_refuses_the_files_that_the_plain_reader_refuses(tmp_path, name, text, policy):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError):
        read_run(path, id="id", pass_="passed")
    with pytest.raises(FormatError):
        pair_files(str(path), str(path), item="id", passed="passed", where="true", on_error=policy)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", 'id;passed;note\ni1;1;"NaN, ""quoted"""\ni2; yes ;a "5"" disk\n'),
        ("a.csv", "id\tpassed\ni1\t1\ni2,x\t0\n"),
        ("a.csv", 'id,passed\n"i\n1",1\ni2,0\n'),
        ("a.csv", "id,passed\n#1,1\n#2,0\n\ufeffi3,+1.0\ni4,00e7\ni5,-.0\n"),
        (
            "a.jsonl",
            "".join(f'{{"id": {i}, "passed": 1, "note": {i}}}\n' for i in range(25000))
            + '{"id": "x", "passed": 0, "note": "text"}\n',
        ),
        (
            "a.jsonl",
            '{"id": "i1", "passed": "\\tTrue ", "note": "NaN"}\n{"id": 1, "passed": 1.0}\n{"id":"1","passed":"0"}\n',
        ),
        ("a.jsonl", '{"id": "i1", "passed": 1, "x": ",]", "y": [], "z": ": nan,}"}\n{"id": "i2", "passed": 0}\n'),
        ("a.jsonl", '{"id": "i1", "passed": null}\n{"id": "i2", "passed": "nan"}\n{"id": "i3", "passed": false}\n'),
    ],
)
def test_the_engine_reads_the_files_that_the_plain_reader_reads(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    run = read_run(path, id="id", pass_="passed")
    counted = pair_files(str(path), str(path), item="id", passed="passed", on_error="drop")
    assert (counted.baseline.passed, counted.baseline.failed) == (run.passed, run.failed)
    assert counted.baseline.excluded == len(run.excluded)


def test_json_ids_are_one_however_their_text_is_written_and_messages_quote_them_once(tmp_path):
    one, two = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    one.write_text('{"id": "\\u00e9", "passed": 1}\n', encoding="utf-8")
    two.write_text('{"id": "é", "passed": 0}\n', encoding="utf-8")
    assert pair_files(str(one), str(two), item="id", passed="passed").table == Table(0, 0, 1, 0)
    two.write_text('{"id": "é", "passed": 0}\n{"id": "i1", "passed": 0}\n', encoding="utf-8")
    with pytest.raises(PairingError, match="1 items missing in the baseline, first: 'i1'; say") as refused:
        pair_files(str(one), str(two), item="id", passed="passed")
    assert refused.value.items == ("i1",)


BASE = {
    "csv": b"id,passed,note\n" + b"".join(b"i%d,%d,x\n" % (i, i % 2) for i in range(5)),
    "jsonl": b"".join(b'{"id": "i%d", "passed": %d, "note": [1]}\n' % (i, i % 2) for i in range(5)),
}
ONE_FOR_ALL = {"on_missing": "count-as-failed", "on_error": "count-as-failed"}


def counts_as_the_plain_reader(data, suffix, folder):
    one, two = folder / f"a.{suffix}", folder / f"b.{suffix}"
    one.write_bytes(data.draw(mutated_bytes(BASE[suffix])))
    two.write_bytes(BASE[suffix])
    threshold = data.draw(st.sampled_from([None, "0.5"]))
    try:
        runs = [read_run(path, suffix, id="id", pass_="passed", threshold=threshold) for path in (one, two)]
        plain = pair(*runs, **ONE_FOR_ALL).table
        counted = pair_files(str(one), str(two), item="id", passed="passed", threshold=threshold, **ONE_FOR_ALL).table
    except DiscordantError as refusal:
        assert "\x1b" not in str(refusal)  # noqa: PT017 - either way may refuse what it is given
        return
    assert counted == plain


@pytest.mark.parametrize("suffix", BASE)
@given(data=st.data())
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_engine_never_counts_a_damaged_file_otherwise_than_the_plain_reader(data, suffix, tmp_path):
    counts_as_the_plain_reader(data, suffix, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", BASE)
@given(data=st.data())
@settings(max_examples=500, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_the_engine_never_counts_a_damaged_file_otherwise_at_length(data, suffix, tmp_path):
    counts_as_the_plain_reader(data, suffix, tmp_path)


def test_a_constant_is_found_across_the_pieces_in_which_a_file_is_read(tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "i1", "passed": 1}\n{"id": "i2", "passed": 1, "loss": -Infinity}\n', encoding="utf-8")
    for size in range(1, 70):
        monkeypatch.setattr("discordant.runs.text_check._CHUNK", size)
        with pytest.raises(FormatError, match="line 2: -Infinity is not JSON"):
            check_json_lines(str(path))


def test_a_key_twice_inside_a_nested_object_is_let_pass_by_the_engine_alone(tmp_path):
    """As docs/formats.md says: the keys of each row are looked at, not those of the objects within."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "i1", "passed": 1, "x": {"a": 1, "a": 2}}\n', encoding="utf-8")
    with pytest.raises(FormatError, match="the JSON key 'a' appears twice in one object"):
        read_run(path, id="id", pass_="passed")
    assert pair_files(str(path), str(path), item="id", passed="passed").table == Table(1, 0, 0, 0)
