"""What may be said: one sentence that p carries, and the findings that a caller may act on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from discordant.enclosed.real import Real
from discordant.report import numerals
from discordant.report.decisions import Decision, Probability
from discordant.table import Discordant, Table

Kind = Literal["candidate-better", "baseline-better", "no-difference-shown", "cannot-tell"]

FINDINGS: Final = ("regression", "difference", "not-improved", "cannot-tell")
"""The findings that a caller may treat as failure, in the order in which they are reported."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The kind of answer, and the one sentence that says it."""

    kind: Kind
    sentence: str


def findings(counts: Table | Discordant, exact: Decision, least: int) -> tuple[str, ...]:
    """Return which of `FINDINGS` hold.

    regression: exact p < alpha and b < c; difference: exact p < alpha; not-improved: not (p < alpha and b > c);
    cannot-tell: n < least_discordant(alpha).
    """
    held = {
        "regression": exact.significant and counts.b < counts.c,
        "difference": exact.significant,
        "not-improved": not (exact.significant and counts.b > counts.c),
        "cannot-tell": counts.n < least,
    }
    return tuple(finding for finding in FINDINGS if held[finding])


def verdict(
    counts: Table | Discordant, decisions: Sequence[Decision], alpha: Fraction, least: int, smallest: Probability
) -> Verdict:
    """Return the verdict on the exact test, with the tests that come out otherwise named in the same sentence."""
    exact = decisions[0]
    threshold = numerals.ratio(alpha)
    p = numerals.probability(exact.p.real, alpha)
    if counts.n < least:
        if counts.n == 0:
            why = "the runs agree on every item, so nothing here can show a difference"
        else:
            best = numerals.probability(smallest.real, alpha)
            items = "1 discordant item" if counts.n == 1 else f"{counts.n} discordant items"
            split = "it fell" if counts.n == 1 else "they split"
            why = f"{items} could not have reached p < {threshold} however {split} (exact p = {p}, at best {best})"
        return Verdict("cannot-tell", f"Cannot tell: {why}{_dissent(decisions, alpha)}.")
    if not exact.significant:
        return Verdict(
            "no-difference-shown",
            f"No difference is shown: exact p = {p} is not below {threshold}, which does not show that the runs are"
            f" equal{_dissent(decisions, alpha)}.",
        )
    better, worse = ("candidate", "baseline") if counts.b > counts.c else ("baseline", "candidate")
    size = ""
    if isinstance(counts, Table):
        gap = Fraction(abs(counts.b - counts.c), counts.N)
        size = (
            f" by {numerals.points(gap, numerals.places_for(counts.n, counts.N), signed=False)} points on these items"
        )
    return Verdict(
        "candidate-better" if better == "candidate" else "baseline-better",
        f"The {better} passes more often than the {worse}{size}: exact p = {p} is below"
        f" {threshold}{_dissent(decisions, alpha)}.",
    )


def _dissent(decisions: Sequence[Decision], alpha: Fraction) -> str:
    """Return the clause that names the tests on the other side of alpha than the exact one, or nothing."""
    exact, *others = decisions
    return dissent(
        [(other.label, other.p.real) for other in others if other.significant != exact.significant],
        alpha,
        against=exact.significant,
    )


def dissent(others: Sequence[tuple[str, Real]], alpha: Fraction, *, against: bool) -> str:
    """Return the clause that names the tests (label, p) which say otherwise, or nothing where there are none.

    `against` is whether the deciding test, which they contradict, is significant. Each p has digits enough to stand on
    its side of alpha in print, too.

    >>> dissent([("mid-p", Real.exact(Fraction(1, 32)))], Fraction(1, 20), against=False)
    '; the methods disagree, for mid-p (0.0312) is below 0.05'
    """
    if not others:
        return ""
    told = [f"{label} ({numerals.probability(p, alpha)})" for label, p in others]
    names = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
    verb = "is" if len(told) == 1 else "are"
    return f"; the methods disagree, for {names} {verb} {'not ' if against else ''}below {numerals.ratio(alpha)}"
