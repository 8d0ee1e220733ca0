"""Write `critical_counts.py`: when is p < alpha, for every n <= 10^6 and the usual alphas, without computing p.

    python -m discordant.fast.generate.critical_counts                  write the file (minutes)
    python -m discordant.fast.generate.critical_counts --check          recompute everything, exit 1 where it differs
    python -m discordant.fast.generate.critical_counts --check --quick  the same for n <= 20000

The largest m with p < alpha follows one sweep over n by the proved steps `next_count` and `next_row` of
exact/kernel.py, in fixed point with outward rounding: no asymptotics and no floats decide anything. It is stored as a
rule and its exceptions: m is significant at n where 2^40 (d-1)^2 > slope n - offset, d = n - 2m, except at the n that
are listed with their own least d. The sweep checks the rule at every n.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any, Final

import mpmath

from discordant.exact.kernel import next_count, next_row

N_MAX: Final = 1_000_000
QUICK: Final = 20_000
ALPHAS: Final = ("0.1", "0.05", "0.025", "0.02", "0.01", "0.005", "0.002", "0.001", "0.0005", "0.0001", "0.00001")
BITS: Final = 192
SCALE_BITS: Final = 40
FILE: Final = Path(__file__).resolve().parent.parent / "critical_counts.py"


def least_differences(alpha: Fraction, n_max: int) -> Iterator[int]:
    """Yield, for n = 1 ... n_max, the least d = n - 2m with p(n, m) < alpha, or n + 2 where there is none.

    k is the least m with p >= alpha; it never decreases with n. A comparison that the enclosure does not settle ends
    the script: the precision must then be raised.
    """
    target = alpha.numerator << BITS
    n, k = 1, 0
    mlo = mhi = tlo = thi = 1 << (BITS - 1)
    while n <= n_max:
        while 2 * thi * alpha.denominator < target:
            mlo, mhi, tlo, thi = next_count(n, k, mlo, mhi, tlo, thi)
            k += 1
        if 2 * tlo * alpha.denominator < target:
            raise ArithmeticError(f"n = {n}, m = {k}, alpha = {alpha}: undecided at {BITS} bits")
        yield n - 2 * (k - 1)
        mlo, mhi, tlo, thi = next_row(n, k, mlo, mhi, tlo, thi)
        n += 1


def rule_difference(n: int, slope: int, offset: int) -> int:
    """Return the least d of the parity of n with 2^40 (d-1)^2 > slope n - offset, d >= 2."""
    bound = slope * n - offset
    d = 2 if bound < 0 else isqrt(bound >> SCALE_BITS) + 2
    return d + (n - d) % 2


def best_offset(differences: list[int], slope: int) -> int:
    """Return the offset that most n agree with: each n allows an interval, and the deepest overlap is taken."""
    edges = []
    for n, d in enumerate(differences, start=1):
        # (d-1)^2 2^40 > slope n - offset >= (d-3)^2 2^40
        edges.append((slope * n - ((d - 1) ** 2 << SCALE_BITS) + 1, 1))
        edges.append((slope * n - ((d - 3) ** 2 << SCALE_BITS) + 1, -1))
    edges.sort()
    depth = best = 0
    chosen = 0
    for position, (edge, step) in enumerate(edges[:-1]):
        depth += step
        if depth > best:
            best, chosen = depth, (edge + edges[position + 1][0]) // 2
    return chosen


def rule(text: str, differences: list[int], ctx: Any) -> tuple[int, int, dict[int, int]]:
    """Return slope, offset and exceptions for one alpha."""
    z = ctx.sqrt(2) * ctx.erfinv(1 - ctx.mpf(text))
    slope = int(ctx.nint(z * z * ctx.mpf(2) ** SCALE_BITS))
    offset = best_offset(differences, slope)
    exceptions = {n: d for n, d in enumerate(differences, start=1) if rule_difference(n, slope, offset) != d}
    return slope, offset, exceptions


def module(rules: dict[str, tuple[int, int, dict[int, int]]]) -> str:
    """Return the text of `critical_counts.py`."""
    out = [
        '"""When p < alpha for n <= N_MAX, as a rule with exceptions. Written by generate/critical_counts.py.',
        "",
        "p(n, m) < alpha where d = n - 2m satisfies 2^SCALE_BITS (d-1)^2 > slope n - offset, except at the listed n:",
        "the least such d is given there (n + 2: no m is significant). Every n was checked against the recurrence.",
        '"""',
        "",
        "# fmt: off",
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        f"N_MAX: Final = {N_MAX}",
        f"SCALE_BITS: Final = {SCALE_BITS}",
        "RULES: Final[dict[str, tuple[int, int, dict[int, int]]]] = {",
    ]
    for text, (slope, offset, exceptions) in rules.items():
        out.append(f'    "{text}": ({slope}, {offset}, {{')
        line = "       "
        for n, d in exceptions.items():
            item = f" {n}: {d},"
            if len(line) + len(item) > 116:
                out.append(line)
                line = "       "
            line += item
        out += [line] if line.strip() else []
        out.append("    }),")
    out.append("}")
    return "\n".join(out) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Write or check the file; return the exit code."""
    parser = argparse.ArgumentParser(prog="critical_counts", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed file")
    parser.add_argument("--quick", action="store_true", help="with --check: n <= 20000 only")
    options = parser.parse_args(arguments)
    if options.check and options.quick:
        from discordant.fast.critical_counts import RULES

        wrong = 0
        for text, (slope, offset, exceptions) in RULES.items():
            for n, d in enumerate(least_differences(Fraction(text), QUICK), start=1):
                wrong += exceptions.get(n, rule_difference(n, slope, offset)) != d
        print(f"n <= {QUICK}: {wrong} of {QUICK * len(RULES)} critical counts differ")
        return 1 if wrong else 0
    ctx = mpmath.MPContext()
    ctx.prec = 200
    rules = {}
    for text in ALPHAS:
        differences = list(least_differences(Fraction(text), N_MAX))
        rules[text] = rule(text, differences, ctx)
        listed = rules[text][2]
        print(f"alpha = {text}: {len(listed)} exceptions, the last at n = {max(listed, default=0)}", flush=True)
    text = module(rules)
    if options.check:
        same = FILE.read_text(encoding="utf-8") == text
        print("the committed file agrees" if same else "differs: critical_counts.py")
        return 0 if same else 1
    FILE.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
