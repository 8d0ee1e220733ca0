"""The plan as a JSON document: every power exact where it is rational within reach, certified elsewhere."""

from __future__ import annotations

from fractions import Fraction

import jsonschema
import pytest

from discordant.planning import Effect, outlook, plan_from_pilot, power
from discordant.report.json_document import schema
from discordant.report.plan import list_document, make_plan
from discordant.table import Table


def value(shown):
    """Return the exact value that a number of a document states."""
    return Fraction(int(shown["numerator"], 0), int(shown["denominator"], 0))


def agrees(shown, exact):
    """Say whether a number's decimal and float are those of the exact value."""
    return shown["float"] == float(exact) and abs(Fraction(shown["decimal"]) - exact) <= abs(exact) / 10**16


def valid(document):
    jsonschema.Draft202012Validator(schema("plan")).validate(document)
    return document


@pytest.fixture(scope="module")
def document():
    return valid(make_plan(Effect.read(p_b="0.4", p_c="0.1"), items=90).to_dict())


def test_every_power_of_a_plan_is_its_ratio(document):
    for row in document["rows"]:
        for method, shown in row["power"].items():
            assert value(shown) == power(row["N"], p_b="0.4", p_c="0.1", method=method)
        right = power(row["N"], p_b="0.4", p_c="0.1", counting="right")
        either = power(row["N"], p_b="0.4", p_c="0.1")
        assert value(row["wrong_direction"]) == either - right


def test_the_curve_is_exact_or_certified(document):
    for point in document["curve"]:
        exact = power(point["N"], p_b="0.4", p_c="0.1")
        assert agrees(point["power"], exact)
        if "numerator" in point["power"]:
            assert value(point["power"]) == exact
    assert value(document["curve"][0]["power"]) == 0  # fewer items than any significant split needs


def test_a_curve_beyond_the_exact_sums_is_enclosed():
    made = make_plan(Effect.read(delta="0.1", discordance="0.3"), methods=("exact",))
    point = valid(made.to_dict())["curve"][-1]
    assert point["power"].keys() == {"decimal", "float"}
    assert agrees(point["power"], power(point["N"], delta="0.1", discordance="0.3"))


def test_outlooks_and_pilots_are_ratios():
    shown = outlook(82, discordance="0.1")
    (told,) = valid(list_document([shown]))["plans"]
    assert value(told["discordance"]) == Fraction(1, 10)
    assert value(told["smallest_delta"]) == shown.smallest_delta
    assert value(told["size"]) == shown.size.exact_value
    assert value(told["design"]["alpha"]) == Fraction(1, 20)
    pilot = plan_from_pilot(Table(70, 6, 2, 4), 50)
    (told,) = valid(list_document([pilot]))["plans"]
    for name in ("at_estimate", "assurance", "assurance_candidate"):
        assert value(told[name]) == getattr(pilot, name)
    assert value(told["effect"]["p_b"]) == Fraction(6, 82)


def test_the_schema_refuses_a_power_without_its_digits(document):
    broken = {**document, "curve": [{"N": 1, "power": 0.5}]}
    with pytest.raises(jsonschema.ValidationError):
        valid(broken)
    with pytest.raises(jsonschema.ValidationError):
        valid(list_document([]) | {"plans": [{"N": 1, "design": {}}]})
