"""Hunt for the largest errors of the fast path, as long as asked, and keep what beats the stored cases.

    PYTHONPATH=tests python tests/benchmarks/fast_hunt.py --minutes 30 --seed 1

Each band and quantity is searched by random points and by steps around the worst point so far. A point whose error
exceeds the band's stored worst by 2 % is appended to tests/data/fast_worst_cases.json with its error, the seed and the
versions; an error beyond the stated bound ends the hunt with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import sys
import time
from pathlib import Path

import numpy as np

from discordant import __version__, fast
from discordant.fast import batch
from fast.reference import allowed, references, ulps

DATA = Path(__file__).resolve().parent.parent / "data" / "fast_worst_cases.json"
BANDS = ((1024, 2047), (2048, 8191), (8192, 65535), (65536, 10**6), (10**6, 10**9), (10**9, 10**12), (10**12, 2**53))
SCALAR = {"p": fast.exact_p, "mid": fast.mid_p, "log p": fast.log_exact_p, "log mid": fast.log_mid_p}
ARRAY = {"p": batch.exact_p, "mid": batch.mid_p, "log p": batch.log_exact_p, "log mid": batch.log_mid_p}


def draw(rng: random.Random, band: tuple[int, int], near: tuple[int, int] | None) -> tuple[int, int]:
    """A random point of the band, or one beside the worst point so far."""
    low, high = band
    if near is not None and rng.random() < 0.5:
        n = min(max(near[0] + rng.randint(-40, 40), low), high)
        z = (near[0] - 2 * near[1]) / math.sqrt(near[0]) * (1 + rng.uniform(-0.01, 0.01))
    else:
        n = int(math.exp(rng.uniform(math.log(low), math.log(high))))
        z = rng.random() * rng.choice([0.4, 1.5, 4.0, 8.0, 38.0, 300.0])
    return n, min(max(0, math.floor((n - z * math.sqrt(n)) / 2)), (n - 2) // 2)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    stored = json.loads(DATA.read_text(encoding="utf-8"))
    best: dict[tuple[object, ...], tuple[float, tuple[int, int]]] = {}
    for case in stored["cases"]:
        band = next(band for band in BANDS if band[0] <= case["n"] <= band[1])
        key = (case["quantity"], band, case.get("form", "scalar"))
        if case.get("ulp", 0.0) >= best.get(key, (0.0,))[0]:
            best[key] = (case.get("ulp", 0.0), (case["n"], case["m"]))
    found = {}
    broken = points = 0
    end = time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        band = rng.choice(BANDS)
        candidates = [entry[1] for key, entry in best.items() if key[1] == band]
        n, m = draw(rng, band, rng.choice(candidates) if candidates else None)
        points += 1
        for quantity, truth in references(n, m).items():
            values = {"scalar": SCALAR[quantity](m, n - m), "array": float(ARRAY[quantity](np.array(m), n - m))}
            for form, value in values.items():
                error = ulps(value, truth)
                if error > allowed(quantity, float(truth.mid())):
                    broken += 1
                    print(f"beyond the bound: {form} {quantity} at n={n}, m={m}: {error:.3f} ulp", flush=True)
                key = (quantity, band, form)
                if error > 1.02 * best.get(key, (0.0,))[0]:
                    best[key] = (error, (n, m))
                    found[key] = {
                        "quantity": quantity,
                        "form": form,
                        "n": n,
                        "m": m,
                        "ulp": round(error, 3),
                        "found": f"fast_hunt.py --seed {options.seed}, discordant {__version__},"
                        f" numpy {np.__version__},"
                        f" {platform.python_implementation()} {platform.python_version()}, {platform.libc_ver()[0]}"
                        f" {platform.libc_ver()[1]}, {platform.machine()}",
                    }
    stored["cases"] += list(found.values())
    DATA.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    print(f"{points} points, {len(found)} new worst cases, {broken} beyond the bound")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
