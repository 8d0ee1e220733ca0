"""k! and 1/k! for k <= 8019, each as two floats and an exponent: P(X = m) without a logarithm or an exponential."""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Final

LARGEST: Final = 8019
"""Largest n with n H(sqrt 0.18) < 745.14; beyond it p < e^-745.14 < 2^-1075 wherever (d/n)^2 > 0.18. By exact integers
p >= 2^-1075 ends there earlier, with n = 7980 and m = 2297."""
_KEPT: Final = 160

Factorial = tuple[float, float, int, float, float]


@cache
def factorials() -> list[Factorial]:
    """Return (high, low, exponent, short, rest) for k = 0 ... 8019.

    k! = (high + low) 2^exponent to a relative 2^-105, which `subnormal` needs; 1/k! = (short + rest) 2^-exponent to
    2^-78. `short` has 26 bits, so that the product of two of them is exact. The running product is truncated to 160
    bits, so that it is off by at most k 2^-159 of itself.
    """
    rows: list[Factorial] = [(1.0, 0.0, 0, 1.0, 0.0)]
    value, exponent = 1, 0
    for k in range(1, LARGEST + 1):
        value *= k
        extra = value.bit_length() - _KEPT
        if extra > 0:
            value >>= extra
            exponent += extra
        length = value.bit_length()
        high = value / (1 << length)
        low = ((value << 53) - (int(high * 2**53) << length)) / (1 << (length + 53))
        inverse = (1 << (length + 105)) // value  # 2^105 times a number from 1 to 2
        leading = inverse >> 80
        rest = (inverse - (leading << 80)) / (1 << 105)
        rows.append((high, low, exponent + length, leading / (1 << 25), rest))
    return rows


def mass_of(n: int, m: int) -> tuple[float, int]:
    """Return P(X = m) = n! / (m! (n-m)! 2^n) as a mantissa (within 1 ulp) and an exponent, for n <= 8019."""
    rows = factorials()
    high, low, exponent, _, _ = rows[n]
    _, _, below, first, first_rest = rows[m]
    _, _, above, second, second_rest = rows[n - m]
    both = first * second
    product = high * both
    product += high * (first * second_rest + first_rest * (second + second_rest)) + low * both
    return product, exponent - below - above - n
