"""A report as JSON: every number exact or certified, the key order fixed, byte for byte reproducible.

`schema/analysis.schema.json` describes the document; `SCHEMA_VERSION` changes with it.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import discordant
from discordant.enclosed.real import Real
from discordant.errors import ArgumentError
from discordant.exact.dyadic import format_integer
from discordant.report.decisions import Decision, Probability
from discordant.report.limits import Limits
from discordant.report.outline import QUESTION
from discordant.report.reversal import Reversal
from discordant.report.verdict import FINDINGS
from discordant.table import Discordant, Table

if TYPE_CHECKING:
    from discordant.report.analysis import Analysis, Side
    from discordant.runs.pairing import Pairing

SCHEMA_VERSION: Final = "1.0"
"""Major.minor: a minor version adds keys, a major one changes or removes them."""

SCHEMAS: Final = (
    "analysis",
    "audit",
    "clusters",
    "conformance",
    "formats",
    "inspection",
    "matrix",
    "plan",
    "vectors",
    "watch",
)
"""The kinds of documents whose JSON Schema ships with the package."""

_LARGEST_NUMBER: Final = 2**53
"""Counts up to here are JSON numbers, which every reader holds exactly; larger ones are strings."""


def dumps(document: Any) -> str:
    """Return a JSON document as text: ASCII, two blanks a level, keys in the order given, never NaN or Infinity.

    >>> print(dumps({"n": 20}))
    {
      "n": 20
    }
    """
    return json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False)


@cache
def _schema_text(name: str) -> str:
    return (resources.files("discordant.report") / "schema" / f"{name}.schema.json").read_text(encoding="utf-8")


def schema(name: str = "analysis") -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a kind of document.

    `name` is one of `SCHEMAS`; `ArgumentError` otherwise.
    """
    if name not in SCHEMAS:
        raise ArgumentError(f"there is no schema {name!r}; the schemas are {', '.join(SCHEMAS)}")
    loaded: dict[str, Any] = json.loads(_schema_text(name))
    return loaded


def header(kind: str) -> dict[str, Any]:
    """Return the first keys of every document: what it is, the version of its schema and of the program."""
    return {
        "document": kind,
        "schema_version": SCHEMA_VERSION,
        "program": {"name": "discordant", "version": discordant.__version__},
    }


def count(value: int) -> int | str:
    """Return a count as a JSON number up to 2^53, and as text beyond (hexadecimal above 1000 digits)."""
    return value if value <= _LARGEST_NUMBER else format_integer(value)


def number(value: Fraction | float | Real | None) -> dict[str, Any] | None:
    """Return a number as {"numerator", "denominator", "decimal", "float"}, the first two only where it is rational.

    "decimal" has 17 significant digits, "float" is the nearest binary64; infinities are the text "inf" and "-inf".
    None stays None: the quantity is undefined.

    >>> number(Fraction(7, 100))
    {'numerator': '7', 'denominator': '100', 'decimal': '7.0000000000000000e-2', 'float': 0.07}
    """
    if value is None:
        return None
    if isinstance(value, float):
        value = Real.infinite(1) if value > 0 else Real.infinite(-1)
    shown = (value if isinstance(value, Real) else Real.exact(value)).to_dict()
    if isinstance(shown["float"], float) and math.isinf(shown["float"]):
        shown["float"] = "inf" if shown["float"] > 0 else "-inf"  # finite, but beyond binary64
    return shown


def _probability(p: Probability) -> dict[str, Any] | None:
    return number(p.exact if p.exact is not None else p.real)


def _side(side: Side) -> dict[str, Any]:
    return {
        "label": side.label,
        "passes": None if side.passes is None else count(side.passes),
        "rate": number(side.rate),
        "interval": None if side.interval is None else _interval(side.interval),
    }


def _interval(interval: Any) -> dict[str, Any]:
    return {"method": interval.method, "lower": number(interval.lower), "upper": number(interval.upper)}


def _limits(limits: Limits) -> dict[str, Any]:
    interval = limits.interval
    return {
        "estimand": limits.estimand,
        "method": limits.method,
        "lower": None if interval is None else number(interval.lower),
        "upper": None if interval is None else number(interval.upper),
        "excludes_null": limits.excludes_null,
        "refusal": limits.refusal,
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "test": decision.test,
        "statistic": number(decision.statistic),
        "p": _probability(decision.p),
        "significant": decision.significant,
    }


def _reversal(found: Reversal | None) -> dict[str, Any] | None:
    if found is None:
        return None
    split = None if found.split is None else {"candidate_only": found.split[0], "baseline_only": found.split[1]}
    return {"significant": found.significant, "flips": found.flips, "split": split}


def _cells(counts: Table | Discordant) -> dict[str, Any]:
    whole = counts if isinstance(counts, Table) else None
    return {
        "both": count(whole.a) if whole else None,
        "candidate_only": count(counts.b),
        "baseline_only": count(counts.c),
        "neither": count(whole.d) if whole else None,
        "items": count(whole.N) if whole else None,
    }


def _provenance(pairing: Pairing | None) -> dict[str, Any] | None:
    return None if pairing is None else pairing.to_dict()


def document(analysis: Analysis) -> dict[str, Any]:
    """Return the analysis as the document that `schema("analysis")` describes, JSON-ready."""
    contrast = analysis.contrast
    return {
        **header("analysis"),
        "question": QUESTION,
        "verdict": {"kind": analysis.verdict.kind, "sentence": analysis.verdict.sentence},
        "findings": {finding: finding in analysis.findings for finding in FINDINGS},
        "level": number(analysis.level.value),
        "alpha": number(analysis.alpha.value),
        "table": _cells(analysis.counts),
        "baseline": _side(analysis.baseline),
        "candidate": _side(analysis.candidate),
        "delta": number(analysis.delta),
        "intervals": [_limits(limits) for limits in analysis.intervals],
        "tests": [_decision(decision) for decision in analysis.decisions],
        "discordant": {
            "n": count(analysis.counts.n),
            "smallest_p": _probability(analysis.smallest),
            "least_for_alpha": analysis.least,
            "reversal": _reversal(analysis.reversal),
        },
        "effects": {
            "odds_ratio": number(analysis.odds_ratio),
            "risk_ratio": number(analysis.risk_ratio),
            "cohen_g": number(analysis.cohen_g),
        },
        "contrast": None
        if contrast is None
        else {
            "test": "unpaired two-proportion z, pooled",
            "warning": "the wrong test for this design: it takes the runs for independent samples",
            "z_squared": number(contrast.statistic),
            "p": number(contrast.p),
        },
        "remarks": [{"kind": remark.kind, "text": remark.text} for remark in analysis.remarks],
        "provenance": _provenance(analysis.pairing),
    }
