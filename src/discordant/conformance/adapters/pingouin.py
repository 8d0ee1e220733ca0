"""pingouin: `chi2_mcnemar` on raw rows, one per item, rebuilt from b and c."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any, Final

from discordant.conformance.serve import Functions, Skipped, number, serve

_MOST_ROWS: Final = 20_000
"""pingouin takes one row an item: larger counts would test the data frame, not the test."""


def load() -> tuple[dict[str, str], Functions]:
    """Return pingouin's version and its McNemar tests."""
    import pandas as pd
    import pingouin

    def result(inputs: dict[str, str], correction: bool) -> Any:
        b, c = number(inputs["b"]), number(inputs["c"])
        if "integer_type" in inputs or not all(type(x) is int and x >= 0 for x in (b, c)):
            raise Skipped("pingouin takes raw rows, which have no such counts")
        if b + c > _MOST_ROWS:
            raise Skipped(f"more than {_MOST_ROWS} rows")
        return computed(b, c, correction)

    @cache  # one call gives the statistic, its p and the exact p
    def computed(b: int, c: int, correction: bool) -> Any:
        baseline = [1, 0, *([0] * b), *([1] * c)]
        candidate = [1, 0, *([1] * b), *([0] * c)]
        frame = pd.DataFrame({"baseline": baseline, "candidate": candidate})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a division by zero is judged by its result
            return pingouin.chi2_mcnemar(frame, "baseline", "candidate", correction=correction)[1]

    def chosen(inputs: dict[str, str], correction: bool) -> float:
        found = result(inputs, correction).iloc[0]
        if inputs["output"] == "statistic":
            return float(found["chi2"])
        return float(found.get("p_approx", found.get("p-approx")))

    def exact(inputs: dict[str, str]) -> float:
        found = result(inputs, True).iloc[0]
        return float(found.get("p_exact", found.get("p-exact")))

    about = {"name": "pingouin", "version": pingouin.__version__, "language": "Python"}
    return about, {
        "exact_p": exact,
        "chi_square": lambda i: chosen(i, correction=False),
        "edwards": lambda i: chosen(i, correction=True),
    }


if __name__ == "__main__":
    serve(load)
