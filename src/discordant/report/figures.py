"""The geometry of the pictures: pure numbers in, coordinates out. The templates add words and colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from discordant.enclosed.real import Real
from discordant.table import Table

WIDTH: Final = 640
"""Width of every picture in its own units; pages scale them."""

_MOST_BARS: Final = 81
"""Most bars of the null distribution; wider rows are drawn around their centre and grouped."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with a class for its colour and the text that belongs to it."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    text: str = ""

    @property
    def middle(self) -> tuple[float, float]:
        """The centre, where the text goes."""
        return self.x + self.width / 2, self.y + self.height / 2


def areas(table: Table, *, side: float = 240.0) -> list[Box]:
    """Return the four cells as areas of a square: columns are the baseline's outcome, heights the candidate's.

    Each area is proportional to its count. An empty column has no width.
    """
    if table.N == 0:
        return []
    left = side * table.baseline_passes / table.N
    boxes = []
    for x, width, column in (
        (0.0, left, (("both", table.a), ("baseline_only", table.c))),
        (left, side - left, (("candidate_only", table.b), ("neither", table.d))),
    ):
        total, y = sum(count for _, count in column), 0.0
        for kind, count in column:
            height = side * count / total if total else 0.0
            if count:
                boxes.append(Box(x, y, width, height, kind, str(count)))
            y += height
    return boxes


def _log_mass(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2)


def null_bars(b: int, c: int, *, height: float = 160.0) -> list[Box]:
    """Return the distribution of the candidate's share of n fair discordant items as bars, the p-value's part shaded.

    `kind` is "tail" where min(k, n-k) <= min(b, c) (all at b = c), "observed" at the split itself, else "middle".
    Around rows longer than the picture several counts share a bar; the heights are floats for drawing only.
    """
    n, m = b + c, min(b, c)
    if n == 0:
        return []
    half = min(n / 2, max(4.5 * math.sqrt(n) / 2, abs(b - c) / 2 + 1))
    low, high = max(0, math.floor(n / 2 - half)), min(n, math.ceil(n / 2 + half))
    group = -(-(high - low + 1) // _MOST_BARS)
    starts = list(range(low, high + 1, group))
    sums = [math.fsum(math.exp(_log_mass(n, k)) for k in range(s, min(s + group, high + 1))) for s in starts]
    step, top = WIDTH / len(starts), max(sums)
    boxes = []
    for i, (start, mass) in enumerate(zip(starts, sums, strict=True)):
        last = min(start + group - 1, high)
        tail = start <= m or last >= n - m
        kind = "observed" if start <= b <= last else "tail" if tail else "middle"
        tall = max(height * mass / top, 0.5)
        boxes.append(Box(i * step, height - tall, step * 0.86, tall, kind, str(start)))
    return boxes


@dataclass(frozen=True, slots=True)
class Whisker:
    """One interval of a forest: its name, its limits as printed, and where it lies."""

    name: str
    printed: str
    low: float
    high: float
    y: float
    clear: bool


def forest(rows: Sequence[tuple[str, str, float, float, bool]], *, step: float = 34.0) -> tuple[list[Whisker], float]:
    """Return whiskers of (name, printed, low, high, clear of zero), on an axis that holds zero, and where zero lies."""
    span = max((abs(x) for _, _, low, high, _ in rows for x in (low, high) if math.isfinite(x)), default=0.0) or 1.0
    span *= 1.06

    def place(x: float) -> float:
        return WIDTH / 2 * (1 + max(-1.0, min(1.0, x / span)))

    return [
        Whisker(name, printed, place(low), place(high), step * (i + 1), clear)
        for i, (name, printed, low, high, clear) in enumerate(rows)
    ], place(0.0)


def curve(points: Sequence[tuple[int, Real | float]], *, height: float = 220.0) -> tuple[str, float]:
    """Return the points of a polyline for a curve of values in [0, 1] over 0 to the last N, and that N's width."""
    last = points[-1][0]
    line = " ".join(f"{WIDTH * N / last:.1f},{height * (1 - float(value)):.1f}" for N, value in points)
    return line, WIDTH / last


def tone(delta: Fraction, widest: Fraction) -> int:
    """Return the strength of a heat map's cell, 1 to 5 for |delta| up to the widest, 0 for none."""
    if not delta or not widest:
        return 0
    return max(1, math.ceil(5 * abs(delta) / widest))
