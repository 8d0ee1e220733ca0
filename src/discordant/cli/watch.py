"""`discordant watch`: a comparison that may be looked at after every item."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO

import click

from discordant.cli import exits, options, output
from discordant.errors import FormatError

_LONGEST = 1_000_000
"""Bytes of the longest line that is read."""

_OUTCOMES = "outcomes are true or false, 1 or 0, pass or fail"
_ENDED = "the stream ended: the evidence does not suffice"
_BOTH = (
    'a line of a stream holds both outcomes of one item, such as {"baseline": true, "candidate": false}; other names:'
    " --baseline FIELD --candidate FIELD; two result files: discordant compare"
)


@click.command(
    epilog=exits.epilog(
        "tail -f results.jsonl | discordant watch",
        "discordant watch results.jsonl --alpha 0.01 --most 500",
        "discordant watch results.jsonl --baseline old --candidate new --output json",
    )
)
@click.argument("file", default="-", type=click.Path(allow_dash=True))
@click.option("--baseline", default="baseline", show_default=True, help="Field with the baseline's outcome.")
@click.option("--candidate", default="candidate", show_default=True, help="Field with the candidate's outcome.")
@click.option("--alpha", default="0.05", show_default=True, help="Stop when the e-value reaches 1/alpha.")
@click.option(
    "--alternative",
    type=click.Choice(["two-sided", "candidate", "baseline"]),
    default="two-sided",
    show_default=True,
    help="Which difference is looked for.",
)
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="Stop after this many items at the latest.")
@options.output("text", "json")
@options.fail_on(("difference", "regression", "cannot-tell"))
@options.quiet
def watch(
    file: str,
    baseline: str,
    candidate: str,
    alpha: str,
    alternative: Any,
    most: int | None,
    fail_on: tuple[str, ...],
    quiet: bool,
    **form: Any,
) -> int:
    """Watch a stream of results and stop as soon as the evidence suffices.

    Each line is a JSON object with the two outcomes as true or false (or 1 or 0, or the words pass or fail). The
    rule is printed first; the e-value holds its error rate however often it is looked at, which a p-value does not.
    """
    from discordant.sequential.monitor import Monitor, Rule, shown

    monitor = Monitor(Rule.read(alpha, alternative=alternative, most=most))
    output.notice(f"rule: {monitor.rule}", quiet=quiet)
    with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
        for first, second in _outcomes(stream, "<stdin>" if file == "-" else file, baseline, candidate):
            e = monitor.update(baseline=first, candidate=second)
            if first != second:
                t = monitor.table
                output.notice(f"item {t.N}: {t.b}-{t.c}, e = {shown(e)}", quiet=quiet)
            if monitor.stopped:
                break
    if form["output"] == "json":
        from discordant.report.json_document import dumps
        from discordant.report.watch import watch_document

        output.write(dumps(watch_document(monitor)))
    else:
        from discordant.report.grid import folded

        lines = str(monitor).splitlines()
        if monitor.stopped is None:
            lines[0] = _ENDED
        output.write(folded(lines[:1] if quiet else lines))
    found = [name for name in _findings(monitor) if name in fail_on]
    if found:
        output.notice(f"failing on: {', '.join(found)}", quiet=quiet)
        return exits.FINDING
    return exits.DONE


def _findings(monitor: Any) -> tuple[str, ...]:
    if monitor.stopped != "difference":
        return ("cannot-tell",)
    return ("difference", "regression") if monitor.table.b < monitor.table.c else ("difference",)


def _outcomes(stream: BinaryIO, path: str, baseline: str, candidate: str) -> Iterator[tuple[bool, bool]]:
    """Yield the two outcomes of each line; blank lines are passed over."""
    from discordant.runs.strict_json import loads

    for number, line in enumerate(iter(lambda: stream.readline(_LONGEST + 1), b""), start=1):
        if len(line) > _LONGEST:
            raise FormatError(f"the line has more than {_LONGEST} bytes", path=path, line=number)
        if not line.strip():
            continue
        try:
            row = loads(line, path=path, line=number)
        except FormatError as error:
            raise FormatError(f"{error.fact}; {_BOTH}", path=path, line=number) from None
        if not isinstance(row, dict):
            raise FormatError(
                f"the line is a JSON {type(row).__name__}, not an object; {_BOTH}", path=path, line=number
            )
        yield _outcome(row, baseline, path, number), _outcome(row, candidate, path, number)


def _outcome(row: dict[str, Any], name: str, path: str, line: int) -> bool:
    from discordant.runs.score import NotBinary, outcome

    value = row.get(name)
    with suppress(NotBinary):  # said below, together with what an outcome of a stream is
        read = outcome(value, None)
        if read is not None:
            return read
    if name in row:
        raise FormatError(f"field {name!r} is {value!r:.60}; {_OUTCOMES}", path=path, line=line)
    raise FormatError(f"field {name!r} is missing; {_OUTCOMES}. {_BOTH}", path=path, line=line)
