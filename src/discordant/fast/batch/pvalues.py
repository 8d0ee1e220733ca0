"""p-values and their logarithms on arrays: each chunk is split by band and put together again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from discordant.fast import subnormal
from discordant.fast.batch import chi_square, expansion_kernel, logarithms, ratio_kernel, small
from discordant.fast.batch.arrays import Floats, Ints, read_pair
from discordant.fast.batch.chunks import run
from discordant.fast.counts import Alternative, Tie, refuse_alternative, refuse_tie
from discordant.fast.normal import TWO_OVER_PI
from discordant.fast.ratio_pieces import FAR, SUBNORMAL
from discordant.fast.triangle import HALF_MASS_ROWS, LOG_MID_ROWS, LOG_P_ROWS, MID_ROWS, P_ROWS, SMALL

LN2: Final = 0.6931471805599453


def _beyond_the_expansion(n: Floats, d: Floats) -> npt.NDArray[np.intp]:
    """Return the places with (d/n)^2 > 0.18."""
    if float(d.max()) ** 2 <= FAR * float(n.min()) ** 2:
        return np.empty(0, dtype=np.intp)
    y = d / n
    y *= y
    return np.flatnonzero(y > FAR)


def _large(n: Ints, m: Ints, with_mass: bool, logarithm: bool) -> Floats:
    d = n - 2 * m
    nf, df = n.astype(float), d.astype(float)
    centre: Callable[[Floats, Floats, bool], Floats] = logarithms.tail if logarithm else expansion_kernel.tail
    ratio: Callable[[Ints, Ints, bool], Floats] = ratio_kernel.log_tail if logarithm else ratio_kernel.tail
    deep = _beyond_the_expansion(nf, df)
    if deep.size == 0:
        out = centre(nf, df, with_mass)
    else:
        out = np.empty(n.size)
        near = np.ones(n.size, dtype=bool)
        near[deep] = False
        if deep.size < n.size:
            out[near] = centre(nf[near], df[near], with_mass)
        out[deep] = ratio(n[deep], m[deep], with_mass)
    certain = 1 if with_mass else 0
    if d.min() <= certain:
        out[d <= certain] = 0.0 if logarithm else 1.0
    return out


def _chunk(b: Ints, c: Ints, *, with_mass: bool, logarithm: bool) -> Floats:
    """Return p, mid-p or a logarithm, two-sided."""
    n = b + c
    m = np.minimum(b, c)
    rows = (LOG_P_ROWS if with_mass else LOG_MID_ROWS) if logarithm else (P_ROWS if with_mass else MID_ROWS)
    few = n <= SMALL
    if few.all():
        return small.look_up(rows, n, m)
    if not few.any():
        return _large(n, m, with_mass, logarithm)
    out = np.empty(n.size)
    out[few] = small.look_up(rows, n[few], m[few])
    many = ~few
    out[many] = _large(n[many], m[many], with_mass, logarithm)
    return out


def _half_central_mass(n: Ints) -> Floats:
    """Return P(X = n/2) / 2 for even n."""
    nf = n.astype(float)
    i = 1.0 / np.maximum(nf, 1.0)
    logarithm, _ = expansion_kernel.log_mass(0.0, np.zeros_like(i), i)
    out: Floats = 0.5 * np.exp(logarithm) * np.sqrt(TWO_OVER_PI * i)
    for place in np.flatnonzero(n <= SMALL):
        out[place] = HALF_MASS_ROWS[int(n[place])][0]
    return out


def _half(p: Floats, b: Ints, c: Ints, *, with_mass: bool) -> Floats:
    """Return the one-sided values from the two-sided ones; a subnormal is rounded once."""
    out: Floats = 0.5 * p
    for place in np.flatnonzero((p < SUBNORMAL) & (p > 0.0)):
        first, second = int(b[place]), int(c[place])
        out[place] = subnormal.half(float(p[place]), first + second, abs(first - second), with_mass)
    return out


def _one_sided_exact(b: Ints, c: Ints, *, logarithm: bool) -> Floats:
    """P(X >= b): half of the two-sided p where b > c, else 1 - P(X <= b-1)."""
    above = b > c
    shift = ((b > 0) & ~above).astype(np.int64)
    half = _half(_chunk(b - shift, c + shift, with_mass=True, logarithm=False), b - shift, c + shift, with_mass=True)
    half[(b == 0) & ~above] = 0.0
    if not logarithm:
        return np.where(above, half, 1.0 - half)
    return np.where(above, _chunk(b, c, with_mass=True, logarithm=True) - LN2, np.log1p(-half))


def _one_sided_mid(b: Ints, c: Ints, *, logarithm: bool) -> Floats:
    half = _half(_chunk(b, c, with_mass=False, logarithm=False), b, c, with_mass=False)
    if not logarithm:
        return np.where(b >= c, half, 1.0 - half)
    return np.where(b >= c, _chunk(b, c, with_mass=False, logarithm=True) - LN2, np.log1p(-half))


def _folded(b: Ints, c: Ints, *, logarithm: bool) -> Floats:
    out = _chunk(b, c, with_mass=False, logarithm=logarithm)
    tie = np.flatnonzero(b == c)
    if tie.size:
        half = _half_central_mass(b[tie] + c[tie])
        out[tie] = np.log1p(-half) if logarithm else 1.0 - half
    return out


def _over(
    function: Callable[..., Floats], b: Any, c: Any, threads: int | None, *, swapped: bool = False, **options: bool
) -> Floats:
    first, second, shape = read_pair(b, c)
    if swapped:
        first, second = second, first
    return run(partial(function, **options), [first, second], threads=threads).reshape(shape)


def _exact(b: Any, c: Any, alternative: str, threads: int | None, logarithm: bool) -> Floats:
    _check(alternative, "doubled")
    if alternative == "two-sided":
        return _over(_chunk, b, c, threads, with_mass=True, logarithm=logarithm)
    return _over(_one_sided_exact, b, c, threads, swapped=alternative == "baseline", logarithm=logarithm)


def _check(alternative: object, tie: object) -> None:
    if not isinstance(tie, str) or tie not in ("doubled", "folded"):
        refuse_tie(tie)
    if not isinstance(alternative, str) or alternative not in ("two-sided", "candidate", "baseline"):
        refuse_alternative(alternative)


def _mid(b: Any, c: Any, alternative: str, tie: str, threads: int | None, logarithm: bool) -> Floats:
    _check(alternative, tie)
    if alternative == "two-sided":
        if tie == "folded":
            return _over(_folded, b, c, threads, logarithm=logarithm)
        return _over(_chunk, b, c, threads, with_mass=False, logarithm=logarithm)
    return _over(_one_sided_mid, b, c, threads, swapped=alternative == "baseline", logarithm=logarithm)


def exact_p(b: Any, c: Any, *, alternative: Alternative = "two-sided", threads: int | None = None) -> Floats:
    """Return exact McNemar p-values for arrays of counts, in the shape they broadcast to.

    Conventions and bounds as in `discordant.fast.exact_p`. b and c may have any integer dtype, or a float dtype if
    every entry is integral. Raises `TableError` (with the place) and `TooLarge`.

    >>> exact_p([17, 6], [3, 0]).tolist()
    [0.0025768280029296875, 0.03125]
    """
    return _exact(b, c, alternative, threads, False)


def log_exact_p(b: Any, c: Any, *, alternative: Alternative = "two-sided", threads: int | None = None) -> Floats:
    """Return natural logarithms of exact p-values, finite however small p is; see `discordant.fast.log_exact_p`.

    >>> log_exact_p([0], [4000]).round(6).tolist()
    [-2771.895575]
    """
    return _exact(b, c, alternative, threads, True)


def mid_p(
    b: Any, c: Any, *, alternative: Alternative = "two-sided", tie: Tie = "doubled", threads: int | None = None
) -> Floats:
    """Return mid-p values for arrays of counts; conventions and bounds as in `discordant.fast.mid_p`.

    >>> mid_p([17, 5], [3, 5]).round(8).tolist()
    [0.00148964, 1.0]
    """
    return _mid(b, c, alternative, tie, threads, False)


def log_mid_p(
    b: Any, c: Any, *, alternative: Alternative = "two-sided", tie: Tie = "doubled", threads: int | None = None
) -> Floats:
    """Return natural logarithms of mid-p values; conventions and bounds as in `discordant.fast.log_mid_p`.

    >>> log_mid_p([5], [5]).tolist()
    [0.0]
    """
    return _mid(b, c, alternative, tie, threads, True)


def _statistic_chunk(b: Ints, c: Ints, *, edwards: bool, logarithm: bool) -> Floats:
    n = (b + c).astype(float)
    d = np.abs(b - c).astype(float)
    if edwards:
        d -= 1.0
    none = d <= 0.0
    function = chi_square.log_tail if logarithm else chi_square.tail
    out = function(np.maximum(n, 1.0), np.maximum(d, 0.0))
    out[none] = 0.0 if logarithm else 1.0
    return out


def chi_square_p(b: Any, c: Any, *, threads: int | None = None) -> Floats:
    """Return p-values of McNemar's chi-square for arrays of counts; bounds as in `discordant.fast.chi_square_p`.

    >>> chi_square_p([17, 5], [3, 5]).round(8).tolist()
    [0.00174512, 1.0]
    """
    return _over(_statistic_chunk, b, c, threads, edwards=False, logarithm=False)


def log_chi_square_p(b: Any, c: Any, *, threads: int | None = None) -> Floats:
    """Return natural logarithms of `chi_square_p`.

    >>> log_chi_square_p([5], [5]).tolist()
    [0.0]
    """
    return _over(_statistic_chunk, b, c, threads, edwards=False, logarithm=True)


def edwards_p(b: Any, c: Any, *, threads: int | None = None) -> Floats:
    """Return p-values of Edwards' corrected statistic for arrays of counts; 1.0 where |b-c| <= 1.

    >>> edwards_p([5, 5], [5, 4]).tolist()
    [1.0, 1.0]
    """
    return _over(_statistic_chunk, b, c, threads, edwards=True, logarithm=False)


def log_edwards_p(b: Any, c: Any, *, threads: int | None = None) -> Floats:
    """Return natural logarithms of `edwards_p`.

    >>> log_edwards_p([5], [4]).tolist()
    [0.0]
    """
    return _over(_statistic_chunk, b, c, threads, edwards=True, logarithm=True)
