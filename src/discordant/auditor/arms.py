"""Claims about two independent samples: no McNemar table exists, only the unpaired intervals can be checked."""

from __future__ import annotations

from discordant.auditor.claim import Claim
from discordant.auditor.decision import Decision
from discordant.auditor.finding import Finding, Read, Tables
from discordant.auditor.intervals import holds, unpaired_newcombe, unpaired_wald
from discordant.auditor.readings import ROUNDING
from discordant.enclosed.interval import Quantile

_RULES = {"unpaired-newcombe": unpaired_newcombe, "unpaired-wald": unpaired_wald}


def independent_arms(claim: Claim) -> bool:
    """Tell whether the claim is about two samples of different items: it says so, or their numbers differ."""
    ranges = claim.ranges
    first, second = ranges.get("candidate_items"), ranges.get("baseline_items")
    if first is None or second is None:
        return False
    return claim.design == "independent" or (first != second and claim.design is None)


def audit_arms(claim: Claim) -> Finding:
    """Return the finding on a claim about two independent samples, each with its passes and items."""
    ranges = claim.ranges
    s, first = ranges["candidate_passes"][0], ranges["candidate_items"][0]
    t, second = ranges["baseline_passes"][0], ranges["baseline_items"][0]
    quantile = Quantile.of(claim.level_value)
    read, notes = (
        [],
        ["the runs are on different items: McNemar's test does not apply, only unpaired methods were tried"],
    )
    worst = 0
    for figure in claim.figures:
        spans = " and ".join(str(number.span()) for number in figure.printed)
        if figure.key != "interval" or not first or not second:
            notes.append(f"{figure.name} was not tested")
            continue
        fits: list[str] = []
        for convention, price in ROUNDING.items():
            lower, upper = (number.span(convention) for number in figure.printed)
            for name, rule in _RULES.items():
                low, high = rule(s, first, t, second, quantile)
                if not fits and holds(lower, low) and holds(upper, high) and figure.method in (None, name):
                    fits.append(name if price == 0 else f"{name}, {convention}")
                    worst = max(worst, price)
        if not fits:
            worst = 1000
        read.append(Read(figure.name, spans, tuple(fits)))
    verdict = "inconsistent" if worst >= 1000 else "consistent-only-if" if worst else "consistent"
    if not read:
        verdict = "underdetermined"
    reasons = tuple(
        f"{one.figure} is what {', '.join(one.readings)} prints"
        if one.readings
        else f"no unpaired method prints {one.figure}"
        for one in read
    )
    contradiction = reasons if verdict == "inconsistent" else ()
    decision = Decision("none" if claim.conclusion is None else "depends", "unknown", ())
    nothing = Tables(0, None, (), False)
    return Finding(claim, verdict, reasons, contradiction, tuple(read), (), nothing, (), (), decision, (), tuple(notes))
