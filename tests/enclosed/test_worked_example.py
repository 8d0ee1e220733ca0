"""The worked example, whose figures are certified and published to many digits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from discordant import Table, chi_square, critical_count, edwards, interval, least_discordant, pass_rate_interval

WORKED = Table(157, 17, 3, 23)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("wald", ("0.027261098877", "0.112738901123")),
        ("newcombe-plain", ("0.027379954813", "0.115635665119")),
        ("newcombe-corrected", ("0.026235892118", "0.116609576539")),
    ],
)
def test_delta_limits_agree_with_the_certified_digits(method: str, expected: tuple[str, str]) -> None:
    assert interval(WORKED, method).decimal(12) == expected


def test_chi_square_p_values_agree_with_the_certified_digits() -> None:
    assert chi_square(17, 3).p.decimal(12) == "0.001745118700"
    assert edwards(17, 3).p.decimal(12) == "0.003650434404"
    assert edwards(17, 3).statistic == Fraction(169, 20)


def test_wilson_limits_of_the_routing_example() -> None:
    assert pass_rate_interval(74, 82).decimal(3) == ("0.819", "0.950")
    assert pass_rate_interval(77, 82).decimal(3) == ("0.865", "0.974")


def test_least_discordant_of_the_four_tests_at_five_percent() -> None:
    methods = ("exact", "mid-p", "chi-square", "edwards")
    assert [least_discordant("0.05", method=method) for method in methods] == [6, 5, 4, 6]
    assert [critical_count(5, "0.05", method=method) for method in methods] == [None, 0, 0, None]
