"""What a test may look at: the discordant counts, and the margins where they are known."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """What a test may look at: n = b + c, D = b - c, and the items and passes where they are known."""

    n: int
    net: int
    items: int | None = None
    candidate: int | None = None
    baseline: int | None = None

    @property
    def d(self) -> int:
        """|b - c|."""
        return abs(self.net)

    @property
    def m(self) -> int:
        """min(b, c)."""
        return (self.n - abs(self.net)) // 2
