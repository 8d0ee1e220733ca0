"""The errors that discordant raises: one root, one class for each way out.

A message is a lower-case fact with the offending value and its place, then what to do. Fields carry the same
facts as data, so that a program need not parse the text.
"""

from __future__ import annotations


class DiscordantError(Exception):
    """Root of every error that this package raises on purpose; each can be pickled, for pools of processes."""

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[DiscordantError], args: tuple[object, ...], fields: dict[str, object]) -> DiscordantError:
    """Return an error as it was, without composing its message again."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class TableError(DiscordantError, ValueError):
    """A count, a table or a list of outcomes that cannot be read as one."""


class LevelError(DiscordantError, ValueError):
    """A level, an alpha, a z, a margin or a threshold that is not an exact number in its range."""


class ArgumentError(DiscordantError, ValueError):
    """An option that names no known choice, or two options that exclude each other."""


class UndefinedError(DiscordantError, ValueError):
    """A quantity that the given counts do not define (delta of no items, for example)."""


class TooLarge(DiscordantError):
    """An exact computation refused before it starts, since it would exceed the stated budget.

    `quantity` names it, `predicted` and `limit` are in the unit that `unit` names, `alternative` is the call that
    answers instead. `predicted` is None where all that is known is that the limit does not suffice. `option` is the way
    out on the command line, where it differs.
    """

    def __init__(
        self,
        quantity: str,
        *,
        predicted: int | None,
        limit: int,
        unit: str,
        alternative: str,
        option: str | None = None,
    ) -> None:
        self.quantity = quantity
        self.predicted = predicted
        self.limit = limit
        self.unit = unit
        self.alternative = alternative
        self.option = option or alternative
        if predicted is None:
            self.fact = f"{quantity} needs more than {limit} {unit}, which is the budget"
        else:
            size = str(predicted) if predicted.bit_length() <= 64 else f"about 2^{predicted.bit_length() - 1}"
            self.fact = f"{quantity} needs {size} {unit}, the budget is {limit}"
        super().__init__(f"{self.fact}; {alternative}")


class Undecided(DiscordantError):
    """A sign, a comparison or a rounding that the stated cap of precision did not settle; never a guess.

    `bits` is the working precision at which the attempt ended.
    """

    def __init__(self, message: str, *, bits: int) -> None:
        self.bits = bits
        super().__init__(f"{message} (undecided at {bits} bits)")


class FormatError(DiscordantError, ValueError):
    """A result file that cannot be read as the format says.

    `path`, `line` (1-based, where the format has lines) and `item` (the item's id) say where.
    """

    def __init__(
        self, message: str, *, path: str | None = None, line: int | None = None, item: object | None = None
    ) -> None:
        self.path = path
        self.line = line
        self.item = item
        self.fact = message
        place = [] if path is None else [str(path)]
        if line is not None:
            place.append(f"line {line}")
        if item is not None:
            shown = repr(item)
            place.append(f"item {shown if len(shown) <= 200 else shown[:197] + '...'}")
        super().__init__(f"{', '.join(place)}: {message}" if place else message)


class PairingError(DiscordantError, ValueError):
    """Two runs that cannot be paired item by item as asked.

    `items` holds the ids concerned (all of them; the message shows the first few).
    """

    def __init__(self, message: str, *, items: tuple[object, ...] = ()) -> None:
        self.items = items
        super().__init__(message)


class ClaimError(DiscordantError, ValueError):
    """A published claim that cannot be read: `path`, `line` and `key` say where."""

    def __init__(
        self, message: str, *, path: str | None = None, line: int | None = None, key: str | None = None
    ) -> None:
        self.path = path
        self.line = line
        self.key = key
        self.fact = message
        place = [] if path is None else [str(path)]
        if line is not None:
            place.append(f"line {line}")
        if key is not None:
            place.append(f"key {key!r}")
        super().__init__(f"{', '.join(place)}: {message}" if place else message)


class MissingExtra(DiscordantError, ImportError):
    """An optional dependency that is not installed; the message names the extra that brings it."""

    def __init__(self, what: str, *, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(f"{what} needs {package}; install it with: pip install 'discordant[{extra}]'")
