"""The four counts from frames, columns and Ibis: one table, whichever way the rows come."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from discordant.errors import ArgumentError, PairingError, TableError
from discordant.frames import discordant_counts, ibis_counts
from discordant.table import Table
from strategies import run_pairs

NAMES = {"item": "id", "run": "model", "passed": "ok", "baseline": "old", "candidate": "new"}
ROWS = {
    "id": ["a", "b", "c", "d"] * 2 + ["a"],
    "model": ["old"] * 4 + ["new"] * 4 + ["other"],
    "ok": [True, True, False, False, True, False, True, False, True],
}
TABLE = Table(1, 1, 1, 1)


def as_pandas(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


def as_pandas_nullable(rows):
    return as_pandas(rows).convert_dtypes()


def as_polars(rows):
    return pytest.importorskip("polars").DataFrame(rows)


def as_pyarrow(rows):
    return pytest.importorskip("pyarrow").table(rows)


def as_ibis(rows):
    return pytest.importorskip("ibis").memtable(as_pandas(rows))


WAYS = [dict, as_pandas, as_pandas_nullable, as_polars, as_pyarrow, as_ibis]


def quiet(way, rows):
    """Counting through Ibis imports libraries that warn about themselves."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return way(rows)


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def way(request):
    return lambda rows: quiet(request.param, rows)


def test_the_table(way):
    assert discordant_counts(way(ROWS), **NAMES) == TABLE


def test_zero_and_one_are_outcomes(way):
    assert discordant_counts(way(ROWS | {"ok": [int(ok) for ok in ROWS["ok"]]}), **NAMES) == TABLE
    assert discordant_counts(way(ROWS | {"ok": [float(ok) for ok in ROWS["ok"]]}), **NAMES) == TABLE


def test_other_numbers_are_refused(way):
    with pytest.raises(
        TableError, match="8 rows have an outcome that is neither 0 nor 1; compare it with a threshold first"
    ):
        discordant_counts(way(ROWS | {"ok": [0.5] * 9}), **NAMES)


def test_items_that_one_run_lacks(way):
    rows = way({name: values[:-3] for name, values in ROWS.items()})
    with pytest.raises(PairingError) as refused:
        discordant_counts(rows, **NAMES)
    assert str(refused.value) == (
        "0 items are missing in 'old' and 2 in 'new'; say on_missing='drop' or on_missing='count-as-failed'"
    )
    assert discordant_counts(rows, **NAMES, on_missing="drop") == Table(1, 0, 1, 0)
    assert discordant_counts(rows, **NAMES, on_missing="count-as-failed") == Table(1, 0, 1, 2)


def test_repeats_nulls_and_absent_runs_are_refused(way):
    with pytest.raises(PairingError, match="1 items come twice in one run; reduce repeats to one outcome first"):
        discordant_counts(way({name: [*values, values[0]] for name, values in ROWS.items()}), **NAMES)
    with pytest.raises(PairingError, match="the run 'newest' has no rows"):
        discordant_counts(way(ROWS), **NAMES | {"candidate": "newest"})
    with pytest.raises(ArgumentError, match="there is no column 'key'"):
        discordant_counts(way(ROWS), **NAMES | {"item": "key"})


@pytest.mark.parametrize("way", [dict, as_pandas, as_polars, as_pyarrow, as_ibis], ids=lambda way: way.__name__)
def test_a_missing_outcome_is_refused(way):
    rows = quiet(way, ROWS | {"ok": [None, *(float(ok) for ok in ROWS["ok"][1:])]})
    with pytest.raises(PairingError, match="1 rows have no outcome; decide about them before counting"):
        discordant_counts(rows, **NAMES)


@given(run_pairs())
@settings(max_examples=60)
def test_the_columns_give_what_the_definition_gives(states):
    first, second = ({key: state for key, state in run.items() if state != "error"} for run in states)
    rows = {
        "id": [*first, *second],
        "model": ["old"] * len(first) + ["new"] * len(second),
        "ok": [*first.values(), *second.values()],
    }
    common = first.keys() & second.keys()
    if not common:
        with pytest.raises(PairingError):
            discordant_counts(rows, **NAMES, on_missing="drop")
        return
    ordered = list(common)
    expected = Table.from_outcomes([first[key] for key in ordered], [second[key] for key in ordered])
    assert discordant_counts(rows, **NAMES, on_missing="drop") == expected


def test_what_is_no_frame_is_refused():
    polars = pytest.importorskip("polars")
    with pytest.raises(ArgumentError, match=r"the frame is lazy; collect\(\) it first"):
        discordant_counts(polars.DataFrame(ROWS).lazy(), **NAMES)
    with pytest.raises(ArgumentError, match="there is no column 'id' in the list"):
        discordant_counts([1, 2], **NAMES)
    with pytest.raises(ArgumentError, match="the column 'id' is a str, which is no sequence"):
        discordant_counts(ROWS | {"id": "abc"}, **NAMES)
    with pytest.raises(TableError, match="the columns have 8, 9 and 9 entries"):
        discordant_counts(ROWS | {"id": ROWS["id"][1:]}, **NAMES)


def test_words_are_checked():
    with pytest.raises(
        ArgumentError, match="on_missing='fail' is unknown; choose one of refuse, count-as-failed, drop"
    ):
        discordant_counts(ROWS, **NAMES, on_missing="fail")
    with pytest.raises(ArgumentError, match="baseline and candidate are both 'old'"):
        discordant_counts(ROWS, **NAMES | {"candidate": "old"})


@pytest.mark.parametrize("dialect", ["duckdb", "pyspark", "bigquery", "snowflake", "trino", "postgres"])
def test_the_expression_compiles_for_warehouses(dialect):
    ibis = pytest.importorskip("ibis")
    rows = ibis.table({"id": "string", "model": "string", "ok": "boolean"}, name="results")
    sql = quiet(lambda expression: str(ibis.to_sql(expression, dialect=dialect)), ibis_counts(rows, **NAMES))
    assert sql.count("GROUP BY") == 1
    assert "'old'" in sql


@pytest.mark.slow
def test_the_table_on_spark():
    pyspark = pytest.importorskip("pyspark.sql")
    ibis = pytest.importorskip("ibis")
    session = pyspark.SparkSession.builder.master("local[1]").getOrCreate()
    try:
        connection = ibis.pyspark.connect(session)
        connection.create_view("rows", ibis.memtable(as_pandas(ROWS)), overwrite=True)
        assert discordant_counts(connection.table("rows"), **NAMES) == TABLE
    finally:
        session.stop()
