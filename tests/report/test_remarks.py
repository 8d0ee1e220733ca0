"""Remarks: each contradiction and weakness is said, and only where it holds."""

from hypothesis import given, settings

import strategies
from discordant import Discordant, Table, analyze


def kinds(analysis):
    return [remark.kind for remark in analysis.remarks]


def said(analysis, kind):
    return [remark.text for remark in analysis.remarks if remark.kind == kind]


@settings(max_examples=100)
@given(strategies.tables())
def test_contradiction_is_remarked_exactly_where_an_interval_and_the_exact_test_differ_about_zero(table):
    analysis = analyze(table)
    differ = any(limits.excludes_null != analysis.exact.significant for limits in analysis.intervals)
    assert ("interval-contradicts-test" in kinds(analysis)) == differ


def test_interval_that_excludes_zero_while_the_exact_test_does_not_reject():
    assert said(analyze(Table(1, 1, 7, 12)), "interval-contradicts-test") == [
        "The wald, newcombe-plain and newcombe-corrected intervals exclude no difference, yet the exact p = 0.0703 is"
        " not below 0.05: they do not come from the exact test, which decides here."
    ]


def test_one_interval_alone_is_named_in_the_singular():
    assert said(analyze(Table(1, 1, 7, 12), intervals="wald"), "interval-contradicts-test") == [
        "The wald interval excludes no difference, yet the exact p = 0.0703 is not below 0.05: it does not"
        " come from the exact test, which decides here."
    ]


def test_interval_that_holds_zero_while_the_exact_test_rejects():
    assert said(analyze(Table(0, 13, 4, 0), intervals="wald,newcombe-cc"), "interval-contradicts-test") == [
        "The newcombe-cc interval does not exclude no difference, yet the exact p = 0.0490 is below 0.05: it does not"
        " come from the exact test, which decides here."
    ]


def test_levels_that_do_not_belong_together_are_not_compared():
    assert said(analyze(Table(1, 1, 7, 12), level="0.95", alpha="0.01"), "interval-contradicts-test") == []


def test_chi_square_is_not_trusted_below_25_discordant_items():
    for n, expected in ((0, False), (1, True), (24, True), (25, False)):
        assert ("chi-square-not-trusted" in kinds(analyze(Discordant(n, 0)))) == expected
    assert said(analyze(Discordant(17, 3)), "chi-square-not-trusted") == [
        "With 20 discordant items, fewer than 25, the chi-square p-values (chi-square, Edwards) are not to be trusted;"
        " report the exact p."
    ]


def test_one_discordant_item_is_one_item():
    report = " ".join(str(analyze(Table(10, 1, 0, 3))).split())
    assert "With 1 discordant item, fewer than 25, the chi-square p-values" in report
    assert "on the n = 1 discordant item (b + c)" in report
    assert "1 discordant items" not in report
    assert "discordant 1 of 1 item (100.0%)" in " ".join(str(analyze(Table(0, 1, 0, 0))).split())


def test_an_interval_of_zero_width_is_called_a_defect():
    assert said(analyze(Table(5, 0, 0, 5)), "zero-width") == [
        "The wald and newcombe-plain intervals have zero width on this table: a defect of the method where the runs"
        " agree, not certainty."
    ]
    assert said(analyze(Table(0, 0, 0, 9)), "zero-width") == [
        "The wald interval has zero width on this table: a defect of the method where the runs agree, not certainty."
    ]


def test_levels_given_as_floats_are_said_to_be_read_by_their_shortest_decimal():
    assert said(analyze(Discordant(17, 3), level=0.9), "read-from-float") == [
        "Level was given as a float and read as 0.9 (its shortest decimal).",
    ]


def test_a_p_beyond_the_exact_budget_is_said_to_be_an_enclosure():
    analysis = analyze(Discordant(500_050_000, 499_950_000))
    assert analysis.exact.p.exact is None
    assert said(analysis, "enclosed") == [
        "With 1000000000 discordant items the exact p is beyond the budget of integer arithmetic; the p printed is a"
        " certified enclosure of it, correctly rounded."
    ]
