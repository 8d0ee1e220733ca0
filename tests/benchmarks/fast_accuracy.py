"""Print the table of largest errors per band, as Markdown: array kernels against exact integers and balls.

    PYTHONPATH=tests python tests/benchmarks/fast_accuracy.py --points 300 --seed 1

Every point is compared with a ball for the array and the scalar form of p, mid-p and the two logarithms; points are
log-uniform in n, a third each with z below 1.5, 8 and 40 standard deviations.
"""

from __future__ import annotations

import argparse
import math
import sys

import numpy as np

from discordant import fast
from discordant.fast import batch
from fast.reference import references, ulps

BANDS = ((1, 1023), (1024, 8191), (8192, 10**6), (10**6, 10**9), (10**9, 10**12), (10**12, 2**53))
SCALAR = {"p": fast.exact_p, "mid": fast.mid_p, "log p": fast.log_exact_p, "log mid": fast.log_mid_p}
ARRAY = {"p": batch.exact_p, "mid": batch.mid_p, "log p": batch.log_exact_p, "log mid": batch.log_mid_p}
COLUMNS = ("p", "mid", "log p, p <= 1/2", "log p, p > 1/2", "log mid, mid <= 1/2", "log mid, mid > 1/2")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    print("| n | points | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 2) + "|")
    for low, high in BANDS:
        n = np.exp(rng.uniform(math.log(low), math.log(high), options.points)).astype(np.int64)
        reach = rng.choice([1.5, 8.0, 40.0], options.points)
        m = np.maximum(np.floor((n - rng.random(options.points) * reach * np.sqrt(n)) / 2), 0).astype(np.int64)
        keep = n - 2 * m >= 2
        n, m = n[keep], m[keep]
        values = {quantity: function(m, n - m) for quantity, function in ARRAY.items()}
        worst = {column: [0.0, 0.0] for column in COLUMNS}
        for place in range(n.size):
            count, smaller = int(n[place]), int(m[place])
            for quantity, truth in references(count, smaller).items():
                column = quantity
                if quantity.startswith("log"):
                    column += f", {quantity[4:]} {'<=' if float(truth.mid()) <= math.log(0.5) else '>'} 1/2"
                pair = worst[column]
                pair[0] = max(pair[0], ulps(SCALAR[quantity](smaller, count - smaller), truth))
                pair[1] = max(pair[1], ulps(float(values[quantity][place]), truth))
        cells = " | ".join(f"{scalar:.2f} / {array:.2f}" for scalar, array in worst.values())
        print(f"| {low} to {high if high < 2**53 else '2^53'} | {n.size} | {cells} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
