"""The verbs of the command line, each loaded when it is first used.

A new verb is one new file with a click command and one line here:

    "plan": Verb("discordant.cli.plan:plan", "How many items a comparison needs."),

The key is the verb, the target "module:attribute" of its command, the text its line in `discordant --help` (kept here,
so that the list of verbs imports none of them; a test holds it equal to the first line of the command's own help).
Shared options stand in `options.py`, exit codes in `exits.py`, printing in `output.py`. A command returns its exit
code, or None for 0, and lets errors of `discordant.errors` pass: `entry.py` turns them into a message and a code.
Tests call a verb through the fixture `discordant`, which gives the code and both streams.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Verb(NamedTuple):
    """Where a verb's command lives, and its line in the list of verbs."""

    target: str
    summary: str


VERBS: Final[dict[str, Verb]] = {
    "test": Verb("discordant.cli.test:test", "Test four counts, or the two discordant ones."),
    "compare": Verb("discordant.cli.compare:compare", "Compare two result files item by item."),
    "matrix": Verb("discordant.cli.matrix:matrix", "Compare several runs, all pairs of them."),
    "plan": Verb("discordant.cli.plan:plan", "How many items a comparison needs."),
    "watch": Verb("discordant.cli.watch:watch", "Watch a stream of results and stop as soon as the evidence suffices."),
    "inspect": Verb("discordant.cli.inspect:inspect", "Show what a result file, or a directory of them, holds."),
    "formats": Verb("discordant.cli.formats:formats", "List the result-file formats that can be read."),
    "audit": Verb("discordant.cli.audit:audit", "Tell whether published numbers can be true together."),
    "conform": Verb("discordant.cli.conform:conform", "Run the conformance vectors against an implementation."),
    "vectors": Verb("discordant.cli.vectors:vectors", "List, show, export or verify the conformance vectors."),
    "completion": Verb("discordant.cli.completion:completion", "Print the completion script for a shell."),
}
