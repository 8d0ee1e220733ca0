"""`discordant formats`: the result-file formats that can be read, how each is recognised, and its traps."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from discordant.cli import exits, options
from discordant.cli.output import write
from discordant.errors import ArgumentError

if TYPE_CHECKING:
    from discordant.runs import FormatInfo


@click.command(
    epilog=exits.epilog("discordant formats", "discordant formats lm-eval csv", "discordant formats --output json")
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@options.output("text", "json")
def formats(names: tuple[str, ...], output: str) -> None:
    """List the result-file formats that can be read.

    For each, or for those named: how it is recognised, the fields for the item and for pass or fail, what can be
    selected, and what to look out for.
    """
    from discordant.runs import list_formats

    known = {info.name: info for info in list_formats()}
    for name in names:
        if name not in known:
            raise ArgumentError(f"the format {name!r} is unknown; the formats are {', '.join(known)}")
    found = [known[name] for name in dict.fromkeys(names or known)]
    if output == "json":
        from discordant.report.json_document import dumps, header

        write(dumps({**header("formats"), "formats": [info.to_dict() for info in found]}))
    else:
        write("\n\n".join(_entry(info) for info in found))


def _entry(info: FormatInfo) -> str:
    facts = [
        ("recognised", info.rule),
        ("item", info.item),
        ("passed", info.passed),
        ("select", ", ".join(info.selectors)),
        ("repeats", info.repeat or ""),
        *(("note", trap) for trap in info.traps),
        ("refused", info.refused or ""),
        ("example", info.example),
    ]
    lines = textwrap.wrap(f"{info.name}: {info.title}", 80, subsequent_indent="  ")
    for name, text in facts:
        if text:
            lines += textwrap.wrap(
                text, 80, initial_indent=f"  {name:<11}", subsequent_indent=" " * 13, break_on_hyphens=False
            )
    return "\n".join(lines)
