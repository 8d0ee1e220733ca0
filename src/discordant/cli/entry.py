"""From arguments to an exit code: the group of verbs, and what happens to every error on the way out."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final

import click
from click.shell_completion import shell_complete

from discordant import __version__
from discordant.cli import exits
from discordant.cli.registry import VERBS
from discordant.report.labels import printable

PROGRAM: Final = "discordant"

COMPLETE: Final = "_DISCORDANT_COMPLETE"
"""The variable by which a shell's completion script asks for words."""


_ALL: Final = f"the verbs are {', '.join(VERBS)}"


class Verbs(click.Group):
    """A group whose commands are imported when they are used, listed or completed by name only."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of the registry."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the verb's command, imported now; None for an unknown verb."""
        if cmd_name not in VERBS:
            return None
        module, _, attribute = VERBS[cmd_name].target.partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb that is called; a word that is none is refused with the nearest verb, or with all of them."""
        word = args[0]
        if word not in VERBS and not word.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(word, VERBS, n=1)
            ctx.fail(f"No such verb {word!r}" + (f" (did you mean {near[0]!r}?)." if near else f"; {_ALL}."))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs from the registry, importing none."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog=exits.epilog(
        "discordant test 157 17 3 23",
        "discordant compare baseline.jsonl candidate.jsonl",
    ),
)
@click.version_option(__version__, prog_name="discordant", message="%(prog)s %(version)s")
def verbs() -> None:
    """Compare two pass/fail runs on the same items by McNemar's test, exactly."""


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; nothing but the code and the streams tells of an error."""
    try:
        # not verbs.main(): it answers a closed pipe with 1, which here means a finding
        completing = os.environ.get(COMPLETE)
        if completing:
            return shell_complete(verbs, {}, PROGRAM, COMPLETE, completing)
        with verbs.make_context(PROGRAM, list(arguments)) as context:
            code = verbs.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return exits.USAGE
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return exits.INTERRUPTED
    except BrokenPipeError:
        _leave_closed_pipe()
        return exits.CLOSED_PIPE
    except Exception as error:  # the last stop: a person reads a message, never a traceback
        click.echo(f"Error: {printable(exits.message_of(error))}", err=True)
        return exits.code_of(error)
    return code if isinstance(code, int) else exits.DONE


def _leave_closed_pipe() -> None:
    """Point stdout at nothing, so that the interpreter's own flush at exit does not fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):  # stdout is no file of the system: nothing will be flushed to it
        return
