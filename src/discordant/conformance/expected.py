"""The expected value of a case, as the vectors write it: exact, enclosed, whole, infinite, undefined or a refusal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.conformance.numerals import DIGITS, directed, parse
from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import log
from discordant.enclosed.real import Real
from discordant.errors import DiscordantError
from discordant.exact.dyadic import format_exact

_LONGEST_FRACTION: Final = 3500
"""Bits of the longest fraction that is written out; longer ones are given by their directed decimals."""

_LEAST_NORMAL: Final = Fraction(1, 1 << 1022)


def of_fraction(value: Fraction) -> dict[str, Any]:
    """Return the record of an exact value."""
    record = of_bracket(value, value, float(value))
    if value.denominator.bit_length() + value.numerator.bit_length() <= _LONGEST_FRACTION:
        return {"kind": "exact", "fraction": format_exact(value), **record}
    return {"kind": "enclosed", **record}


def of_real(value: Real) -> dict[str, Any]:
    """Return the record of a Real: exact where it is rational, else enclosed in directed 40-digit decimals."""
    if value.is_infinite:
        return {"kind": "infinite", "value": "inf" if float(value) > 0 else "-inf"}
    if value.exact_value is not None:
        return of_fraction(value.exact_value)
    lo, hi = value.enclose(DIGITS + 4)
    if lo == hi:
        return of_fraction(lo)
    return {"kind": "enclosed", **of_bracket(lo, hi, float(value))}


def of_bracket(lo: Fraction, hi: Fraction, nearest: float) -> dict[str, Any]:
    """Return the directed decimals, the correctly rounded binary64, and log p where p is below the normal range."""
    low, high = directed(lo, hi)
    record: dict[str, Any] = {"lo": low, "hi": high, "binary64": nearest.hex()}
    if 0 < lo < _LEAST_NORMAL:
        logarithm = Real.refined(lambda bits: _log(lo, hi, bits), what="log p", max_bits=160)
        below, above = logarithm.bracket(160)
        log_low, log_high = directed(below, above)
        record["log"] = {"lo": log_low, "hi": log_high, "binary64": float(logarithm).hex()}
    return record


def _log(lo: Fraction, hi: Fraction, bits: int) -> Bracket:
    return log(Bracket.between(lo, hi, bits))


def of_optional(value: Fraction | float | None) -> dict[str, Any]:
    """Return the record of an effect size: a Fraction, math.inf, or None where the counts do not define it."""
    if value is None:
        return {"kind": "undefined"}
    if isinstance(value, float):
        return {"kind": "infinite", "value": "inf"}
    return of_fraction(value)


def of_count(value: int | None) -> dict[str, Any]:
    """Return the record of a whole number, or of the absence of one."""
    return {"kind": "none"} if value is None else {"kind": "count", "value": str(value)}


@dataclass(frozen=True, slots=True)
class Target:
    """An expected value as numbers: the true value lies in [lo, hi], `nearest` is its binary64."""

    lo: Fraction
    hi: Fraction
    nearest: float
    log: tuple[Fraction, Fraction, float] | None


def read_target(record: dict[str, Any]) -> Target:
    """Return the numbers of an "exact" or "enclosed" record."""
    lo, hi = _number(record["lo"]), _number(record["hi"])
    if record["kind"] == "exact":
        lo = hi = _number(record["fraction"])
    logarithm = None
    if "log" in record:
        written = record["log"]
        logarithm = (_number(written["lo"]), _number(written["hi"]), float.fromhex(written["binary64"]))
    return Target(lo, hi, float.fromhex(record["binary64"]), logarithm)


def _number(text: str) -> Fraction:
    value = parse(text)
    if not isinstance(value, Fraction):
        raise DiscordantError(f"{text!r} is not a number of the vectors")
    return value


def spacing(value: float) -> Fraction:
    """Return the distance between binary64 numbers at `value`, the subnormal spacing below the normal range."""
    return Fraction(math.ulp(value))
