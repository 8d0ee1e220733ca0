"""Audit vectors: a claim in, the verdict, the possible tables and the certified bounds out, each case flagged.

The document has the outer shape of the conformance vectors (function, flags, cases with id, inputs, require, flags and
expect), so that it can stand beside them. `python -m discordant.auditor.vectors` writes `vectors.json`; ids are the
keys of `_CASES` and never reused.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from discordant.auditor.bounds import MarginBound
from discordant.auditor.claim import Claim
from discordant.auditor.judge import audit
from discordant.table import Table

FLAGS: Final[dict[str, str]] = {
    "PInversion": "every (b, c) with n up to a bound that prints a p; a float tolerance adds or loses some",
    "MarginsBound": "two accuracies alone bound the p: ends at the fewest and the most discordant items, and n*",
    "Granularity": "a rate that is no k/N, or the N for which it is one",
    "Parity": "n has the parity of b - c, so a statistic between two neighbours is impossible",
    "IntervalVariant": "a printed interval identifies the method, down to the form of phi",
    "RoundingTie": "an exact binary tie, printed either way",
    "DoubleRounding": "right only if it was rounded twice",
    "Truncation": "right only if it was cut off",
    "UnclampedTie": "a p below 1 at b = c, from a statistic that was not clamped",
    "HalfCorrection": "a correction of 1/2 instead of 1",
    "WrongTail": "one tail under the name of a two-sided test",
    "UnpairedTest": "a test for two samples on paired data",
    "SixMinimum": "fewer than six discordant items are never significant at 0.05 by the exact test",
    "Direction": "a significant difference, the other way round",
    "Sameness": "a p that does not reject, read as equality",
    "MethodFlips": "significant by one test of the same table and not by the exact one",
}

_CASES: Final[dict[str, tuple[dict[str, Any], tuple[str, ...]]]] = {
    "audit/0001": ({"p": "0.0026", "method": "exact", "n": "<= 100"}, ("PInversion",)),
    "audit/0002": ({"p": "0.0026", "method": "exact", "net": 14}, ("PInversion",)),
    "audit/0003": ({"candidate": "174/200", "baseline": "160/200"}, ("MarginsBound",)),
    "audit/0004": ({"candidate": "77/82", "baseline": "74/82"}, ("MarginsBound",)),
    "audit/0005": ({"candidate": "74/82", "baseline": "73/82"}, ("MarginsBound",)),
    "audit/0006": (
        {"candidate": "174/200", "baseline": "160/200", "interval": "[2.7, 11.6] pp"}, ("IntervalVariant",)
    ),
    "audit/0007": (
        {"candidate": "174/200", "baseline": "160/200", "interval": "[2.7, 11.3] pp"}, ("IntervalVariant",)
    ),
    "audit/0008": ({"candidate": "87.0%", "baseline": "80.0%", "N": "<= 300"}, ("Granularity",)),
    "audit/0009": ({"candidate": "75.2%", "baseline": "66.7%", "N": 500}, ("Granularity",)),
    "audit/0010": ({"candidate": "376/500", "baseline": "334/500", "p": "0.041"}, ("MarginsBound",)),
    "audit/0011": ({"candidate": "13/20", "baseline": "4/20", "statistic": "8.100"}, ("Parity",)),
    "audit/0012": ({"b": 6, "c": 0, "p": "0.0312", "method": "exact"}, ("RoundingTie",)),
    "audit/0013": ({"b": 6, "c": 0, "p": "0.0313", "method": "exact"}, ("RoundingTie",)),
    "audit/0014": ({"b": 6, "c": 0, "p": "0.0314", "method": "exact"}, ("RoundingTie",)),
    "audit/0015": ({"b": 15, "c": 9, "p": "0.308", "method": "exact"}, ("DoubleRounding",)),
    "audit/0016": ({"N": 21, "candidate": "80.9%", "baseline": "66.7%"}, ("Truncation",)),
    "audit/0017": ({"candidate": "396/500", "baseline": "396/500", "p": "0.868"}, ("UnclampedTie",)),
    "audit/0018": ({"b": 6, "c": 0, "statistic": "5.042", "p": "0.0247"}, ("HalfCorrection",)),
    "audit/0019": ({"b": 2, "c": 0, "p": "0.125", "method": "mid-p"}, ("WrongTail",)),
    "audit/0020": ({"candidate": "74/106", "baseline": "64/106", "p": "0.150"}, ("UnpairedTest",)),
    "audit/0021": ({"b": 4, "c": 0, "p": "0.125", "conclusion": "significant"}, ("SixMinimum",)),
    "audit/0022": ({"b": 4, "c": 13, "p": "0.049", "conclusion": "candidate-better"}, ("Direction",)),
    "audit/0023": ({"b": 5, "c": 4, "p": "1.0", "conclusion": "same"}, ("Sameness",)),
    "audit/0024": (
        {"candidate": "79/100", "baseline": "68/100", "p": "0.034", "conclusion": "significant"}, ("MethodFlips",)
    ),
    "audit/0025": ({"b": 5, "c": 4, "p": "0.180"}, ("PInversion",)),
}  # fmt: skip


def document() -> dict[str, Any]:
    """Return the whole document, every expected value computed."""
    cases = [_case(name, claim, flags) for name, (claim, flags) in _CASES.items()]
    return {"function": "audit", "schema_version": "1", "flags": FLAGS, "cases": cases}


def _case(name: str, claim: dict[str, Any], flags: tuple[str, ...]) -> dict[str, Any]:
    finding = audit(Claim(**claim), tables=50)
    tables = [[t.a, t.b, t.c, t.d] if isinstance(t, Table) else [t.b, t.c] for t in finding.tables.first]
    expect = {
        "kind": "audit",
        "verdict": finding.verdict,
        "decision": finding.decision.answer,
        "significant": finding.decision.significant,
        "readings": [list(read.readings) for read in finding.read if read.readings],
        "table_count": finding.tables.count,
        "tables": tables,
        "possible_N": list(finding.items),
        "bounds": [_bound(bound) for bound in finding.bounds],
    }
    return {
        "id": name,
        "inputs": {key: str(value) for key, value in claim.items()},
        "require": "must",
        "flags": list(flags),
        "expect": expect,
    }


def _bound(bound: MarginBound) -> dict[str, Any]:
    found: dict[str, Any] = {"method": bound.method, "n_min": str(bound.n_min), "n_max": str(bound.n_max)}
    for name, value in (("p_min", bound.p_min), ("p_max", bound.p_max)):
        if isinstance(value, Fraction):
            found[name] = {"fraction": str(value)}
        else:
            found[name] = {"lo": value.decimal(40, "floor"), "hi": value.decimal(40, "ceiling")}
    return {**found, "significant": bound.answer, "n_star": None if bound.n_star is None else str(bound.n_star)}


def text() -> str:
    """Return the document as its file's text: one case a line."""
    whole = document()
    head = json.dumps({key: value for key, value in whole.items() if key != "cases"}, indent=1)
    lines = ",\n  ".join(json.dumps(case) for case in whole["cases"])
    return head[: head.rindex("\n}")] + f',\n "cases": [\n  {lines}\n ]\n}}\n'


PATH: Final = Path(__file__).with_name("vectors.json")
"""The committed document."""

if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
