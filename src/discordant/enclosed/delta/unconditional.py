"""The exact unconditional test of delta and its interval, ordered by Tango's |score| [SuissaShuster1991; Tango1998].

p(delta) is the supremum over the nuisance parameter of P(|T| >= |T(observed)|) in tables of N items; the limits are
the ends of the hull of {delta: p(delta) > alpha}. Neither is found on a grid: the supremum is bounded in Bernstein
form, and the lower limit is bracketed between a delta up to which p is proved to be at most alpha and one at which it
is proved to be above. For an interval of delta that proof takes the union of its regions, each side at the end where it
is most probable (see `tango_order`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from discordant.enclosed.bernstein import exceeds, supremum
from discordant.enclosed.delta.mixture import region_polynomial, rounding, weights
from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.delta.tango_order import FRACTION_BITS, Order
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.errors import LevelError, TooLarge, Undecided
from discordant.exact.dyadic import format_exact
from discordant.table import Table

MAX_ITEMS_AT_ZERO: Final = 500
"""Largest N for p at delta = 0: about a second."""

MAX_ITEMS: Final = 100
"""Largest N for p at other deltas and for the limits: some seconds for each limit."""

_BITS: Final = 160
"""Least fixed-point precision of the polynomials of a limit; tails of fair coins are exact in it for N <= 100."""

_P_BITS: Final = 256
_LIMIT_BITS: Final = 360
"""Working bits up to which p and the limits answer; a limit is certified to half as many."""


def _sides(table: Table, low: Fraction, high: Fraction, bits: int) -> tuple[Order, int, int, int]:
    """Return the order and [low, high] as t1/d, t2/d, exchanging the runs where the interval lies below 0."""
    if low < 0:
        table, low, high = table.swapped(), -high, -low
    d = low.denominator * high.denominator
    return Order(table.N, table.b, table.c, max(FRACTION_BITS, bits - 64)), int(low * d), int(high * d), d


def _outer(table: Table, low: Fraction, high: Fraction, bits: int) -> list[int]:
    """Return a polynomial in u that is nowhere below P(region at delta) for any delta in [low, high]."""
    order, t1, t2, d = _sides(table, low, high, bits)
    N = table.N
    above = weights(N, t2, d, bits)
    return region_polynomial(N, order.outer(t1, t2, d), above, weights(N, t1, d, bits), bits)


def _inner(table: Table, delta: Fraction, bits: int) -> list[int]:
    """Return a polynomial in u that is nowhere above P(region at delta)."""
    order, t, _, d = _sides(table, delta, delta, bits)
    share = weights(table.N, t, d, bits)
    return region_polynomial(table.N, order.inner(t, d), share, share, bits)


def unconditional_p(table: Table, null_delta: Fraction = Fraction(0)) -> Real:
    """Return the exact unconditional p-value of delta = `null_delta`, a probability [SuissaShuster1991].

    The supremum over the nuisance parameter of P(|T| >= |T(observed)|), T Tango's score; at 0 the order is that of
    (b-c)^2 / n. Certified (12 digits in about a second at N = 500). 1 where the observed delta is `null_delta`, else 0
    at 1 and -1. Raises `TooLarge` for N > 500 (N > 100 for another delta than 0), `LevelError` outside [-1, 1],
    `Undecided` where another table's score is too close to the observed one.

    >>> unconditional_p(Table(70, 4, 1, 7)).decimal(7)
    '0.2493013'
    """
    N, what = table.N, f"the exact unconditional p-value of delta = {format_exact(null_delta)}"
    if not -1 <= null_delta <= 1:
        raise LevelError(f"null_delta={format_exact(null_delta)} is outside [-1, 1]")
    _check_size(N, MAX_ITEMS if null_delta else MAX_ITEMS_AT_ZERO, "the exact unconditional p-value")
    if table.b - table.c == null_delta * N:
        return Real.exact(1, what=what)
    if abs(null_delta) == 1:  # then only one table can be observed, and it is not this one
        return Real.exact(0, what=what)

    def refine(bits: int) -> tuple[Fraction, Fraction]:
        w = max(bits, N) + 32
        width = 1 << max(0, w - bits + 24)
        if null_delta:
            low = supremum(_inner(table, null_delta, w), rounding(N), width)[0]
            high = supremum(_outer(table, null_delta, null_delta, w), rounding(N), width)[1]
        else:  # the order is exact, and the coefficients are the tails themselves
            low, high = supremum(_inner(table, null_delta, w), 0, width)
        return Fraction(low, 1 << w), min(Fraction(1), Fraction(high, 1 << w))

    return Real.refined(refine, what=what, max_bits=_P_BITS)


def _check_size(N: int, limit: int, quantity: str) -> None:
    if limit < N:
        raise TooLarge(
            quantity,
            predicted=N,
            limit=limit,
            unit="items",
            alternative=f"each step costs about N^2 = {N * N} big-integer products; 'tango' serves every N",
        )


class _LowerEnd:
    """The lower end of {delta: p > alpha}: p <= alpha is proved on [-1, lo], p > alpha at hi."""

    def __init__(self, table: Table, q: Quantile, what: str) -> None:
        self.table, self.q, self.what = table, q, what
        self.bits, self.alpha = _BITS, q.alpha_bracket(_BITS)
        self.lo, self.hi = Fraction(-1), Fraction(table.b - table.c, table.N)

    def refine(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return lo <= limit <= hi with hi - lo <= 2^-(bits/2)."""
        if bits > self.bits:
            self.bits, self.alpha = bits, self.q.alpha_bracket(bits)
        while (self.hi - self.lo) * (1 << bits // 2) > 1:
            self._halve()
        return self.lo, self.hi

    def _halve(self) -> None:
        """Move hi to the middle if p > alpha there; else prove p <= alpha up to the middle, or find where it is not."""
        middle = _short_middle(self.lo, self.hi)
        if self._above(middle):
            self.hi = middle
            return
        pending = [(self.lo, middle)]
        while pending:
            low, high = pending.pop()
            if self._nowhere_above(low, high):
                self.lo = high
                continue
            between = _short_middle(low, high)
            if self._above(between):
                self.hi = between
                return
            if (high - low) * (1 << self.bits // 2 + 16) < 1:
                raise Undecided(f"{self.what}: p is too close to alpha near {float(low)!r}", bits=self.bits)
            pending += [(between, high), (low, between)]

    def _above(self, delta: Fraction) -> bool:
        coefficients = _inner(self.table, delta, self.bits)
        return exceeds(coefficients, rounding(self.table.N), self.alpha[1], self.bits) is True

    def _nowhere_above(self, low: Fraction, high: Fraction) -> bool:
        coefficients = _outer(self.table, low, high, self.bits)
        return exceeds(coefficients, rounding(self.table.N), self.alpha[0], self.bits) is False


def _short_middle(low: Fraction, high: Fraction) -> Fraction:
    """Return 0 where it lies inside (the sides change roles there), else a short dyadic near the middle."""
    if low < 0 < high:
        return Fraction(0)
    width = high - low
    scale = 1 << (3 + width.denominator.bit_length() - width.numerator.bit_length())
    return Fraction(round((low + high) / 2 * scale), scale)


def _lower(table: Table, q: Quantile, what: str) -> Real:
    if table.c == table.N:  # the observed delta is -1 itself
        return Real.exact(-1, what=what)
    return Real.refined(_LowerEnd(table, q, what).refine, what=what, max_bits=_LIMIT_BITS)


def exact_unconditional(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the ends of the hull of {delta: p > alpha} [SuissaShuster1991; Tango1998]; `TooLarge` for N > 100."""
    _check_size(table.N, MAX_ITEMS, "exact-unconditional")
    lower = _lower(table, q, "the lower exact-unconditional limit")
    return lower, -_lower(table.swapped(), q, "the upper exact-unconditional limit")


REGISTRY.register(
    Method(
        id="exact-unconditional",
        label="Exact unconditional (Tango's score)",
        estimand="delta",
        source="SuissaShuster1991; Tango1998",
        dual_of=None,
        parameter_range="within [-1, 1]",
        weaknesses=(
            "the hull of the deltas that the exact unconditional test does not reject, which may have holes, and an end"
            " may be a jump; expensive, refused for N above 100; certified to 180 bits (54 digits), no further"
        ),
        at_no_discordance="symmetric about 0, of positive width",
        at_empty_margin="no special case",
        compute=exact_unconditional,
    )
)
