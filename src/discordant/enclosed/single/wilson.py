"""The score interval for one pass rate [Wilson1927]: (2k + z^2 -+ z sqrt(z^2 + 4 k (N-k) / N)) / (2 (N + z^2))."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.closed_form import known_irrational, rational_root
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.single.registry import REGISTRY


def wilson_distances(k: int, N: int, z: Bracket) -> tuple[Bracket, Bracket]:
    """Return k/N minus the lower limit and the upper limit minus k/N, both >= 0; exactly 0 at k = 0 and k = N.

    The first is z (z (2k/N - 1) + s) / (2 (N + z^2)), s = sqrt(z^2 + 4k(N-k)/N); where the two terms cancel it is
    z 2 (k/N) (2 (N-k) + 2k z^2 / N) ... rationalised as below, so no digits are lost for k far below N/2 or above.
    """
    lower = _distance_below(k, N, z)
    return lower, _distance_below(N - k, N, z)


def _distance_below(k: int, N: int, z: Bracket) -> Bracket:
    if k == 0:
        return Bracket.of(0, z.bits)
    square = z.square()
    root = (square + Fraction(4 * k * (N - k), N)).sqrt()
    tilt = z * Fraction(2 * k - N, N)
    if 2 * k >= N:
        return z * (tilt + root) / ((square + N) * 2)
    # s^2 - tilt^2 = 4k(N-k)/N + z^2 (1 - (2k-N)^2/N^2) = 4k(N-k)/N (1 + z^2/N), so s + tilt = that / (s - tilt)
    return z * Fraction(2 * k * (N - k), N * N) / (root - tilt)


def wilson(k: int, N: int, q: Quantile) -> tuple[Real, Real]:
    """Return the Wilson limits for k passes of N > 0 items; exactly 0 at k = 0 and 1 at k = N."""
    radicand = None if q.exact is None else q.exact**2 + Fraction(4 * k * (N - k), N)
    root = None if radicand is None else rational_root(radicand)

    def limit(side: int, name: str) -> Real:
        what = f"the {name} wilson limit"
        if (k == 0 and side == 0) or (k == N and side == 1):
            return Real.exact(side, what=what)
        if q.exact is not None and root is not None:
            sign = 2 * side - 1
            return Real.exact((2 * k + q.exact**2 + sign * q.exact * root) / (2 * (N + q.exact**2)), what=what)

        def refine(bits: int) -> Bracket:
            w = bits + 24
            z = q.enclosure(w)
            square = z.square()
            centre = square + 2 * k
            spread = z * (square + Fraction(4 * k * (N - k), N)).sqrt()
            if side:
                return ((centre + spread) / ((square + N) * 2)).at(bits)
            # the product of both limits is k^2 / (N (N + z^2)): no cancellation where the lower one is small
            return (Bracket.of(Fraction(2 * k * k, N), w) / (centre + spread)).at(bits)

        return Real.refined(refine, what=what, rational=None if q.exact is None else known_irrational)

    return limit(0, "lower"), limit(1, "upper")


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
