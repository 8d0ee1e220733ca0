"""n <= 1023 on arrays: correctly rounded values gathered from one triangle, built as far as the largest n asks for."""

from __future__ import annotations

from typing import Final

import numpy as np

from discordant.fast.batch.arrays import Floats, Ints
from discordant.fast.triangle import LOG_MID_ROWS, LOG_P_ROWS, MID_ROWS, P_ROWS, SMALL, Rows

SIZES: Final = (64, 128, 256, 512, SMALL)
_built: dict[int, Floats] = {}
"""The longest triangle so far for each quantity, by the identity of its rows."""


def triangle(rows: Rows, largest: int) -> Floats:
    """Return the rows 0 ... at least `largest` laid end to end: row n starts at ((n+1)^2) // 4, m follows."""
    size = next(size for size in SIZES if largest <= size)
    found = _built.get(id(rows))
    if found is None or found.size < (size + 2) ** 2 // 4:
        found = np.concatenate([np.array(rows[n]) for n in range(size + 1)])
        _built[id(rows)] = found
    return found


def look_up(rows: Rows, n: Ints, m: Ints) -> Floats:
    """Return the value at (n, m) for each entry, n <= 1023."""
    table = triangle(rows, int(n.max()))
    index = n + 1
    index *= index
    index >>= 2
    index += m
    return table.take(index)


__all__ = ["LOG_MID_ROWS", "LOG_P_ROWS", "MID_ROWS", "P_ROWS", "SMALL", "look_up", "triangle"]
