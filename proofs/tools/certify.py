"""Write the certified table: rows (b, c, numerators over 2^n) that Coq proves about the definitions.

usage: python3 proofs/tools/certify.py rows > src/discordant/conformance/certified.json
       python3 proofs/tools/certify.py coq core|slow > proofs/generated/Certified.v or CertifiedSlow.v

`rows` chooses the counts and computes the numerators by `math.comb`, which shares no code with the library. `coq` reads
the file that `rows` wrote; its theorem says that every row is what the definition gives, so a wrong number in the file,
wherever it came from, fails the build. Python's tests read the same file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from math import comb
from pathlib import Path

ROWS = Path(__file__).resolve().parents[2] / "src" / "discordant" / "conformance" / "certified.json"
CORE_LIMIT = 300

NAMED = {
    (17, 3): "the worked example",
    (3, 17): "the worked example with the runs exchanged",
    (4, 1): "five items, not significant",
    (5, 0): "least n of the mid-p test at 1/20",
    (6, 0): "least n of the exact test at 1/20",
    (0, 6): "least n of the exact test at 1/20, the other way",
    (5, 1): "the next split of six, not significant",
    (8, 0): "least n of the exact test at 1/100",
    (11, 0): "least n of the exact test at 1/1000",
}
EDGES = (30, 31, 39, 40, 41, 63, 64, 65, 82, 99, 100, 101, 127, 128, 129, 149, 150, 199, 200, 255, 256, 257, 299, 300)
"""Rows at which some implementation changes its method, and round numbers with their neighbours."""
SLOW_EDGES = (499, 500, 511, 512, 513, 999, 1000, 1022, 1023, 1024, 1025, 1026, 1074, 1075, 1076)
"""The last ones: 2^1023 is the largest power of two in binary64, 2^-1074 the smallest."""
ALPHAS = ((1, 20), (1, 100), (1, 1000))


def numerators(b: int, c: int) -> tuple[int, int]:
    """Return the numerators over 2^(b+c) of the exact p-value and of the mid-p."""
    n, m = b + c, min(b, c)
    below = sum(comb(n, k) for k in range(m))
    return min(2**n, 2 * (below + comb(n, m))), 2 * below + comb(n, m)


def critical(n: int, num: int, den: int) -> int | None:
    """Return the largest m with exact p < num/den."""
    total, found = 0, None
    for m in range(n // 2 + 1):
        total += comb(n, m)
        if 2 * total * den >= num * 2**n:
            break
        found = m
    return found


def edge_rows(n: int) -> Iterator[tuple[int, int, str]]:
    """Yield the splits of n that an implementation is likely to get wrong."""
    for m in (0, 1):
        yield n - m, m, f"n = {n}, {'every item' if m == 0 else 'all items but one'} one way"
    for m in (n // 2, (n - 1) // 2, n // 2 - 1):
        yield n - m, m, f"n = {n}, at and next to the tie"
    for num, den in ALPHAS:
        found = critical(n, num, den)
        if found is not None:
            yield n - found, found, f"n = {n}, largest count with p < {num}/{den}"
            yield n - found - 1, found + 1, f"n = {n}, smallest count with p >= {num}/{den}"


def chosen() -> Iterator[tuple[int, int, str]]:
    """Yield (b, c, why) for every row; the first reason given for a split is kept."""
    for (b, c), why in NAMED.items():
        yield b, c, why
    for n in range(27):
        for m in range(n // 2 + 1):
            yield n - m, m, f"all splits of n = {n}"
    for n in (*EDGES, *SLOW_EDGES):
        yield from edge_rows(n)


def rows() -> str:
    """Return the text of certified.json."""
    table: dict[tuple[int, int], dict[str, object]] = {}
    for b, c, why in chosen():
        if (b, c) not in table:
            exact, mid = numerators(b, c)
            table[b, c] = {
                "b": b,
                "c": c,
                "exact_numerator": str(exact),
                "mid_numerator": str(mid),
                "tier": "core" if b + c <= CORE_LIMIT else "slow",
                "why": why,
            }
    head = {
        "format": 1,
        "about": "numerators over 2^(b+c) of the exact two-sided p-value and of the mid-p (2 P(X < m) + P(X = m)); "
        "each row is a theorem of proofs/generated",
        "written_by": "proofs/tools/certify.py",
    }
    body = ",\n".join("    " + json.dumps(row) for row in table.values())
    return json.dumps(head, indent=2)[:-2] + ',\n  "rows": [\n' + body + "\n  ]\n}\n"


COQ_HEAD = """(* Generated from src/discordant/conformance/certified.json by proofs/tools/certify.py: do not edit. *)
From Coq Require Import ZArith List.
From Discordant.program Require Import Certify.
Import ListNotations.
Open Scope Z_scope.

(* b, c, the numerators over 2^(b+c) of the exact p-value and of the mid-p *)
Definition {table} : list (Z * Z * Z * Z) := [
"""
COQ_TAIL = """
].
Lemma {table}_checked : forallb row_holds {table} = true.
Proof. vm_compute. reflexivity. Qed.
(* Every row of the table is what the definitions of the exact p-value and of the mid-p give. *)
Theorem {table}_certified : every_row_certified {table}.
Proof. exact (rows_certified _ {table}_checked). Qed.
"""


def coq(tier: str) -> str:
    """Return the Coq file of one tier's rows."""
    found = [row for row in json.loads(ROWS.read_text(encoding="utf-8"))["rows"] if row["tier"] == tier]
    lines = (f"({row['b']}, {row['c']}, {row['exact_numerator']}, {row['mid_numerator']})" for row in found)
    name = {"core": "table", "slow": "slow_table"}[tier]
    return COQ_HEAD.format(table=name) + ";\n".join(lines) + COQ_TAIL.format(table=name)


def main(arguments: list[str]) -> int:
    match arguments:
        case ["rows"]:
            sys.stdout.write(rows())
        case ["coq", ("core" | "slow") as tier]:
            sys.stdout.write(coq(tier))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
