"""The command line: `main` runs it; `registry.py` lists the verbs, one file each."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line on `sys.argv` and exit with its code."""
    from discordant.cli.entry import run

    sys.exit(run(sys.argv[1:]))
