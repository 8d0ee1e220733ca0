"""Every Hypothesis strategy of the tests: counts and tables biased to where implementations break.

The strategies of counts and tables are those that users get, from `discordant.testing`.
"""

from __future__ import annotations

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
