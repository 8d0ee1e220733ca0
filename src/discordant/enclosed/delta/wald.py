"""Wald's interval for delta: (b-c)/N -+ z sqrt(n - (b-c)^2/N) / N."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.closed_form import centre_and_radius
from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.table import Table


def wald(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the Wald limits [Newcombe1998, method 1]."""
    n, N, difference = table.n, table.N, table.b - table.c
    return centre_and_radius(Fraction(difference, N), Fraction(n * N - difference**2, N**3), q, "wald limit for delta")


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
