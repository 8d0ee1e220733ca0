"""JUnit XML, as pytest's --junitxml and most test runners write it: two test runs are paired runs too.

A testcase with a `failure` fails; one with an `error` (in set-up, say) or `skipped` has no outcome. The parser is expat
with every document type declaration refused, so that no entity is ever defined, expanded or fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from discordant.errors import FormatError
from discordant.runs.options import Options
from discordant.runs.record import Reader, Record
from discordant.runs.source import Source

_DEPTH = 100


def _recognises(source: Source) -> bool:
    return source.kind == "xml" and (b"<testsuite" in source.head)


class _Cases:
    """Collects testcases from expat's events."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.done: list[Record] = []
        self._depth = 0
        self._case: tuple[str, int] | None = None
        self._verdict: str | None = None
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype

    def _refuse(self, fact: str) -> FormatError:
        return FormatError(fact, path=self.source.path, line=self.parser.CurrentLineNumber)

    def _doctype(self, *_: object) -> None:
        raise self._refuse("the XML declares a document type, which could define entities; remove the DOCTYPE")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEPTH:
            raise self._refuse(f"the XML is nested more than {_DEPTH} deep")
        if tag == "testcase":
            if self._case is not None:
                raise self._refuse("a testcase stands inside a testcase")
            name = attributes.get("name")
            if not name:
                raise self._refuse("a testcase has no name")
            scope = attributes.get("classname") or attributes.get("file")
            self._case = (f"{scope}::{name}" if scope else name, self.parser.CurrentLineNumber)
            self._verdict = None
        elif self._case is not None and tag in ("failure", "error", "skipped") and self._verdict != "error":
            self._verdict = tag  # an error in tear-down may stand beside the failure, and outweighs it

    def _end(self, tag: str) -> None:
        self._depth -= 1
        if tag == "testcase" and self._case is not None:
            item, line = self._case
            excluded = self._verdict if self._verdict in ("error", "skipped") else None
            self.done.append(Record(item, self._verdict is None, error=excluded, line=line))
            self._case = None


def _records(source: Source, options: Options) -> Iterator[Record]:
    cases = _Cases(source)
    try:
        for _, line in source.lines():
            cases.parser.Parse(line)
            yield from cases.done
            cases.done.clear()
        cases.parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise FormatError(f"not XML: {expat.ErrorString(error.code)}", path=source.path, line=error.lineno) from None
    except (LookupError, ValueError) as error:  # an encoding that Python does not know
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"not XML: {error}", path=source.path) from None


READER = Reader(
    name="junit",
    title="JUnit XML (pytest --junitxml and most test runners)",
    rule="an XML file with testsuite",
    item="classname::name",
    passed="no failure (an error or a skipped test has no outcome)",
    traps=(
        "errors and skipped tests (expected failures too) are excluded; --on-error decides",
        "a test that comes twice is refused unless --repeats says how to count reruns",
        "a file with a document type declaration is refused, since it could define entities",
    ),
    example="discordant compare before.xml after.xml --on-missing drop --on-error drop",
    recognises=_recognises,
    records=_records,
    repeats_by_order=True,
)
