"""The chi-square and Edwards p-values in binary64: erfc(sqrt(x/2)) at the exact rational statistic x."""

from __future__ import annotations

from discordant.fast.counts import read_counts
from discordant.fast.normal import erfc_sqrt, log_erfc_sqrt

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any
else:
    Any = object  # so that the hints of public functions can be read


def _at(function: Callable[[int, float], float], d: int, n: int, at_zero: float) -> float:
    if d <= 0:
        return at_zero
    q, r = divmod(d * d, 2 * n)
    return function(q, r / (2 * n))


def chi_square_p(b: Any, c: Any) -> float:
    """Return the p-value of McNemar's chi-square, P(chi2_1 >= (b-c)^2/(b+c)), as a float [McNemar1947].

    Within 3 ulp, within one spacing where subnormal; 1.0 where b = c (n = 0 included). Raises `TableError` for what is
    no count, `TooLarge` for b + c > 2^53.

    >>> round(chi_square_p(17, 3), 10)
    0.0017451187
    """
    b, c = read_counts(b, c)
    return _at(erfc_sqrt, abs(b - c), b + c, 1.0)


def log_chi_square_p(b: Any, c: Any) -> float:
    """Return the natural logarithm of `chi_square_p`, however small it is (within 2 ulp for p <= 1/2, 4 above).

    >>> log_chi_square_p(5, 5)
    0.0
    """
    b, c = read_counts(b, c)
    return _at(log_erfc_sqrt, abs(b - c), b + c, 0.0)


def edwards_p(b: Any, c: Any) -> float:
    """Return the p-value of Edwards' corrected statistic max(0, |b-c| - 1)^2/(b+c) as a float [Edwards1948].

    Bounds and errors as in `chi_square_p`; 1.0 where |b-c| <= 1.

    >>> edwards_p(5, 5)
    1.0
    """
    b, c = read_counts(b, c)
    return _at(erfc_sqrt, abs(b - c) - 1, b + c, 1.0)


def log_edwards_p(b: Any, c: Any) -> float:
    """Return the natural logarithm of `edwards_p`, however small it is.

    >>> log_edwards_p(5, 4)
    0.0
    """
    b, c = read_counts(b, c)
    return _at(log_erfc_sqrt, abs(b - c) - 1, b + c, 0.0)
