"""p, mid-p and their logarithms in binary64 for one pair of counts, 0 <= b, c, n = b + c <= 2^53.

Bands: n <= 1023 reads a row of correctly rounded values (`triangle`); y = (d/n)^2 <= 0.18 uses the uniform expansion
(`uniform`, away from the centre `uniform_pieces`); beyond that the last term of the tail times the sum of its ratios
(`ratio_pieces`, for logarithms `ratio`). The first lines of each function are the hot path: two type tests and two
comparisons are all that strictness costs there.
"""

from __future__ import annotations

from math import exp, log, log1p, sqrt

from discordant.fast import ratio, uniform, uniform_pieces
from discordant.fast.counts import (
    LIMIT,
    Alternative,
    Tie,
    read_counts,
    refuse_alternative,
    refuse_tie,
)
from discordant.fast.normal import TWO_OVER_PI
from discordant.fast.ratio_pieces import FAR, SUBNORMAL
from discordant.fast.triangle import HALF_MASS_ROWS, LOG_MID_ROWS, LOG_P_ROWS, MID_ROWS, P_ROWS

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Any, Final
else:
    Any = object  # so that the hints of public functions can be read

LN2: Final = 0.6931471805599453
_P: Final = P_ROWS.rows
_MID: Final = MID_ROWS.rows
_REMEMBERED_N: Final = 1 << 20
_REMEMBERED: Final = 1 << 15
_seen: dict[int, float] = {}
_seen_mid: dict[int, float] = {}
_centre_tail: Final = uniform.tail
_pieces_tail: Final = uniform_pieces.tail


def _tail(n: int, m: int, mass: bool) -> float:
    """Return p or mid-p, two-sided, for n > 1023."""
    d = n - 2 * m
    if d <= 1 and (mass or d == 0):
        return 1.0
    return uniform.tail(n, d, mass)


def _remembered(seen: dict[int, float], n: int, m: int, mass: bool) -> float:
    """Return the value for 1023 < n <= 2^20 and keep it: power curves and reports ask the same few counts again."""
    key = n << 20 | m
    value = seen.get(key)
    if value is None:
        value = _tail(n, m, mass)
        if len(seen) >= _REMEMBERED:
            seen.clear()
        seen[key] = value
    return value


def _two_sided(b: int, c: int) -> float:
    n = b + c
    m = b if b < c else c
    if n <= 1023:
        row = _P[n]
        return row[m] if row is not None else P_ROWS[n][m]
    if n <= _REMEMBERED_N:
        return _remembered(_seen, n, m, True)
    return _tail(n, m, True)


def _two_sided_mid(b: int, c: int) -> float:
    n = b + c
    m = b if b < c else c
    if n <= 1023:
        row = _MID[n]
        return row[m] if row is not None else MID_ROWS[n][m]
    if n <= _REMEMBERED_N:
        return _remembered(_seen_mid, n, m, False)
    return _tail(n, m, False)


def _two_sided_log(b: int, c: int, mass: bool) -> float:
    n = b + c
    m = b if b < c else c
    if n <= 1023:
        return (LOG_P_ROWS if mass else LOG_MID_ROWS)[n][m]
    d = n - 2 * m
    if d <= 1 and (mass or d == 0):
        return 0.0
    y = d / n
    if y * y <= FAR:
        return uniform.log_tail(n, d, mass)
    return ratio.log_tail(n, m, mass)


def _half(p: float, n: int, d: int, mass: bool) -> float:
    """Return the one-sided value from the two-sided one."""
    if p >= SUBNORMAL:
        return 0.5 * p
    from discordant.fast import subnormal  # brings long constants that few calls need

    return subnormal.half(p, n, d, mass)


def _half_central_mass(n: int) -> float:
    """Return P(X = n/2) / 2 for even n."""
    if n <= 1023:
        return HALF_MASS_ROWS[n][0]
    i = 1.0 / n
    return 0.5 * exp(uniform.log_mass(n, 0.0, i)) * sqrt(TWO_OVER_PI * i)


def exact_p(b: Any, c: Any, *, alternative: Alternative = "two-sided") -> float:
    """Return the exact McNemar (binomial) p-value as a float.

    min(1, 2 P(X <= m)), X ~ Bin(b+c, 1/2), m = min(b, c); `alternative="candidate"` is P(X >= b), "baseline" P(X >= c)
    [McNemar1947]. Correctly rounded for n = b + c <= 1023 (two-sided), within 4 ulp beyond, rounded once where p is
    subnormal, and 0.0 only where p rounds to it; exactly 1.0 where |b-c| <= 1, n = 0 included. Raises `TableError` for
    what is no count, `ArgumentError` for another alternative, `TooLarge` beyond 2^53.

    >>> exact_p(17, 3)
    0.0025768280029296875
    """
    if type(b) is type(c) is int and b >= 0 <= c:
        n = b + c
        if alternative == "two-sided":
            m = b if b < c else c
            if n <= 1023:
                row = _P[n]
                return row[m] if row is not None else P_ROWS[n][m]
            if n <= 1048576:
                key = n << 20 | m
                value = _seen.get(key)
                if value is None:  # `_remembered`, written out
                    d = n - m - m
                    if 32 * d >= n:  # noqa: SIM108 - three branches read better than nested conditional expressions
                        value = _pieces_tail(n, d, True)
                    else:
                        value = _centre_tail(n, d, True) if d > 1 else 1.0
                    if len(_seen) >= _REMEMBERED:
                        _seen.clear()
                    _seen[key] = value
                return value
            if n <= LIMIT:
                return _tail(n, m, True)
        elif n <= LIMIT:
            return _one_sided(b, c, alternative)
    return exact_p(*read_counts(b, c), alternative=alternative)


def _one_sided(b: int, c: int, alternative: str) -> float:
    if alternative == "baseline":
        b, c = c, b
    elif alternative != "candidate":
        refuse_alternative(alternative)
    if b > c:
        return _half(_two_sided(b, c), b + c, b - c, True)
    if b == c:
        return 0.5 + _half_central_mass(b + c)
    # P(X >= b) = 1 - P(X <= b-1), and b - 1 < c + 1 has the same n
    return 1.0 - 0.5 * _two_sided(b - 1, c + 1) if b else 1.0


def mid_p(b: Any, c: Any, *, alternative: Alternative = "two-sided", tie: Tie = "doubled") -> float:
    """Return the mid-p McNemar p-value as a float.

    2 P(X < m) + P(X = m); one-sided P(X > b) + P(X = b)/2. At b = c `tie="doubled"` gives 1 and `tie="folded"`
    1 - P(X = m)/2 [Fagerland2013]. Bounds and errors as in `exact_p`, with `ArgumentError` also for another tie.

    >>> round(mid_p(17, 3), 10)
    0.0014896393
    """
    if type(b) is type(c) is int and b >= 0 <= c and b + c <= LIMIT:
        if alternative == "two-sided":
            if tie == "doubled":
                return _two_sided_mid(b, c)
            if tie != "folded":
                refuse_tie(tie)
            return _two_sided_mid(b, c) if b != c else 1.0 - _half_central_mass(b + c)
        if alternative == "baseline":
            b, c = c, b
        elif alternative != "candidate":
            refuse_alternative(alternative)
        if tie not in ("doubled", "folded"):
            refuse_tie(tie)
        half = _half(_two_sided_mid(b, c), b + c, abs(b - c), False)
        return half if b >= c else 1.0 - half
    return mid_p(*read_counts(b, c), alternative=alternative, tie=tie)


def log_exact_p(b: Any, c: Any, *, alternative: Alternative = "two-sided") -> float:
    """Return the natural logarithm of the exact p-value, however small p is.

    Within 2 ulp for p <= 1/2 and 4 ulp above; never -inf. Conventions and errors as in `exact_p`.

    >>> log_exact_p(6, 0)
    -3.4657359027997265
    """
    b, c = read_counts(b, c)
    if alternative == "two-sided":
        return _two_sided_log(b, c, True)
    if alternative == "baseline":
        b, c = c, b
    elif alternative != "candidate":
        refuse_alternative(alternative)
    if b > c:
        return _two_sided_log(b, c, True) - LN2
    if b == c:
        return log(0.5 + _half_central_mass(b + c))
    return log1p(-0.5 * _two_sided(b - 1, c + 1)) if b else 0.0


def log_mid_p(b: Any, c: Any, *, alternative: Alternative = "two-sided", tie: Tie = "doubled") -> float:
    """Return the natural logarithm of the mid-p value, however small it is; bounds and errors as in `log_exact_p`.

    >>> log_mid_p(5, 5)
    0.0
    """
    b, c = read_counts(b, c)
    if tie not in ("doubled", "folded"):
        refuse_tie(tie)
    if alternative == "two-sided":
        if tie == "folded" and b == c:
            return log1p(-_half_central_mass(b + c))
        return _two_sided_log(b, c, False)
    if alternative == "baseline":
        b, c = c, b
    elif alternative != "candidate":
        refuse_alternative(alternative)
    return _two_sided_log(b, c, False) - LN2 if b >= c else log1p(-0.5 * _two_sided_mid(b, c))
