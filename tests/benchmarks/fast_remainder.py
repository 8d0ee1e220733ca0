"""Enclose the remainder of the uniform expansion with python-flint's balls, point by point, and print its maxima.

    python tests/benchmarks/fast_remainder.py --terms 6

With K terms kept, the remainder relative to mid-p is at most n^-K times a constant Lambda_K that docs/fast-bounds.md
proves. At every point of a grid in (n, y) this script encloses, without that proof,

    n^K |mid-p - (its first K terms)| / mid-p,

where mid-p comes from the regularized incomplete beta function in balls and the terms from the closed form of c_k in
balls. What it prints holds at the grid's points: it shows how close to the truth the proved constants are.
"""

from __future__ import annotations

import argparse
import sys

from flint import arb, ctx

from discordant.fast.generate.expansion_series import boundary_polynomials

PRECISION = 420
ROWS = (1024, 1500, 2048, 4096, 8192, 65536, 2**20)
STEPS = 12


def stirling_terms(count: int) -> list[arb]:
    """B_2j / (2j (2j-1)) for the odd powers 1, 3, 5, ... below `count`."""
    return [arb.bernoulli(e + 1) / (e * (e + 1)) for e in range(1, count, 2)]


def mass_terms(count: int, y: arb) -> list[arb]:
    """g_k(y) for k < count."""
    s = y.sqrt()
    logs = {}
    for e, stirling in zip(range(1, count, 2), stirling_terms(count), strict=True):
        both = arb(2) ** e * ((1 - s) ** -e + (1 + s) ** -e)
        logs[e] = stirling * (1 - both)
    out = [1 / (1 - y).sqrt()]
    for k in range(1, count):
        out.append(sum((e * value * out[k - e] for e, value in logs.items() if e <= k), arb(0)) / k)
    return out


def correction_terms(count: int, y: arb) -> list[arb]:
    """s c_k(y) for k < count, from the closed form (y > 0)."""
    s = y.sqrt()
    twice_entropy = (1 + s) * (1 + s).log() + (1 - s) * (1 - s).log()
    mass = mass_terms(count, y)
    boundary = [
        sum((value * s**power for power, value in polynomial.items()), arb(0)) / s ** (2 * k + 1)
        for k, polynomial in enumerate(boundary_polynomials(count))
    ]
    out, odd = [], 1
    for k in range(count):
        pole = (-1) ** k * odd * twice_entropy ** (-arb(2 * k + 1) / 2)
        out.append(sum((mass[j] * boundary[k - j] for j in range(k + 1)), arb(0)) - pole)
        odd *= 2 * k + 1
    return out


def scaled_remainder(n: int, m: int, terms: int) -> arb:
    """Enclose n^K |mid-p - its first K terms| / mid-p."""
    d = n - 2 * m
    s = arb(d) / n
    y = s * s
    D = n * ((1 + s) * (1 + s).log() + (1 - s) * (1 - s).log()) / 2
    tail = 2 * arb(0.5).beta_lower(arb(n - m), arb(m + 1), regularized=True)
    mass = (arb(n + 1).lgamma() - arb(m + 1).lgamma() - arb(n - m + 1).lgamma() - n * arb(2).log()).exp()
    mid = tail - mass
    total = arb(0)
    for value in reversed(correction_terms(terms, y)):
        total = total / n + value
    approximation = D.sqrt().erfc() + (-D).exp() * (2 / (arb.pi() * n)).sqrt() * total
    return abs(mid - approximation) / mid * arb(n) ** terms


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--terms", type=int, default=6)
    options = parser.parse_args()
    ctx.prec = PRECISION
    print(f"| n | largest n^{options.terms} x relative remainder | at m | relative remainder there, 2^ |")
    print("|---|---|---|---|")
    for n in ROWS:
        largest, where = arb(0), 0
        for step in range(1, STEPS + 1):
            d = int((0.18 * (step / STEPS) ** 2) ** 0.5 * n)
            m = (n - d) // 2
            value = scaled_remainder(n, m, options.terms)
            if value.upper() > largest:
                largest, where = value.upper(), m
        bits = float((largest / arb(n) ** options.terms).log() / arb(2).log())
        print(f"| {n} | {float(largest):.3f} | {where} | {bits:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
