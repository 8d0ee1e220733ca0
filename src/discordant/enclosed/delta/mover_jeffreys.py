"""Square-and-add on Jeffreys intervals, with the raw phi (MOVER) [Tang2012]."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.delta.square_and_add import has_zero_radicand, phi_parts, square_and_add
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.single.quantiles import jeffreys
from discordant.table import Table


def mover_jeffreys(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the square-and-add limits on Jeffreys intervals [Tang2012]; [0, 0] at a = d, b = c = 0."""
    what = "mover-jeffreys limit for delta"
    if has_zero_radicand(table):
        return Real.exact(0, what=f"the lower {what}"), Real.exact(0, what=f"the upper {what}")
    N, first, second = table.N, Fraction(table.candidate_passes, table.N), Fraction(table.baseline_passes, table.N)
    lower1, upper1 = jeffreys(table.candidate_passes, N, q)
    lower2, upper2 = jeffreys(table.baseline_passes, N, q)

    def distances(sign: int, bits: int) -> tuple[Bracket, Bracket]:
        if sign < 0:
            return first - lower1.enclosure(bits), upper2.enclosure(bits) - second
        return upper1.enclosure(bits) - first, second - lower2.enclosure(bits)

    return square_and_add(table, distances, phi_parts(table)[0], what)


REGISTRY.register(
    Method(
        id="mover-jeffreys",
        label="Square-and-add on Jeffreys intervals (MOVER), plain phi",
        estimand="delta",
        source="Tang2012; BrownCaiDasGupta2001",
        dual_of=None,
        parameter_range="within [-1, 1]",
        weaknesses="zero width at a = d, b = c = 0",
        at_no_discordance="exactly [0, 0] at a = d, else a narrow interval around 0",
        at_empty_margin="phi is taken as 0",
        compute=mover_jeffreys,
    )
)
