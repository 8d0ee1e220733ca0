"""One file per format; a new format is one new file here that defines READER.

The folder is scanned, not listed: nothing else need change when a reader is added.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Final

from discordant.runs.record import Reader


def _scan() -> dict[str, Reader]:
    found: dict[str, Reader] = {}
    for module in pkgutil.iter_modules(__path__):
        reader = importlib.import_module(f"{__name__}.{module.name}").READER
        found[reader.name] = reader
    return dict(sorted(found.items()))


READERS: Final[dict[str, Reader]] = _scan()
"""Every reader by name."""
