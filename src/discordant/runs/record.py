"""What a reader is, and the one kind of row that every reader yields.

A reader knows its format's shape and quirks and nothing else: selection, repeats, thresholds, duplicates and
refusals are decided once, in `collect`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from discordant.runs.options import Options
    from discordant.runs.source import Source

ItemId = str | int | tuple[Any, ...]
"""An item's id as the file writes it: 1 and "1" are two ids. A tuple is a key of several parts, such as (task, id)."""

Group = tuple[tuple[str, str], ...]
"""The selector keys and values that say which run, metric, filter or scorer a row belongs to."""

SELECTORS: Final = ("run", "metric", "filter", "scorer", "trial", "epoch", "task")
"""The keys that `select` takes."""


def printable(text: str) -> str:
    """Return `text` with control characters, terminal escapes and lone surrogates written as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class Record(NamedTuple):
    """One item's result under one group: the score as written, or why there is none.

    `score` is a bool, a number, a word (see `score.outcome`) or None for an unscored item; `error` says why the item
    has no valid outcome; `absent` marks an item that the file lists as never run. A `group` of None means every
    group of the file (an item that failed before it was scored). `repeat` labels the repeat (trial, epoch, sample)
    under the selector key `repeat_key` (the reader's own where None), `fingerprint` identifies the item's content,
    `cluster` names the family of items it belongs to.
    """

    item: ItemId
    score: object
    group: Group | None = ()
    repeat: int | str | None = None
    repeat_key: str | None = None
    task: str | None = None
    error: str | None = None
    absent: bool = False
    line: int | None = None
    fingerprint: str | None = None
    cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """One format: how it is recognised, how its rows are read, and what a user must know about it."""

    name: str
    title: str
    rule: str
    """The recognition rule, one line."""
    item: str
    """The field that identifies an item."""
    passed: str
    """The field that says whether it passed."""
    traps: tuple[str, ...]
    example: str
    recognises: Callable[[Source], bool]
    records: Callable[[Source, Options], Iterator[Record]]
    label: Callable[[Source], str | None] = lambda _: None
    """The run's own name inside the file, where the format has one."""
    task: Callable[[Source], str | None] = lambda _: None
    """The task that the file as a whole holds, where its rows do not say."""
    selectors: tuple[str, ...] = ()
    repeat: str | None = None
    """The selector key that labels repeats."""
    repeats_by_order: bool = False
    """Whether a second row of the same item is a repeat (else it is a duplicate, refused under every policy)."""
    takes: frozenset[str] = frozenset()
    """Which of the options id, pass and cluster the format has a use for; the others are refused."""
    generic: bool = False
    """Whether the format is recognised only where no other is."""
    refused: str | None = None
    """Why files of this shape are recognised only to be refused, for shapes that hold no per-item results."""
