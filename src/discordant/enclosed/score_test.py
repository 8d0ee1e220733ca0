"""Tests whose inversion is an interval: the two-sided p of Tango's score at any delta, and non-inferiority."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.delta import interval, read_table
from discordant.enclosed.delta.tango import tango_score
from discordant.enclosed.delta.unconditional import unconditional_p
from discordant.enclosed.elementary import erfc_sqrt
from discordant.enclosed.real import Real
from discordant.errors import ArgumentError, LevelError
from discordant.level import Exactly, read_exact, shown
from discordant.table import Table

CORRECTION: Final = {"tango": 0, "tango-cc": 1}
"""By how much each score's numerator is reduced."""

METHODS: Final = (*CORRECTION, "exact-unconditional")


def p_value(table: Table, *, null_delta: Exactly, method: str = "tango") -> Real:
    """Return the two-sided p-value of the hypothesis delta = null_delta, a probability, as a Real.

    P(|Z| > |T|), T Tango's score at that delta ("tango-cc": its numerator reduced by 1, at least 0) [Tango1998]: p is
    below 1 - level exactly where the interval of the same name at that level excludes null_delta. Certified to any
    precision. At null_delta = 0 it is McNemar's chi-square p, or Edwards'. Where T is 0/0 (b = c = 0 at 0, b = N at 1,
    c = N at -1) p is 1; at 1 or -1 it is else 0 wherever the numerator is not 0. "exact-unconditional" gives the
    supremum over the nuisance parameter instead, and refuses N > 500 (N > 100 unless null_delta is 0) with `TooLarge`.
    Raises `TableError`, `UndefinedError`, `LevelError` for a null outside [-1, 1], `ArgumentError` for another method.

    >>> p_value(Table(157, 17, 3, 23), null_delta="0").decimal(4)
    '0.0017'
    >>> p_value(Table(157, 17, 3, 23), null_delta="0.02").decimal(4)
    '0.0180'
    """
    table = read_table(table, "a test of delta")
    if not isinstance(method, str) or method not in METHODS:
        raise ArgumentError(f"method={method!r} is not a score test; choose one of {', '.join(METHODS)}")
    number = read_exact(null_delta, "null_delta", signed=True)
    null = number.value
    if abs(null) > 1:
        raise LevelError(f"null_delta={shown(null_delta)} is outside [-1, 1], the range of a difference of pass rates")
    if method == "exact-unconditional":
        return unconditional_p(table, null)
    what = f"the {method} p at delta = {number.text}"
    distance = table.b - table.c - table.N * null
    if distance < 0:  # exchange the runs, so that the numerator is positive
        table, null, distance = table.swapped(), -null, -distance
    if distance <= CORRECTION[method]:
        return Real.exact(1, what=what)
    if abs(null) == 1:
        return Real.exact(0, what=what)
    score = tango_score(table, CORRECTION[method])

    def refine(bits: int) -> Bracket:
        # the tail turns a relative error of T^2 / 2 into one of about T^2 / 2 times that
        half = score.square(null, bits + 32) / 2
        size = max(0, half.hi.bit_length() + half.exp)
        half = score.square(null, bits + 32 + size) / 2
        return erfc_sqrt(half, bits + 8).at(bits)

    return Real.refined(refine, what=what)


def noninferior(table: Table, margin: Exactly, *, level: Exactly = "0.95", method: str = "tango") -> bool:
    """Return whether the candidate is not worse than the baseline by `margin` or more.

    True exactly where the lower limit of the two-sided interval for delta at `level` lies above -margin: a one-sided
    test at alpha = (1 - level) / 2, the inversion of that interval, decided exactly. `margin` is a proportion, an exact
    decimal in [0, 1]; `method` any interval for delta. Raises what `interval` raises, `LevelError` for another margin,
    and `Undecided` where a limit is too close to -margin.

    >>> noninferior(Table(157, 17, 3, 23), "0.05"), noninferior(Table(70, 3, 4, 5), "0.05")
    (True, False)
    """
    return interval(table, method, level=level).lower.compare(-_margin(margin)) > 0


def equivalent(table: Table, margin: Exactly, *, level: Exactly = "0.90", method: str = "tango") -> bool:
    """Return whether both limits of the interval for delta at `level` lie strictly within -margin and margin.

    Two one-sided tests at alpha = (1 - level) / 2 each, hence the default level of 0.90 for alpha = 0.05. Arguments and
    errors as for `noninferior`.

    >>> equivalent(Table(900, 20, 18, 62), "0.03")
    True
    """
    bound = _margin(margin)
    found = interval(table, method, level=level)
    return found.lower.compare(-bound) > 0 > found.upper.compare(bound)


def _margin(margin: Exactly) -> Fraction:
    value = read_exact(margin, "margin").value
    if value < 0 or value > 1:
        raise LevelError(f"margin={shown(margin)} is outside [0, 1]; give a proportion such as '0.05' (5 points)")
    return value
