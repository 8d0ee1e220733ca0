"""Score intervals for one pass rate: Wilson's [Wilson1927], and with a continuity correction [Newcombe1998single].

Wilson's limits are (2k + z^2 -+ z s) / (2 (N + z^2)), s = sqrt(z^2 + 4 k (N-k) / N). Corrected, the lower one is
(2k - 1 + z^2 - z t) / (2 (N + z^2)), t = sqrt(z^2 - 2 - 1/N + 4 k (N-k+1) / N), and 0 at k = 0; the upper one is its
mirror image. Both are equivariant under exchange of passes and failures: upper(k) = 1 - lower(N-k).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.interval import Quantile
from discordant.enclosed.radicals import rational_root
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.single.registry import REGISTRY


@dataclass(frozen=True, slots=True)
class ScoreInterval:
    """A single-rate interval by the distance from k/N down to its lower limit; upward it is that of N - k.

    `below(k, N, z)` is a bracket, a point where the distance is exactly 0; `exactly(k, N, z)` gives the same for a
    rational z as (u, v, r), the distance being u + v sqrt(r).
    """

    below: Callable[[int, int, Bracket], Bracket]
    exactly: Callable[[int, int, Fraction], tuple[Fraction, Fraction, Fraction]]


def _wilson_below(k: int, N: int, z: Bracket) -> Bracket:
    """Return z (g + s) / (2 (N + z^2)), g = z (2k/N - 1); where g < 0 the cancelling sum is s^2 - g^2 over s - g.

    s^2 - g^2 = 4 k (N-k) (N + z^2) / N^2, so that a small distance keeps its digits.
    """
    if k == 0:
        return Bracket.of(0, z.bits)
    square = z.square()
    s = (square + Fraction(4 * k * (N - k), N)).sqrt()
    g = z * Fraction(2 * k - N, N)
    if 2 * k >= N:
        return z * (g + s) / ((square + N) * 2)
    return z * Fraction(2 * k * (N - k), N * N) / (s - g)


def _wilson_exactly(k: int, N: int, z: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    scale = z / (2 * (N + z * z))
    return scale * z * Fraction(2 * k - N, N), scale, z * z + Fraction(4 * k * (N - k), N)


def _corrected_below(k: int, N: int, z: Bracket) -> Bracket:
    if k == 0:
        return Bracket.of(0, z.bits)
    square = z.square()
    t = (square + Fraction(4 * k * (N - k + 1) - 1 - 2 * N, N)).sqrt()
    return (1 + square * Fraction(2 * k - N, N) + z * t) / ((square + N) * 2)


def _corrected_exactly(k: int, N: int, z: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    if k == 0:
        return Fraction(0), Fraction(0), Fraction(0)
    half = 1 / (2 * (N + z * z))
    radicand = z * z + Fraction(4 * k * (N - k + 1) - 1 - 2 * N, N)
    return half * (1 + z * z * Fraction(2 * k - N, N)), half * z, radicand


WILSON = ScoreInterval(_wilson_below, _wilson_exactly)
WILSON_CORRECTED = ScoreInterval(_corrected_below, _corrected_exactly)


def _lower(family: ScoreInterval, k: int, N: int, q: Quantile, what: str) -> Real:
    """Return k/N minus the distance below; exact at k = 0, and for a rational z wherever it is rational."""
    if k == 0:
        return Real.exact(0, what=what)
    if q.exact is not None:
        u, v, r = family.exactly(k, N, q.exact)
        root = rational_root(r)
        if root is not None:
            return Real.exact(Fraction(k, N) - u - v * root, what=what)

    def refine(bits: int) -> Bracket:
        z = q.enclosure(bits + 24)
        return (Fraction(k, N) - family.below(k, N, z)).at(bits)

    return Real.refined(refine, what=what)


def _mirrored(lower: Real, what: str) -> Real:
    """Return 1 - lower."""
    if lower.exact_value is not None:
        return Real.exact(1 - lower.exact_value, what=what)
    return Real.refined(lambda bits: 1 - lower.enclosure(bits + 4), what=what)


def wilson(k: int, N: int, q: Quantile) -> tuple[Real, Real]:
    """Return the Wilson limits for k passes of N > 0 items; exactly 0 at k = 0 and 1 at k = N [Wilson1927]."""
    upper = _lower(WILSON, N - k, N, q, "the upper wilson limit")
    return _lower(WILSON, k, N, q, "the lower wilson limit"), _mirrored(upper, "the upper wilson limit")


def wilson_cc(k: int, N: int, q: Quantile) -> tuple[Real, Real]:
    """Return the continuity-corrected Wilson limits; exactly 0 at k = 0 and 1 at k = N [Newcombe1998single]."""
    upper = _lower(WILSON_CORRECTED, N - k, N, q, "the upper wilson-cc limit")
    lower = _lower(WILSON_CORRECTED, k, N, q, "the lower wilson-cc limit")
    return lower, _mirrored(upper, "the upper wilson-cc limit")


REGISTRY.register(
    Method(
        id="wilson",
        label="Wilson score",
        estimand="pass-rate",
        source="Wilson1927",
        dual_of="score test of one proportion",
        parameter_range="within [0, 1]",
        weaknesses="coverage falls a little below the level for rates near 0 or 1",
        at_no_discordance="not applicable: one run only",
        at_empty_margin="k = 0 gives [0, z^2/(N+z^2)], k = N gives [N/(N+z^2), 1]",
        compute=wilson,
    )
)
REGISTRY.register(
    Method(
        id="wilson-cc",
        label="Wilson score with continuity correction",
        estimand="pass-rate",
        source="Newcombe1998single",
        dual_of="continuity-corrected score test of one proportion",
        parameter_range="within [0, 1]",
        weaknesses="wider than needed: coverage is almost always above the level",
        at_no_discordance="not applicable: one run only",
        at_empty_margin="the lower limit is 0 at k = 0, the upper one 1 at k = N",
        compute=wilson_cc,
    )
)
