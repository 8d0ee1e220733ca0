"""One run as DuckDB sees it: SQL over its files, what must hold of them, and where its counts were read."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from typing import Any, Final

from discordant.errors import FormatError
from discordant.runs import duck, tabular
from discordant.runs.collect import choices
from discordant.runs.counted import CountedRun
from discordant.runs.glob_folders import check_folders
from discordant.runs.options import one_side
from discordant.runs.record import printable
from discordant.runs.run import Provenance
from discordant.runs.state_sql import INTEGERS, MISSING, PASS, STATES, UNSCORED, check_kinds, id_of, state
from discordant.runs.text_check import check_csv, check_json_lines, check_regular

SIDES: Final = (("baseline", "b"), ("candidate", "c"))
"""The two runs' names, and the letter of each one's column of states."""

_CSV: Final = (
    "read_csv({path}, all_varchar = true, header = true, strict_mode = true, delim = {delimiter}, quote = '\"',"
    " escape = '\"', comment = '', skip = 0)"
)
_UNKNOWN: Final = re.compile('Referenced column "(.*)" not found in FROM clause')
_LINES: Final = (".jsonl", ".ndjson")
_SCANS: Final = {
    ".parquet": "read_parquet({path})",
    ".csv": _CSV,
    ".tsv": _CSV,
    ".jsonl": "read_json({path}, format = 'newline_delimited')",
    ".ndjson": "read_json({path}, format = 'newline_delimited')",
}
"""How each suffix is read: text formats keep ids as they are written, like the plain readers."""


class Side:
    """One run as SQL over its files."""

    def __init__(
        self,
        connection: Any,
        number: int,
        path: str,
        item: str | None,
        passed: str | None,
        select: Mapping[str, Any],
        where: str | None,
        parameters: Mapping[str, Any],
        limit: str | None,
    ) -> None:
        self.connection = connection
        self.number = number
        self.path = path
        self.place = printable(path)
        self.select = {key: str(value) for key, value in select.items()}
        self.pattern = duck.literal(path) if os.path.exists(path) else path  # a file named run[1].csv is no pattern
        self.suffix = path[path.rfind(".") :].lower()
        if self.suffix not in _SCANS:
            raise FormatError(f"the suffix {self.suffix!r} is none of {', '.join(_SCANS)}", path=self.place)
        if self.pattern == path:  # a pattern, or a plain name, which is looked for likewise
            check_folders(path)
        listed = duck.fetched(connection, "SELECT file FROM glob(?) ORDER BY file", [self.pattern], path=path)
        self.files = [file for (file,) in listed]
        scan = _SCANS[self.suffix].format(path=duck.text(self.pattern), delimiter=duck.text(self._checked()))
        described = duck.fetched(connection, f"DESCRIBE SELECT * FROM {scan}", None, path=path)
        kinds = {column: kind for column, kind, *_ in described}
        self.item = item or self._usual(tabular.ID_NAMES, kinds, "item", "id")
        self.passed = passed or self._usual(tabular.PASS_NAMES, kinds, "passed", "pass")
        columns = {("model" if key == "run" and key not in kinds else key): value for key, value in self.select.items()}
        for option, column in (("id", self.item), ("pass", self.passed), *(("select", name) for name in columns)):
            if column is not None and column not in kinds:
                raise FormatError(tabular.no_column(column, kinds, option), path=self.place)
        if self.suffix in _LINES:
            if where is None:  # then no other column is needed, and none need be of one type throughout
                kinds = dict.fromkeys(columns, "VARCHAR")
            kinds |= dict.fromkeys((self.item, self.passed), "JSON")
            typed = ", ".join(f"{duck.quoted(column)}: {duck.text(kind)}" for column, kind in kinds.items())
            scan = f"{scan[:-1]}, columns = {{{typed}}})"
        check_kinds(kinds, self.item, self.passed, self.place)
        conditions = [
            f"CAST({duck.quoted(column)} AS VARCHAR) = {duck.text(str(value))}" for column, value in columns.items()
        ]
        if where is not None:
            conditions.append(f"({where}\n)")
            self._check_names(f"SELECT * FROM {scan} WHERE ({where}\n) LIMIT 0", parameters, kinds)
        kept = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        outcome = state(duck.quoted(self.passed), kinds[self.passed], limit)
        key = id_of(duck.quoted(self.item), kinds[self.item])
        self.query = f"SELECT {key} AS item, {outcome} AS state, {number} AS side FROM (SELECT * FROM {scan}{kept})"
        self.id_kind = "number" if INTEGERS.fullmatch(kinds[self.item]) else kinds[self.item].replace("UUID", "VARCHAR")

    def _check_names(self, query: str, parameters: Mapping[str, Any], kinds: Mapping[str, str]) -> None:
        """Refuse a condition that names what is no column of the files, before anything is counted."""
        try:
            duck.run(self.connection, query, dict(parameters), path=self.path)
        except FormatError as error:
            unknown = _UNKNOWN.search(str(error))
            if unknown is None:
                raise
            fact = f"there is no column {unknown[1]!r}, which where names; the columns are: {choices(kinds)}"
            raise FormatError(fact, path=self.place) from None

    def _usual(self, names: tuple[str, ...], kinds: Mapping[str, str], what: str, option: str) -> str:
        found = [name for name in names if name in kinds]
        if len(found) != 1:
            way_out = f"name the {what} column with --{option} {one_side(option)}"
            raise FormatError(f"{way_out}; the columns are: {choices(kinds)}", path=self.place)
        return found[0]

    def _checked(self) -> str:
        """Refuse what DuckDB would guess about the files; return what separates the fields of a csv."""
        for file in self.files:
            check_regular(file)
            if self.suffix in _LINES:
                check_json_lines(file)
        found = {check_csv(file) for file in self.files if self.suffix in (".csv", ".tsv")}
        if len(found) > 1:
            raise FormatError("the files do not all separate their fields alike", path=self.place)
        return next(iter(found), ",")

    def refuse_keys(self) -> None:
        """Refuse JSON lines that lack the field of the outcomes, or hold a key twice, neither of which columns tell."""
        if self.suffix not in _LINES:
            return
        query = (
            "SELECT count(*) FILTER (WHERE NOT list_contains(keys, ?)),"
            " count(*) FILTER (WHERE len(keys) <> list_unique(keys))"
            " FROM (SELECT json_keys(json) AS keys FROM read_json_objects(?, format = 'newline_delimited'))"
        )
        ((absent, twice),) = duck.fetched(self.connection, query, [self.passed, self.pattern], path=self.place)
        for count, fact in ((absent, f"the field {self.passed!r} is missing"), (twice, "a JSON key appears twice")):
            if count:
                raise FormatError(f"{fact} in {'1 row' if count == 1 else f'{count} rows'}", path=self.place)

    def run(self, states: list[tuple[int, int, int]], where: str | None, threshold: Any) -> CountedRun:
        """Return this run's counts with its provenance."""
        sums = dict.fromkeys(STATES, 0)
        for row in states:
            sums[row[self.number]] += row[2]
        files = []
        for name in self.files:
            with open(name, "rb") as file:
                files.append((name, hashlib.file_digest(file, "sha256").hexdigest()))
        lines = "".join(f"{digest}  {name}\n" for name, digest in files)
        one = len(files) == 1
        options = {"engine": "duckdb", "id": self.item, "pass": self.passed}
        options |= {} if where is None else {"where": where}
        options |= {} if threshold is None else {"threshold": str(threshold)}
        return CountedRun(
            label=self.select.get("run") or self.select.get("model") or self.path.rpartition("/")[2],
            passed=sums[PASS],
            failed=sums[0],
            excluded=sums[UNSCORED],
            missing=sums[MISSING],
            source=Provenance(
                path=self.path,
                sha256=files[0][1] if one else hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest(),
                format=self.suffix[1:].replace("ndjson", "jsonl").replace("tsv", "csv"),
                selector=dict(sorted(self.select.items())),
                options=options,
                detected=True,
                files=() if one else tuple(files),
            ),
        )
