"""What the intervals for the ratio of pass rates share: infinite ends, and the upper limit as a mirrored lower one."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.real import Real


def whole_line(method: str) -> tuple[Real, Real]:
    """Return [0, inf]."""
    what = f"{method} limit for the ratio of pass rates"
    return Real.exact(0, what=f"the lower {what}"), Real.infinite(1, what=f"the upper {what}")


def reciprocal(x: Real, what: str) -> Real:
    """Return 1 / x for x >= 0; inf at an exact 0."""
    if x.exact_value is not None:
        return Real.exact(1 / x.exact_value, what=what) if x.exact_value else Real.infinite(1, what=what)

    def refine(bits: int) -> Bracket:
        return x.enclosure(bits + 4).inverse()

    def rational() -> Fraction | None:
        value = x.rational_value()
        return None if value is None else 1 / value

    return Real.refined(refine, what=what, rational=rational)
