"""How many single outcomes must flip before the exact test's answer at alpha is the other one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from discordant.planning.flips import flip_distance
from discordant.report import numerals
from discordant.table import Discordant, Table

_MOST: Final = 20_000
"""Most discordant items for which the distance is searched (some tens of milliseconds)."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """The fewest single outcomes that flip `exact p < alpha` into its opposite, and a split (b, c) they lead to.

    `significant` is what p < alpha then is. `flips` and `split` are None where no outcomes of these items do it; the
    split alone is None where only b and c are known, so that concordant items may be too few: `flips` is then a lower
    bound.
    """

    significant: bool
    flips: int | None
    split: tuple[int, int] | None


def reversal(counts: Table | Discordant, alpha: Fraction) -> Reversal | None:
    """Return the nearest split on the other side of alpha, None beyond 20,000 discordant items.

    >>> reversal(Table(157, 17, 3, 23), Fraction(1, 20))
    Reversal(significant=False, flips=4, split=(17, 7))
    """
    if counts.n > _MOST:
        return None
    distance = flip_distance(counts, alpha=alpha)
    gained = distance.verdict == "neither"
    others = ("candidate", "baseline") if gained else ("neither",)
    reached = [reach for verdict, reach in distance.flips.items() if verdict in others and reach is not None]
    if not reached:
        return Reversal(gained, None, None)
    flips, b, c = min(reached, key=lambda reach: reach[0])
    return Reversal(gained, flips, (b, c) if isinstance(counts, Table) else None)


def told(found: Reversal, alpha: Fraction) -> str:
    """Return the distance in words.

    >>> told(Reversal(False, 4, (17, 7)), Fraction(1, 20))
    'at least 4 outcomes, to 17-7, for exact p to be 0.05 or above'
    """
    threshold = numerals.ratio(alpha)
    if found.flips is None:
        return f"no outcomes of these items would give exact p < {threshold}"
    count = "1 outcome" if found.flips == 1 else f"{found.flips} outcomes"
    split = "" if found.split is None else f", to {found.split[0]}-{found.split[1]},"
    aim = f"exact p < {threshold}" if found.significant else f"exact p to be {threshold} or above"
    return f"at least {count}{split or ','} for {aim}"
