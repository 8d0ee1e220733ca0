"""The rows that `proofs/` proves, read by Python: kernel, oracle, fast path and vectors must all agree with them."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from discordant import Table, chi_square, edwards, exact_p, fast, interval, mid_p
from discordant.conformance import vectors_file
from discordant.enclosed.normal import z_bracket
from discordant.exact import kernel
from discordant.level import read_exact

ROWS: list[dict[str, Any]] = json.loads(
    (files("discordant.conformance") / "certified.json").read_text(encoding="utf-8")
)["rows"]
PROVED = {(row["b"], row["c"]): (int(row["exact_numerator"]), int(row["mid_numerator"])) for row in ROWS}


def test_the_table_covers_what_it_promises(root):
    """All splits of n <= 26, the smallest significant ones, both orders of the worked example, and both tiers."""
    assert len(PROVED) == len(ROWS) > 500
    assert all((n - m, m) in PROVED for n in range(27) for m in range(n // 2 + 1))
    assert {(17, 3), (3, 17), (6, 0), (0, 6)} <= PROVED.keys()
    assert all((row["b"] + row["c"] <= 300) == (row["tier"] == "core") for row in ROWS)
    assert all({b + c for b, c in PROVED} >= set(edges) for edges in ((127, 128, 129, 300), (1023, 1024, 1074, 1075)))


def test_every_row_is_what_the_kernel_computes():
    for (b, c), (exact, mid) in PROVED.items():
        assert kernel.exact_p(b, c) == (exact, 2 ** (b + c)), (b, c)
        assert kernel.mid_p(b, c) == (mid, 2 ** (b + c)), (b, c)


def test_every_row_is_what_the_oracle_computes():
    for (b, c), (exact, mid) in PROVED.items():
        assert exact_p(b, c) == Fraction(exact, 2 ** (b + c)), (b, c)
        assert mid_p(b, c) == Fraction(mid, 2 ** (b + c)), (b, c)


def test_the_fast_path_rounds_every_row_up_to_1023_correctly():
    for (b, c), (exact, mid) in PROVED.items():
        if b + c <= 1023:
            assert fast.exact_p(b, c) == exact / 2 ** (b + c), (b, c)
            assert fast.mid_p(b, c) == mid / 2 ** (b + c), (b, c)


@pytest.mark.parametrize(("function", "which"), [("exact_p", 0), ("mid_p", 1)])
def test_the_conformance_vectors_agree_with_every_row_they_share(function, which):
    """Two-sided cases with an exact value; the mid-p rows have the doubled convention at ties."""
    if function not in vectors_file.functions():
        pytest.skip(f"the vectors of {function} have not been generated")
    shared = 0
    for case in vectors_file.cases((function,)):
        inputs, expect = case["inputs"], case["expect"]
        plain = {key: value for key, value in inputs.items() if key not in ("b", "c")} in ({}, {"tie": "doubled"})
        if plain and expect["kind"] == "exact" and "/" in expect["fraction"]:
            split = int(inputs["b"]), int(inputs["c"])
            if split in PROVED:
                shared += 1
                assert Fraction(expect["fraction"]) == Fraction(PROVED[split][which], 2 ** sum(split)), split
    assert shared


@pytest.mark.parametrize(
    ("level", "decimals"),
    [("0.90", "1.644853626951472715"), ("0.95", "1.959963984540054236"), ("0.99", "2.575829303548900761")],
)
def test_z_is_within_the_proved_distance_of_the_proved_decimals(level, decimals, root):
    """The decimals stand in the theorem; the theorem stands in proofs/STATEMENTS.txt."""
    lo, hi = z_bracket(read_exact(level, "level").value, 80)
    assert max(abs(lo - Fraction(decimals)), abs(hi - Fraction(decimals))) <= Fraction(1, 10**15)
    statements = (root / "proofs" / "STATEMENTS.txt").read_text(encoding="utf-8")
    assert decimals in statements


@pytest.mark.parametrize(
    ("value", "decimals", "distance"),
    [
        (lambda: chi_square(17, 3).p, "0.001745118699528905", 17),
        (lambda: edwards(17, 3).p, "0.003650434404441876", 17),
        (lambda: interval(Table(157, 17, 3, 23), "wald").lower, "0.027261098877", 12),
        (lambda: interval(Table(157, 17, 3, 23), "wald").upper, "0.112738901123", 12),
        (lambda: interval(Table(157, 17, 3, 23), "newcombe-plain").lower, "0.027379954813", 12),
        (lambda: interval(Table(157, 17, 3, 23), "newcombe-plain").upper, "0.115635665119", 12),
        (lambda: interval(Table(157, 17, 3, 23), "newcombe-corrected").lower, "0.026235892118", 12),
        (lambda: interval(Table(157, 17, 3, 23), "newcombe-corrected").upper, "0.116609576539", 12),
    ],
)
def test_the_worked_example_is_within_the_proved_distance(value, decimals, distance, root):
    lo, hi = value().bracket(80)
    assert max(abs(lo - Fraction(decimals)), abs(hi - Fraction(decimals))) <= Fraction(1, 10**distance)
    statements = (root / "proofs" / "STATEMENTS.txt").read_text(encoding="utf-8")
    assert decimals in statements
