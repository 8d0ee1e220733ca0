"""Whether the conclusion drawn follows, judged by the exact test on every table that is still possible.

An error in a figure and an error in the decision are separate: right figures may carry a wrong conclusion.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from discordant.auditor.bounds import P, p_text
from discordant.auditor.claim import Claim
from discordant.auditor.laws import LAWS, Law
from discordant.auditor.point import Point
from discordant.auditor.search import Assignment
from discordant.exact.thresholds import least_discordant, smallest_p


@dataclass(frozen=True, slots=True)
class Decision:
    """`answer`: follows, does not follow, depends (on the table), or none where no conclusion was drawn.

    `significant` says how the exact test decides over the possible tables: always, never, depends, or unknown.
    """

    answer: str
    significant: str
    reasons: tuple[str, ...]


def _ends(assignments: Iterable[Assignment], law: Law, alpha: Fraction) -> tuple[set[bool], list[tuple[Point, P]]]:
    """Return which decisions occur, and the extreme points; exact p does not fall as n grows at fixed b - c."""
    decisions: set[bool] = set()
    points: set[Point] = set()
    for one in assignments:
        for (_, net), runs in one.rows.items():
            for point in (Point(runs[0][0], net), Point(runs[-1][1], net)):
                if point not in points:
                    points.add(point)
                    decisions.add(law.compare(point, alpha) < 0)
                if len(points) > 4000:
                    return decisions, []
    return decisions, [(point, law.p(point)) for point in points] if len(points) <= 200 else []


def decide(claim: Claim, assignments: tuple[Assignment, ...]) -> Decision:
    """Return whether the conclusion of a claim follows from the tables its figures allow."""
    alpha = claim.alpha_value
    one_sided = claim.alternative in ("candidate", "baseline")
    law = LAWS["exact-one-sided" if one_sided else "exact"]
    name = "one-sided exact p" if one_sided else "exact p"
    listed = [one for one in assignments if one.rows]
    if not listed:
        return Decision("none" if claim.conclusion is None else "depends", "unknown", ())
    decisions, values = _ends(listed, law, alpha)
    significant = "depends" if len(decisions) == 2 else "always" if True in decisions else "never"
    reasons = [_range(name, values, alpha, significant)] if values else []
    most = max(high for one in listed for runs in one.rows.values() for _, high in runs)
    needed = least_discordant(alpha)
    if most < needed and not one_sided:
        least_p = p_text(smallest_p(most))
        reasons.append(
            f"with at most {most} discordant items the exact p is at least {least_p}; "
            f"fewer than {needed} cannot be significant at {p_text(alpha)}"
        )
    if claim.conclusion is None:
        return Decision("none", significant, tuple(reasons))
    if claim.conclusion == "same":
        reasons.append(
            "a p-value that does not reject says nothing about sameness; an equivalence test with a margin does"
        )
        return Decision("does not follow", significant, tuple(reasons))
    if claim.conclusion == "not-significant":
        answer = {"always": "does not follow", "never": "follows", "depends": "depends"}[significant]
        return Decision(answer, significant, tuple(reasons))
    answer = {"always": "follows", "never": "does not follow", "depends": "depends"}[significant]
    side = {"candidate-better": 1, "baseline-better": -1}.get(claim.conclusion, 0)
    nets = [net * side for one in listed for _, net in one.rows]
    if side and max(nets) <= 0:
        reasons.append(
            "the difference points the other way: b - c is " + ", ".join(sorted({str(k * side) for k in nets}))
        )
        answer = "does not follow"
    return Decision(answer, significant, tuple(reasons))


def _range(name: str, values: list[tuple[Point, P]], alpha: Fraction, significant: str) -> str:
    ordered = sorted(values, key=lambda pair: (float(pair[1]), pair[0].n, -pair[0].net))
    (low_at, low), (high_at, high) = ordered[0], ordered[-1]

    def cells(at: Point) -> str:
        return f"b = {(at.n + at.net) // 2}, c = {(at.n - at.net) // 2}"

    words = {"always": "below", "never": "not below", "depends": "on either side of"}[significant]
    if low_at == high_at:
        return f"{cells(low_at)} gives {name} {p_text(low)}, {words} {p_text(alpha)}"
    return (
        f"{name} is {p_text(low)} ({cells(low_at)}) to {p_text(high)} ({cells(high_at)}) over the possible tables, "
        f"{words} {p_text(alpha)}"
    )
