"""Certificates: a bracket of a limit together with what a reader needs to check it without this package.

A certificate states the counts, the method, the level and its z, and a bracket of one limit; Newcombe's limits also
bring brackets of the four Wilson limits they are built from. `certificate_check` verifies all of it from the defining
equations, in Fractions alone, and shares no code with what made the bracket.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from discordant.enclosed.delta import interval
from discordant.enclosed.interval import Interval, Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.single import pass_rate_interval
from discordant.errors import ArgumentError
from discordant.level import Exactly
from discordant.table import Table

Ends = tuple[Fraction, Fraction]
Side = Literal["lower", "upper"]

DELTA: Final = (
    "wald",
    "wald-fleiss",
    "wald-cc-variance",
    "agresti-min",
    "bonett-price",
    "newcombe-plain",
    "newcombe-corrected",
    "tango",
    "tango-cc",
)
RATES: Final = ("wilson", "clopper-pearson")


@dataclass(frozen=True, slots=True)
class Certificate:
    """The claim that one limit lies in [lo, hi], with the brackets that a checker builds on.

    `counts` is (a, b, c, d) for delta and (k, N) for a pass rate; `z` brackets the normal quantile of `level`, or is
    the given z twice; `wilson` holds the Wilson limits of both runs where the method is built from them.
    """

    estimand: str
    method: str
    side: str
    counts: tuple[int, ...]
    level: Fraction | None
    z: Ends
    limit: Ends
    wilson: tuple[Ends, ...] = ()

    def __str__(self) -> str:
        lo = Real.exact(self.limit[0])
        return f"certificate: {self.side} {self.method} limit for {self.estimand} of {self.counts} at {lo}"

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate JSON-ready: every number as hexadecimal "numerator/denominator"."""
        return {
            "estimand": self.estimand,
            "method": self.method,
            "side": self.side,
            "counts": [hex(count) for count in self.counts],
            "level": None if self.level is None else _text(self.level),
            "z": [_text(end) for end in self.z],
            "limit": [_text(end) for end in self.limit],
            "wilson": [[_text(end) for end in pair] for pair in self.wilson],
        }


def _text(q: Fraction) -> str:
    return f"{q.numerator:#x}/{q.denominator:#x}"


def certify(
    table: Table, method: str, side: Side, *, digits: int = 30, level: Exactly = "0.95", z: Exactly | None = None
) -> Certificate:
    """Return a certificate of one limit for delta, to `digits` significant digits.

    For the Wald family, Newcombe's plain and corrected, and Tango's with and without correction. Raises `ArgumentError`
    for other methods and sides, and what `interval` raises.

    >>> str(certify(Table(157, 17, 3, 23), "tango", "lower"))
    'certificate: lower tango limit for delta of (157, 17, 3, 23) at 0.0292185712314182'
    """
    if method not in DELTA:
        raise ArgumentError(f"method={method!r} has no certificate; choose one of {', '.join(DELTA)}")
    found = interval(table, method, level=level, z=z)
    wilson: tuple[Ends, ...] = ()
    if method.startswith("newcombe"):
        rates = [
            pass_rate_interval(k, table.N, level=level, z=z) for k in (table.candidate_passes, table.baseline_passes)
        ]
        wilson = tuple(_apart(limit, digits + 20) for rate in rates for limit in (rate.lower, rate.upper))
    return _certificate(found, (table.a, table.b, table.c, table.d), side, digits, wilson)


def certify_rate(
    k: int,
    N: int,
    method: str,
    side: Side,
    *,
    digits: int = 30,
    level: Exactly = "0.95",
    z: Exactly | None = None,
) -> Certificate:
    """Return a certificate of one limit for a pass rate k/N: "wilson", or "clopper-pearson" (at a level only).

    Raises `ArgumentError` for other methods and sides, and what `pass_rate_interval` raises.
    """
    if method not in RATES or (z is not None and method == "clopper-pearson"):
        raise ArgumentError(f"method={method!r} has no certificate{' at a given z' if method in RATES else ''}")
    return _certificate(pass_rate_interval(k, N, method, level=level, z=z), (k, N), side, digits, ())


def _certificate(
    found: Interval, counts: tuple[int, ...], side: str, digits: int, wilson: tuple[Ends, ...]
) -> Certificate:
    if side not in ("lower", "upper"):
        raise ArgumentError(f"side={side!r} is not 'lower' or 'upper'")
    limit = _apart(found.lower if side == "lower" else found.upper, digits)
    quantile = Quantile(found.level, found.z)
    # z much sharper than the limit, so that its own bracket does not hide on which side of an end the limit lies
    z = quantile.bracket(digits * 4 + 72)
    return Certificate(found.estimand, found.method, side, counts, found.level, z, limit, wilson)


def _apart(limit: Real, digits: int) -> Ends:
    """Return a bracket whose ends stay clear of the limit, unless it is exact: both signs are then easy to check."""
    if limit.exact_value is not None:
        return limit.exact_value, limit.exact_value
    lo, hi = limit.enclose(digits + 3)
    margin = min(abs(lo), abs(hi)) / (10 ** (digits + 1) * 4)
    return _shortened(lo - margin, margin, up=False), _shortened(hi + margin, margin, up=True)


def _shortened(x: Fraction, margin: Fraction, *, up: bool) -> Fraction:
    """Return x moved outward to a multiple of a power of two below `margin`."""
    exponent = margin.denominator.bit_length() - margin.numerator.bit_length() + 3
    scaled = x * (1 << exponent)
    return Fraction(-((-scaled) // 1) if up else scaled // 1) / (1 << exponent)
