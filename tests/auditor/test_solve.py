"""Bisection and staircase against trying every split, and every law against a second computation."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import MPContext

from discordant.auditor import rows
from discordant.auditor.bounds import margin_bounds
from discordant.auditor.frames import Frame, find_frames, open_box, possible_items
from discordant.auditor.laws import LAWS, ChiLaw, TailLaw
from discordant.auditor.point import Point
from discordant.auditor.printed import Printed
from discordant.auditor.solutions import intersect, merge, size
from discordant.auditor.solve import Field, Target, solutions
from discordant.enclosed.real import Real

F = Fraction
PAIR = [law for law in LAWS.values() if law.needs == "pair"]
TEXTS = ("0.0026", "0.375", "0.05", "1.0", "0.0", ">0.2", "0.6 ")


def listed(found):
    return {(n, net) for (_, net), runs in found.items() for low, high in runs for n in range(low, high + 1, 2)}


@pytest.mark.parametrize("law", PAIR, ids=lambda law: law.id)
def test_every_open_search_equals_trying_every_split(law):
    """Without margins: the staircase (and bisection at b = c) finds the splits with n <= 30 that print the number."""
    field = Field.of((Frame(open_box({}), plain=True),), max_discordant=30)
    for text in TEXTS:
        for what in ("p", "statistic") if isinstance(law, ChiLaw) else ("p",):
            target = Target(law, what, Printed.read(text).span())
            tried = {(n, net) for n in range(31) for net in range(-n, n + 1, 2) if target.holds(Point(n, net))}
            assert listed(solutions(target, field)) == tried


@pytest.mark.parametrize("law", list(LAWS.values()), ids=lambda law: law.id)
def test_every_search_at_margins_equals_trying_every_table(law):
    for net in (0, 1, 4, 9):
        margins = {"N": (90, 90), "candidate_passes": (40 + net, 40 + net), "baseline_passes": (40, 40)}
        frame = Frame(open_box(margins))
        low, high = frame.rows(net, 90)
        for text in TEXTS:
            target = Target(law, "p", Printed.read(text).span())
            points = [Point(n, net, 90, 40 + net, 40) for n in range(low, high + 1, 2)]
            tried = {(at.n, net) for at in points if target.holds(at)}
            assert listed(solutions(target, Field.of((frame,), max_discordant=90))) == tried


def test_the_smaller_count_as_a_statistic_is_found():
    target = Target(LAWS["exact"], "smaller-count", Printed.read("3").span())

    found = listed(solutions(target, Field.of((Frame(open_box({}), plain=True),), max_discordant=20)))

    tried = {(n, net) for n in range(21) for net in range(-n, n + 1, 2) if (n - abs(net)) // 2 == 3 and net}
    assert {pair for pair in found if pair[1]} == tried


def second(law, n, net):
    """Return a p by a plain sum of binomials, or by mpmath's erfc at 60 digits."""
    d, m = abs(net), (n - abs(net)) // 2
    if isinstance(law, TailLaw):
        tail = F(sum(math.comb(n, k) for k in range(m + 1)), 2**n)
        mass = F(math.comb(n, m), 2**n)
        return {
            "exact": min(F(1), 2 * tail),
            "mid-p": 2 * tail - mass,
            "mid-p-folded": 2 * tail - mass if d else 1 - mass / 2,
            "mid-p-capped": min(F(1), 2 * tail) - mass,
            "mid-p-one-sided": tail - mass / 2,
            "mid-p-one-sided-opposite": 1 - tail + mass / 2,
            "exact-one-sided": tail,
            "exact-one-sided-opposite": 1 - tail + mass,
            "exact-uncapped": 2 * tail,
            "exact-doubled": min(F(1), 4 * tail),
            "point-mass": mass,
        }[law.id]
    mp = MPContext()
    mp.dps = 60
    correction = 1 if "edwards" in law.id else mp.mpf(1) / 2 if "half" in law.id.split("-") else 0
    top = d - correction if "unclamped" in law.id else max(0, d - correction)
    factor = 2 if law.id.endswith("doubled") else mp.mpf(1) / 2 if law.id.endswith("halved") else 1
    return min(1, factor * mp.erfc(mp.sqrt(mp.mpf(top) ** 2 / (2 * n))))


@pytest.mark.parametrize("law", PAIR, ids=lambda law: law.id)
def test_every_law_has_a_second_witness(law):
    for n, net in ((1, 1), (2, 0), (4, 4), (9, 5), (10, 0), (20, -14), (31, 3), (200, 0), (200, 30)):
        value, other = law.p(Point(n, net)), second(law, n, net)
        if isinstance(value, Real):
            low, high = value.enclose(30)
            assert low * (1 - F(1, 10**25)) <= F(str(other)) <= high * (1 + F(1, 10**25))
        elif isinstance(other, Fraction):
            assert value == other
        else:
            assert abs(F(str(other)) - value) < F(1, 10**40)


@pytest.mark.parametrize("law", [law for law in PAIR if isinstance(law, TailLaw)], ids=lambda law: law.id)
def test_enclosed_rows_agree_with_exact_ones(law, monkeypatch):
    """The two ways of a tail law meet: with the exact rows switched off, the enclosure holds the plain sum."""
    monkeypatch.setattr(rows, "EXACT_ROW", 0)
    rows.central_mass.cache_clear()
    for at in (Point(64, 0), Point(64, 2), Point(65, 1), Point(1500, 70)):
        value, other = law.p(at), second(law, at.n, at.net)
        low, high = value.bracket(80) if isinstance(value, Real) else (value, value)
        assert low <= other <= high
    rows.central_mass.cache_clear()


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12), st.integers(1, 12))
def test_frames_hold_every_table_that_agrees_with_the_counts(a, b, c, d):
    """Whatever counts of a table are printed, the frames keep the table."""
    items = a + b + c + d
    printed = {"b": (b, b), "N": (items, items), "candidate_passes": (a + b, a + b)}

    frames = find_frames(open_box(printed), {}, margins=True, max_items=100).frames

    rows = [
        (frame.margins, frame.rows(frame.margins[0] - frame.margins[1], items)) for frame in frames if frame.margins
    ]
    kept = {(margins, n) for margins, ends in rows if ends for n in range(ends[0], ends[1] + 1, 2)}
    assert ((a + b, a + c, items), b + c) in kept


def test_contradicting_counts_leave_no_box():
    assert open_box({"b": (6, 6), "c": (0, 0), "n": (7, 7)}) is None
    assert open_box({"N": (10, 10), "candidate_passes": (11, 11)}) is None


def test_possible_n_by_trying_every_count():
    spans = {"candidate_rate": Printed.read("90.2%").span(), "baseline_rate": Printed.read("89.0%").span()}
    tried = [n for n in range(1, 201) if all(any(s.holds(F(k, n)) for k in range(n + 1)) for s in spans.values())]

    assert possible_items(spans, 1, 200) == tried == [82, 163, 164, 173]


@pytest.mark.parametrize(("s", "t", "items"), [(174, 160, 200), (77, 74, 82), (30, 12, 60), (9, 9, 20)])
def test_margin_bounds_equal_the_extremes_over_every_table(s, t, items):
    frame = Frame(open_box({"N": (items, items), "candidate_passes": (s, s), "baseline_passes": (t, t)}))
    for bound in margin_bounds(frame, F(1, 20)):
        law = LAWS[bound.method]
        points = [Point(s + t - 2 * a, s - t, items, s, t) for a in range(max(0, s + t - items), min(s, t) + 1)]
        values = sorted(float(law.p(at)) for at in points)
        below = [at.n for at in points if law.compare(at, F(1, 20)) < 0]
        assert (float(bound.p_min), float(bound.p_max)) == (values[0], values[-1])
        assert bound.n_star == max(below, default=None)
        assert bound.answer == ("never" if not below else "always" if len(below) == len(points) else "depends")


def test_runs_intersect_and_merge():
    first, second_set = {(0, 1): [(1, 9)], (0, 3): [(3, 3)]}, {(0, 1): [(5, 15)], (0, 5): [(5, 5)]}

    assert intersect(first, second_set) == {(0, 1): [(5, 9)]}
    assert merge(first, second_set) == {(0, 1): [(1, 15)], (0, 3): [(3, 3)], (0, 5): [(5, 5)]}
    assert size(merge(first, second_set)) == 10
