"""A checker of certificates: from the defining equations, in Fractions, with nothing else of this package.

`check(document)` reads what `Certificate.to_dict` wrote and returns nothing, or raises `Rejected` with the first claim
that does not hold. What it takes on trust: that each score falls from one end of its range to the other (Tango's by the
argument in `score_root`, Wilson's and Clopper and Pearson's by calculus), so that one sign on either side of a limit
encloses it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb, isqrt
from typing import Any, Final

Ends = tuple[Fraction, Fraction]


class Rejected(ValueError):  # noqa: N818 - the verdict's name, as a reader would say it
    """A certificate whose claim does not follow."""


def _demand(holds: bool, claim: str) -> None:
    if not holds:
        raise Rejected(claim)


_WALD: Final = ("wald", "wald-fleiss", "wald-cc-variance", "agresti-min", "bonett-price")
DELTA: Final = frozenset((*_WALD, "newcombe-plain", "newcombe-corrected", "tango", "tango-cc"))
RATES: Final = frozenset(("wilson", "clopper-pearson"))
_HEX: Final = re.compile(r"-?0x[0-9a-f]+")


def _integer(text: Any, name: str) -> int:
    _demand(isinstance(text, str) and _HEX.fullmatch(text) is not None, f"{name}: a hexadecimal integer")
    return int(text, 16)


def _number(text: Any, name: str = "number") -> Fraction:
    parts = text.split("/") if isinstance(text, str) else []
    _demand(len(parts) == 2, f"{name}: a quotient of two integers")
    numerator, denominator = (_integer(part, name) for part in parts)
    _demand(denominator > 0, f"{name}: the denominator is above 0")
    return Fraction(numerator, denominator)


def _ends(pair: Any, name: str) -> Ends:
    _demand(isinstance(pair, list) and len(pair) == 2, f"{name}: two ends")
    lo, hi = (_number(text, name) for text in pair)
    _demand(lo <= hi, f"{name}: the ends are in order")
    return lo, hi


_KEYS: Final = frozenset(("estimand", "method", "side", "counts", "level", "z", "limit", "wilson"))


def _check_form(document: Any) -> None:
    """Every key is there and says something that is known: what is not checked here is not taken on trust below."""
    _demand(isinstance(document, dict) and document.keys() == _KEYS, f"the keys are {', '.join(sorted(_KEYS))}")
    _demand(document["side"] in ("lower", "upper"), "the side is lower or upper")
    known = {"delta": (DELTA, 4), "pass-rate": (RATES, 2)}.get(str(document["estimand"]))
    _demand(known is not None, "the estimand is delta or pass-rate")
    assert known is not None  # demanded above
    _demand(document["method"] in known[0], "the method is one that can be checked")
    _demand(isinstance(document["counts"], list) and len(document["counts"]) == known[1], f"{known[1]} counts")
    _demand(isinstance(document["wilson"], list), "wilson is a list")


def check(document: dict[str, Any]) -> None:
    """Raise `Rejected` unless the certified limit provably lies in its bracket."""
    _check_form(document)
    counts = [_integer(count, "counts") for count in document["counts"]]
    _demand(all(count >= 0 for count in counts), "counts are not negative")
    limit, z = _ends(document["limit"], "limit"), _ends(document["z"], "z")
    method, lower = document["method"], document["side"] == "lower"
    level = None if document["level"] is None else _number(document["level"], "level")
    if level is None:
        _demand(z[0] == z[1] > 0, "a given z is one positive number")
    else:
        _demand(0 < level < 1, "the level is between 0 and 1")
        if method != "clopper-pearson":
            _check_quantile(level, z)
    if document["estimand"] == "pass-rate":
        k, N = counts
        _demand(k <= N > 0, "k is at most N, and N above 0")
        _check_rate(method, k, N, limit, z, level, lower)
        return
    a, b, c, d = counts
    _demand(a + b + c + d > 0, "there are items")
    if not lower:  # the upper limit is minus the lower one of the exchanged runs
        b, c, limit = c, b, (-limit[1], -limit[0])
    if method.startswith("newcombe"):
        _demand(len(document["wilson"]) == 4, "four wilson limits")
        wilson = [_ends(pair, "wilson limit") for pair in document["wilson"]]
        _check_newcombe(a, b, c, d, limit, z, wilson if lower else wilson[2:] + wilson[:2], method)
    elif method.startswith("tango"):
        _check_tango(a + b + c + d, b, c, limit, z, 1 if method == "tango-cc" else 0)
    else:
        _check_wald(a + b + c + d, b, c, limit, z, method)


# ---------------------------------------------------------------------- the normal quantile


def _arctangent(p: int, q: int, bits: int) -> Ends:
    """Return bounds on atan(p/q), p < q, by its alternating series, cut at 2^-bits."""
    total, k = Fraction(0), 0
    while True:
        term = Fraction(p, q) ** (2 * k + 1) / (2 * k + 1)
        if term < Fraction(1, 1 << bits):
            return (total, total + term) if k % 2 == 0 else (total - term, total)
        total += term if k % 2 == 0 else -term
        k += 1


def _circle(bits: int) -> Ends:
    """Return bounds on pi = 20 atan(1/7) + 8 atan(3/79) (Euler)."""
    first, second = _arctangent(1, 7, bits), _arctangent(3, 79, bits)
    return 20 * first[0] + 8 * second[0], 20 * first[1] + 8 * second[1]


def _area(z: Fraction, bits: int) -> Ends:
    """Return bounds on the sum (-1)^k z^(2k+1) / (2^k k! (2k+1)), sqrt(pi/2) times P(|Z| <= z), in units cut outward.

    Once the terms fall they alternate, so that the rest is between 0 and the next one.
    """
    scale = 1 << bits
    low = high = Fraction(z.numerator * scale, z.denominator)
    below, above = low.__floor__(), high.__ceil__()
    total_low, total_high, k = 0, 0, 0
    square = z * z
    while True:
        low_term, high_term = below // (2 * k + 1), -(-above // (2 * k + 1))
        if k % 2 == 0:
            total_low, total_high = total_low + low_term, total_high + high_term
        else:
            total_low, total_high = total_low - high_term, total_high - low_term
        if high_term <= 1 and square < 2 * k:
            return Fraction(total_low - 2, scale), Fraction(total_high + 2, scale)
        k += 1
        below = (below * square / (2 * k)).__floor__()
        above = (above * square / (2 * k)).__ceil__()


def _check_quantile(level: Fraction, z: Ends) -> None:
    """P(|Z| <= z) <= level at the lower end and >= at the upper one, both squared: 2/pi S^2 against level^2."""
    bits = 32 + 2 * max(end.denominator.bit_length() for end in z) + int(2 * z[1] * z[1])
    pi = _circle(bits)
    _demand(z[0] >= 0, "z is not negative")
    _demand(2 * _area(z[0], bits)[1] ** 2 <= level**2 * pi[0], "the lower end of z is not above the quantile")
    _demand(2 * _area(z[1], bits)[0] ** 2 >= level**2 * pi[1], "the upper end of z is not below the quantile")


# ---------------------------------------------------------------------- one rate


def _check_rate(method: str, k: int, N: int, limit: Ends, z: Ends, level: Fraction | None, lower: bool) -> None:
    if not lower:  # the upper limit is 1 minus the lower one for the failures
        k, limit = N - k, (1 - limit[1], 1 - limit[0])
    if method == "wilson":
        _check_wilson(k, N, limit, z)
        return
    _demand(level is not None, "clopper-pearson has a level")
    assert level is not None  # demanded above
    if k == 0:
        _demand(limit[0] <= 0 <= limit[1], "the lower clopper-pearson limit of 0 passes is 0")
        return
    half = (1 - level) / 2
    _demand(_upper_tail(k, N, limit[0]) <= half, "the tail at the lower end is at most alpha/2")
    _demand(_upper_tail(k, N, limit[1]) >= half, "the tail at the upper end is at least alpha/2")


def _upper_tail(k: int, N: int, theta: Fraction) -> Fraction:
    return sum((comb(N, i) * theta**i * (1 - theta) ** (N - i) for i in range(k, N + 1)), Fraction(0))


def _check_wilson(k: int, N: int, limit: Ends, z: Ends) -> None:
    """The lower Wilson limit is the t <= k/N with (k - N t)^2 = z^2 N t (1 - t); the quotient falls with t there."""
    lo, hi = limit
    if k == 0:
        _demand(lo <= 0 <= hi, "the lower wilson limit of 0 passes is 0")
        return
    _demand(0 <= lo <= Fraction(k, N), "the lower end is a rate below k/N")
    _demand((k - N * lo) ** 2 >= z[1] ** 2 * N * lo * (1 - lo), "the score at the lower end is at least z")
    below = hi >= Fraction(k, N) or (k - N * hi) ** 2 <= z[0] ** 2 * N * hi * (1 - hi)
    _demand(below, "the score at the upper end is at most z")


# ---------------------------------------------------------------------- delta


def _below(distance: Fraction, square: Fraction) -> bool:
    """Whether distance <= sqrt(square) for a square that may be known from below only (then perhaps negative)."""
    return distance <= 0 or distance**2 <= square


def _check_wald(N: int, b: int, c: int, limit: Ends, z: Ends, method: str) -> None:
    """The limit is centre - shift - z sqrt(radicand)."""
    shift = Fraction(0)
    if method == "agresti-min":
        half = Fraction(1, 2)
        total, first, second = N + 2, b + half, c + half
    elif method == "bonett-price":
        total, first, second = N + 2, Fraction(b + 1), Fraction(c + 1)
    else:
        total, first, second = N, Fraction(b), Fraction(c)
        shift = Fraction(1, N) if method == "wald-fleiss" else shift
    reduced = abs(first - second) - (1 if method == "wald-cc-variance" else 0)
    radicand = max((first + second - reduced**2 / total) / total**2, Fraction(0))
    start = (first - second) / total - shift
    _demand(start - limit[0] >= 0, "the lower end is below the centre")
    _demand((start - limit[0]) ** 2 >= z[1] ** 2 * radicand, "the lower end is not above the limit")
    _demand(_below(start - limit[1], z[0] ** 2 * radicand), "the upper end is not below the limit")


def _root(q: Fraction) -> Ends:
    """Return bounds on the root of q >= 0, to about 200 bits beyond q's own."""
    bits = 400 + 2 * q.denominator.bit_length()
    scaled = q.numerator * (1 << 2 * bits) // q.denominator
    return Fraction(isqrt(scaled), 1 << bits), Fraction(isqrt(scaled) + 1, 1 << bits)


def _check_tango(N: int, b: int, c: int, limit: Ends, z: Ends, correction: int) -> None:
    """The limit is where (b - c - N x - correction)^2 / V(x) falls through z^2; V = N (2p + x (1-x)) by definition."""
    if b - c - correction <= -N:
        _demand(limit[0] <= -1 <= limit[1], "the score stays below z down to -1")
        return
    for x, at_least in ((limit[0], True), (limit[1], False)):
        numerator = b - c - N * x - correction
        if not at_least and numerator <= 0:
            continue
        _demand(numerator >= 0 and x >= -1, "the lower end is below the estimate")
        B = -b - c + (2 * N - b + c) * x
        root = _root(B * B + 8 * N * c * x * (1 - x))
        low, high = (N * (2 * (r - B) / (4 * N) + x * (1 - x)) for r in root)
        if at_least:
            _demand(numerator**2 >= z[1] ** 2 * high, "the score at the lower end is at least z")
        else:
            _demand(numerator**2 <= z[0] ** 2 * low, "the score at the upper end is at most z")


def _check_newcombe(a: int, b: int, c: int, d: int, limit: Ends, z: Ends, wilson: list[Ends], method: str) -> None:
    """The limit is delta - sqrt(x^2 - 2 phi x y + y^2); x, y from Wilson limits that are checked first."""
    N, first, second = a + b + c + d, a + b, a + c
    l1, u1, l2, u2 = wilson
    for k, low, high in ((first, l1, u1), (second, l2, u2)):
        _check_wilson(k, N, low, z)
        _check_wilson(N - k, N, (1 - high[1], 1 - high[0]), z)
    x = max(Fraction(first, N) - l1[1], Fraction(0)), Fraction(first, N) - l1[0]
    y = max(u2[0] - Fraction(second, N), Fraction(0)), u2[1] - Fraction(second, N)
    numerator, product = Fraction(a * d - b * c), first * (c + d) * second * (b + d)
    if method == "newcombe-corrected" and numerator > 0:
        numerator = max(numerator - Fraction(N, 2), Fraction(0))
    size = _root(numerator**2 / product) if product and numerator else (Fraction(0), Fraction(0))
    phi = size if numerator >= 0 else (-size[1], -size[0])
    crosses = [f * g * h for f in phi for g in x for h in y]
    least = x[0] ** 2 + y[0] ** 2 - 2 * max(crosses)
    most = x[1] ** 2 + y[1] ** 2 - 2 * min(crosses)
    if method == "newcombe-plain" and b == c == 0 and a == d:
        least = most = Fraction(0)  # phi = 1 and x = y: the radicand is 0 for every z
    delta = Fraction(b - c, N)
    _demand(delta >= limit[0], "the lower end is below the estimate")
    _demand((delta - limit[0]) ** 2 >= most, "the lower end is not above the limit")
    _demand(_below(delta - limit[1], least), "the upper end is not below the limit")
