"""How far a verdict is from its opposite: the least number of outcomes that must flip.

One flip changes one run's outcome on one item, so it adds one to or takes one from b or c: a pass of the baseline
that becomes a failure moves an item from a to b or from c to d, and so on. The distance is that of the nearest split
with another verdict, counted along the two axes; b and c stay at 0 or above and b + c at N or below.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, Literal

from discordant.enclosed.thresholds import critical_count, least_discordant
from discordant.exact.thresholds import P_VALUES
from discordant.level import Exactly
from discordant.planning.design import Design
from discordant.table import Discordant, Table

Verdict = Literal["candidate", "baseline", "neither"]


@dataclass(frozen=True, slots=True)
class FlipDistance:
    """A verdict and, for each other verdict, the flips to it and the split they lead to (None: out of reach).

    `verdict` is who is significantly better; `flips` maps the other verdicts to (number of flips, b, c).
    """

    verdict: Verdict
    flips: dict[Verdict, tuple[int, int, int] | None]
    method: str

    def __str__(self) -> str:
        """Return one line per other verdict."""
        lines = [f"verdict now: {_WORDS[self.verdict]} ({self.method} test)"]
        for verdict, reach in self.flips.items():
            if reach is None:
                lines.append(f"  {_WORDS[verdict]}: out of reach with these items")
            else:
                count, b, c = reach
                lines.append(f"  {_WORDS[verdict]}: {count} flip{'' if count == 1 else 's'}, to {b}-{c}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the verdicts and their distances as JSON-ready values."""
        return {
            "verdict": self.verdict,
            "flips": {
                verdict: None if reach is None else {"flips": reach[0], "b": reach[1], "c": reach[2]}
                for verdict, reach in self.flips.items()
            },
            "method": self.method,
        }


_WORDS: dict[Verdict, str] = {
    "candidate": "candidate better",
    "baseline": "baseline better",
    "neither": "no significant difference",
}


def flip_distance(table: Table | Discordant, *, alpha: Exactly = "0.05", method: str = "exact") -> FlipDistance:
    """Return how many single outcomes must flip before the verdict of the test at alpha becomes each other one.

    With a bare `Discordant` the concordant items are taken to be unlimited. Exact decisions; `ArgumentError` for an
    unknown method, `LevelError` for the alpha.

    >>> flip_distance(Table(157, 17, 3, 23)).flips["neither"]
    (4, 17, 7)
    """
    design = Design.read(alpha, method=method)
    b, c = table.b, table.c
    room = table.N - table.n if isinstance(table, Table) else None
    verdict = _verdict(b, c, design)
    return FlipDistance(
        verdict, {other: _nearest(b, c, other, design, room) for other in _WORDS if other != verdict}, method
    )


def _verdict(b: int, c: int, design: Design) -> Verdict:
    if design.method in P_VALUES:
        significant = P_VALUES[design.method](b, c) < design.alpha
    else:
        critical = critical_count(b + c, design.alpha, method=design.method)
        significant = critical is not None and min(b, c) <= critical
    if not significant or b == c:
        return "neither"
    return "candidate" if b > c else "baseline"


def _nearest(b: int, c: int, wanted: Verdict, design: Design, room: int | None) -> tuple[int, int, int] | None:
    """Return (flips, b', c') of the nearest split with the wanted verdict; `room` is the concordant items (None: any).

    After f flips one way b - c has changed by f, and at a fixed b - c the p-value rises with n. Significance is
    therefore lost soonest by adding to the smaller count first, and gained soonest by taking from the loser first.
    Along either path it changes once, so bisection finds where.
    """
    losing = wanted == "neither"
    falls_b = b > c if losing else wanted == "baseline"
    down, up = (b, c) if falls_b else (c, b)

    def split(flips: int) -> tuple[int, int]:
        # an item taken from the larger count is concordant then and may become discordant again the other way
        added = min(flips, flips if room is None else (flips + room) // 2) if losing else max(0, flips - down)
        less, more = down - (flips - added), up + added
        return (less, more) if falls_b else (more, less)

    if losing:
        most = down - up  # a tie is never significant
    else:
        most = down + max(0, least_discordant(design.alpha, method=design.method) - up)
        if room is not None:
            most = min(most, 2 * down + room)  # the loser's items go over to the other, and so do the concordant ones
    flips = bisect_left(range(most + 1), True, key=lambda f: _verdict(*split(f), design) == wanted)
    return (flips, *split(flips)) if flips <= most else None
