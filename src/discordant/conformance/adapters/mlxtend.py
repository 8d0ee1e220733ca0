"""mlxtend: `evaluate.mcnemar` on a 2 x 2 array with the given b and c."""

from __future__ import annotations

import warnings
from typing import Any

from discordant.conformance.serve import Functions, number, serve


def load() -> tuple[dict[str, str], Functions]:
    """Return mlxtend's version and its McNemar tests."""
    import mlxtend
    import numpy as np
    from mlxtend.evaluate import mcnemar

    def result(inputs: dict[str, str], **options: bool) -> Any:
        cells = [[1, number(inputs["b"])], [number(inputs["c"]), 1]]
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")  # overflow and division by zero are judged by their results
            return mcnemar(np.array(cells, dtype=inputs.get("integer_type")), **options)

    def chosen(inputs: dict[str, str], corrected: bool) -> float:
        statistic, p = result(inputs, exact=False, corrected=corrected)
        return float(statistic if inputs["output"] == "statistic" else p)

    about = {"name": "mlxtend", "version": mlxtend.__version__, "language": "Python"}
    return about, {
        "exact_p": lambda i: float(result(i, exact=True)[1]),
        "chi_square": lambda i: chosen(i, corrected=False),
        "edwards": lambda i: chosen(i, corrected=True),
    }


if __name__ == "__main__":
    serve(load)
