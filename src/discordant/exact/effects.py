"""Effect sizes of a paired table: exact rationals, with the cases that the counts do not define said so."""

from __future__ import annotations

import math
from fractions import Fraction

from discordant.errors import TableError, UndefinedError
from discordant.table import Discordant, Table, read_count


def delta(table: Table) -> Fraction:
    """Return the pass-rate difference (b-c)/N, candidate minus baseline, a proportion (not points), exactly.

    Raises `UndefinedError` for the table of no items, and `TableError` where only b and c are known.

    >>> delta(Table(157, 17, 3, 23))
    Fraction(7, 100)
    """
    if isinstance(table, Discordant):
        raise TableError("delta needs all four cells: with b and c alone the number of items is unknown")
    if table.N == 0:
        raise UndefinedError("delta of a table without items is undefined; N is 0")
    return Fraction(table.b - table.c, table.N)


def _ratio(numerator: int, denominator: int) -> Fraction | float | None:
    if denominator:
        return Fraction(numerator, denominator)
    return math.inf if numerator else None


def odds_ratio(b: int, c: int) -> Fraction | float | None:
    """Return the conditional (matched) odds ratio b/c, exactly: math.inf where only c is 0, None where both are.

    Raises `TableError`.

    >>> odds_ratio(17, 3)
    Fraction(17, 3)
    """
    return _ratio(read_count(b, "b"), read_count(c, "c"))


def risk_ratio(table: Table) -> Fraction | float | None:
    """Return the ratio of pass rates (a+b)/(a+c), candidate over baseline, exactly.

    math.inf where only the baseline passed nothing, None where neither passed anything. Raises `TableError` where
    only b and c are known.

    >>> risk_ratio(Table(157, 17, 3, 23))
    Fraction(87, 80)
    """
    if isinstance(table, Discordant):
        raise TableError("the ratio of pass rates needs all four cells; only b and c are known")
    return _ratio(table.candidate_passes, table.baseline_passes)


def cohen_g(b: int, c: int) -> Fraction | None:
    """Return Cohen's g = b/n - 1/2, exactly [Cohen1988]; positive where the candidate is better, None at n = 0.

    Raises `TableError`.

    >>> cohen_g(17, 3)
    Fraction(7, 20)
    """
    b, c = read_count(b, "b"), read_count(c, "c")
    return Fraction(b - c, 2 * (b + c)) if b + c else None
