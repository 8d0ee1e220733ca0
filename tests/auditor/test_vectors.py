"""The audit vectors are what the auditor says, and what trying every table says."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb

from discordant.auditor import vectors


def test_the_file_is_what_would_be_written():
    assert vectors.PATH.read_text(encoding="utf-8") == vectors.text()


def test_every_flag_is_explained_and_met():
    met = {flag for case in json.loads(vectors.text())["cases"] for flag in case["flags"]}

    assert met == set(vectors.FLAGS)


def exact(b, c):
    return min(Fraction(1), Fraction(2 * sum(comb(b + c, k) for k in range(min(b, c) + 1)), 2 ** (b + c)))


def test_inverted_p_and_bounds_have_a_second_witness():
    """Cases 1 and 3 again, by trying every split and every table with plain binomial sums."""
    cases = {case["id"]: case["expect"] for case in json.loads(vectors.text())["cases"]}

    splits = {(b, n - b) for n in range(101) for b in range(n + 1)
              if Fraction(51, 20000) <= exact(b, n - b) <= Fraction(53, 20000)}  # fmt: skip
    assert {tuple(pair) for pair in cases["audit/0001"]["tables"]} == splits

    values = {2 * (174 - a) - 14: exact(174 - a, 160 - a) for a in range(134, 161)}
    bound = cases["audit/0003"]["bounds"][0]
    assert (bound["p_min"]["fraction"], bound["p_max"]["fraction"]) == (
        str(min(values.values())),
        str(max(values.values())),
    )
    assert int(bound["n_star"]) == max(n for n, p in values.items() if p < Fraction(1, 20))
