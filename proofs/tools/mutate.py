"""Mutate kernel.py and prove it again: every harmful change must break a proof, every harmless one must not.

usage: python3 proofs/tools/mutate.py BUILD_DIR [JOBS]

BUILD_DIR holds a built copy of proofs/; each mutant is translated and proved in a copy of its own.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from differential import KERNEL
from py2coq import RefusedError, translate

KERNEL_FILE = "generated/Kernel"
PROOFS = ("program/KernelCorrect", "program/TailRatio", "program/CriticalCount", "program/Safety")
"""What depends on the kernel; these files do not depend on each other."""
FIRST = {"tail_ratio": "program/TailRatio", "next_count": "program/CriticalCount", "next_row": "program/CriticalCount"}
"""Where a mutant of a function is most likely to break."""


@dataclass(frozen=True)
class Mutation:
    """A change of the source: every occurrence of `old` becomes `new`, or only the first `count` ones."""

    name: str
    old: str
    new: str
    count: int = -1


HARMFUL = (
    Mutation("tail_sum: one term too many", "range(m)", "range(m + 1)"),
    Mutation("tail_sum: one term too few", "range(m)", "range(m - 1)"),
    Mutation("tail_sum: the sum starts at 0", "total = 1", "total = 0"),
    Mutation("tail_sum: divisor off by one", "(n - k) // (k + 1)", "(n - k) // (k + 2)"),
    Mutation("tail_sum: divisor can be 0", "(n - k) // (k + 1)", "(n - k) // k"),
    Mutation("tail_sum: factor off by one", "term * (n - k)", "term * (n - k - 1)"),
    Mutation("tail_sum: the loop starts at 1", "range(m)", "range(1, m)"),
    Mutation("exact_p: the larger count", "min(b, c))", "max(b, c))"),
    Mutation("exact_p: not doubled", "num = 2 * tail_sum", "num = tail_sum"),
    Mutation("exact_p: not capped", "return min(num, den), den", "return num, den"),
    Mutation("exact_p: wrong denominator", "den = 2 ** (b + c)", "den = 2 ** (b + c + 1)"),
    Mutation("mid_p: wrong sign", "2 * total - term", "2 * total + term"),
    Mutation("mid_p: no half", "2 * total - term, 2**n", "2 * total, 2**n"),
    Mutation("edwards: not clamped", "max(0, abs(b - c) - 1)", "abs(b - c) - 1"),
    Mutation("edwards: the other correction", "max(0, abs(b - c) - 1)", "max(0, abs(b - c) - 2)"),
    Mutation("edwards: not squared", "return d**2", "return d"),
    Mutation("edwards: n = 0 not caught", "if b + c == 0:", "if b + c < 0:"),
    Mutation("edwards: n = 1 caught too", "if b + c == 0:", "if b + c <= 1:"),
    Mutation(
        "tail_ratio: upper end rounded down", "thi = -(-(thi * k) // (n - k + 1))", "thi = thi * k // (n - k + 1)"
    ),
    Mutation("tail_ratio: lower end up", "tlo = tlo * k // (n - k + 1)", "tlo = -(-(tlo * k) // (n - k + 1))"),
    Mutation("tail_ratio: divisor off by one", "(n - k + 1)", "(n - k)"),
    Mutation("tail_ratio: index off by one", "k = m - i", "k = m - i - 1"),
    Mutation("next_count: mass rounded inward", "-(-(mhi * (n - k)) // (k + 1))", "mhi * (n - k) // (k + 1)"),
    Mutation("next_count: tail without the new mass", "tlo + mlo, thi + mhi", "tlo + mlo, thi"),
    Mutation("next_row: lower tail loses too little", "tlo + -mhi // 2", "tlo - mhi // 2"),
    Mutation("next_row: ends of the mass exchanged", "thi = thi - mlo // 2", "thi = thi - mhi // 2"),
    Mutation("next_row: not halved", "(2 * (n + 1 - k))", "(n + 1 - k)"),
    Mutation("next_row: column off by one", "(2 * (n + 1 - k))", "(2 * (n - k))"),
)
REFUSED = (
    Mutation("true division", "// (k + 1)", "/ (k + 1)"),
    Mutation("a float", "num = 2 * tail_sum", "num = 2.0 * tail_sum"),
    Mutation("a while loop", "for k in range(m):", "while m:"),
    Mutation("a library call", "abs(b - c)", "math.fabs(b - c)"),
)
HARMLESS = (
    Mutation("rename a variable", "total", "so_far"),
    Mutation("augmented assignment", "total = total + term", "total += term"),
    Mutation("commuted product", "term * (n - k)", "(n - k) * term"),
    Mutation("commuted sum", "total = total + term", "total = term + total"),
    Mutation("an explicit lower bound", "range(m)", "range(0, m)"),
    Mutation("commuted minimum", "min(num, den)", "min(den, num)"),
    Mutation("n = 0 tested as not positive", "if b + c == 0:", "if b + c <= 0:"),
    Mutation("commuted factor of the ratio", "thi * k", "k * thi"),
)


def mutant(mutation: Mutation) -> str:
    """Return the changed source; a mutation that changes nothing is an error of this list."""
    source = KERNEL.read_text(encoding="utf-8")
    changed = source.replace(mutation.old, mutation.new, mutation.count)
    if changed == source:
        raise ValueError(f"the mutation {mutation.name!r} no longer applies to kernel.py")
    return changed


def verdict(mutation: Mutation, build: Path) -> str:
    """Return "refused" by the translator, "proved", or the proof file that broke."""
    try:
        translated = translate(mutant(mutation), "a mutant of kernel.py")
    except RefusedError:
        return "refused"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("math", "program"):
            shutil.copytree(build / part, copy / part)
        (copy / "generated").mkdir()
        (copy / "generated" / "Kernel.v").write_text(translated, encoding="utf-8")
        first = FIRST.get(mutation.name.partition(":")[0], PROOFS[0])
        for proof in (KERNEL_FILE, first, *(other for other in PROOFS if other != first)):
            done = subprocess.run(
                ["coqc", "-Q", ".", "Discordant", f"{proof}.v"], cwd=copy, capture_output=True, check=False
            )
            if done.returncode:
                return proof
    return "proved"


def main(argv: list[str]) -> int:
    build, jobs = Path(argv[0]), int(argv[1]) if len(argv) > 1 else 2
    wanted = (
        [(m, "a proof breaks") for m in HARMFUL] + [(m, "refused") for m in REFUSED] + [(m, "proved") for m in HARMLESS]
    )
    failed = 0
    with ThreadPoolExecutor(jobs) as pool:
        found = pool.map(lambda item: verdict(item[0], build), wanted)
        for (mutation, expected), actual in zip(wanted, found, strict=True):
            good = actual == expected or (expected == "a proof breaks" and actual in PROOFS)
            failed += not good
            print(f"{'ok' if good else 'FAILED'}: {mutation.name}: {actual}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
