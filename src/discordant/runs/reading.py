"""A path into a run: the reader is named or recognised, its rows are collected, the rest is provenance."""

from __future__ import annotations

import os
from typing import Final

from discordant.errors import ArgumentError, FormatError
from discordant.runs.collect import Collector
from discordant.runs.collected import Collected
from discordant.runs.directory import read_directory
from discordant.runs.options import Options, check_use, one_side
from discordant.runs.readers import READERS
from discordant.runs.record import Reader
from discordant.runs.repeats import resolve_repeats
from discordant.runs.run import Provenance, Run
from discordant.runs.source import Source, path_text

_FORMAT: Final = f"--format {one_side('format')}"


def _readable() -> str:
    """Return the names of the formats that hold outcomes item by item, without the shapes that are always refused."""
    return ", ".join(reader.name for reader in READERS.values() if reader.refused is None)


def named_reader(format: str) -> Reader:
    """Return the reader called `format`, or raise `ArgumentError` listing the names."""
    reader = READERS.get(format)
    if reader is None:
        raise ArgumentError(f"format={format!r} is unknown; choose one of {_readable()}")
    return reader


def recognise(source: Source) -> Reader:
    """Return the one reader whose unambiguous keys the file shows; none or several are refused."""
    if source.kind == "gzip":
        raise FormatError("the file is gzip-compressed; decompress it first", path=source.path)
    found = [reader for reader in READERS.values() if not reader.generic and reader.recognises(source)]
    if not found:
        found = [reader for reader in READERS.values() if reader.generic and reader.recognises(source)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(reader.name for reader in found)
        raise FormatError(f"the file looks like {names}; name the format with {_FORMAT}", path=source.path)
    raise FormatError(f"the format is not recognised; name it with {_FORMAT}, one of {_readable()}", path=source.path)


def read(path: str | os.PathLike[str], format: str | None, options: Options) -> Run:
    """Return the run at `path` under validated options (see `run.read_run`)."""
    reader = None if format is None else named_reader(format)
    path = path_text(path)
    if os.path.isdir(path):
        return read_directory(path, reader, options)
    with Source(path, max_bytes=options.max_bytes, progress=options.progress) as source:
        chosen = reader or recognise(source)
        check_use(chosen, options, source.path)
        held = collect(source, chosen, options)
        held = resolve_repeats(held, source.path, options)
        return assemble(held, chosen, source, options, detected=reader is None)


def collect(source: Source, reader: Reader, options: Options) -> Collected:
    """Return the states of the rows that `options` select from the file."""
    collector = Collector(reader, source.path, options)
    for record in reader.records(source, options):
        collector.add(record)
    return collector.finish()


def assemble(held: Collected, reader: Reader, source: Source, options: Options, *, detected: bool) -> Run:
    """Return the run that the collected states make, with its provenance."""
    label = dict(held.group).get("run") or reader.label(source) or source.stem
    for key in ("trial", "epoch"):
        if key in options.select:
            label = f"{label} ({key} {options.select[key]})"
    provenance = Provenance(
        path=source.real_path,
        sha256=source.sha256,
        format=reader.name,
        selector=dict(sorted((dict(held.group) | dict(options.select)).items())),
        options=options.named(),
        detected=detected,
    )
    return held.run(label, provenance)
