"""The door of the scalar functions: two strict counts with n = b + c at most 2^53."""

from __future__ import annotations

import operator

from discordant.errors import ArgumentError, TableError, TooLarge

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Any, Final, Literal, NoReturn

    Alternative = Literal["two-sided", "candidate", "baseline"]
    Tie = Literal["doubled", "folded"]
else:
    Alternative = Tie = str  # so that the hints of public functions can be read

LIMIT: Final = 2**53
"""Largest n that the fast path serves: beyond it a binary64 no longer holds every count."""


def _read(value: Any, name: str) -> int:
    if isinstance(value, bool):
        raise TableError(f"{name}={value!r} is a bool; counts must be int (did you pass an outcome?)")
    if hasattr(value, "ndim") and hasattr(value, "__setitem__"):  # arrays, 0-d ones too; numpy scalars lack __setitem__
        raise TableError(f"{name}={value!r} is an array; use discordant.fast.batch for arrays")
    try:
        count = int(operator.index(value))
    except TypeError:
        raise TableError(f"{name}={value!r} is a {type(value).__name__}; counts must be int") from None
    if count < 0:
        shown = str(count) if count.bit_length() <= 64 else f"-(about 2^{count.bit_length() - 1})"
        raise TableError(f"{name}={shown} is negative; counts are 0 or more")
    return count


def read_counts(b: Any, c: Any) -> tuple[int, int]:
    """Return b and c as plain ints; `TableError` for what is no count, `TooLarge` where b + c exceeds 2^53."""
    first, second = _read(b, "b"), _read(c, "c")
    if first + second > LIMIT:
        raise TooLarge(
            "a fast p-value",
            predicted=first + second,
            limit=LIMIT,
            unit="discordant items",
            alternative="discordant.p_real serves larger counts",
        )
    return first, second


def refuse_alternative(alternative: object) -> NoReturn:
    """Raise `ArgumentError` for an alternative that does not exist."""
    raise ArgumentError(f"alternative={alternative!r} must be 'two-sided', 'candidate' or 'baseline'")


def refuse_tie(tie: object) -> NoReturn:
    """Raise `ArgumentError` for a tie convention that does not exist."""
    raise ArgumentError(f"tie={tie!r} must be 'doubled' or 'folded'")
