"""All pairs of a leaderboard: the discordant counts of every two models on the same items."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from discordant.errors import TableError
from discordant.fast.batch import pvalues
from discordant.fast.batch.arrays import Floats, Ints

BLOCK: Final = 1 << 22
"""Items per matrix product: float32 counts are exact below 2^24."""


class Pairs(NamedTuple):
    """Square matrices of counts: b[i, j] items that only model i passed, c[i, j] that only model j passed."""

    b: Ints
    c: Ints

    def _matrix(self, function: Any, diagonal: float) -> Floats:
        models = self.b.shape[0]
        rows, columns = np.triu_indices(models, 1)
        values = function(self.b[rows, columns], self.c[rows, columns])
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


def all_pairs(outcomes: Any) -> Pairs:
    """Return the discordant counts b, c of every two of M models on K items.

    `outcomes` is an M x K array of bool, or of 0 and 1. Exact for every K: both[i, j] is a product of float32 matrices
    of zeros and ones (sums below 2^24), in blocks of 4,194,304 items. Raises `TableError` for another shape or value.

    >>> b, c = all_pairs([[1, 1, 0, 1], [1, 0, 1, 0]])
    >>> b.tolist(), c.tolist()
    ([[0, 2], [1, 0]], [[0, 1], [2, 0]])
    """
    array = np.asarray(outcomes)
    if array.ndim != 2:
        raise TableError(f"outcomes have shape {array.shape}; give one row for each model and one column for each item")
    if array.dtype.kind != "b":
        if array.dtype.kind not in "iuf" or not bool(((array == 0) | (array == 1)).all()):
            raise TableError(f"outcomes of dtype {array.dtype} hold more than 0 and 1; outcomes are True/False or 1/0")
        array = array.astype(bool)
    models, items = array.shape
    both: Ints = np.zeros((models, models), dtype=np.int64)
    for start in range(0, items, BLOCK):
        block: npt.NDArray[np.float32] = array[:, start : start + BLOCK].astype(np.float32)
        both += (block @ block.T).astype(np.int64)
    passed = array.sum(axis=1, dtype=np.int64)
    b = passed[:, None] - both
    return Pairs(b, np.ascontiguousarray(b.T))
