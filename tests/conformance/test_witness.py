"""The second algorithm stops a wrong value."""

from fractions import Fraction

import pytest

from discordant.conformance import intervals, large_witness, oracle, rate_witness, witness
from discordant.conformance.expected import of_fraction
from discordant.conformance.melded_witness import melded
from discordant.conformance.numerals import directed, parse
from discordant.conformance.rate_witness import Setting
from discordant.conformance.unconditional_witness import unconditional
from discordant.exact.pvalues import exact_p


def test_a_wrong_p_is_caught():
    with pytest.raises(witness.DisagreementError, match="exact_p"):
        witness.confirm("exact_p", {"b": "17", "c": "3"}, of_fraction(exact_p(17, 4)))


def test_a_wrong_binary64_and_a_wrong_logarithm_are_caught():
    record = of_fraction(exact_p(1200, 0))
    question = {"b": "1200", "c": "0"}
    witness.confirm("exact_p", question, record)
    log = record["log"]
    for wrong in (
        {"binary64": "0x1p-1074"},
        {"log": {**log, "binary64": "-0x1p+9"}},
        {"log": {**log, "hi": log["hi"].replace("-8.3", "-8.2"), "lo": log["lo"].replace("-8.3", "-8.2")}},
    ):
        with pytest.raises(witness.DisagreementError):
            witness.confirm("exact_p", question, {**record, **wrong})


def test_a_wrong_count_is_caught():
    question = {"n": "20", "alpha": "0.05", "method": "exact"}
    with pytest.raises(witness.DisagreementError):
        witness.confirm("critical_count", question, {"kind": "count", "value": "6"})
    with pytest.raises(witness.DisagreementError):
        witness.confirm("least_discordant", {"alpha": "0.05", "method": "exact"}, {"kind": "count", "value": "5"})


def test_the_wrong_end_of_an_interval_is_caught():
    inputs = {"a": "157", "b": "17", "c": "3", "d": "23", "level": "0.95", "end": "lower"}
    record = oracle.expected("interval.newcombe-plain", {**inputs, "end": "upper"})
    with pytest.raises(witness.DisagreementError):
        intervals.confirm("interval.newcombe-plain", inputs, record)
    with pytest.raises(witness.DisagreementError):
        intervals.confirm("interval.newcombe-corrected", inputs, oracle.expected("interval.newcombe-plain", inputs))


@pytest.mark.parametrize("method", ["exact-melded", "exact-unconditional"])
def test_the_wrong_end_of_an_exact_interval_is_caught(method):
    inputs = {"a": "1", "b": "2", "c": "0", "d": "1", "level": "0.95", "end": "lower"}
    record = oracle.expected(f"interval.{method}", {**inputs, "end": "upper"})
    with pytest.raises(witness.DisagreementError, match="the second algorithm"):
        intervals.confirm(f"interval.{method}", inputs, record)


@pytest.mark.parametrize("method", ["exact-melded", "exact-unconditional"])
def test_a_wrong_fortieth_digit_of_an_exact_interval_is_caught(method):
    inputs = {"a": "1", "b": "2", "c": "0", "d": "1", "level": "0.95", "end": "lower"}
    record = oracle.expected(f"interval.{method}", inputs)
    intervals.confirm(f"interval.{method}", inputs, record)
    lo, hi = parse(record["lo"]), parse(record["hi"])
    low, high = directed(hi, hi + (hi - lo))  # the number one unit of the fortieth digit above
    with pytest.raises(witness.DisagreementError, match="the second algorithm"):
        intervals.confirm(f"interval.{method}", inputs, {**record, "lo": low, "hi": high})


def test_the_quadrature_gives_the_root_that_is_known_without_discordance():
    s = Setting({"level": "0.95"})
    for items in (1, 7, 200):
        low, high = melded(s, items, 0, 0, 0)
        known = 1 - s.mp.root(s.alpha / 2, items)
        assert abs(high - known) < s.mp.mpf(10) ** -45
        assert abs(low + known) < s.mp.mpf(10) ** -45


def test_the_enumeration_gives_the_jump_that_is_known_to_be_rational():
    s = Setting({"level": "0.95"})
    low, high = unconditional(s, 5, 0, 0, 5)
    known = s.q(Fraction(2, 7))
    assert abs(low + known) < s.mp.mpf(10) ** -45
    assert abs(high - known) < s.mp.mpf(10) ** -45
    assert unconditional(s, 0, 0, 3, 0)[0] == -1


@pytest.mark.parametrize(
    ("few", "many"),
    [
        (rate_witness.RATE["clopper-pearson"], large_witness.tail_limits(Fraction(1))),
        (rate_witness.RATE["mid-p"], large_witness.tail_limits(Fraction(1, 2))),
        (rate_witness.jeffreys, large_witness.jeffreys),
        (rate_witness.blaker, large_witness.blaker),
    ],
)
def test_the_algorithm_for_many_items_agrees_with_the_plain_one(few, many):
    s = Setting({"level": "0.95"})
    for k, n in ((17, 20), (0, 40), (31, 50)):
        for plain, series in zip(few(s, k, n), many(s, k, n), strict=True):
            assert abs(plain - series) < s.mp.mpf(10) ** -44


@pytest.mark.parametrize("method", ["clopper-pearson", "mid-p", "jeffreys", "blaker"])
def test_a_wrong_fortieth_digit_of_a_limit_of_a_million_items_is_caught(method):
    inputs = {"b": "1000000", "c": "3", "level": "0.95", "end": "lower"}
    record = oracle.expected(f"odds_ratio_interval.{method}", inputs)
    intervals.confirm(f"odds_ratio_interval.{method}", inputs, record)
    lo, hi = parse(record["lo"]), parse(record["hi"])
    low, high = directed(hi, hi + (hi - lo))
    with pytest.raises(witness.DisagreementError, match="the second algorithm"):
        intervals.confirm(f"odds_ratio_interval.{method}", inputs, {**record, "lo": low, "hi": high})
