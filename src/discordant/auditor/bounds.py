"""What two accuracies alone say: the least and the greatest p over every table with these margins, and n*.

The exact, mid-p, chi-square and Edwards p do not decrease as n grows at fixed b - c, so the ends are attained at the
fewest and the most discordant items, and "p < alpha" holds exactly up to some n*, found by bisection.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from discordant.auditor.frames import Frame
from discordant.auditor.laws import LAWS, MARGINS_ONLY
from discordant.auditor.point import Point
from discordant.auditor.printed import shown
from discordant.auditor.solve import first
from discordant.enclosed.real import Real

P = Fraction | Real


@dataclass(frozen=True, slots=True)
class MarginBound:
    """For one test: p_min at n_min, p_max at n_max, and how many discordant items a significant result allows.

    `answer` is always, never or depends; `n_star` is the largest n with p < alpha, None where there is none.
    """

    method: str
    n_min: int
    n_max: int
    p_min: P
    p_max: P
    answer: str
    n_star: int | None

    def __str__(self) -> str:
        tail = {
            "always": "significant for every table",
            "never": "never significant",
            "depends": f"significant if and only if n <= {self.n_star}",
        }[self.answer]
        ends = f"[{p_text(self.p_min)}, {p_text(self.p_max)}]"
        return f"{self.method}: p in {ends} for n = {self.n_min} to {self.n_max}; {tail}"

    def to_dict(self) -> dict[str, Any]:
        """Return the bound JSON-ready."""
        return {
            "method": self.method,
            "n_min": self.n_min,
            "n_max": self.n_max,
            "p_min": p_dict(self.p_min),
            "p_max": p_dict(self.p_max),
            "significant": self.answer,
            "n_star": self.n_star,
        }


def p_text(value: P) -> str:
    """Return a p-value for a reader: short fractions in full, others to 4 significant digits."""
    if isinstance(value, Fraction):
        if value.denominator <= 64:
            return shown(value, 10)
        value = Real.exact(value)
    return value.scientific(4) if value.compare(Fraction(1, 10**4)) < 0 else f"{float(value):.4g}"


def p_dict(value: P) -> dict[str, Any]:
    """Return a p-value JSON-ready: exact where it is a fraction, certified otherwise."""
    return (value if isinstance(value, Real) else Real.exact(value)).to_dict()


def margin_bound(frame: Frame, method: str, alpha: Fraction) -> MarginBound | None:
    """Return the bound of one test over the tables of a frame with fixed margins; None where there is no table."""
    margins = frame.margins
    if margins is None:
        return None
    s, t, items = margins
    net = s - t
    rows = frame.rows(net, items)
    if rows is None:
        return None
    low, high = rows
    law = LAWS[method]

    def p_at(n: int) -> P:
        return law.p(Point(n, net, items, s, t))

    def significant(n: int) -> bool:
        return law.compare(Point(n, net, items, s, t), alpha) < 0

    if not significant(low):
        answer, n_star = "never", None
    elif significant(high):
        answer, n_star = "always", high
    else:
        past = first(low, high, lambda n: not significant(n), law.near(abs(net), alpha))
        answer, n_star = "depends", past - 2
    return MarginBound(method, low, high, p_at(low), p_at(high), answer, n_star)


def margin_bounds(frame: Frame, alpha: Fraction) -> tuple[MarginBound, ...]:
    """Return the bounds of the four tests by which margins alone are judged.

    >>> from discordant.auditor.frames import open_box
    >>> box = open_box({"candidate_passes": (174, 174), "baseline_passes": (160, 160), "N": (200, 200)})
    >>> print(margin_bounds(Frame(box), Fraction(1, 20))[0])
    exact: p in [0.0001221, 0.1089] for n = 14 to 66; significant if and only if n <= 44
    """
    found = (margin_bound(frame, method, alpha) for method in MARGINS_ONLY)
    return tuple(bound for bound in found if bound is not None)
