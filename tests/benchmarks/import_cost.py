"""Time `import` of the fast path beside two modules of the standard library and scipy, and print a Markdown table.

    python tests/benchmarks/import_cost.py

CPU milliseconds of the import alone, in a fresh interpreter whose byte code is cached; the least of several rounds
in which the modules take turns. A module that is not installed is left out.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile

MODULES = ("discordant", "discordant.fast", "fractions", "typing", "statistics", "scipy.special", "scipy.stats")
ROUNDS = 15


def cost(module: str, environment: dict[str, str]) -> float:
    code = f"import time; t = time.process_time(); import {module}; print(time.process_time() - t)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    return float(run.stdout)


def main() -> None:
    known = [module for module in MODULES if importlib.util.find_spec(module.partition(".")[0])]
    with tempfile.TemporaryDirectory() as cache:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = cache
        best = {module: min(cost(module, environment) for _ in range(2)) for module in known}
        for _ in range(ROUNDS):
            for module in known:
                best[module] = min(best[module], cost(module, environment))
    yardstick = best["fractions"]
    print("| import | CPU, ms | / `import fractions` |")
    print("|---|---|---|")
    for module in known:
        print(f"| `{module}` | {best[module] * 1000:.1f} | {best[module] / yardstick:.2f} |")


if __name__ == "__main__":
    main()
