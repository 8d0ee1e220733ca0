"""Newcombe's square-and-add intervals on Wilson limits: plain phi, corrected phi, and on corrected Wilson limits."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.delta.square_and_add import has_zero_radicand, on_score_intervals, phi_parts
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.single.wilson import WILSON, WILSON_CORRECTED, ScoreInterval
from discordant.table import Table


def _raw(table: Table, q: Quantile, family: ScoreInterval, method: str) -> tuple[Real, Real]:
    what = f"{method} limit for delta"
    if has_zero_radicand(table):
        return Real.exact(0, what=f"the lower {what}"), Real.exact(0, what=f"the upper {what}")
    return on_score_intervals(table, q, family, phi_parts(table)[0], what)


def newcombe_plain(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the square-and-add limits with the raw phi [Newcombe1998, method 8]; [0, 0] at a = d, b = c = 0."""
    return _raw(table, q, WILSON, "newcombe-plain")


def newcombe_cc(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the same on continuity-corrected Wilson limits [Newcombe1998, method 9]; [0, 0] at a = d, b = c = 0."""
    return _raw(table, q, WILSON_CORRECTED, "newcombe-cc")


def newcombe_corrected(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the limits with phi's numerator max(ad-bc-N/2, 0) where ad > bc [Newcombe1998, method 10]."""
    cross = phi_parts(table)[0]
    numerator = max(cross - Fraction(table.N, 2), Fraction(0)) if cross > 0 else Fraction(cross)
    return on_score_intervals(table, q, WILSON, numerator, "newcombe-corrected limit for delta")


REGISTRY.register(
    Method(
        id="newcombe-plain",
        label="Newcombe, plain phi",
        estimand="delta",
        source="Newcombe1998, method 8",
        dual_of=None,
        parameter_range="within [-1, 1]",
        weaknesses="zero width at a = d, b = c = 0; its width at b = c = 0 depends on the concordant split",
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
REGISTRY.register(
    Method(
        id="newcombe-cc",
        label="Newcombe on continuity-corrected Wilson limits, plain phi",
        estimand="delta",
        source="Newcombe1998, method 9",
        dual_of=None,
        parameter_range="within [-1, 1]",
        weaknesses="zero width at a = d, b = c = 0; wider than newcombe-plain elsewhere",
        at_no_discordance="exactly [0, 0] at a = d, else a narrow interval around 0",
        at_empty_margin="phi is taken as 0",
        compute=newcombe_cc,
    )
)
