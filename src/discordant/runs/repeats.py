"""Several results of one item made one outcome, as the policy says; refused where none is given."""

from __future__ import annotations

from typing import Final

from discordant.errors import FormatError
from discordant.runs.collect import choices
from discordant.runs.collected import Collected
from discordant.runs.options import Options
from discordant.runs.record import ItemId

_DIGITS: Final = 100
"""Longest number by which repeats are ordered (Python converts no text of thousands of digits)."""


def resolve_repeats(held: Collected, path: str, options: Options) -> Collected:
    """Return the states with every repeated item reduced to one outcome, as `options.repeats` says."""
    policy = options.repeats
    if policy == "clusters" and not options.select.keys() & {"trial", "epoch"}:
        return _expanded(held)  # also without repeats, so that the ids fit a run that has some
    if not held.repeats:
        return held
    if policy == "refuse":
        raise FormatError(_repeated(held), path=path)
    for item, labelled in held.repeats.items():
        ordered = [labelled[label] for label in _ordered(labelled)]
        if policy == "first":
            held.states[item] = ordered[0]
            continue
        reasons = [state for state in ordered if isinstance(state, str)]
        if reasons:
            held.states[item] = f"{len(reasons)} of {len(ordered)} repeats without an outcome: {reasons[0]}"
            continue
        passes = sum(1 for state in ordered if state is True)
        if policy == "majority" and 2 * passes == len(ordered):
            raise FormatError(
                f"{passes} of {len(ordered)} repeats pass: an even tie has no majority; say --repeats all or any",
                path=path,
                item=item,
            )
        held.states[item] = {
            "all": passes == len(ordered),
            "any": passes > 0,
            "majority": 2 * passes > len(ordered),
        }[policy]
    return held


def _repeated(held: Collected) -> str:
    many = len(held.repeats)
    sizes = " or ".join(str(size) for size in sorted({len(labelled) for labelled in held.repeats.values()}))
    first = ", ".join(repr(item)[:80] for item in list(held.repeats)[:5]) + (
        f" and {many - 5} more" if many > 5 else ""
    )
    say = "--repeats first, all, any, majority or clusters"
    if held.repeat_key is None:
        return (
            f"{many} of {len(held.states)} items come in {sizes} rows each: {first}; remove the duplicates, or, if they"
            f" are repeats, which are not independent items, say {say}"
        )
    labels = choices(str(label) for label in _ordered(next(iter(held.repeats.values()))))
    return (
        f"{many} of {len(held.states)} items have {sizes} results each ({held.repeat_key} {labels}): {first}; repeats"
        f" are not independent items: choose one with --select {held.repeat_key}=..., or say {say}"
    )


def _ordered(labelled: dict[int | str, bool | str]) -> list[int | str]:
    """Return the labels in the order of their numbers where all are numbers, else as they came."""
    labels = list(labelled)
    numbers = all(str(label).isdecimal() and len(str(label)) <= _DIGITS for label in labels)
    return sorted(labels, key=int) if numbers else labels


def _expanded(held: Collected) -> Collected:
    wide = Collected(group=held.group, by_order=held.by_order)
    for item, state in held.states.items():
        labelled = held.repeats.get(item, {held.labels.get(item, 0): state})
        for label in _ordered(labelled):
            key: ItemId = (item, label)
            wide.states[key] = labelled[label]
            wide.clusters[key] = held.clusters.get(item, item)
            if item in held.tasks:
                wide.tasks[key] = held.tasks[item]
            if item in held.fingerprints:
                wide.fingerprints[key] = held.fingerprints[item]
    wide.missing = held.missing
    wide.repeats = held.repeats
    return wide
