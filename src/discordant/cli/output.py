"""Printing: documents alone on stdout, everything else on stderr; plain ASCII where the terminal has no UTF-8."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from discordant.cli import exits
from discordant.errors import ArgumentError
from discordant.report.labels import printable

if TYPE_CHECKING:
    from discordant.report.analysis import Analysis
    from discordant.report.clustered import ClusteredAnalysis


def write(text: str) -> None:
    """Write text and a line break to stdout; what its encoding lacks is written as a backslash escape."""
    if sys.stdout is None:  # started with stdout closed
        raise BrokenPipeError
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def notice(text: str, *, quiet: bool = False) -> None:
    """Write a line to stderr, unless quiet."""
    if not quiet:
        click.echo(printable(text), err=True)


def save(path: Path, text: str) -> None:
    """Write a file beside its place and rename it there: nobody ever reads half of it.

    A symbolic link is followed, and anything that exists and is no regular file (a device, a pipe) is refused.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise ArgumentError(f"{path} is not a regular file; name a file to write")
    handle, beside = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(beside).chmod(0o644)  # mkstemp's file is the owner's alone
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def colored() -> bool:
    """Return whether stdout is a terminal that wants colour (NO_COLOR and TERM=dumb say no)."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def emit(analysis: Analysis | ClusteredAnalysis, output: str, *, quiet: bool = False) -> None:
    """Print an analysis as "text", "json", "markdown" or "html"; quiet leaves the verdict alone of a text."""
    if output == "json":
        from discordant.report.json_document import dumps

        write(dumps(analysis.to_dict()))
    elif output == "html":
        from discordant.report.pages import analysis_page

        write(analysis_page(analysis))
    elif output == "markdown":
        from discordant.report.markdown import markdown

        write(markdown(analysis))
    else:
        from discordant.report.text import text, verdict_line

        whole = verdict_line(analysis) if quiet else text(analysis)
        head, found, rest = whole.rpartition("Verdict: ")
        write(f"{head}{click.style(found + rest, bold=True)}" if colored() else whole)


def conclude(analysis: Analysis | ClusteredAnalysis, fail_on: Sequence[str], *, quiet: bool = False) -> int:
    """Return the exit code: 1 where the analysis has a finding that `fail_on` names, saying which on stderr."""
    found = [finding for finding in analysis.findings if finding in fail_on]
    if not found:
        return exits.DONE
    notice(f"failing on: {', '.join(found)}", quiet=quiet)
    return exits.FINDING
