"""Print the cost of one exact tail against the plain ratio loop, as a Markdown table.

Run as `python tests/benchmarks/exact_tails.py`. Each figure is the minimum of repeats in one process; the loop is the
textbook recurrence of `discordant.exact.kernel.tail_sum` and is left out where it would take minutes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from discordant.exact import kernel, tails


def least_seconds(call: Callable[[], Any], repeats: int) -> float:
    """Return the least time of `repeats` calls."""
    best = math.inf
    for _ in range(repeats):
        began = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - began)
    return best


def main() -> None:
    """Print the table."""
    print("| n | m | loop (ms) | int (ms) | ratio | gmpy2 (ms) |")
    print("|---|---|---|---|---|---|")
    for n in (10**3, 10**4, 10**5, 10**6):
        m = n // 2 - math.isqrt(n)
        repeats = 5 if n < 10**6 else 2
        plain = least_seconds(lambda n=n, m=m: tails.tail_with(n, m, int), repeats) * 1e3
        loop = least_seconds(lambda n=n, m=m: kernel.tail_sum(n, m), 1) * 1e3 if n <= 10**5 else None
        large = "-"
        if tails._gmp is not None:
            large = f"{least_seconds(lambda n=n, m=m: tails.tail_with(n, m, tails._gmp), repeats) * 1e3:.3f}"
        print(
            f"| {n} | {m} | {'-' if loop is None else f'{loop:.2f}'} | {plain:.3f} | "
            f"{'-' if loop is None else f'{loop / plain:.0f}'} | {large} |"
        )


if __name__ == "__main__":
    main()
