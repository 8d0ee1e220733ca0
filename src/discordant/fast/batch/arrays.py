"""The door of the array functions: counts of any shape and integer dtype, checked once and widened before any sum."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from discordant.errors import TableError, TooLarge

LIMIT: Final = 2**53

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def masked(values: Any) -> bool:
    """Tell whether an array, or one within lists, has masked entries: numpy would read what lies under the mask."""
    if isinstance(values, (list, tuple)):
        return any(masked(one) for one in values if isinstance(one, (list, tuple, np.ma.MaskedArray)))
    return bool(np.ma.is_masked(values))


def _holds_bool(values: Any) -> bool:
    """Tell whether a list mixes bools among its entries: numpy would count True as 1."""
    return isinstance(values, (list, tuple)) and any(
        isinstance(one, (bool, np.bool_)) or _holds_bool(one) for one in values
    )


def read_array(values: Any, name: str) -> Ints:
    """Return counts as int64; integers of any width, or floats that are all integral.

    Raises `TableError` naming the first entry that is no count (negative, fractional, NaN, bool, text) and `TooLarge`
    for one above 2^53.
    """
    if masked(values):
        raise TableError(f"{name} has masked entries, which are no counts; leave them out or fill them")
    if _holds_bool(values):
        raise TableError(f"{name} has entries that are bool; counts must be integers (did you pass outcomes?)")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise TableError(f"{name} is no array of counts: {error}") from None
    kind = array.dtype.kind
    if kind == "O" and all(
        isinstance(entry, (int, np.integer)) and not isinstance(entry, bool) for entry in array.flat
    ):
        kind = "i"  # Python ints beyond 64 bits arrive as objects, and so do columns of frames
    if kind not in "iuf":
        raise TableError(f"{name} has dtype {array.dtype}; counts must be integers (or floats that are all integral)")
    if array.size == 0:
        return array.astype(np.int64)
    if kind == "f":
        wrong = ~((array >= 0) & (array == np.floor(array)) & np.isfinite(array))
        if wrong.any():
            place = tuple(int(i) for i in np.argwhere(wrong)[0])
            raise TableError(f"{_at(name, place)}={array[place]!s} is not a count; counts are 0, 1, 2, ...")
    elif array.dtype.kind != "u" and array.min() < 0:
        place = tuple(int(i) for i in np.argwhere(array < 0)[0])
        raise TableError(f"{_at(name, place)}={array[place]!s} is negative; counts are 0 or more")
    largest = int(array.max())
    if largest > LIMIT:
        raise _too_large(largest)
    return array.astype(np.int64, copy=False)


def _at(name: str, place: tuple[int, ...]) -> str:
    return f"{name}{list(place)}" if place else name


def _too_large(predicted: int) -> TooLarge:
    return TooLarge(
        "a fast p-value",
        predicted=predicted,
        limit=LIMIT,
        unit="discordant items",
        alternative="discordant.p_real serves larger counts",
    )


def read_pair(b: Any, c: Any) -> tuple[Ints, Ints, tuple[int, ...]]:
    """Return b and c broadcast against each other and flattened, with the shape of the result."""
    first, second = read_array(b, "b"), read_array(c, "c")
    try:
        first, second = np.broadcast_arrays(first, second)
    except ValueError:
        raise TableError(f"b has shape {first.shape} and c {second.shape}; they do not broadcast") from None
    shape = first.shape
    first, second = first.reshape(-1), second.reshape(-1)
    if first.size and int(first.max()) + int(second.max()) > LIMIT:
        largest = int((first + second).max())  # no overflow: both are at most 2^53
        if largest > LIMIT:
            raise _too_large(largest)
    return first, second, shape


def read_cells(*cells: Any) -> tuple[list[Ints], tuple[int, ...]]:
    """Return a, b, c, d broadcast and flattened, with the shape of the result; N may be at most 2^53 and not 0."""
    read = [read_array(cell, name) for cell, name in zip(cells, "abcd", strict=True)]
    try:
        spread = np.broadcast_arrays(*read)
    except ValueError:
        raise TableError(
            f"the cells have shapes {', '.join(str(r.shape) for r in read)}; they do not broadcast"
        ) from None
    shape = spread[0].shape
    flat = [cell.reshape(-1) for cell in spread]
    if flat[0].size:
        total = flat[0] + flat[1] + flat[2] + flat[3]
        if int(total.max()) > LIMIT:
            raise _too_large(int(total.max()))
        if int(total.min()) == 0:
            place = int(np.argmin(total))
            raise TableError(f"table {place} has no items (N = 0); limits need at least one")
    return flat, shape
