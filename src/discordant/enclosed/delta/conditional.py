"""Limits for delta from limits for theta = P(an item is b, given that it is discordant): delta = (2 theta - 1) n / N.

They treat the number n of discordant items as known. The interval is then an image of one for b/n: it excludes 0
exactly where that one excludes 1/2, but never exceeds n/N in size, however uncertain n/N is. At n = 0 it is [0, 0].
"""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed import theta
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.delta.registry import REGISTRY
from discordant.enclosed.interval import Quantile
from discordant.enclosed.radicals import rational_root
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.table import Table


def _rescaled(limits: tuple[theta.Limit, theta.Limit], table: Table, method: str) -> tuple[Real, Real]:
    share = Fraction(table.n, table.N)

    def image(x: Fraction) -> Fraction:
        return (2 * x - 1) * share

    lower, upper = limits
    return lower.real(image, f"the lower {method} limit for delta"), upper.real(
        image, f"the upper {method} limit for delta"
    )


def _no_discordance(method: str) -> tuple[Real, Real]:
    return Real.exact(0, what=f"the lower {method} limit for delta"), Real.exact(
        0, what=f"the upper {method} limit for delta"
    )


def conditional_clopper_pearson(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the rescaled Clopper-Pearson limits [Newcombe1998, method 3; ClopperPearson1934]."""
    method = "conditional-clopper-pearson"
    if not table.n:
        return _no_discordance(method)
    return _rescaled(theta.clopper_pearson(table.b, table.n, q, f"{method} limit"), table, method)


def conditional_mid_p(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the rescaled mid-p limits [Newcombe1998, method 4]."""
    method = "conditional-mid-p"
    if not table.n:
        return _no_discordance(method)
    return _rescaled(theta.mid_p(table.b, table.n, q, f"{method} limit"), table, method)


def conditional_wilson(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the rescaled Wilson limits [Wilson1927]: (b - c -+ z s) n / (N (n + z^2)), s = sqrt(z^2 + 4bc/n).

    For theta = (2b + z^2 -+ z s) / (2 (n + z^2)) is Wilson's limit, and 2 theta - 1 = (b - c -+ z s) / (n + z^2).
    """
    b, c, n, N = table.b, table.c, table.n, table.N
    method = "conditional-wilson"
    if not n:
        return _no_discordance(method)
    root = None if q.exact is None else rational_root(q.exact**2 + Fraction(4 * b * c, n))

    def limit(sign: int, name: str) -> Real:
        what = f"the {name} {method} limit for delta"
        if not (c if sign > 0 else b):  # theta is 1 or 0
            return Real.exact(Fraction(sign * n, N), what=what)
        if q.exact is not None and root is not None:
            return Real.exact((b - c + sign * q.exact * root) * n / (N * (n + q.exact**2)), what=what)

        def refine(bits: int) -> Bracket:
            w = bits + 16
            z = q.enclosure(w)
            square = z.square()
            spread = z * (square + Fraction(4 * b * c, n)).sqrt()
            return ((spread * sign + (b - c)) / ((square + n) * Fraction(N, n))).at(bits)

        return Real.refined(refine, what=what)

    return limit(-1, "lower"), limit(1, "upper")


_SCALED = "the sampling error of n/N is ignored: at small n the limits are too close to 0; zero width at n = 0"

REGISTRY.register(
    Method(
        id="conditional-clopper-pearson",
        label="Conditional Clopper-Pearson, rescaled",
        estimand="delta",
        source="Newcombe1998, method 3",
        dual_of="exact",
        parameter_range="within [-n/N, n/N]",
        weaknesses=_SCALED,
        at_no_discordance="exactly [0, 0]",
        at_empty_margin="b = 0 gives a lower limit of -n/N, c = 0 an upper limit of n/N",
        compute=conditional_clopper_pearson,
    )
)
REGISTRY.register(
    Method(
        id="conditional-mid-p",
        label="Conditional mid-p, rescaled",
        estimand="delta",
        source="Newcombe1998, method 4",
        dual_of="mid-p",
        parameter_range="within [-n/N, n/N]",
        weaknesses=_SCALED,
        at_no_discordance="exactly [0, 0]",
        at_empty_margin="b = 0 gives a lower limit of -n/N, c = 0 an upper limit of n/N",
        compute=conditional_mid_p,
    )
)
REGISTRY.register(
    Method(
        id="conditional-wilson",
        label="Conditional Wilson, rescaled (not recommended)",
        estimand="delta",
        source="Wilson1927",
        dual_of="chi-square",
        parameter_range="within [-n/N, n/N]",
        weaknesses=f"not recommended: seen in published claims only; {_SCALED}",
        at_no_discordance="exactly [0, 0]",
        at_empty_margin="b = 0 gives a lower limit of -n/N, c = 0 an upper limit of n/N",
        compute=conditional_wilson,
    )
)
