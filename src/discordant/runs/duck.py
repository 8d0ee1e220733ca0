"""DuckDB, opened for reading local files only; the one place that imports it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discordant.errors import FormatError, MissingExtra
from discordant.runs.record import printable

_ROWS = 20_000
"""Rows fetched at a time."""

_INFERENCE = "statistics_propagation,filter_pushdown"
"""Optimizers that conclude from parquet's least and greatest value, which leave NaN out: the first takes isnan to be
false and folds comparisons, the second passes over row groups whose NaN would meet a condition."""

_NOT_A_TABLE = "(rows of unequal width, or line ends of two kinds? --engine plain says where)"


def connect(what: str, *, memory_limit: str | None = None, temp_directory: str | None = None) -> Any:
    """Return an in-memory connection that fetches no extensions, or raise `MissingExtra` naming the extra `data`."""
    try:
        import duckdb
    except ImportError:
        raise MissingExtra(what, package="duckdb", extra="data") from None
    config: dict[str, Any] = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    if memory_limit is not None:
        config["memory_limit"] = memory_limit
    if temp_directory is not None:
        config["temp_directory"] = temp_directory
    connection = duckdb.connect(":memory:", config=config)
    connection.execute(f"SET disabled_optimizers = '{_INFERENCE}'")
    connection.execute("SET enable_progress_bar = false")  # it would draw on stdout, which belongs to the report
    return connection


def quoted(name: str) -> str:
    """Return a column's name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def text(value: str) -> str:
    """Return text as an SQL string."""
    return "'" + value.replace("'", "''") + "'"


def literal(path: str) -> str:
    """Return a file's path as a glob pattern that matches this path alone."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in path)


def run(connection: Any, query: str, parameters: Any, *, path: str) -> Any:
    """Execute one query; the engine's errors become `FormatError` with its first line, escapes written out."""
    import duckdb

    try:
        return connection.execute(query, parameters)
    except duckdb.Error as error:
        raise FormatError(f"duckdb: {_first_line(error)}", path=printable(path)) from None


def fetched(connection: Any, query: str, parameters: Any, *, path: str) -> list[Sequence[Any]]:
    """Execute one query and return all its rows."""
    return list(rows(run(connection, query, parameters, path=path), path=path))


def rows(result: Any, *, path: str) -> Iterator[Sequence[Any]]:
    """Yield the rows of a result, a batch at a time."""
    import duckdb

    while True:
        try:
            batch = result.fetchmany(_ROWS)
        except (duckdb.Error, ArithmeticError, ValueError) as error:  # the last two: no Python type holds the value
            raise FormatError(f"duckdb: {_first_line(error)}", path=printable(path)) from None
        if not batch:
            return
        yield from batch


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    fact = printable(lines[0]) if lines else type(error).__name__
    return f"{fact} {_NOT_A_TABLE}" if "Error when sniffing file" in fact else fact


def columns(connection: Any, path: str) -> dict[str, str]:
    """Return the columns of one parquet file with their types."""
    described = fetched(connection, "DESCRIBE SELECT * FROM read_parquet(?)", [literal(path)], path=path)
    return {row[0]: row[1] for row in described}
