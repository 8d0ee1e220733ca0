"""Items grouped inside the engine: what is refused of them, and the table that their states make."""

from __future__ import annotations

import json
from typing import Any, Final

from discordant.errors import FormatError, PairingError
from discordant.runs import duck
from discordant.runs.engine_side import SIDES, Side
from discordant.runs.score import THRESHOLD
from discordant.runs.state_sql import MISSING, NOT_BINARY, PASS, TOO_LONG, TWICE, UNSCORED
from discordant.table import Table

States = list[tuple[int, int, int]]
"""How many items have one state in the baseline and one in the candidate: (state, state, items)."""

_ODD_JSON: Final = "item = '\"\"' OR json_type(item) NOT IN ('VARCHAR', 'BIGINT', 'UBIGINT', 'HUGEINT')"
"""JSON values that are no ids: empty text, and what is neither text nor an integer."""


def group(connection: Any, sides: list[Side], parameters: dict[str, Any]) -> States:
    """Group both runs by item, and return how many items are in each pair of states."""
    columns = ", ".join(
        f"CASE count(*) FILTER (side = {number}) WHEN 0 THEN {MISSING} WHEN 1 THEN max(state) FILTER (side = {number})"
        f" ELSE {TWICE} END AS {letter}"
        for number, (_, letter) in enumerate(SIDES)
    )
    stacked = " UNION ALL ".join(side.query for side in sides)
    query = f"CREATE TEMP TABLE grouped AS SELECT item, {columns} FROM ({stacked}) GROUP BY item"
    duck.run(connection, query, parameters, path=sides[0].path)
    query = "SELECT b, c, count(*) FROM grouped GROUP BY ALL ORDER BY ALL"
    counted = duck.fetched(connection, query, None, path=sides[0].path)
    return [(int(b), int(c), int(count)) for b, c, count in counted]


def _first(connection: Any, condition: str) -> tuple[str, tuple[Any, ...]]:
    query = f"SELECT item, typeof(item) FROM grouped WHERE {condition} ORDER BY item LIMIT 5"
    found = duck.fetched(connection, query, None, path="grouped")
    items = tuple(json.loads(item) if kind == "JSON" and item is not None else item for item, kind in found)
    return ", ".join(repr(item)[:80] for item in items), items


def refuse(connection: Any, states: States, path: str, *, json_ids: bool) -> None:
    """Raise `FormatError` where an item has no id, comes twice in one run, or has a score that is no outcome."""
    if not states:
        raise FormatError("there are no items (does where leave any?)", path=path)
    if _first(connection, "item IS NULL")[1]:
        raise FormatError("an item id is null", path=path)
    if not json_ids and _first(connection, "CAST(item AS VARCHAR) = ''")[1]:
        raise FormatError("an item id is empty", path=path)
    if json_ids:
        shown, items = _first(connection, _ODD_JSON)
        if items:
            raise FormatError(f"item ids are text or integers, and not empty; first: {shown}", path=path)
    for number, (name, letter) in enumerate(SIDES):
        for code, one, many, fact in (
            (TWICE, "comes", "come", "twice; count repeats before pairing"),
            (
                NOT_BINARY, "has", "have",
                f"a score that is neither 0 nor 1; pass {THRESHOLD} to say which scores pass, if they are numbers",
            ),
            (
                TOO_LONG, "has", "have",
                "a score of too many digits to compare with the threshold; read them with --engine plain",
            ),
        ):  # fmt: skip
            count = sum(row[2] for row in states if row[number] == code)
            if count:
                shown, items = _first(connection, f"{letter} = {code}")
                what = f"1 item of the {name} {one}" if count == 1 else f"{count} items of the {name} {many}"
                raise FormatError(f"{what} {fact}; first: {shown}", path=path, item=items[0])


def table_of(connection: Any, states: States, on_missing: str, on_error: str) -> tuple[Table, int, int, int]:
    """Return the table and how many items are matched, counted as failed and dropped, as the policies say."""
    if all(MISSING in row[:2] for row in states):
        raise PairingError("the two runs have no item id in common")
    policies = {MISSING: on_missing, UNSCORED: on_error}
    for code, say, what in ((MISSING, "on-missing", "missing"), (UNSCORED, "on-error", "without a score")):
        facts: list[str] = []
        concerned: tuple[Any, ...] = ()
        for number, (name, letter) in enumerate(SIDES):
            count = sum(row[2] for row in states if row[number] == code)
            if policies[code] == "refuse" and count:
                shown, items = _first(connection, f"{letter} = {code}")
                concerned += items
                facts.append(f"{count} items {what} in the {name}, first: {shown}")
        if facts:
            raise PairingError(f"{'; '.join(facts)}; say --{say} drop or --{say} count-as-failed", items=concerned)
    cells = {(True, True): 0, (False, True): 0, (True, False): 0, (False, False): 0}
    matched = filled = dropped = 0
    for b, c, count in states:
        asked = {policies[code] for code in (b, c) if code in policies}
        if "drop" in asked:
            dropped += count
            continue
        matched, filled = (matched, filled + count) if asked else (matched + count, filled)
        cells[b == PASS, c == PASS] += count
    if not matched + filled:
        raise PairingError(f"nothing is left to compare: all {dropped} items were dropped")
    return Table(*cells.values()), matched, filled, dropped
