"""The fast path: p-values in binary64 with stated error bounds, for scalars here and for arrays in `fast.batch`.

`discordant.fast.batch` needs numpy (extra `fast`) and loads when first asked for; nothing else here does. The bounds
are set out in docs/accuracy.md and docs/fast-bounds.md.
"""

from __future__ import annotations

import importlib
from typing import Any

from discordant.fast.scalar import exact_p, log_exact_p, log_mid_p, mid_p

__all__ = [
    "batch",
    "exact_p",
    "log_exact_p",
    "log_mid_p",
    "mid_p",
]


def __getattr__(name: str) -> Any:
    if name == "batch":
        return importlib.import_module("discordant.fast.batch")
    raise AttributeError(f"module 'discordant.fast' has no attribute {name!r}")
