"""Tango's score interval for delta, and the same with a continuity correction [Tango1998].

T(x) = (b - c - N x) / sqrt(N (2 p + x (1 - x))), p the maximum likelihood estimate of P(only the baseline passes) given
delta = x: the positive root of 2N p^2 + B p - c x (1 - x) = 0, B = (2N - b + c) x - b - c. At x = 0, T^2 is McNemar's
chi-square statistic; with the numerator sign * max(0, |b - c - N x| - 1) it is Edwards'.
"""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.score_root import Score, ScoreRoot
from discordant.table import Table


def tango_score(table: Table, correction: int) -> Score:
    """Return Tango's score as polynomials in x = delta, its numerator reduced by `correction` (0 or 1).

    2 V = 2N (2p + x (1-x)) = sqrt(B^2 + 8 N c x (1-x)) - B + 2 N x (1-x).
    """
    N, difference, c = table.N, table.b - table.c, table.c
    return Score(
        E=(difference - correction, -N),
        B=(-table.n, 2 * N - difference, 0),
        G=(0, 2 * N, -2 * N),
        H=(0, 8 * N * c, -8 * N * c),
    )


def _lower(table: Table, q: Quantile, correction: int, what: str) -> Real:
    """Return the x < delta with T(x) = z, or -1 where T stays below z down to there."""
    N = table.N
    highest = Fraction(table.b - table.c - correction, N)
    if highest <= -1:  # then the numerator is 0 on the whole of (-1, delta)
        return Real.exact(-1, what=what)
    scale = Fraction(min(N, table.n + 4), N)
    root = ScoreRoot(tango_score(table, correction), q, Fraction(-1), highest, scale, what)
    return Real.refined(root.refine, what=what, rational=root.rational)


def _limits(table: Table, q: Quantile, correction: int, method: str) -> tuple[Real, Real]:
    lower = _lower(table, q, correction, f"the lower {method} limit for delta")
    upper = _lower(table.swapped(), q, correction, f"the upper {method} limit for delta")
    return lower, -upper


def tango(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the two x with T(x) = z and T(x) = -z [Tango1998]; +-z^2/(N+z^2) at b = c = 0."""
    return _limits(table, q, 0, "tango")


def tango_cc(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the same with |b - c - N x| reduced by 1, at least 0, in T [Tango1998]; +-1 where T never reaches +-z."""
    return _limits(table, q, 1, "tango-cc")


REGISTRY.register(
    Method(
        id="tango",
        label="Tango score",
        estimand="delta",
        source="Tango1998; Yang2013",
        dual_of="chi-square",
        parameter_range="within [-1, 1]",
        weaknesses="coverage may fall a little below the level at small N",
        at_no_discordance="-z^2/(N+z^2) to z^2/(N+z^2), whatever the concordant split",
        at_empty_margin="no special case; the limit towards which all items are discordant is -1 or 1",
        compute=tango,
    )
)
REGISTRY.register(
    Method(
        id="tango-cc",
        label="Tango score with continuity correction",
        estimand="delta",
        source="Tango1998",
        dual_of="edwards",
        parameter_range="within [-1, 1]",
        weaknesses="conservative: wider than needed, as Edwards' test is",
        at_no_discordance="wider than tango",
        at_empty_margin="an end is -1 or 1 where the corrected score never reaches z",
        compute=tango_cc,
    )
)
