"""Reference values for the fast path: exact integers up to n = 4000, python-flint's balls beyond.

Neither shares code with `discordant.fast`: the sums are the definition, and the balls evaluate the regularized
incomplete beta function and the log-gamma function rigorously.
"""

from __future__ import annotations

import math

from flint import arb, ctx

EXACT_TO = 4000


def tail_and_mass(n: int, m: int) -> tuple[arb, arb]:
    """Balls around 2 P(X <= m) and P(X = m), X ~ Bin(n, 1/2)."""
    for precision in (256, 512, 1024, 2048):
        ctx.prec = precision
        if n <= EXACT_TO:
            term = total = 1
            for k in range(m):
                term = term * (n - k) // (k + 1)
                total += term
            scale = arb(2) ** n
            return arb(2 * total) / scale, arb(term) / scale
        count = arb(n)
        tail = 2 * arb(0.5).beta_lower(arb(n - m), arb(m + 1), regularized=True)
        mass = ((count + 1).lgamma() - arb(m + 1).lgamma() - arb(n - m + 1).lgamma() - count * arb(2).log()).exp()
        if tail.rel_accuracy_bits() > 100 and mass.rel_accuracy_bits() > 100:
            return tail, mass
    raise ArithmeticError(f"no reference for n = {n}, m = {m}")


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
