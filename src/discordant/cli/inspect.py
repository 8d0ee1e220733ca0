"""`discordant inspect FILE`: what a result file or a directory of them holds, before anything is chosen."""

from __future__ import annotations

from typing import Any

import click

from discordant.cli import exits, options, output, progress


@click.command(epilog=exits.epilog("discordant inspect results.json", "discordant inspect logs/ --output json"))
@click.argument("file", type=click.Path())
@options.output("text", "json")
@options.quiet
@options.progress
@options.fields
def inspect(
    file: str,
    quiet: bool,
    id_: str | None,
    format_: str | None,
    max_bytes: int | None,
    **given: Any,
) -> None:
    """Show what a result file, or a directory of them, holds.

    Prints the format, the runs, metrics, filters, scorers, tasks or repeats to choose from, how many items passed (of
    each task, where there are several), and the command that compares it.
    """
    from discordant.runs import inspect_file

    form, mode = given.pop("output"), given.pop("progress")
    if max_bytes is not None:
        given["max_bytes"] = max_bytes
    with progress.reading(mode, quiet=quiet) as report:
        found = inspect_file(
            file,
            format_,
            id=id_,
            progress=None if report is None else lambda done, total: report(file, done, total),
            **given,
        )
    if form == "json":
        from discordant.report.json_document import dumps, header

        output.write(dumps({**header("inspection"), **found.to_dict()}))
    else:
        output.write(str(found))
