"""`Interval`, two certified limits and where they come from, and `Quantile`, what a method knows about its level."""

from __future__ import annotations

import html
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.normal import two_sided_tail, z_enclosure
from discordant.enclosed.real import Real
from discordant.errors import ArgumentError
from discordant.exact.dyadic import format_integer
from discordant.level import Exactly, read_level, read_z


@dataclass(frozen=True, slots=True)
class Quantile:
    """A two-sided level or, instead of it, a rational z given by the caller ("1.96" exactly).

    Exactly one of `level` and `exact` is set. `alpha` is 1 - level, None where z was given: it is then
    P(|Z| > z), irrational, and known by `alpha_bracket`.
    """

    level: Fraction | None
    exact: Fraction | None

    @classmethod
    def of(cls, level: Exactly = "0.95", z: Exactly | None = None) -> Quantile:
        """Return the quantile of a level, or of z, which replaces the level where it is given."""
        if z is not None:
            return cls(None, read_z(z).value)
        return cls(read_level(level).value, None)

    @property
    def alpha(self) -> Fraction | None:
        """1 - level, None where z was given."""
        return None if self.level is None else 1 - self.level

    def enclosure(self, bits: int) -> Bracket:
        """Return z as a bracket of `bits` bits."""
        if self.exact is not None:
            return Bracket.of(self.exact, bits)
        assert self.level is not None  # one of the two is set
        return z_enclosure(self.level, bits)

    def bracket(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return lo <= z <= hi as Fractions; equal where z was given."""
        if self.exact is not None:
            return self.exact, self.exact
        return self.enclosure(bits).bounds()

    def alpha_bracket(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return lo <= alpha <= hi as Fractions; equal where a level was given."""
        if self.exact is not None:
            return two_sided_tail(self.exact, bits).bounds()
        assert self.level is not None  # one of the two is set
        return 1 - self.level, 1 - self.level

    def __str__(self) -> str:
        return f"z = {_plain(self.exact)}" if self.exact is not None else f"{_plain((self.level or 0) * 100)} %"


def _plain(q: Fraction | int) -> str:
    """Return q as a decimal where it has a short one, else as a ratio."""
    value = Fraction(q)
    for places in range(13):
        if (value * 10**places).denominator == 1:
            return Real.exact(value).decimal(places)
    return f"{format_integer(value.numerator)}/{format_integer(value.denominator)}"


@dataclass(frozen=True, slots=True)
class Interval:
    """A two-sided confidence interval: certified limits, the method's id, what is estimated, and the level or z.

    `estimand` is "delta" (a proportion, not points), "odds-ratio", "risk-ratio" or "pass-rate".
    """

    lower: Real
    upper: Real
    method: str
    estimand: str
    level: Fraction | None
    z: Fraction | None

    @classmethod
    def build(cls, limits: tuple[Real, Real], method: str, estimand: str, quantile: Quantile) -> Interval:
        """Return the interval of two limits at a quantile."""
        return cls(limits[0], limits[1], method, estimand, quantile.level, quantile.exact)

    @property
    def quantile(self) -> Quantile:
        """The level or the z that the limits belong to."""
        return Quantile(self.level, self.z)

    def contains(self, value: Fraction | int) -> bool:
        """Whether the closed interval contains the rational `value`, decided exactly; may raise `Undecided`."""
        return self.lower.compare(value) <= 0 <= self.upper.compare(value)

    def decimal(self, places: int) -> tuple[str, str]:
        """Return both limits correctly rounded (half-even) to `places` decimals."""
        return self.lower.decimal(places), self.upper.decimal(places)

    def __str__(self) -> str:
        """Return the limits to 6 decimals with method and level."""
        lower, upper = self.decimal(6)
        return f"{self.estimand} {self.method}, {self.quantile}: [{lower}, {upper}]"

    def _repr_html_(self) -> str:
        lower, upper = self.decimal(6)
        cells = (self.estimand, self.method, str(self.quantile), lower, upper)
        head = "".join(f"<th>{name}</th>" for name in ("estimand", "method", "level", "lower", "upper"))
        return f"<table><tr>{head}</tr><tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in cells)}</tr></table>"

    def to_dict(self) -> dict[str, Any]:
        """Return the interval JSON-ready."""
        return {
            "method": self.method,
            "estimand": self.estimand,
            "level": None if self.level is None else Real.exact(self.level).to_dict(),
            "z": None if self.z is None else Real.exact(self.z).to_dict(),
            "lower": self.lower.to_dict(),
            "upper": self.upper.to_dict(),
        }


def unknown_method(method: object, known: tuple[str, ...], what: str) -> ArgumentError:
    """Return the error for a method id that is not registered, naming those that are."""
    return ArgumentError(f"method={method!r} is not an interval for {what}; choose one of {', '.join(sorted(known))}")
