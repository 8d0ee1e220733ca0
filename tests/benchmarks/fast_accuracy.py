"""Print the table of largest errors per band, as Markdown: scalars and arrays against exact integers and balls.

    PYTHONPATH=tests python tests/benchmarks/fast_accuracy.py --points 100000 --far 1000 --seed 1
    PYTHONPATH=tests python tests/benchmarks/fast_accuracy.py --minutes 15 --write docs/accuracy.md

Every point is compared with a ball for the array and the scalar form of p, mid-p and the two logarithms. Points are
log-uniform in n, a third each with z up to 1.5, 8 and 40 standard deviations, up to |b-c| = 2. `--points` is their
number for each band to 10^6, `--far` that of the bands beyond; `--minutes` ends the sampling early, and the table says
how many points each band had by then. `--write` puts the table between the two marks of a document. Exit code 1 means
an error beyond the stated bound.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np

from discordant import fast
from discordant.fast import batch
from fast.reference import allowed, references, ulps

NEAR = ((1, 1023), (1024, 8191), (8192, 65535), (65536, 10**6))
FAR = (
    (10**6, 10**9),
    (10**9, 10**9),
    (10**9, 10**12),
    (10**12, 10**12),
    (10**12, 2**53),
    (2**53, 2**53),
)
SCALAR = {"p": fast.exact_p, "mid": fast.mid_p, "log p": fast.log_exact_p, "log mid": fast.log_mid_p}
ARRAY = {"p": batch.exact_p, "mid": batch.mid_p, "log p": batch.log_exact_p, "log mid": batch.log_mid_p}
COLUMNS = ("p", "mid", "log p, p <= 1/2", "log p, p > 1/2", "log mid, mid <= 1/2", "log mid, mid > 1/2")
BATCH = 250
MARKS = ("<!-- largest errors by band -->\n", "<!-- end of largest errors -->\n")


def name(n: int) -> str:
    """2^53, a power of ten from a million on, or the digits."""
    power = round(math.log10(n))
    return "2^53" if n == 2**53 else f"10^{power}" if n >= 10**6 and n == 10**power else str(n)


class Band:
    """The points of one range of n and the largest errors among them, scalar and array."""

    def __init__(self, low: int, high: int, wanted: int) -> None:
        self.low, self.high, self.wanted = low, high, wanted
        self.points = 0
        self.worst = {column: [0.0, 0.0] for column in COLUMNS}
        self.broken: list[str] = []

    def sample(self, rng: np.random.Generator) -> None:
        """Take one batch of points."""
        count = min(BATCH, self.wanted - self.points)
        spread = np.exp(rng.uniform(math.log(self.low), math.log(self.high), count))
        n = np.clip(spread.astype(np.int64), self.low, self.high)
        reach = rng.choice([1.5, 8.0, 40.0], count)
        m = np.floor((n - rng.random(count) * reach * np.sqrt(n)) / 2)
        m = np.minimum(np.maximum(m, 0).astype(np.int64), np.maximum((n - 2) // 2, 0))
        values = {quantity: function(m, n - m) for quantity, function in ARRAY.items()}
        for place in range(count):
            self._compare(
                int(n[place]), int(m[place]), {quantity: float(array[place]) for quantity, array in values.items()}
            )
        self.points += count

    def _compare(self, n: int, m: int, arrays: dict[str, float]) -> None:
        if n - 2 * m < 2:
            return  # n = 1: p is exactly 1
        for quantity, truth in references(n, m).items():
            middle = float(truth.mid())
            column = quantity
            if quantity.startswith("log"):
                column += f", {quantity[4:]} {'<=' if middle <= math.log(0.5) else '>'} 1/2"
            for form, value in enumerate((SCALAR[quantity](m, n - m), arrays[quantity])):
                error = ulps(value, truth)
                self.worst[column][form] = max(self.worst[column][form], error)
                if error > allowed(quantity, middle):
                    self.broken.append(f"{('scalar', 'array')[form]} {quantity} at n={n}, m={m}: {error:.3f} ulp")

    def row(self) -> str:
        """The band's line of the table."""
        cells = " | ".join(f"{scalar:.2f} / {array:.2f}" for scalar, array in self.worst.values())
        span = name(self.low) if self.low == self.high else f"{name(self.low)} to {name(self.high)}"
        return f"| {span} | {self.points} | {cells} |"


def table(bands: list[Band]) -> str:
    """The Markdown table."""
    head = ["| n | points | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 2) + "|"]
    return "\n".join(head + [band.row() for band in bands]) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=100_000)
    parser.add_argument("--far", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    bands = [Band(*ends, options.points) for ends in NEAR] + [Band(*ends, options.far) for ends in FAR]
    end = time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        # the band that is least complete comes next, so that an early end leaves none behind
        band = min(bands, key=lambda band: band.points / min(band.wanted, 4 * options.far))
        if band.points >= band.wanted:
            rest = [band for band in bands if band.points < band.wanted]
            if not rest:
                break
            band = min(rest, key=lambda band: band.points)
        band.sample(rng)
    text = table(bands)
    print(text, end="")
    broken = [line for band in bands for line in band.broken]
    print("\n".join(broken), end="\n" if broken else "")
    if options.write:
        document = options.write.read_text(encoding="utf-8")
        head, rest = document.split(MARKS[0])
        _, tail = rest.split(MARKS[1])
        options.write.write_text(f"{head}{MARKS[0]}\n{text}\n{MARKS[1]}{tail}", encoding="utf-8")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
