"""Options that several verbs share: each has one spelling, one meaning and one place.

A verb takes them as decorators: `@levels`, `@intervals`, `@output("text", "json")`, `@fail_on(...)`, `@quiet`,
`@progress`; `@fields` or, for a verb that reads one run out of each file, `@reading`; `@pairing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Function], Function]


def _all(*decorators: Callable[[Any], Any]) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


levels = _all(
    click.option(
        "--level", metavar="LEVEL", help="Confidence level of the intervals: 0.95, 95% or 19/20.  [0.95, or 1 - alpha]"
    ),
    click.option(
        "--alpha", metavar="ALPHA", help="Threshold of the tests: significant is p < alpha.  [0.05, or 1 - level]"
    ),
)

intervals = click.option(
    "--intervals",
    metavar="all|ID,ID",
    help="Intervals to show, e.g. wald,odds-ratio:clopper-pearson; all for every one.",
)

quiet = click.option("--quiet", is_flag=True, help="Print no notices, and of a text report only the verdict.")

progress = click.option(
    "--progress",
    type=click.Choice(["auto", "plain", "none"]),
    default="auto",
    show_default=True,
    help="Progress on stderr: auto draws a bar on a terminal, plain prints lines.",
)


def output(*choices: str) -> Callable[[Function], Function]:
    """Return the option --output with these choices, the first being the default."""
    return click.option(
        "--output", type=click.Choice(choices), default=choices[0], show_default=True, help="Form of the report."
    )


def fail_on(known: Iterable[str]) -> Callable[[Function], Function]:
    """Return the option --fail-on for these findings: comma-separated, repeatable, a tuple of names."""
    names = tuple(known)

    def read(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
        words = tuple(word.strip() for value in values for word in value.split(","))
        for word in words:
            if word not in names:
                raise click.BadParameter(f"{word!r} is not one of {', '.join(names)}.")
        return words

    return click.option(
        "--fail-on",
        multiple=True,
        metavar="FINDING,...",
        callback=read,
        help=f"Exit with code 1 on these findings: {', '.join(names)}.",
    )


def _pairs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for text in values:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{text!r} is not KEY=VALUE.")
        if chosen.setdefault(key, value) != value:
            raise click.BadParameter(f"{key!r} is given twice, as {chosen[key]!r} and as {value!r}.")
    return chosen


def _select(name: str, text: str) -> Callable[[Function], Function]:
    return click.option(name, multiple=True, metavar="KEY=VALUE", callback=_pairs, help=text)


fields = _all(
    click.option("--format", "format_", metavar="FORMAT", help="The file's format; see `discordant formats`."),
    click.option("--id", "id_", metavar="FIELD", help="The field that identifies an item."),
    click.option("--pass", "pass_", metavar="FIELD", help="The field that says whether an item passed."),
    click.option("--threshold", metavar="SCORE", help="An item passes where its score is at least this."),
    click.option(
        "--max-bytes", type=click.IntRange(min=1), metavar="BYTES", help="Largest piece held in memory at once."
    ),
)

reading = _all(
    fields,
    _select("--select", "Choose a run, metric, filter, scorer, trial, epoch or task; repeatable."),
    click.option(
        "--id-type",
        type=click.Choice(["as-is", "text"]),
        default="as-is",
        show_default=True,
        help="text reads the ids 1 and '1' as one.",
    ),
    click.option(
        "--repeats",
        type=click.Choice(["refuse", "first", "all", "any", "majority", "clusters"]),
        default="refuse",
        show_default=True,
        help="How several results of one item become one.",
    ),
    click.option("--cluster", metavar="COLUMN", help="The field that names an item's family of related items."),
)

_POLICY = click.Choice(["refuse", "count-as-failed", "drop"])

pairing = _all(
    click.option("--baseline-format", metavar="FORMAT", help="The baseline's format, where the two differ."),
    click.option("--candidate-format", metavar="FORMAT", help="The candidate's format, where the two differ."),
    click.option("--baseline-id", metavar="FIELD", help="As --id, for the baseline alone."),
    click.option("--candidate-id", metavar="FIELD", help="As --id, for the candidate alone."),
    click.option("--baseline-pass", metavar="FIELD", help="As --pass, for the baseline alone."),
    click.option("--candidate-pass", metavar="FIELD", help="As --pass, for the candidate alone."),
    click.option("--baseline-threshold", metavar="SCORE", help="As --threshold, for the baseline alone."),
    click.option("--candidate-threshold", metavar="SCORE", help="As --threshold, for the candidate alone."),
    _select("--baseline-select", "As --select, for the baseline alone."),
    _select("--candidate-select", "As --select, for the candidate alone."),
    click.option(
        "--on-missing", type=_POLICY, default="refuse", show_default=True, help="Items that only one run has."
    ),
    click.option(
        "--on-error", type=_POLICY, default="refuse", show_default=True, help="Items without a valid outcome."
    ),
    click.option(
        "--engine",
        type=click.Choice(["auto", "plain", "duckdb"]),
        default="auto",
        show_default=True,
        help="duckdb counts parquet, csv and jsonl of any size; auto uses it for --where and glob patterns.",
    ),
    click.option("--where", metavar="SQL", help="Rows to count, a condition in DuckDB's own SQL."),
)
