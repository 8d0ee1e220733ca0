"""The supremum over [0, 1] of a polynomial in Bernstein form, by branch and bound with proved bounds.

f(u) = sum of c_i C(N, i) u^i (1-u)^(N-i) lies below its largest coefficient and takes the values c_0 and c_N at the
ends. Halving the interval by de Casteljau's scheme gives the coefficients on both halves, whose largest approach the
supremum quadratically; halves whose bound is not above what has been reached are dropped.

Coefficients are integers in units of 2^-bits, each at most `error` units below the true one. An average of two such,
rounded down, is at most error + 1/2 below; N averages in a row add at most N/2.
"""

from __future__ import annotations

import heapq
from fractions import Fraction
from itertools import pairwise
from typing import Final

MAX_HALVINGS: Final = 4000
"""Most halvings before a question is given up: a polynomial that takes them all is flat at its supremum."""


def halves(coefficients: list[int]) -> tuple[list[int], list[int]]:
    """Return the coefficients on [0, 1/2] and on [1/2, 1], averages rounded down."""
    row = coefficients
    left, right = [row[0]], [row[-1]]
    for _ in range(len(row) - 1):
        row = [(x + y) >> 1 for x, y in pairwise(row)]
        left.append(row[0])
        right.append(row[-1])
    return left, right[::-1]


def supremum(coefficients: list[int], error: int, width: int) -> tuple[int, int]:
    """Return lo <= 2^bits sup f <= hi with hi - lo at most `width` units where the error of the halvings allows it."""
    step = len(coefficients) // 2 + 1
    reached = max(coefficients[0], coefficients[-1])
    heap = [(-max(coefficients) - error, error, coefficients)]
    for _ in range(MAX_HALVINGS):
        bound, slack, current = heap[0]
        if -bound - reached <= max(width, slack + 1):
            break
        heapq.heappop(heap)
        for half in halves(current):
            reached = max(reached, half[0], half[-1])
            heapq.heappush(heap, (-max(half) - slack - step, slack + step, half))
    return reached, max(reached, -heap[0][0])


def exceeds(coefficients: list[int], error: int, threshold: Fraction, bits: int) -> bool | None:
    """Return whether sup f > threshold, or None where it is too close to the threshold to tell.

    True is certain (a value reached), False is certain (a bound on all that is left).
    """
    limit = (threshold.numerator << bits) // threshold.denominator
    step = len(coefficients) // 2 + 1
    stack = [(error, coefficients)]
    for _ in range(MAX_HALVINGS):
        if not stack:
            return False
        slack, current = stack.pop()
        if max(current[0], current[-1]) > limit:
            return True
        top = max(current)
        if top + slack <= limit:
            continue
        if top <= limit:  # only the accumulated error is above: no halving can decide
            return None
        first, second = halves(current)
        if max(first) > max(second):  # the more promising half is looked at first
            first, second = second, first
        stack += [(slack + step, first), (slack + step, second)]
    return None
