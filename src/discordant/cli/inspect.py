"""`discordant inspect FILE`: what a result file holds, before anything is chosen from it."""

from __future__ import annotations

from typing import Any

import click

from discordant.cli import exits, options, output, progress


@click.command(epilog=exits.epilog("discordant inspect results.json", "discordant inspect log.eval --output json"))
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
    """Show what a result file holds.

    Prints its format, the runs, metrics, filters, scorers or repeats to choose from, how many items passed, and the
    command that compares it.
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
