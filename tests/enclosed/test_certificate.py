"""Certificates are accepted by the independent checker, and every tampered one is rejected."""

from __future__ import annotations

import ast
import copy
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant import Table
from discordant.enclosed import certificate_check
from discordant.enclosed.certificate import DELTA, certify, certify_rate
from discordant.enclosed.certificate_check import Rejected, check
from discordant.errors import ArgumentError
from strategies import tables

WORKED = Table(157, 17, 3, 23)


def moved(document, places: int, up: bool):
    """The same claim about a bracket that has been moved away from the limit by its own width."""
    changed = copy.deepcopy(document)
    lo, hi = (certificate_check._number(text) for text in document["limit"])
    width = (hi - lo or Fraction(1, 10**places)) * (3 if up else -3)
    changed["limit"] = [f"{(end + width).numerator:#x}/{(end + width).denominator:#x}" for end in (lo, hi)]
    return changed


@pytest.mark.parametrize("side", ["lower", "upper"])
@pytest.mark.parametrize("method", DELTA)
@pytest.mark.parametrize("z", [None, "1.96"])
def test_the_worked_example_is_certified_and_no_other_bracket_is(method, side, z):
    document = certify(WORKED, method, side, z=z).to_dict()
    check(document)
    for up in (True, False):
        with pytest.raises(Rejected):
            check(moved(document, 30, up))


@pytest.mark.parametrize("method", DELTA)
@settings(max_examples=15)
@given(table=tables(limit=60), side=st.sampled_from(("lower", "upper")), level=st.sampled_from(("0.9", "0.999")))
def test_certificates_of_any_table_are_accepted(method, table, side, level):
    check(certify(table, method, side, digits=12, level=level).to_dict())


@pytest.mark.parametrize("method", ["wilson", "clopper-pearson"])
@settings(max_examples=15)
@given(N=st.integers(1, 60), share=st.fractions(0, 1), side=st.sampled_from(("lower", "upper")))
def test_certificates_of_any_rate_are_accepted(method, N, share, side):
    document = certify_rate(int(share * N), N, method, side, digits=12).to_dict()
    check(document)
    for up in (True, False):
        with pytest.raises(Rejected):
            check(moved(document, 12, up))


def test_a_wrong_quantile_is_rejected():
    document = certify(WORKED, "wald", "lower", digits=10).to_dict()
    for z, claim in (
        (["0x2/0x1", "0x3/0x1"], "the lower end of z is not above the quantile"),
        (["0x1/0x1", "0x3/0x2"], "the upper end of z is not below the quantile"),
        (["-0x1/0x1", "0x3/0x1"], "z is not negative"),
        (["0x3/0x1", "0x1/0x1"], "z: the ends are in order"),
    ):
        with pytest.raises(Rejected, match=claim):
            check({**document, "z": z})
    given_z = certify(WORKED, "wald", "lower", z="2").to_dict()
    check(given_z)
    with pytest.raises(Rejected, match="a given z is one positive number"):
        check({**given_z, "z": ["0x1/0x1", "0x2/0x1"]})


def test_other_tampering_is_rejected():
    document = certify(WORKED, "newcombe-plain", "lower", digits=10).to_dict()
    for changed in (
        {"counts": ["0x9d", "0x12", "0x3", "0x17"]},
        {"counts": ["-0x1", "0x12", "0x3", "0x17"]},
        {"method": "newcombe-corrected"},
        {"side": "upper"},
        {"wilson": document["wilson"][2:] + document["wilson"][:2]},
    ):
        with pytest.raises(Rejected):
            check({**document, **changed})
    for method in ("unheard-of", "agresti-min"):
        with pytest.raises(Rejected):
            check({**certify(WORKED, "wald", "lower").to_dict(), "method": method})
    rate = certify_rate(3, 10, "wilson", "lower").to_dict()
    with pytest.raises(Rejected, match="the method is one that can be checked"):
        check({**rate, "method": "jeffreys"})


@pytest.mark.parametrize(
    ("changed", "claim"),
    [
        ({"method": "newcombe-cc"}, "the method is one that can be checked"),
        ({"method": "newcombe-banana"}, "the method is one that can be checked"),
        ({"method": "tango-banana"}, "the method is one that can be checked"),
        ({"method": "wilson"}, "the method is one that can be checked"),
        ({"method": None}, "the method is one that can be checked"),
        ({"estimand": "odds-ratio"}, "the estimand is delta or pass-rate"),
        ({"estimand": None}, "the estimand is delta or pass-rate"),
        ({"level": "-0x13/0x14"}, "the level is between 0 and 1"),
        ({"level": "0x1/0x1"}, "the level is between 0 and 1"),
        ({"level": 0.95}, "level: a quotient of two integers"),
        ({"side": "banana"}, "the side is lower or upper"),
        ({"limit": ["0/0", "1/1"]}, "limit: a hexadecimal integer"),
        ({"limit": ["0x0/0x0", "0x1/0x1"]}, "limit: the denominator is above 0"),
        ({"limit": "x"}, "limit: two ends"),
        ({"limit": ["x", "y"]}, "limit: a quotient of two integers"),
        ({"counts": ["0x1", "0x2", "0x3"]}, "4 counts"),
        ({"counts": ["0x0"] * 4}, "there are items"),
        ({"counts": [157, 17, 3, 23]}, "counts: a hexadecimal integer"),
        ({"wilson": None}, "wilson is a list"),
        ({"wilson": []}, "four wilson limits"),
        ({"more": 1}, "the keys are counts, estimand, level, limit, method, side, wilson, z"),
    ],
)
def test_what_is_no_certificate_is_rejected_by_name(changed, claim):
    document = certify(WORKED, "newcombe-plain", "upper", digits=10).to_dict()
    check(document)
    with pytest.raises(Rejected, match=claim):
        check({**document, **changed})


@pytest.mark.parametrize("document", [{}, None, [], "x"])
def test_another_document_is_rejected(document):
    with pytest.raises(Rejected, match="the keys are"):
        check(document)


@pytest.mark.parametrize("counts", [["0x5", "0x3"], ["0x0", "0x0"]])
def test_impossible_rates_are_rejected(counts):
    document = certify_rate(3, 10, "wilson", "lower", digits=10).to_dict()
    with pytest.raises(Rejected, match="k is at most N, and N above 0"):
        check({**document, "counts": counts})


def test_degenerate_limits_are_certified():
    for cells in ((50, 0, 0, 50), (0, 9, 0, 0), (5, 0, 0, 0)):
        for method in DELTA:
            for side in ("lower", "upper"):
                check(certify(Table(*cells), method, side, digits=12).to_dict())


def test_an_upper_end_at_the_estimate_needs_no_score():
    document = certify(WORKED, "tango", "lower", digits=10).to_dict()
    check({**document, "limit": [document["limit"][0], "0x7/0x64"]})


def test_a_certificate_shows_itself_and_refuses_what_it_cannot_certify():
    found = certify(WORKED, "tango", "lower")
    assert str(found).startswith("certificate: lower tango limit for delta of (157, 17, 3, 23) at 0.02921857")
    lo, hi = found.limit
    assert (hi - lo) * 10**30 < lo
    with pytest.raises(ArgumentError, match="method='newcombe-cc' has no certificate; choose one of wald, wald-fleiss"):
        certify(WORKED, "newcombe-cc", "lower")
    with pytest.raises(ArgumentError, match="side='middle' is not 'lower' or 'upper'"):
        certify(WORKED, "wald", "middle")
    with pytest.raises(ArgumentError, match=r"method='jeffreys' has no certificate$"):
        certify_rate(1, 2, "jeffreys", "lower")
    with pytest.raises(ArgumentError, match="method='clopper-pearson' has no certificate at a given z"):
        certify_rate(1, 2, "clopper-pearson", "lower", z="2")


def test_the_checker_imports_nothing_of_the_package():
    tree = ast.parse(Path(certificate_check.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert modules == {"__future__", "fractions", "math", "re", "typing"}
