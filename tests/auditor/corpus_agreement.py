"""Run the auditor over the corpus of published claims and print its agreement with the recorded verdicts by kind.

    python tests/auditor/corpus_agreement.py PATH/claims.jsonl

What a row's prose concludes is not one of its fields; `tests/data/corpus_conclusions.json` transcribes it, and
`tests/data/corpus_disagreements.json` holds the reason for every row where the auditor and the record part.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from discordant.auditor import Claim, Finding, audit

DATA = Path(__file__).resolve().parent.parent / "data"

EXPECTED = {
    "consistent": "consistent",
    "consistent_table_determined": "consistent",
    "consistent_not_determined": "consistent",
    "cells_only": "consistent",
    "consistent_truncated": "consistent-only-if",
    "mislabelled_statistic": "consistent-only-if",
    "under_specified": "underdetermined",
    "wrong_test": "wrong-test",
    "wrong_conclusion": "conclusion-does-not-follow",
    "inconsistent": "inconsistent",
}

NAMED_DEFECTS = {"half_correction", "uncapped_edwards", "double_rounding"}
"""Flags of rows whose figures fit only a defect that has a name: consistent only if it is assumed."""

METHODS = {
    "exact_two_sided": "exact",
    "exact_one_sided": "exact-one-sided",
    "midp_two_sided": "mid-p",
    "chi2_edwards": "edwards",
    "chi2_uncorrected": "chi-square",
    "unpaired_chi2": "unpaired",
    "mcnemar_unspecified": "mcnemar",
}

INTERVALS = {
    "ci_wald": "wald",
    "ci_wald_cc_fleiss": "wald-cc-variance",
    "ci_agresti_min": "agresti-min",
    "ci_bonett_price": "bonett-price",
    "ci_newcombe_phi_cc": "newcombe-corrected",
    "ci_tango": "tango",
    "ci_conditional_wilson": "conditional-wilson",
    "ci_unpaired_newcombe": "unpaired-newcombe",
}

FIGURES = {
    "p_cc": ("p", "edwards"),
    "p_unc": ("p", "chi-square"),
    "p_one": ("p", "exact-one-sided"),
    "p_unpaired": ("p", "unpaired"),
    "p_unpaired2": ("p", "unpaired"),
    "stat_cc": ("statistic", "edwards"),
    "stat_unc": ("statistic", "chi-square"),
    "or_unpaired": ("odds_ratio", "unpaired"),
}


def to_claim(row: dict[str, Any], conclusions: dict[str, Any]) -> Claim:
    """Return the claim that a row of the corpus prints."""
    given = dict(row["given"])
    values: dict[str, Any] = {"id": row["id"], "source": row["source"]["title"]}
    for key in ("a", "b", "c", "d", "n", "N", "net"):
        if key in given:
            values[key] = given[key]
    for run in ("candidate", "baseline"):
        passes, items = given.get(f"pass_{run}"), given.get(f"N_{run}")
        if passes is not None and items is not None:
            values[run] = f"{passes}/{items}"
            values["design"] = "independent"
        elif passes is not None:
            values[f"{run}_passes"] = passes
    figures: dict[str, dict[str, list[str]]] = {}

    def add(key: str, method: str, text: str) -> None:
        figures.setdefault(key, {}).setdefault(method, []).append(text)

    for one in row["claimed"]:
        quantity, text, label = one["quantity"], one["text"], one["method"]
        if quantity in FIGURES:
            add(*FIGURES[quantity], text)
        elif quantity == "p":
            add("p", METHODS.get(label, "mcnemar"), text)
        elif quantity in ("stat", "z"):
            # the label is the row's, and a statistic beside an exact p is not a statistic of the exact test
            method = METHODS.get(label, "mcnemar")
            add("z" if quantity == "z" else "statistic", "mcnemar" if method == "exact" else method, text)
        elif quantity in ("delta", "delta_pp"):
            values["delta"] = text if quantity == "delta" else f"{text} pp"
        elif quantity in ("rate_cand", "rate_base"):
            values["candidate_rate" if quantity == "rate_cand" else "baseline_rate"] = text
        elif quantity.startswith("ci"):
            body = f"[{text.replace(' to ', ', ')}]" + (" pp" if quantity.endswith("_pp") else "")
            add("interval", "bootstrap" if "boot" in quantity else INTERVALS.get(label, ""), body)
        elif quantity == "or_inv":
            add("odds_ratio", "", text)
        elif quantity == "or_inv_ci":
            add("odds_ratio_interval", "", f"[{text.replace(' to ', ', ')}]")
        elif quantity == "min_p":
            pass  # "the smallest p is above 0.05" is a conclusion, transcribed with the others
        else:
            raise ValueError(f"{row['id']}: unknown quantity {quantity}")
    values.update(figures)
    if row["id"] in conclusions:
        values["conclusion"] = conclusions[row["id"]]["conclusion"]
    return Claim(**values)


def expected(row: dict[str, Any]) -> str:
    """Return the auditor's verdict that corresponds to a record."""
    if NAMED_DEFECTS & set(row["flags"]):
        return "consistent-only-if"
    return EXPECTED[row["our_check"]["verdict"]]


def run(path: Path) -> list[tuple[dict[str, Any], Finding, float]]:
    """Return (row, finding, seconds) for every row of the corpus."""
    conclusions = json.loads((DATA / "corpus_conclusions.json").read_text(encoding="utf-8"))
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        start = time.perf_counter()
        found.append((row, audit(to_claim(row, conclusions)), time.perf_counter() - start))
    return found


def main(path: Path) -> int:
    reasons = json.loads((DATA / "corpus_disagreements.json").read_text(encoding="utf-8"))
    kinds: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    unexplained = 0
    results = run(path)
    for row, finding, seconds in results:
        recorded = row["our_check"]["verdict"]
        kinds[recorded] += 1
        if finding.verdict == expected(row):
            agreed[recorded] += 1
            continue
        known = reasons.get(row["id"])
        stands = known is not None and known["verdict"] == finding.verdict
        unexplained += not stands
        print(f"{row['id']}: recorded {recorded}, found {finding.verdict} ({seconds:.2f} s)")
        print(
            f"    {known['reason'] if stands else 'NO REASON: ' + ' | '.join(finding.reasons + finding.contradiction)}"
        )
    print()
    for kind, count in kinds.most_common():
        print(f"{kind:32} -> {EXPECTED[kind]:28} {agreed[kind]:4} of {count}")
    print("(rows flagged with a named defect are expected to be consistent-only-if, whatever their kind)")
    print(f"{'all':64} {sum(agreed.values()):4} of {sum(kinds.values())}; {unexplained} without a reason")
    times = [seconds for *_, seconds in results]
    print(f"slowest: {max(times):.2f} s, all: {sum(times):.1f} s")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
