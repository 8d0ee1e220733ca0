"""A second algorithm for every expected value that is no interval limit: definitions, summed or evaluated at 80 digits.

Nothing here calls the oracle. Tails are sums of math.comb over outcomes, or beyond a few thousand items a ratio series
on log-gamma functions; chi-square p-values come from mpmath's erfc; thresholds from a search. A disagreement stops the
generation of the vectors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import mpmath

from discordant.conformance.expected import Target, read_target
from discordant.errors import DiscordantError

_SUMMED_UP_TO: Final = 3000
_RELATIVE: Final = Fraction(1, 10**36)
"""How far a witness at 80 digits may lie from a bracket of 40 (cancellation in log-gamma at n = 10^9 costs a dozen)."""

Inputs = dict[str, str]


class DisagreementError(DiscordantError):
    """Oracle and second algorithm differ: one of them is wrong, and no vector is written."""


@lru_cache(maxsize=2)
def _context(digits: int = 80) -> Any:
    context = mpmath.MPContext()
    context.dps = digits
    return context


@lru_cache(maxsize=64)
def _series_tail(n: int, m: int) -> tuple[Any, Any]:
    """Return P(X <= m) and P(X = m), X ~ Bin(n, 1/2), m <= n/2, as 80-digit floats."""
    mp = _context()
    mass = mp.exp(mp.loggamma(n + 1) - mp.loggamma(m + 1) - mp.loggamma(n - m + 1) - n * mp.log(2))
    term, total, k = mp.mpf(1), mp.mpf(1), m
    while k and term > mp.mpf(10) ** -75:
        term = term * k / (n - k + 1)
        total += term
        k -= 1
    return mass * total, mass


def _tail_and_mass(n: int, m: int) -> tuple[Any, Any]:
    if n <= _SUMMED_UP_TO:
        row = [math.comb(n, k) for k in range(m + 1)]
        return Fraction(sum(row), 2**n), Fraction(row[-1], 2**n)
    if 2 * m > n:  # P(X <= m) = 1 - P(X <= n-m) + P(X = m)
        tail, mass = _tail_and_mass(n, n - m)
        return 1 - tail + mass, mass
    return _series_tail(n, m)


def _exact_p(inputs: Inputs) -> Any:
    b, c, n = int(inputs["b"]), int(inputs["c"]), int(inputs["b"]) + int(inputs["c"])
    alternative = inputs.get("alternative", "two-sided")
    if alternative == "two-sided":
        return min(1, 2 * _tail_and_mass(n, min(b, c))[0])
    return _tail_and_mass(n, c if alternative == "candidate" else b)[0]


def _mid_p(inputs: Inputs) -> Any:
    b, c = int(inputs["b"]), int(inputs["c"])
    tail, mass = _tail_and_mass(b + c, min(b, c))
    if inputs.get("tie") == "folded" and b == c:
        return 1 - mass / 2
    return 2 * (tail - mass) + mass


def _statistic(inputs: Inputs, correction: int) -> Fraction:
    b, c = int(inputs["b"]), int(inputs["c"])
    gap = max(0, abs(b - c) - correction)
    return Fraction(gap * gap, max(1, b + c))


def _chi_square(correction: int) -> Callable[[Inputs], Any]:
    def value(inputs: Inputs) -> Any:
        statistic = _statistic(inputs, correction)
        if inputs["output"] == "statistic":
            return statistic
        mp = _context(120)  # erfc loses digits in proportion to its squared argument
        return mp.erfc(mp.sqrt(mp.mpf(statistic.numerator) / (2 * statistic.denominator)))

    return value


def _two_sided(method: str, n: int, m: int) -> Any:
    inputs = {"b": str(n - m), "c": str(m), "output": "p"}
    if method == "exact":
        return _exact_p(inputs)
    if method == "mid-p":
        return _mid_p(inputs)
    return _chi_square(1 if method == "edwards" else 0)(inputs)


def _level(text: str) -> Any:
    return Fraction(text)


def _below(p: Any, alpha: Fraction) -> bool:
    if isinstance(p, (Fraction, int)):
        return p < alpha
    return bool(p * alpha.denominator < alpha.numerator)


def _is_critical(inputs: Inputs, record: dict[str, Any]) -> bool:
    """Whether p < alpha at the recorded count and not at the next one (p rises with the count)."""
    n, alpha, method = int(inputs["n"]), _level(inputs["alpha"]), inputs["method"]
    m = -1 if record["kind"] == "none" else int(record["value"])
    below = m < 0 or _below(_two_sided(method, n, m), alpha)
    beyond = m + 1 > n // 2 or not _below(_two_sided(method, n, m + 1), alpha)
    return below and beyond


def _least_discordant(inputs: Inputs) -> str:
    n, alpha = 0, _level(inputs["alpha"])
    while not _below(_two_sided(inputs["method"], n, 0), alpha):
        n += 1
    return str(n)


def _outcomes(inputs: Inputs) -> str:
    pairs = list(zip(inputs["candidate"].split(), inputs["baseline"].split(), strict=True))
    return " ".join(str(pairs.count(cell)) for cell in (("1", "1"), ("1", "0"), ("0", "1"), ("0", "0")))


def _crosstab(inputs: Inputs) -> str:
    cells = {(r, k): cell for r, row in enumerate(inputs["crosstab"].split(";")) for k, cell in enumerate(row.split())}
    passed = 0 if inputs["first"] == "pass" else 1
    wanted = []
    for candidate, baseline in ((True, True), (True, False), (False, True), (False, False)):
        x, y = (passed if candidate else 1 - passed), (passed if baseline else 1 - passed)
        wanted.append(cells[(x, y) if inputs["candidate"] == "rows" else (y, x)])
    return " ".join(wanted)


def _delta(inputs: Inputs) -> Fraction:
    a, b, c, d = (int(inputs[letter]) for letter in "abcd")
    total = a + b + c + d
    return Fraction(a + b, total) - Fraction(a + c, total)


_TEXT: Final[dict[str, Callable[[Inputs], str]]] = {
    "least_discordant": _least_discordant,
    "table_from_outcomes": _outcomes,
    "table_from_crosstab": _crosstab,
}

_NUMBER: Final[dict[str, Callable[[Inputs], Any]]] = {
    "exact_p": _exact_p,
    "exact_p_one_sided": _exact_p,
    "mid_p": _mid_p,
    "chi_square": _chi_square(0),
    "edwards": _chi_square(1),
    "delta": _delta,
    "odds_ratio": lambda inputs: Fraction(int(inputs["b"]), int(inputs["c"])),
}


def agrees(value: Any, record: dict[str, Any], relative: Fraction = _RELATIVE) -> bool:
    """Whether a witness's number (a Fraction, or a float of mpmath good to `relative`) is what a record writes.

    Its binary64 is to be that of an end of the bracket by Python's division, its log p to be mpmath's.
    """
    target = read_target(record)
    if target.nearest not in (float(target.lo), float(target.hi)) or not _log_agrees(target):
        return False
    if isinstance(value, (Fraction, int)):
        return bool(target.lo <= value <= target.hi)
    found = Fraction(*value.as_integer_ratio()) if hasattr(value, "as_integer_ratio") else _ratio(value)
    slack = relative * max(abs(target.lo), abs(target.hi), Fraction(1, 10**20))
    return bool(target.lo - slack <= found <= target.hi + slack)


def _log_agrees(target: Target) -> bool:
    if target.log is None:
        return True
    (low, high, nearest), mp = target.log, _context()
    slack = _RELATIVE * abs(low)
    below, above = (_ratio(mp.log(mp.mpf(end.numerator) / end.denominator)) for end in (target.lo, target.hi))
    return low - slack <= below <= above <= high + slack and nearest in (float(low), float(high))


def _ratio(value: Any) -> Fraction:
    """Return an mpf as a Fraction where mpmath (before 1.4) has no as_integer_ratio."""
    sign, mantissa, exponent, _ = value._mpf_
    return Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** int(exponent)


def confirm(function: str, inputs: Inputs, record: dict[str, Any]) -> None:
    """Raise `DisagreementError` unless the second algorithm gives what the record says."""
    found: Any = None
    if function == "critical_count":
        right = _is_critical(inputs, record)
    elif function in _TEXT:
        found = _TEXT[function](inputs)
        right = found == record.get("value")
    elif record["kind"] in ("undefined", "infinite"):
        right = (
            function == "odds_ratio" and inputs["c"] == "0" and (inputs["b"] == "0") == (record["kind"] == "undefined")
        )
    else:
        number = _NUMBER[function](inputs)
        right, found = agrees(number, record), str(number)[:60]
    if not right:
        raise DisagreementError(f"{function} {inputs}: the oracle says {record}, the second algorithm {found}")
