"""How a reader of each package calls it: one line that reproduces a case, to be pasted after a few of preparation.

Used by `scoreboard.py`, which writes them into docs/scoreboard.md; a test pastes each of them and compares the answer.
"""

from __future__ import annotations

import re

JAVASCRIPT = ("jStat", "@stdlib binomial-cdf")

_PINGOUIN_ROWS = """import pandas as pd, pingouin as pg

def rows(b, c):  # one row an item: one passed by both, one by neither, b by the candidate alone, c by the baseline
    baseline, candidate = [1, 0] + [0] * b + [1] * c, [1, 0] + [1] * b + [0] * c
    return pd.DataFrame({"baseline": baseline, "candidate": candidate})"""

SETUP = {
    "discordant.fast": "from discordant import fast",
    "Hugging Face evaluate (formula)": "from scipy.stats import chi2",
    "jStat": "const { jStat } = require('jstat');",
    "mlxtend": "import numpy as np\nfrom mlxtend.evaluate import mcnemar",
    "pingouin": _PINGOUIN_ROWS,
    "R": "",
    "scipy": "from scipy.stats import binom, binomtest",
    "statsmodels": "import numpy as np\nfrom statsmodels.stats.contingency_tables import mcnemar",
    "@stdlib binomial-cdf": "const cdf = require('@stdlib/stats-base-dists-binomial-cdf');",
}
"""What is to be run first, by the name under which an implementation reports itself."""

_PINGOUIN = 'pg.chi2_mcnemar(rows({b}, {c}), "baseline", "candidate", correction=%s)[1].iloc[0]["%s"]'
_STATISTIC = "({b} - {c}) ** 2 / ({b} + {c})"

CALLS: dict[str, dict[tuple[str, str], str]] = {
    "discordant.fast": {
        ("exact_p", ""): "fast.exact_p({b}, {c})",
        ("exact_p_one_sided", ""): "fast.exact_p({b}, {c}, alternative={alternative!r})",
        ("mid_p", ""): "fast.mid_p({b}, {c})",
        ("chi_square", "statistic"): _STATISTIC,
        ("chi_square", "p"): "fast.chi_square_p({b}, {c})",
        ("edwards", "statistic"): "max(0, abs({b} - {c}) - 1) ** 2 / ({b} + {c})",
        ("edwards", "p"): "fast.edwards_p({b}, {c})",
    },
    "Hugging Face evaluate (formula)": {
        ("chi_square", "statistic"): _STATISTIC,
        ("chi_square", "p"): f"chi2.sf({_STATISTIC}, 1)",
    },
    "jStat": {
        ("exact_p", ""): "Math.min(1, 2 * jStat.binomial.cdf({low}, {n}, 0.5))",
        ("exact_p_one_sided", ""): "jStat.binomial.cdf({tail}, {n}, 0.5)",
        ("chi_square", "statistic"): _STATISTIC,
        ("chi_square", "p"): f"1 - jStat.chisquare.cdf({_STATISTIC}, 1)",
    },
    "mlxtend": {
        ("exact_p", ""): "mcnemar({array}, exact=True)[1]",
        ("chi_square", "statistic"): "mcnemar({array}, corrected=False)[0]",
        ("chi_square", "p"): "mcnemar({array}, corrected=False)[1]",
        ("edwards", "statistic"): "mcnemar({array})[0]",
        ("edwards", "p"): "mcnemar({array})[1]",
    },
    "pingouin": {
        ("exact_p", ""): _PINGOUIN % ("True", "p_exact"),
        ("chi_square", "statistic"): _PINGOUIN % ("False", "chi2"),
        ("chi_square", "p"): _PINGOUIN % ("False", "p_approx"),
        ("edwards", "statistic"): _PINGOUIN % ("True", "chi2"),
        ("edwards", "p"): _PINGOUIN % ("True", "p_approx"),
    },
    "R": {
        ("exact_p", ""): "binom.test({b}, {b} + {c})$p.value",
        ("exact_p_one_sided", ""): "pbinom({tail}, {b} + {c}, 0.5)",
        ("mid_p", ""): "2 * pbinom({low}, {b} + {c}, 0.5) - dbinom({low}, {b} + {c}, 0.5)",
        ("chi_square", "statistic"): "mcnemar.test(matrix(c(1, {c}, {b}, 1), 2), correct = FALSE)$statistic",
        ("chi_square", "p"): "mcnemar.test(matrix(c(1, {c}, {b}, 1), 2), correct = FALSE)$p.value",
        ("edwards", "statistic"): "mcnemar.test(matrix(c(1, {c}, {b}, 1), 2))$statistic",
        ("edwards", "p"): "mcnemar.test(matrix(c(1, {c}, {b}, 1), 2))$p.value",
    },
    "scipy": {
        ("exact_p", ""): "binomtest({b}, {b} + {c}, 0.5).pvalue",
        ("exact_p_one_sided", ""): "binomtest({b}, {b} + {c}, 0.5, alternative={side!r}).pvalue",
        ("mid_p", ""): "2 * binom.cdf({low}, {b} + {c}, 0.5) - binom.pmf({low}, {b} + {c}, 0.5)",
    },
    "statsmodels": {
        ("exact_p", ""): "mcnemar({table}, exact=True).pvalue",
        ("chi_square", "statistic"): "mcnemar({table}, exact=False, correction=False).statistic",
        ("chi_square", "p"): "mcnemar({table}, exact=False, correction=False).pvalue",
        ("edwards", "statistic"): "mcnemar({table}, exact=False, correction=True).statistic",
        ("edwards", "p"): "mcnemar({table}, exact=False, correction=True).pvalue",
    },
    "@stdlib binomial-cdf": {
        ("exact_p", ""): "Math.min(1, 2 * cdf({low}, {n}, 0.5))",
        ("exact_p_one_sided", ""): "cdf({tail}, {n}, 0.5)",
    },
}
"""Implementation -> (function, output) -> the call, in the terms of `call`."""


def literal(name: str, text: str) -> str:
    """Return a count of a case as the implementation's language writes it."""
    if re.fullmatch(r"-?\d+(\.\d+)?", text):
        return text
    if name in JAVASCRIPT:
        return {"true": "true", "inf": "Infinity"}.get(text, "NaN")
    if name == "R":
        return {"true": "TRUE", "inf": "Inf", "nan": "NaN"}.get(text, "NA")
    return {"true": "True", "inf": 'float("inf")', "nan": 'float("nan")'}.get(text, repr(text))


def call(name: str, function: str, inputs: dict[str, str]) -> str:
    """Return the call that reproduces a case; a KeyError where none stands here."""
    template = CALLS[name][function, inputs.get("output", "")]
    b, c = literal(name, inputs["b"]), literal(name, inputs["c"])
    table = f"[[1, {b}], [{c}, 1]]"
    narrow = f", dtype={inputs['integer_type']!r}" if "integer_type" in inputs else ""
    candidate = inputs.get("alternative") == "candidate"
    least = f"Math.min({b}, {c})" if name in JAVASCRIPT else f"min({b}, {c})"
    return template.format(
        b=b,
        c=c,
        n=f"{b} + {c}",
        low=least,
        tail=c if candidate else b,
        side="greater" if candidate else "less",
        alternative=inputs.get("alternative", ""),
        array=f"np.array({table}{narrow})",
        table=f"np.array({table}{narrow})" if narrow else table,
    )
