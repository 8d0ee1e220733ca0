"""The formula of Hugging Face evaluate's `mcnemar` comparison: (b-c)^2/(b+c) without a guard, p by scipy's chi2.sf."""

from __future__ import annotations

from discordant.conformance.serve import Functions, Skipped, number, serve


def load() -> tuple[dict[str, str], Functions]:
    """Return the formula under the name of its source."""
    from scipy.stats import chi2

    def chi_square(inputs: dict[str, str]) -> float:
        if "integer_type" in inputs:
            raise Skipped("the formula counts with Python ints")
        b, c = number(inputs["b"]), number(inputs["c"])
        statistic = (b - c) ** 2 / (b + c)
        return float(statistic if inputs["output"] == "statistic" else chi2.sf(statistic, 1))

    about = {
        "name": "Hugging Face evaluate (formula)",
        "version": "comparisons/mcnemar",
        "language": "Python",
        "homepage": "https://github.com/huggingface/evaluate/tree/main/comparisons/mcnemar",
    }
    return about, {"chi_square": chi_square}


if __name__ == "__main__":
    serve(load)
