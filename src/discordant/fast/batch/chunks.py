"""Work through long arrays in pieces that stay in the cache, on threads where the arrays are long."""

from __future__ import annotations

import contextlib
import operator
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from discordant.errors import ArgumentError

CHUNK: Final = 8192
"""Entries at a time: a temporary of float64 takes 64 KB, and a few of them fit the second-level cache; shorter chunks
pay more for the hundred calls that each takes, longer ones fall out of the cache."""
THREADS_FROM: Final = 1 << 17
"""Shorter arrays are done before a second thread has started."""


def read_threads(threads: Any) -> int | None:
    """Return a number of threads, None where none was given. Raises `ArgumentError` for what is none."""
    if threads is None:
        return None
    with contextlib.suppress(TypeError):
        number = operator.index(threads)
        if number >= 1 and not isinstance(threads, bool):
            return number
    raise ArgumentError(f"threads={threads!r} must be None or a whole number of at least 1")


def run(
    function: Callable[..., npt.NDArray[Any]], arrays: list[npt.NDArray[Any]], *, threads: int | None = None
) -> npt.NDArray[np.float64]:
    """Return function(*chunk) for every chunk of the flat arrays, joined; memory beyond the result stays bounded.

    `threads=None` uses one thread for each processor (numpy releases the interpreter lock within its loops) from
    131,072 entries on. Raises `ArgumentError` for what is no number of threads.
    """
    threads = read_threads(threads)
    size = arrays[0].size
    out = np.empty(size)

    def work(start: int, stop: int) -> None:
        for low in range(start, stop, CHUNK):
            high = min(low + CHUNK, stop)
            out[low:high] = function(*(array[low:high] for array in arrays))

    workers = threads if threads is not None else (os.cpu_count() or 1) if size >= THREADS_FROM else 1
    if workers <= 1 or size <= CHUNK:
        work(0, size)
        return out
    share = -(-size // (4 * workers) // CHUNK) * CHUNK or CHUNK
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(work, start, min(start + share, size)) for start in range(0, size, share)]:
            done.result()
    return out
