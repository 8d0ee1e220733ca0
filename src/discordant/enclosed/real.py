"""`Real`: a number known by brackets that shrink on demand, and the questions that brackets can answer.

Precision belongs to the question. A question (sign, comparison, decimal, binary64) asks for brackets at doubling
precision until every number inside gives the same answer; that answer is then proved. Where the number lies exactly
on a boundary no bracket ever settles it: exact values are therefore kept as such, and a number that might be rational
carries a way to find out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeVar

from discordant.enclosed.bracket import Bracket, ZeroInsideError
from discordant.enclosed.elementary import log
from discordant.enclosed.magnitude import exponent_of_ten, floor_log10, mantissa
from discordant.enclosed.rounding import (
    Rounding,
    compare_dyadic,
    fraction_to_bits,
    fraction_to_float,
    plain_decimal,
    read_digits,
    read_rounding,
    round_dyadic,
    round_fraction,
    to_bits,
    to_float,
)
from discordant.errors import ArgumentError, Undecided, UndefinedError
from discordant.exact.dyadic import format_integer

Refine = Callable[[int], "Bracket | tuple[Fraction, Fraction]"]
"""From a working precision in bits to a bracket that provably holds the number, shrinking as bits grow."""

MAX_BITS: Final = 1 << 18
"""No question ever works at more bits than this (about 78 900 digits)."""

EXTRA_BITS: Final = 4096
"""How far beyond the precision that a question needs by itself a near-tie is followed before `Undecided`."""

T = TypeVar("T")


class Real:
    """A real number or an infinity, as exact as the question needs.

    Make one with `Real.exact`, `Real.infinite` or `Real.refined`; ask with `enclose`, `sign`, `compare`, `decimal`,
    `float()`, `mpf`, `log10`. Every answer is proved by a bracket; `Undecided` is raised where the cap is reached
    first (`EXTRA_BITS` beyond what the question needs by itself, `max_bits` at most).

    >>> Real.exact(Fraction(49, 5)).decimal(2)
    '9.80'
    """

    __slots__ = ("_brackets", "_exact", "_infinity", "_rational", "_refine", "max_bits", "what")

    def __init__(self, exact: Fraction | None, infinity: int, refine: Refine | None, what: str, max_bits: int) -> None:
        self._exact = exact
        self._infinity = infinity
        self._refine = refine
        self._rational: Callable[[], Fraction | None] | None = None
        self._brackets: dict[int, Bracket] = {}
        self.what = what
        self.max_bits = max_bits

    @classmethod
    def exact(cls, q: Fraction | int, *, what: str = "the value") -> Real:
        """Return the rational q as a Real."""
        return cls(Fraction(q), 0, None, what, MAX_BITS)

    @classmethod
    def infinite(cls, sign: int, *, what: str = "the value") -> Real:
        """Return +inf for sign > 0, -inf for sign < 0."""
        return cls(None, 1 if sign > 0 else -1, None, what, MAX_BITS)

    @classmethod
    def refined(
        cls,
        refine: Refine,
        *,
        what: str,
        max_bits: int = MAX_BITS,
        rational: Callable[[], Fraction | None] | None = None,
    ) -> Real:
        """Return the number that `refine` encloses.

        `refine(bits)` returns a bracket (a `Bracket`, or two Fractions) that provably holds the number, shrinking as
        bits grow; equal ends mean that the number is exactly that. `rational()`, asked at most once and only when
        a question stays open, returns the number's exact value if it finds it to be rational, else None.
        `what` names the number in `Undecided`.
        """
        made = cls(None, 0, refine, what, max_bits)
        made._rational = rational
        return made

    @property
    def exact_value(self) -> Fraction | None:
        """The value as a Fraction where it is known to be rational, else None."""
        return self._exact

    @property
    def is_infinite(self) -> bool:
        """Whether this is +inf or -inf."""
        return self._infinity != 0

    def __neg__(self) -> Real:
        return self.scaled(Fraction(-1))

    def scaled(self, q: Fraction | int) -> Real:
        """Return this number times the rational q (to points, for example: q = 100); q = 0 is refused."""
        if not q:
            raise ArgumentError("scaled(0) would lose the number; the factor must not be 0")
        factor = Fraction(q)
        if self._infinity:
            return Real.infinite(self._infinity if q > 0 else -self._infinity, what=self.what)
        if self._exact is not None:
            return Real.exact(self._exact * factor, what=self.what)

        def rational() -> Fraction | None:
            value = self.rational_value()
            return None if value is None else value * factor

        return Real.refined(
            lambda bits: self.enclosure(bits + 4) * factor,
            what=self.what,
            max_bits=self.max_bits - 4,
            rational=rational,
        )

    def bracket(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return lo <= value <= hi as Fractions, computed with `bits` bits; equal for an exact value.

        Raises `UndefinedError` for an infinity, `Undecided` where that precision gives no bracket at all.
        """
        if self._exact is not None:
            return self._exact, self._exact
        return self.enclosure(bits).bounds()

    def enclosure(self, bits: int) -> Bracket:
        """Return the same as a `Bracket`, for building other numbers inside their `refine`."""
        if self._infinity:
            raise UndefinedError(f"{self.what} is infinite and has no bracket; ask is_infinite first")
        if self._exact is not None:
            return Bracket.of(self._exact, bits)
        known = self._brackets.get(bits)
        if known is None:
            if bits > self.max_bits:
                raise Undecided(f"{self.what} is certified to {self.max_bits} bits only", bits=self.max_bits)
            known = self._refined_at(bits)
            if len(self._brackets) >= 8:
                self._brackets.clear()
            self._brackets[bits] = known
        return known

    def _refined_at(self, bits: int) -> Bracket:
        assert self._refine is not None  # neither exact nor infinite
        try:
            found = self._refine(bits)
        except ZeroInsideError as error:
            raise Undecided(f"{self.what} has no bracket: {error}", bits=bits) from error
        if isinstance(found, Bracket):
            if found.is_point:
                self._exact = found.bounds()[0]
            return found
        lo, hi = found
        if lo == hi:
            self._exact = lo
        return Bracket.between(lo, hi, bits + 16)

    def rational_value(self) -> Fraction | None:
        """Return the exact value where it is known or can be found to be rational, else None."""
        if self._exact is None and self._rational is not None:
            self._exact = self._rational()
            self._rational = None
        return self._exact

    def decide(
        self,
        start: int,
        settle: Callable[[Bracket], T | None],
        exactly: Callable[[Fraction], T],
        question: str,
        needs: int = 0,
    ) -> T:
        """Answer a question by brackets at `start`, 2 `start`, ... bits; `exactly` answers it for a rational.

        `needs` is the precision that the question may need by itself, where that is more than `start`.
        """
        bits = max(32, min(start, self.max_bits))
        cap = min(self.max_bits, max(bits, needs) + EXTRA_BITS)
        tries = 0
        while self._exact is None:
            try:
                answer = settle(self.enclosure(bits))
            except Undecided:
                answer = None  # no bracket at this precision: refine, up to the same cap
            if answer is not None:
                return answer
            tries += 1
            if tries == 2 or bits >= cap:
                self.rational_value()
            if bits >= cap and self._exact is None:
                raise Undecided(f"{question} of {self.what} is too close to call", bits=bits)
            bits = min(2 * bits, cap)
        return exactly(self._exact)

    def enclose(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return lo <= value <= hi with hi - lo < 10^-digits min(|lo|, |hi|); equal ends for an exact value.

        Significant digits: the width is relative. Raises `ArgumentError` for digits < 1, `UndefinedError` for an
        infinity, `Undecided` at the cap.
        """
        power = 10 ** read_digits(digits, 1)

        def settle(x: Bracket) -> tuple[Fraction, Fraction] | None:
            narrow = (x.hi - x.lo) * power < min(abs(x.lo), abs(x.hi)) and x.sign is not None
            return x.bounds() if narrow else None

        return self.decide(_bits(digits), settle, lambda q: (q, q), f"a bracket of {digits} digits")

    def sign(self) -> int:
        """Return -1, 0 or 1."""
        if self._infinity:
            return self._infinity
        return self.decide(64, lambda x: x.sign, lambda q: (q > 0) - (q < 0), "the sign")

    def compare(self, other: Fraction | int | Real) -> int:
        """Return -1, 0 or 1 as this number is below, equal to or above `other`.

        Equality with a Real that is not known to be rational cannot be proved: `Undecided` at the cap.
        """
        if self._infinity:
            beyond = other._infinity if isinstance(other, Real) else 0
            return (self._infinity > beyond) - (self._infinity < beyond)
        if isinstance(other, Real):
            if other._infinity:
                return -other._infinity
            if other._exact is None:
                return self._minus(other).sign()
            other = other._exact
        q = Fraction(other)

        def settle(x: Bracket) -> int | None:
            low = compare_dyadic(x.lo, x.exp, q)
            high = compare_dyadic(x.hi, x.exp, q)
            return low if low == high or low > 0 else (high if high < 0 else None)

        size = max(q.numerator.bit_length(), q.denominator.bit_length())
        shown = str(q) if size <= 256 else f"a ratio of {size} bits"  # str(q) fails above 4300 digits
        # brackets are relative: 64 bits mostly do, however far from 1 both numbers are
        return self.decide(
            64, settle, lambda v: (v > q) - (v < q), f"the comparison with {shown}", needs=min(64 + size, 4096)
        )

    def _minus(self, other: Real) -> Real:
        def rational() -> Fraction | None:
            mine, theirs = self.rational_value(), other.rational_value()
            return None if mine is None or theirs is None else mine - theirs

        return Real.refined(
            lambda bits: self.enclosure(bits) - other.enclosure(bits),
            what=f"{self.what} minus {other.what}",
            max_bits=min(self.max_bits, other.max_bits),
            rational=rational,
        )

    def decimal(self, places: int, rounding: Rounding = "half-even") -> str:
        """Return the value correctly rounded to `places` decimals, in plain notation ('inf', '-inf' for infinities).

        `rounding`: "half-even", "half-up" (half away from 0), "floor", "ceiling", "down" (toward 0) or "up" (away
        from 0). A value that rounds to 0 prints without a sign. Raises `ArgumentError`, `Undecided` at the cap.

        >>> Real.exact(Fraction(1, 32)).decimal(4), Real.exact(Fraction(1, 32)).decimal(4, "half-up")
        ('0.0312', '0.0313')
        """
        mode, scale = read_rounding(rounding), 10 ** read_digits(places, 0)
        if self._infinity:
            return "inf" if self._infinity > 0 else "-inf"

        def settle(x: Bracket) -> int | None:
            low, high = round_dyadic(x.lo * scale, x.exp, mode), round_dyadic(x.hi * scale, x.exp, mode)
            return low if low == high else None

        units = self.decide(
            _bits(places), settle, lambda q: round_fraction(q * scale, mode), f"the rounding to {places} decimals"
        )
        return plain_decimal(units, places)

    def scientific(self, digits: int, rounding: Rounding = "half-even") -> str:
        """Return the value correctly rounded to `digits` significant digits, like '1.745e-3'; '0' for zero.

        Works where the exponent is far outside binary64 (p-values of 10^-217000, say).

        >>> Real.exact(Fraction(1351, 524288)).scientific(3)
        '2.58e-3'
        """
        read_digits(digits, 1)
        sign = self.sign()
        if self._infinity or not sign:
            return self.decimal(0)
        size = self if sign > 0 else -self
        power = floor_log10(size)
        mode = read_rounding(rounding) if sign > 0 else {"floor": "ceiling", "ceiling": "floor"}.get(rounding, rounding)
        shown = mantissa(size, power).decimal(digits - 1, read_rounding(mode))
        if shown.startswith("10"):  # 9.99... rounded up to the next power
            power += 1
            shown = "1." + "0" * (digits - 1) if digits > 1 else "1"
        return f"{'-' if sign < 0 else ''}{shown}e{power}"

    def __float__(self) -> float:
        """Return the nearest binary64 (ties to even), subnormals and underflow to 0.0 included; +-inf as such."""
        if self._infinity:
            return math.inf * self._infinity

        def settle(x: Bracket) -> float | None:
            low, high = to_float(x.lo, x.exp), to_float(x.hi, x.exp)
            return low if low == high else None

        return self.decide(128, settle, fraction_to_float, "the rounding to binary64")

    def mpf(self, dps: int) -> Any:
        """Return the nearest mpmath number of `dps` digits (mpmath's own precision for them).

        mpmath's global precision is neither read nor changed. Works with mpmath 1.3 and 1.4.
        """
        import mpmath

        if self._infinity:
            return mpmath.mpf("inf" if self._infinity > 0 else "-inf")
        read_digits(dps, 1)
        prec = max(1, round((dps + 1) * 3.3219280948873626))  # mpmath's dps_to_prec

        def settle(x: Bracket) -> tuple[int, int] | None:
            low, high = to_bits(x.lo, x.exp, prec), to_bits(x.hi, x.exp, prec)
            return low if low == high else None

        def exactly(q: Fraction) -> tuple[int, int]:
            return fraction_to_bits(q, prec)

        man, power = self.decide(prec + 32, settle, exactly, f"the rounding to {dps} digits")
        return mpmath.mpf((man, power), prec=prec)

    def log10(self) -> Real:
        """Return the decimal logarithm, a Real; raises `UndefinedError` unless the value is above 0.

        >>> Real.exact(Fraction(1, 2**1000)).log10().decimal(6)
        '-301.029996'
        """
        if self._infinity > 0:
            return Real.infinite(1, what=f"log10 of {self.what}")
        if self.sign() <= 0:
            raise UndefinedError(f"log10 of {self.what} is undefined: it is not above 0")

        def rational() -> Fraction | None:
            # log10 of a rational is rational only for powers of ten: 10^(s/t) has prime exponents s/t
            value = self.rational_value()
            return None if value is None else exponent_of_ten(value)

        def refine(bits: int) -> Bracket:
            return log(self.enclosure(bits + 24)) / log(Bracket.of(10, bits + 24))

        return Real.refined(refine, what=f"log10 of {self.what}", max_bits=self.max_bits - 24, rational=rational)

    def __repr__(self) -> str:
        return f"Real({self})"

    def __str__(self) -> str:
        """Return 15 significant digits, in plain notation for ordinary sizes."""
        if self._infinity:
            return self.decimal(0)
        try:
            if not self.sign():
                return "0"
            power = floor_log10(self if self.sign() > 0 else -self)
            return self.decimal(14 - power) if -5 < power < 15 else self.scientific(15)
        except Undecided as undecided:
            return f"undecided at {undecided.bits} bits"

    def to_dict(self) -> dict[str, Any]:
        """Return the number JSON-ready: 17 significant digits, the nearest float, and the ratio where it is exact."""
        shown: dict[str, Any] = {}
        if self._exact is not None:
            shown["numerator"] = format_integer(self._exact.numerator)
            shown["denominator"] = format_integer(self._exact.denominator)
        shown["decimal"] = self.decimal(0) if self._infinity else self.scientific(17)
        shown["float"] = self.decimal(0) if self._infinity else float(self)
        return shown


def _bits(digits: int) -> int:
    """Working bits that usually answer a question of so many digits at once."""
    return digits * 10 // 3 + 40
