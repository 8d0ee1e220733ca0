"""Several claims by one method: which single test prints every p of a column, a leaderboard's for instance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discordant.auditor.claim import Claim
from discordant.auditor.frames import find_frames, open_box
from discordant.auditor.laws import LAWS
from discordant.auditor.lines import wrapped
from discordant.auditor.readings import linear_fits
from discordant.auditor.solutions import Solutions
from discordant.auditor.solve import Field, Target, solutions
from discordant.errors import ClaimError
from discordant.table import Discordant


@dataclass(frozen=True, slots=True)
class Joint:
    """Per claim, the tests that fit its p (rounded to nearest); the tests common to all; the discordant counts then.

    `pairs` holds, for each common test, the possible (b, c) of every claim, in the order of the claims.
    """

    claims: tuple[str, ...]
    fits: tuple[tuple[str, ...], ...]
    common: tuple[str, ...]
    pairs: dict[str, tuple[tuple[Discordant, ...], ...]]

    def __str__(self) -> str:
        rows = [f"  {name}: {', '.join(fits) or 'none'}" for name, fits in zip(self.claims, self.fits, strict=True)]
        if not self.common:
            return _lines(["no single method fits every row", *rows])
        only = "only " if len(self.common) == 1 else ""
        head = f"one method for all {len(self.claims)} rows: {only}{', '.join(self.common)}"
        tables = [
            f"  {name}: " + "; ".join(", ".join(f"({t.b}, {t.c})" for t in found) for found in self.pairs[name])
            for name in self.common
        ]
        return _lines(
            [head, *rows, "(b, c) under it, row by row" if len(tables) == 1 else "(b, c), row by row", *tables]
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the inference JSON-ready."""
        return {
            "claims": list(self.claims),
            "fits": [list(fits) for fits in self.fits],
            "common": list(self.common),
            "pairs": {
                name: [[[t.b, t.c] for t in found] for found in rows] for name, rows in self.pairs.items()
            },
        }  # fmt: skip


def _lines(told: list[str]) -> str:
    return "\n".join(part for line in told for part in wrapped(line))


def joint_method(claims: Sequence[Claim], *, max_items: int = 1000, max_discordant: int = 1000) -> Joint:
    """Return which tests print the p of every claim, each with some table; claims need a p, and margins or b and c.

    >>> column = [Claim(candidate=f"{k}/500", baseline="396/500", p=p) for k, p in ((396, "0.868"), (388, "0.243"))]
    >>> joint_method(column).common
    ('edwards-unclamped', 'mid-p-capped')
    """
    with_p = [claim for claim in claims if any(figure.key == "p" for figure in claim.figures)]
    if len(with_p) < 2:
        raise ClaimError("one method for several claims needs at least two claims with a p")
    names, fits, found = [], [], []
    for number, claim in enumerate(with_p, 1):
        names.append(claim.id or f"claim {number}")
        solved = _solved(claim, max_items, max_discordant)
        found.append(solved)
        fits.append(tuple(solved))
    common = tuple(name for name in LAWS if all(name in solved for solved in found))
    pairs = {name: tuple(_first_pairs(solved[name]) for solved in found) for name in common}
    return Joint(tuple(names), tuple(fits), common, pairs)


def _solved(claim: Claim, max_items: int, max_discordant: int) -> dict[str, Solutions]:
    linear = linear_fits(claim)[0]
    frames = find_frames(open_box(claim.ranges, claim.net), linear.spans, margins=True, max_items=max_items).frames
    field = Field.of(frames, max_discordant=max_discordant)
    found: dict[str, Solutions] = {}
    for law in LAWS.values():
        spans = [one.printed[0].span(alpha=claim.alpha_value) for one in claim.figures if one.key == "p"]
        rows = solutions(Target(law, "p", spans[0]), field)
        if rows:
            found[law.id] = rows
    return found


def _first_pairs(rows: Solutions, limit: int = 5) -> tuple[Discordant, ...]:
    found: list[Discordant] = []
    for (_, net), runs in rows.items():
        for low, high in runs:
            for n in range(low, high + 1, 2):
                if len(found) < limit:
                    found.append(Discordant((n + net) // 2, (n - net) // 2))
    return tuple(found)
