"""A directory as one run: the result files of one tool below it, items keyed by (task, id).

Only files of one format count. Files of no per-item format (aggregates, notes, pictures) are skipped and told; a
second file of the same task is refused, since a rerun beside the first would double its items. Symbolic links are not
followed.
"""

from __future__ import annotations

import hashlib
import os

from discordant.errors import FormatError
from discordant.runs.collect import Collected, Collector, choices, resolve_repeats
from discordant.runs.options import Options
from discordant.runs.readers import READERS
from discordant.runs.record import Reader, printable
from discordant.runs.run import Provenance, Run
from discordant.runs.source import Source

_SUFFIXES = (".json", ".jsonl", ".ndjson", ".eval", ".csv", ".tsv", ".parquet", ".xml", ".tap")


def _files(top: str) -> list[str]:
    """Return the result files below `top`, by name relative to it, in a fixed order."""
    found = []
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            path = os.path.join(folder, name)
            if name.startswith(".") or os.path.splitext(name)[1].lower() not in _SUFFIXES or os.path.islink(path):
                continue
            if os.path.getsize(path):
                found.append(os.path.relpath(path, top))
    return sorted(found)


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


def read_directory(path: str | os.PathLike[str], named: Reader | None, options: Options) -> Run:
    """Return the run that the files below a directory make together."""
    top = os.fsdecode(path)
    gathered = _Gathered(top, named, options)
    for name in _files(top):
        gathered.take(name, os.path.join(top, name))
    return gathered.run()


class _Gathered:
    """The files of one directory, read into one collector."""

    def __init__(self, path: str, named: Reader | None, options: Options) -> None:
        self.top = path
        self.path = printable(path)
        self.named = named
        self.options = options
        self.reader: Reader | None = None
        self.collector: Collector | None = None
        self.digests: list[tuple[str, str]] = []
        self.skipped: list[str] = []
        self.labels: dict[str, None] = {}
        self.home: dict[str, str] = {}
        """The file that each task came from."""

    def take(self, name: str, path: str) -> None:
        """Read one file, or note that it is skipped."""
        with Source(path, max_bytes=self.options.max_bytes, progress=self.options.progress) as source:
            reader = _reader_of(source, self.named)
            if reader is None:
                self.skipped.append(printable(name))
                return
            if self.reader is not None and reader is not self.reader:
                raise FormatError(
                    f"holds files of {self.reader.name} and of {reader.name} ({printable(name)}); choose with --format",
                    path=self.path,
                )
            if self.collector is None:
                self.reader, self.collector = reader, Collector(reader, source.path, self.options, keyed=True)
            self._read(source, reader, self.collector, printable(name))
            self.digests.append((name, source.sha256))

    def _read(self, source: Source, reader: Reader, collector: Collector, name: str) -> None:
        collector.path = source.path
        fallback = reader.task(source) or os.path.splitext(name)[0]
        label = reader.label(source)
        if label is not None:
            self.labels[label] = None
        if len(self.labels) > 1:
            raise FormatError(
                f"holds runs of several models ({choices(self.labels)}); give each run a directory of its own",
                path=self.path,
            )
        for record in reader.records(source, self.options):
            task = record.task if record.task is not None else fallback
            before = self.home.setdefault(task, name)
            if before != name:
                raise FormatError(
                    f"the task {task!r} comes in two files, {before} and {name} (a rerun?); keep one", path=self.path
                )
            collector.add(record._replace(task=task))

    def _all_tasks(self, held: Collected) -> None:
        """Refuse a selection that leaves whole tasks out unasked."""
        if "task" in self.options.select:
            return
        left_out = sorted(self.home.keys() - set(held.tasks.values()))
        if left_out:
            chosen = ", ".join(f"{key}={value}" for key, value in self.options.select.items()) or "what was chosen"
            raise FormatError(
                f"{len(left_out)} of {len(self.home)} tasks have no rows for {chosen}: {choices(left_out)};"
                " choose one task with --select task=...",
                path=self.path,
            )

    def run(self) -> Run:
        """Return the run, with the digest of every file in its provenance."""
        if self.collector is None or self.reader is None:
            raise FormatError("the directory holds no file with per-item results", path=self.path)
        self.collector.path = self.path
        held = self.collector.finish()
        self._all_tasks(held)
        held = resolve_repeats(held, self.path, self.options)
        listed = "".join(f"{digest}  {name}\n" for name, digest in self.digests)
        label = (
            dict(held.group).get("run") or next(iter(self.labels), None) or os.path.basename(os.path.normpath(self.top))
        )
        provenance = Provenance(
            path=self.top,
            sha256=hashlib.sha256(listed.encode("utf-8", "surrogateescape")).hexdigest(),
            format=self.reader.name,
            selector=dict(sorted((dict(held.group) | dict(self.options.select)).items())),
            options=self.options.named(),
            detected=self.named is None,
            files=tuple(self.digests),
        )
        notes = (f"{len(self.skipped)} files without per-item results skipped: {choices(self.skipped)}",)
        return held.run(label, provenance, notes if self.skipped else ())
