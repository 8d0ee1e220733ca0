"""Known values and refusals of the exact tests."""

import json
import math
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from discordant.errors import ArgumentError, TableError, TooLarge
from discordant.exact import pvalues, thresholds

KNOWN = json.loads((Path(__file__).parent.parent / "data" / "exact_values.json").read_text(encoding="utf-8"))

CALLS = {
    "exact_p": pvalues.exact_p,
    "mid_p": pvalues.mid_p,
    "mid_p_folded": lambda b, c: pvalues.mid_p(b, c, tie="folded"),
    "mid_p_candidate": lambda b, c: pvalues.mid_p(b, c, alternative="candidate"),
    "chi_square_statistic": pvalues.chi_square_statistic,
    "edwards_statistic": pvalues.edwards_statistic,
}


@pytest.mark.parametrize("row", KNOWN["rows"], ids=lambda row: f"{row['function']}({row['b']},{row['c']})")
def test_value_is_the_published_fraction(row):
    assert CALLS[row["function"]](row["b"], row["c"]) == Fraction(row["value"])


@pytest.mark.parametrize("row", KNOWN["decimals"], ids=lambda row: f"{row['function']}({row['b']},{row['c']})")
def test_value_rounds_to_the_published_decimal(row):
    want = Decimal(row["value"])
    half_unit = Fraction(1, 2) * Fraction(10) ** want.as_tuple().exponent
    assert abs(CALLS[row["function"]](row["b"], row["c"]) - Fraction(want)) <= half_unit


@pytest.mark.parametrize("row", KNOWN["thresholds"], ids=lambda row: str(sorted(row.items()))[:60])
def test_threshold_is_the_published_count(row):
    if row["function"] == "least_discordant":
        assert thresholds.least_discordant(row["alpha"], method=row["method"]) == row["value"]
    else:
        assert thresholds.critical_count(row["n"], row["alpha"], method=row["method"]) == row["value"]


@pytest.mark.parametrize("n", range(13))
def test_every_p_equals_brute_force_over_all_outcome_vectors(n):
    """Enumerate all 2^n assignments of n discordant items to the two runs."""
    wins = [sum(vector) for vector in product((0, 1), repeat=n)]
    total = len(wins)
    for b in range(n + 1):
        c, m = n - b, min(b, n - b)
        at_most = Fraction(sum(x <= m for x in wins), total)
        mass = Fraction(sum(x == m for x in wins), total)
        assert pvalues.exact_p(b, c) == Fraction(sum(abs(2 * x - n) >= abs(b - c) for x in wins), total)
        assert pvalues.exact_p(b, c, alternative="candidate") == Fraction(sum(x >= b for x in wins), total)
        assert pvalues.exact_p(b, c, alternative="baseline") == Fraction(sum(n - x >= c for x in wins), total)
        assert pvalues.mid_p(b, c) == 2 * at_most - mass
        folded = 1 - mass / 2 if b == c else 2 * at_most - mass
        assert pvalues.mid_p(b, c, tie="folded") == folded
        beyond = Fraction(sum(x > b for x in wins), total)
        assert pvalues.mid_p(b, c, alternative="candidate") == beyond + mass / 2


def test_no_discordant_items_give_the_conventional_values():
    assert pvalues.exact_p(0, 0) == 1
    assert pvalues.mid_p(0, 0) == 1
    assert pvalues.mid_p(0, 0, tie="folded") == Fraction(1, 2)
    for alternative in ("candidate", "baseline"):
        assert pvalues.exact_p(0, 0, alternative=alternative) == 1
        assert pvalues.mid_p(0, 0, alternative=alternative) == Fraction(1, 2)
    assert pvalues.chi_square_statistic(0, 0) == 0
    assert pvalues.edwards_statistic(0, 0) == 0


def test_unknown_alternative_is_refused_by_name():
    with pytest.raises(ArgumentError, match="alternative='greater' is not one of two-sided, candidate, baseline"):
        pvalues.exact_p(1, 2, alternative="greater")


def test_unknown_tie_convention_is_refused_by_name():
    with pytest.raises(ArgumentError, match="tie='half' is not one of doubled, folded"):
        pvalues.mid_p(1, 2, tie="half")


def test_a_row_beyond_the_budget_is_refused_at_once_and_names_the_alternative():
    with pytest.raises(TooLarge, match=r"p_real\(b, c\) gives a certified enclosure") as refusal:
        pvalues.exact_p(10**12, 10**12 - 10)
    assert refusal.value.predicted == 2 * 10**12 - 10
    assert refusal.value.unit == "discordant items"


def test_a_tie_needs_no_tail_whatever_its_size():
    assert pvalues.exact_p(10**30, 10**30) == 1
    assert pvalues.mid_p(10**30, 10**30) == 1


@pytest.mark.parametrize("bad", [-1, 1.0, math.nan, "3", True, None, Decimal(3)])
def test_counts_are_strict(bad):
    for function in (pvalues.exact_p, pvalues.mid_p, pvalues.chi_square_statistic, pvalues.edwards_statistic):
        with pytest.raises(TableError, match=r"^c="):
            function(3, bad)
        with pytest.raises(TableError, match=r"^b="):
            function(bad, 3)
