"""scipy: `stats.binomtest` for the exact test, `stats.chi2.sf` for the chi-square."""

from __future__ import annotations

from typing import Any

from discordant.conformance.serve import Functions, Skipped, number, serve


def load() -> tuple[dict[str, str], Functions]:
    """Return scipy's version and the functions it offers for McNemar's test."""
    import scipy
    from scipy import stats

    def one_or_two_sided(inputs: dict[str, str]) -> Any:
        b, c = number(inputs["b"]), number(inputs["c"])
        if "integer_type" in inputs:
            raise Skipped("scipy takes Python ints")
        side = {"candidate": "greater", "baseline": "less"}.get(inputs.get("alternative", ""), "two-sided")
        return float(stats.binomtest(b, b + c, 0.5, alternative=side).pvalue)

    def mid_p(inputs: dict[str, str]) -> Any:
        b, c = number(inputs["b"]), number(inputs["c"])
        if "integer_type" in inputs:
            raise Skipped("scipy takes Python ints")
        k, n = min(b, c), b + c
        return float(2 * stats.binom.cdf(k, n, 0.5) - stats.binom.pmf(k, n, 0.5))

    about = {"name": "scipy", "version": scipy.__version__, "language": "Python", "homepage": "https://scipy.org"}
    return about, {"exact_p": one_or_two_sided, "exact_p_one_sided": one_or_two_sided, "mid_p": mid_p}


if __name__ == "__main__":
    serve(load)
