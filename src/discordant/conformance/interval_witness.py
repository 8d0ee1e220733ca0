"""A second algorithm for every interval limit of the vectors: textbook formulas and equations in mpmath at 70 digits.

Nothing here calls the enclosed room. Closed forms are evaluated as printed in the sources; score and quantile limits
are found as roots of their defining equations by bracketed iteration on plain sums. Where the oracle's limit comes
from another representation (a quartic, a cancellation-free form, a continued fraction), this one is the naive one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import mpmath

Inputs = dict[str, str]
Limits = tuple[Any, Any]


def context() -> Any:
    """Return a private context of 70 digits."""
    mp = mpmath.MPContext()
    mp.dps = 70
    return mp


class Setting:
    """A context with z and alpha of one case."""

    def __init__(self, inputs: Inputs) -> None:
        mp = self.mp = context()
        if "z" in inputs:
            self.z = self.q(Fraction(inputs["z"]))
            self.alpha = mp.erfc(self.z / mp.sqrt(2))
        else:
            level = self.q(Fraction(inputs["level"]))
            self.alpha = 1 - level
            self.z = mp.sqrt(2) * mp.erfinv(level)

    def q(self, value: Fraction | int) -> Any:
        """Return a rational as a float of 70 digits."""
        rational = Fraction(value)
        return self.mp.mpf(rational.numerator) / rational.denominator

    def root(self, f: Callable[[Any], Any], lo: Any, hi: Any) -> Any:
        """Return the root of a monotone f between lo and hi, to 65 digits: bisection, then the Illinois rule."""
        mp = self.mp
        lo, hi = mp.mpf(lo), mp.mpf(hi)
        up = f(hi) > 0
        for _ in range(16):
            middle = (lo + hi) / 2
            if (f(middle) > 0) == up:
                hi = middle
            else:
                lo = middle
        at_lo, at_hi, side = f(lo), f(hi), 0
        for _ in range(200):
            if hi - lo <= mp.mpf(10) ** -65 * abs(hi) or at_lo == at_hi or mp.isinf(at_lo) or mp.isinf(at_hi):
                break
            x = (lo * at_hi - hi * at_lo) / (at_hi - at_lo)
            at_x = f(x)
            if at_x == 0:
                return x
            if (at_x > 0) == up:
                hi, at_hi, at_lo = x, at_x, at_lo / 2 if side == 1 else at_lo
                side = 1
            else:
                lo, at_lo, at_hi = x, at_x, at_hi / 2 if side == -1 else at_hi
                side = -1
        return (lo + hi) / 2


# ---------------------------------------------------------------------------------------------- one pass rate


def _wilson(s: Setting, k: int, n: int) -> Limits:
    p, z2 = s.q(Fraction(k, n)), s.z**2
    centre, half = p + z2 / (2 * n), s.z * s.mp.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return (centre - half) / (1 + z2 / n), (centre + half) / (1 + z2 / n)


def _wilson_cc(s: Setting, k: int, n: int) -> Limits:
    p, z, z2 = s.q(Fraction(k, n)), s.z, s.z**2
    low = (2 * n * p + z2 - 1 - z * s.mp.sqrt(z2 - 2 - s.q(Fraction(1, n)) + 4 * p * (n * (1 - p) + 1))) / (
        2 * (n + z2)
    )
    high = (2 * n * p + z2 + 1 + z * s.mp.sqrt(z2 + 2 - s.q(Fraction(1, n)) + 4 * p * (n * (1 - p) - 1))) / (
        2 * (n + z2)
    )
    return (s.mp.mpf(0) if k == 0 else low), (s.mp.mpf(1) if k == n else high)


def _upper_tail(s: Setting, k: int, n: int, weight: Fraction) -> Callable[[Any], Any]:
    """Return theta -> P(X > k) + weight P(X = k), X ~ Bin(n, theta), as a plain sum over the shorter side."""

    def value(theta: Any) -> Any:
        mp = s.mp
        if theta <= 0 or theta >= 1:
            return mp.mpf(1 if theta >= 1 else 0)
        log_mass = mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
        mass = mp.exp(log_mass + k * mp.log(theta) + (n - k) * mp.log(1 - theta))
        odds, term, beyond = theta / (1 - theta), mass, mp.mpf(0)
        above = theta * n <= k
        i = k
        while term > mass * mp.mpf(10) ** -72 and (i < n if above else i > 0):
            term = term * (n - i) * odds / (i + 1) if above else term * i / ((n - i + 1) * odds)
            i += 1 if above else -1
            beyond += term
        return beyond + s.q(weight) * mass if above else 1 - beyond - (1 - s.q(weight)) * mass

    return value


def _tail_limits(s: Setting, k: int, n: int, weight: Fraction) -> Limits:
    """Solve P(X > k) + w P(X = k) = alpha/2 and P(X < k) + w P(X = k) = alpha/2 for theta."""
    low, high = s.mp.mpf(0), s.mp.mpf(1)
    if k or weight < 1:
        upper = _upper_tail(s, k, n, weight)
        low = s.root(lambda t: upper(t) - s.alpha / 2, 0, 1) if k else low
    if k < n:
        mirrored = _upper_tail(s, n - k, n, weight)
        high = 1 - s.root(lambda t: mirrored(t) - s.alpha / 2, 0, 1)
    return low, high


def _beta_below(s: Setting, a: Any, b: Any, x: Any) -> Any:
    """Return P(Beta(a, b) <= x) by the series x^a (1-x)^b / (a B(a, b)) sum (a+b)_j / (a+1)_j x^j, left of the mean."""
    mp = s.mp
    if x <= 0 or x >= 1:
        return mp.mpf(1 if x >= 1 else 0)
    if x > a / (a + b):
        return 1 - _beta_below(s, b, a, 1 - x)
    term, total, j = mp.mpf(1), mp.mpf(1), 0
    while term > total * mp.mpf(10) ** -72:
        term = term * (a + b + j) / (a + 1 + j) * x
        total += term
        j += 1
    front = a * mp.log(x) + b * mp.log(1 - x) - mp.log(a)
    return mp.exp(front + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)) * total


def _jeffreys(s: Setting, k: int, n: int) -> Limits:
    a, b = s.q(Fraction(2 * k + 1, 2)), s.q(Fraction(2 * (n - k) + 1, 2))
    low = s.mp.mpf(0) if k == 0 else s.root(lambda t: _beta_below(s, a, b, t) - s.alpha / 2, 0, 1)
    high = s.mp.mpf(1) if k == n else s.root(lambda t: _beta_below(s, a, b, t) - 1 + s.alpha / 2, 0, 1)
    return low, high


def _agresti_coull(s: Setting, k: int, n: int) -> Limits:
    total = n + s.z**2
    p = (k + s.z**2 / 2) / total
    half = s.z * s.mp.sqrt(p * (1 - p) / total)
    return p - half, p + half


def _rate_wald(s: Setting, k: int, n: int) -> Limits:
    p = s.q(Fraction(k, n))
    half = s.z * s.mp.sqrt(p * (1 - p) / n)
    return p - half, p + half


RATE: Final[dict[str, Callable[[Setting, int, int], Limits]]] = {
    "wilson": _wilson,
    "wilson-cc": _wilson_cc,
    "clopper-pearson": lambda s, k, n: _tail_limits(s, k, n, Fraction(1)),
    "mid-p": lambda s, k, n: _tail_limits(s, k, n, Fraction(1, 2)),
    "jeffreys": _jeffreys,
    "agresti-coull": _agresti_coull,
    "wald": _rate_wald,
}

# ---------------------------------------------------------------------------------------------- odds ratio b/c


def _odds(s: Setting, theta: Any) -> Any:
    return s.mp.inf if theta == 1 else theta / (1 - theta)


def _blaker(s: Setting, k: int, n: int) -> Limits:
    """Scan for the hull of {theta: acceptability > alpha}: coarse steps outward from k/n, then bisection of the end."""
    mp = s.mp

    def acceptability(theta: Any) -> Any:
        masses = [mp.binomial(n, i) * theta**i * (1 - theta) ** (n - i) for i in range(n + 1)]
        below, above = mp.fsum(masses[: k + 1]), mp.fsum(masses[k:])
        observed = min(below, above)
        if below <= above:
            other, i = mp.mpf(0), n
            while i > k and other + masses[i] <= observed * (1 + mp.mpf(10) ** -60):
                other, i = other + masses[i], i - 1
        else:
            other, i = mp.mpf(0), 0
            while i < k and other + masses[i] <= observed * (1 + mp.mpf(10) ** -60):
                other, i = other + masses[i], i + 1
        return min(mp.mpf(1), observed + other)

    outer = _tail_limits(s, k, n, Fraction(1))

    def end(far: Any) -> Any:
        if far in (0, 1):
            return far
        inside, steps = s.q(Fraction(k, n)), 100
        grid = [far + (inside - far) * i / steps for i in range(steps + 1)]
        first = next(i for i, theta in enumerate(grid) if acceptability(theta) > s.alpha)
        lo, hi = grid[max(0, first - 1)], grid[first]
        for _ in range(200):
            middle = (lo + hi) / 2
            if acceptability(middle) > s.alpha:
                hi = middle
            else:
                lo = middle
        return hi

    return end(outer[0]), end(outer[1])


def _through_theta(limits: Callable[[Setting, int, int], Limits]) -> Callable[[Setting, int, int], Limits]:
    def value(s: Setting, b: int, c: int) -> Limits:
        if b + c == 0:
            return s.mp.mpf(0), s.mp.inf
        low, high = limits(s, b, b + c)
        return _odds(s, low), _odds(s, high)

    return value


ODDS: Final[dict[str, Callable[[Setting, int, int], Limits]]] = {
    "clopper-pearson": _through_theta(RATE["clopper-pearson"]),
    "mid-p": _through_theta(RATE["mid-p"]),
    "wilson": _through_theta(RATE["wilson"]),
    "jeffreys": _through_theta(RATE["jeffreys"]),
    "blaker": _through_theta(_blaker),
}

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
    "newcombe-plain": _square_and_add(_wilson, False),
    "newcombe-corrected": _square_and_add(_wilson, True),
    "newcombe-cc": _square_and_add(_wilson_cc, False),
    "mover-jeffreys": _square_and_add(_jeffreys, False),
    "tango": _tango(0),
    "tango-cc": _tango(1),
    "conditional-clopper-pearson": _conditional(RATE["clopper-pearson"]),
    "conditional-mid-p": _conditional(RATE["mid-p"]),
    "conditional-wilson": _conditional(_wilson),
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
    (l1, u1), (l2, u2) = _wilson(s, a + b, N), _wilson(s, a + c, N)

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
    (l1, u1), (l0, u0) = _wilson(s, x1, M), _wilson(s, x0, M)
    return (l1 / u0 if x1 else mp.mpf(0)), (u1 / l0 if x0 else mp.inf)


RATIO: Final[dict[str, Callable[..., Limits]]] = {
    "wald-log": _wald_log,
    "tang-score": _tang,
    "mover-wilson": _mover_wilson,
    "bonett-price-hybrid": _bonett_price_hybrid,
}
