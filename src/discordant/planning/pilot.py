"""Planning from pilot data: the power at the pilot's rates, and what remains of it once their uncertainty counts.

A pilot's observed rates flatter a plan: the power computed at them ignores how little a small pilot knows. The
assurance averages the power over the posterior of the rates instead. With a uniform prior on (p_b, p_c, concordant)
the future counts are Dirichlet-multinomial, so the assurance is a rational number:

    n ~ BetaBinomial(N; n0 + 2, N0 - n0 + 1),      b given n ~ BetaBinomial(n; b0 + 1, c0 + 1),

where the pilot has N0 items, n0 of them discordant, b0 to c0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.enclosed.real import Real
from discordant.errors import TooLarge, UndefinedError
from discordant.level import Exactly
from discordant.planning.design import Design
from discordant.planning.effect import Effect
from discordant.planning.power import exact_power
from discordant.planning.region import region
from discordant.table import Table, read_count

MAX_ITEMS: Final = 2000
"""Most future items for an exact assurance (a few seconds)."""


@dataclass(frozen=True, slots=True)
class PilotPlan:
    """Power planned from a pilot table, each a probability.

    `at_estimate` takes the observed rates as true; `assurance` averages over what the pilot leaves open and counts
    significance in either direction, `assurance_candidate` in the candidate's favour alone.
    """

    N: int
    effect: Effect
    at_estimate: Fraction
    assurance: Fraction
    assurance_candidate: Fraction
    design: Design

    def __str__(self) -> str:
        """Return both powers in one sentence."""
        return (
            f"{self.design.method} test, {self.N} items: power {float(self.at_estimate):.3f}"
            f" if the pilot's rates were exact, {float(self.assurance):.3f} once their uncertainty counts"
            f" ({float(self.assurance_candidate):.3f} in the candidate's favour)"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the powers JSON-ready and exactly."""
        return {
            "N": self.N,
            "at_estimate": Real.exact(self.at_estimate).to_dict(),
            "assurance": Real.exact(self.assurance).to_dict(),
            "assurance_candidate": Real.exact(self.assurance_candidate).to_dict(),
            "method": self.design.method,
        }


def _beta_binomial(n: int, alpha: int, beta: int) -> tuple[list[int], int]:
    """Return the masses of BetaBinomial(n; alpha, beta) over a common denominator, alpha and beta whole.

    P(X = x) = C(alpha+x-1, x) C(beta+n-x-1, n-x) / C(alpha+beta+n-1, n).
    """
    first = [math.comb(alpha + x - 1, x) for x in range(n + 1)]
    second = [math.comb(beta + y - 1, y) for y in range(n + 1)]
    return [first[x] * second[n - x] for x in range(n + 1)], math.comb(alpha + beta + n - 1, n)


def plan_from_pilot(
    pilot: Table, N: int, *, alpha: Exactly = "0.05", method: str = "exact", alternative: str = "two-sided"
) -> PilotPlan:
    """Return the power of a test of N new items, planned from a pilot of the same two runs, exactly.

    Raises `UndefinedError` for a pilot without items, `TooLarge` above 2000 new items, and what `Design.read` raises.

    >>> plan = plan_from_pilot(Table(70, 6, 2, 4), 200)
    >>> round(float(plan.at_estimate), 3), round(float(plan.assurance), 3)
    (0.531, 0.476)
    """
    N = read_count(N, "N")
    design = Design.read(alpha, method=method, alternative=alternative)
    if pilot.N == 0:
        raise UndefinedError("the pilot has no items; give delta and discordance instead")
    if N > MAX_ITEMS:
        raise TooLarge(
            "the assurance",
            predicted=N,
            limit=MAX_ITEMS,
            unit="items",
            alternative="power_real(...) at assumed rates has no such limit",
            option="plan for assumed rates instead of a pilot: --p-b and --p-c",
        )
    effect = Effect(Fraction(pilot.b, pilot.N), Fraction(pilot.c, pilot.N))
    counts = region(N, design)
    both_sides = design.alternative == "two-sided"
    up = [math.comb(pilot.b + x, x) for x in range(N + 1)]
    down = [math.comb(pilot.c + y, y) for y in range(N + 1)]
    weights, scale = _beta_binomial(N, pilot.n + 2, pilot.N - pilot.n + 1)
    favour = against = Fraction(0)
    for n, critical in enumerate(counts):
        share = Fraction(weights[n], scale * math.comb(pilot.n + 1 + n, n))
        favour += share * sum(up[n - c] * down[c] for c in range(critical + 1))
        if both_sides:
            against += share * sum(up[b] * down[n - b] for b in range(critical + 1))
    return PilotPlan(N, effect, exact_power(N, effect, design), favour + against, favour, design)
