"""Where a rising curve crosses a falling one: proposed by Newton's method, certified by the sign at two rationals.

A quantile-type limit is the one x in (0, 1) at which rising(x) = falling(x) (a tail probability and alpha/2, say). A
bracket of it needs no analysis of the iteration that found it: rising < falling at its lower end and rising > falling
at its upper end, both decided on brackets, are the whole proof.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from discordant.enclosed.bracket import Bracket
from discordant.errors import Undecided

_START_BITS: Final = 64
"""Working precision of the first steps, which need no more than a binary64 could carry."""

_FIRST_STEPS: Final = 80
"""Most steps at that precision; Newton's method takes five to ten, bisection closes whatever it leaves."""

_RETRIES: Final = 6
"""How often a bracket that does not certify is widened (by 2^6 each time) or its precision raised."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Both curves at one x, with their derivatives: brackets, of which the last two only steer the search."""

    rising: Bracket
    falling: Bracket
    rising_slope: Bracket
    falling_slope: Bracket

    @property
    def order(self) -> int:
        """1 where rising > falling, -1 where rising < falling, 0 where the brackets do not tell."""
        return (self.rising - self.falling).sign or 0


Curves = Callable[[Fraction, int], Sides]
"""From a dyadic x and a working precision in bits to both curves there."""


def _logarithm(x: Bracket) -> float:
    return math.log(x.lo + x.hi) + (x.exp - 1) * math.log(2)


def _middle(x: Bracket) -> Fraction:
    lo, hi = x.bounds()
    return (lo + hi) / 2


def _power_of_two(u: float) -> Fraction:
    """Return e^u to about binary64 precision, for any exponent."""
    exponent = math.floor(u / math.log(2))
    return Fraction(math.exp(u - exponent * math.log(2))) * Fraction(2) ** exponent


def _from_logit(u: float) -> Fraction:
    """Return a dyadic x near e^u / (1 + e^u), accurate relative to both x and 1 - x."""
    odds = _power_of_two(-abs(u))
    small = odds / (1 + odds)
    near = rounded(small, small, 56)
    return near if u <= 0 else 1 - near


def _logit(x: Fraction) -> float:
    far = 1 - x
    return math.log(x.numerator * far.denominator) - math.log(far.numerator * x.denominator)


def rounded(x: Fraction, scale: Fraction, bits: int) -> Fraction:
    """Return the dyadic nearest to x whose unit is about scale 2^-bits."""
    exponent = bits + scale.denominator.bit_length() - scale.numerator.bit_length()
    unit = Fraction(2) ** exponent
    return Fraction(round(x * unit)) / unit


class Crossing:
    """The crossing of two curves within (lower, upper), refined on demand.

    The caller knows that the curves cross once there, with rising < falling to the left of it and rising > falling to
    the right. `start` is any point inside, `what` names the crossing in `Undecided`.
    """

    __slots__ = ("_bits", "_curves", "_near", "hi", "lo", "what")

    def __init__(
        self,
        curves: Curves,
        start: Fraction,
        what: str,
        lower: Fraction = Fraction(0),
        upper: Fraction = Fraction(1),
    ) -> None:
        self._curves = curves
        self._near = start
        self._bits = 0
        self.lo = lower
        self.hi = upper
        self.what = what

    def refine(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return lo < crossing < hi with hi - lo below about 2^-bits min(lo, 1 - hi), as certified by two signs."""
        if bits > self._bits:
            if not self._bits:
                self._approach()
            self._polish(bits)
            self._certify(bits)
            self._bits = bits
        return self.lo, self.hi

    def _note(self, x: Fraction, order: int) -> None:
        """Keep x as an end of the bracket where its side is known."""
        if order < 0:
            self.lo = max(self.lo, x)
        elif order > 0:
            self.hi = min(self.hi, x)

    def _inside(self, x: Fraction) -> Fraction:
        """Return x, or a point between the ends where x is not."""
        if self.lo < x < self.hi:
            return x
        middle = (self.lo + self.hi) / 2
        if not self.lo:  # halve exponents, not lengths, where the crossing may be tiny
            return rounded(self.hi / 16, self.hi / 16, 8)
        if self.hi == 1:
            return 1 - rounded((1 - self.lo) / 16, (1 - self.lo) / 16, 8)
        return rounded(middle, self.hi - self.lo, 8)

    def _approach(self) -> None:
        """Move near the crossing by Newton's steps for log(rising / falling) in logit x, safeguarded by bisection.

        Tails are nearly powers of the odds, so that this function is nearly linear far below the crossing.
        """
        x = self._inside(self._near)
        for _ in range(_FIRST_STEPS):
            sides = self._curves(x, _START_BITS)
            order = sides.order
            self._note(x, order)
            if not order or sides.rising.lo <= 0 or sides.falling.lo <= 0:
                if not order:
                    break
                x = self._inside(Fraction(-1))
                continue
            # quotients first: a curve alone may be 2^-(10^8), which no Fraction should be built for
            slope = _middle(sides.rising_slope / sides.rising - sides.falling_slope / sides.falling)
            if slope <= 0:
                x = self._inside(Fraction(-1))
                continue
            step = (_logarithm(sides.falling) - _logarithm(sides.rising)) / float(slope * x * (1 - x))
            proposal = _from_logit(_logit(x) + step)
            if abs(step) < 2.0**-24:  # as near as these bits tell; x itself may already be an end of the bracket
                x = proposal if self.lo < proposal < self.hi else x
                break
            x = self._inside(proposal)
        self._near = x

    def _scale(self) -> Fraction:
        return min(self._near, 1 - self._near)

    def _polish(self, bits: int) -> None:
        """Newton's steps for rising - falling at doubling precision; nothing depends on their success but time."""
        good = max(self._bits, 40)
        while good < bits + 8:
            good = min(2 * good - 8, bits + 8)
            sides = self._curves(self._near, good + 24)
            slope = _middle(sides.rising_slope - sides.falling_slope)
            if slope > 0:
                step = _middle(sides.falling - sides.rising) / slope
                proposal = rounded(self._near + step, self._scale(), good + 8)
                if self.lo < proposal < self.hi:
                    self._near = proposal

    def _certify(self, bits: int) -> None:
        """Set both ends by the sign of rising - falling, widening or halving until the width is as asked."""
        width = rounded(self._scale(), self._scale(), 0) / (1 << (bits + 2))
        precision = bits + 32
        for _ in range(_RETRIES):
            for x in (self._near - width, self._near + width):
                if self.lo < x < self.hi:
                    self._note(x, self._curves(x, precision).order)
            if self.hi - self.lo <= 2 * width:
                break
            width *= 64
            precision += 64
        self._bisect(bits, precision)

    def _bisect(self, bits: int, precision: int) -> None:
        """Halve until the width is as asked: a no-op after a good proposal, the whole way after none."""
        while (self.hi - self.lo) * (1 << bits) > min(self.lo, 1 - self.hi) or not self.lo or self.hi == 1:
            x = self._inside(rounded((self.lo + self.hi) / 2, self.hi - self.lo, 4))
            order = self._curves(x, precision).order
            if not order:
                x = rounded((self.lo + 2 * self.hi) / 3, self.hi - self.lo, 6)
                order = self._curves(x, 2 * precision).order
            if not order:
                raise Undecided(f"{self.what} is not separated from {float(x)!r}", bits=2 * precision)
            self._note(x, order)
        self._near = (self.lo + self.hi) / 2


def simplest_between(lo: Fraction, hi: Fraction) -> Fraction:
    """Return the rational of least denominator in [lo, hi], 0 <= lo <= hi, by continued fractions.

    >>> simplest_between(Fraction(31, 100), Fraction(34, 100))
    Fraction(1, 3)
    """
    whole = lo.numerator // lo.denominator
    if whole == lo:
        return lo
    if hi >= whole + 1:
        return Fraction(whole + 1)
    return whole + 1 / simplest_between(1 / (hi - whole), 1 / (lo - whole))
