"""What a reply is worth: exact comparison, grades, conventions, refusals."""

import math
from fractions import Fraction

import pytest

from discordant.conformance.expected import of_fraction
from discordant.conformance.grade import Reply, judge
from discordant.exact.pvalues import exact_p


def case(expect, function="exact_p", **more):
    return {"id": f"{function}/0001", "function": function, "inputs": {}, "flags": [], "expect": expect, **more}


WORKED = case(of_fraction(Fraction(1351, 524288)))
NEAREST = 1351 / 524288


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("1351/524288", "exact"),
        ("0.0025768280029296875", "exact"),
        (repr(math.nextafter(NEAREST, 1)), "<= 4 ulp"),
        ("0.0025768280030", "1e-9"),
        ("0.002577", "wrong"),
        ("0", "wrong"),
    ],
)
def test_grade_follows_the_distance_to_the_true_value(text, grade):
    outcome = judge(WORKED, Reply("value", text))
    assert outcome.grade == grade
    assert outcome.status == ("failed" if grade == "wrong" else "passed")


def test_the_nearest_binary64_of_an_enclosed_value_is_correctly_rounded():
    record = of_fraction(Fraction(1, 3))
    third = case({"kind": "enclosed", **{key: record[key] for key in ("lo", "hi", "binary64")}})
    outcome = judge(third, Reply("value", repr(1 / 3)))
    assert (outcome.grade, outcome.status) == ("correctly rounded", "passed")


def test_zero_is_accepted_where_p_rounds_to_zero_and_log_p_is_measured_where_given():
    tiny = case(of_fraction(exact_p(2000, 0)))
    assert judge(tiny, Reply("value", "0.0")).grade == "correctly rounded"
    exact_log = 1 - 2000
    right = judge(tiny, Reply("value", "0.0", repr(exact_log * math.log(2))))
    assert right.grade in ("correctly rounded", "<= 4 ulp")
    wrong = judge(tiny, Reply("value", "0.0", "-700"))
    assert (wrong.status, wrong.note) == ("failed", "log p = -700 is wrong")


@pytest.mark.parametrize("value", ["0.5", "1e300", "-1", "1e-300"])
def test_a_right_logarithm_does_not_excuse_a_wrong_value(value):
    for counts in ((2000, 0), (1070, 0)):
        tiny = case(of_fraction(exact_p(*counts)))
        log = repr((1 - sum(counts)) * math.log(2))
        assert judge(tiny, Reply("value", "0.0" if counts[0] == 2000 else repr(2.0**-1069), log)).status == "passed"
        assert judge(tiny, Reply("value", value, log)).status == "failed"


@pytest.mark.parametrize("log", ["-inf", "nan", "banana", ""])
def test_a_logarithm_that_is_no_finite_number_is_wrong(log):
    tiny = case(of_fraction(exact_p(2000, 0)))
    outcome = judge(tiny, Reply("value", "0.0", log))
    assert (outcome.status, outcome.grade, outcome.ulp) == ("failed", "wrong", None)
    assert outcome.note == f"log p = {log} is wrong"


@pytest.mark.parametrize("counts", [(1066, 0), (1192, 37)])
def test_a_short_decimal_is_measured_as_the_binary64_that_it_stands_for(counts):
    p = exact_p(*counts)
    outcome = judge(case(of_fraction(p)), Reply("value", repr(float(p))))
    error = abs(Fraction(float(p)) - p) / Fraction(math.ulp(float(p)))
    assert abs(outcome.ulp - error) < Fraction(1, 10**15)  # the vectors enclose p to 40 digits
    assert outcome.ulp <= Fraction(1, 2)


def test_a_long_decimal_and_one_that_is_exact_are_measured_as_written():
    tenth = case(of_fraction(Fraction(1, 10)))
    assert judge(tenth, Reply("value", "0.1")).grade == "exact"
    written = "0.100000000000000012"
    error = (Fraction(written) - Fraction(1, 10)) / Fraction(math.ulp(0.1))
    assert judge(tenth, Reply("value", written)).ulp == error


def test_zero_is_wrong_where_p_is_representable():
    assert judge(case(of_fraction(exact_p(1192, 37))), Reply("value", "0.0")).status == "failed"


@pytest.mark.parametrize("kind", ["rejected", "error"])
def test_a_refusal_is_right_only_where_one_is_wanted(kind):
    wanted = case({"kind": "reject", "reason": "b is negative"})
    assert judge(wanted, Reply(kind, "no")).status == "passed"
    assert judge(wanted, Reply("value", "0.3")).note == "an input to be refused was answered"
    assert judge(WORKED, Reply(kind, "no")).note == "a valid input was not answered"


def test_conventions_are_named_where_an_alternative_fits():
    tie = case(
        of_fraction(Fraction(1)),
        "mid_p",
        alternatives=[{"convention": "folded", "expect": of_fraction(Fraction(27, 32))}],
    )
    assert judge(tie, Reply("value", "1.0")).convention is None
    assert judge(tie, Reply("value", "0.84375")).convention == "folded"
    assert judge(tie, Reply("value", "0.6875")).status == "failed"


@pytest.mark.parametrize(
    ("expect", "good", "bad"),
    [
        ({"kind": "count", "value": "6"}, "6", "5"),
        ({"kind": "count", "value": "6"}, "6.0", "6.5"),
        ({"kind": "none"}, "none", "3"),
        ({"kind": "undefined"}, "nan", "1"),
        ({"kind": "infinite", "value": "inf"}, "inf", "1e308"),
        ({"kind": "table", "value": "1 2 3 4"}, "1 2 3 4", "1 3 2 4"),
    ],
)
def test_values_that_are_no_fractions_are_compared_as_what_they_are(expect, good, bad):
    assert judge(case(expect, "x"), Reply("value", good)).status == "passed"
    assert judge(case(expect, "x"), Reply("value", bad)).status == "failed"


def test_limits_near_zero_are_judged_on_the_scale_of_a_tenth_of_a_point():
    zero = case(of_fraction(Fraction(0)), "interval.wald")
    assert judge(zero, Reply("value", "1e-17")).status == "passed"
    assert judge(zero, Reply("value", "1e-6")).status == "failed"


@pytest.mark.parametrize(("kind", "status"), [("skipped", "skipped"), ("crashed", "crashed"), ("hung", "hung")])
def test_no_answer_is_its_own_status(kind, status):
    assert judge(WORKED, Reply(kind, "why")).status == status
