"""Limits on arrays in forms that do not cancel: Wilson, Wald and the two Newcombe intervals.

With z2 = z^2 and, for k of N, r = sqrt(z2 + 4k(N-k)/N), t = z (N-2k)/N, f = z/(2(N+z2)):

    k/N - lower = f (r - t),   upper - k/N = f (r + t),   (r + t)(r - t) = 4 k (N-k)/N (1 + z2/N)

and the factor that would cancel comes from the product. Counts enter as exact integers.
"""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, pi, sqrt
from typing import Any

import numpy as np

from discordant.errors import TableError
from discordant.fast.batch.arrays import Floats, Ints, read_array, read_cells
from discordant.fast.batch.expansion_kernel import two_product
from discordant.level import Exactly, read_level, read_z

Limits = tuple[Floats, Floats]


def quantile(level: Exactly, z: Exactly | None) -> float:
    """Return the two-sided normal quantile of a level, or a given z, as a float (Newton's method on erfc)."""
    if z is not None:
        return float(read_z(z).value)
    alpha = float(1 - Fraction(read_level(level, "level").value))
    x = 1.0
    for _ in range(80):  # erfc(x / sqrt 2) is convex for x > 0: from the left the steps never overshoot
        step = (erfc(x / sqrt(2.0)) - alpha) / (sqrt(2.0 / pi) * exp(-0.5 * x * x))
        x = x + step if x + step > 0.0 else 0.5 * x
        if abs(step) <= 1e-16 * x:
            break
    return x


def _offsets(k: Floats, N: Floats, z: float) -> tuple[Floats, Floats, Floats]:
    """Return k/N - lower, upper - k/N and r of Wilson's interval; k and N hold exact integers."""
    z2 = z * z
    spread = 4.0 * k * ((N - k) / N)
    r = np.sqrt(spread + z2)
    t = z * ((N - 2.0 * k) / N)
    product = spread * (1.0 + z2 / N)
    larger = r + np.abs(t)
    smaller = product / larger
    f = z / (2.0 * (N + z2))
    return f * np.where(t >= 0.0, smaller, larger), f * np.where(t >= 0.0, larger, smaller), r


def wilson(k: Any, N: Any, *, level: Exactly = "0.95", z: Exactly | None = None) -> Limits:
    """Return Wilson limits of k of N for arrays of counts, within 4 ulp of each limit [Wilson1927].

    Exactly 0 at k = 0 and 1 at k = N. `z` (an exact decimal) replaces the level. Raises `TableError` where k > N or
    N = 0, `LevelError` for the level.

    >>> low, high = wilson([174], [200])
    >>> low.round(6).tolist(), high.round(6).tolist()
    ([0.816336], [0.909718])
    """
    count, total = np.broadcast_arrays(read_array(k, "k"), read_array(N, "N"))
    if total.size and (int(total.min()) == 0 or bool((count > total).any())):
        raise TableError("k of N needs 0 <= k <= N and N >= 1; some entry breaks that")
    value = quantile(level, z)
    x, n = count.astype(float), total.astype(float)
    z2 = value * value
    r = np.sqrt(4.0 * x * ((n - x) / n) + z2)
    # (2k + z2 - z r)(2k + z2 + z r) = 4 k^2 (1 + z2/N): the sum of positive terms replaces the difference
    rest = n - x
    root = value * r + z2
    lower = 2.0 * x * (x / n) / (2.0 * x + root)
    far = 1.0 - 2.0 * rest * (rest / n) / (2.0 * rest + root)
    upper = np.where(2.0 * x < n, (2.0 * x + root) / (2.0 * (n + z2)), far)
    return np.asarray(lower), np.asarray(upper)


def _half_width(b: Floats, c: Floats, rest: Floats, N: Floats, z: float) -> Floats:
    # b + c - (b-c)^2/N = ((a+d)(b+c) + 4bc)/N, a sum of non-negative terms
    return z * np.sqrt((rest * (b + c) + 4.0 * b * c) / N) / N


def wald(a: Any, b: Any, c: Any, d: Any, *, level: Exactly = "0.95", z: Exactly | None = None) -> Limits:
    """Return Wald limits of delta = (b-c)/N for arrays of tables, unclipped.

    Within 8 ulp of max(|delta|, half-width). Errors as in `exact_p`, `TableError` also at N = 0.

    >>> low, high = wald(157, 17, 3, 23)
    >>> round(float(low), 6), round(float(high), 6)
    (0.027261, 0.112739)
    """
    (a, b, c, d), shape = read_cells(a, b, c, d)
    N = (a + b + c + d).astype(float)
    delta = (b - c) / N
    half = _half_width(b.astype(float), c.astype(float), (a + d).astype(float), N, quantile(level, z))
    return (delta - half).reshape(shape), (delta + half).reshape(shape)


def _difference_of_products(a: Floats, d: Floats, b: Floats, c: Floats) -> Floats:
    """Return ad - bc, rounded once (both products in two parts)."""
    high, low = two_product(a, d)
    other, rest = two_product(b, c)
    return (high - other) + (low - rest)


def _newcombe(cells: list[Ints], z: float, *, corrected: bool) -> tuple[Floats, Floats, Floats]:
    """Return delta, delta - lower and upper - delta by square-and-add on Wilson's limits.

    x^2 - 2 phi x y + y^2 = (x-y)^2 + 2 (1-phi) x y, with x - y in product form and, where phi > 0,
    1 - phi = (Q - num^2) / (sqrt Q (sqrt Q + num)), Q the product of the four margins. Without correction
    Q - (ad-bc)^2 = bc (a+d)^2 + ad (b+c)^2 + (a+d)(b+c)(ad+bc), a sum of non-negative terms.
    """
    a, b, c, d = (cell.astype(float) for cell in cells)
    N = a + b + c + d
    first, second = a + b, a + c
    num = _difference_of_products(a, d, b, c)
    root = np.sqrt(first * (c + d)) * np.sqrt(second * (b + d))
    empty = root == 0.0
    safe = np.where(empty, 1.0, root)
    s, t, p, q = a + d, b + c, a * d, b * c
    gap = q * s * s + p * t * t + s * t * (p + q)
    if corrected:
        plain = num
        num = np.where(plain > 0.0, np.maximum(plain - 0.5 * N, 0.0), plain)
        gap = gap + 0.5 * N * (plain + num)  # plain - num is N/2 wherever num > 0
    positive = num > 0.0
    one_minus = np.where(positive, gap / safe / (safe + np.maximum(num, 0.0)), 1.0)
    phi = np.where(empty, 0.0, num / safe)
    low_1, high_1, r1 = _offsets(first, N, z)
    low_2, high_2, r2 = _offsets(second, N, z)
    f = z / (2.0 * (N + z * z))
    k = 2.0 * (d - a) / N
    g = 2.0 * (b - c) / (r1 + r2)

    def combine(x: Floats, y: Floats, difference: Floats) -> Floats:
        squares = difference * difference + 2.0 * one_minus * x * y
        plain_sum = x * x - 2.0 * phi * x * y + y * y
        return np.sqrt(np.where(positive, squares, plain_sum))

    return (
        (b - c) / N,
        combine(low_1, high_2, f * k * (g - z)),
        combine(high_1, low_2, f * k * (g + z)),
    )


def _delta_limits(a: Any, b: Any, c: Any, d: Any, z: float, *, corrected: bool) -> Limits:
    cells, shape = read_cells(a, b, c, d)
    delta, below, above = _newcombe(cells, z, corrected=corrected)
    return (delta - below).reshape(shape), (delta + above).reshape(shape)


def newcombe_plain(a: Any, b: Any, c: Any, d: Any, *, level: Exactly = "0.95", z: Exactly | None = None) -> Limits:
    """Return square-and-add limits of delta with the uncorrected phi [Newcombe1998, method 8].

    Within 8 ulp of max(|delta|, half-width). Errors as in `wald`.

    >>> low, high = newcombe_plain(157, 17, 3, 23)
    >>> round(float(low), 4), round(float(high), 4)
    (0.0274, 0.1156)
    """
    return _delta_limits(a, b, c, d, quantile(level, z), corrected=False)


def newcombe_corrected(a: Any, b: Any, c: Any, d: Any, *, level: Exactly = "0.95", z: Exactly | None = None) -> Limits:
    """Return square-and-add limits of delta, phi's numerator max(ad-bc-N/2, 0) where ad > bc [Newcombe1998, method 10].

    Within 8 ulp of max(|delta|, half-width). Errors as in `wald`.

    >>> low, high = newcombe_corrected(157, 17, 3, 23)
    >>> round(float(low), 3), round(float(high), 3)
    (0.026, 0.117)
    """
    return _delta_limits(a, b, c, d, quantile(level, z), corrected=True)
