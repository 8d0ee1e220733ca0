"""Print every published statement with its assumptions, and every definition that a statement can mention.

usage: python3 proofs/tools/statements.py BUILD_DIR core|numeric

Published are the `Theorem`s; a `Lemma` is a step. The text is compared with STATEMENTS.txt, so that a weakened
statement, a changed definition or a new axiom fails the check. BUILD_DIR holds a built copy of proofs/.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDERS = {"core": ("math", "program", "generated"), "numeric": ("numeric",)}
HEADER = re.compile(r"^(?:From .*? Require Import .*?\.|Import .*?\.|Open Scope .*?\.)$", re.MULTILINE)
DECLARED = re.compile(r"^ *(Theorem|Definition|Fixpoint|Inductive) ([A-Za-z0-9_']+)", re.MULTILINE)


def sources(folder: Path, tier: str) -> list[Path]:
    """Return the files of one tier, in the order of _CoqProject."""
    listed = [line for line in (folder / "_CoqProject").read_text(encoding="utf-8").split() if line.endswith(".v")]
    return [Path(name) for name in listed if Path(name).parent.name in FOLDERS[tier]]


def declarations(text: str) -> list[tuple[str, str]]:
    """Return (kind, name) of what a file declares, comments aside."""
    return DECLARED.findall(re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL))


def published(folder: Path, tier: str) -> list[str]:
    """Return the names of a tier's theorems."""
    return [
        name
        for path in sources(folder, tier)
        for kind, name in declarations((folder / path).read_text(encoding="utf-8"))
        if kind == "Theorem"
    ]


def assumptions(text: str) -> str:
    """Return the axioms named by Print Assumptions, on one line."""
    if "Closed under the global context" in text:
        return "no axiom"
    return ", ".join(re.findall(r"^([A-Za-z0-9_.']+)(?= *:|$)", text.partition("Axioms:")[2], re.MULTILINE))


def run_coq(build: Path, file: Path) -> None:
    """Run coqc on a file of commands."""
    command = ["coqc", "-w", "none", "-Q", str(build), "Discordant", str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def axioms_of_all(build: Path, paths: list[Path]) -> str:
    """Return what the theorems of several files rest on together: one walk through the libraries instead of many."""
    with tempfile.TemporaryDirectory() as scratch:
        lines, names = [], []
        for path in paths:
            lines.append(f"From Discordant.{path.parent.name} Require {path.stem}.")
            declared = declarations((build / path).read_text(encoding="utf-8"))
            names += [f"{path.stem}.{name}" for kind, name in declared if kind == "Theorem"]
        lines.append(f"Definition together := ({', '.join('@' + name for name in names)}).")
        lines.append(f'Redirect "{scratch}/together" Print Assumptions together.')
        audit = Path(scratch) / "audit.v"
        audit.write_text("\n".join(lines) + "\n", encoding="utf-8")
        run_coq(build, audit)
        found = assumptions((Path(scratch) / "together.out").read_text(encoding="utf-8"))
        return "---- the axioms of numeric/\n" + "\n".join(found.split(", ")) + "\n"


def report(build: Path, path: Path) -> str:
    """Return the definitions and statements of one file as Coq prints them."""
    text = (build / path).read_text(encoding="utf-8")
    library, module = path.parent.name, path.stem
    declared = [(kind, name) for kind, name in declarations(text) if kind == "Theorem" or library != "generated"]
    with tempfile.TemporaryDirectory() as scratch:
        lines = [
            *HEADER.findall(text),
            f"From Discordant.{library} Require Import {module}.",
            "Set Printing Width 110.",
        ]
        for kind, name in declared:
            lines.append(f'Redirect "{scratch}/{name}" {"Check" if kind == "Theorem" else "Print"} {module}.{name}.')
            if kind == "Theorem" and library != "numeric":
                lines.append(f'Redirect "{scratch}/{name}.rests" Print Assumptions {module}.{name}.')
        audit = Path(scratch) / "audit.v"
        audit.write_text("\n".join(lines) + "\n", encoding="utf-8")
        subprocess.run(
            ["coqc", "-w", "none", "-Q", str(build), "Discordant", str(audit)],
            check=True,
            capture_output=True,
            text=True,
        )
        out = [f"---- {path}"]
        for kind, name in declared:
            shown = (Path(scratch) / f"{name}.out").read_text(encoding="utf-8").strip()
            shown = re.sub(r"\n\s*\nArguments .*", "", shown, flags=re.DOTALL)
            out.append(shown.replace(f"{module}.{name}", name))
            if kind == "Theorem" and library == "numeric":
                out.append("  rests on: the axioms named at the end")
            elif kind == "Theorem":
                rests = (Path(scratch) / f"{name}.rests.out").read_text(encoding="utf-8")
                out.append(f"  rests on: {assumptions(rests)}")
            out.append("")
    return "\n".join(out)


def main(argv: list[str]) -> int:
    build, tier = Path(argv[0]), argv[1]
    paths = [path for path in sources(build, tier) if path.name != "CertifiedSlow.v"]
    with ThreadPoolExecutor(2) as pool:
        together = pool.submit(axioms_of_all, build, paths) if tier == "numeric" else None
        print("\n".join(pool.map(lambda path: report(build, path), paths)))
        if together is not None:
            print(together.result())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
