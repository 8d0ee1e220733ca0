"""Where claims come from: a regular file or standard input, read once, whole, within a limit, as UTF-8."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

from discordant.errors import ClaimError

MAX_BYTES: Final = 50_000_000
"""Longest claim file, or text, that is read."""


def read_source(path: str | Path) -> bytes:
    """Return the bytes of a regular file; folders, devices and pipes are refused. Raises `ClaimError`."""
    place = str(path)
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise ClaimError("is a directory; name one file", path=place)
        if not stat.S_ISREG(mode):
            raise ClaimError("is not a regular file; save the stream to a file first, or pipe it to -", path=place)
        with open(path, "rb") as stream:
            return read_stream(stream, place)
    except (OSError, ValueError) as error:
        if isinstance(error, ClaimError):
            raise
        fact = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ClaimError(f"cannot be read: {fact}", path=place) from None


def read_stream(stream: BinaryIO, place: str) -> bytes:
    """Return what a stream holds, refusing more than MAX_BYTES before it fills the memory."""
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ClaimError(f"is longer than {MAX_BYTES} bytes", path=place)
    return data


def decode(data: bytes, place: str) -> str:
    """Return UTF-8 bytes as text, without a byte-order mark."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ClaimError(f"is not UTF-8 (byte {error.start})", path=place) from None
