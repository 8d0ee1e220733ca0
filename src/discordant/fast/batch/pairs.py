"""All pairs of a leaderboard: the discordant counts of every two models on the same items."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from discordant.errors import TableError
from discordant.fast.batch import pvalues
from discordant.fast.batch.arrays import Floats, Ints, masked
from discordant.fast.batch.chunks import read_threads

BLOCK: Final = 1 << 22
"""Items per matrix product: float32 counts are exact below 2^24."""
PIECE: Final = 1 << 11
"""Words of 64 items that one pass of the popcount takes from each row."""
AT_ONCE: Final = 1 << 18
"""Words of a popcount's temporary (2 MB); from half of this to twice the time is the same."""
BITS_FROM: Final = 1 << 14
"""Items from which the popcount is used: below, its calls cost more than a product (figures in docs/accuracy.md)."""
THREADS_FROM: Final = 1 << 22
"""Words compared in all from which a second thread pays."""


class Pairs(NamedTuple):
    """Square matrices of counts: b[i, j] items that only model i passed, c[i, j] that only model j passed."""

    b: Ints
    c: Ints

    def _matrix(self, function: Any, diagonal: float) -> Floats:
        models = self.b.shape[0]
        rows, columns = np.triu_indices(models, 1)
        b, c = self.b[rows, columns], self.c[rows, columns]
        # pairs of like imbalance together: a chunk then stays in one band, with the shortest series that serves it
        order = np.argsort(np.abs(b - c) / np.maximum(b + c, 1))
        values = np.empty(rows.size)
        values[order] = function(b[order], c[order])
        out = np.full((models, models), diagonal)
        out[rows, columns] = values
        out[columns, rows] = values
        return out

    def p(self) -> Floats:
        """Return the matrix of exact two-sided p-values; the diagonal is 1."""
        return self._matrix(pvalues.exact_p, 1.0)

    def log_p(self) -> Floats:
        """Return the matrix of their natural logarithms, finite however small p is; the diagonal is 0."""
        return self._matrix(pvalues.log_exact_p, 0.0)


def by_product(outcomes: npt.NDArray[np.bool_]) -> Ints:
    """Return how many items both models of each pair passed: products of float32 matrices of zeros and ones."""
    models, items = outcomes.shape
    both: Ints = np.zeros((models, models), dtype=np.int64)
    for start in range(0, items, BLOCK):
        block: npt.NDArray[np.float32] = outcomes[:, start : start + BLOCK].astype(np.float32)
        both += (block @ block.T).astype(np.int64)
    return both


def by_bits(outcomes: npt.NDArray[np.bool_], *, threads: int | None = None) -> Ints:
    """Return the same by popcount: 64 items a word, the half triangle only, rows shared out among threads.

    Needs `numpy.bitwise_count` (numpy 2). `threads=None` uses one thread for each processor where that pays.
    """
    threads = read_threads(threads)
    models, items = outcomes.shape
    packed = np.packbits(outcomes, axis=1)
    words = np.zeros((models, -(-items // 64)), dtype=np.uint64)
    words.view(np.uint8)[:, : packed.shape[1]] = packed
    both: Ints = np.zeros((models, models), dtype=np.int64)
    piece = min(PIECE, max(words.shape[1], 1))
    height = min(models, max(AT_ONCE // piece, 1))

    def work(first: int, step: int) -> None:
        anded = np.empty((height, piece), dtype=np.uint64)
        bits = np.empty((height, piece), dtype=np.uint8)
        for start in range(0, words.shape[1], piece):
            part = words[:, start : start + piece]
            width = part.shape[1]
            for row in range(first, models - 1, step):
                for low in range(row + 1, models, height):
                    others = part[low : low + height]
                    size = others.shape[0]
                    np.bitwise_and(others, part[row], out=anded[:size, :width])
                    np.bitwise_count(anded[:size, :width], out=bits[:size, :width])
                    both[row, low : low + size] += bits[:size, :width].sum(axis=1, dtype=np.uint32)

    many = models * models * words.shape[1] >= 2 * THREADS_FROM  # half of the square is compared
    workers = threads if threads is not None else (os.cpu_count() or 1) if many else 1
    if workers <= 1:
        work(0, 1)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for done in [pool.submit(work, first, workers) for first in range(workers)]:
                done.result()
    both += both.T.copy()
    np.fill_diagonal(both, outcomes.sum(axis=1, dtype=np.int64))
    return both


def all_pairs(outcomes: Any) -> Pairs:
    """Return the discordant counts b, c of every two of M models on K items.

    `outcomes` is an M x K array of bool, or of 0 and 1. Exact for every K. Where numpy counts bits (2.0 on) and
    K >= 16384 the counts come from a popcount of packed rows, else from float32 matrix products (sums below 2^24), the
    faster of the two there. Raises `TableError` for another shape or value.

    >>> b, c = all_pairs([[1, 1, 0, 1], [1, 0, 1, 0]])
    >>> b.tolist(), c.tolist()
    ([[0, 2], [1, 0]], [[0, 1], [2, 0]])
    """
    if masked(outcomes):
        raise TableError("outcomes have masked entries; an item counts where every model has an outcome")
    try:
        array = np.asarray(outcomes)
    except ValueError as error:
        raise TableError(f"outcomes are no array: {error}") from None
    if array.ndim != 2:
        raise TableError(f"outcomes have shape {array.shape}; give one row for each model and one column for each item")
    if array.dtype.kind != "b":
        if array.dtype.kind not in "iuf" or not bool(((array == 0) | (array == 1)).all()):
            raise TableError(f"outcomes of dtype {array.dtype} hold more than 0 and 1; outcomes are True/False or 1/0")
        array = array.astype(bool)
    bits = array.shape[1] >= BITS_FROM and hasattr(np, "bitwise_count")
    both = by_bits(array) if bits else by_product(array)
    b = array.sum(axis=1, dtype=np.int64)[:, None] - both
    return Pairs(b, np.ascontiguousarray(b.T))
