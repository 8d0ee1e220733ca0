"""The four counts from frames, columns and Ibis: one table, whichever way the rows come."""

from __future__ import annotations

import math
import shutil
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import frames
from discordant.errors import ArgumentError, PairingError, TableError
from discordant.frames import discordant_counts, ibis_counts, ibis_faults
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
    with pytest.raises(PairingError, match="1 item comes twice in one run; reduce repeats to one outcome first"):
        discordant_counts(way({name: [*values, values[0]] for name, values in ROWS.items()}), **NAMES)
    with pytest.raises(PairingError, match="the run 'newest' has no rows"):
        discordant_counts(way(ROWS), **NAMES | {"candidate": "newest"})
    with pytest.raises(ArgumentError, match="there is no column 'key'"):
        discordant_counts(way(ROWS), **NAMES | {"item": "key"})


@pytest.mark.parametrize("way", [dict, as_pandas, as_polars, as_pyarrow, as_ibis], ids=lambda way: way.__name__)
def test_a_missing_outcome_is_refused(way):
    rows = quiet(way, ROWS | {"ok": [None, *(float(ok) for ok in ROWS["ok"][1:])]})
    with pytest.raises(PairingError, match=r"1 row has no outcome \(null or NaN\); decide about them before counting"):
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
    with pytest.raises(ArgumentError, match="on_missing='fail' is unknown"):
        ibis_counts(None, **NAMES, on_missing="fail")
    with pytest.raises(ArgumentError, match="baseline and candidate are both 'old'"):
        discordant_counts(ROWS, **NAMES | {"candidate": "old"})


@pytest.mark.parametrize("dialect", ["duckdb", "pyspark", "bigquery", "snowflake", "trino", "postgres"])
def test_the_expression_compiles_for_warehouses(dialect):
    ibis = pytest.importorskip("ibis")
    rows = ibis.table({"id": "string", "model": "string", "ok": "boolean"}, name="results")
    for expression in (ibis_counts(rows, **NAMES), ibis_faults(rows, **NAMES)):
        sql = quiet(lambda expression: str(ibis.to_sql(expression, dialect=dialect)), expression)
        assert sql.count("GROUP BY") == 1
        assert "'old'" in sql


def outcome_of(rows, **options):
    """Return the table, or the refusal's kind and text."""
    try:
        return discordant_counts(rows, **NAMES, **options)
    except (PairingError, TableError) as refusal:
        return type(refusal), str(refusal)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "c", None]),
            st.sampled_from(["old", "new", "other", None]),
            st.sampled_from([1.0, 0.0, 1.0, 0.0, None, math.nan, 0.5]),
        ),
        max_size=8,
    ),
    st.sampled_from(["refuse", "drop", "count-as-failed"]),
)
@settings(max_examples=40)
def test_an_engine_gives_the_table_or_the_refusal_that_columns_give(rows, on_missing):
    pyarrow = pytest.importorskip("pyarrow")
    ibis = pytest.importorskip("ibis")
    columns = dict(zip(("id", "model", "ok"), map(list, zip(*rows, strict=True)), strict=True)) if rows else {}
    kinds = {"id": pyarrow.string(), "model": pyarrow.string(), "ok": pyarrow.float64()}
    table = pyarrow.table({name: pyarrow.array(columns.get(name, []), kind) for name, kind in kinds.items()})
    counted = quiet(lambda rows: outcome_of(ibis.memtable(rows), on_missing=on_missing), table)
    assert counted == outcome_of(columns or {name: [] for name in kinds}, on_missing=on_missing)


CASES = {
    "the table": (ROWS, {}),
    "zero and one": (ROWS | {"ok": [int(ok) for ok in ROWS["ok"]]}, {}),
    "floats": (ROWS | {"ok": [float(ok) for ok in ROWS["ok"]]}, {}),
    "neither 0 nor 1": (ROWS | {"ok": [0.5] * 9}, {}),
    "no outcome": (ROWS | {"ok": [None] + [1.0] * 8}, {}),
    "not a number": (ROWS | {"ok": [math.nan] + [1.0] * 8}, {}),
    "no id": (ROWS | {"id": [None, *ROWS["id"][1:]]}, {}),
    "twice": ({name: [*values, values[0]] for name, values in ROWS.items()}, {}),
    "missing": ({name: values[:-3] for name, values in ROWS.items()}, {}),
    "missing dropped": ({name: values[:-3] for name, values in ROWS.items()}, {"on_missing": "drop"}),
    "missing failed": ({name: values[:-3] for name, values in ROWS.items()}, {"on_missing": "count-as-failed"}),
    "no run": (ROWS | {"model": ["old"] * 4 + ["other"] * 5}, {"on_missing": "drop"}),
    "nothing in common": (ROWS | {"id": list("abcdefghi")}, {"on_missing": "drop"}),
    "nothing": ({name: values[:0] for name, values in ROWS.items()}, {}),
}


@pytest.fixture(scope="module")
def spark():
    """An Ibis connection to Spark on this machine; skipped where PySpark or Java is absent."""
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed")
    ibis = pytest.importorskip("ibis")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java, which is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        session = builder.config("spark.sql.shuffle.partitions", "1").getOrCreate()
        yield ibis.pyspark.connect(session)
        session.stop()


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_spark_gives_what_columns_give(spark, case):
    rows, options = CASES[case]
    kind = "boolean" if all(isinstance(ok, bool) for ok in rows["ok"]) else "double"
    kind = "bigint" if rows["ok"] and all(type(ok) is int for ok in rows["ok"]) else kind
    session = spark._session
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame = session.createDataFrame(
            list(zip(rows["id"], rows["model"], rows["ok"], strict=True)), f"id string, model string, ok {kind}"
        )
        frame.createOrReplaceTempView("results")
        assert outcome_of(spark.table("results"), **options) == outcome_of(rows, **options)


@pytest.mark.parametrize("case", CASES)
def test_duckdb_gives_what_columns_give(case):
    rows, options = CASES[case]
    if not rows["id"]:
        rows = dict.fromkeys(rows, pytest.importorskip("pandas").Series([], dtype="object"))
        rows["ok"] = rows["ok"].astype(bool)
    counted = quiet(lambda rows: outcome_of(as_ibis(rows), **options), rows)
    assert counted == outcome_of(CASES[case][0], **options)


def test_four_integers_leave_the_engine(monkeypatch):
    """One row of four integers where there is a table; a second row, of counts too, only where there is none."""
    answers = []
    asked = frames._answer
    monkeypatch.setattr(frames, "_answer", lambda row: answers.append(asked(row)) or answers[-1])
    quiet(lambda rows: discordant_counts(as_ibis(rows), **NAMES), ROWS)
    assert answers == [{"both": 1, "candidate_only": 1, "baseline_only": 1, "neither": 1}]
    answers.clear()
    with pytest.raises(PairingError):
        quiet(lambda rows: discordant_counts(as_ibis(rows), **NAMES), CASES["missing"][0])
    assert answers == [
        dict.fromkeys(("both", "candidate_only", "baseline_only", "neither")),
        {"null_items": 0, "null_outcomes": 0, "not_binary": 0, "repeated": 0, "lost": 2, "new": 0, "shared": 2},
    ]


def test_rows_that_change_between_the_queries_give_no_table(monkeypatch):
    asked = frames._answer
    monkeypatch.setattr(
        frames, "_answer", lambda row: dict.fromkeys(asked(row)) if "both" in row.columns else asked(row)
    )
    with pytest.raises(PairingError, match="the rows changed between two queries; count them again when they are"):
        quiet(lambda rows: discordant_counts(as_ibis(rows), **NAMES), ROWS)


def test_a_run_that_its_column_cannot_hold_is_refused():
    rows = ROWS | {"model": [1] * 4 + [2] * 5}
    with pytest.raises(ArgumentError, match="the column 'model' is int64 and has no value 'old' or 'new'"):
        quiet(lambda rows: discordant_counts(as_ibis(rows), **NAMES), rows)
