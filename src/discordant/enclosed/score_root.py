"""Limits of score intervals for paired tables: one isolated root of a quartic, enclosed by interval Newton steps.

Both scores in use, Tango's for the difference and Tang's for the ratio, have the form

    T(x) = E(x) / sqrt(V(x)),   2 V = sqrt(B^2 + H) - B + G,

with E linear and B, G, H quadratic in x over the rationals. Squaring T = z gives u (u + 2B) = H with
u = 2 E^2 / z^2 - G: a quartic, of which the limit is the one root where T itself, not -T, is z. The side on which that
root lies of a rational x is the sign of 2 E(x)^2 - z^2 2 V(x): exact for a rational z, else decided on brackets.

There is one such root because T falls wherever E is not 0. Both null hypotheses are sum g_i pi_i = 0 over the cells i,
with g = (-x, 1-x, -1-x, -x) for a difference x and g = (1-x, 1, -x, 0) for a ratio x. The restricted estimate is
pi_i = n_i / (N + l g_i), where l maximises the concave sum n_i log(N + l g_i) over the l with every N + l g_i >= 0
(a cell with n_i = 0 has a part only if its N + l g_i = 0). Multiplying by g_i and adding up,
E = sum n_i g_i = l sum pi_i g_i^2, and V = N sum pi_i g_i^2: hence T^2 = l E / N, and l has the sign of E.
 * l does not rise with x. Inside its range it solves F = sum n_i g_i / (N + l g_i) = 0, and with the slopes g_i' <= 0
   dF/dl = -sum n_i g_i^2 / (N + l g_i)^2 < 0 and dF/dx = N sum n_i g_i' / (N + l g_i)^2 <= 0. The ends of its range,
   -N / g_i over the cells, do not rise either: their slope is N g_i' / g_i^2.
 * E falls: its slope is -N for the difference, -(a+c) for the ratio. (For a = c = 0 the ratio has V = b x.)
So l E falls where both are positive and rises where both are negative. With E - 1 in the place of E (continuity
correction) T is multiplied by 1 - 1/E, which falls too as x grows, as long as E > 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from discordant.enclosed.bracket import Bracket, ZeroInsideError
from discordant.enclosed.crossing import simplest_between
from discordant.enclosed.interval import Quantile
from discordant.errors import Undecided

Polynomial = tuple[Fraction | int, ...]
"""Coefficients, constant first."""

_MAX_SIDE_BITS: Final = 1 << 14
"""Precision at which the side of a dyadic point is given up: it would have to agree with the root to 4900 digits."""


def value(p: Polynomial, x: Fraction) -> Fraction:
    """Return p(x), exactly."""
    total = Fraction(0)
    for coefficient in reversed(p):
        total = total * x + coefficient
    return total


@dataclass(frozen=True, slots=True)
class Score:
    """A score T(x) = E / sqrt(V), 2 V = sqrt(B^2 + H) - B + G, by its polynomials."""

    E: Polynomial
    B: Polynomial
    G: Polynomial
    H: Polynomial

    def variance_twice(self, x: Fraction, bits: int) -> Bracket:
        """Return 2 V(x), which is >= 0."""
        b = value(self.B, x)
        root = Bracket.of(b * b + value(self.H, x), bits).sqrt()
        return (root + (value(self.G, x) - b)).nonnegative()

    def square(self, x: Fraction, bits: int) -> Bracket:
        """Return T(x)^2; raises `ZeroInsideError` where V(x) is not known to be above 0."""
        return Bracket.of(2 * value(self.E, x) ** 2, bits) / self.variance_twice(x, bits)


class ScoreRoot:
    """The root of T = z in (lo, hi), where T falls from above z to below it; E > 0 there.

    Refinement narrows one bracket for good; `scale` is the size below which the root's distance from 0 does not
    count for the asked relative width (0: always relative).
    """

    def __init__(self, score: Score, q: Quantile, lo: Fraction, hi: Fraction, scale: Fraction, what: str) -> None:
        self.score = score
        self.q = q
        self.lo = lo
        self.hi = hi
        self.scale = scale
        self.what = what
        self._approached = False

    def side(self, x: Fraction) -> int:
        """Return 1 where the root is above x, -1 where it is below, 0 where x is the root (rational z only)."""
        if self.q.exact is not None:
            s = 2 * value(self.score.E, x) ** 2 / self.q.exact**2 + value(self.score.B, x) - value(self.score.G, x)
            gap = s * s - value(self.score.B, x) ** 2 - value(self.score.H, x)
            return -1 if s < 0 else (gap > 0) - (gap < 0)
        bits = 64
        while bits <= _MAX_SIDE_BITS:
            z = self.q.enclosure(bits)
            excess = 2 * value(self.score.E, x) ** 2 - z.square() * self.score.variance_twice(x, bits)
            if excess.sign is not None:
                return excess.sign
            bits *= 2
        raise Undecided(f"the side of {self.what} is too close to call", bits=bits)

    def refine(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return lo <= root <= hi, hi - lo below 2^-bits of the root's size."""
        if not self._approached:
            self._approached = True
            self._approach()
        while (self.hi - self.lo) * (1 << bits) > max(self.scale, min(abs(self.lo), abs(self.hi))):
            width = self.hi - self.lo
            if not self._newton(bits) or (self.hi - self.lo) * 4 > width:
                self._bisect()
        return self.lo, self.hi

    def _approach(self) -> None:
        """Narrow to a short bracket around a binary64 proposal, where the sides of its ends confirm it."""
        proposal = self._proposal()
        if proposal is None:
            return
        size = max(self.scale, abs(proposal))
        for shift in (36, 24, 12):
            margin = size / (1 << shift)
            for x in (_short(proposal - margin, margin), _short(proposal + margin, margin)):
                if self.lo < x < self.hi:
                    self._note(x)
            if self.hi - self.lo < 4 * margin:
                return

    def _proposal(self) -> Fraction | None:
        """Return a binary64 root of E = z sqrt(V) by bisection, or None where the counts are too large for floats."""
        score, z = self.score, float(self.q.bracket(64)[0])
        try:
            E, B, G, H = ([float(c) for c in p] for p in (score.E, score.B, score.G, score.H))
            lo, hi = float(self.lo), float(self.hi)
            for _ in range(64):
                x = (lo + hi) / 2
                b = B[0] + (B[1] + B[2] * x) * x
                h = H[0] + (H[1] + H[2] * x) * x
                root = math.sqrt(max(b * b + h, 0.0))
                # sqrt(b^2 + h) - b without cancellation for b > 0
                twice = (h / (root + b) if b > 0 else root - b) + G[0] + (G[1] + G[2] * x) * x
                if E[0] + E[1] * x > z * math.sqrt(max(twice, 0.0) / 2):
                    lo = x
                else:
                    hi = x
            return Fraction((lo + hi) / 2)
        except OverflowError:
            return None

    def _note(self, x: Fraction) -> None:
        """Move the end on whose side the root is not to x."""
        side = self.side(x)
        if side >= 0:
            self.lo = x
        if side <= 0:
            self.hi = x

    def _inside(self) -> Fraction:
        """Return a short dyadic near the middle; near 0, by halving the exponent instead of the length."""
        if not self.scale and not self.lo:
            return _short(self.hi / 16, self.hi / 16)
        return _short((self.lo + self.hi) / 2, self.hi - self.lo)

    def _bisect(self) -> None:
        self._note(self._inside())

    def _newton(self, bits: int) -> bool:
        """Shrink the bracket X to X and m - P(m) / P'(X), which holds the root by the mean value theorem.

        Returns False where P' may vanish in X, or where X is still too wide to try.
        """
        size = max(self.scale, abs(self.lo), abs(self.hi))
        good = (size / (self.hi - self.lo)).__floor__().bit_length()
        if good < 3:
            return False
        m = self._inside()
        try:
            step = self._quartic(m, 2 * min(good, bits) + 96) / self._slope(good + 64)
        except ZeroInsideError:
            return False
        lo, hi = (m - step).bounds()
        self.lo, self.hi = max(self.lo, lo), min(self.hi, hi)
        return True

    def _quartic(self, x: Fraction, bits: int) -> Bracket:
        """Return P(x) = u (u + 2B) - H = w^2 E^4 + 2 w (B - G) E^2 + G^2 - 2 B G - H, w = 2 / z^2."""
        score = self.score
        E, B, G = value(score.E, x), value(score.B, x), value(score.G, x)
        w, square = 2 / self.q.enclosure(bits).square(), E * E
        return w * square * (w * square + 2 * (B - G)) + (G * (G - 2 * B) - value(score.H, x))

    def _slope(self, bits: int) -> Bracket:
        """Return P'(X) = 2 (u' (u + B) + u B') - H' over the bracket X; u' = 2 w E E' - G'."""
        score = self.score
        x = Bracket.between(self.lo, self.hi, bits)
        E, B, G = _over(score.E, x), _over(score.B, x), _over(score.G, x)
        w = 2 / self.q.enclosure(bits).square()
        u = w * E.square() - G
        u_slope = w * E * (2 * score.E[1]) - _over(_derivative(score.G), x)
        return (u_slope * (u + B) + u * _over(_derivative(score.B), x)) * 2 - _over(_derivative(score.H), x)

    def rational(self) -> Fraction | None:
        """Return the root where z is rational and the root too, else None.

        A rational root in lowest terms has a denominator that divides the leading integer coefficient L of the
        quartic, so a bracket narrower than 1/L^2 holds at most one candidate: the fraction of least denominator.
        """
        if self.q.exact is None:
            return None
        leading = self._leading()
        size = max(abs(self.lo), abs(self.hi)).__ceil__().bit_length()
        self.refine(2 * leading.bit_length() + size)
        if self.lo <= 0 <= self.hi:
            candidate = Fraction(0)
        elif self.lo > 0:
            candidate = simplest_between(self.lo, self.hi)
        else:
            candidate = -simplest_between(-self.hi, -self.lo)
        return candidate if self.side(candidate) == 0 else None

    def _leading(self) -> int:
        """Return a positive integer that bounds, and is divided by, the denominator of every rational root."""
        assert self.q.exact is not None  # asked for rational z only
        weight = 2 / self.q.exact**2
        squared = _product(self.score.E, self.score.E)
        u = [weight * squared[i] - self.score.G[i] for i in range(3)]
        v = [u[i] + 2 * self.score.B[i] for i in range(3)]
        quartic = [-Fraction(h) for h in (*self.score.H, 0, 0)]
        for i, x in enumerate(u):
            for j, y in enumerate(v):
                quartic[i + j] += x * y
        common = 1
        for coefficient in quartic:
            common *= Fraction(coefficient * common).denominator
        return max(abs(int(coefficient * common)) for coefficient in reversed(quartic) if coefficient)


def _product(p: Polynomial, q: Polynomial) -> list[Fraction]:
    """Return the product of two linear polynomials."""
    return [Fraction(p[0] * q[0]), Fraction(p[0] * q[1] + p[1] * q[0]), Fraction(p[1] * q[1])]


def _derivative(p: Polynomial) -> Polynomial:
    return tuple(power * coefficient for power, coefficient in enumerate(p))[1:]


def _over(p: Polynomial, x: Bracket) -> Bracket:
    """Return the values of p over the bracket x."""
    total = Bracket.of(p[-1], x.bits)
    for coefficient in reversed(p[:-1]):
        total = total * x + coefficient
    return total


def _short(x: Fraction, width: Fraction) -> Fraction:
    """Return the dyadic nearest to x whose unit is about width / 256."""
    exponent = 8 + width.denominator.bit_length() - width.numerator.bit_length()
    if exponent >= 0:
        return Fraction(round(x * (1 << exponent)), 1 << exponent)
    return Fraction(round(x / (1 << -exponent)) << -exponent)
