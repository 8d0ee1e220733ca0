"""The second algorithm stops a wrong value."""

import pytest

from discordant.conformance import intervals, oracle, witness
from discordant.conformance.expected import of_fraction
from discordant.exact.pvalues import exact_p


def test_a_wrong_p_is_caught():
    with pytest.raises(witness.DisagreementError, match="exact_p"):
        witness.confirm("exact_p", {"b": "17", "c": "3"}, of_fraction(exact_p(17, 4)))


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
