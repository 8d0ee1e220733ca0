"""Scores that parquet's statistics do not tell: NaN counts as unscored, whatever the engine could infer from them."""

from __future__ import annotations

import math
import random

import pytest

from discordant.errors import FormatError, PairingError
from discordant.runs import pair, read_run
from discordant.runs.engine import pair_files
from discordant.runs.state_sql import FAIL, NOT_BINARY, PASS, UNSCORED, state
from discordant.table import Table

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

NAN = math.nan
COLUMNS = {
    "between": [0.125, NAN, 0.875],
    "beside a pass": [NAN, 0.75],
    "beside a fail": [NAN, 0.0],
    "beside one": [1.0, NAN],
    "alone": [NAN],
    "everywhere": [NAN, NAN, NAN],
    "beside null": [None, NAN, 1.0],
    "beside infinity": [NAN, -math.inf, math.inf],
}


def save(path, scores, kind="float64", **options):
    table = pyarrow.table({"id": range(len(scores)), "passed": pyarrow.array(scores, kind)})
    parquet.write_table(table, path, **options)
    return str(path)


@pytest.mark.parametrize("statistics", [True, False])
@pytest.mark.parametrize(("kind", "rows"), [("float64", 1), ("float64", 1000), ("float32", 2)])
@pytest.mark.parametrize("name", COLUMNS)
def test_nan_is_unscored_under_every_policy(tmp_path, name, kind, rows, statistics):
    path = save(tmp_path / "a.parquet", COLUMNS[name], kind, write_statistics=statistics, row_group_size=rows)
    for threshold, policy in ((None, "drop"), ("0.5", "refuse"), ("0.5", "count-as-failed")):
        try:
            expected = pair(*[read_run(path, threshold=threshold)] * 2, on_error=policy).table
        except (FormatError, PairingError) as refusal:
            with pytest.raises(type(refusal)):
                pair_files(path, path, threshold=threshold, on_error=policy)
        else:
            counted = pair_files(path, path, threshold=threshold, on_error=policy)
            assert counted.table == expected
            assert counted.baseline.excluded == sum(score is None or score != score for score in COLUMNS[name])


def test_nan_is_told_as_a_missing_score(tmp_path):
    path = save(tmp_path / "a.parquet", COLUMNS["between"])
    with pytest.raises(PairingError, match="1 items without a score in the baseline, first: 1; 1 items without"):
        pair_files(path, path, threshold="0.5")


def test_nan_is_found_in_many_rows_and_several_files(tmp_path):
    draw = random.Random(5)
    scores = [draw.random() for _ in range(200_000)]
    for place in (3, 70_000, 199_999):
        scores[place] = NAN
    save(tmp_path / "part0.parquet", scores, row_group_size=50_000)
    parquet.write_table(pyarrow.table({"id": [-1, -2], "passed": [NAN, 1.0]}), tmp_path / "part1.parquet")
    counted = pair_files(*[str(tmp_path / "part*.parquet")] * 2, threshold="0.5", on_error="drop")
    assert (counted.baseline.excluded, counted.dropped) == (4, 4)
    passed = sum(score >= 0.5 for score in scores)
    assert counted.table == Table(passed + 1, 0, 0, len(scores) - 3 - passed)


@pytest.mark.parametrize(
    ("where", "table"),
    [
        ("passed > 0.95", Table(0, 0, 0, 1)),
        ("isnan(passed)", Table(0, 0, 0, 1)),
        ("NOT isnan(passed)", Table(1, 0, 0, 1)),
        ("passed >= 0.5", Table(1, 0, 0, 1)),
    ],
)
def test_a_condition_sees_nan_as_duckdb_orders_it(tmp_path, where, table):
    """DuckDB sorts NaN above all numbers; a row group whose greatest number is lower is not to be passed over."""
    path = save(tmp_path / "a.parquet", COLUMNS["between"])
    counted = pair_files(path, path, threshold="0.5", on_error="count-as-failed", where=where)
    assert counted.table == table


@pytest.mark.parametrize("kind", ["FLOAT", "DOUBLE"])
def test_the_sql_of_a_score_does_not_rest_on_statistics_either(tmp_path, kind):
    """The connection switches the inference off; the state of a row is right where it is on, too."""
    scores = [0.125, NAN, -NAN, None, 0.875, 1.0, 0.0]
    path = save(tmp_path / "a.parquet", scores, {"FLOAT": "float32", "DOUBLE": "float64"}[kind])
    with duckdb.connect() as connection:
        for limit, wanted in (
            ("5e-1", [FAIL, UNSCORED, UNSCORED, UNSCORED, PASS, PASS, FAIL]),
            (None, [NOT_BINARY, UNSCORED, UNSCORED, UNSCORED, NOT_BINARY, PASS, FAIL]),
        ):
            query = f"SELECT {state('passed', kind, limit)} FROM read_parquet(?) ORDER BY id"
            assert [row[0] for row in connection.execute(query, [path]).fetchall()] == wanted
