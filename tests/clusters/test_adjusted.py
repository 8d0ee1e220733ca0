"""Cluster-adjusted tests against published statistics, and the robust interval against its definition."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.clusters import cluster_effect, cluster_interval, cluster_test, heterogeneity_p, stratified
from discordant.enclosed.chi_square import chi_square
from discordant.errors import ArgumentError, TableError, TooLarge, UndefinedError
from discordant.exact.pvalues import exact_p
from discordant.table import Table
from strategies import cluster_tables

DATA = json.loads((Path(__file__).parent.parent / "data" / "clusters.json").read_text())


def psychiatry() -> list[Table]:
    rows = DATA["psychiatry"]
    return [Table(n - b - c, b, c, 0) for b, c, n in zip(rows["b"], rows["c"], rows["n"], strict=True)]


def thyroids() -> list[Table]:
    rows = DATA["thyroids"]
    return [Table.from_outcomes(pet, spect) for pet, spect in zip(rows["pet"], rows["spect"], strict=True)]


SETS = {"psychiatry": psychiatry, "thyroids": thyroids}


@pytest.mark.parametrize(("name", "method"), [(name, method) for name in SETS for method in DATA[name]["statistics"]])
def test_the_statistics_are_the_published_ones(name, method):
    printed = DATA[name]["statistics"][method]
    places = len(printed.partition(".")[2])
    assert f"{float(cluster_test(SETS[name](), method).statistic):.{places}f}" == printed


@pytest.mark.parametrize("name", SETS)
def test_the_data_are_the_published_ones(name):
    tables = SETS[name]()
    b, c = sum(t.b for t in tables), sum(t.c for t in tables)
    assert abs(float(chi_square(b, c).statistic) - float(DATA[name]["mcnemar"])) < 5e-5


def test_one_pair_per_cluster_gives_mcnemar_and_its_multiples():
    """Worked example: durkalski 9.8, obuchowski 9.751, yang 9.9959, eliasziw undefined."""
    tables = [Table(1, 0, 0, 0)] * 157 + [Table(0, 1, 0, 0)] * 17 + [Table(0, 0, 1, 0)] * 3 + [Table(0, 0, 0, 1)] * 23
    assert cluster_test(tables, "durkalski").statistic == Fraction(49, 5)
    assert cluster_test(tables, "obuchowski").statistic == Fraction(49, 5) * Fraction(199, 200)
    assert round(float(cluster_test(tables, "yang").statistic), 4) == 9.9959
    with pytest.raises(UndefinedError, match="eliasziw estimates the correlation of pairs that share a cluster"):
        cluster_test(tables, "eliasziw")


def test_p_is_the_chi_square_tail_of_one_degree_of_freedom():
    test = cluster_test(thyroids(), "durkalski")
    assert math.isclose(float(test.p), math.erfc(math.sqrt(float(test.statistic) / 2)), rel_tol=1e-12)
    assert str(test) == "durkalski: chi-square 2.3151, p = 0.128126"
    told = test.to_dict()
    assert told["method"] == "durkalski"
    assert Fraction(int(told["statistic"]["numerator"]), int(told["statistic"]["denominator"])) == test.statistic
    assert told["p"] == test.p.to_dict()


@given(tables=cluster_tables())
@settings(max_examples=80)
def test_exchanging_the_runs_changes_no_statistic(tables):
    swapped = [t.swapped() for t in tables]
    for method in ("obuchowski", "durkalski", "yang"):
        assert cluster_test(tables, method).statistic == cluster_test(swapped, method).statistic


def test_no_net_anywhere_is_no_evidence():
    for method in ("obuchowski", "durkalski", "yang", "eliasziw"):
        assert cluster_test([Table(2, 0, 0, 1), Table(1, 1, 1, 0)], method).statistic == 0


def test_what_clusters_leave_undefined_is_refused():
    with pytest.raises(ArgumentError, match="method='gee' is not one of obuchowski, durkalski, yang, eliasziw"):
        cluster_test([Table(1, 1, 0, 0)], "gee")
    with pytest.raises(UndefinedError, match="eliasziw needs discordant pairs in two clusters at least"):
        cluster_test([Table(1, 1, 0, 0), Table(2, 0, 0, 0)], "eliasziw")
    with pytest.raises(UndefinedError, match="one cluster shows no variation between clusters"):
        cluster_interval([Table(1, 1, 0, 0)])


@given(tables=cluster_tables(minimum=2))
@settings(max_examples=60)
def test_the_robust_interval_is_delta_and_z_standard_errors(tables):
    N, K = sum(t.N for t in tables), len(tables)
    delta = sum(t.b - t.c for t in tables) / N
    variance = K / (K - 1) * sum((t.b - t.c - t.N * delta) ** 2 for t in tables) / N**2
    found = cluster_interval(tables, z="1.96")
    assert math.isclose(float(found.lower), delta - 1.96 * math.sqrt(variance), abs_tol=1e-9)
    assert math.isclose(float(found.upper), delta + 1.96 * math.sqrt(variance), abs_tol=1e-9)


@given(tables=cluster_tables(minimum=2))
@settings(max_examples=60)
def test_the_icc_is_the_analysis_of_variance_of_the_pairs_themselves(tables):
    groups = [[1] * t.b + [-1] * t.c + [0] * (t.a + t.d) for t in tables]
    values = [x for group in groups for x in group]
    N, K = len(values), len(groups)
    mean = Fraction(sum(values), N)
    effect = cluster_effect(tables)
    total = sum((x - mean) ** 2 for x in values)
    if N == K or total == 0:
        assert effect.icc is None
        return
    means = [Fraction(sum(g), len(g)) for g in groups]
    between = sum(len(g) * (m - mean) ** 2 for g, m in zip(groups, means, strict=True)) / (K - 1)
    within = sum((x - m) ** 2 for g, m in zip(groups, means, strict=True) for x in g) / Fraction(N - K)
    n_0 = Fraction(N - Fraction(sum(len(g) ** 2 for g in groups), N), K - 1)
    assert effect.icc == (between - within) / (between + (n_0 - 1) * within)


def test_independent_pairs_have_design_effect_one():
    tables = [Table(0, 1, 0, 0)] * 5 + [Table(0, 0, 1, 0)] * 2 + [Table(1, 0, 0, 0)] * 9
    effect = cluster_effect(tables)
    assert (effect.design_effect, effect.effective_pairs, effect.icc) == (1, 16, None)
    assert str(effect) == "16 pairs in 16 clusters: design effect 1.000, as informative as 16.0 independent pairs"


def test_repeats_that_agree_cost_their_number():
    """Three identical repeats: correlation 1, and about as informative as one repeat."""
    effect = cluster_effect([Table(0, 3, 0, 0)] * 8 + [Table(0, 0, 3, 0)] * 4 + [Table(3, 0, 0, 0)] * 20)
    assert effect.icc == 1
    assert effect.effective_pairs == 96 / (3 * Fraction(95, 96) * Fraction(32, 31))
    told = effect.to_dict()
    assert told["clusters"] == 32
    for name in ("icc", "design_effect", "effective_pairs"):
        assert Fraction(int(told[name]["numerator"]), int(told[name]["denominator"])) == getattr(effect, name)
    silent = cluster_effect([Table(1, 0, 0, 0), Table(2, 0, 0, 0)])
    assert str(silent) == "3 pairs in 2 clusters: no variation to estimate a design effect from"


def by_enumeration(tables: dict[str, Table]) -> Fraction:
    """Deal the wins over all discordant items in every possible way, as labelled items."""
    import itertools

    suites = [name for name, t in tables.items() for _ in range(t.n)]
    wins = sum(t.b for t in tables.values())
    counts = {name: t.n for name, t in tables.items() if t.n}

    def statistic(split: dict[str, int]) -> Fraction:
        return sum(
            ((split.get(s, 0) - Fraction(n * wins, len(suites))) ** 2 / n for s, n in counts.items()), Fraction(0)
        )

    seen = statistic({name: t.b for name, t in tables.items()})
    hits = total = 0
    for chosen in itertools.combinations(range(len(suites)), wins):
        split: dict[str, int] = {}
        for i in chosen:
            split[suites[i]] = split.get(suites[i], 0) + 1
        total += 1
        hits += statistic(split) >= seen
    return Fraction(hits, total)


@given(
    cells=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=3).filter(
        lambda cells: sum(map(sum, cells)) <= 9
    )
)
@settings(max_examples=40)
def test_heterogeneity_is_the_share_of_deals_at_least_as_uneven(cells):
    tables = {str(i): Table(1, b, c, 0) for i, (b, c) in enumerate(cells)}
    assert by_enumeration(tables) == heterogeneity_p(tables)


def test_suites_at_ceiling_floor_and_equality_are_named():
    result = stratified(
        {"math": Table(40, 9, 2, 9), "trivia": Table(30, 0, 0, 0), "hard": Table(0, 0, 0, 5), "code": Table(4, 0, 0, 2)}
    )
    assert result.p == exact_p(9, 2)
    assert str(result).splitlines()[1:] == [
        "  trivia: both runs passed every item, no information about the difference",
        "  hard: both runs failed every item, no information about the difference",
        "  code: the runs agree on every item, no information about the difference",
    ]
    told = result.to_dict()
    assert told["uninformative"] == {"trivia": "ceiling", "hard": "floor", "code": "equal"}
    for name in ("p", "mid_p", "heterogeneity_p"):
        assert Fraction(int(told[name]["numerator"]), int(told[name]["denominator"])) == getattr(result, name)
    with pytest.raises(TableError, match="there are no suites"):
        stratified({})


def test_a_heterogeneity_beyond_the_budget_is_refused(monkeypatch):
    monkeypatch.setattr("discordant.clusters.strata.MAX_STATES", 10)
    with pytest.raises(TooLarge, match="the heterogeneity of suites needs"):
        heterogeneity_p({str(n): Table(0, n, n + 1, 0) for n in range(2, 8)})
