"""Power when the items fall into strata of their own probabilities: easy and hard suites, for example.

The joint distribution of (b, c) is built one item at a time: multiplying sum P(b, c) x^b y^c by R + B x + C y. Each row
of constant c is one packed integer whose fields are the masses of b = 0, 1, ..., so a step is a few products of large
integers for each row. Exact where the fields are wide enough for every digit; else each field is cut downward after
each step, and the mass that the cuts lost in all bounds the error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from discordant.enclosed.real import Real
from discordant.errors import ArgumentError, TooLarge
from discordant.level import Exactly
from discordant.planning.design import Design
from discordant.planning.effect import Effect
from discordant.planning.region import region
from discordant.table import read_count

Strata = Sequence[tuple[int, Effect]]

MAX_ITEMS: Final = 1000
"""Most items in all strata together (N^3 field operations; about ten seconds enclosed)."""

_EXACT_WORK: Final = 3 * 10**9
"""Largest N^3 log2(denominator) for the exact sum, a few seconds."""


def _read(strata: Strata) -> tuple[list[tuple[int, Effect]], int]:
    read = [(read_count(count, f"strata[{i}] count"), effect) for i, (count, effect) in enumerate(strata)]
    if not read:
        raise ArgumentError("strata is empty; give (count, Effect) for each stratum")
    N = sum(count for count, _ in read)
    if N > MAX_ITEMS:
        raise TooLarge(
            "the power over strata",
            predicted=N,
            limit=MAX_ITEMS,
            unit="items",
            alternative="power(N, ...) at the mean probabilities is close to it",
        )
    return read, N


def _denominator(strata: Strata) -> int:
    return math.lcm(*(q.denominator for _, effect in strata for q in (effect.p_b, effect.p_c)))


def _rows(strata: Strata, N: int, width: int, cut: int) -> list[int]:
    """Return for each c the packed masses of b: fields of `width` bits, cut down by `cut` bits after each item."""
    d = _denominator(strata)
    one = d if cut == 0 else 1 << (width - cut - 2)
    mask = 0
    if cut:
        field = (1 << (width - cut)) - 1
        for _ in range(N + 1):
            mask = mask << width | field
    rows = [1 if cut == 0 else one]
    for count, effect in strata:
        up, down = int(effect.p_b * d), int(effect.p_c * d)
        rest = d - up - down
        for _ in range(count):
            new = [rest * row + (up * row << width) for row in rows] + [0]
            for c, row in enumerate(rows):
                new[c + 1] += down * row
            if cut:  # divide by d <= 2^cut through a multiplication by floor(2^cut / d), which only loses mass
                scale = (1 << cut) // d
                new = [(scale * row >> cut) & mask for row in new]
            rows = new
    return rows


def _rejected(rows: list[int], counts: list[int], width: int, design: Design) -> tuple[int, int]:
    """Return the packed mass of the significant splits, and of all."""
    hit = total = 0
    size = width // 8
    for c, row in enumerate(rows):
        data = row.to_bytes((row.bit_length() + 7) // 8 or 1, "little")
        for b, start in enumerate(range(0, len(data), size)):
            mass = int.from_bytes(data[start : start + size], "little")
            if not mass:
                continue
            total += mass
            critical = counts[b + c]
            if c <= critical or (design.alternative == "two-sided" and b <= critical):
                hit += mass
    return hit, total


def power_of_strata(
    strata: Strata, *, alpha: Exactly = "0.05", method: str = "exact", alternative: str = "two-sided"
) -> Real:
    """Return the probability that a test over all strata together will be significant at alpha, as a certified Real.

    `strata` is (number of items, `Effect`) for each; items are independent. For up to about 250 items the Real is exact
    (`exact_value` is the Fraction); beyond, an enclosure. Significance in either direction counts.

    Raises `ArgumentError` for no strata, `TooLarge` above 1000 items, and what `Design.read` raises.

    >>> halves = [(100, Effect.of_rates(".45", ".50")), (100, Effect.of_rates(".85", ".90"))]
    >>> power_of_strata(halves).decimal(4), power_of_strata(halves, method="mid-p").decimal(4)
    ('0.1849', '0.2144')
    """
    read, N = _read(strata)
    design = Design.read(alpha, method=method, alternative=alternative)
    counts = region(N, design)
    d = _denominator(read)
    bits = d.bit_length()
    if N**3 * bits <= _EXACT_WORK:
        width = -(-(N * bits + 1) // 8) * 8
        hit, total = _rejected(_rows(read, N, width, 0), counts, width, design)
        return Real.exact(Fraction(hit, total), what="the power over strata")

    def refine(precision: int) -> tuple[Fraction, Fraction]:
        # each item loses at most one unit per field and a share d / 2^cut of its mass
        cut = precision + bits + 16
        width = -(-(2 * cut + precision + 2 * N.bit_length() + 8) // 8) * 8
        hit, total = _rejected(_rows(read, N, width, cut), counts, width, design)
        one = 1 << (width - cut - 2)
        return Fraction(hit, one), Fraction(hit + one - total, one)

    return Real.refined(refine, what="the power over strata")
