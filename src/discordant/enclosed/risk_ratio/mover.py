"""Square-and-add for the ratio of pass rates on Wilson limits, with the raw phi (MOVER) [Tang2012].

With p, r the candidate's and the baseline's rate and x = p - l, y = u - r (l, u Wilson limits), the lower limit is
(p^2 - x^2) / (p r - phi x y + sqrt(D)), D = (p r - phi x y)^2 - (p^2 - x^2)(r^2 - y^2): the printed quotient with its
numerator rationalised, which has no pole at y = r. D >= 0 since |phi| <= 1 and x <= p. The upper limit is the
reciprocal of the exchanged table's lower one.
"""

from __future__ import annotations

from fractions import Fraction

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.delta.square_and_add import exact_parts, has_zero_radicand, phi_bracket, phi_parts
from discordant.enclosed.interval import Quantile
from discordant.enclosed.radicals import Surd, rational_root
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Method
from discordant.enclosed.risk_ratio.ends import reciprocal, whole_line
from discordant.enclosed.risk_ratio.registry import REGISTRY
from discordant.enclosed.single.wilson import WILSON
from discordant.table import Table


def _lower(table: Table, q: Quantile, what: str) -> Real:
    N, first, second = table.N, table.candidate_passes, table.baseline_passes
    if not first:
        return Real.exact(0, what=what)
    if has_zero_radicand(table):
        return Real.exact(1, what=what)
    numerator, product = phi_parts(table)
    p, r = Fraction(first, N), Fraction(second, N)

    def refine(bits: int) -> Bracket:
        w = bits + 32
        z = q.enclosure(w)
        x, y = WILSON.below(first, N, z), WILSON.below(N - second, N, z)
        phi = phi_bracket(numerator, product, w)
        # D = (p y - r x)^2 + (1 - phi) x y (2 p r - (1 + phi) x y), without the cancellation of its two squares
        cross = x * y
        spread = (y * p - x * r).square() + (1 - phi) * cross * (2 * p * r - (1 + phi) * cross)
        return ((p * p - x.square()) / (p * r - phi * cross + spread.nonnegative().sqrt())).at(bits)

    def rational() -> Fraction | None:
        if q.exact is None:
            return None
        parts = WILSON.exactly(first, N, q.exact), WILSON.exactly(N - second, N, q.exact)
        x, y, phi = exact_parts(*parts, Fraction(numerator), product)
        return _rational_quotient(-(x * x) + p * p, -(phi * x * y) + p * r, -(y * y) + r * r)

    return Real.refined(refine, what=what, rational=rational)


def _rational_quotient(R: Surd, Q: Surd, S: Surd) -> Fraction | None:
    """Return t = R / (Q + sqrt(Q^2 - R S)) where it is rational, for R > 0 and t > 0.

    t solves S t^2 - 2 Q t + R = 0, which over independent roots holds coefficient by coefficient: each is a quadratic
    over the rationals, and the rational roots of the first that is not void are the candidates. Of the two solutions t
    is the one with R / t - Q = sqrt(...) >= 0.
    """
    subsets = sorted(R.terms.keys() | Q.terms.keys() | S.terms.keys(), reverse=True)
    equations = [(S.coefficient(i), -2 * Q.coefficient(i), R.coefficient(i)) for i in subsets]
    for t in _rational_solutions(*equations[0]):
        if t > 0 and all(t * (t * s + q) + r == 0 for s, q, r in equations) and (R * (1 / t) - Q).sign() >= 0:
            return t
    return None


def _rational_solutions(a: Fraction, b: Fraction, c: Fraction) -> list[Fraction]:
    """Return the rational t with a t^2 + b t + c = 0, not all of a, b, c being 0."""
    if not a:
        return [-c / b] if b else []
    discriminant = b * b - 4 * a * c
    root = rational_root(discriminant) if discriminant >= 0 else None
    return [] if root is None else [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def mover_wilson(table: Table, q: Quantile) -> tuple[Real, Real]:
    """Return the square-and-add limits for the ratio [Tang2012; Fagerland2014]; [1, 1] at a = d, b = c = 0."""
    if not table.candidate_passes and not table.baseline_passes:
        return whole_line("mover-wilson")
    lower = _lower(table, q, "the lower mover-wilson limit for the ratio of pass rates")
    mirrored = _lower(table.swapped(), q, "the reciprocal of the upper mover-wilson limit")
    return lower, reciprocal(mirrored, "the upper mover-wilson limit for the ratio of pass rates")


REGISTRY.register(
    Method(
        id="mover-wilson",
        label="Square-and-add on Wilson limits (MOVER), plain phi",
        estimand="risk-ratio",
        source="Tang2012; Fagerland2014",
        dual_of=None,
        parameter_range="within [0, inf]",
        weaknesses="zero width at a = d, b = c = 0",
        at_no_discordance="exactly [1, 1] at a = d, else a narrow interval around 1; [0, inf] at a = 0",
        at_empty_margin="phi is taken as 0; 0 or inf on the side of the run that passed nothing",
        compute=mover_wilson,
    )
)
