"""What a condition may name: the columns of the file and the caller's parameters, nothing of the engine's own."""

from __future__ import annotations

import pytest

from discordant.errors import ArgumentError, FormatError
from discordant.runs.engine import pair_files
from discordant.table import Table

pytest.importorskip("duckdb")
TEXTS = {"csv": "id,passed\n1,1\n2,0\n", "jsonl": '{"id": "1", "passed": 1}\n{"id": "2", "passed": 0}\n'}


@pytest.mark.parametrize("suffix", TEXTS)
@pytest.mark.parametrize("name", ["state", "item", "side"])
def test_a_name_of_the_engines_own_is_no_column(tmp_path, suffix, name):
    path = tmp_path / f"a.{suffix}"
    path.write_text(TEXTS[suffix])
    message = f"there is no column '{name}', which where names; the columns are: id, passed"
    with pytest.raises(FormatError, match=message):
        pair_files(str(path), str(path), where=f"{name} = 1")


def test_only_one_file_lacks_the_column(tmp_path):
    one, two = tmp_path / "a.csv", tmp_path / "b.csv"
    one.write_text("id,passed,state\n1,1,x\n")
    two.write_text(TEXTS["csv"])
    with pytest.raises(FormatError, match=r"b.csv: there is no column 'state'"):
        pair_files(str(one), str(two), where="state = 'x'")


@pytest.mark.parametrize("parameter", ["baseline_path", "candidate_path", "baseline_select_0"])
def test_a_parameter_that_nobody_gave_is_refused(tmp_path, parameter):
    path = tmp_path / "a.csv"
    path.write_text(TEXTS["csv"])
    with pytest.raises(FormatError, match=parameter):
        pair_files(str(path), str(path), where=f"${parameter} IS NOT NULL")


def test_a_column_may_have_any_of_those_names(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("state,item,side\n1,i1,0\n0,i2,1\n1,i3,1\n")
    for where, table in (("side = '1'", Table(1, 0, 0, 1)), ("state = '1' AND item <> 'i1'", Table(1, 0, 0, 0))):
        assert pair_files(str(path), str(path), item="item", passed="state", where=where).table == table
    assert pair_files(str(path), str(path), item="side", passed="state", where="item <> 'i3'").table.N == 2


def test_text_that_is_not_utf8_is_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(TEXTS["csv"])
    for options in ({"where": "id = '\udcff'"}, {"item": "\udcff"}, {"passed": "\udcff"}):
        with pytest.raises(ArgumentError, match=r"\\udcff.* is not UTF-8"):
            pair_files(str(path), str(path), **options)
    with pytest.raises(ArgumentError, match="is not UTF-8, so no column has that name or value"):
        pair_files(str(path), str(path), baseline_select={"run": "\udcff"})
    with pytest.raises(ArgumentError, match="is not UTF-8, which the engine needs; rename it, or read it plainly"):
        pair_files(f"{path}\udcff", str(path))


def test_an_empty_id_is_refused(tmp_path):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    parquet.write_table(pyarrow.table({"id": ["", "x"], "passed": [True, False]}), path)
    with pytest.raises(FormatError, match="an item id is empty"):
        pair_files(str(path), str(path))
    path = tmp_path / "a.csv"
    path.write_text('id,passed\n"",1\ni2,0\n')
    with pytest.raises(FormatError, match=r"an item id is (empty|null)"):
        pair_files(str(path), str(path))
