"""Time the fast path beside its peers in one process and print Markdown tables.

    python tests/benchmarks/fast_speed.py                       everything (a minute or two)
    python tests/benchmarks/fast_speed.py --elements 100000     smaller arrays

All of a row's implementations are timed in turn, several rounds, and the least time of each is kept: on a shared
machine the ratios hold better than the times. "first call" evaluates every pair afresh; "again" repeats the same
pairs, which the scalar functions remember for 1023 < n <= 2^20.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import random
import sys
import time
from collections.abc import Callable

import numpy as np
import scipy
import statsmodels
from scipy.special import bdtr, betainc
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar

from discordant import fast
from discordant.fast import batch, scalar
from discordant.fast.batch import pairs

ROUNDS = 7
SIZES = (20, 200, 1000, 2000, 10**4, 10**5, 10**6, 10**9, 10**12, 2**53)


def least(actions: dict[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Seconds of each action, the least of several interleaved rounds."""
    best = dict.fromkeys(actions, math.inf)
    for _ in range(rounds):
        for name, action in actions.items():
            start = time.perf_counter()
            action()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def points(size: int, count: int, rng: random.Random) -> list[tuple[int, int]]:
    """(b, c): n uniform on [size/2, size] (1024 to 2048 for 2000), m = n/2 - |z| sqrt(n)/2, z ~ N(0, 1.5)."""
    low, high = (1024, 2048) if size == 2000 else (size // 2, size)
    out = []
    while len(out) < count:
        n = rng.randint(low, high)
        m = math.floor((n - abs(rng.gauss(0, 1.5)) * math.sqrt(n)) / 2)
        if m >= 0:
            out.append((m, n - m))
    return out


def scalar_table() -> None:
    rng = random.Random(1)
    print(
        "| n up to | first call, us | again, us | betainc, us | bdtr, us | first/betainc | again/betainc |"
        " statsmodels/first |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for size in SIZES:
        pairs = points(size, 400, rng)
        tails = [(c, b + 1) for b, c in pairs]
        few = pairs[:12]

        def fresh(pairs: list[tuple[int, int]] = pairs) -> None:
            scalar._seen.clear()
            for b, c in pairs:
                fast.exact_p(b, c)

        def again(pairs: list[tuple[int, int]] = pairs) -> None:
            for b, c in pairs:
                fast.exact_p(b, c)

        def by_betainc(tails: list[tuple[int, int]] = tails) -> None:
            for x, y in tails:
                betainc(x, y, 0.5)

        def by_bdtr(pairs: list[tuple[int, int]] = pairs) -> None:
            for b, c in pairs:
                bdtr(b, b + c, 0.5)

        def by_statsmodels(few: list[tuple[int, int]] = few) -> None:
            for b, c in few:
                mcnemar([[0, b], [c, 0]], exact=True)

        actions = {"betainc": by_betainc, "fresh": fresh, "again": again, "statsmodels": by_statsmodels}
        if size < 2**31:
            actions["bdtr"] = by_bdtr
        best = least(actions)
        us = {name: 1e6 * t / (len(few) if name == "statsmodels" else len(pairs)) for name, t in best.items()}
        print(
            f"| {size if size < 2**53 else '2^53'} | {us['fresh']:.2f} | {us['again']:.2f} | {us['betainc']:.2f} |"
            f" {us.get('bdtr', math.nan):.2f} | {us['fresh'] / us['betainc']:.2f} | {us['again'] / us['betainc']:.2f} |"
            f" {us['statsmodels'] / us['fresh']:.0f} |",
            flush=True,
        )
    b, c = points(10**4, 1, rng)[0]
    best = least({"binomtest": lambda: binomtest(b, b + c, 0.5), "ours": lambda: fast.exact_p(b, c)})
    print(
        f"\nbinomtest at n near 10^4: {1e6 * best['binomtest']:.0f} us,"
        f" {best['binomtest'] / best['ours']:.0f} times ours (again)"
    )


BANDS = ((0, 3), (3, 8), (8, 15), (15, 25), (25, 37))


def banded(low: int, high: int, band: tuple[int, int], count: int, rng: random.Random) -> list[tuple[int, int]]:
    """(b, c): n uniform on [low, high], m = (n - z sqrt(n)) / 2, z uniform on the band."""
    out: list[tuple[int, int]] = []
    while len(out) < count:
        n = rng.randint(low, high)
        m = math.floor((n - rng.uniform(*band) * math.sqrt(n)) / 2)
        if m >= 0:
            out.append((m, n - m))
    return out


def band_table() -> None:
    rng = random.Random(3)
    print("\n| n | " + " | ".join(f"z {low} to {high}" for low, high in BANDS) + " |")
    print("|---" * (len(BANDS) + 1) + "|")
    for low, high in ((1024, 1100), (1800, 2000), (4500, 5000), (9000, 10**4), (90_000, 10**5), (900_000, 10**6)):
        cells = []
        for band in BANDS:
            pairs = banded(low, high, band, 200, rng)
            tails = [(c, b + 1) for b, c in pairs]

            def fresh(pairs: list[tuple[int, int]] = pairs) -> None:
                scalar._seen.clear()
                for b, c in pairs:
                    fast.exact_p(b, c)

            def by_betainc(tails: list[tuple[int, int]] = tails) -> None:
                for x, y in tails:
                    betainc(x, y, 0.5)

            best = least({"betainc": by_betainc, "fresh": fresh}, 15)
            us = {name: 1e6 * t / len(pairs) for name, t in best.items()}
            cells.append(f"{us['fresh']:.2f} / {us['betainc']:.2f} = {us['fresh'] / us['betainc']:.2f}")
        print(f"| {low} to {high} | " + " | ".join(cells) + " |", flush=True)


def array_table(elements: int) -> None:
    rng = np.random.default_rng(1)
    print("\n| N | exact_p, ns | mid_p, ns | log_exact_p, ns | betainc, ns | betainc/exact_p |")
    print("|---|---|---|---|---|---|")
    for size in (1000, 10**4, 10**6, 10**9, 2**53):
        n = rng.integers(size // 2, size + 1, size=elements)
        z = np.abs(rng.normal(0.0, 1.5, elements))
        m = np.clip(np.floor((n - z * np.sqrt(n)) / 2), 0, (n - 1) // 2).astype(np.int64)
        c = n - m
        few = elements if size < 10**8 else elements // 50  # the peer takes up to a tenth of a millisecond for each
        x, y = c[:few].astype(float), (m[:few] + 1).astype(float)
        best = least(
            {
                "betainc": lambda x=x, y=y: betainc(x, y, 0.5),
                "exact_p": lambda m=m, c=c: batch.exact_p(m, c, threads=1),
                "mid_p": lambda m=m, c=c: batch.mid_p(m, c, threads=1),
                "log_exact_p": lambda m=m, c=c: batch.log_exact_p(m, c, threads=1),
            },
            5,
        )
        ns = {name: 1e9 * t / (few if name == "betainc" else elements) for name, t in best.items()}
        print(
            f"| {size if size < 2**53 else '2^53'} | {ns['exact_p']:.0f} | {ns['mid_p']:.0f} |"
            f" {ns['log_exact_p']:.0f} | {ns['betainc']:.0f} | {ns['betainc'] / ns['exact_p']:.1f} |",
            flush=True,
        )


def pairs_table() -> None:
    rng = np.random.default_rng(1)
    print(
        "\n| models | items | matrix product, s | popcount, 1 thread, s | popcount, s | all_pairs, s | log p too, s |"
    )
    print("|---" * 7 + "|")
    for models, items in ((200, 1000), (1000, 5000), (200, 10**4), (1000, 20000), (20, 10**6)):
        outcomes = rng.random((models, items)) < np.linspace(0.3, 0.9, models)[:, None]
        best = least(
            {
                "product": lambda outcomes=outcomes: pairs.by_product(outcomes),
                "bits, one": lambda outcomes=outcomes: pairs.by_bits(outcomes, threads=1),
                "bits": lambda outcomes=outcomes: pairs.by_bits(outcomes),
                "counts": lambda outcomes=outcomes: batch.all_pairs(outcomes),
                "all": lambda outcomes=outcomes: batch.all_pairs(outcomes).log_p(),
            }
        )
        print(f"| {models} | {items} | " + " | ".join(f"{seconds:.3f}" for seconds in best.values()) + " |", flush=True)
        if models == 1000 and items == 20000:
            infinite = int(np.isneginf(batch.all_pairs(outcomes).log_p()).sum())
    print(f"\n{infinite} of the logarithms of 1000 models on 20,000 items are -inf")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--elements", type=int, default=1_000_000)
    parser.add_argument("--only", choices=["scalar", "bands", "array", "pairs"], help="one of the tables")
    options = parser.parse_args()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else math.nan
    print(
        f"{platform.machine()}, {os.cpu_count()} processors, load {load:.1f}; Python {platform.python_version()},"
        f" numpy {np.__version__}, scipy {scipy.__version__}, statsmodels {statsmodels.__version__}\n"
    )
    if options.only in (None, "scalar"):
        scalar_table()
    if options.only in (None, "bands"):
        band_table()
    if options.only in (None, "array"):
        array_table(options.elements)
    if options.only in (None, "pairs"):
        pairs_table()
    return 0


if __name__ == "__main__":
    sys.exit(main())
