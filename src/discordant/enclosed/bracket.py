"""Dyadic interval arithmetic on Python ints, rounded outward: the ground that every enclosed number stands on.

A bracket is [lo, hi] * 2^exp with integers lo <= hi. Each operation returns a bracket that contains the exact result
for every choice of operands inside theirs; mantissas longer than `bits` are shortened by shifting lo down and hi up.
Nothing here is a float, and no precision is global.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt


class ZeroInsideError(ArithmeticError):
    """A divisor or a logarithm's argument whose bracket still contains 0: more bits are needed, or it is 0."""


def shift_down(m: int, s: int) -> int:
    """Return floor(m / 2^s) for any sign of s."""
    return m >> s if s >= 0 else m << -s


def shift_up(m: int, s: int) -> int:
    """Return ceil(m / 2^s) for any sign of s."""
    return -(-m >> s) if s >= 0 else m << -s


class Bracket:
    """The interval [lo, hi] * 2^exp, held to `bits` bits of mantissa.

    Operators take brackets, ints and Fractions; the result keeps the left bracket's precision. Immutable by
    convention; equality is identity, since two equal brackets may hold different numbers.
    """

    __slots__ = ("bits", "exp", "hi", "lo")

    def __init__(self, lo: int, hi: int, exp: int, bits: int) -> None:
        excess = max(lo.bit_length(), hi.bit_length()) - bits
        if excess > 0:
            lo, hi, exp = lo >> excess, -(-hi >> excess), exp + excess
        self.lo = lo
        self.hi = hi
        self.exp = exp
        self.bits = bits

    @classmethod
    def of(cls, q: Fraction | int, bits: int) -> Bracket:
        """Return the narrowest bracket of `bits` bits that holds the rational q (a point where q fits)."""
        n, d = q.numerator, q.denominator
        if d & (d - 1) == 0:
            return cls(n, n, 1 - d.bit_length(), bits)
        s = bits + 1 - n.bit_length() + d.bit_length()
        if s >= 0:
            n <<= s
        else:
            d <<= -s
        return cls(n // d, -(-n // d), -s, bits)

    @classmethod
    def between(cls, lo: Fraction | int, hi: Fraction | int, bits: int) -> Bracket:
        """Return a bracket that holds every number from lo to hi."""
        return cls.of(lo, bits).hull(cls.of(hi, bits))

    def bounds(self) -> tuple[Fraction, Fraction]:
        """Return both ends as Fractions."""
        if self.exp >= 0:
            return Fraction(self.lo << self.exp), Fraction(self.hi << self.exp)
        scale = 1 << -self.exp
        return Fraction(self.lo, scale), Fraction(self.hi, scale)

    def __repr__(self) -> str:
        return f"Bracket({self.lo}, {self.hi}, exp={self.exp}, bits={self.bits})"

    @property
    def is_point(self) -> bool:
        """Whether both ends are the same number."""
        return self.lo == self.hi

    @property
    def sign(self) -> int | None:
        """1, -1 or 0 where every number inside has that sign, else None."""
        if self.lo > 0:
            return 1
        if self.hi < 0:
            return -1
        return 0 if self.lo == self.hi else None

    def _operand(self, other: Bracket | Fraction | int) -> Bracket:
        return other if isinstance(other, Bracket) else Bracket.of(other, self.bits)

    def _aligned(self, other: Bracket) -> tuple[int, int, int, int, int]:
        """Return both pairs of mantissas over one exponent.

        The exponent is the smaller one, unless that would need far more than `bits` bits: then the operand that
        is smaller by more than the precision is rounded outward first, so no gap of exponents costs memory. An exact
        zero has no size of its own, and must not set the scale.
        """
        sized = [x for x in (self, other) if x.lo or x.hi] or [self]
        low = min(x.exp for x in sized)
        top = max(x.exp + max(x.lo.bit_length(), x.hi.bit_length()) for x in sized)
        exp = max(low, top - self.bits - 8)
        s, t = exp - self.exp, exp - other.exp
        return shift_down(self.lo, s), shift_up(self.hi, s), shift_down(other.lo, t), shift_up(other.hi, t), exp

    def hull(self, other: Bracket) -> Bracket:
        """Return a bracket that holds both brackets."""
        a, b, c, d, exp = self._aligned(other)
        return Bracket(min(a, c), max(b, d), exp, self.bits)

    def __neg__(self) -> Bracket:
        return Bracket(-self.hi, -self.lo, self.exp, self.bits)

    def __add__(self, other: Bracket | Fraction | int) -> Bracket:
        a, b, c, d, exp = self._aligned(self._operand(other))
        return Bracket(a + c, b + d, exp, self.bits)

    __radd__ = __add__

    def __sub__(self, other: Bracket | Fraction | int) -> Bracket:
        a, b, c, d, exp = self._aligned(self._operand(other))
        return Bracket(a - d, b - c, exp, self.bits)

    def __rsub__(self, other: Fraction | int) -> Bracket:
        return self._operand(other) - self

    def __mul__(self, other: Bracket | Fraction | int) -> Bracket:
        if isinstance(other, int):
            ends = (self.lo * other, self.hi * other)
            return Bracket(min(ends), max(ends), self.exp, self.bits)
        y = self._operand(other)
        if self.lo >= 0 and y.lo >= 0:
            return Bracket(self.lo * y.lo, self.hi * y.hi, self.exp + y.exp, self.bits)
        products = (self.lo * y.lo, self.lo * y.hi, self.hi * y.lo, self.hi * y.hi)
        return Bracket(min(products), max(products), self.exp + y.exp, self.bits)

    __rmul__ = __mul__

    def inverse(self) -> Bracket:
        """Return 1 / self; raises `ZeroInsideError` where 0 is inside."""
        if self.hi < 0:
            return -(-self).inverse()
        if self.lo <= 0:
            raise ZeroInsideError("the divisor's bracket contains 0")
        s = self.bits + 2 + self.hi.bit_length()
        return Bracket((1 << s) // self.hi, -(-(1 << s) // self.lo), -s - self.exp, self.bits)

    def __truediv__(self, other: Bracket | Fraction | int) -> Bracket:
        if isinstance(other, Bracket):
            return self * other.inverse()
        if not other:
            raise ZeroInsideError("the divisor is 0")
        # over a rational: one exact product and one directed division
        n, d = other.numerator, other.denominator
        if n < 0:
            n, d = -n, -d
        s = n.bit_length() + max(0, self.bits - max(self.lo.bit_length(), self.hi.bit_length())) + 1
        x, y = sorted((self.lo * d << s, self.hi * d << s))
        return Bracket(x // n, -(-y // n), self.exp - s, self.bits)

    def __rtruediv__(self, other: Fraction | int) -> Bracket:
        return self.inverse() * other

    def square(self) -> Bracket:
        """Return self^2: never below 0, which self * self cannot know."""
        x, y = sorted((self.lo * self.lo, self.hi * self.hi))
        if self.lo < 0 < self.hi:
            x = 0
        return Bracket(x, y, 2 * self.exp, self.bits)

    def nonnegative(self) -> Bracket:
        """Return the part at or above 0 of a quantity known to be >= 0."""
        return self if self.lo >= 0 else Bracket(0, max(self.hi, 0), self.exp, self.bits)

    def sqrt(self) -> Bracket:
        """Return the square root, by `math.isqrt` rounded down and up; the part below 0 is cut off.

        Only for quantities known to be >= 0: a negative lower end is rounding, not data.
        """
        lo, hi = max(self.lo, 0), max(self.hi, 0)
        s = max(0, 2 * self.bits + 4 - hi.bit_length())
        s += (self.exp - s) & 1
        lo, hi = lo << s, hi << s
        root = isqrt(hi)
        return Bracket(isqrt(lo), root + (root * root < hi), (self.exp - s) // 2, self.bits)

    def times_power_of_two(self, k: int) -> Bracket:
        """Return self * 2^k, without rounding."""
        return Bracket(self.lo, self.hi, self.exp + k, self.bits)

    def at(self, bits: int) -> Bracket:
        """Return the same bracket held to `bits` bits, rounded outward where it was longer."""
        return Bracket(self.lo, self.hi, self.exp, bits)
