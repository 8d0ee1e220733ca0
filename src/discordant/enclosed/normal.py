"""The normal quantile z of any level, as a bracket, and the two-sided tail beyond a given z."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import erfc_sqrt, exp, pi


def two_sided_tail(z: Fraction, bits: int) -> Bracket:
    """Return P(|Z| > z) = erfc(z / sqrt 2) for a rational z >= 0; z^2/2 is rational, so nothing nested is rounded."""
    return erfc_sqrt(z * z / 2, bits)


def z_enclosure(level: Fraction, bits: int) -> Bracket:
    """Return the two-sided normal quantile z of `level`, P(|Z| <= z) = level, as a bracket of `bits` bits."""
    return _z(level, -(-bits // 128) * 128).at(bits)


def z_bracket(level: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Return lo <= z <= hi for the two-sided normal quantile of `level`, to `bits` bits; cached.

    >>> lo, hi = z_bracket(Fraction(19, 20), 64)
    >>> round(float(lo), 12), hi - lo < Fraction(1, 2**60)
    (1.95996398454, True)
    """
    return z_enclosure(level, bits).bounds()


@lru_cache(maxsize=128)
def _z(level: Fraction, bits: int) -> Bracket:
    """Bisection by the sign of P(|Z| > z) - alpha until the bracket is short, then interval Newton steps.

    With f(z) = erfc(z/sqrt 2) - alpha and f' = -sqrt(2/pi) e^(-z^2/2), the mean value theorem puts the root at
    m + f(m) / |f'(t)| for some t between it and m; taking |f'| over the whole bracket keeps the root inside, and
    each step squares the width.
    """
    alpha = 1 - level
    lo, hi = Fraction(0), Fraction(1)
    while _above(hi, alpha):
        lo, hi = hi, 2 * hi
    while (hi - lo) * max(Fraction(1), hi) * 2 > 1:
        middle = (lo + hi) / 2
        if _above(middle, alpha):
            lo = middle
        else:
            hi = middle
    # a level near 0 has a z near 0 (about 1.25 level): its relative precision needs as many bits more
    goal = bits + 8 + max(0, level.denominator.bit_length() - level.numerator.bit_length())
    good = 2
    while True:
        good = min(2 * good, goal)
        w = good + 24
        m = Bracket.between(lo, hi, w)
        middle = _dyadic_middle(lo, hi, good)
        slope = (2 / pi(w)).sqrt() * exp(-(m.square() / 2))
        new_lo, new_hi = ((two_sided_tail(middle, w) - alpha) / slope + middle).bounds()
        lo, hi = max(lo, new_lo), min(hi, new_hi)
        if good == goal and (hi - lo) * (1 << (bits + 2)) < hi:
            return Bracket.between(lo, hi, bits + 4)


def _above(z: Fraction, alpha: Fraction) -> bool:
    """Whether P(|Z| > z) > alpha; at equality within the precision either answer keeps the bracket by refinement."""
    bits = 64
    while True:
        lo, hi = two_sided_tail(z, bits).bounds()
        if lo > alpha:
            return True
        if hi < alpha:
            return False
        bits *= 2


def _dyadic_middle(lo: Fraction, hi: Fraction, bits: int) -> Fraction:
    """Return a point between lo and hi of about `bits` bits, so that the numbers stay short."""
    scale = 1 << (bits + 4)
    middle = Fraction(round((lo + hi) / 2 * scale), scale)
    return min(max(middle, lo), hi)
