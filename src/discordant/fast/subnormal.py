"""n > 1023 and p near or below 2^-1022: p from integers of a hundred bits and more, rounded to a float once.

A subnormal keeps fewer digits the smaller it is, so a float that is rounded before it is scaled down is rounded twice.
"""

from __future__ import annotations

from discordant.fast import wide
from discordant.fast.factorials import LARGEST, factorials
from discordant.fast.ratio_pieces import FAR, SUBNORMAL
from discordant.fast.triangle import SMALL

TYPE_CHECKING = False  # typing's own name; its import would cost more than all of fast does
if TYPE_CHECKING:
    from typing import Final

BITS: Final = 106
"""Of the factorials' two floats, and of the sum of ratios."""
_TERMS: Final = 90
"""0.4043^90 is below 2^-117."""


def _integer(high: float, low: float) -> int:
    """Return (high + low) 2^106 for high in [1/2, 1)."""
    return (int(high * 2**53) << 53) + int(low * 2**106)


def _by_ratios(n: int, m: int, mass: bool, halvings: int) -> float:
    rows = factorials()
    (high, low, top, *_), (first, first_low, below, *_), (second, second_low, above, *_) = (
        rows[n],
        rows[m],
        rows[n - m],
    )
    total = 0
    for k in range(min(m, _TERMS), 0, -1):
        total = ((1 << BITS) + total) * (m - k + 1) // (n - m + k)
    total += 1 << (BITS if mass else BITS - 1)
    num = _integer(high, low) * total
    den = _integer(first, first_low) * _integer(second, second_low)
    return num / (den << (n + below + above - top - 1 + halvings))


def tail(n: int, d: int, mass: bool, halvings: int = 0) -> float:
    """Return p (`mass`) or mid-p for d = |b-c|, halved so often and rounded once (unless within 2^-78 of halfway)."""
    s = d / n
    if s * s > FAR:
        return _by_ratios(n, (n - d) // 2, mass, halvings) if n <= LARGEST else 0.0
    mantissa, exponent = wide.approximate(n, d, mass=mass)
    return mantissa / (1 << (halvings - exponent))


def half(p: float, n: int, d: int, mass: bool) -> float:
    """Return the one-sided value, of which `p` is twice the rounded one; it too is rounded once."""
    if p >= SUBNORMAL or p == 0.0 or n <= SMALL:  # the least p of a row up to n = 1023 are powers of two
        return 0.5 * p
    return tail(n, d, mass, 1)
