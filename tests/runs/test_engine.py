"""Counting inside the engine: the same four counts as the plain reader, and the same refusals."""

from __future__ import annotations

import csv
import json
import random
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings

from discordant.errors import ArgumentError, DiscordantError, FormatError, LevelError, MissingExtra, PairingError
from discordant.runs import pair, read_run
from discordant.runs.duck import connect
from discordant.runs.engine import pair_files
from discordant.table import Table
from strategies import run_pairs

duckdb = pytest.importorskip("duckdb")


def save(path, rows):
    """Write rows of {id, passed, run} in the format of the suffix."""
    path = str(path)
    if path.endswith(".jsonl"):
        with open(path, "w") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
        return path
    table = path if path.endswith(".csv") else path.replace(".parquet", ".source.csv")
    with open(table, "w", newline="") as file:
        writer = csv.DictWriter(file, ["id", "passed", "run"], extrasaction="ignore", restval="")
        writer.writeheader()
        writer.writerows(rows)
    if table != path:
        with duckdb.connect() as connection:
            select = "SELECT id, CAST(passed AS BOOLEAN) AS passed, run FROM read_csv(?, all_varchar = true)"
            connection.execute(f"COPY ({select}) TO '{path}' (FORMAT parquet)", [table])
    return path


def rows(seed, count=300, run="old"):
    draw = random.Random(seed)
    return [{"id": f"q{i}", "passed": draw.random() < 0.6, "run": run} for i in range(count)]


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
@pytest.mark.parametrize("score", ["0.69999999999999999", "0.7", "0.70000000000000001", "7e-1", "0.6999", "1"])
def test_a_threshold_is_compared_with_the_digits_as_written(tmp_path, suffix, score):
    path = tmp_path / f"a.{suffix}"
    path.write_text(f"id,passed\nx,{score}\n" if suffix == "csv" else f'{{"id": "x", "passed": "{score}"}}\n')
    plain = pair(*(read_run(path, threshold="0.7") for _ in range(2)))
    assert pair_files(str(path), str(path), item="id", passed="passed", threshold="0.7").table == plain.table


@pytest.mark.parametrize("score", ["1_0", "1e-4000", "0x1", "nan1"])
def test_what_is_no_number_is_none_with_a_threshold_either(tmp_path, score):
    path = tmp_path / "a.csv"
    path.write_text(f"id,passed\nx,{score}\n")
    with pytest.raises(FormatError):
        read_run(path, threshold="0.5")
    with pytest.raises(FormatError, match="neither 0 nor 1"):
        pair_files(str(path), str(path), item="id", passed="passed", threshold="0.5")


def test_more_digits_than_are_compared_are_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,passed\nx,0.4999999999999999999999\n")
    assert read_run(path, threshold="0.5").failed == 1
    with pytest.raises(FormatError, match="1 item of the baseline has a score of too many digits to compare with the"):
        pair_files(str(path), str(path), item="id", passed="passed", threshold="0.5")


def test_a_decimal_column_is_compared_with_all_its_digits(tmp_path):
    path = tmp_path / "a.parquet"
    with duckdb.connect() as connection:
        query = "SELECT 'x' AS id, CAST('0.69999999999999999' AS DECIMAL(38, 17)) AS passed"
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    assert read_run(path, threshold="0.7").failed == 1
    assert pair_files(str(path), str(path), threshold="0.7").table == Table(0, 0, 0, 1)


def test_rows_that_are_no_table_name_the_way_out(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,passed\nx,1,2,3\n")
    with pytest.raises(FormatError, match=r"\(rows of unequal width, or line ends of two kinds\? --engine plain says"):
        pair_files(str(path), str(path), item="id", passed="passed")


def test_a_file_with_brackets_in_its_name_is_itself_and_no_pattern(tmp_path):
    first, second = save(tmp_path / "run[1].csv", rows(1)), save(tmp_path / "b.csv", rows(2))
    save(tmp_path / "run1.csv", rows(3))
    counted = pair_files(first, second, item="id", passed="passed")
    assert counted.table == pair(*(read_run(path, select={"run": "old"}) for path in (first, second))).table
    assert counted.baseline.source.files == ()
    assert counted.baseline.source.sha256 == read_run(first, select={"run": "old"}).source.sha256


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_the_counts_are_those_of_the_plain_reader(tmp_path, suffix):
    first, second = save(tmp_path / f"a.{suffix}", rows(1)), save(tmp_path / f"b.{suffix}", rows(2)[::-1])
    plain = pair(*(read_run(path, select={"run": "old"}) for path in (first, second)))
    counted = pair_files(first, second, item="id", passed="passed")
    assert counted.table == plain.table
    assert counted.table.N == counted.matched == 300
    assert counted.baseline.source == replace(
        plain.baseline.source, selector={}, options={"engine": "duckdb", "id": "id", "pass": "passed"}
    )
    document = counted.to_dict()
    assert json.loads(json.dumps(document)) == document
    assert document.keys() == plain.to_dict().keys()
    assert document["baseline"].keys() == plain.to_dict()["baseline"].keys()


@given(run_pairs())
@settings(max_examples=10)
def test_policies_are_those_of_pairing(tmp_path_factory, states):
    """Law: engine and plain reader agree, on tables and on refusals, whatever is missing or unscored."""
    folder = tmp_path_factory.mktemp("engine")
    paths = []
    for name, run in zip(("a", "b"), states, strict=True):
        cells = [{"id": key, "passed": None if state == "error" else state} for key, state in run.items()]
        paths.append(save(folder / f"{name}.jsonl", cells))
    for policies in ({}, {"on_missing": "count-as-failed", "on_error": "drop"}):
        try:
            expected = pair(*map(read_run, paths), **policies).table
        except PairingError:
            with pytest.raises(PairingError):
                pair_files(*paths, item="id", passed="passed", **policies)
        else:
            assert pair_files(*paths, item="id", passed="passed", **policies).table == expected


def test_a_column_names_the_run_and_a_glob_names_the_files(tmp_path):
    one, two = rows(1), rows(2, run="new")
    for part in range(3):
        save(tmp_path / f"part{part}.parquet", one[part::3] + two[part::3])
    expected = pair_files(
        save(tmp_path / "x.csv", one), save(tmp_path / "y.csv", two), item="id", passed="passed"
    ).table
    counted = pair_files(
        str(tmp_path / "part*.parquet"), baseline_select={"run": "old"}, candidate_select={"run": "new"}
    )
    assert counted.table == expected
    assert len(counted.baseline.source.files) == 3
    assert (counted.baseline.label, counted.candidate.label, counted.notes) == ("old", "new", ())


def test_where_is_duckdb_with_values_as_parameters(tmp_path):
    path = save(tmp_path / "a.csv", rows(1) + rows(2, run="new"))
    sides = {"baseline_select": {"run": "old"}, "candidate_select": {"run": "new"}}
    counted = pair_files(path, **sides, where="length(id) <= $most", parameters={"most": 2})
    assert counted.table.N == 10
    with pytest.raises(ArgumentError, match=r"the parameters other do not stand in where"):
        pair_files(path, **sides, where="true", parameters={"other": 1})
    with pytest.raises(FormatError, match=r"there are no items \(does where leave any\?\)"):
        pair_files(path, **sides, where="false")


@pytest.mark.parametrize("where", ["true) OR (true", "true; DROP TABLE x", "id = 'x", ""])
def test_where_is_one_condition(tmp_path, where):
    path = save(tmp_path / "a.csv", rows(1))
    with pytest.raises(ArgumentError, match="is not one SQL condition"):
        pair_files(path, path, item="id", passed="passed", where=where)


def test_odd_column_names_and_run_names_are_data(tmp_path):
    path = tmp_path / 'a".csv'
    path.write_text('"i""d; --",ok,run\n1,1,"x\' OR 1=1"\n1,0,y\n')
    counted = pair_files(
        str(path), item='i"d; --', passed="ok", baseline_select={"run": "x' OR 1=1"}, candidate_select={"run": "y"}
    )
    assert counted.table == Table(0, 0, 1, 0)


def test_thresholds_are_exact_decimals(tmp_path):
    one, two = tmp_path / "a.csv", tmp_path / "b.csv"
    one.write_text("id,s\n1,0.7\n2,0.69999\n")
    two.write_text("id,s\n1,0.70\n2,1e0\n")
    assert pair_files(str(one), str(two), item="id", passed="s", threshold="0.7").table == Table(1, 1, 0, 0)
    with pytest.raises(
        FormatError,
        match=r"2 items of the baseline have a score that is neither 0 nor 1; pass --threshold \(of one",
    ):
        pair_files(str(one), str(two), item="id", passed="s")
    with pytest.raises(LevelError, match="threshold=1/3 is not a decimal of at most 15 digits"):
        pair_files(str(one), str(two), item="id", passed="s", threshold="1/3")


def refusal(path, text, other="id,ok\n1,1\n", **options):
    one, two = path / "a.csv", path / "b.csv"
    one.write_text(text)
    two.write_text(other)
    with pytest.raises(DiscordantError) as refused:
        pair_files(str(one), str(two), item="id", passed="ok", **options)
    return str(refused.value).replace(str(one), "a.csv")


def test_refusals_name_the_first_items(tmp_path):
    assert refusal(tmp_path, "id,ok\n1,1\n1,0\n") == (
        "a.csv, item '1': 1 item of the baseline comes twice; count repeats before pairing; first: '1'"
    )
    assert refusal(tmp_path, "id,ok\n1,1\n2,1\n") == (
        "1 items missing in the candidate, first: '2'; say --on-missing drop or --on-missing count-as-failed"
    )
    assert refusal(tmp_path, "id,ok\n1,\n") == (
        "1 items without a score in the baseline, first: '1'; say --on-error drop or --on-error count-as-failed"
    )
    assert refusal(tmp_path, "id,ok\n9,1\n", on_missing="drop") == "the two runs have no item id in common"
    assert refusal(tmp_path, "id,ok\n1,\n", on_error="drop") == "nothing is left to compare: all 1 items were dropped"
    assert refusal(tmp_path, "id,good\n1,1\n") == (
        "a.csv: there is no column 'ok'; the columns are: id, good"
        " (another name in one file of a pair: --baseline-pass or --candidate-pass)"
    )
    assert refusal(tmp_path, "id,ok\n,1\n1,1\n") == "a.csv: an item id is null"
    assert refusal(tmp_path, "id,ok\n1,1\n", on_missing="x").startswith("on_missing='x' is unknown; choose one of")


def test_ids_of_two_kinds_are_refused(tmp_path):
    one, two = save(tmp_path / "a.csv", rows(1)), save(tmp_path / "b.jsonl", rows(2))
    with pytest.raises(PairingError, match=r"the item columns are of different kinds \(VARCHAR and JSON\)"):
        pair_files(one, two, item="id", passed="passed")


def test_files_that_are_absent_or_of_no_known_suffix_are_refused(tmp_path):
    with pytest.raises(FormatError, match="duckdb: IO Error"):
        pair_files(str(tmp_path / "none.parquet"), str(tmp_path / "none.parquet"), item="id", passed="ok")
    with pytest.raises(FormatError, match=r"the suffix '.xlsx' is none of .parquet, .csv, .tsv, .jsonl, .ndjson"):
        pair_files("a.xlsx", "b.xlsx", item="id", passed="ok")
    with pytest.raises(ArgumentError, match="one source holds both runs only if baseline_select and candidate_select"):
        pair_files("a.csv", item="id", passed="ok")


def test_the_usual_names_are_found_and_one_file_twice_is_told(tmp_path):
    path = save(tmp_path / "a.csv", rows(1))
    counted = pair_files(path, path)
    assert counted.table.n == 0
    assert counted.notes[0].startswith("baseline and candidate are the same file (sha256 ")
    other = tmp_path / "b.csv"
    other.write_text("key,ok\n1,1\n")
    with pytest.raises(FormatError, match=r"name the item column with --id \(.*\); the columns are: key, ok"):
        pair_files(str(other), str(other))


def test_the_engine_feeds_the_same_analysis(tmp_path):
    from discordant.report.analysis import analyze

    counted = pair_files(save(tmp_path / "a.csv", rows(1)), save(tmp_path / "b.csv", rows(2)))
    analysis = analyze(counted.table, pairing=counted)
    assert analysis.to_dict()["provenance"]["baseline"]["source"]["options"]["engine"] == "duckdb"


def test_compare_goes_through_the_engine_where_it_must(tmp_path):
    from discordant.report.compare import compare

    one, two = save(tmp_path / "a.csv", rows(1)), save(tmp_path / "b.csv", rows(2))
    plain = compare(one, two).pairing.table
    for options in ({"engine": "duckdb"}, {"where": "true"}):
        assert compare(one, two, **options).pairing.table == plain
    assert compare(str(tmp_path / "[a].csv"), two).pairing.table == plain
    assert compare(one, two, where="length(id) <= $most", parameters={"most": 2}).pairing.table.N == 10
    for options, message in (
        ({"engine": "spark"}, "engine='spark' is unknown; choose one of auto, plain, duckdb"),
        ({"engine": "plain", "where": "true"}, r"--where needs --engine duckdb \(or auto\)"),
        ({"where": "true", "repeats": "all"}, "--repeats all: not for counting in the engine; leave it out"),
        ({"engine": "duckdb", "max_bytes": 5}, "--max-bytes 5: not for counting in the engine; leave it out"),
        ({"where": "true", "id_type": "text"}, "--id-type text: not for counting in the engine; leave it out"),
    ):
        with pytest.raises(ArgumentError, match=message):
            compare(one, two, **options)


def test_the_engine_keeps_off_stdout_and_the_network():
    with connect("a test") as connection:
        told = [
            connection.execute(f"SELECT current_setting('{name}')").fetchone()[0]
            for name in ("enable_progress_bar", "autoinstall_known_extensions", "autoload_known_extensions")
        ]
    assert told == [False] * 3


def test_without_duckdb_the_extra_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1")
    with pytest.raises(MissingExtra) as refused:
        pair_files("a.csv", "b.csv")
    assert str(refused.value) == (
        "counting in the engine needs duckdb; install it with: pip install 'discordant[data]'"
    )
    with pytest.raises(MissingExtra, match="reading parquet files needs duckdb; install it with"):
        read_run(path)
