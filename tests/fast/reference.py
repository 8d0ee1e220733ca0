"""Reference values for the fast path: exact integers up to n = 1200, python-flint's balls beyond.

Neither shares code with `discordant.fast` (which only picks points, in `with_log_p`): the sums are the definition, and
the balls integrate

    P(X <= m) = (n-m) P(X = m) times the integral of (1-s)^(n-m-1) (1+s)^m over [0, 1]

rigorously, in a millisecond or two at any n. `by_beta` is a third way, for the tests of this file itself.
"""

from __future__ import annotations

import math

from flint import acb, arb, ctx

from discordant.fast import log_exact_p

EXACT_TO = 1200
DEEP = 100.0
"""The integrand is below e^-DEEP of its greatest value where the integral is cut off; the rest is enclosed."""


def _mass(n: int, m: int) -> arb:
    count = arb(n)
    return ((count + 1).lgamma() - arb(m + 1).lgamma() - arb(n - m + 1).lgamma() - count * arb(2).log()).exp()


def _integral(n: int, m: int) -> arb:
    """The integral of exp(m ln(1-s^2) + a ln(1-s)), a = n-2m-1 >= 1, over [0, 1]: decreasing, below e^(-as - ms^2)."""
    a = n - 2 * m - 1
    cut = 2.0 * DEEP / (a + math.sqrt(a * a + 4.0 * m * DEEP))
    if not cut < 1.0:
        raise ArithmeticError(f"n = {n} is too small for the integral")

    def integrand(s: acb, analytic: bool) -> acb:
        return (a * (1 - s).log(analytic=analytic) + m * (1 - s * s).log(analytic=analytic)).exp()

    total = acb.integral(integrand, 0, cut, rel_tol=arb(2) ** -125, abs_tol=arb(2) ** -140 * cut).real
    end = arb(cut)
    rest = (a * (1 - end).log() + m * (1 - end * end).log()).exp() / 2
    return total + rest + arb(0, 1) * rest


def tail_and_mass(n: int, m: int) -> tuple[arb, arb]:
    """Balls around 2 P(X <= m) and P(X = m), X ~ Bin(n, 1/2), 2m < n."""
    for precision in (192, 256, 512, 1024):
        ctx.prec = precision
        if n <= EXACT_TO:
            term = total = 1
            for k in range(m):
                term = term * (n - k) // (k + 1)
                total += term
            scale = arb(2) ** n
            return arb(2 * total) / scale, arb(term) / scale
        mass = _mass(n, m)
        tail = 2 * mass * (n - m) * _integral(n, m)
        if tail.rel_accuracy_bits() > 100 and mass.rel_accuracy_bits() > 100:
            return tail, mass
    raise ArithmeticError(f"no reference for n = {n}, m = {m}")


def by_beta(n: int, m: int) -> arb:
    """A ball around 2 P(X <= m) by the regularized incomplete beta function; slow."""
    ctx.prec = 256
    return 2 * arb(0.5).beta_lower(arb(n - m), arb(m + 1), regularized=True)


def allowed(quantity: str, truth: float) -> float:
    """The stated bound in ulp: 4 for p and for log p above 1/2, 2 for log p up to 1/2; spacings of a subnormal p."""
    if quantity.startswith("log"):
        return 2.0 if truth <= math.log(0.5) else 4.0
    return 4.0 if truth >= 2.3e-308 else 1.0


def references(n: int, m: int) -> dict[str, arb]:
    """Balls around p, mid-p and their logarithms at the smaller count m < n/2."""
    tail, mass = tail_and_mass(n, m)
    balls = {"p": tail, "mid": tail - mass}
    balls |= {f"log {name}": ball.log() for name, ball in balls.items()}
    return balls


def reference(quantity: str, n: int, m: int) -> arb:
    """The ball of one of p, mid, log p, log mid."""
    return references(n, m)[quantity]


def ulps(value: float, truth: arb) -> float:
    """|value - truth| in units of the last place of the correctly rounded truth (2^-1074 below 2^-1022)."""
    rounded = float(truth.mid())
    unit = math.ulp(rounded)
    error = abs((arb(value) - truth) / arb(unit))
    if not error.rad() < 0.01:
        raise ArithmeticError("the reference is too wide to measure an error")
    return float(error.mid())


def rounded_once(ball: arb) -> float:
    """The float nearest to the ball's middle: Python divides integers with one rounding, subnormals included."""
    mantissa, exponent = (int(part) for part in ball.mid().man_exp())
    return mantissa / (1 << -exponent)


def with_log_p(n: int, logarithm: float) -> int:
    """The largest m < n/2 with log p at most `logarithm`, by the function under test: any m would do."""
    low, high = 0, (n - 1) // 2
    while low < high:
        m = (low + high + 1) // 2
        low, high = (m, high) if log_exact_p(m, n - m) <= logarithm else (low, m - 1)
    return low
