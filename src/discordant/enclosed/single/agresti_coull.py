"""Wald-type intervals for one pass rate: Wald's own, and Agresti and Coull's around the Wilson centre."""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.closed_form import centre_and_radius
from discordant.enclosed.interval import Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.single.registry import REGISTRY


def wald(k: int, N: int, q: Quantile) -> tuple[Real, Real]:
    """Return k/N -+ z sqrt(k (N-k) / N^3) [AgrestiCoull1998]; zero width at k = 0 and k = N."""
    return centre_and_radius(Fraction(k, N), Fraction(k * (N - k), N**3), q, "wald limit for one pass rate")


def agresti_coull(k: int, N: int, q: Quantile) -> tuple[Real, Real]:
    """Return p -+ z sqrt(p (1-p) / M), M = N + z^2, p = (k + z^2/2) / M [AgrestiCoull1998]."""
    what = "agresti-coull limit for one pass rate"
    if q.exact is not None:
        M = N + q.exact**2
        p = (k + q.exact**2 / 2) / M
        return centre_and_radius(p, p * (1 - p) / M, q, what)

    def limit(sign: int, name: str) -> Real:
        def refine(bits: int) -> Bracket:
            z = q.enclosure(bits + 24)
            square = z.square()
            # p (1-p) / M = (k + z^2/2) (N-k + z^2/2) / M^3
            passes, failures, M = square / 2 + k, square / 2 + (N - k), square + N
            spread = z * (passes * failures / M).sqrt()
            return ((passes + spread * sign) / M).at(bits)

        return Real.refined(refine, what=f"the {name} {what}")

    return limit(-1, "lower"), limit(1, "upper")


REGISTRY.register(
    Method(
        id="wald",
        label="Wald",
        estimand="pass-rate",
        source="AgrestiCoull1998",
        dual_of=None,
        parameter_range="may leave [0, 1]",
        weaknesses="covers far too little near 0 and 1 and at small N; listed because it is printed so often",
        at_no_discordance="not applicable: one run only",
        at_empty_margin="zero width at k = 0 and k = N",
        compute=wald,
    )
)
REGISTRY.register(
    Method(
        id="agresti-coull",
        label="Agresti-Coull",
        estimand="pass-rate",
        source="AgrestiCoull1998",
        dual_of=None,
        parameter_range="may leave [0, 1]",
        weaknesses="always contains the Wilson interval, so wider",
        at_no_discordance="not applicable: one run only",
        at_empty_margin="around (z^2/2)/(N+z^2) at k = 0, mirrored at k = N",
        compute=agresti_coull,
    )
)
