"""Where the table comes from: how each run's outcomes were made, and which items are not simply matched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discordant.report.numerals import ratio
from discordant.runs.options import read_threshold
from discordant.runs.run import Run
from discordant.runs.tabular import PASS_NAMES

if TYPE_CHECKING:
    from discordant.runs.counted import CountedPairing, CountedRun
    from discordant.runs.pairing import Pairing

_LONGEST_VALUE: Final = 120
"""Characters of a selected value that a note repeats; the JSON has all of it."""

_POLICY: Final = {
    "first": "{subject} is the first of {sizes} results",
    "all": "{subject} is a pass only where all of {sizes} results are",
    "any": "{subject} is a pass where any of {sizes} results is",
    "majority": "{subject} is the majority of {sizes} results",
}


def outcomes_made(pairing: Pairing | CountedPairing) -> list[str]:
    """Return what was selected from the files and how outcomes were made of it, or nothing where nothing was.

    The text quotes the files (names of metrics, fields, tasks) as they are.
    """
    first, second = _made(pairing.baseline), _made(pairing.candidate)
    told = [("both runs", first)] if first == second else [("baseline", first), ("candidate", second)]
    return [f"{name}: {made}" for name, made in told if made]


def _made(run: Run | CountedRun) -> str:
    source, parts = run.source, []
    selected = [
        f"{key} {_cut(value)}"
        for key, value in source.selector.items()
        if value != run.label and f"({key} {value})" not in run.label  # what the label says need not be said again
    ]
    if selected:
        parts.append(", ".join(selected))
    options = source.options
    if "where" in options:
        parts.append(f"rows where {_cut(options['where'])}")
    if "threshold" in options:
        score = _cut(options.get("pass", "the score"))
        parts.append(f"passed where {score} >= {ratio(read_threshold(options['threshold']))}")
    elif "pass" in options and not (options.get("engine") and options["pass"] in PASS_NAMES):  # the engine's own choice
        parts.append(f"passed as the field {_cut(options['pass'])} says")
    if "cluster" in options:
        parts.append(f"clusters by the field {_cut(options['cluster'])}")
    if isinstance(run, Run) and run.repeats:
        parts.append(f"{_repeats(run, options['repeats'])} (--repeats {options['repeats']})")
    return "; ".join(parts)


def _cut(value: str) -> str:
    return value if len(value) <= _LONGEST_VALUE else f"{value[: _LONGEST_VALUE - 3]}..."


def _repeats(run: Run, policy: str) -> str:
    """Return how the results of one item became one outcome."""
    counts = sorted({len(results) for results in run.repeats.values()})
    sizes = " or ".join(map(str, counts)) if len(counts) < 3 else f"{counts[0]} to {counts[-1]}"
    if policy == "clusters":
        return f"each of the {sizes} results of an item is kept, the item being their cluster"
    items = len(run.outcomes) + len(run.excluded)
    some = len(run.repeats) < items
    subject = f"the outcome of {len(run.repeats)} of {items} items" if some else "each outcome"
    return _POLICY[policy].format(subject=subject, sizes=sizes)


def unmatched(pairing: Pairing | CountedPairing) -> list[tuple[str, str]]:
    """Return a sentence, with its kind, for each run's items that are missing there or have no valid outcome."""
    said = []
    for count, lack, name, policy in _causes(pairing):
        items = f"{_items(count)} {lack} in the {name} {'was' if count == 1 else 'were'}"
        option = f"--on-{'missing' if lack == 'missing' else 'error'} {policy}"
        if policy == "drop":
            said.append(("dropped", f"{items} dropped from both runs ({option})."))
        else:
            said.append(("counted-as-failed", f"{items} counted as failed there ({option})."))
    twice = sum(count for count, *_ in _causes(pairing)) - pairing.dropped - pairing.counted_as_failed
    if twice:
        kind = "dropped" if pairing.dropped else "counted-as-failed"
        mixed = pairing.on_missing != pairing.on_error
        rule = "; an item that one of the two policies drops is dropped" if mixed else ""
        said.append((kind, f"Of these items {twice} {'is' if twice == 1 else 'are'} named for both runs{rule}."))
    return said


def tally(pairing: Pairing | CountedPairing | None) -> str:
    """Return how many items the verdict rests on and what became of the others, in brackets; nothing where all match.

    For the verdict alone on one line: " (39 of 50 items; 11 missing in the candidate were dropped)".
    """
    causes = [] if pairing is None else _causes(pairing)
    if pairing is None or not causes:
        return ""
    fate = {"drop": "dropped", "count-as-failed": "counted as failed"}
    told = [
        f"{count} {lack} in the {name} {'was' if count == 1 else 'were'} {fate[policy]}"
        for count, lack, name, policy in causes
    ]
    kept = pairing.table.N
    share = f"{kept} of {_items(kept + pairing.dropped)}" if pairing.dropped else _items(kept)
    return f" ({'; '.join((share, *told))})"


def _causes(pairing: Pairing | CountedPairing) -> list[tuple[int, str, str, str]]:
    """Return (items, what they lack, the run, the policy) for each reason why items do not simply match."""
    document = pairing.to_dict()  # has the counts of both kinds of pairing under the same names
    return [
        (document[name][key], lack, name, policy)
        for key, lack, policy in (
            ("missing", "missing", pairing.on_missing),
            ("excluded", "without a valid outcome", pairing.on_error),
        )
        for name in ("baseline", "candidate")
        if document[name][key]
    ]


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"
