"""Second witnesses for the closed-form and score intervals: textbook formulas in python-flint balls.

Nothing here is shared with the package: the formulas are written as the sources print them, z comes from arb's
erfinv, and score limits from bisection of the printed score in balls.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint

BITS = 400


def ball(q: Fraction | int) -> Any:
    """Return q as a ball."""
    value = Fraction(q)
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def z_of(level: Fraction) -> Any:
    """Return the two-sided normal quantile."""
    return flint.arb(2).sqrt() * ball(level).erfinv()


def root(x: Any) -> Any:
    """Return the square root of a number known to be >= 0, whose ball may reach below; NaN for one below 0."""
    if x > 0 or x < 0:
        return x.sqrt()
    return flint.arb(0).union(abs(x).upper().sqrt())


def wilson(k: int, N: int, z: Any) -> tuple[Any, Any]:
    p = ball(Fraction(k, N))
    centre = p + z * z / (2 * N)
    spread = z * root(p * (1 - p) / N + z * z / (4 * N * N))
    return (centre - spread) / (1 + z * z / N), (centre + spread) / (1 + z * z / N)


def wilson_cc(k: int, N: int, z: Any) -> tuple[Any, Any]:
    p = ball(Fraction(k, N))
    q = 1 - p
    low = (2 * N * p + z * z - 1 - z * root(z * z - 2 - ball(Fraction(1, N)) + 4 * p * (N * q + 1))) / (2 * (N + z * z))
    high = (2 * N * p + z * z + 1 + z * root(z * z + 2 - ball(Fraction(1, N)) + 4 * p * (N * q - 1))) / (
        2 * (N + z * z)
    )
    return (flint.arb(0) if k == 0 else low), (flint.arb(1) if k == N else high)


def agresti_coull(k: int, N: int, z: Any) -> tuple[Any, Any]:
    size = N + z * z
    p = (k + z * z / 2) / size
    spread = z * root(p * (1 - p) / size)
    return p - spread, p + spread


def wald_rate(k: int, N: int, z: Any) -> tuple[Any, Any]:
    p = ball(Fraction(k, N))
    spread = z * root(p * (1 - p) / N)
    return p - spread, p + spread


RATES: dict[str, Callable[[int, int, Any], tuple[Any, Any]]] = {
    "wilson": wilson,
    "wilson-cc": wilson_cc,
    "agresti-coull": agresti_coull,
    "wald": wald_rate,
}


def _symmetric(centre: Fraction, variance: Fraction, z: Any, shift: Fraction = Fraction(0)) -> tuple[Any, Any]:
    spread = z * root(ball(variance)) + ball(shift)
    return ball(centre) - spread, ball(centre) + spread


def wald(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    N = a + b + c + d
    p, r = Fraction(b, N), Fraction(c, N)
    return _symmetric(p - r, (p + r - (p - r) ** 2) / N, z)


def wald_fleiss(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    N = a + b + c + d
    p, r = Fraction(b, N), Fraction(c, N)
    return _symmetric(p - r, (p + r - (p - r) ** 2) / N, z, Fraction(1, N))


def wald_cc_variance(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    N = a + b + c + d
    variance = (Fraction(b + c) - Fraction((abs(b - c) - 1) ** 2, N)) / N**2
    return _symmetric(Fraction(b - c, N), max(variance, Fraction(0)), z)


def agresti_min(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    half = Fraction(1, 2)
    cells = [x + half for x in (a, b, c, d)]
    N = sum(cells)
    p, r = cells[1] / N, cells[2] / N
    return _symmetric(p - r, (p + r - (p - r) ** 2) / N, z)


def bonett_price(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    N = a + b + c + d
    p, r = Fraction(b + 1, N + 2), Fraction(c + 1, N + 2)
    return _symmetric(p - r, (p + r - (p - r) ** 2) / (N + 2), z)


def _phi(a: int, b: int, c: int, d: int, corrected: bool = False) -> Any:
    product = (a + b) * (c + d) * (a + c) * (b + d)
    if product == 0:
        return flint.arb(0)
    numerator = Fraction(a * d - b * c)
    if corrected and numerator > 0:
        numerator = max(numerator - Fraction(a + b + c + d, 2), Fraction(0))
    return ball(numerator) / flint.arb(product).sqrt()


def _mover(
    a: int, b: int, c: int, d: int, z: Any, rate: Callable[[int, int, Any], tuple[Any, Any]], corrected: bool = False
) -> tuple[Any, Any]:
    N = a + b + c + d
    p, r = ball(Fraction(a + b, N)), ball(Fraction(a + c, N))
    l1, u1 = rate(a + b, N, z)
    l2, u2 = rate(a + c, N, z)
    phi = _phi(a, b, c, d, corrected)
    return p - r - _spread(p - l1, u2 - r, phi), p - r + _spread(u1 - p, r - l2, phi)


def _spread(x: Any, y: Any, phi: Any) -> Any:
    return root(x * x - 2 * phi * x * y + y * y)  # a ball around 0 to the power 2 is NaN


def newcombe_plain(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    return _mover(a, b, c, d, z, wilson)


def newcombe_corrected(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    return _mover(a, b, c, d, z, wilson, corrected=True)


def newcombe_cc(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    return _mover(a, b, c, d, z, wilson_cc)


def tango_statistic(b: int, c: int, N: int, x: Fraction, correction: int = 0) -> Any:
    """Return T(x)^2 with the sign of b - c - N x; None where the variance is 0."""
    A = 2 * N
    B = -b - c + (2 * N - b + c) * x
    C = -c * x * (1 - x)
    p = (ball(B * B - 4 * A * C).sqrt() - ball(B)) / (2 * A)
    variance = N * (2 * p + ball(x * (1 - x)))
    distance = b - c - N * x
    size = max(abs(distance) - correction, Fraction(0))
    if size == 0:
        return flint.arb(0)
    return (1 if distance > 0 else -1) * ball(size) ** 2 / variance


def tango_reaches(a: int, b: int, c: int, d: int, z: Any, x: Fraction, correction: int = 0) -> bool | None:
    """Return whether T(x) > z, None where the balls do not tell."""
    excess = tango_statistic(b, c, a + b + c + d, x, correction) - z * z
    return True if excess > 0 else (False if excess < 0 else None)


def tang_statistic(a: int, b: int, c: int, d: int, x: Fraction) -> Any:
    """Return Tang's T(x)^2 with the sign of (a + b) - (a + c) x."""
    N, p, r = a + b + c + d, a + b, a + c
    A = N * (1 + x)
    B = r * x * x - (a + b + 2 * c)
    C = c * (1 - x) * Fraction(a + b + c, N)
    est = (ball(B * B - 4 * A * C).sqrt() - ball(B)) / (2 * ball(A))
    variance = N * ball(1 + x) * est + ball((a + b + c) * (x - 1))
    distance = p - r * x
    return (1 if distance > 0 else -1) * ball(distance) ** 2 / variance


def tang_reaches(a: int, b: int, c: int, d: int, z: Any, x: Fraction) -> bool | None:
    """Return whether Tang's T(x) > z, None where the balls do not tell."""
    excess = tang_statistic(a, b, c, d, x) - z * z
    return True if excess > 0 else (False if excess < 0 else None)


def wald_log(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    p, r = a + b, a + c
    error = root(ball(Fraction(b + c, p * r)))
    ratio = ball(Fraction(p, r))
    return ratio * (-z * error).exp(), ratio * (z * error).exp()


def bonett_price_hybrid(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    M, p, r = a + b + c, a + b, a + c
    A = root(ball(Fraction(b + c + 2, (p + 1) * (r + 1))))
    B = root(ball((1 - Fraction(p + 1, M + 2)) / (p + 1)))
    C = root(ball((1 - Fraction(r + 1, M + 2)) / (r + 1)))
    adjusted = A / (B + C) * z
    l1, u1 = wilson(p, M, adjusted)
    l2, u2 = wilson(r, M, adjusted)
    return l1 / u2, u1 / l2


def mover_wilson(a: int, b: int, c: int, d: int, z: Any) -> tuple[Any, Any]:
    N = a + b + c + d
    p, r = ball(Fraction(a + b, N)), ball(Fraction(a + c, N))
    l1, u1 = wilson(a + b, N, z)
    l2, u2 = wilson(a + c, N, z)
    phi = _phi(a, b, c, d)
    first, second = phi * (p - l1) * (u2 - r), phi * (u1 - p) * (r - l2)
    low = (first - p * r + root((first - p * r) ** 2 - l1 * (2 * p - l1) * u2 * (2 * r - u2))) / (u2 * (u2 - 2 * r))
    high = (second - p * r - root((second - p * r) ** 2 - u1 * (2 * p - u1) * l2 * (2 * r - l2))) / (l2 * (l2 - 2 * r))
    return low, high


DELTA = {
    "wald": wald,
    "wald-fleiss": wald_fleiss,
    "wald-cc-variance": wald_cc_variance,
    "agresti-min": agresti_min,
    "bonett-price": bonett_price,
    "newcombe-plain": newcombe_plain,
    "newcombe-corrected": newcombe_corrected,
    "newcombe-cc": newcombe_cc,
}
RATIO = {"wald-log": wald_log, "bonett-price-hybrid": bonett_price_hybrid, "mover-wilson": mover_wilson}


def agrees(bracket: tuple[Fraction, Fraction], witness: Any) -> bool:
    """Return whether a bracket and a ball have a point in common; a ball too wide to tell anything is no witness."""
    assert witness.is_finite()
    assert witness.rad() < 2.0 ** -(BITS // 3) * max(1, abs(witness.mid()))
    return not (ball(bracket[0]) > witness or ball(bracket[1]) < witness)
