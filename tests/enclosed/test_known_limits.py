"""Limits that sources and other software print, to the digits they print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from discordant import Table, interval, pass_rate_interval, risk_ratio_interval
from discordant.enclosed.interval import Interval

ROWS = json.loads((Path(__file__).parent.parent / "data" / "interval_limits.json").read_text(encoding="utf-8"))["rows"]


def found(row: dict[str, Any]) -> Interval:
    if row["estimand"] == "pass-rate":
        return pass_rate_interval(*row["counts"], row["method"], z=row.get("z"))
    compute = {"delta": interval, "risk-ratio": risk_ratio_interval}[row["estimand"]]
    return compute(Table(*row["table"]), row["method"], z=row.get("z"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['method']}-{row.get('table') or row.get('counts')}")
def test_limits_agree_with_the_printed_digits(row: dict[str, Any]) -> None:
    limits = found(row)
    for side in ("lower", "upper"):
        printed = row.get(side)
        if printed is None:
            continue
        places = len(printed.split(".")[1])
        shown = getattr(limits, side).decimal(places)
        if row.get("last_digit_off_by_one"):  # printed by a float implementation whose last digit is off by one
            assert abs(int(shown.replace(".", "")) - int(printed.replace(".", ""))) <= 1
        else:
            assert shown == printed


def test_without_discordance_tango_is_z_squared_over_n_plus_z_squared() -> None:
    exact = interval(Table(200, 0, 0, 0), "tango", z="1.96")
    assert exact.lower.rational_value() == -exact.upper.rational_value()  # type: ignore[operator] # both are rational
    assert exact.upper.rational_value() == exact.quantile.exact**2 / (200 + exact.quantile.exact**2)
