"""The four counts of two runs from a data frame, from columns, or from an engine's table through Ibis.

One row per run and item. An Ibis expression (the extra `ibis`) is counted where its data lives (DuckDB, Spark, a
warehouse), and only four integers leave the engine. Everything else comes in through one narrow door: a thing that
gives a column by name (`frame[name]`) which turns itself into a list (`tolist`, `to_list`, `to_pylist`) is a frame, so
pandas, polars and pyarrow need not be known, let alone installed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from discordant.errors import ArgumentError, PairingError, TableError
from discordant.table import Table

_LISTS: Final = ("to_pylist", "to_list", "tolist")
_POLICIES: Final = ("refuse", "count-as-failed", "drop")
_FACTS: Final = {
    "null_items": ("row has", "rows have", "no item id"),
    "null_outcomes": ("row has", "rows have", "no outcome (null or NaN); decide about them before counting"),
    "not_binary": ("row has", "rows have", "an outcome that is neither 0 nor 1; compare it with a threshold first"),
    "repeated": ("item comes", "items come", "twice in one run; reduce repeats to one outcome first"),
}


def discordant_counts(
    table: Any,
    *,
    item: str,
    run: str,
    passed: str,
    baseline: Any,
    candidate: Any,
    on_missing: str = "refuse",
) -> Table:
    """Return the table of two runs whose outcomes are rows of `table`.

    `item`, `run` and `passed` name columns: the item's id, the run's name and its outcome (bool, or 0 and 1). Rows
    whose run is `baseline` or `candidate` count, others are left out. `on_missing` decides about items that only one of
    the two has: refuse, count-as-failed or drop.

    `table` is an Ibis table expression, a pandas, polars or pyarrow table, or a mapping of column names to sequences.

    Raises `PairingError` for missing, repeated or unscored items and runs without rows, `TableError` for outcomes that
    are neither 0 nor 1, `ArgumentError` for a column that is not there.

    >>> rows = {"id": [1, 1, 2, 2], "model": ["old", "new"] * 2, "ok": [1, 1, 0, 1]}
    >>> discordant_counts(rows, item="id", run="model", passed="ok", baseline="old", candidate="new")
    Table(both=1, candidate_only=1, baseline_only=0, neither=0)
    """
    _check_policy(on_missing)
    if baseline == candidate:
        raise ArgumentError(f"baseline and candidate are both {baseline!r}")
    if type(table).__module__.split(".")[0] == "ibis":
        return _counted_by_ibis(
            table, on_missing, item=item, run=run, passed=passed, baseline=baseline, candidate=candidate
        )
    return _counted_here(table, item, run, passed, baseline, candidate, on_missing)


def column(table: Any, name: str) -> Sequence[Any]:
    """Return one column of a frame or mapping as a list of Python values, or raise `ArgumentError`."""
    if hasattr(table, "collect_schema") and hasattr(table, "collect"):
        raise ArgumentError("the frame is lazy; collect() it first")
    try:
        values = table[name]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise ArgumentError(f"there is no column {name!r} in the {type(table).__name__}") from None
    except Exception as error:  # polars raises an error of its own, which is not a KeyError
        raise ArgumentError(f"there is no column {name!r}: {type(error).__name__}") from None
    for method in _LISTS:
        convert = getattr(values, method, None)
        if callable(convert):
            return list(convert())
    if isinstance(values, Sequence) and not isinstance(values, (str, bytes)):
        return values
    raise ArgumentError(f"the column {name!r} is a {type(values).__name__}, which is no sequence")


def _is_missing(value: Any) -> bool:
    """Return whether a value is None, NaN or pandas' NA, all of which are unequal to themselves or None."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):  # pandas.NA has no truth value
        return True


def _counted_here(
    table: Any, item: str, run: str, passed: str, baseline: Any, candidate: Any, on_missing: str
) -> Table:
    ids, runs, outcomes = (column(table, name) for name in (item, run, passed))
    if not len(ids) == len(runs) == len(outcomes):
        raise TableError(f"the columns have {len(ids)}, {len(runs)} and {len(outcomes)} entries")
    first: dict[Any, bool] = {}
    second: dict[Any, bool] = {}
    faults = dict.fromkeys(_FACTS, 0)
    repeated: set[Any] = set()
    for key, name, outcome in zip(ids, runs, outcomes, strict=True):
        if _is_missing(name):
            continue
        side = first if name == baseline else second if name == candidate else None
        if side is None:
            continue
        if _is_missing(key):
            faults["null_items"] += 1
        elif _is_missing(outcome):
            faults["null_outcomes"] += 1
        elif not isinstance(outcome, (bool, int, float)) or outcome not in (0, 1):
            faults["not_binary"] += 1
        elif key in side:
            repeated.add(key)
        else:
            side[key] = outcome == 1
    _refuse(faults | {"repeated": len(repeated)})
    cells = [0, 0, 0, 0]
    for key, outcome in first.items():
        if key in second:
            cells[(0 if outcome else 1) if second[key] else (2 if outcome else 3)] += 1
    lost = [outcome for key, outcome in first.items() if key not in second]
    new = [outcome for key, outcome in second.items() if key not in first]
    return _table(cells, (len(lost), sum(lost)), (len(new), sum(new)), on_missing, baseline, candidate)


def _check_policy(on_missing: str) -> None:
    if on_missing not in _POLICIES:
        raise ArgumentError(f"on_missing={on_missing!r} is unknown; choose one of {', '.join(_POLICIES)}")


def ibis_counts(
    table: Any, *, item: str, run: str, passed: str, baseline: Any, candidate: Any, on_missing: str = "refuse"
) -> Any:
    """Return the Ibis expression of one row of four integers, the cells of the table, or of four nulls.

    Nulls stand where `discordant_counts` refuses. The columns are named like the fields of `Table`. Useful for looking
    at the SQL that a warehouse would run: `ibis.to_sql(ibis_counts(...), dialect="bigquery")`. `ArgumentError` for an
    unknown `on_missing`.
    """
    _check_policy(on_missing)
    from ibis import null

    g = _grouped(table, item, run, passed, baseline, candidate)
    paired = (g.in_baseline == 1) & (g.in_candidate == 1)
    good = g.item.notnull() & (g.faults == 0) & (g.in_baseline <= 1) & (g.in_candidate <= 1)
    fits = {"refuse": paired, "drop": good, "count-as-failed": good}[on_missing] & good
    counts = paired if on_missing == "drop" else good  # without a row passed is 0, as for a row that failed
    first, second = g.baseline_passed == 1, g.candidate_passed == 1
    cells = {
        "both": first & second,
        "candidate_only": ~first & second,
        "baseline_only": first & ~second,
        "neither": ~first & ~second,
    }
    sums = g.aggregate(
        odd=(~fits).cast("int64").sum(),
        shared=paired.cast("int64").sum(),
        **{name: (counts & cell).cast("int64").sum() for name, cell in cells.items()},
    )
    sound = (sums.odd == 0) & (sums.shared > 0)
    return sums.select(**{name: sound.ifelse(sums[name], null("int64")) for name in cells})


def ibis_faults(table: Any, *, item: str, run: str, passed: str, baseline: Any, candidate: Any) -> Any:
    """Return the Ibis expression of one row that says why there are no four counts: seven integers.

    Rows without an item id, rows without an outcome, rows whose outcome is neither 0 nor 1, items that come twice in
    one run, items that the candidate lacks (`lost`), items that the baseline lacks (`new`), items of both (`shared`).
    """
    g = _grouped(table, item, run, passed, baseline, candidate)
    facts = {
        "null_items": g.item.isnull().ifelse(g.in_baseline + g.in_candidate, 0),
        "null_outcomes": g.null_outcomes,
        "not_binary": g.faults - g.null_outcomes,
        "repeated": ((g.in_baseline > 1) | (g.in_candidate > 1)).cast("int64"),
        "lost": (g.in_candidate == 0).cast("int64"),
        "new": (g.in_baseline == 0).cast("int64"),
        "shared": ((g.in_baseline > 0) & (g.in_candidate > 0)).cast("int64"),
    }
    return g.aggregate(**{name: fact.sum() for name, fact in facts.items()})


def _grouped(table: Any, item: str, run: str, passed: str, baseline: Any, candidate: Any) -> Any:
    """Return one row for each item: its rows, passes and faults in either run."""
    from ibis import literal
    from ibis.common.exceptions import IbisError

    for name in (item, run, passed):
        if name not in table.columns:
            raise ArgumentError(f"there is no column {name!r}; the columns are: {', '.join(table.columns)}")
    kind = table.schema()[passed]
    if not (kind.is_boolean() or kind.is_numeric()):
        raise TableError(f"the column {passed!r} is {kind}; outcomes are boolean, or 0 and 1")
    try:
        first, second = table[run] == literal(baseline), table[run] == literal(candidate)
    except (IbisError, TypeError) as error:
        raise ArgumentError(
            f"the column {run!r} is {table.schema()[run]} and has no value {baseline!r} or {candidate!r}"
        ) from error
    value = table[passed].cast("int8") if kind.is_boolean() else table[passed]
    unscored = value.isnull() | value.isnan() if kind.is_floating() else value.isnull()
    rows = table.filter(first | second).select(
        item=table[item],
        second=second.cast("int64"),
        unscored=unscored.cast("int64"),
        success=(~unscored & (value == 1)).cast("int64"),
        failure=(~unscored & (value == 0)).cast("int64"),
    )
    return rows.group_by("item").aggregate(
        in_baseline=(1 - rows.second).sum(),
        in_candidate=rows.second.sum(),
        baseline_passed=((1 - rows.second) * rows.success).sum(),
        candidate_passed=(rows.second * rows.success).sum(),
        null_outcomes=rows.unscored.sum(),
        faults=(1 - rows.success - rows.failure).sum(),
    )


def _counted_by_ibis(table: Any, on_missing: str, **names: Any) -> Table:
    """Return the table as the engine counted it; what it is refused for is asked in a second query."""
    cells = _answer(ibis_counts(table, on_missing=on_missing, **names))
    counted = {name: count for name, count in cells.items() if count is not None}
    if len(counted) == len(cells):
        return Table(**counted)
    found = {name: count or 0 for name, count in _answer(ibis_faults(table, **names)).items()}
    _refuse(found)
    runs = names["baseline"], names["candidate"]
    _table([found["shared"], 0, 0, 0], (found["lost"], 0), (found["new"], 0), on_missing, *runs)
    raise PairingError("the rows changed between two queries; count them again when they are complete")


def _answer(row: Any) -> dict[str, int | None]:
    """Return the one row of an Ibis expression; a sum may come back as a decimal, a null as NaN."""
    answer = row.to_pyarrow().to_pylist()[0]
    return {name: None if count is None or count != count else int(count) for name, count in answer.items()}


def _refuse(faults: Mapping[str, int]) -> None:
    for name, (one, many, fact) in _FACTS.items():
        if count := faults[name]:
            kind = TableError if name == "not_binary" else PairingError
            raise kind(f"{count} {one if count == 1 else many} {fact}")


def _table(
    cells: list[int], lost: tuple[int, int], new: tuple[int, int], on_missing: str, baseline: Any, candidate: Any
) -> Table:
    """Return the table, after the policy about items that only one run has: `lost` and `new` are (items, passed)."""
    if not sum(cells):
        if not lost[0] or not new[0]:
            absent = baseline if not lost[0] else candidate
            raise PairingError(f"the run {absent!r} has no rows")
        raise PairingError(f"the runs {baseline!r} and {candidate!r} have no item in common")
    if on_missing == "refuse" and (lost[0] or new[0]):
        raise PairingError(
            f"{new[0]} items are missing in {baseline!r} and {lost[0]} in {candidate!r};"
            " say on_missing='drop' or on_missing='count-as-failed'"
        )
    a, b, c, d = cells
    if on_missing == "count-as-failed":
        return Table(a, b + new[1], c + lost[1], d + new[0] - new[1] + lost[0] - lost[1])
    return Table(a, b, c, d)
