"""Wilson's score limits for theta, mapped to the odds: closed form."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.interval import Quantile
from discordant.enclosed.odds_ratio.registry import REGISTRY
from discordant.enclosed.radicals import rational_root
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method


def wilson(b: int, c: int, q: Quantile) -> tuple[Real, Real]:
    """Return the score limits of the odds ratio [Wilson1927; Fagerland2014].

    With theta = (2b + z^2 - z s) / (2 (n + z^2)), s = sqrt(z^2 + 4bc/n), the odds theta / (1 - theta) are
    (2b + z^2 - z s) / (2c + z^2 + z s), and numerator times (2b + z^2 + z s) is 4 b^2 (n + z^2) / n. So the lower limit
    is 4 b^2 (n + z^2) / (n (2b + z^2 + z s) (2c + z^2 + z s)), without cancellation. The upper one is the reciprocal of
    the lower one with b and c exchanged.
    """
    lower = _lower(b, c, q, "the lower wilson limit for the odds ratio")
    return lower, _upper(b, c, q, "the upper wilson limit for the odds ratio")


def _root(b: int, c: int, q: Quantile) -> Fraction | None:
    return None if q.exact is None else rational_root(q.exact**2 + Fraction(4 * b * c, b + c))


def _lower(b: int, c: int, q: Quantile, what: str) -> Real:
    if not b:
        return Real.exact(0, what=what)
    n, root = b + c, _root(b, c, q)
    if q.exact is not None and root is not None:
        z, sides = q.exact, q.exact * (q.exact + root)
        return Real.exact(4 * b * b * (n + z * z) / (n * (2 * b + sides) * (2 * c + sides)), what=what)
    return Real.refined(lambda bits: _bracket(b, c, q, bits), what=what)


def _upper(b: int, c: int, q: Quantile, what: str) -> Real:
    if not c:
        return Real.infinite(1, what=what)
    mirrored = _lower(c, b, q, what)
    if mirrored.exact_value is not None:
        return Real.exact(1 / mirrored.exact_value, what=what)
    return Real.refined(lambda bits: _bracket(c, b, q, bits + 4).inverse().at(bits), what=what)


def _bracket(b: int, c: int, q: Quantile, bits: int) -> Bracket:
    n, w = b + c, bits + 16
    z = q.enclosure(w)
    square = z.square()
    sides = square + z * (square + Fraction(4 * b * c, n)).sqrt()
    return ((square + n) * Fraction(4 * b * b, n) / ((sides + 2 * b) * (sides + 2 * c))).at(bits)


REGISTRY.register(
    Method(
        id="wilson",
        label="Wilson score",
        estimand="odds-ratio",
        source="Wilson1927; Fagerland2014",
        dual_of="chi-square",
        parameter_range="within [0, inf]",
        weaknesses="coverage falls a little below the level at small n",
        at_no_discordance="[0, inf]",
        at_empty_margin="c = 0 gives an infinite upper limit, b = 0 a lower limit of 0",
        compute=wilson,
    )
)
