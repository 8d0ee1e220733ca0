"""Newcombe's square-and-add intervals on Wilson limits, by how phi is taken: plain (method 8) or corrected (method 10).

phi = (ad - bc) / sqrt((a+b)(c+d)(a+c)(b+d)), 0 where a margin is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.delta.square_and_add import has_zero_radicand, limits, raw_phi_parts
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.single.wilson import wilson_distances
from discordant.table import Table


def _no_claim(sign: int) -> Callable[[], Fraction | None] | None:
    return None


def _on_wilson(table: Table, q: Quantile, numerator: Fraction | int, what: str) -> tuple[Real, Real]:
    def distances(bits: int) -> tuple[tuple[Bracket, Bracket], tuple[Bracket, Bracket]]:
        z = q.enclosure(bits)
        return wilson_distances(table.candidate_passes, table.N, z), wilson_distances(table.baseline_passes, table.N, z)

    return limits(table, distances, numerator, what, _no_claim)


def newcombe_plain(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the square-and-add limits with the raw phi [Newcombe1998, method 8]; [0, 0] at a = d, b = c = 0."""
    what = "newcombe-plain limit for delta"
    if has_zero_radicand(table):
        return Real.exact(0, what=f"the lower {what}"), Real.exact(0, what=f"the upper {what}")
    return _on_wilson(table, q, raw_phi_parts(table)[0], what)


def newcombe_corrected(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the limits with phi's numerator max(ad-bc-N/2, 0) where ad > bc [Newcombe1998, method 10]."""
    cross = raw_phi_parts(table)[0]
    numerator = max(cross - Fraction(table.N, 2), Fraction(0)) if cross > 0 else cross
    return _on_wilson(table, q, numerator, "newcombe-corrected limit for delta")


REGISTRY.register(
    Method(
        id="newcombe-plain",
        label="Newcombe, plain phi",
        estimand="delta",
        source="Newcombe1998, method 8",
        dual_of=None,
        parameter_range="within [-1, 1]",
        weaknesses="zero width at a = d, b = c = 0; its width there depends on the concordant split",
        at_no_discordance="exactly [0, 0] at a = d, else a narrow interval around 0",
        at_empty_margin="phi is taken as 0",
        compute=newcombe_plain,
    )
)
REGISTRY.register(
    Method(
        id="newcombe-corrected",
        label="Newcombe, corrected phi",
        estimand="delta",
        source="Newcombe1998, method 10",
        dual_of=None,
        parameter_range="within [-1, 1]",
        weaknesses="not the dual of a test: may contradict McNemar's tests near the threshold",
        at_no_discordance="a positive width that depends on the concordant split",
        at_empty_margin="phi is taken as 0",
        compute=newcombe_corrected,
    )
)
