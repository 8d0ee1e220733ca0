"""`discordant compare BASELINE CANDIDATE`: from two result files to an answer."""

from __future__ import annotations

from typing import Any

import click

from discordant.cli import exits, options, output, progress
from discordant.report.verdict import FINDINGS


@click.command(
    context_settings={"allow_extra_args": True},  # a third file gets an answer of its own
    epilog=exits.epilog(
        "discordant compare baseline.jsonl candidate.jsonl",
        "discordant compare a.csv b.csv --id task --pass correct",
        "discordant compare a.csv b.csv \\\n    --baseline-pass correct --candidate-pass resolved",
        "discordant compare runs.json runs.json \\\n    --baseline-select trial=0 --candidate-select trial=1",
        "discordant compare old.eval new.eval --on-missing drop \\\n    --fail-on regression,cannot-tell",
    ),
)
@click.argument("baseline", type=click.Path())
@click.argument("candidate", type=click.Path())
@options.levels
@options.intervals
@options.output("text", "json", "markdown", "html")
@options.fail_on(FINDINGS)
@options.quiet
@options.progress
@options.reading
@options.pairing
def compare(
    baseline: str,
    candidate: str,
    fail_on: tuple[str, ...],
    quiet: bool,
    id_: str | None,
    format_: str | None,
    max_bytes: int | None,
    **given: Any,
) -> int:
    """Compare two result files item by item.

    Items are matched by id, whatever their order. Nothing is dropped, filled in or merged unasked: where the files do
    not pair, the message says what to pass.
    """
    more = click.get_current_context().args
    if more:
        raise click.UsageError(
            f"compare takes two files, and {more[0]!r} is a third; for several runs: discordant matrix"
        )
    from discordant.report import compare as compare_files

    form, mode = given.pop("output"), given.pop("progress")
    if max_bytes is not None:
        given["max_bytes"] = max_bytes
    with progress.reading(mode, quiet=quiet) as report:
        analysis = compare_files.compare(baseline, candidate, id=id_, format=format_, progress=report, **given)
    _say_formats(analysis.pairing, quiet=quiet)
    output.emit(analysis, form, quiet=quiet)
    return output.conclude(analysis, fail_on, quiet=quiet)


def _say_formats(pairing: Any, *, quiet: bool) -> None:
    """Say on stderr which formats were recognised rather than named."""
    for run in (pairing.baseline, pairing.candidate):
        if run.source.detected:
            output.notice(f"{run.source.path}: read as {run.source.format}", quiet=quiet)
