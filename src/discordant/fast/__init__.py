"""The fast path: p-values in binary64 with stated error bounds, for scalars here and for arrays in `fast.batch`.

`discordant.fast.batch` needs numpy (extra `fast`) and loads when first asked for; nothing else here does. The bounds
are set out in docs/accuracy.md and docs/fast-bounds.md.
"""

from __future__ import annotations

import importlib

from discordant.fast.chi_square import chi_square_p, edwards_p, log_chi_square_p, log_edwards_p
from discordant.fast.scalar import exact_p, log_exact_p, log_mid_p, mid_p

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "chi_square_p",
    "decide",
    "edwards_p",
    "exact_p",
    "exact_p_bounds",
    "log_chi_square_p",
    "log_edwards_p",
    "log_exact_p",
    "log_mid_p",
    "mid_p",
]

_LATER = {"decide": "decision", "exact_p_bounds": "decision"}
"""What loads when first used: the decision brings the level grammar and the critical counts with it."""


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "batch"} - {"Any", "TYPE_CHECKING", "annotations", "importlib"})


def __getattr__(name: str) -> Any:
    if name == "batch":
        return importlib.import_module("discordant.fast.batch")
    if name in _LATER:
        value = getattr(importlib.import_module(f"discordant.fast.{_LATER[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'discordant.fast' has no attribute {name!r}")
