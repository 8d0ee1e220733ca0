"""What an audit found, as data: the verdict and what it rests on."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any, Final

from discordant.auditor.bounds import MarginBound, P, p_dict
from discordant.auditor.claim import Claim
from discordant.auditor.decision import Decision
from discordant.auditor.lines import visible
from discordant.table import Discordant, Table

VERDICTS: Final[dict[str, str]] = {
    "consistent": "the printed numbers can be true together as they stand",
    "consistent-only-if": "they can be true only under a named assumption about method, rounding or convention",
    "inconsistent": "no table gives these numbers under any method or rounding that is known",
    "underdetermined": "too little is printed to tell",
    "wrong-test": "the numbers fit only a test for unpaired samples, or one tail",
    "conclusion-does-not-follow": "the numbers are right, and the conclusion does not follow from them",
}
"""The verdicts and what each says."""

UNFINISHED: Final = "no table was found, and the search ended at its limits before it could rule all of them out"
"""What `underdetermined` says of a claim that nothing tried explains, where not everything could be tried."""


@dataclass(frozen=True, slots=True)
class Read:
    """How one printed figure was read: the readings under which it is right, cheapest first; none: not tested."""

    figure: str
    stands_for: str
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A value recomputed at the one table that is left, by one method, and whether it prints as claimed.

    `value` is for a reader; `numbers` are the value itself, or the two limits of an interval.
    """

    figure: str
    method: str
    value: str
    fits: bool
    numbers: tuple[P, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it JSON-ready: exact as a fraction, else certified; `limits` of an interval, else `number`."""
        kept = [p_dict(number) for number in self.numbers]
        exactly = {"number": kept[0]} if len(kept) == 1 else {"limits": kept}
        return {"figure": self.figure, "method": self.method, "value": self.value, "fits": self.fits} | exactly


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables left: how many, the first few, and whether the list or the search ended early."""

    count: int
    up_to_exchange: int | None
    first: tuple[Table | Discordant, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """The audit of one claim. `verdict` is a key of VERDICTS; `reasons` are what it rests on, in order.

    `error` and `decision_error` are separate: a wrong figure, and a conclusion that does not follow.
    """

    claim: Claim
    verdict: str
    reasons: tuple[str, ...]
    contradiction: tuple[str, ...]
    read: tuple[Read, ...]
    recomputed: tuple[Recomputed, ...]
    tables: Tables
    bounds: tuple[MarginBound, ...]
    items: tuple[int, ...]
    decision: Decision
    limits: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def meaning(self) -> str:
        """What the verdict says here: too little printed and a search that ended early are different reasons."""
        if self.verdict == "underdetermined" and self.limits and not self.tables.count:
            return UNFINISHED
        return VERDICTS[self.verdict]

    @property
    def error(self) -> bool:
        """Whether a printed figure is wrong, or right only under an assumption that should not be needed."""
        return self.verdict in ("inconsistent", "consistent-only-if", "wrong-test")

    @property
    def decision_error(self) -> bool:
        """Whether the conclusion drawn does not follow."""
        return self.decision.answer == "does not follow"

    def __str__(self) -> str:
        from discordant.auditor.text_report import finding_text

        return finding_text(self)

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{html.escape(visible(reason))}</li>" for reason in self.reasons + self.contradiction)
        return f"<p><b>{html.escape(visible(self.claim.id or 'claim'))}</b>: {self.verdict}</p><ul>{rows}</ul>"

    def to_dict(self) -> dict[str, Any]:
        """Return the finding JSON-ready; exact numbers as strings."""
        return {
            "claim": self.claim.to_dict(),
            "verdict": self.verdict,
            "error": self.error,
            "decision_error": self.decision_error,
            "reasons": list(self.reasons),
            "contradiction": list(self.contradiction),
            "read": [
                {"figure": one.figure, "stands_for": one.stands_for, "readings": list(one.readings)}
                for one in self.read
            ],
            "recomputed": [one.to_dict() for one in self.recomputed],
            "tables": {
                "count": self.tables.count,
                "up_to_exchange": self.tables.up_to_exchange,
                "first": [
                    [t.a, t.b, t.c, t.d] if isinstance(t, Table) else {"b": t.b, "c": t.c} for t in self.tables.first
                ],
                "truncated": self.tables.truncated,
            },
            "bounds": [bound.to_dict() for bound in self.bounds],
            "possible_N": list(self.items),
            "decision": {
                "conclusion": self.claim.conclusion,
                "answer": self.decision.answer,
                "significant_by_the_exact_test": self.decision.significant,
                "reasons": list(self.decision.reasons),
            },
            "limits": list(self.limits),
            "notes": list(self.notes),
        }
