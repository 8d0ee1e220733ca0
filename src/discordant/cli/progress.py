"""Progress of reading files, on stderr: a bar on a terminal, lines on request, nothing otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from discordant.cli.output import notice

Report = Callable[[str, int, int], None]

_STEP = 10
"""Per cent between two lines of plain progress."""


@contextmanager
def reading(mode: str, *, quiet: bool) -> Iterator[Report | None]:
    """Give a function of (path, bytes done, bytes in all) that shows progress, or None where there is none to show."""
    if mode == "plain" and not quiet:
        yield _lines()
    elif mode == "auto" and not quiet and sys.stderr.isatty():
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import Progress, TaskID

        with Progress(console=Console(stderr=True), transient=True) as bars:
            tasks: dict[str, TaskID] = {}

            def show(path: str, done: int, total: int) -> None:
                if path not in tasks:
                    tasks[path] = bars.add_task(escape(_short(path)), total=total)
                bars.update(tasks[path], completed=done)

            yield show
    else:
        yield None


def _short(path: str) -> str:
    from discordant.report.labels import terminal

    return terminal(path, 40)


def _lines() -> Report:
    told: dict[str, int] = {}

    def show(path: str, done: int, total: int) -> None:
        percent = 100 * done // total if total else 100
        if percent >= told.get(path, -_STEP) + _STEP:
            told[path] = percent - percent % _STEP
            notice(f"reading {path}: {percent}%")

    return show
