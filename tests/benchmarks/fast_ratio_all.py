"""Compare p and mid-p with exact integers at every (n, m) beyond y = 0.18 whose p a float can hold: n = 1024 ... 8019.

    python tests/benchmarks/fast_ratio_all.py                    every pair, some minutes
    python tests/benchmarks/fast_ratio_all.py --from 1024 --to 1030

The fast path computes them there by additions, multiplications, divisions and scalings by powers of two alone, which
IEEE 754 defines to the last bit, and from the entry alone where it stands in an array: so what holds for all pairs here
holds on every such platform. Exit code 1 means an error beyond the stated bound of 4 ulp, half a spacing for
subnormals, or 0.0 for what does not round to it.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from discordant import fast
from discordant.fast import batch
from discordant.fast.factorials import LARGEST
from discordant.fast.ratio_pieces import FAR

BITS = 128
SMALLEST = -1022
"""Exponent of the least normal float; the spacing below is 2^-1074."""
BOUND = 4.0
SUBNORMAL_BOUND = 0.5 + 2.0**-20
"""A subnormal is rounded once: twice would show here."""


class Worst(NamedTuple):
    """The largest error so far, in spacings at the true value, and where."""

    error: float = 0.0
    n: int = 0
    m: int = 0


def spacings(value: float, total: int, n: int) -> float:
    """Return |value - total / 2^n| in spacings of floats at total / 2^n, to 2^-60 of one."""
    length = total.bit_length()
    top = total >> (length - BITS) if length > BITS else total << (BITS - length)
    exponent = length - n  # total / 2^n = top 2^(exponent - BITS), from 1/2 to 1 times 2^exponent
    spacing = max(exponent - 53, SMALLEST - 52)
    if value == 0.0:
        return math.ldexp(top, exponent - BITS - spacing)
    fraction, power = math.frexp(value)
    shift = power - 53 - (exponent - BITS)
    mantissa = int(fraction * 2**53)
    if shift < 0:
        return math.ldexp(abs(mantissa - (top << -shift)), exponent - BITS + shift - spacing)
    return math.ldexp(abs((mantissa << shift) - top), exponent - BITS - spacing)


def row(n: int) -> Iterator[tuple[int, int, int]]:
    """Yield m, and p and mid-p times 2^n, for m from 0 while (1 - 2m/n)^2 > 0.18 as the fast path reads it."""
    term, below, m = 1, 0, 0
    while (s := (n - 2 * m) / n) * s > FAR:
        yield m, 2 * (below + term), 2 * below + term
        below += term
        term = term * (n - m) // (m + 1)
        m += 1


def compare(first: int, last: int) -> tuple[dict[str, Worst], int]:
    """Return the worst error of each function, normal and subnormal apart, and the number of pairs compared."""
    worst: dict[str, Worst] = {}
    count = 0
    for n in range(first, last + 1):
        rows = list(row(n))
        counts = np.array([m for m, _, _ in rows])
        arrays = batch.exact_p(counts, n - counts).tolist(), batch.mid_p(counts, n - counts).tolist()
        for (m, p, mid), p_array, mid_array in zip(rows, *arrays, strict=True):
            if p.bit_length() - n < SMALLEST - 60:
                if fast.exact_p(m, n - m) or p_array or mid_array or fast.mid_p(m, n - m):
                    raise ArithmeticError(f"not 0 at n={n}, m={m}")
                continue
            count += 1
            found = (
                ("scalar p", fast.exact_p(m, n - m), p),
                ("scalar mid-p", fast.mid_p(m, n - m), mid),
                ("array p", p_array, p),
                ("array mid-p", mid_array, mid),
            )
            for name, value, total in found:
                error = spacings(value, total, n)
                key = name if total.bit_length() - n > SMALLEST else f"{name}, subnormal"
                if error > worst.get(key, Worst()).error:
                    worst[key] = Worst(error, n, m)
    return worst, count


def bound(name: str) -> float:
    """Return the largest error allowed, in spacings."""
    return SUBNORMAL_BOUND if name.endswith("subnormal") else BOUND


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="first", type=int, default=1024)
    parser.add_argument("--to", dest="last", type=int, default=LARGEST)
    options = parser.parse_args()
    worst, count = compare(options.first, options.last)
    print(f"{count} pairs (n, m), n from {options.first} to {options.last}\n")
    print("| value | largest error, spacings | n | m |\n|---|---|---|---|")
    for name, found in sorted(worst.items()):
        print(f"| {name} | {found.error:.4f} | {found.n} | {found.m} |")
    return 1 if any(found.error > bound(name) for name, found in worst.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
