"""Test the translator: translated functions, run in Coq, against the same functions run in Python.

usage: python3 proofs/tools/differential.py BUILD_DIR [CASES]

BUILD_DIR holds a built copy of proofs/. Every function of kernel.py and of constructs.py is run on CASES random inputs
(60 if not given; the seed is fixed) in both languages.
"""

from __future__ import annotations

import importlib.util
import inspect
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from py2coq import translate

TOOLS = Path(__file__).resolve().parent
KERNEL = TOOLS.parents[1] / "src" / "discordant" / "exact" / "kernel.py"
CONSTRUCTS = TOOLS / "constructs.py"


def load(path: Path) -> ModuleType:
    """Return the module at `path`, without installing or importing the package around it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def functions(module: ModuleType) -> dict[str, Callable[..., object]]:
    """Return the module's functions in the order of their definition."""
    found = inspect.getmembers(module, inspect.isfunction)
    return dict(sorted(found, key=lambda item: item[1].__code__.co_firstlineno))


def arguments(names: list[str], rng: random.Random) -> list[int]:
    """Return random arguments: for the kernel naturals with m, k <= n; for the constructs any small integers."""
    n = rng.choice((rng.randint(0, 8), rng.randint(0, 120)))
    drawn = {
        "n": n,
        "m": rng.randint(0, n),
        "k": rng.randint(0, n),
        "b": rng.choice((0, rng.randint(0, 80))),
        "c": rng.choice((0, rng.randint(0, 80))),
        "bits": rng.randint(0, 70),
        **{name: rng.randint(-(2**40), 2**40) for name in ("mlo", "mhi", "tlo", "thi")},
        **{name: rng.randint(-40, 40) for name in ("x", "y")},
    }
    return [drawn[name] for name in names]


def text(value: object) -> str:
    """Return an int or a tuple of ints as Coq writes it."""
    if isinstance(value, tuple):
        return f"({', '.join(text(part) for part in value)})"
    return f"({value})"


def examples(module: ModuleType, cases: int, rng: random.Random) -> Iterator[str]:
    """Yield one Coq example per function: the list of its values is the list that Python computed."""
    for name, function in functions(module).items():
        names = list(inspect.signature(function).parameters)
        inputs = [arguments(names, rng) for _ in range(cases)]
        left = "; ".join(f"{name} {' '.join(text(a) for a in args)}" for args in inputs)
        right = "; ".join(text(function(*args)) for args in inputs)
        yield f"Example {name}_agrees : [{left}] = [{right}].\nProof. vm_compute. reflexivity. Qed."


def compile_coq(build: Path, name: str, source: str) -> str:
    """Return what coqc says about `source`, "" if it accepts it."""
    file = build / f"{name}.v"
    file.write_text(source, encoding="utf-8")
    done = subprocess.run(
        ["coqc", "-Q", str(build), "Discordant", str(file)], capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr or "coqc failed"


def main(argv: list[str]) -> int:
    build, cases = Path(argv[0]), int(argv[1]) if len(argv) > 1 else 60
    rng = random.Random(20)
    failed = 0
    head = "From Coq Require Import ZArith List.\nImport ListNotations.\nOpen Scope Z_scope.\n"
    kernel, constructs = load(KERNEL), load(CONSTRUCTS)
    translated = translate(CONSTRUCTS.read_text(encoding="utf-8"), CONSTRUCTS.name)
    for name, source in (
        (
            "kernel",
            f"{head}From Discordant.generated Require Import Kernel.\n" + "\n".join(examples(kernel, cases, rng)),
        ),
        ("constructs", translated + head + "\n".join(examples(constructs, cases, rng))),
    ):
        complaint = compile_coq(build, f"differential_{name}", source)
        failed += complaint != ""
        count = cases * len(functions(kernel if name == "kernel" else constructs))
        print(f"{'FAILED' if complaint else 'ok'}: {count} values of {name}.py in Coq and in Python", complaint)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
