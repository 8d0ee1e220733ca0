"""Generic rows with named columns: which column is the id, the outcome, the run, the trial, the task.

A column named exactly like a selector key is that selector (`model` stands for `run`). Where --id or --pass is not
given, a column is taken only if exactly one of the usual names is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discordant.errors import FormatError
from discordant.runs.collect import choices
from discordant.runs.options import Options, one_side
from discordant.runs.record import Group, Record

ID_NAMES: Final = (
    "id", "item", "item_id", "sample_id", "instance_id", "task_id", "question_id", "doc_id",
)  # fmt: skip
PASS_NAMES: Final = ("pass", "passed", "correct", "is_correct", "resolved", "success")
GROUP_KEYS: Final = ("run", "metric", "filter", "scorer")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a table's rows are read by; `groups` maps selector keys to columns."""

    item: str
    passed: str
    groups: Mapping[str, str]
    repeat: str | None
    task: str | None
    cluster: str | None
    fixed: Group = ()

    @property
    def used(self) -> list[str]:
        """The columns that a row's values are taken from, in the order in which `records` expects them."""
        more = [name for name in (self.repeat, self.task, self.cluster) if name is not None]
        return [self.item, self.passed, *self.groups.values(), *more]


def _one(names: tuple[str, ...], columns: Iterable[str]) -> str | None:
    found = [name for name in names if name in columns]
    return found[0] if len(found) == 1 else None


def guess(columns: Iterable[str]) -> bool:
    """Return whether the columns name an id and an outcome unambiguously."""
    known = list(columns)
    return _one(ID_NAMES, known) is not None and _one(PASS_NAMES, known) is not None


def no_column(column: str, known: Iterable[str], option: str) -> str:
    """Return the refusal of a column that is not there, with the way to name another in one file of a pair."""
    way_out = one_side(option, "another name in one file of a pair")
    return f"there is no column {column!r}; the columns are: {choices(known)} {way_out}"


def choose(
    columns: Iterable[str], options: Options, path: str, line: int | None, has: Callable[[str], bool]
) -> Columns:
    """Return the columns to read, or raise `FormatError` listing what there is."""
    known = list(columns)
    groups: dict[str, str] = {key: key for key in GROUP_KEYS if key in known}
    if "run" not in groups and "model" in known:
        groups["run"] = "model"
    passed, fixed = options.pass_, ()
    wide = options.select.get("run")
    if passed is None and wide is not None and "run" not in groups and has(wide):
        passed, fixed = wide, (("run", wide),)  # type: ignore[assignment]  # a one-element Group
    item = options.id or _one(ID_NAMES, known)
    passed = passed or _one(PASS_NAMES, known)
    for option, column, what in (("id", item, "items' ids"), ("pass", passed, "outcomes")):
        if column is None:
            more = ", or compare two columns with --baseline-select run=COLUMN and --candidate-select run=COLUMN"
            raise FormatError(
                f"name the column of the {what} with --{option} {one_side(option)}{more if option == 'pass' else ''};"
                f" the columns are: {choices(known)}",
                path=path,
                line=line,
            )
        if not has(column):
            raise FormatError(no_column(column, known, option), path=path, line=line)
    if options.cluster is not None and not has(options.cluster):
        raise FormatError(
            f"there is no column {options.cluster!r}; the columns are: {choices(known)}", path=path, line=line
        )
    assert item is not None and passed is not None  # noqa: PT018 - the loop above has refused None
    taken = (item, passed)
    return Columns(
        item=item,
        passed=passed,
        groups={key: column for key, column in groups.items() if column not in taken},
        repeat=next((key for key in ("trial", "epoch") if key in known and key not in taken), None),
        task="task" if "task" in known and "task" not in taken else None,
        cluster=options.cluster,
        fixed=fixed,
    )


def field(row: Mapping[str, Any], name: str, *, path: str, line: int | None) -> Any:
    """Return the field `name` of a row; a name with dots reaches into nested objects where no field is named so."""
    if name in row:
        return row[name]
    value: Any = row
    for part in name.split("."):
        if not isinstance(value, Mapping) or part not in value:
            raise FormatError(f"the field {name!r} is missing", path=path, line=line)
        value = value[part]
    return value


def records(rows: Iterable[tuple[int | None, Sequence[Any]]], columns: Columns, path: str) -> Iterator[Record]:
    """Yield one record for each row; a row is (line, the values of `columns.used` in that order)."""
    interned: dict[tuple[Any, ...], Group] = {}
    keys = tuple(columns.groups)
    end = 2 + len(keys)
    extra = [name for name in (columns.repeat, columns.task, columns.cluster) if name is not None]
    places = {name: end + place for place, name in enumerate(extra)}
    repeat, task, cluster = (places.get(name or "", 0) for name in (columns.repeat, columns.task, columns.cluster))
    for line, values in rows:
        if not keys:
            group = columns.fixed
        else:
            own = tuple(values[2:end])
            known = interned.get(own)
            if known is None:
                names = [_name(value, key, path, line) for key, value in zip(keys, own, strict=True)]
                known = interned[own] = columns.fixed + tuple(zip(keys, names, strict=True))
            group = known
        if not extra:
            yield Record(values[0], values[1], group, None, None, None, None, False, line)
            continue
        yield Record(
            item=values[0],
            score=values[1],
            group=group,
            repeat=_label(values[repeat], columns.repeat, path, line) if repeat else None,
            repeat_key=columns.repeat,
            task=_name(values[task], columns.task, path, line) if task else None,
            line=line,
            cluster=_name(values[cluster], columns.cluster, path, line) if cluster else None,
        )


def _label(value: Any, column: str | None, path: str, line: int | None) -> int | str:
    if type(value) is int or (type(value) is str and value):
        return value
    raise FormatError(
        f"the column {column!r} holds {repr(value)[:80]}, neither text nor an integer", path=path, line=line
    )


def _name(value: Any, column: str | None, path: str, line: int | None) -> str:
    return str(_label(value, column, path, line))
