"""The auditor never calls a true claim false: random tables, printed by a random test under a random rounding."""

from __future__ import annotations

import random
from fractions import Fraction

from hypothesis import example, given, settings

import strategies
from discordant.auditor import Claim, audit, possible_tables
from discordant.auditor.frames import Frame, open_box
from discordant.auditor.laws import LAWS
from discordant.auditor.point import Point
from discordant.auditor.printed import Printed
from discordant.auditor.solve import Field, Target, solutions
from discordant.enclosed.delta import REGISTRY, interval
from discordant.enclosed.real import Real
from discordant.table import Table

CONVENTION = {"half-even": "nearest", "half-up": "nearest", "down": "truncated", "up": "rounded-up"}
SOUND = ("exact", "mid-p", "chi-square", "edwards")


def point(table: Table) -> Point:
    return Point(table.n, table.b - table.c, table.N, table.candidate_passes, table.baseline_passes)


def printed_p(table: Table, law: str, rounding: str, places: int) -> str:
    value = LAWS[law].p(point(table))
    real = value if isinstance(value, Real) else Real.exact(Fraction(value))
    return real.decimal(places, rounding)


def margins(table: Table, **figures: object) -> Claim:
    return Claim(N=table.N, candidate=table.candidate_passes, baseline=table.baseline_passes, **figures)


@given(strategies.prints())
@settings(max_examples=100)
def test_a_true_p_is_never_called_inconsistent(drawn):
    """Whatever test and rounding printed the p, some reading makes the claim true."""
    table, law, rounding, places = drawn

    finding = audit(margins(table, p=printed_p(table, law, rounding, places)))

    assert finding.verdict != "inconsistent"


@given(strategies.prints())
@settings(max_examples=100)
def test_the_true_table_is_among_those_found(drawn):
    """By the test that printed it, under the rounding that printed it, the true row is a solution."""
    table, law, rounding, places = drawn
    span = Printed.read(printed_p(table, law, rounding, places)).span(CONVENTION[rounding])
    ranges = {
        "N": (table.N,) * 2,
        "candidate_passes": (table.a + table.b,) * 2,
        "baseline_passes": (table.a + table.c,) * 2,
    }

    found = solutions(Target(LAWS[law], "p", span), Field.of((Frame(open_box(ranges)),), max_discordant=1000))

    assert any(low <= table.n <= high for low, high in found.get((0, table.b - table.c), []))


@given(strategies.prints(limit=20))
@settings(max_examples=60)
def test_the_generator_yields_the_true_table(drawn):
    """A p of a sound test rounded to nearest, under its name: the generator reaches the table that printed it."""
    table, _, _, places = drawn
    for law in SOUND:
        claim = margins(table, p=printed_p(table, law, "half-even", places), method=law)
        assert table in set(possible_tables(claim))


@given(strategies.prints(limit=12))
@example((Table(0, 0, 1, 0), "exact", "half-even", 2))  # the Agresti-Min lower limit is below -1
@settings(max_examples=10)
def test_a_true_interval_is_never_called_inconsistent(drawn):
    """Closed-form intervals, printed beside the margins and the exact p, leave the true table."""
    table, _, _, places = drawn
    for method in ("wald", "newcombe-plain", "agresti-min", "bonett-price"):
        if method not in REGISTRY:
            continue
        lower, upper = interval(table, method).decimal(places)
        claim = margins(
            table,
            p=printed_p(table, "exact", "half-even", places),
            method="exact",
            interval={method: f"[{lower}, {upper}]"},
        )
        assert table in set(possible_tables(claim))


def test_perturbed_figures_are_caught_at_a_measured_rate():
    """Shifting a four-decimal p by 3 to 90 units of the last digit is caught in more than two cases of three.

    What escapes is a p that another table with the same margins prints; at fixed margins there are few.
    """
    generator = random.Random(20261129)
    caught = total = 0
    while total < 30:
        table = Table(*(generator.randrange(0, 25) for _ in range(4)))
        if table.n < 3 or abs(table.b - table.c) < 2:
            continue
        printed = Fraction(printed_p(table, "exact", "half-even", 4))
        shifted = printed + Fraction(generator.choice((-1, 1)) * generator.randrange(3, 91), 10**4)
        if not 0 < shifted < 1:
            continue
        total += 1
        finding = audit(margins(table, p=Real.exact(shifted).decimal(4), method="exact"))
        caught += finding.verdict != "consistent"
    assert caught / total > 2 / 3, f"{caught} of {total}"


def test_soundness_of_bounds_on_every_small_table():
    """For every table with N <= 7, the printed p of the sound tests, unnamed, is consistent or underdetermined."""
    for items in (1, 4, 7):
        for a in range(items + 1):
            for b in range(items + 1 - a):
                for c in range(items + 1 - a - b):
                    table = Table(a, b, c, items - a - b - c)
                    finding = audit(margins(table, p=printed_p(table, "exact", "half-even", 3)))
                    assert finding.verdict == "consistent", table
