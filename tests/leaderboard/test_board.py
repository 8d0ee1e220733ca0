"""Max-T, Cochran's Q and whole leaderboards against enumeration of every sign pattern or assignment."""

from __future__ import annotations

import itertools
import json
import random
import re
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.enclosed.chi_square import chi_square
from discordant.errors import ArgumentError, PairingError, TableError, TooLarge
from discordant.exact.pvalues import exact_p
from discordant.leaderboard import MaxT, Outcomes, chi_square_tail, cochran_q, compare_all, max_t
from discordant.table import Table


@st.composite
def boards(draw, runs=(2, 4), items=(1, 7)):
    """Small boards as {label: {item: passed}}."""
    k, N = draw(st.integers(*runs)), draw(st.integers(*items))
    return {f"run{j}": {i: draw(st.booleans()) for i in range(N)} for j in range(k)}


def rows(board) -> list[tuple[bool, ...]]:
    labels = list(board)
    return [tuple(board[label][i] for label in labels) for i in board[labels[0]]]


@given(board=boards())
def test_tables_are_those_of_the_outcomes_item_by_item(board):
    outcomes, labels = Outcomes.read(board), list(board)
    for i, j in itertools.permutations(range(len(labels)), 2):
        first, second = list(board[labels[i]].values()), list(board[labels[j]].values())
        assert outcomes.table(i, j) == Table.from_outcomes(first, second)


@given(board=boards(items=(1, 6)))
@settings(max_examples=60)
def test_max_t_counts_sign_patterns_of_the_items(board):
    data = rows(board)
    k = len(data[0])
    pairs = list(itertools.combinations(range(k), 2))
    ns = [max(1, sum(r[i] != r[j] for r in data)) for i, j in pairs]

    def statistics(signs) -> list[Fraction]:
        return [
            Fraction(sum(s * (r[j] - r[i]) for s, r in zip(signs, data, strict=True)) ** 2, n)
            for (i, j), n in zip(pairs, ns, strict=True)
        ]

    seen = statistics([1] * len(data))
    drawn = [statistics(signs) for signs in itertools.product((1, -1), repeat=len(data))]
    found = max_t(Outcomes.read(board))
    single = [Fraction(sum(max(t) >= s for t in drawn), len(drawn)) for s in seen]
    assert list(found.single_step) == single
    order = sorted(range(len(pairs)), key=lambda i: -seen[i])
    running = Fraction(0)
    for rank, i in enumerate(order):
        left = order[rank:]
        p = Fraction(sum(max(t[x] for x in left) >= seen[i] for t in drawn), len(drawn))
        running = max(running, p)
        assert found.step_down[i] == running
    raw = [exact_p(t.b, t.c) for t in (Outcomes.read(board).table(*pair) for pair in pairs)]
    assert all(p <= d <= s for p, d, s in zip(raw, found.step_down, found.single_step, strict=True))


def test_two_runs_have_mcnemars_p_in_every_form():
    board = {"x": {i: i < 3 for i in range(30)}, "y": {i: 3 <= i < 20 for i in range(30)}}
    found = max_t(Outcomes.read(board))
    assert found.single_step == found.step_down == (exact_p(17, 3),)


def four_runs() -> dict[str, dict[int, bool]]:
    source = random.Random(5)
    return {f"run{j}": {i: source.random() < 0.5 + 0.1 * j for i in range(40)} for j in range(4)}


def test_drawn_max_t_is_reproducible_and_its_bounds_hold_the_exact_value():
    three = {label: values for label, values in four_runs().items() if label != "run3"}
    exact = max_t(Outcomes.read(three))
    drawn = max_t(Outcomes.read(three), draws=2000, seed=7)
    assert drawn == max_t(Outcomes.read(three), draws=2000, seed=7)
    assert exact.exact
    assert not drawn.exact
    for p, (low, high) in zip(exact.single_step, drawn.bounds, strict=True):
        assert low <= p <= high
    assert drawn.to_dict()["draws"] == 2000
    assert exact.step_down_bounds is None
    assert exact.unsettled(Fraction(1, 20)) == 0
    for p, shown, (low, high) in zip(exact.step_down, drawn.step_down, drawn.step_down_bounds, strict=True):
        assert low <= p <= high
        assert low <= shown <= high


def test_step_down_bounds_are_those_of_all_pairs_together():
    outcomes = Outcomes.read({label: values for label, values in four_runs().items() if label != "run3"})
    exact = max_t(outcomes)
    misses = 0
    for seed in range(40):
        drawn = max_t(outcomes, draws=100, seed=seed)
        assert drawn.step_down_bounds is not None
        misses += any(
            not low <= p <= high for p, (low, high) in zip(exact.step_down, drawn.step_down_bounds, strict=True)
        )
        for (low, high), (less, more) in zip(drawn.step_down_bounds, drawn.bounds, strict=True):
            assert low < high
            assert less < more
    assert misses == 0  # expected 0.04 at 99.9 %


def test_alpha_within_the_step_down_bounds_is_unsettled():
    drawn = MaxT(
        ((0, 1), (0, 2), (1, 2)),
        single_step=(Fraction(1, 25),) * 3,
        step_down=(Fraction(1, 25),) * 3,
        exact=False,
        draws=24,
        seed=0,
        bounds=((Fraction(0), Fraction(1)),) * 3,
        step_down_bounds=(
            (Fraction(1, 100), Fraction(1, 20)),
            (Fraction(1, 100), Fraction(1, 21)),
            (Fraction(1, 20), Fraction(1, 2)),
        ),
    )
    assert drawn.unsettled(Fraction(1, 20)) == 1  # p < alpha is open at 1/20 exactly, decided below and from alpha on
    assert drawn.to_dict()["step_down_bounds"][2][0]["numerator"] == "1"


def test_a_max_t_out_of_reach_names_the_way_out():
    source = random.Random(2)
    five = {f"run{j}": {i: source.random() < 0.5 for i in range(60)} for j in range(5)}
    with pytest.raises(TooLarge, match=r"the exact max-T needs .* flip patterns, .* draws=10000 draws that many"):
        max_t(Outcomes.read(five))
    with pytest.raises(TooLarge, match="the drawn max-T needs"):
        max_t(Outcomes.read(four_runs()), draws=10**9)
    with pytest.raises(ArgumentError, match="draws=0 draws nothing"):
        max_t(Outcomes.read(four_runs()), draws=0)


@given(board=boards(items=(1, 5)))
@settings(max_examples=60)
def test_the_exact_p_of_cochrans_q_counts_every_assignment(board):
    data = rows(board)
    k = len(data[0])

    def q(table) -> Fraction:
        totals = [sum(r[j] for r in table) for j in range(k)]
        spread = sum(sum(r) * (k - sum(r)) for r in table)
        return (
            Fraction((k - 1) * (k * sum(g * g for g in totals) - sum(totals) ** 2), spread) if spread else Fraction(0)
        )

    choices = [sorted(set(itertools.permutations(r))) for r in data]
    seen = q(data)
    values = [q(table) for table in itertools.product(*choices)]
    found = cochran_q(Outcomes.read(board))
    assert found.statistic == seen
    assert found.exact_p == Fraction(sum(v >= seen for v in values), len(values))
    told = found.to_dict()
    for name in ("statistic", "exact_p"):
        assert Fraction(int(told[name]["numerator"]), int(told[name]["denominator"])) == getattr(found, name)
    assert told["p"] == found.p.to_dict()


@given(b=st.integers(0, 12), c=st.integers(0, 12), a=st.integers(0, 3))
@settings(max_examples=60)
def test_cochrans_q_of_two_runs_is_mcnemars_test(b, c, a):
    outcomes = [(False, True)] * b + [(True, False)] * c + [(True, True)] * a + [(False, False)]
    board = {"x": {i: r[0] for i, r in enumerate(outcomes)}, "y": {i: r[1] for i, r in enumerate(outcomes)}}
    found = cochran_q(Outcomes.read(board))
    assert found.statistic == chi_square(b, c).statistic
    assert found.exact_p == exact_p(b, c)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 10, 11, 40])
@pytest.mark.parametrize("statistic", ["1/3", "5", "40", "200"])
def test_the_chi_square_tail_agrees_with_the_incomplete_gamma_function(degrees, statistic):
    context = mpmath.MPContext()
    context.dps = 40
    value = Fraction(statistic)
    half = context.mpf(value.numerator) / value.denominator / 2
    wanted = context.gammainc(context.mpf(degrees) / 2, half, regularized=True)
    low, high = chi_square_tail(value, degrees).enclose(20)
    assert abs((low + high) / 2 / Fraction(int(wanted * 10**60), 10**60) - 1) < Fraction(1, 10**15)


def test_runs_that_agree_everywhere_have_q_zero_and_p_one():
    found = cochran_q(Outcomes.read({"x": {1: True, 2: False}, "y": {1: True, 2: False}, "z": {1: True, 2: False}}))
    assert (found.statistic, found.exact_p, found.p.exact_value) == (0, 1, 1)
    assert str(found) == "Cochran's Q = 0.0000 on 2 df, p = 1, exact p = 1"


def test_a_q_beyond_binary64_shows_its_p_all_the_same():
    found = cochran_q(Outcomes.read({"x": {i: i < 1600 for i in range(1600)}, "y": dict.fromkeys(range(1600), False)}))
    assert str(found) == "Cochran's Q = 1600.0000 on 1 df, p = 7.3e-350"  # e^-800 / sqrt(800 pi), nearly


def test_an_exact_q_out_of_reach_is_left_out_or_refused():
    source = random.Random(1)
    large = Outcomes.read({f"r{j}": {i: source.random() < 0.5 for i in range(300)} for j in range(8)})
    assert cochran_q(large).exact_p is None
    with pytest.raises(TooLarge, match=r"the exact law of Cochran's Q needs .* its asymptotic p is certified"):
        cochran_q(large, exact=True)


def test_runs_on_different_items_are_refused_with_the_items():
    with pytest.raises(TableError, match="1 run given; a comparison needs two at least"):
        Outcomes.read({"x": {1: True}})
    with pytest.raises(PairingError, match="y and x differ in 2 items, 1, 2 among them; keep the items that every run"):
        Outcomes.read({"x": {1: True}, "y": {2: True}})
    with pytest.raises(PairingError, match="x has no items"):
        Outcomes.read({"x": {}, "y": {}})
    with pytest.raises(TableError, match=r"y\[1\]=1 is not an outcome; outcomes are bool"):
        Outcomes.read({"x": {1: True}, "y": {1: 1}})


def test_a_board_knows_its_ties_its_ceiling_and_its_least_discordant_pair():
    items = range(60)
    board = compare_all(
        {
            "low": {i: i < 10 for i in items},
            "good": {i: i < 40 for i in items},
            "best": {i: i < 42 or i == 58 for i in items},
        }
    )
    assert [board.labels[i] for i in board.ranking] == ["best", "good", "low"]
    assert [board.labels[i] for i in board.tied] == ["best", "good"]
    assert (board.passed_by_all, board.passed_by_none) == (10, 17)
    assert board.minimum_discordance.table.n == 3
    assert board.least_n == 6
    assert all(p <= q for pair in board.pairs for p, q in [(pair.p, pair.adjusted[n]) for n in pair.adjusted])


def test_large_boards_decide_as_the_oracle_does(monkeypatch):
    source = random.Random(3)
    runs = {f"m{j}": {i: source.random() < 0.4 + 0.02 * j for i in range(80)} for j in range(5)}
    exact = compare_all(runs)
    monkeypatch.setattr("discordant.leaderboard.board.EXACT_PAIRS", 0)
    monkeypatch.setattr("discordant.leaderboard.cochran.MAX_WORK", 1000)  # Q decides nothing here
    alphas = [exact.alpha, *sorted(p.adjusted["holm"] for p in exact.pairs if p.adjusted["holm"] < 1)[:3]]
    for alpha in alphas:  # at an adjusted p itself the fast path cannot decide, and p < alpha is False
        fast_board = compare_all(runs, alpha=alpha)
        assert any(p.confirmed for p in fast_board.pairs) == (alpha in alphas[1:])
        wanted = [p.adjusted["holm"] < alpha for p in exact.pairs]
        assert [fast_board.significant(p) for p in fast_board.pairs] == wanted


@pytest.mark.parametrize(
    ("runs", "fact"),
    [
        (["a.csv", "b.csv"], "runs is a list; give {label: {item: passed}}, or files to compare_runs"),
        ({"a": [1, 0, 1], "b": [1, 1, 1]}, "the run 'a' is a list; give {item: passed}, such as dict(enumerate("),
        ({"a": {1: True}, "b": "yes"}, "the run 'b' is a str; give {item: passed}"),
    ],
)
def test_runs_of_another_form_are_refused_by_name(runs, fact):
    with pytest.raises(ArgumentError, match=re.escape(fact)):
        compare_all(runs)


def test_unknown_corrections_are_refused():
    runs = {"x": {1: True}, "y": {1: False}}
    with pytest.raises(ArgumentError, match="correction='none' is not one of bonferroni, holm"):
        compare_all(runs, correction="none")


@pytest.mark.corpus
def test_the_four_swe_bench_runs_have_the_six_known_p_values(corpus):
    """p = .00543592, 1, .00203114, .0124006, 1.054e-07, .00146607 for the six pairs."""
    path = corpus / "files" / "swebench_verified_info_for_leaderboard_4models.json"
    models = json.loads(path.read_text())
    runs = {name: {item: row["resolved"] for item, row in rows.items()} for name, rows in models.items()}
    found = {frozenset((p.table.b, p.table.c)): p for p in compare_all(runs).pairs}
    known = {
        (54, 28): ".00543592",
        (41, 40): "1",
        (25, 53): ".00203114",
        (34, 59): ".0124006",
        (25, 79): "1.054e-07",
        (25, 54): ".00146607",
    }
    for split, printed in known.items():
        digits = len(printed.partition("e")[0].strip(".").replace(".", "").lstrip("0"))
        assert float(f"{float(found[frozenset(split)].p):.{digits - 1}e}") == float(printed)
    holm = sorted(float(p.adjusted["holm"]) for p in found.values())
    assert sum(p < 0.05 for p in holm) == 5


@pytest.mark.slow
def test_two_hundred_runs_on_ten_thousand_items_take_seconds():
    source = random.Random(1)
    hard = [source.random() for _ in range(10_000)]
    runs = {f"m{j}": {i: source.random() < 0.8 * h + j / 2000 for i, h in enumerate(hard)} for j in range(200)}
    board = compare_all(runs)
    assert len(board.pairs) == 19_900
    assert board.tied
    for pair in source.sample(board.pairs, 100):
        exact = exact_p(pair.table.b, pair.table.c)
        assert abs(pair.p - exact) <= Fraction(1, 10**12) * exact + Fraction(1, 2**1074)
