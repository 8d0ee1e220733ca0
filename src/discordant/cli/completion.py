"""`discordant completion SHELL`: the script that completes verbs, options and file names."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from discordant.cli import exits, output


@click.command(
    epilog=exits.epilog(
        'eval "$(discordant completion bash)"',
        "discordant completion fish > ~/.config/fish/completions/discordant.fish",
    )
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for a shell."""
    from discordant.cli.entry import COMPLETE, PROGRAM, verbs

    script = get_completion_class(shell)
    if script is None:  # click knows the three that the argument admits
        raise click.UsageError(f"no completion for {shell}.")
    output.write(script(verbs, {}, PROGRAM, COMPLETE).source().rstrip("\n"))
