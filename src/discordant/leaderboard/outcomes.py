"""Several runs on the same items: one bit mask of passed items for each run, so that a pair is two popcounts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from discordant.errors import ArgumentError, PairingError, TableError
from discordant.table import Table


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The outcomes of k runs on N common items, in a fixed order of both."""

    labels: tuple[str, ...]
    items: tuple[Hashable, ...]
    masks: tuple[int, ...]

    @classmethod
    def read(cls, runs: Mapping[str, Mapping[Any, bool]]) -> Outcomes:
        """Return the outcomes of runs given as {label: {item: passed}}.

        Raises `ArgumentError` for runs of another form, `TableError` for fewer than two runs and for an outcome that is
        no bool, `PairingError` where the runs do not have the same items or have none.
        """
        if not isinstance(runs, Mapping):
            raise ArgumentError(
                f"runs is a {type(runs).__name__}; give {{label: {{item: passed}}}}, or files to"
                " compare_runs of discordant.report.matrix"
            )
        for label, outcomes in runs.items():
            if not isinstance(outcomes, Mapping):
                raise ArgumentError(
                    f"the run {label!r} is a {type(outcomes).__name__}; give {{item: passed}}, such as"
                    " dict(enumerate(passed)) where every run has the same items in the same order"
                )
        if len(runs) < 2:
            raise TableError(f"{len(runs)} run{'' if len(runs) == 1 else 's'} given; a comparison needs two at least")
        labels = tuple(runs)
        items = tuple(runs[labels[0]])
        if not items:
            raise PairingError(f"{labels[0]} has no items")
        known = set(items)
        masks = []
        for label, outcomes in runs.items():
            if outcomes.keys() != known:
                stray = sorted(map(repr, known ^ set(outcomes)))
                raise PairingError(
                    f"{label} and {labels[0]} differ in {len(stray)} items, {', '.join(stray[:5])} among them; keep the"
                    " items that every run has",
                    items=tuple(known ^ set(outcomes)),
                )
            for item in items:
                if not isinstance(outcomes[item], bool):
                    raise TableError(f"{label}[{item!r}]={outcomes[item]!r} is not an outcome; outcomes are bool")
            # binary text read as one integer, last item first, is linear in N
            masks.append(int("".join("1" if outcomes[item] else "0" for item in reversed(items)), 2))
        return cls(labels, items, tuple(masks))

    @property
    def N(self) -> int:  # noqa: N802 - the field's letter for the number of items
        """The number of items."""
        return len(self.items)

    def passes(self, run: int) -> int:
        """Return how many items a run passed."""
        return self.masks[run].bit_count()

    def table(self, baseline: int, candidate: int) -> Table:
        """Return the table of two runs, by their positions."""
        base, cand = self.masks[baseline], self.masks[candidate]
        both = (base & cand).bit_count()
        b, c = cand.bit_count() - both, base.bit_count() - both
        return Table(both, b, c, self.N - both - b - c)

    def unanimous(self) -> tuple[int, int]:
        """Return how many items every run passed, and how many none did: they tell no two runs apart."""
        every, some = self.masks[0], 0
        for mask in self.masks:
            every &= mask
            some |= mask
        return every.bit_count(), self.N - some.bit_count()

    def patterns(self) -> dict[int, int]:
        """Return {pattern: items}, a pattern being the bit mask of the runs that passed an item (bit 0 the first)."""
        texts = [bin(mask | 1 << self.N)[:2:-1] for mask in self.masks]
        counted: dict[str, int] = {}
        for column in map("".join, zip(*texts, strict=True)):
            counted[column] = counted.get(column, 0) + 1
        return {int(text[::-1], 2): count for text, count in counted.items()}
