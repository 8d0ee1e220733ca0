"""Limits in closed form: centre +- z sqrt(radicand), exact wherever the root is rational."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.interval import Quantile
from discordant.enclosed.radicals import rational_root
from discordant.enclosed.real import Real


def centre_and_radius(
    centre: Fraction, radicand: Fraction, q: Quantile, what: str, shift: Fraction = Fraction(0)
) -> tuple[Real, Real]:
    """Return centre -+ (z sqrt(radicand) + shift) for a rational centre, shift >= 0 and radicand >= 0.

    Exact where the radicand is 0, and for a rational z where it is the square of a rational; for a rational z every
    other limit is irrational, so that each comparison with a rational is decided in the end.
    """
    root = rational_root(radicand)
    if not radicand or (q.exact is not None and root is not None):
        radius = shift + (q.exact or 0) * (root or 0)
        lower, upper = centre - radius, centre + radius
        return Real.exact(lower, what=f"the lower {what}"), Real.exact(upper, what=f"the upper {what}")

    def limit(sign: int, name: str) -> Real:
        offset = centre + sign * shift

        def refine(bits: int) -> Bracket:
            w = bits + 16
            spread = Bracket.of(radicand, w).sqrt() * q.enclosure(w)
            return (spread * sign + offset).at(bits)

        return Real.refined(refine, what=f"the {name} {what}")

    return limit(-1, "lower"), limit(1, "upper")
