"""`discordant formats`: the result-file formats that can be read, how each is recognised, and its traps."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from discordant.cli import exits, options, output

if TYPE_CHECKING:
    from discordant.runs import FormatInfo


@click.command(epilog=exits.epilog("discordant formats", "discordant formats --output json"))
@options.output("text", "json")
def formats(**given: str) -> None:
    """List the result-file formats that can be read.

    For each: how it is recognised, the fields for the item and for pass or fail, what can be selected, and what to
    look out for.
    """
    from discordant.runs import list_formats

    found = list_formats()
    if given["output"] == "json":
        from discordant.report.json_document import dumps, header

        output.write(dumps({**header("formats"), "formats": [info.to_dict() for info in found]}))
    else:
        output.write("\n\n".join(_entry(info) for info in found))


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
