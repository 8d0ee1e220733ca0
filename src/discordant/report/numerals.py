"""How numbers are printed: correctly rounded, and never so that print and decision seem to disagree.

Every function takes a `Real` (an exact value is one, too) and rounds its true value once, half to even.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from discordant.enclosed.real import Real
from discordant.exact.dyadic import format_exact

_SIGN_PLACES: Final = 3
"""Decimal places added at most to show that a number is not zero."""

_ALPHA_PLACES: Final = 12
"""Digits added at most to show on which side of alpha a p-value is."""

_POINT_PLACES: Final = 6
"""Decimals of percentage points that are printed at most."""

_LAST_POWER: Final = 5000
"""Exponents of ten beyond which a number is printed as its logarithm alone."""


def ratio(q: Fraction) -> str:
    """Return an exact number as people write it: a decimal where it ends within six places, else a ratio.

    >>> ratio(Fraction(1, 20)), ratio(Fraction(1, 3))
    ('0.05', '1/3')
    """
    return _terminating(q, 6) or format_exact(q)


def percent(q: Fraction) -> str:
    """Return a level as a percentage.

    >>> percent(Fraction(19, 20)), percent(Fraction(2, 3))
    ('95%', '200/3%')
    """
    return f"{ratio(100 * q)}%"


def _terminating(q: Fraction, places: int) -> str | None:
    scaled = q * 10**places
    if scaled.denominator != 1 or abs(scaled) >= 10**30:
        return None
    digits = f"{abs(scaled.numerator):0{places + 1}d}"
    text = f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")
    return f"-{text}" if q < 0 else text


def fixed(x: Real, places: int, *, signed: bool = False) -> str:
    """Return x to `places` decimals; where rounding would turn a nonzero value into zero, to more, or as d.de-n.

    `signed` puts a plus before positive values. Infinite values print as inf and -inf.

    >>> [fixed(Real.exact(Fraction(7, 10**k)), 1) for k in (0, 3, 9)]
    ['7.0', '0.01', '7.0e-9']
    """
    sign = x.sign()
    text = x.decimal(places)
    for extra in range(1, _SIGN_PLACES + 1):
        if not sign or text.strip("-0."):
            break
        text = x.decimal(places + extra)
    if sign and not text.strip("-0."):
        text = x.scientific(2)
    return f"+{text}" if signed and sign > 0 else text


def points(q: Fraction, places: int, *, signed: bool = True) -> str:
    """Return a proportion in percentage points.

    >>> points(Fraction(7, 100), 1)
    '+7.0'
    """
    return fixed(Real.exact(100 * q), places, signed=signed)


def places_for(n: int, items: int) -> int:
    """Return how many decimals of points a difference over `items` items, n of them discordant, deserves: 1 or more.

    The last decimal is at most a tenth of a rough 95% width, 4 sqrt(n) / N, so that an interval is never printed as
    its own midpoint.

    >>> places_for(20, 200), places_for(100, 10**6)
    (1, 4)
    """
    places = 1
    # 10^(1 - places) <= 400 sqrt(n) / N, squared
    while places < _POINT_PLACES and items**2 > 160_000 * max(n, 1) * 100 ** (places - 1):
        places += 1
    return places


def root(q: Fraction, places: int) -> str:
    """Return the square root of q >= 0 to `places` decimals, the nearest.

    >>> root(Fraction(19600, 5511), 2)
    '1.89'
    """
    scaled = q * 10 ** (2 * places)
    k = math.isqrt(math.floor(scaled))
    if scaled > Fraction(2 * k + 1, 2) ** 2:
        k += 1
    digits = f"{k:0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}"


def scientific(x: Real, digits: int) -> str:
    """Return x > 0 with `digits` significant digits as d.de-n, and as 10^(log10 x) beyond exponents of 5000.

    >>> scientific(Real.exact(Fraction(1, 2**19)), 2)
    '1.9e-6'
    """
    if not 0 < float(x) < math.inf:
        power = x.log10()
        if power.compare(-_LAST_POWER) < 0 or power.compare(_LAST_POWER) > 0:
            return f"10^{power.decimal(2)}"
    return x.scientific(digits)


def probability(p: Real, alpha: Fraction | None = None) -> str:
    """Return a p-value: four decimals, two significant digits below 0.001, the whole decimal where it is short.

    Where alpha is given, digits are added until the printed number stands on the same side of alpha as p itself.

    >>> probability(Real.exact(Fraction(3, 8))), probability(Real.exact(Fraction(1351, 524288)))
    ('0.375', '0.0026')
    >>> probability(Real.exact(Fraction(500012, 10**7)), Fraction(1, 20))
    '0.050001'
    """
    exact = p.exact_value
    short = None if exact is None else _terminating(exact, 4)
    if short is not None:
        return short
    if p.compare(Fraction(1, 10000)) < 0:
        return _beside(p, alpha, lambda more: scientific(p, 2 + more))
    return _beside(p, alpha, lambda more: p.decimal((5 if p.compare(Fraction(1, 1000)) < 0 else 4) + more))


def _beside(p: Real, alpha: Fraction | None, show: Callable[[int], str]) -> str:
    text = show(0)
    if alpha is None or text.startswith("10^"):
        return text
    side = p.compare(alpha)
    for more in range(1, _ALPHA_PLACES):
        printed = Fraction(text)
        if (printed > alpha) - (printed < alpha) == side:
            break
        text = show(more)
    return text
