"""`discordant vectors`: list, show, export and verify the conformance vectors."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import click

from discordant.cli import exits, options, output
from discordant.errors import ArgumentError


@click.group(epilog=exits.epilog("discordant vectors list", "discordant vectors show exact_p/0001"))
def vectors() -> None:
    """List, show, export or verify the conformance vectors."""


@vectors.command("list", epilog=exits.epilog("discordant vectors list --function exact_p --flag Tie"))
@click.option("--function", metavar="NAME", help="The cases of this function.")
@click.option("--flag", metavar="FLAG", help="The cases with this flag.")
@options.output("text", "json")
def list_(function: str | None, flag: str | None, **form: str) -> None:
    """List functions with their number of cases, or the cases of one function or flag."""
    from discordant.conformance import vectors_file
    from discordant.report.json_document import dumps, header

    if flag is not None and flag not in vectors_file.flags():
        raise ArgumentError(f"flag {flag!r} is not one of {', '.join(vectors_file.flags())}")
    if function is None and flag is None:
        counts = {name: vectors_file.load(name)["count"] for name in vectors_file.functions()}
        if form["output"] == "json":
            output.write(dumps({**header("vectors"), "functions": counts}))
        else:
            output.write("\n".join(f"{name:<46}{count:>6} cases" for name, count in counts.items()))
        return
    chosen = vectors_file.cases((function,) if function else ())
    if function is not None:
        vectors_file.load(function)  # refuses an unknown name before anything is printed
    found = [case for case in chosen if flag is None or flag in case["flags"]]
    if form["output"] == "json":
        output.write(dumps({**header("vectors"), "cases": found}))
    else:
        output.write("\n".join(_line(case) for case in found))


def _line(case: dict[str, Any]) -> str:
    given = " ".join(f"{name}={text}" for name, text in case["inputs"].items())
    line = f"{case['id']}  {given}  {','.join(case['flags'])}"
    return line if len(line) <= 80 else line[:77] + "..."


@vectors.command(epilog=exits.epilog("discordant vectors show exact_p/0001"))
@click.argument("identifier", metavar="ID")
def show(identifier: str) -> None:
    """Show one vector whole, as JSON."""
    from discordant.conformance import vectors_file

    output.write(json.dumps(vectors_file.find(identifier), indent=2))


@vectors.command(epilog=exits.epilog("discordant vectors export my-vectors"))
@click.argument("folder", type=click.Path(path_type=Path))
def export(folder: Path) -> None:
    """Copy all vectors, their schema and their checksums to a new folder."""
    from discordant.conformance import vectors_file

    if folder.exists():
        raise ArgumentError(f"{folder} exists; name a folder that does not")
    beside = Path(tempfile.mkdtemp(dir=folder.absolute().parent, prefix=f".{folder.name}."))
    try:
        schema = vectors_file.folder().joinpath("..", "schema", vectors_file.SCHEMA)
        for entry in (*vectors_file.folder().iterdir(), schema):
            (beside / entry.name).write_bytes(entry.read_bytes())
        beside.chmod(0o755)
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    output.notice(f"{len(vectors_file.functions())} functions written to {folder}")


@vectors.command(epilog=exits.epilog("discordant vectors verify"))
@options.quiet
def verify(quiet: bool) -> int:
    """Recompute every expected value by two algorithms, and every checksum."""
    from discordant.conformance import generate, vectors_file

    altered = vectors_file.altered()
    for name in altered:
        output.write(f"{name}: not what its checksum says")
    stale = []
    if not altered:
        fresh = generate.texts(os.cpu_count() or 1)
        stale = [name for name, text in fresh.items() if (vectors_file.folder() / name).read_text("utf-8") != text]
        for name in stale:
            output.write(f"{name}: not what is computed now")
    count = sum(vectors_file.load(name)["count"] for name in vectors_file.functions())
    if not altered and not stale:
        output.notice(f"{count} cases recomputed by two algorithms, {len(fresh)} files as recorded", quiet=quiet)
    return exits.FINDING if altered or stale else exits.DONE
