"""A bound on what N items can tell at all: a power that no search needs to look for.

A test that rejects with probability at most s where there is no difference and with probability P where there is one
tells the two apart, and no function of the data can tell them apart better than the data [KullbackLeibler1951]:

    P ln(P/s) + (1 - P) ln((1 - P)/(1 - s)) <= N (p_b ln(2 p_b / r) + p_c ln(2 p_c / r)),      r = p_b + p_c.

With e = delta / r the right-hand side is N r times the sum over k >= 1 of e^(2k) / (2k (2k - 1)); the first term is
e^2 / 2, and the others, which sum to ln 2 - 1/2 at e = 1, are together at most (ln 2 - 1/2) e^4.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from discordant.enclosed.normal import z_bracket
from discordant.planning.design import Design
from discordant.planning.effect import Effect

_REST: Final = Fraction(1932, 10_000)
"""Above ln 2 - 1/2 = 0.19314..."""

_MARGIN: Final = 1e-9
"""What the rounding of binary64 logarithms cannot reach."""


def _largest_size(design: Design) -> float:
    """Return a bound on the probability that the test rejects where there is no difference.

    The exact test keeps alpha, and a mid-p is at least half of its p-value. Beyond its critical value z^2 a chi-square
    has |b - c| >= z sqrt(n), which is at most 2 e^(-z^2/2) likely [Hoeffding1963]; Edwards's rejects less.
    """
    if design.method in ("exact", "mid-p"):
        return float(design.alpha) * (1 if design.method == "exact" else 2)
    z = float(z_bracket(1 - design.alpha, 64)[0])
    return 2 * math.exp(-z * z / 2)


def out_of_reach(N: int, target: Fraction, effect: Effect, design: Design) -> bool:
    """Return True only where no test of at most N items with this size has the power `target`.

    False says nothing: about half the items that the power really needs are told to be too few.
    """
    size, goal = _largest_size(design), float(target)
    if not 0 < size < goal < 1 or not effect.discordance:
        return False
    square = (effect.delta / effect.discordance) ** 2
    known = N * effect.discordance * square * (Fraction(1, 2) + _REST * square)
    needed = goal * math.log(goal / size) + (1 - goal) * math.log((1 - goal) / (1 - size))
    return needed * (1 - _MARGIN) - _MARGIN > known
