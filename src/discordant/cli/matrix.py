"""`discordant matrix RUN RUN ...`: all pairs of several runs on the same items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import click

from discordant.cli import exits, options, output, progress
from discordant.errors import FormatError

_CORRECTIONS: Final = (
    "holm",
    "bonferroni",
    "hochberg",
    "benjamini-hochberg",
    "benjamini-yekutieli",
    "tarone",
    "discrete-holm",
    "discrete-bh",
    "max-t",
)


_OF_A_PAIR: Final = re.compile(r" \(of one file of a pair: [^()]*\)")


@contextmanager
def _own_words() -> Iterator[None]:
    """Leave out of refused files what only `compare` can be told: the options of one file of a pair."""
    try:
        yield
    except FormatError as error:
        fact = _OF_A_PAIR.sub("", error.fact)
        fact = fact.replace("compare two columns with", "compare two columns by `discordant compare` with")
        if fact == error.fact:
            raise
        raise FormatError(fact, path=error.path, line=error.line, item=error.item) from None


@click.command(
    epilog=exits.epilog(
        "discordant matrix a.jsonl b.jsonl c.jsonl",
        "discordant matrix leaderboard.json --runs gpt-5,sonnet-4",
        "discordant matrix leaderboard.json --correction max-t --draws 10000 \\\n    --output html > matrix.html",
    )
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="RUN RUN ...")
@click.option("--runs", metavar="NAME,NAME", help="Of files that hold several runs, these alone.")
@click.option(
    "--correction",
    type=click.Choice(_CORRECTIONS),
    metavar="NAME",
    default="holm",
    show_default=True,
    help=f"The correction that decides who is told apart: {', '.join(_CORRECTIONS)}.",
)
@click.option("--draws", type=click.IntRange(min=1), help="Draw this many sign patterns for max-t.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where the draws start.")
@click.option(
    "--intervals",
    "interval_",
    metavar="ID",
    default="newcombe-plain",
    show_default=True,
    help="Interval of each delta.",
)
@click.option("--on-missing", type=click.Choice(["refuse", "count-as-failed", "drop"]), default="refuse")
@click.option("--on-error", type=click.Choice(["refuse", "count-as-failed", "drop"]), default="refuse")
@options.levels
@options.output("text", "json", "markdown", "csv", "html")
@options.fail_on(("difference", "cannot-tell"))
@options.quiet
@options.progress
@options.reading
def matrix(
    files: tuple[str, ...],
    runs: str | None,
    interval_: str,
    id_: str | None,
    format_: str | None,
    max_bytes: int | None,
    level: str | None,
    alpha: str | None,
    fail_on: tuple[str, ...],
    quiet: bool,
    **given: Any,
) -> int:
    """Compare several runs, all pairs of them.

    A file that holds several runs stands for all of them under their own labels.
    """
    from discordant.level import read_level_and_alpha
    from discordant.report import matrix as report
    from discordant.report.json_document import dumps

    form, mode = given.pop("output"), given.pop("progress")
    if max_bytes is not None:
        given["max_bytes"] = max_bytes
    confidence, significance = read_level_and_alpha(level, alpha)
    with progress.reading(mode, quiet=quiet) as shown, _own_words():
        found = report.compare_runs(
            files,
            runs=None if runs is None else [name.strip() for name in runs.split(",")],
            id=id_,
            format=format_,
            alpha=significance.value,
            level=confidence.value,
            interval=interval_,
            progress=shown,
            **given,
        )
    if form == "html":
        from discordant.report.pages import matrix_page

        output.write(matrix_page(found))
    else:
        forms = {
            "text": lambda: report.matrix_text(found, quiet=quiet),
            "json": lambda: dumps(report.matrix_document(found)),
            "markdown": lambda: report.matrix_markdown(found),
            "csv": lambda: report.matrix_csv(found),
        }
        output.write(forms[form]())
    different = any(found.board.significant(pair) for pair in found.board.pairs)
    finding = "difference" if different else "cannot-tell"
    if finding in fail_on:
        output.notice(f"failing on: {finding}", quiet=quiet)
        return exits.FINDING
    return exits.DONE
