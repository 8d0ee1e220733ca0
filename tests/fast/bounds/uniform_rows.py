"""The rows of `uniform_pieces.bin` against D = n H(s), s C and s C + g, on the whole of each piece.

docs/fast-bounds.md, part 5. On a piece, s = c + t: each function's Taylor polynomial in t comes in balls from its
closed form, its remainder from the next coefficient at the whole piece. The difference from the committed coefficients
is a polynomial, at most the sum of its absolute Chebyshev coefficients.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flint import arb, arb_series

from discordant.fast import uniform_pieces
from discordant.fast.uniform_pieces import FIRST, LARGEST, PER_UNIT, ROWS, TERMS
from fast.bounds.corrections import RADIUS, chebyshev_sum, on_the_circle, taylor
from fast.bounds.recombination import enclosed_mass, least_mass, stirling
from fast.bounds.supremum import N_MIN, ORDERS, twice_entropy, working

ORDER = 16
LENGTH = 60
"""Taylor coefficients of c_k in y: (0.182/0.75)^60 is 2^-122."""
PRECISION = 256
DEEPEST = 746
"""From this D on p is 0."""


@dataclass(frozen=True, slots=True)
class RowError:
    """For one row, relative to p or mid-p: the error of D, and that of the correction with and without g."""

    depth: arb
    with_mass: arb
    without_mass: arb


def entropy(s: arb_series) -> arb_series:
    """Return H(s)."""
    return ((1 + s) * (1 + s).log() + (1 - s) * (1 - s).log()) / 2


def corrections(s: arb_series) -> list[arb_series]:
    """Return s c_k(s^2) for k < ORDERS, but for the Taylor coefficients from LENGTH on."""
    y = s * s
    out = []
    for coefficients in taylor():
        total = y * 0
        for value in reversed(coefficients[:LENGTH]):
            total = total * y + value
        out.append(s * total)
    return out


def masses(s: arb_series) -> list[arb_series]:
    """Return g_k for k < ORDERS."""
    left, right = 2 / (1 - s), 2 / (1 + s)
    logs: dict[int, arb_series] = {}
    powers = left, right
    for e in range(1, ORDERS, 2):
        logs[e] = stirling(e) * (1 - powers[0] - powers[1])
        powers = powers[0] * left * left, powers[1] * right * right
    out = [1 / (1 - s * s).sqrt()]
    for k in range(1, ORDERS):
        out.append(sum((e * logs[e] * out[k - e] for e in logs if e <= k), s * 0) / k)
    return out


Functions = Callable[[arb_series], list[arb_series]]


def beyond(functions: Functions, middle: arb, half: arb) -> tuple[list[list[arb]], list[arb]]:
    """Return the Taylor coefficients in t of each function below ORDER, and a bound of each remainder on the piece."""
    at_middle = [list(value.coeffs()) for value in functions(arb_series([middle, 1]))]
    at_piece = [list(value.coeffs()) for value in functions(arb_series([middle + half * arb(0, 1), 1]))]
    rest = [(abs(value[ORDER]) * half**ORDER).upper() if len(value) > ORDER else arb(0) for value in at_piece]
    return [[*value, *([arb(0)] * ORDER)][:ORDER] for value in at_middle], rest


def _less(coefficients: list[arb], row: Sequence[float]) -> list[arb]:
    return [value - (arb(row[j]) if j < len(row) else 0) for j, value in enumerate(coefficients)]


def _columns(numbers: Sequence[float]) -> list[list[float]]:
    """Return the polynomials in t that multiply n^0, n^-1, ...: TERMS numbers, one fewer for each further power."""
    out, place = [], 0
    for k in range(TERMS):
        out.append(list(numbers[place : place + TERMS - k]))
        place += TERMS - k
    return out


def row_error(piece: int, rows: dict[bool, Sequence[float]]) -> RowError:
    """Return the bounds for s in [piece, piece + 1] / PER_UNIT, N_MIN <= n <= LARGEST and D <= DEEPEST.

    `rows` has the row for p and the one for mid-p.
    """
    half = arb(1) / (2 * PER_UNIT)
    middle = arb(2 * piece + 1) * half
    high = middle + half
    i = arb(1) / N_MIN
    h, h_low, slope, slope_low, *curve = rows[True][:9]

    (depth,), (depth_rest,) = beyond(lambda s: [entropy(s)], middle, half)
    difference = _less(depth, [])
    for place, value in ((0, h), (0, h_low), (1, slope), (1, slope_low), *enumerate(curve, 2)):
        difference[place] -= value
    largest = (2 * DEEPEST / twice_entropy(middle - half)).min(arb(LARGEST))
    # an error e of D is one of e e^-D (1/sqrt(pi D) + ...) <= e sqrt(1 + 1/D) E e^-D: largest, with n, at the largest n
    slope_of_tail = (1 + 2 / (largest * twice_entropy(middle - half))).sqrt() / least_mass(high)
    depth_error = (chebyshev_sum(difference, -half, half) + depth_rest) * largest * slope_of_tail

    # sqrt(2/(pi n)) e / E <= sqrt(2H + 2/n) e, as in part 4, and E <= mid-p e^D / least_mass
    weight = (twice_entropy(high) + 2 * i).sqrt() / least_mass(high)
    ratio = high**2 / arb(RADIUS)
    circle = on_the_circle()
    parts, rests = beyond(corrections, middle, half)
    more, more_rests = beyond(masses, middle, half)
    gamma = enclosed_mass(middle + half * arb(0, 1)) * i**ORDERS
    errors = {}
    for mass in (True, False):
        total = gamma if mass else arb(0)
        for k in range(ORDERS):
            value = [a + b for a, b in zip(parts[k], more[k], strict=True)] if mass else parts[k]
            slack = rests[k] + (more_rests[k] if mass else 0) + circle[k] * ratio**LENGTH / (1 - ratio)
            known = _columns(rows[mass][9:])[k] if k < TERMS else []
            total += (chebyshev_sum(_less(value, known), -half, half) + slack) * i**k
        errors[mass] = (total * weight).upper()
    return RowError(depth_error.upper(), errors[True], errors[False])


def largest_errors(step: int = 1) -> RowError:
    """Return the largest of each over every `step`-th row."""
    tables = {mass: uniform_pieces._load(mass) for mass in (True, False)}
    depth = with_mass = without_mass = arb(0)
    with working(PRECISION, ORDER + 1):
        for place in range(0, ROWS, step):
            found = row_error(place + FIRST, {mass: rows[place] for mass, rows in tables.items()})
            depth = depth.max(found.depth)
            with_mass, without_mass = with_mass.max(found.with_mass), without_mass.max(found.without_mass)
    return RowError(depth.upper(), with_mass.upper(), without_mass.upper())
