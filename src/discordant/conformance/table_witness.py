"""A second algorithm for limits of delta and of the ratio of pass rates: textbook formulas in mpmath at 70 digits.

As in `rate_witness`: closed forms as printed, score limits as roots of the score that the source prints, and
square-and-add on the rates' own limits. Nothing here calls the enclosed room.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from discordant.conformance.large_witness import JEFFREYS, RATE
from discordant.conformance.rate_witness import Limits, Setting, wilson, wilson_cc

# ---------------------------------------------------------------------------------------------- difference delta


def _phi(s: Setting, a: int, b: int, c: int, d: int, corrected: bool = False) -> Any:
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    numerator = s.q(a * d - b * c)
    if corrected and numerator > 0:
        numerator = max(numerator - s.q(Fraction(a + b + c + d, 2)), s.mp.mpf(0))
    return numerator / s.mp.sqrt(margins) if margins else s.mp.mpf(0)


def _square_and_add(rate: Callable[[Setting, int, int], Limits], corrected: bool) -> Callable[..., Limits]:
    def value(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
        N = a + b + c + d
        p1, p2, phi = s.q(Fraction(a + b, N)), s.q(Fraction(a + c, N)), _phi(s, a, b, c, d, corrected)
        (l1, u1), (l2, u2) = rate(s, a + b, N), rate(s, a + c, N)

        def radius(x: Any, y: Any) -> Any:
            return s.mp.sqrt(max(s.mp.mpf(0), x * x - 2 * phi * x * y + y * y))

        return p1 - p2 - radius(p1 - l1, u2 - p2), p1 - p2 + radius(u1 - p1, p2 - l2)

    return value


def _centred(s: Setting, centre: Any, variance: Any, extra: Any = 0) -> Limits:
    half = s.z * s.mp.sqrt(max(s.mp.mpf(0), variance)) + extra
    return centre - half, centre + half


def _wald(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    N = a + b + c + d
    p, r = s.q(Fraction(b, N)), s.q(Fraction(c, N))
    return _centred(s, p - r, (p + r - (p - r) ** 2) / N)


def _wald_fleiss(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    N = a + b + c + d
    p, r = s.q(Fraction(b, N)), s.q(Fraction(c, N))
    return _centred(s, p - r, (p + r - (p - r) ** 2) / N, s.q(Fraction(1, N)))


def _wald_cc_variance(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    N = a + b + c + d
    return _centred(s, s.q(Fraction(b - c, N)), (b + c - s.q(Fraction((abs(b - c) - 1) ** 2, N))) / N**2)


def _agresti_min(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    N = a + b + c + d + 2
    x, y = s.q(Fraction(2 * b + 1, 2)) / N, s.q(Fraction(2 * c + 1, 2)) / N
    return _centred(s, x - y, (x + y - (x - y) ** 2) / N)


def _bonett_price(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    N = a + b + c + d + 2
    x, y = s.q(Fraction(b + 1, N)), s.q(Fraction(c + 1, N))
    return _centred(s, x - y, (x + y - (x - y) ** 2) / N)


def _tango(correction: int) -> Callable[..., Limits]:
    def value(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
        mp, N = s.mp, a + b + c + d

        def score(x: Any) -> Any:
            linear = (2 * N - b + c) * x - b - c
            q = (mp.sqrt(max(mp.mpf(0), linear**2 + 8 * N * c * x * (1 - x))) - linear) / (4 * N)
            variance = N * (2 * q + x * (1 - x))
            gap = b - c - N * x
            gap = mp.sign(gap) * max(mp.mpf(0), abs(gap) - correction)
            if variance <= mp.mpf(10) ** -60:
                return mp.sign(gap) * mp.inf if gap else mp.mpf(0)
            return gap / mp.sqrt(variance)

        estimate, edge = s.q(Fraction(b - c, N)), 1 - mp.mpf(10) ** -50
        low = s.root(lambda x: score(x) - s.z, -1, estimate) if score(-edge) > s.z else mp.mpf(-1)
        high = s.root(lambda x: score(x) + s.z, estimate, 1) if score(edge) < -s.z else mp.mpf(1)
        return low, high

    return value


def _conditional(rate: Callable[[Setting, int, int], Limits]) -> Callable[..., Limits]:
    def value(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
        n, N = b + c, a + b + c + d
        low, high = rate(s, b, n) if n else (s.mp.mpf(0), s.mp.mpf(1))
        return (2 * low - 1) * n / N, (2 * high - 1) * n / N

    return value


DELTA: Final[dict[str, Callable[..., Limits]]] = {
    "wald": _wald,
    "wald-fleiss": _wald_fleiss,
    "wald-cc-variance": _wald_cc_variance,
    "agresti-min": _agresti_min,
    "bonett-price": _bonett_price,
    "newcombe-plain": _square_and_add(wilson, False),
    "newcombe-corrected": _square_and_add(wilson, True),
    "newcombe-cc": _square_and_add(wilson_cc, False),
    "mover-jeffreys": _square_and_add(JEFFREYS, False),
    "tango": _tango(0),
    "tango-cc": _tango(1),
    "conditional-clopper-pearson": _conditional(RATE["clopper-pearson"]),
    "conditional-mid-p": _conditional(RATE["mid-p"]),
    "conditional-wilson": _conditional(wilson),
}

# ---------------------------------------------------------------------------------------------- ratio of pass rates


def _wald_log(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    if not (a + b and a + c):
        return s.mp.mpf(0), s.mp.inf
    centre = s.mp.log(s.q(Fraction(a + b, a + c)))
    half = s.z * s.mp.sqrt(s.q(Fraction(b + c, (a + b) * (a + c))))
    return s.mp.exp(centre - half), s.mp.exp(centre + half)


def _tang(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    mp, N, x1, x0 = s.mp, a + b + c + d, a + b, a + c
    if not (x1 or x0):
        return mp.mpf(0), mp.inf

    def score(x: Any) -> Any:
        linear = x0 * x * x - (a + b + 2 * c)
        q = (mp.sqrt(max(mp.mpf(0), linear**2 - 4 * (1 + x) * c * (1 - x) * (a + b + c))) - linear) / (2 * N * (1 + x))
        variance = N * (1 + x) * q + (a + b + c) * (x - 1)
        gap = x1 - x0 * x
        if variance <= mp.mpf(10) ** -60:
            return mp.sign(gap) * mp.inf if gap else mp.mpf(0)
        return gap / mp.sqrt(variance)

    estimate = s.q(Fraction(x1, x0)) if x0 else mp.mpf(10) ** 12
    low = s.root(lambda x: score(x) - s.z, 0, estimate) if x1 else mp.mpf(0)
    if not x0:
        return low, mp.inf
    inverse = s.root(lambda y: score(1 / y) + s.z, mp.mpf(10) ** -30, 1 / estimate if x1 else mp.mpf(10) ** 12)
    return low, 1 / inverse


def _mover_wilson(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    mp, N = s.mp, a + b + c + d
    if not (a + b or a + c):
        return mp.mpf(0), mp.inf
    p, r, phi = s.q(Fraction(a + b, N)), s.q(Fraction(a + c, N)), _phi(s, a, b, c, d)
    (l1, u1), (l2, u2) = wilson(s, a + b, N), wilson(s, a + c, N)

    def end(x: Any, y: Any, sign: int) -> Any:
        """Solve (the limit's quadratic) y(2r - y) R^2 - 2 A R + x(2p - x) = 0, x and y the Wilson limits used."""
        middle = p * r - phi * abs(p - x) * abs(y - r)
        quadratic, product = y * (2 * r - y), x * (2 * p - x)
        root = mp.sqrt(max(mp.mpf(0), middle**2 - quadratic * product))
        if sign < 0:
            return product / (middle + root) if abs(quadratic) < mp.mpf(10) ** -30 else (middle - root) / quadratic
        return mp.inf if abs(quadratic) < mp.mpf(10) ** -60 else (middle + root) / quadratic

    low = end(l1, u2, -1) if a + b else mp.mpf(0)
    return low, (end(u1, l2, 1) if a + c else mp.inf)


def _bonett_price_hybrid(s: Setting, a: int, b: int, c: int, d: int) -> Limits:
    mp, M, x1, x0 = s.mp, a + b + c, a + b, a + c
    if not M:
        return mp.mpf(0), mp.inf
    first = mp.sqrt((1 - s.q(Fraction(x1 + 1, M + 2))) / (x1 + 1))
    second = mp.sqrt((1 - s.q(Fraction(x0 + 1, M + 2))) / (x0 + 1))
    both = mp.sqrt(s.q(Fraction(b + c + 2, (x1 + 1) * (x0 + 1))))
    s.z = s.z * both / (first + second)
    (l1, u1), (l0, u0) = wilson(s, x1, M), wilson(s, x0, M)
    return (l1 / u0 if x1 else mp.mpf(0)), (u1 / l0 if x0 else mp.inf)


RATIO: Final[dict[str, Callable[..., Limits]]] = {
    "wald-log": _wald_log,
    "tang-score": _tang,
    "mover-wilson": _mover_wilson,
    "bonett-price-hybrid": _bonett_price_hybrid,
}
