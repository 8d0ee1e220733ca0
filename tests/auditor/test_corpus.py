"""The recorded verdicts of published claims: agreement, or a written reason for parting."""

from __future__ import annotations

import json

import pytest

from auditor.corpus_agreement import expected, run


@pytest.mark.corpus
@pytest.mark.slow
def test_every_disagreement_with_the_record_has_its_reason(corpus, root):
    reasons = json.loads((root / "tests" / "data" / "corpus_disagreements.json").read_text(encoding="utf-8"))

    parted = {
        row["id"]: finding.verdict
        for row, finding, _ in run(corpus / "claims.jsonl")
        if finding.verdict != expected(row)
    }

    assert parted == {name: entry["verdict"] for name, entry in reasons.items()}
    assert all(len(entry["reason"]) > 10 for entry in reasons.values())
