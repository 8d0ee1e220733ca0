"""What a plan assumes of one item: the probabilities of its two discordant outcomes.

p_b            only the candidate passes        discordance  p_b + p_c
p_c            only the baseline passes         delta        p_b - p_c
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from discordant.errors import ArgumentError, LevelError
from discordant.level import Exactly, ExactNumber, read_exact, written


def _proportion(number: ExactNumber, name: str, what: str) -> Fraction:
    """Return a number of size at most 1, or refuse it; what looks like a percentage gets the sign that it lacks."""
    if abs(number.value) <= 1:
        return number.value
    percentage = abs(number.value) <= 100 and not set(number.text) & set("%/")
    hint = f" (did you mean '{number.text}%'?)" if percentage else ""
    raise LevelError(f"{name}={written(number.value)} is not a {what}{hint}")


@dataclass(frozen=True, slots=True)
class Effect:
    """The probabilities that an item is passed by the candidate alone and by the baseline alone, as Fractions.

    >>> Effect.read(delta="0.05", discordance="20%")
    Effect(p_b=Fraction(1, 8), p_c=Fraction(3, 40))
    """

    p_b: Fraction
    p_c: Fraction

    @property
    def delta(self) -> Fraction:
        """The pass-rate difference p_b - p_c, a proportion."""
        return self.p_b - self.p_c

    @property
    def discordance(self) -> Fraction:
        """The rate of discordant items, p_b + p_c."""
        return self.p_b + self.p_c

    @property
    def candidate_share(self) -> Fraction | None:
        """The probability that a discordant item is the candidate's, p_b / (p_b + p_c); None without discordance."""
        return self.p_b / self.discordance if self.discordance else None

    @classmethod
    def read(
        cls,
        *,
        p_b: Exactly | None = None,
        p_c: Exactly | None = None,
        delta: Exactly | None = None,
        discordance: Exactly | None = None,
    ) -> Effect:
        """Return the effect from (p_b, p_c) or from (delta, discordance), as exact decimals or ratios.

        Raises `ArgumentError` unless exactly one of the two pairs is given, and `LevelError` where a probability
        leaves [0, 1] or |delta| exceeds the discordance.
        """
        if p_b is not None and p_c is not None and delta is None and discordance is None:
            first = _proportion(read_exact(p_b, "p_b"), "p_b", "probability")
            second = _proportion(read_exact(p_c, "p_c"), "p_c", "probability")
        elif delta is not None and discordance is not None and p_b is None and p_c is None:
            net = _proportion(read_exact(delta, "delta", signed=True), "delta", "proportion")
            rate = _proportion(read_exact(discordance, "discordance"), "discordance", "proportion")
            if abs(net) > rate:
                raise LevelError(
                    f"delta={delta} is larger than discordance={discordance}: the difference is made of discordant"
                    " items alone; raise the discordance or lower the delta"
                )
            first, second = (rate + net) / 2, (rate - net) / 2
        else:
            raise ArgumentError(
                "give either p_b and p_c, or delta and discordance (--p-b and --p-c, or --delta and --discordance)"
            )
        for name, value in (("p_b", first), ("p_c", second)):
            if not 0 <= value <= 1:
                raise LevelError(f"{name}={value} is not a probability")
        if first + second > 1:
            raise LevelError(f"p_b={first} and p_c={second} sum to {first + second}; an item has one outcome")
        return cls(first, second)

    @classmethod
    def of_rates(cls, baseline: Exactly, candidate: Exactly) -> Effect:
        """Return the effect of two runs that pass an item independently with these probabilities.

        p_b = candidate (1 - baseline) and p_c = baseline (1 - candidate): the model for items of one difficulty, of
        which `power_of_strata` takes several.

        >>> Effect.of_rates("0.45", "0.50")
        Effect(p_b=Fraction(11, 40), p_c=Fraction(9, 40))
        """
        base, cand = read_exact(baseline, "baseline").value, read_exact(candidate, "candidate").value
        for name, value in (("baseline", base), ("candidate", cand)):
            if value > 1:
                raise LevelError(f"{name}={value} is not a probability")
        return cls(cand * (1 - base), base * (1 - cand))
