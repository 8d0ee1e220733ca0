"""The fast path on arrays: any shape, broadcasting, every integer dtype, bounded memory, threads for long arrays.

    from discordant.fast import batch
    batch.exact_p(b, c)            # ndarray of the shape that b and c broadcast to
    b, c = batch.all_pairs(outcomes)

Needs numpy (extra `fast`). The values are those of the scalar functions within the bounds stated there: correctly
rounded p and mid-p for n <= 1023, 4 ulp beyond; log p within 2 ulp up to p = 1/2 and 4 above. Beyond n = 1023 the last
bits of a value may depend on the counts beside it, by which the polynomials of a chunk are chosen; they do not depend
on the number of threads.
"""

from __future__ import annotations

from discordant.errors import MissingExtra

try:
    import numpy as _numpy  # noqa: F401 - asked for first, so that its absence is told in one sentence
except ImportError:
    raise MissingExtra("discordant.fast.batch", package="numpy", extra="fast") from None

from discordant.fast.batch.intervals import newcombe_corrected, newcombe_plain, wald, wilson
from discordant.fast.batch.pairs import Pairs, all_pairs
from discordant.fast.batch.pvalues import (
    chi_square_p,
    edwards_p,
    exact_p,
    log_chi_square_p,
    log_edwards_p,
    log_exact_p,
    log_mid_p,
    mid_p,
)
from discordant.fast.batch.tango import tango

__all__ = [
    "Pairs",
    "all_pairs",
    "chi_square_p",
    "edwards_p",
    "exact_p",
    "log_chi_square_p",
    "log_edwards_p",
    "log_exact_p",
    "log_mid_p",
    "mid_p",
    "newcombe_corrected",
    "newcombe_plain",
    "tango",
    "wald",
    "wilson",
]
