"""Rooms import one another in one direction only, and each brings in only the packages that are its own.

The table is the whole rule: a module of a room may import its own room, the rooms listed for it, the standard library
and the packages listed for it. Imports within functions and under TYPE_CHECKING count like any other.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "discordant"

BASE = {"errors", "level", "table"}
ORACLE = BASE | {"exact", "enclosed"}
ABOVE = {"planning", "clusters", "sequential"}
ALL = ORACLE | ABOVE | {"fast", "runs", "frames", "leaderboard", "report", "auditor", "conformance", "testing"}

ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "level": {"errors"},
    "table": {"errors"},
    "exact": BASE,
    "enclosed": BASE | {"exact"},
    "fast": {"errors", "level"},
    "fast/generate": BASE | {"exact", "fast"},
    "runs": {"table", "errors"},
    "frames": {"table", "errors"},
    "planning": ORACLE,
    "clusters": ORACLE,
    "sequential": ORACLE,
    "leaderboard": ORACLE | ABOVE | {"fast"},
    "report": ORACLE | ABOVE | {"fast", "leaderboard", "runs", "frames"},
    "auditor": ORACLE | {"planning"},
    "conformance": ALL,
    "testing": ALL,
    "cli": ALL,
    "__main__": {"cli"},
    "__init__": set(),
}

PACKAGES: dict[str, set[str]] = {
    "exact": {"gmpy2"},
    "enclosed": {"mpmath"},
    "fast": {"numpy"},
    "fast/generate": {"mpmath"},
    "runs": {"duckdb", "pyarrow"},
    "frames": {"ibis", "narwhals", "pandas", "polars", "pyarrow", "duckdb", "numpy"},
    "planning": {"mpmath"},
    "clusters": {"mpmath", "gmpy2"},
    "sequential": {"mpmath"},
    "leaderboard": {"numpy"},
    "report": {"jinja2"},
    "testing": {"hypothesis"},
    "cli": {"click", "rich"},
}
"""Packages beyond the standard library by room; the conformance adapters run other people's packages by design."""

CLOCKS = {"time", "datetime", "random", "secrets"}


def room_of(module: str) -> str:
    """Return the room of a dotted name below `discordant`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def files() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py"))


def imports(path: Path) -> list[tuple[int, str]]:
    """Return (line, module) of every import in a file; `from discordant import x` counts as discordant.x."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute here"
            if node.module == "discordant":
                found += [(node.lineno, f"discordant.{alias.name}") for alias in node.names]
            else:
                found.append((node.lineno, node.module))
    return found


def own_room(path: Path) -> str:
    """Return a file's room; the scripts that write the fast path's constants are one of their own."""
    parts = path.relative_to(SOURCE).parts
    return "fast/generate" if parts[:2] == ("fast", "generate") else parts[0].removesuffix(".py")


def public_home(name: str) -> str:
    """Return the module that a public name of the package stands for."""
    import discordant

    return discordant._HOME.get(name, name)


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_what_its_room_may(path):
    room = own_room(path)
    assert room in ROOMS, f"{room} is a new room: say in this file what it may import"
    wrong = []
    for line, module in imports(path):
        top = module.partition(".")[0]
        if top == "discordant":
            name = module.partition(".")[2]
            if name in ("", "__version__"):
                continue  # the bare package, for its version
            target = public_home(name).partition(".")[0]
            if target != room and target not in ROOMS[room]:
                wrong.append(f"line {line}: {room} must not import {target}")
        elif top not in sys.stdlib_module_names:
            if room != "conformance" and top not in PACKAGES.get(room, set()):
                wrong.append(f"line {line}: {room} must not import the package {top}")
        elif top in CLOCKS and room in ORACLE:
            wrong.append(f"line {line}: the oracle must not import {top}")
    assert wrong == []


def test_every_room_of_the_table_that_exists_is_checked():
    assert {own_room(path) for path in files()} <= set(ROOMS)


def test_the_table_has_no_cycle():
    """Rooms that may import each other would make the arrows point both ways."""
    for room, allowed in ROOMS.items():
        for other in allowed:
            assert room not in ROOMS[other] or {room, other} <= {"conformance", "testing"}


def test_no_test_reads_a_clock():
    """What a machine is busy with is nobody's mistake: times are printed by tests/benchmarks, never asserted."""
    readers = {"monotonic", "perf_counter", "process_time", "thread_time", "monotonic_ns", "perf_counter_ns"}
    found = []
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if name in readers:
                found.append(f"{path.name}:{node.lineno}: {name}")
    assert found == []
