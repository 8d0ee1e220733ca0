"""What a set of N items could have shown: before any effect is assumed, and for the effects it could have found."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from discordant.enclosed.real import Real
from discordant.enclosed.thresholds import critical_count, least_discordant
from discordant.level import Exactly, read_level, written
from discordant.planning.design import Design
from discordant.planning.effect import Effect
from discordant.planning.power import certified_power
from discordant.planning.sample_size import DELTA_STEP, least_delta
from discordant.table import read_count


@dataclass(frozen=True, slots=True)
class Outlook:
    """What N items at a given discordance could show.

    `least_n` is the fewest discordant items of which some split is significant, `expected_n` the whole number of
    discordant items nearest to the expected one, `smallest_split` the least lopsided (b, c) of these that is
    significant (None: not even all of them one way), `smallest_delta` its difference as a proportion of N, and
    `least_delta` the true difference found with probability `target` (None: no difference is). `size` is the actual
    alpha, exact to 2000 items or so and enclosed beyond.
    """

    N: int
    discordance: Fraction
    least_n: int
    expected_n: int
    smallest_split: tuple[int, int] | None
    smallest_delta: Fraction | None
    least_delta: Fraction | None
    target: Fraction
    size: Real
    design: Design

    def __str__(self) -> str:
        """Return the outlook in plain sentences."""
        lines = [
            f"{self.N} items of which about {self.expected_n} discordant ({float(self.discordance):.1%}):",
            f"  fewer than {self.least_n} discordant items can never be significant"
            f" ({self.design.method} test, alpha {written(self.design.alpha)})",
        ]
        if self.expected_n == 0:
            lines.append("  no discordant items leave nothing to test: p is 1")
        elif self.smallest_split is None or self.smallest_delta is None:
            items = "1 discordant item" if self.expected_n == 1 else f"{self.expected_n} discordant items"
            lines.append(f"  {items}: no split is significant, not even {self.expected_n}-0")
        else:
            b, c = self.smallest_split
            lines.append(
                f"  of {self.expected_n} discordant items the smallest significant split is {b}-{c},"
                f" a difference of {100 * float(self.smallest_delta):.1f} points"
            )
        if self.least_delta is None:
            largest = self.discordance // DELTA_STEP * DELTA_STEP
            lines.append(
                f"  no true difference up to {written(100 * largest)} points, the whole discordance, reaches a power of"
                f" {written(self.target)}"
            )
        else:
            lines.append(
                f"  a true difference of {100 * float(self.least_delta):.1f} points is found with probability"
                f" {written(self.target)}; smaller ones less often"
            )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the outlook JSON-ready, every proportion exactly, or certified where it is beyond exact sums."""
        return {
            "N": self.N,
            "discordance": Real.exact(self.discordance).to_dict(),
            "least_n": self.least_n,
            "expected_n": self.expected_n,
            "smallest_split": None if self.smallest_split is None else list(self.smallest_split),
            "smallest_delta": None if self.smallest_delta is None else Real.exact(self.smallest_delta).to_dict(),
            "least_delta": None if self.least_delta is None else Real.exact(self.least_delta).to_dict(),
            "target": Real.exact(self.target).to_dict(),
            "size": self.size.to_dict(),
            "method": self.design.method,
        }


def outlook(
    N: int,
    *,
    discordance: Exactly,
    target: Exactly = "0.8",
    alpha: Exactly = "0.05",
    method: str = "exact",
) -> Outlook:
    """Return what N items at this rate of discordant items could have shown: "what would my 82 items have shown?".

    Exact decisions; `least_delta` to a multiple of 0.0001. Raises what `least_delta` raises.

    >>> print(outlook(82, discordance="0.1"))
    82 items of which about 8 discordant (10.0%):
      fewer than 6 discordant items can never be significant (exact test, alpha 0.05)
      of 8 discordant items the smallest significant split is 8-0, a difference of 9.8 points
      a true difference of 9.7 points is found with probability 0.8; smaller ones less often
    """
    N = read_count(N, "N")
    design = Design.read(alpha, method=method)
    rate = Effect.read(delta=0, discordance=discordance)
    expected = math.floor(N * rate.discordance + Fraction(1, 2))
    critical = critical_count(expected, design.alpha, method=method)
    split = None if critical is None else (expected - critical, critical)
    found = least_delta(N, discordance=discordance, target=target, alpha=alpha, method=method)
    return Outlook(
        N=N,
        discordance=rate.discordance,
        least_n=least_discordant(design.alpha, method=method),
        expected_n=expected,
        smallest_split=split,
        smallest_delta=None if split is None or N == 0 else Fraction(split[0] - split[1], N),
        least_delta=found,
        target=read_level(target, "power").value,
        size=certified_power(N, rate, design),
        design=design,
    )
