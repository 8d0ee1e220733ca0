"""Print the time of each interval's two limits at 16, 50 and 300 digits: `python tests/benchmarks/limits.py [N]`.

The table is the worked example's (157, 17, 3, 23), or its cells multiplied by a factor given as argument. Each figure
is the best of five warm runs, in milliseconds for both limits together: constants and the quantile are cached, the
interval itself is made anew. A limit that the method refuses is marked so.
"""

from __future__ import annotations

import sys
import time

from discordant import Table, interval, odds_ratio_interval, pass_rate_interval, risk_ratio_interval
from discordant.enclosed import delta, odds_ratio, risk_ratio, single
from discordant.errors import DiscordantError

DIGITS = (16, 50, 300)
RUNS = 5


def seconds(table: Table, estimand: str, method: str, digits: int) -> float | None:
    """Return the least time of both limits, None where the method refuses the table or the digits."""
    best = float("inf")
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        try:
            if estimand == "pass-rate":
                found = pass_rate_interval(table.candidate_passes, table.N, method)
            else:
                compute = {
                    "delta": interval,
                    "risk-ratio": risk_ratio_interval,
                    "odds-ratio": odds_ratio_interval,
                }[estimand]
                found = compute(table, method)
            for limit in (found.lower, found.upper):
                if not limit.is_infinite:
                    limit.enclose(digits)
        except DiscordantError:
            return None
        best = min(best, time.perf_counter() - start)
        if best > 1:
            break
    return best


def main() -> None:
    """Print the table of times."""
    factor = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    table = Table(157 * factor, 17 * factor, 3 * factor, 23 * factor)
    print(f"table {table.a}, {table.b}, {table.c}, {table.d}; milliseconds for both limits")
    print(f"{'':34}" + "".join(f"{f'{digits} digits':>12}" for digits in DIGITS))
    for registry in (delta.REGISTRY, risk_ratio.REGISTRY, odds_ratio.REGISTRY, single.REGISTRY):
        for method in registry:
            times = [seconds(table, registry.estimand, method, digits) for digits in DIGITS]
            shown = "".join(f"{'refused' if t is None else f'{t * 1e3:.2f}':>12}" for t in times)
            print(f"{registry.estimand + ' ' + method:34}{shown}")


if __name__ == "__main__":
    main()
