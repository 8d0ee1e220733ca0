"""One result file, opened once: its digest, its lines, its JSON document or its zip members, all within limits."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import zipfile
from collections.abc import Iterator
from functools import cached_property
from types import TracebackType
from typing import Any, Final, Self

from discordant.errors import ArgumentError, DiscordantError, FormatError
from discordant.runs import strict_json
from discordant.runs.options import Progress
from discordant.runs.record import printable

_LINES: Final = (".jsonl", ".ndjson")
_PROBE: Final = 4 * 2**20
"""Longest first line that is looked at to tell a file of lines from one document."""

_MOST_BYTES: Final = sys.maxsize - 1
"""No file is longer, and no longer piece can be asked of one."""

_TICK: Final = 2**22
"""Bytes between two calls of the progress hook."""


def path_text(path: str | os.PathLike[str]) -> str:
    """Return a path as text, or raise `ArgumentError` for what is no path (to Python a number is an open file)."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise ArgumentError(f"path={path!r} is a {type(path).__name__}; give the path of a file")
    return os.fsdecode(path)


class Source:
    """A regular file and what its first bytes say it is. Use as a context manager.

    A symbolic link is followed to its file; pipes, devices and sockets are refused, since a file is read more than
    once (digest, recognition, rows). A file that changes while it is read is refused.
    """

    def __init__(self, path: str | os.PathLike[str], *, max_bytes: int, progress: Progress | None = None) -> None:
        real = self.real_path = path_text(path)
        self.path = printable(real)
        self.max_bytes = min(max_bytes, _MOST_BYTES)
        self._progress = progress
        self._zip: zipfile.ZipFile | None = None
        if real == "-" and not os.path.lexists(real):
            raise FormatError("standard input is not read; save it to a file first", path="-")
        try:
            state = os.stat(real)
            if not stat.S_ISREG(state.st_mode):
                raise FormatError("not a regular file; save the stream to a file first", path=self.path)
            self._file = open(real, "rb")  # noqa: SIM115 - closed by __exit__
        except (OSError, ValueError) as error:
            if isinstance(error, DiscordantError):
                raise
            fact = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
            raise FormatError(f"cannot be opened: {fact}", path=self.path) from None
        self._state = self._signature()
        self.size = self._state[0]
        if not self.size:
            self._file.close()
            raise FormatError("the file is empty", path=self.path)

    def _signature(self) -> tuple[int, int]:
        state = os.fstat(self._file.fileno())
        return state.st_size, state.st_mtime_ns

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        changed = self._signature() != self._state
        if self._zip is not None:
            self._zip.close()
        self._file.close()
        if changed and kind is None:
            raise FormatError("the file changed while it was read; read it again when it is complete", path=self.path)

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return os.path.basename(self.real_path)

    @property
    def stem(self) -> str:
        """The file's name without folder and last suffix."""
        return os.path.splitext(self.name)[0]

    @property
    def suffix(self) -> str:
        """The file's last suffix, lower case."""
        return os.path.splitext(self.name)[1].lower()

    @cached_property
    def sha256(self) -> str:
        """The sha256 of the whole file, in hex."""
        self._file.seek(0)
        return hashlib.file_digest(self._file, "sha256").hexdigest()

    @cached_property
    def magic(self) -> bytes:
        """The first eight bytes."""
        self._file.seek(0)
        return self._file.read(8)

    @cached_property
    def kind(self) -> str:
        """What the first bytes say: `zip`, `gzip`, `parquet`, `xml`, `lines` (JSON objects), `json` or `text`."""
        for mark, kind in ((b"PK\x03\x04", "zip"), (b"\x1f\x8b", "gzip"), (b"PAR1", "parquet")):
            if self.magic.startswith(mark):
                return kind
        head = self.head.lstrip()
        if head[:1] == b"<":
            return "xml"
        if head[:1] not in (b"{", b"["):
            return "lines" if self.suffix in _LINES else "text"
        if self.suffix in _LINES:
            return "lines"
        first, newline, rest = head.partition(b"\n")
        if head[:1] == b"[" or not newline or not rest.lstrip().startswith(b"{"):
            return "json"
        try:
            strict_json.loads(first, path=self.path)
        except FormatError:
            return "json"
        return "lines"

    @cached_property
    def head(self) -> bytes:
        """The first bytes of the file, without a byte-order mark."""
        self._file.seek(0)
        return self._file.read(_PROBE).removeprefix(b"\xef\xbb\xbf")

    @cached_property
    def first_row(self) -> dict[str, Any] | None:
        """The JSON object on the first line that is not blank, or None."""
        if self.kind != "lines":
            return None
        for _, row in self.rows():
            return row
        return None

    @property
    def document(self) -> Any:
        """The whole file as one JSON value, read within `max_bytes`; NaN and Infinity are refused."""
        value, constants = self._document
        if constants:
            raise FormatError(strict_json.not_json(constants[0]), path=self.path)
        return value

    @property
    def lenient_document(self) -> Any:
        """The same with NaN and Infinity kept as floats, for formats that use NaN as a sentinel."""
        return self._document[0]

    @cached_property
    def _document(self) -> tuple[Any, list[str]]:
        if self.size > self.max_bytes:
            raise FormatError(
                f"the JSON document has {self.size} bytes, more than --max-bytes {self.max_bytes};"
                " raise it if memory allows",
                path=self.path,
            )
        self._file.seek(0)
        data = self._file.read(self.size)
        self._tick(self.size)
        constants: list[str] = []
        return strict_json.loads(data, path=self.path, constants=constants), constants

    def _tick(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done, self.size)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield (number, line with its end) for every line, the first without a byte-order mark."""
        self._file.seek(0)
        done = told = 0
        limit = self.max_bytes
        number = 0
        while line := self._file.readline(limit + 1):
            number += 1
            done += len(line)
            if len(line) > limit:
                raise FormatError(f"the line is longer than --max-bytes {limit}", path=self.path, line=number)
            if done - told >= _TICK:
                told = done
                self._tick(done)
            yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        self._tick(done)

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield (line number, JSON object) for every line that is not blank."""
        for number, line in self.lines():
            if line.isspace():
                continue
            row = strict_json.loads(line, path=self.path, line=number)
            if not isinstance(row, dict):
                raise FormatError(
                    f"the line holds a JSON {type(row).__name__}, not an object", path=self.path, line=number
                )
            yield number, row

    @cached_property
    def members(self) -> dict[str, zipfile.ZipInfo]:
        """The zip's members by name; names that leave the archive, come twice or are encrypted are refused."""
        self._file.seek(0)
        try:
            self._zip = zipfile.ZipFile(self._file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
            raise FormatError(f"not a readable zip: {str(error).lower()}", path=self.path) from None
        found: dict[str, zipfile.ZipInfo] = {}
        for info in self._zip.infolist():
            name = info.filename
            if name.startswith("/") or "\\" in name or ".." in name.split("/") or ":" in name.split("/")[0]:
                raise FormatError(f"the zip member {name!r} points outside the archive", path=self.path)
            if name in found:
                raise FormatError(f"the zip member {name!r} appears twice", path=self.path)
            if info.flag_bits & 1:
                raise FormatError(f"the zip member {name!r} is encrypted", path=self.path)
            found[name] = info
        return found

    def member(self, name: str, *, lenient: bool = False) -> Any:
        """Return the JSON value of one zip member, inflated within `max_bytes` whatever its header claims.

        With `lenient`, NaN and Infinity are kept as floats.
        """
        info = self.members[name]
        place = f"{self.path}!{printable(name)}"
        if info.file_size > self.max_bytes:
            raise FormatError(
                f"the zip member inflates to {info.file_size} bytes, more than --max-bytes {self.max_bytes}", path=place
            )
        assert self._zip is not None  # set by `members`
        try:
            with self._zip.open(info) as stream:
                data = stream.read(self.max_bytes + 1)
        except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, RuntimeError, ValueError) as error:
            raise FormatError(f"the zip member cannot be read: {str(error).lower()}", path=place) from None
        except Exception as error:  # zlib, bz2 and lzma raise errors of their own kinds
            raise FormatError(f"the zip member is damaged: {error}", path=place) from None
        if len(data) > self.max_bytes:
            raise FormatError(f"the zip member inflates to more than --max-bytes {self.max_bytes}", path=place)
        return strict_json.loads(data, path=place, constants=[] if lenient else None)
