"""What a file's rows come to before repeats are decided: one state for each item, and what else is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from discordant.runs.record import Group, ItemId, printable
from discordant.runs.run import Provenance, Run


@dataclass(slots=True)
class Collected:
    """The state of one file's rows: an item's state is its outcome, or the reason why it has none."""

    group: Group = ()
    repeat_key: str | None = None
    """The selector key of the repeats' labels; None where repeats are told apart by their order alone."""
    states: dict[ItemId, bool | str] = field(default_factory=dict)
    missing: set[ItemId] = field(default_factory=set)
    repeats: dict[ItemId, dict[int | str, bool | str]] = field(default_factory=dict)
    labels: dict[ItemId, int | str] = field(default_factory=dict)
    """The repeat label of each item's first result, where results carry one."""
    tasks: dict[ItemId, str] = field(default_factory=dict)
    fingerprints: dict[ItemId, str] = field(default_factory=dict)
    clusters: dict[ItemId, ItemId] = field(default_factory=dict)
    by_order: bool = False
    """Whether some item's repeats carry no label, so that the order of rows alone tells them apart."""

    def run(self, label: str, source: Provenance, notes: tuple[str, ...] = ()) -> Run:
        """Return the run that these states make."""
        return Run(
            label=label,
            outcomes={item: state for item, state in self.states.items() if not isinstance(state, str)},
            excluded={item: printable(state) for item, state in self.states.items() if isinstance(state, str)},
            source=source,
            missing=frozenset(self.missing - self.states.keys()),
            repeats={
                item: tuple(None if isinstance(state, str) else state for state in labelled.values())
                for item, labelled in self.repeats.items()
            },
            tasks=self.tasks,
            clusters=self.clusters,
            fingerprints=self.fingerprints,
            repeats_by_order=self.by_order,
            notes=notes,
        )


def without_tasks(held: Collected) -> Collected:
    """Return states whose ids do not carry the task, for a file that holds one task only."""
    if not held.tasks:
        return held
    return Collected(
        group=held.group,
        repeat_key=held.repeat_key,
        states={item[1]: state for item, state in held.states.items()},  # type: ignore[index]  # (task, id) tuples
        missing={item[1] for item in held.missing},  # type: ignore[index]  # the same
        repeats={item[1]: labelled for item, labelled in held.repeats.items()},  # type: ignore[index]  # the same
        labels={item[1]: label for item, label in held.labels.items()},  # type: ignore[index]  # the same
        tasks={item[1]: task for item, task in held.tasks.items()},  # type: ignore[index]  # the same
        fingerprints={item[1]: mark for item, mark in held.fingerprints.items()},  # type: ignore[index]  # the same
        clusters={item[1]: family for item, family in held.clusters.items()},  # type: ignore[index]  # the same
        by_order=held.by_order,
    )
