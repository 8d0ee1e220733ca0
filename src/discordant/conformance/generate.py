"""Write the vectors: `python -m discordant.conformance.generate [--check] [--only FUNCTION]`.

The generator owns the ids: a case keeps its id for ever, a new one gets the next number of its function, and one that
is no longer generated must be withdrawn with a reason in `errata.json`. It refuses to run over files whose checksums
do not match (a vector edited by hand), and writes nothing where the second algorithm disagrees with the oracle.
`--check` writes nothing and fails where the files on disk are not what would be written.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from discordant.auditor import vectors as auditor_vectors
from discordant.conformance import audit_witness, cases, intervals, oracle, vectors_file, witness
from discordant.conformance.cases import Case
from discordant.errors import DiscordantError

FORMAT = 1
RELEASE = "2026.12"


class GenerationError(DiscordantError):
    """Vectors that must not be written: edited by hand, or a case gone without an erratum."""


def all_cases(audits: bool = True) -> Iterator[Case]:
    """Yield every authored case; without those of `audit`, which take seconds to author, where not wanted."""
    yield from cases.split_cases()
    yield from cases.proved_cases()
    yield from cases.delta_cases()
    yield from cases.threshold_cases()
    yield from cases.outcome_cases()
    yield from intervals.interval_cases()
    for audited in _audits() if audits else ():
        yield Case("audit", audited["inputs"], tuple(audited["flags"]))


@cache
def _audits() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = auditor_vectors.document()["cases"]
    return found


def errata() -> dict[str, str]:
    """Return withdrawn ids with their reasons."""
    found: dict[str, str] = json.loads((files("discordant.conformance") / "errata.json").read_text(encoding="utf-8"))
    return found


def _record(case: Case) -> dict[str, Any]:
    entry: dict[str, Any] = {"inputs": case.inputs, "flags": list(case.flags), "require": case.require}
    if case.comment:
        entry["comment"] = case.comment
    if case.reject:
        return {**entry, "expect": {"kind": "reject", "reason": case.reject}}
    if case.function == "audit":
        entry["expect"] = next(audited["expect"] for audited in _audits() if audited["inputs"] == case.inputs)
        audit_witness.confirm(case.inputs, entry["expect"])
        return entry
    record = oracle.expected(case.function, case.inputs)
    if "." in case.function:
        intervals.confirm(case.function, case.inputs, record)
    else:
        witness.confirm(case.function, case.inputs, record)
    entry["expect"] = record
    if case.require == "convention":
        entry["alternatives"] = oracle.alternatives(case.function, case.inputs)
        for other in entry["alternatives"]:
            if other["convention"] == "folded":
                witness.confirm(case.function, {**case.inputs, "tie": "folded"}, other["expect"])
    return entry


def _known() -> dict[str, dict[str, dict[str, Any]]]:
    """Return the cases on disk: function -> key -> case."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for function in vectors_file.functions():
        for case in vectors_file.load(function)["cases"]:
            found.setdefault(function, {})[Case(function, case["inputs"], ()).key] = case
    return found


def _records(authored: list[Case], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs == 1:
        yield from map(_record, authored)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_record, authored, chunksize=16)


def documents(jobs: int = 1, only: str | None = None) -> dict[str, dict[str, Any]]:
    """Return every document, or that of one function, with ids carried over from the files on disk."""
    known, withdrawn, all_flags = _known(), errata(), vectors_file.flags()
    fresh: dict[str, dict[str, dict[str, Any]]] = {}
    everything = all_cases() if only in (None, "audit") else all_cases(audits=False)
    authored = [case for case in everything if only is None or case.function == only]
    for case, record in zip(authored, _records(authored, jobs), strict=True):
        if case.key in fresh.setdefault(case.function, {}):
            raise GenerationError(f"{case.key} is authored twice")
        fresh[case.function][case.key] = record
    built = {}
    for function in sorted(fresh.keys() | known.keys()) if only is None else sorted(fresh):
        old, new = known.get(function, {}), fresh.get(function, {})
        gone = [entry["id"] for key, entry in old.items() if key not in new]
        unexplained = [identifier for identifier in gone if identifier not in withdrawn]
        if unexplained:
            raise GenerationError(f"{', '.join(unexplained)} would vanish; withdraw them in errata.json with a reason")
        number = max((int(entry["id"].rpartition("/")[2]) for entry in old.values()), default=0)
        entries = []
        for key, entry in new.items():
            if key in old:
                identifier = old[key]["id"]
            else:
                number += 1
                identifier = f"{function}/{number:04d}"
            entries.append({"id": identifier, **entry})
        entries += [{**entry, "withdrawn": withdrawn[entry["id"]]} for entry in old.values() if entry["id"] in gone]
        entries.sort(key=lambda entry: entry["id"])
        used = sorted({flag for entry in entries for flag in entry["flags"]})
        built[function] = {
            "kit": "discordant-vectors",
            "format": FORMAT,
            "release": RELEASE,
            "schema": vectors_file.SCHEMA,
            "function": function,
            "formula": formula(function),
            "generator": "python -m discordant.conformance.generate",
            "flags": {flag: all_flags[flag] for flag in used},
            "count": len(entries),
            "cases": entries,
        }
    return built


def formula(function: str) -> str:
    """Return the definition that a function's vectors follow."""
    plain = {
        "exact_p": "min(1, 2 P(X <= min(b, c))), X ~ Bin(b+c, 1/2); 1 where b + c = 0",
        "exact_p_one_sided": "alternative=candidate: P(X >= b); baseline: P(X >= c); X ~ Bin(b+c, 1/2)",
        "mid_p": "2 P(X < m) + P(X = m), m = min(b, c); at b = c it is 1, or 1 - P(X = m)/2 (folded)",
        "chi_square": "statistic (b-c)^2/(b+c), 0 where b + c = 0; p is the upper tail, 1 degree of freedom",
        "edwards": "statistic max(0, |b-c|-1)^2/(b+c), 0 where b + c = 0; p is the upper tail, 1 degree of freedom",
        "delta": "(b-c)/N, N = a+b+c+d",
        "odds_ratio": "b/c; infinite where only c is 0, undefined where both are",
        "least_discordant": "the least n of which some split has two-sided p < alpha",
        "critical_count": "the largest m = min(b, c) with p < alpha among n discordant items, none if none is",
        "table_from_outcomes": "counts a b c d of (candidate, baseline) = (1, 1), (1, 0), (0, 1), (0, 0)",
        "audit": "verdict on a published claim; the possible tables and certified bounds stand beside it",
        "table_from_crosstab": "counts a b c d; candidate says the candidate's axis, first what comes first",
    }
    return plain[function] if function in plain else intervals.formula(function)


def texts(jobs: int = 1, only: str | None = None) -> dict[str, str]:
    """Return the text of every file in the folder of vectors, computed by `jobs` processes.

    With `only` the other functions' files are taken as they are.
    """
    written = {}
    if only is not None:
        kept = (e for e in vectors_file.folder().iterdir() if e.name.endswith((".json", ".tsv")))
        written = {entry.name: entry.read_text(encoding="utf-8") for entry in kept}
    for function, document in documents(jobs, only).items():
        written[f"{function}.json"] = vectors_file.dump(document)
        written[f"{function}.tsv"] = vectors_file.tsv(document)
    sums = "".join(f"{vectors_file.checksum(text)}  {name}\n" for name, text in sorted(written.items()))
    return {**written, vectors_file.SUMS: sums}


def main(arguments: list[str] | None = None) -> int:
    """Write or check the vectors; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the files differ")
    parser.add_argument(
        "--only", metavar="FUNCTION", help="compute this function's vectors, keep the others as they are"
    )
    given = parser.parse_args(arguments)
    check = given.check
    changed = vectors_file.altered()
    if changed and vectors_file.checksums():
        raise GenerationError(f"{', '.join(changed)}: not what was generated; restore them, and edit cases.py instead")
    target = Path(str(vectors_file.folder()))
    fresh = texts(os.cpu_count() or 1, given.only)
    stale = [name for name, text in fresh.items() if _read(target / name) != text]
    if not check:
        for name in stale:
            (target / name).write_text(fresh[name], encoding="utf-8")
    word = "differ" if check else "written"
    print(f"{len(fresh)} files, {len(stale)} {word}", file=sys.stderr)
    return 1 if check and stale else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
