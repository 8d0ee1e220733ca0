"""statsmodels: `stats.contingency_tables.mcnemar` on a 2 x 2 table with the given b and c."""

from __future__ import annotations

import warnings
from typing import Any

from discordant.conformance.serve import Functions, number, serve


def load() -> tuple[dict[str, str], Functions]:
    """Return statsmodels' version and its McNemar tests."""
    import numpy as np
    import statsmodels
    from statsmodels.stats.contingency_tables import mcnemar

    def result(inputs: dict[str, str], **options: bool) -> Any:
        table: Any = [[1, number(inputs["b"])], [number(inputs["c"]), 1]]
        if "integer_type" in inputs:
            table = np.array(table, dtype=inputs["integer_type"])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a division by zero is judged by its result
            return mcnemar(table, **options)

    def chosen(inputs: dict[str, str], correction: bool) -> float:
        found = result(inputs, exact=False, correction=correction)
        return float(found.statistic if inputs["output"] == "statistic" else found.pvalue)

    about = {"name": "statsmodels", "version": statsmodels.__version__, "language": "Python"}
    return about, {
        "exact_p": lambda i: float(result(i, exact=True).pvalue),
        "chi_square": lambda i: chosen(i, correction=False),
        "edwards": lambda i: chosen(i, correction=True),
    }


if __name__ == "__main__":
    serve(load)
