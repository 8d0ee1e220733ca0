"""Exit codes: the one place where errors become numbers."""

from __future__ import annotations

from typing import Final

from discordant.errors import ArgumentError, DiscordantError, TooLarge, Undecided

DONE: Final = 0
FINDING: Final = 1
USAGE: Final = 2
REFUSED: Final = 3
UNDECIDED: Final = 4

INTERNAL: Final = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED: Final = 130  # 128 + SIGINT, as shells report it
CLOSED_PIPE: Final = 141  # 128 + SIGPIPE


def epilog(*examples: str) -> str:
    """Return the end of a command's --help: example calls, then what the exit codes mean."""
    calls = "\n".join(f"  {example}" for example in examples)
    return (
        f"\b\nExamples:\n{calls}\n\n\b\n"
        "Exit codes: 0 done, 1 a finding that --fail-on named, 2 wrong usage,\n"
        "3 input refused, 4 undecided within the budget."
    )


def code_of(error: Exception) -> int:
    """Return the exit code of an error: 2 for options, 4 for exhausted budgets, 3 for refused input, 70 for a bug."""
    if isinstance(error, ArgumentError):
        return USAGE
    if isinstance(error, (TooLarge, Undecided, MemoryError)):
        return UNDECIDED
    if isinstance(error, (DiscordantError, OSError)):
        return REFUSED
    return INTERNAL


def message_of(error: Exception) -> str:
    """Return what a person reads about an error, with the way out that the command line has."""
    if isinstance(error, TooLarge):
        return f"{error.fact}; {error.option}"
    if isinstance(error, DiscordantError):
        return str(error)
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename is not None else ""
        return f"{place}{error.strerror or error}"
    if isinstance(error, MemoryError):
        return "out of memory"
    return f"internal error, please report it: {type(error).__name__}: {error}"
