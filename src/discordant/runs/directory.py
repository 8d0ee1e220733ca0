"""A directory as one run: the result files of one tool below it, items keyed by (task, id).

Only files of one format count. Files of no per-item format (aggregates, notes, pictures) are skipped and told; a
second file of the same task is refused, since a rerun beside the first would double its items. Symbolic links are not
followed.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from typing import Final, NoReturn

from discordant.errors import FormatError
from discordant.runs.collect import Collector, choices
from discordant.runs.collected import Collected
from discordant.runs.options import Options, check_use
from discordant.runs.readers import READERS
from discordant.runs.record import Reader, Record, printable
from discordant.runs.repeats import resolve_repeats
from discordant.runs.run import Provenance, Run
from discordant.runs.source import Source

_SUFFIXES = (".json", ".jsonl", ".ndjson", ".eval", ".csv", ".tsv", ".parquet", ".xml", ".tap")
_GENERIC = (".jsonl", ".ndjson", ".csv", ".tsv", ".parquet")
_LINK: Final = "symbolic links, which are not followed"
_EMPTY: Final = "empty files (a task that crashed?)"
_IRREGULAR: Final = "pipes or other files that are not regular"


def _files(top: str, left: dict[str, list[str]]) -> list[str]:
    """Return the result files below `top`, by name relative to it, in a fixed order; `left` takes those left out."""
    found = []
    for folder, folders, names in os.walk(top, onerror=refuse_folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in [*links, *names]:
            path = os.path.join(folder, name)
            result = name in links or os.path.splitext(name)[1].lower() in _SUFFIXES
            if name.startswith(".") or not result:
                continue
            own = os.path.relpath(path, top)
            reason = _LINK if os.path.islink(path) else _left_out(path)
            if reason is None:
                found.append(own)
            else:
                left.setdefault(reason, []).append(own)
    return sorted(found)


def refuse_folder(error: OSError) -> NoReturn:
    """Raise for a folder that cannot be listed: its files must not be left out silently."""
    raise FormatError(
        f"cannot be listed: {(error.strerror or str(error)).lower()}", path=printable(str(error.filename))
    )


def _left_out(path: str) -> str | None:
    """Return why a file cannot hold results, if so."""
    try:
        size = os.path.getsize(path)
        if not stat.S_ISREG(os.stat(path).st_mode):
            return _IRREGULAR
    except OSError as error:
        raise FormatError(f"cannot be read: {(error.strerror or str(error)).lower()}", path=printable(path)) from None
    return None if size else _EMPTY


def _reader_of(source: Source, named: Reader | None) -> Reader | None:
    """Return the reader for one file below the directory, None for a file to skip."""
    if named is not None:
        return named if named.recognises(source) else None
    found = [reader for reader in READERS.values() if not reader.generic and reader.recognises(source)]
    if not found or found[0].refused is not None:
        return None
    if len(found) > 1:
        raise FormatError(f"the file looks like {choices(reader.name for reader in found)}", path=source.path)
    return found[0]


class Folder:
    """The files of one run below one directory, read one after the other; files of several runs are refused.

    `records` reads them. What the fields hold is known when it has come to its end.
    """

    def __init__(self, path: str, named: Reader | None, options: Options) -> None:
        self.top = path
        self.path = printable(path)
        self.named = named
        self.options = options
        self.reader: Reader | None = None
        self.digests: list[tuple[str, str]] = []
        """The name and the sha256 of every file that was read."""
        self.skipped: list[str] = []
        self.left_out: dict[str, list[str]] = {}
        """What cannot hold results, by the reason: links, empty files, pipes."""
        self.size = 0
        """The bytes of all files that were read."""
        self.home: dict[str, str] = {}
        """The file that each task came from."""
        self._labels: dict[str, None] = {}

    def records(self) -> Iterator[tuple[Source, Reader, Record]]:
        """Yield every row of every file, with its task."""
        for name in _files(self.top, self.left_out):
            path = os.path.join(self.top, name)
            with Source(path, max_bytes=self.options.max_bytes, progress=self.options.progress) as source:
                reader = _reader_of(source, self.named)
                if reader is None:
                    self.skipped.append(printable(name))
                    continue
                check_use(reader, self.options, source.path)
                self._one_tool(reader, name)
                self._one_model(reader, source)
                for record in self._tasked(source, reader, name):
                    yield source, reader, record
                self.digests.append((name, source.sha256))
                self.size += source.size
        if self.reader is None:
            raise FormatError(
                f"the directory holds no file with per-item results{self._generic()}{self._way_out()}", path=self.path
            )

    def _one_tool(self, reader: Reader, name: str) -> None:
        if self.reader is not None and reader is not self.reader:
            raise FormatError(
                f"holds files of {self.reader.name} and of {reader.name} ({printable(name)}); choose with --format",
                path=self.path,
            )
        self.reader = reader

    def _one_model(self, reader: Reader, source: Source) -> None:
        label = reader.label(source)
        if label is not None:
            self._labels[label] = None
        if len(self._labels) > 1:
            raise FormatError(
                f"holds runs of several models ({choices(self._labels)}); give each run a directory of its own",
                path=self.path,
            )

    def _tasked(self, source: Source, reader: Reader, name: str) -> Iterator[Record]:
        fallback = reader.task(source) or os.path.splitext(printable(name))[0]
        for record in reader.records(source, self.options):
            task = record.task if record.task is not None else fallback
            before = self.home.setdefault(task, name)
            if before != name:
                if printable(before) == printable(name):
                    fact = f"the names of two files print alike, {before!r} and {name!r}; rename one"
                    raise FormatError(fact, path=self.path)
                files = f"{printable(before)} and {printable(name)}"
                raise FormatError(f"the task {task!r} comes in two files, {files} (a rerun?); keep one", path=self.path)
            yield record._replace(task=task)

    def _generic(self) -> str:
        """Return the way out where the directory holds files whose format must be named."""
        generic = self.named is None and any(name.lower().endswith(_GENERIC) for name in self.skipped)
        return "; name the format of csv, JSON lines or parquet files with --format" if generic else ""

    def _way_out(self) -> str:
        """Return what was left out of a directory that holds nothing else, and what to do about links."""
        told = "".join(f"; {note}" for note in self._told())
        return told + ("; name the directory that they point to, or copy the files" if _LINK in self.left_out else "")

    def _told(self) -> Iterator[str]:
        for reason in (_EMPTY, _IRREGULAR, _LINK):
            if reason in self.left_out:
                yield f"left out: {reason}: {choices(sorted(self.left_out[reason]))}"

    @property
    def label(self) -> str:
        """The model's name where the files give one, else the directory's."""
        return next(iter(self._labels), None) or os.path.basename(os.path.normpath(self.top))

    @property
    def sha256(self) -> str:
        """The sha256 of the list of the files' digests and names, in hex."""
        listed = "".join(f"{digest}  {name}\n" for name, digest in self.digests)
        return hashlib.sha256(listed.encode("utf-8", "surrogateescape")).hexdigest()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the result must know: which files were skipped or left out."""
        told = tuple(self._told())
        if not self.skipped:
            return told
        many = "1 file" if len(self.skipped) == 1 else f"{len(self.skipped)} files"
        return (f"{many} without per-item results skipped: {choices(self.skipped)}", *told)

    def lacking(self, tasks: set[str]) -> list[str]:
        """Return the tasks below the directory that are not among `tasks`."""
        return sorted(self.home.keys() - tasks)


def read_directory(path: str, named: Reader | None, options: Options) -> Run:
    """Return the run that the files below a directory make together."""
    folder = Folder(path, named, options)
    collector: Collector | None = None
    for source, reader, record in folder.records():
        if collector is None:
            collector = Collector(reader, source.path, options, keyed=True)
        collector.path = source.path
        collector.add(record)
    if collector is None or folder.reader is None:
        raise FormatError("the files hold no items", path=folder.path)
    collector.path = folder.path
    held = collector.finish()
    _check_all_tasks(folder, held)
    held = resolve_repeats(held, folder.path, options)
    provenance = Provenance(
        path=folder.top,
        sha256=folder.sha256,
        format=folder.reader.name,
        selector=dict(sorted((dict(held.group) | dict(options.select)).items())),
        options=options.named(),
        detected=named is None,
        files=tuple(folder.digests),
    )
    return held.run(dict(held.group).get("run") or folder.label, provenance, folder.notes)


def _check_all_tasks(folder: Folder, held: Collected) -> None:
    """Refuse a selection that leaves whole tasks out unasked."""
    select = folder.options.select
    left_out = folder.lacking(set(held.tasks.values()))
    if left_out and "task" not in select:
        chosen = ", ".join(f"{key}={value}" for key, value in select.items()) or "what was chosen"
        raise FormatError(
            f"{len(left_out)} of {len(folder.home)} tasks have no rows for {chosen}: {choices(left_out)};"
            " choose one task with --select task=...",
            path=folder.path,
        )
