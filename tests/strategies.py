"""Every Hypothesis strategy of the tests: counts and tables biased to where implementations break."""

from __future__ import annotations

from hypothesis import strategies as st

from discordant.table import Table

EDGES = (0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 1023, 1024, 1025, 1026, 1074, 1075, 1076)
"""Row lengths n at which some implementation changes its method or overflows."""


def counts(limit: int = 3000) -> st.SearchStrategy[int]:
    """Single counts up to `limit`, edges first."""
    return st.one_of(st.sampled_from([e for e in EDGES if e <= limit]), st.integers(0, limit))


@st.composite
def splits(draw: st.DrawFn, limit: int = 3000) -> tuple[int, int]:
    """Discordant counts (b, c) with n at the edges, ties, near-ties and one-sided splits."""
    n = draw(counts(limit))
    kind = draw(st.sampled_from(("any", "tie", "near-tie", "one-sided")))
    if kind == "tie":
        b = n // 2
    elif kind == "near-tie":
        b = min(n, n // 2 + draw(st.integers(0, 3)))
    elif kind == "one-sided":
        b = draw(st.sampled_from((0, n)))
    else:
        b = draw(st.integers(0, n))
    return b, n - b


@st.composite
def tables(draw: st.DrawFn, limit: int = 300, minimum: int = 1) -> Table:
    """Tables with at least `minimum` items, biased to empty margins, ties and very unequal cells."""
    kind = draw(st.sampled_from(("any", "split", "no-discordance", "no-concordance", "huge")))
    if kind == "split":
        b, c = draw(splits(limit))
        a, d = draw(counts(limit)), draw(counts(limit))
    elif kind == "no-discordance":
        a, b, c, d = draw(counts(limit)), 0, 0, draw(counts(limit))
    elif kind == "no-concordance":
        (b, c), a, d = draw(splits(limit)), 0, 0
    elif kind == "huge":
        a, d = draw(st.integers(0, 10**9)), draw(st.integers(0, 10**9))
        b, c = draw(splits(limit))
    else:
        a, b, c, d = (draw(st.integers(0, limit)) for _ in range(4))
    if a + b + c + d < minimum:
        a += minimum
    return Table(a, b, c, d)


@st.composite
def run_pairs(draw: st.DrawFn, limit: int = 12) -> tuple[dict[object, object], dict[object, object]]:
    """Two runs as {id: True | False | reason}, with shared and unshared ids, int and text ids of the same look."""
    ids = st.one_of(st.integers(0, limit), st.integers(0, limit).map(str))
    states = st.one_of(st.booleans(), st.booleans(), st.just("error"))
    runs = st.dictionaries(ids, states, min_size=1, max_size=limit)
    return draw(runs), draw(runs)
