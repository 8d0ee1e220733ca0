"""Every Hypothesis strategy of the tests: counts and tables biased to where implementations break.

The strategies of counts and tables are those that users get, from `discordant.testing`.
"""

from __future__ import annotations

import copy

from hypothesis import strategies as st

from discordant.table import Table
from discordant.testing import EDGES, counts, splits, tables

__all__ = ["EDGES", "cluster_tables", "counts", "run_pairs", "splits", "tables"]


@st.composite
def run_pairs(draw: st.DrawFn, limit: int = 12) -> tuple[dict[object, object], dict[object, object]]:
    """Two runs as {id: True | False | reason}, with shared and unshared ids, int and text ids of the same look."""
    ids = st.one_of(st.integers(0, limit), st.integers(0, limit).map(str))
    states = st.one_of(st.booleans(), st.booleans(), st.just("error"))
    runs = st.dictionaries(ids, states, min_size=1, max_size=limit)
    return draw(runs), draw(runs)


def cluster_tables(minimum: int = 1) -> st.SearchStrategy[list[Table]]:
    """Clusters of a few items each: singletons, silent ones, cancelling wins."""
    cell = st.integers(0, 3)
    table = st.builds(Table, cell, cell, cell, cell).filter(lambda t: t.N > 0)
    single = st.sampled_from([Table(1, 0, 0, 0), Table(0, 1, 0, 0), Table(0, 0, 1, 0), Table(0, 0, 0, 1)])
    return st.lists(st.one_of(table, single), min_size=minimum, max_size=9)


ODD_TOKENS = (
    b"NaN", b"-Infinity", b"1e999", b"null", b"[]", b"{}", b'""', b"true", b"0.5", b"-1", b'"\\ud800"', b'"\\u0000"',
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\n", b",", b'"', b"<", b"&x;", b"9" * 400, b"[" * 200, b"\x1b[2J",
)  # fmt: skip
"""Bytes that break parsers, spliced into valid files."""

ODD_VALUES = (None, True, False, 0, 1, 2, -1, 0.5, 1e308, float("nan"), "", "x", "1", "\ud800", "\x1b[2J", [], {}, [[]])
"""JSON values of every wrong type."""


@st.composite
def mutated_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """`data` after one to four splices: cuts, deletions, doublings, changed bytes, odd tokens."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from((0, 1, 1, 2, 5, 40, 400, 10**9))))
        piece = draw(st.sampled_from(("", "token", "token", "byte", "double")))
        middle = {
            "": b"",
            "token": draw(st.sampled_from(ODD_TOKENS)),
            "byte": draw(st.binary(min_size=1, max_size=2)),
            "double": data[start:end] * 2,
        }[piece]
        data = data[:start] + middle + data[end:]
    return data


@st.composite
def mutated_json(draw: st.DrawFn, document: object) -> object:
    """A JSON value after a few of its parts were replaced, deleted, doubled or renamed."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        where: object = document
        for _ in range(draw(st.integers(0, 6))):
            below = list(where.values()) if isinstance(where, dict) else where if isinstance(where, list) else []
            inner = [value for value in below if isinstance(value, (dict, list)) and value]
            if not inner:
                break
            where = draw(st.sampled_from(inner[:20]))
        if not isinstance(where, (dict, list)) or not where:
            continue
        key = draw(st.sampled_from(list(where)[:60] if isinstance(where, dict) else list(range(len(where)))))
        action = draw(st.sampled_from(("replace", "replace", "delete", "double", "rename")))
        if action == "replace":
            where[key] = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))  # type: ignore[index]
        elif action == "delete":
            del where[key]  # type: ignore[arg-type]
        elif isinstance(where, list):
            where.append(copy.deepcopy(where[key]))
        elif action == "rename":
            where[draw(st.sampled_from(("", "x", "\x1b", "1")))] = where.pop(key)
    return document


@st.composite
def prints(draw: st.DrawFn, limit: int = 30) -> tuple[Table, str, str, int]:
    """A small table with at least one item, a test's id, a rounding convention and how many decimals are printed."""
    cells = [draw(st.integers(0, limit)) for _ in range(4)]
    if not sum(cells):
        cells[0] = 1
    laws = (
        "exact",
        "mid-p",
        "chi-square",
        "edwards",
        "exact-one-sided",
        "edwards-unclamped",
        "unpaired-z",
        "point-mass",
    )
    conventions = ("half-even", "half-up", "down", "up")
    return Table(*cells), draw(st.sampled_from(laws)), draw(st.sampled_from(conventions)), draw(st.integers(2, 5))
