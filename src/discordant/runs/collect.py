"""Rows into one state for each item: what was selected, what has no outcome, and every refusal in between."""

from __future__ import annotations

from collections.abc import Iterable

from discordant.errors import FormatError
from discordant.runs.collected import Collected, without_tasks
from discordant.runs.options import Options
from discordant.runs.record import Group, ItemId, Reader, Record, printable
from discordant.runs.score import NotBinary, outcome

_SHOWN = 20
"""How many choices an error lists."""


def choices(values: Iterable[str], *, most: int = _SHOWN) -> str:
    """Return up to `most` choices as text, and how many more there are."""
    listed = [printable(value) for value in dict.fromkeys(values)]
    shown = ", ".join(repr(value) if value != value.strip() or "," in value else value for value in listed[:most])
    return shown + (f" and {len(listed) - most} more" if len(listed) > most else "")


def check_item(item: object, *, path: str, line: int | None, text: bool) -> ItemId:
    """Return an item's id as it counts for matching; only text, integers and tuples of them are ids."""
    if type(item) is str:
        if not item:
            raise FormatError("the item id is empty", path=path, line=line)
        try:
            if not item.isascii():
                item.encode()
        except UnicodeEncodeError:
            raise FormatError(f"the item id {item!a} holds half of a surrogate pair", path=path, line=line) from None
        return item
    if type(item) is int:
        return str(item) if text else item
    if type(item) is tuple:
        return tuple(part if part is None else check_item(part, path=path, line=line, text=text) for part in item)
    raise FormatError(
        f"the item id {repr(item)[:80]} is a {type(item).__name__}; ids are text or integers", path=path, line=line
    )


def check_repeat(record: Record, key: str | None, path: str) -> None:
    """Refuse a repeat's label that is neither text nor an integer."""
    if type(record.repeat) is not int and type(record.repeat) is not str:
        shown = f"{repr(record.repeat)[:80]} is a {type(record.repeat).__name__}"
        raise FormatError(
            f"the {key or 'repeat'} {shown}, neither text nor an integer", path=path, line=record.line, item=record.item
        )


class Collector:
    """Takes rows one by one and ends as one run's states, or as the error that says what to pass."""

    def __init__(self, reader: Reader, path: str, options: Options, *, keyed: bool = False) -> None:
        self.keyed = keyed
        self.reader = reader
        self.path = path
        self.options = options
        self.held = Collected()
        self._wanted: dict[Group, bool] = {}
        self._chosen: Group | None = None
        self._ambiguous = False
        self._pending: FormatError | None = None
        self._repeat_key = reader.repeat
        self._everywhere: list[Record] = []
        self._repeat_values: dict[str, None] = {}
        self._task_values: dict[str, None] = {}
        self._lines: dict[ItemId, int] = {}
        self._count = 0

    def add(self, record: Record) -> None:
        """Take one row."""
        select = self.options.select
        self._count += 1
        task = record.task
        if task is not None and task not in self._task_values:
            self._task_values[task] = None
        if record.repeat is not None:
            self._repeat_key = record.repeat_key or self._repeat_key
            check_repeat(record, self._repeat_key, self.path)
            label = str(record.repeat)
            if label not in self._repeat_values:
                self._repeat_values[label] = None
            if self._repeat_key is not None and select.get(self._repeat_key, label) != label:
                return
        if task is not None and select.get("task", task) != task:
            return
        group = record.group
        if group is None:
            self._everywhere.append(record)
            return
        wanted = self._wanted.get(group)
        if wanted is None:
            own = dict(group)
            wanted = all(own[key] == value for key, value in select.items() if key in own)
            self._wanted[group] = wanted
        if not wanted:
            return
        if self._chosen is None:
            self._chosen = group
        elif group != self._chosen:
            self._ambiguous = True
        if not self._ambiguous and self._pending is None:
            self._store(record)

    def _item(self, record: Record) -> ItemId:
        item = check_item(record.item, path=self.path, line=record.line, text=self.options.id_type == "text")
        return item if record.task is None else (record.task, item)

    def _store(self, record: Record) -> None:
        held = self.held
        item = self._item(record)
        if record.absent:
            held.missing.add(item)
            return
        try:
            state = self._state(record)
        except NotBinary as fact:
            self._pending = FormatError(str(fact), path=self.path, line=record.line, item=record.item)
            return
        if item in held.states:
            self._repeat(item, record, state)
        else:
            held.states[item] = state
            if record.repeat is not None:
                held.labels[item] = record.repeat
            elif record.line is not None:
                self._lines[item] = record.line
            if record.task is not None:
                held.tasks[item] = record.task
            if record.cluster is not None:
                held.clusters[item] = record.cluster
        if record.fingerprint is not None:
            before = held.fingerprints.setdefault(item, record.fingerprint)
            if before != record.fingerprint:
                raise FormatError(
                    "the id stands for different content in two rows of this file",
                    path=self.path,
                    line=record.line,
                    item=record.item,
                )

    def _state(self, record: Record) -> bool | str:
        if record.error is not None:
            return record.error
        score = record.score
        if score is True or score is False:
            return score
        value = outcome(score, self.options.threshold)
        return "unscored" if value is None else value

    def _repeat(self, item: ItemId, record: Record, state: bool | str) -> None:
        held = self.held
        repeats = held.repeats.get(item)
        if repeats is None:
            first: int | str = held.labels.get(item, 0)
            repeats = held.repeats[item] = {first: held.states[item]}
        label: int | str = record.repeat if record.repeat is not None else len(repeats)
        by_order = record.repeat is None
        if by_order and not self.reader.repeats_by_order:
            where = f" (first at line {self._lines[item]})" if item in self._lines else ""
            raise FormatError(
                f"the item appears twice{where}; remove the duplicate rows (an appended rerun?)",
                path=self.path,
                line=record.line,
                item=record.item,
            )
        if label in repeats:
            raise FormatError(
                f"the item appears twice with {self._repeat_key} {label!r}; remove the duplicate rows",
                path=self.path,
                line=record.line,
                item=record.item,
            )
        repeats[label] = state
        held.by_order |= by_order

    def finish(self) -> Collected:
        """Return what was collected for the one group that was chosen, or raise what stands in the way."""
        self._check_selectors()
        if self._ambiguous:
            raise FormatError(self._ambiguity(), path=self.path)
        if self._pending is not None:
            raise self._pending
        for record in self._everywhere:
            self._store(record)
        if not self.held.states:
            raise FormatError("the file holds no items", path=self.path)
        self.held.group = self._chosen or ()
        self.held.repeat_key = self._repeat_key if self._repeat_values else None
        return self.held if self._several_tasks() else without_tasks(self.held)

    def _several_tasks(self) -> bool:
        select = self.options.select
        if self.keyed:
            return True
        return bool(self._task_values) and not ("task" in select or len(self._task_values) == 1)

    def _matching(self) -> list[Group]:
        return [group for group, wanted in self._wanted.items() if wanted]

    def _check_selectors(self) -> None:
        known: dict[str, list[str]] = {}
        for group in self._wanted:
            for key, value in group:
                known.setdefault(key, []).append(value)
        if self._repeat_values and self._repeat_key is not None:
            known[self._repeat_key] = list(self._repeat_values)
        if self._task_values:
            known.setdefault("task", list(self._task_values))
        if not self._count:
            raise FormatError("the file holds no items", path=self.path)
        for key, value in self.options.select.items():
            if key not in known:
                have = f"it has {', '.join(known)}" if known else "it has none"
                raise FormatError(f"the {self.reader.name} file has no selector {key!r}; {have}", path=self.path)
            if value not in known[key]:
                raise FormatError(f"no {key} {value!r}; the file holds: {choices(known[key])}", path=self.path)
        if self._chosen is None and self._wanted:
            raise FormatError(
                "no item matches all of "
                + ", ".join(f"{key}={value}" for key, value in self.options.select.items())
                + f"; the file holds: {choices('+'.join(v for _, v in group) for group in self._wanted)}",
                path=self.path,
            )

    def _ambiguity(self) -> str:
        varied: dict[str, dict[str, None]] = {}
        for group in self._matching():
            for key, value in group:
                varied.setdefault(key, {})[value] = None
        facts = [f"{len(values)} {key}s ({choices(values)})" for key, values in varied.items() if len(values) > 1] or [
            f"several groups ({choices('+'.join(v for _, v in g) for g in self._matching())})"
        ]
        keys = [key for key, values in varied.items() if len(values) > 1] or list(varied)
        chosen = " and ".join(f"--select {key}=..." for key in keys)
        # --select would choose the same run for both sides
        two = "; two runs of one file: --baseline-select run=... --candidate-select run=..." if "run" in keys else ""
        return f"the file holds {' and '.join(facts)}; choose with {chosen}{two}"
