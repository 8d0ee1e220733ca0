"""TAP, the Test Anything Protocol: `ok 1 - name`, `not ok 2 - name # TODO why`.

A test is its description, or its number where it has none. Indented lines (subtests, YAML) belong to the test that
follows or precedes them and are not tests of their own. TODO and SKIP have no outcome; a plan that promises other
tests than ran is refused, like a bail-out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from discordant.errors import FormatError
from discordant.runs import strict_json
from discordant.runs.options import Options
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source

_TEST = re.compile(r"(?P<bad>not )?ok\b ?(?P<number>\d{1,9}\b)?(?P<rest>.*)")
_DIRECTIVE = re.compile(r"(?:^|\s)#\s?(todo|skip)", re.IGNORECASE)
_PLAN = re.compile(r"1\.\.(\d{1,9})\b.*")


def _recognises(source: Source) -> bool:
    return source.kind == "text" and (source.head.startswith(b"TAP version") or source.suffix == ".tap")


def _records(source: Source, options: Options) -> Iterator[Record]:
    planned: int | None = None
    ran = 0
    for line, data in source.lines():
        row = strict_json.decode(data, path=source.path, line=line).rstrip()
        if row.startswith("Bail out!"):
            raise FormatError("the test run bailed out: it is not complete", path=source.path, line=line)
        plan = _PLAN.fullmatch(row)
        if plan:
            if planned is not None:
                raise FormatError("a second plan: two test runs in one file?", path=source.path, line=line)
            planned = int(plan[1])
        test = _TEST.fullmatch(row)
        if test:
            ran += 1
            number = int(test["number"]) if test["number"] else ran
            directive = _DIRECTIVE.search(test["rest"])
            name = test["rest"][: directive.start() if directive else None].strip().removeprefix("-").strip()
            why = directive[1].lower() if directive else None
            yield Record(name or number, not test["bad"], error=why, line=line)
    if planned is None:
        raise FormatError("the plan (1..N) is missing: the test run is not complete", path=source.path)
    if planned != ran:
        raise FormatError(
            f"the plan promises {planned} tests, {ran} ran: the test run is not complete", path=source.path
        )


READER = Reader(
    name="tap",
    title="TAP, the Test Anything Protocol",
    rule="a text file that begins with TAP version, or is named .tap",
    item="the description, or the number where there is none",
    passed="ok (not ok fails; TODO and SKIP have no outcome)",
    traps=(
        "TODO and SKIP are excluded; --on-error decides",
        "subtests (indented) count through their parent test alone",
        "a file without its plan, or with other tests than planned, is refused",
    ),
    example="discordant compare before.tap after.tap",
    recognises=_recognises,
    records=_records,
    repeats_by_order=True,
)
