"""erfcx on [0, 28) by 448 pieces of degree 9: `erfcx.bin`, written by generate/constants.py, read when first needed."""

from __future__ import annotations

import sys
from array import array
from functools import cache
from os.path import dirname, join

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Final

PER_UNIT: Final = 16
PIECES: Final = 448
COLUMNS: Final = 13
"""e0, its rounding error, coefficients 1 ... 9 in u = 16 x - (piece + 1/2), ln e0 in two parts."""


@cache
def columns() -> array[float]:
    """Return the table column after column, 13 times 448 numbers."""
    values = array("d")
    with open(join(dirname(__file__), "erfcx.bin"), "rb") as file:  # pathlib would cost a third of the import
        values.frombytes(file.read())
    if sys.byteorder == "big":
        values.byteswap()
    return values


@cache
def table() -> tuple[tuple[float, ...], ...]:
    """Return the table row by row: one tuple of 13 numbers for each piece."""
    values = columns()
    return tuple(tuple(values[piece::PIECES]) for piece in range(PIECES))
