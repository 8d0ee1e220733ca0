"""How many items a power asks for, and how small a difference N items can find.

Power is not monotone in N: each time another split becomes significant it rises, in between it falls. Two numbers are
given therefore, the first N that reaches the target and the N from which it is never missed again up to a stated
horizon. At fixed discordance power does rise with |delta| (the two tails of a fair-coin region grow together), so the
least detectable delta is found by bisection.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.errors import ArgumentError, TooLarge, UndefinedError
from discordant.level import Exactly, read_level, written
from discordant.planning.curve import PowerCurve
from discordant.planning.design import Design
from discordant.planning.effect import Effect
from discordant.planning.information import out_of_reach
from discordant.planning.power import enclosed_power, exact_power
from discordant.planning.region import region
from discordant.table import read_count

MAX_ITEMS: Final = 400_000
"""Largest N that a search goes to."""

HORIZON: Final = 4
"""The horizon of a search unless another is given, as a multiple of the first N."""

DELTA_STEP: Final = Fraction(1, 10_000)
"""The least detectable delta is a multiple of this unless another step is given."""

_BITS: Final = 128


@dataclass(frozen=True, slots=True)
class SampleSize:
    """The answer of `least_items`: `first` N that reaches the power, `holds_from` to `horizon` without a miss."""

    first: int
    holds_from: int
    horizon: int
    target: Fraction
    effect: Effect
    design: Design

    def __str__(self) -> str:
        """Return the two numbers and the warning that goes with them."""
        text = f"{self.first} items reach a power of {written(self.target)} with the {self.design.method} test"
        if self.holds_from == self.first:
            return f"{text}, and no N up to {self.horizon} misses it again"
        return (
            f"{text}; power is not monotone in the number of items, and from {self.holds_from} on no N up to"
            f" {self.horizon} misses it"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as JSON-ready values."""
        return {
            "first": self.first,
            "holds_from": self.holds_from,
            "horizon": self.horizon,
            "method": self.design.method,
        }


class _Search:
    """Decides whether a power is reached: by enclosure, and by the exact Fraction where that does not settle it."""

    def __init__(self, counts: list[int], effect: Effect, design: Design) -> None:
        self.effect, self.design = effect, design
        self.curve = PowerCurve(counts, effect, design, bits=_BITS)

    def reaches(self, N: int, target: Fraction) -> bool:
        low, high = self.curve.enclose(N)
        if low >= target or high < target:
            return low >= target
        try:
            return exact_power(N, self.effect, self.design) >= target
        except TooLarge:
            return enclosed_power(N, self.effect, self.design).compare(target) >= 0


def _beyond(goal: Fraction) -> TooLarge:
    return TooLarge(
        f"power {written(goal)}",
        predicted=None,
        limit=MAX_ITEMS,
        unit="items",
        alternative="plan for a larger delta or a smaller power",
    )


def least_items(
    target: Exactly,
    *,
    p_b: Exactly | None = None,
    p_c: Exactly | None = None,
    delta: Exactly | None = None,
    discordance: Exactly | None = None,
    alpha: Exactly = "0.05",
    method: str = "exact",
    alternative: str = "two-sided",
    counting: str = "either",
    horizon: int | None = None,
) -> SampleSize:
    """Return the least number of items at which the test has at least the power `target`.

    Every comparison of a power with the target is certified. The horizon is four times the first N unless given.
    Raises `UndefinedError` where there is no difference to find (delta = 0), `TooLarge` where 400,000 items do not
    suffice, `ArgumentError` for a horizon below the first N.

    >>> least_items("0.8", p_b="0.2", p_c="0.1").first
    249
    """
    effect = Effect.read(p_b=p_b, p_c=p_c, delta=delta, discordance=discordance)
    design = Design.read(alpha, method=method, alternative=alternative, counting=counting)
    goal = read_level(target, "power").value
    if effect.delta == 0 or (alternative == "candidate" and effect.delta < 0):
        raise UndefinedError(
            f"delta={effect.delta}: there is no difference to find, so no number of items reaches power {target}"
        )
    limit = 64
    while not out_of_reach(MAX_ITEMS, goal, effect, design):
        search = _Search(region(limit, design), effect, design)
        first = search.curve.first_possible(goal)
        while first <= limit and not search.reaches(first, goal):
            first += 1
        if first <= limit:
            break
        if limit >= MAX_ITEMS:
            raise _beyond(goal)
        limit = min(MAX_ITEMS, 4 * limit)
    else:
        raise _beyond(goal)
    end = HORIZON * first if horizon is None else read_count(horizon, "horizon")
    if end < first:
        raise ArgumentError(f"horizon={end} is below the first N that reaches the power, {first}")
    search = _Search(region(end, design), effect, design)
    holds = min(search.curve.surely_from(goal), end + 1)
    while holds > first and search.reaches(holds - 1, goal):
        holds -= 1
    if holds > end:
        raise UndefinedError(f"the power falls below {target} again at the horizon of {end} items; raise the horizon")
    return SampleSize(first, holds, end, goal, effect, design)


def least_delta(
    N: int,
    *,
    discordance: Exactly,
    target: Exactly = "0.8",
    alpha: Exactly = "0.05",
    method: str = "exact",
    step: Exactly = DELTA_STEP,
) -> Fraction | None:
    """Return the least multiple of `step` that N items detect with the given power, a proportion; None if none does.

    The rate of discordant items is held fixed, so |delta| is at most the discordance. Every comparison is certified.

    >>> least_delta(200, discordance="0.2")
    Fraction(57, 625)
    """
    N = read_count(N, "N")
    goal, design = read_level(target, "power").value, Design.read(alpha, method=method)
    rate = Effect.read(delta=0, discordance=discordance).discordance
    unit = read_level(step, "step").value
    counts = region(N, design)

    def reaches(steps: int) -> bool:
        return _Search(counts, Effect.read(delta=steps * unit, discordance=rate), design).reaches(N, goal)

    low, high = 0, int(rate / unit)
    if not reaches(high):
        return None
    while high - low > 1:  # power at 0 is the size; `low` is never asked, so a target below the size gives one step
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return high * unit
