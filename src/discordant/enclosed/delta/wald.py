"""Wald's interval for delta, (b-c)/N -+ z sqrt(n - (b-c)^2/N) / N, with two corrections and two adjustments.

The two continuity corrections in use differ, and are named apart: one adds 1/N to the half-width, the other puts
(|b-c| - 1)^2 for (b-c)^2 in the variance. Agresti and Min add 1/2 to each cell; Bonett and Price add 1 to b and to c.
"""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.closed_form import centre_and_radius
from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.table import Table


def _variance(table: Table) -> Fraction:
    return Fraction(table.n * table.N - (table.b - table.c) ** 2, table.N**3)


def wald(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the Wald limits [Newcombe1998, method 1]."""
    return centre_and_radius(Fraction(table.b - table.c, table.N), _variance(table), q, "wald limit for delta")


def wald_fleiss(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the Wald limits moved outward by 1/N [Fleiss2003]."""
    centre = Fraction(table.b - table.c, table.N)
    return centre_and_radius(centre, _variance(table), q, "wald-fleiss limit for delta", Fraction(1, table.N))


def wald_cc_variance(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return (b-c)/N -+ z sqrt(n - (|b-c|-1)^2/N) / N [Fagerland2014]; zero width where the radicand is below 0."""
    n, N, difference = table.n, table.N, table.b - table.c
    variance = max(Fraction(n * N - (abs(difference) - 1) ** 2, N**3), Fraction(0))
    return centre_and_radius(Fraction(difference, N), variance, q, "wald-cc-variance limit for delta")


def agresti_min(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the Wald limits after adding 1/2 to each cell [AgrestiMin2005]."""
    n, N, difference = table.n + 1, table.N + 2, table.b - table.c
    variance = Fraction(n * N - difference**2, N**3)
    return centre_and_radius(Fraction(difference, N), variance, q, "agresti-min limit for delta")


def bonett_price(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return p - r -+ z sqrt((p + r - (p-r)^2) / (N+2)), p = (b+1)/(N+2), r = (c+1)/(N+2) [BonettPrice2012]."""
    n, N, difference = table.n + 2, table.N + 2, table.b - table.c
    variance = Fraction(n * N - difference**2, N**3)
    return centre_and_radius(Fraction(difference, N), variance, q, "bonett-price limit for delta")


REGISTRY.register(
    Method(
        id="wald",
        label="Wald",
        estimand="delta",
        source="Newcombe1998, method 1",
        dual_of=None,
        parameter_range="may leave [-1, 1]",
        weaknesses="zero width at b = c = 0 and at b = N or c = N; covers too little at small N",
        at_no_discordance="exactly [0, 0]",
        at_empty_margin="no special case",
        compute=wald,
    )
)
REGISTRY.register(
    Method(
        id="wald-fleiss",
        label="Wald plus 1/N",
        estimand="delta",
        source="Fleiss2003",
        dual_of=None,
        parameter_range="may leave [-1, 1]",
        weaknesses="also called Wald with continuity correction, a name that two other formulas share",
        at_no_discordance="[-1/N, 1/N]",
        at_empty_margin="no special case",
        compute=wald_fleiss,
    )
)
REGISTRY.register(
    Method(
        id="wald-cc-variance",
        label="Wald with the correction inside the variance",
        estimand="delta",
        source="Fagerland2014",
        dual_of=None,
        parameter_range="may leave [-1, 1]",
        weaknesses="narrower than Wald where b = c: the correction then enters with the wrong sign",
        at_no_discordance="exactly [0, 0] (the radicand is negative)",
        at_empty_margin="no special case",
        compute=wald_cc_variance,
    )
)
REGISTRY.register(
    Method(
        id="agresti-min",
        label="Agresti-Min (1/2 added to each cell)",
        estimand="delta",
        source="AgrestiMin2005",
        dual_of=None,
        parameter_range="may leave [-1, 1]",
        weaknesses="the centre is pulled towards 0",
        at_no_discordance="z / (N+2) on either side of 0",
        at_empty_margin="no special case",
        compute=agresti_min,
    )
)
REGISTRY.register(
    Method(
        id="bonett-price",
        label="Bonett-Price (1 added to b and to c)",
        estimand="delta",
        source="BonettPrice2012",
        dual_of=None,
        parameter_range="may leave [-1, 1]",
        weaknesses="the centre is pulled towards 0",
        at_no_discordance="z sqrt(2) / (N+2) on either side of 0",
        at_empty_margin="no special case",
        compute=bonett_price,
    )
)
