"""The options of reading one run, validated once at the door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from discordant.errors import ArgumentError, FormatError, LevelError
from discordant.runs.record import SELECTORS

if TYPE_CHECKING:
    from discordant.runs.record import Reader

MAX_BYTES: Final = 256 * 2**20
"""Largest piece (a whole JSON document, one line, one zip member) that is held in memory at once."""

REPEATS: Final = ("refuse", "first", "all", "any", "majority", "clusters")
ID_TYPES: Final = ("as-is", "text")

Progress = Callable[[int, int], None]
"""Called now and then with the bytes read so far and the file's size."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to read one run; see `read_run` for the meaning of each."""

    select: Mapping[str, str] = field(default_factory=dict)
    id: str | None = None
    pass_: str | None = None
    threshold: Fraction | None = None
    repeats: str = "refuse"
    cluster: str | None = None
    id_type: str = "as-is"
    max_bytes: int = MAX_BYTES
    progress: Progress | None = None

    def named(self) -> dict[str, str]:
        """Return the options that shaped the outcomes, as text for provenance."""
        given = {
            "id": self.id,
            "pass": self.pass_,
            "threshold": None if self.threshold is None else str(self.threshold),
            "repeats": None if self.repeats == "refuse" else self.repeats,
            "cluster": self.cluster,
            "id_type": None if self.id_type == "as-is" else self.id_type,
        }
        return {key: value for key, value in given.items() if value is not None}


def read_threshold(value: Any) -> Fraction:
    """Return a score threshold as an exact rational (a float at its shortest decimal), or raise `LevelError`."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)):
        raise LevelError(f"threshold={value!r} is a {type(value).__name__}; give a number such as '0.5'")
    text = repr(float(value)) if isinstance(value, float) else str(value)
    numerator, slash, denominator = text.partition("/")
    number = over = Decimal("NaN")
    if len(text) <= 100:
        with suppress(InvalidOperation):  # leaves NaN, which is refused below
            number, over = Decimal(numerator), Decimal(denominator) if slash else Decimal(1)
    if not (number.is_finite() and over.is_finite() and over) or max(map(_magnitude, (number, over))) > 100:
        raise LevelError(f"threshold={text[:100]!r} is not a finite number; give a decimal such as '0.5'")
    return Fraction(number) / Fraction(over)


def one_side(option: str, says: str = "of one file of a pair") -> str:
    """Return the words, in brackets, that name an option of one file where two are compared."""
    return f"({says}: --baseline-{option} or --candidate-{option})"


def _magnitude(number: Decimal) -> int:
    return abs(number.adjusted())


def read_options(
    *,
    select: Mapping[str, Any] | None = None,
    id: str | None = None,
    pass_: str | None = None,
    threshold: Any = None,
    repeats: str = "refuse",
    cluster: str | None = None,
    id_type: str = "as-is",
    max_bytes: int = MAX_BYTES,
    progress: Progress | None = None,
) -> Options:
    """Return validated options, or raise `ArgumentError` naming the option and its choices."""
    chosen: dict[str, str] = {}
    for key, value in (select or {}).items():
        if key not in SELECTORS:
            raise ArgumentError(f"select key {key!r} is unknown; the keys are {', '.join(SELECTORS)}")
        chosen[key] = str(value)
    if repeats not in REPEATS:
        raise ArgumentError(f"repeats={repeats!r} is unknown; choose one of {', '.join(REPEATS)}")
    if id_type not in ID_TYPES:
        raise ArgumentError(f"id_type={id_type!r} is unknown; choose one of {', '.join(ID_TYPES)}")
    if isinstance(max_bytes, bool) or not isinstance(max_bytes, int) or max_bytes < 1:
        raise ArgumentError(f"max_bytes={max_bytes!r} must be a positive int")
    return Options(
        select=dict(sorted(chosen.items())),
        id=id,
        pass_=pass_,
        threshold=None if threshold is None else read_threshold(threshold),
        repeats=repeats,
        cluster=cluster,
        id_type=id_type,
        max_bytes=max_bytes,
        progress=progress,
    )


def check_use(reader: Reader, options: Options, path: str) -> None:
    """Refuse shapes that hold no per-item results, and options that the format has no use for."""
    if reader.refused is not None:
        raise FormatError(reader.refused, path=path)
    for name, value in (("id", options.id), ("pass", options.pass_), ("cluster", options.cluster)):
        if value is not None and name not in reader.takes:
            raise ArgumentError(
                f"--{name} {value}: the format {reader.name} has a fixed {name} field; leave it out,"
                f" or name it for the other file: --baseline-{name} or --candidate-{name}"
                if name != "cluster"
                else f"--cluster {value}: the format {reader.name} has no columns"
            )
