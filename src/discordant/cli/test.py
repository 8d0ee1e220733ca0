"""`discordant test A B C D`: from counts to an answer."""

from __future__ import annotations

import re
from typing import Any, Final

import click

from discordant.cli import exits, options, output
from discordant.errors import TableError
from discordant.report.verdict import FINDINGS
from discordant.table import Discordant, Table, read_count

_COUNT: Final = re.compile(r"-?[0-9]+", re.ASCII)
_LONGEST: Final = 4300
"""Digits of the longest count that is read; Python itself refuses longer ones."""


def parse_count(text: str, name: str) -> int:
    """Return the count that `text` writes in plain digits; raise `TableError` naming it otherwise.

    >>> parse_count("17", "b")
    17
    """
    if not _COUNT.fullmatch(text):
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        raise TableError(f"{name}={shown!r} is not a count; counts are whole numbers in plain digits, 0 or more")
    if len(text) > _LONGEST:
        raise TableError(f"{name} has {len(text)} digits; counts of at most {_LONGEST} digits are read")
    return read_count(int(text), name)


class CountsCommand(click.Command):
    """A command whose arguments may be negative numbers: they are refused as counts, not taken for options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse with unknown options kept as arguments, then refuse those that are no numbers."""
        rest = super().parse_args(ctx, args)
        for word in ctx.params.get("counts", ()):
            if word.startswith("-") and not re.match(r"-[0-9.]", word, re.ASCII):
                raise click.NoSuchOption(word.partition("=")[0], ctx=ctx)
        return rest


@click.command(
    cls=CountsCommand,
    context_settings={"ignore_unknown_options": True},
    epilog=exits.epilog(
        "discordant test 157 17 3 23",
        "discordant test --b 17 --c 3",
        "discordant test 157 17 3 23 --alpha 1% --output json",
        "discordant test 271 28 54 147 --fail-on regression",
    ),
)
@click.argument("counts", nargs=-1, metavar="A B C D")
@click.option("--b", "b", metavar="B", help="Items that only the candidate passed, where A and D are not known.")
@click.option("--c", "c", metavar="C", help="Items that only the baseline passed.")
@options.levels
@options.intervals
@options.output("text", "json", "markdown", "html")
@options.fail_on(FINDINGS)
@options.quiet
def test(
    counts: tuple[str, ...],
    b: str | None,
    c: str | None,
    level: str | None,
    alpha: str | None,
    intervals: str | None,
    fail_on: tuple[str, ...],
    quiet: bool,
    **form: Any,
) -> int:
    """Test four counts, or the two discordant ones.

    A: both runs passed; B: only the candidate passed; C: only the baseline passed; D: both failed.
    """
    from discordant.report.analysis import analyze

    analysis = analyze(_read(counts, b, c), level=level, alpha=alpha, intervals=intervals)
    output.emit(analysis, form["output"], quiet=quiet)
    return output.conclude(analysis, fail_on, quiet=quiet)


def _read(counts: tuple[str, ...], b: str | None, c: str | None) -> Table | Discordant:
    if b is not None or c is not None:
        if counts or b is None or c is None:
            raise click.UsageError("give either the four counts A B C D, or --b and --c without them.")
        return Discordant(parse_count(b, "b"), parse_count(c, "c"))
    if len(counts) != 4:
        raise click.UsageError(f"4 counts are needed (A B C D, or --b and --c), not {len(counts)}.")
    both, candidate, baseline, neither = (parse_count(text, name) for text, name in zip(counts, "abcd", strict=True))
    return Table(both, candidate, baseline, neither)
