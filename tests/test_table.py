"""The door: strict counts, outcomes and cross-tabulations."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.errors import ArgumentError, TableError
from discordant.table import Discordant, Table


def test_views_of_the_worked_example():
    table = Table(157, 17, 3, 23)
    assert (table.a, table.b, table.c, table.d) == (157, 17, 3, 23)
    assert (table.n, table.N, table.m) == (20, 200, 3)
    assert (table.candidate_passes, table.baseline_passes) == (174, 160)
    assert table.discordant == Discordant(17, 3)
    assert (table.discordant.b, table.discordant.c) == (17, 3)
    assert table.swapped() == Table(157, 3, 17, 23)
    assert table.swapped().swapped() == table
    assert Discordant(17, 3).swapped() == Discordant(3, 17)
    assert (Discordant(17, 3).n, Discordant(17, 3).m) == (20, 3)


def test_keywords_name_the_cells():
    assert Table(both=1, candidate_only=2, baseline_only=3, neither=4) == Table(1, 2, 3, 4)


def test_tables_are_frozen_and_hashable():
    table = Table(1, 2, 3, 4)
    with pytest.raises(AttributeError):
        table.both = 5
    assert {table: 1}[Table(1, 2, 3, 4)] == 1


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
def test_numpy_integers_become_plain_ints(kind):
    table = Table(kind(100), kind(100), kind(100), kind(100))
    assert type(table.b) is int
    assert table.N == 400


def test_huge_counts_are_fine():
    assert Table(10**100, 0, 0, 1).N == 10**100 + 1


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (True, "b=True is a bool"),
        (-1, "b=-1 is negative; counts are 0 or more"),
        (3.0, r"b=3.0 is a float; counts must be int \(did you mean 3\?\)"),
        (3.5, "b=3.5 is a float; counts must be int$"),
        (math.nan, "b=nan is a float; counts must be int$"),
        (math.inf, "b=inf is a float; counts must be int$"),
        ("17", "b='17' is a str; counts must be int"),
        (None, "b=None is a NoneType"),
        (Fraction(3), "is a Fraction; counts must be int"),
        (Decimal(3), "is a Decimal; counts must be int"),
        (np.array(3), r"is an array; counts must be int \(use .item\(\)\)"),
        (np.array([3]), "is an array"),
        (np.float64(3), "counts must be int"),
        (np.bool_(True), "counts must be int"),
        (-(10**100), r"b=-\(about 2\^332\) is negative"),
        ("x" * 200, r"\.\.\. is a str"),
    ],
)
def test_anything_but_a_count_is_refused_by_name(bad, message):
    with pytest.raises(TableError, match=message):
        Table(1, bad, 1, 1)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
def test_outcomes_are_counted_item_by_item(pairs):
    baseline, candidate = [p[0] for p in pairs], [p[1] for p in pairs]
    table = Table.from_outcomes(baseline, candidate)
    assert table == Table(
        pairs.count((True, True)), pairs.count((False, True)), pairs.count((True, False)), pairs.count((False, False))
    )
    assert Table.from_outcomes(candidate, baseline) == table.swapped()
    assert Table.from_outcomes(np.array(baseline, dtype=bool), np.array(candidate, dtype=np.uint8)) == table
    assert Table.from_outcomes(baseline, [np.bool_(x) for x in candidate]) == table


@pytest.mark.parametrize("bad", [0.0, 1.0, 2, -1, None, math.nan, "1", "True", np.float32(1), np.int64(2)])
def test_an_outcome_that_is_none_is_refused_by_index(bad):
    with pytest.raises(TableError, match=r"candidate\[1\]=.* is not an outcome; outcomes are True/False or 1/0"):
        Table.from_outcomes([True, False], [True, bad])


def test_outcomes_of_unequal_length_are_refused():
    with pytest.raises(TableError, match="baseline has 2 outcomes and candidate 1"):
        Table.from_outcomes([1, 0], [1])


@pytest.mark.parametrize("bad", ["01", b"01", {0, 1}, {0: 1}, 7])
def test_unordered_or_textual_outcomes_are_refused(bad):
    with pytest.raises(TableError, match="baseline is a"):
        Table.from_outcomes(bad, [0, 1])


def test_a_long_bad_outcome_is_shown_short():
    with pytest.raises(TableError, match=r"baseline\[0\]='x{70,80}\.\.\. is not an outcome"):
        Table.from_outcomes(["x" * 500], [1])


@pytest.mark.parametrize(
    ("crosstab", "candidate", "first"),
    [
        ([[157, 17], [3, 23]], "rows", "pass"),
        ([[157, 3], [17, 23]], "columns", "pass"),
        ([[23, 3], [17, 157]], "rows", "fail"),
        ([[23, 17], [3, 157]], "columns", "fail"),
        (np.array([[157, 17], [3, 23]]), "rows", "pass"),
    ],
)
def test_a_crosstab_is_read_as_it_is_said_to_lie(crosstab, candidate, first):
    assert Table.from_crosstab(crosstab, candidate=candidate, first=first) == Table(157, 17, 3, 23)


def test_pandas_columns_and_frames_are_read():
    pandas = pytest.importorskip("pandas")
    outcomes = pandas.Series([True, False, True])
    assert Table.from_outcomes(outcomes, [1, 1, 0]) == Table(1, 1, 1, 0)
    frame = pandas.DataFrame([[23, 17], [3, 157]])
    assert Table.from_crosstab(frame, candidate="columns", first="fail") == Table(157, 17, 3, 23)


def test_the_layout_of_a_crosstab_has_no_default():
    with pytest.raises(TypeError):
        Table.from_crosstab([[1, 2], [3, 4]])
    with pytest.raises(ArgumentError, match="candidate='row' must be 'rows' or 'columns'"):
        Table.from_crosstab([[1, 2], [3, 4]], candidate="row", first="pass")
    with pytest.raises(ArgumentError, match="first='passes' must be 'pass' or 'fail'"):
        Table.from_crosstab([[1, 2], [3, 4]], candidate="rows", first="passes")


@pytest.mark.parametrize(
    ("crosstab", "message"),
    [
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], "the crosstab is 3 x 3"),
        ([[1, 2], [3]], "the crosstab is 2 x 1/2"),
        ([], "the crosstab is 0 x 0"),
        (7, "the crosstab is a int"),
        ([[1, 2], [3, 4.0]], "d=4.0 is a float"),
    ],
)
def test_other_crosstabs_are_refused(crosstab, message):
    with pytest.raises(TableError, match=message):
        Table.from_crosstab(crosstab, candidate="rows", first="pass")
