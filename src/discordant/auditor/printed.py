"""Printed numbers: a text and a rounding convention stand for a set of rationals, never for a float.

`0.0026` does not mean 13/5000 but every number that prints so: [0.00255, 0.00265] when rounded to nearest. Both ends
belong to the set, since programs round ties differently (1/32 prints as 0.0312 in Python and as 0.0313 in Excel).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from discordant.errors import ArgumentError, ClaimError

CONVENTIONS: Final[dict[str, str]] = {
    "nearest": "rounded to nearest, ties either way",
    "truncated": "cut off after the last printed digit",
    "double-rounded": "rounded twice, first to one more digit",
    "rounded-up": "rounded away from zero",
    "within-one-unit": "off by less than one unit of the last digit",
}
"""The rounding conventions by name; `nearest` is the default, the others are tried in this order and named."""

_MAX_TEXT: Final = 200
_MAX_EXPONENT: Final = 5000
_FLOAT_DIGITS: Final = 15
"""A number printed with this many significant digits is a binary64 value printed in full."""
_FLOAT_ERROR: Final = Fraction(1, 2**44)
"""Relative error granted to such a value: it was computed in binary64, and the last digits show how."""

_LARGE: Final = 10**15
"""From here on a number is shown with an exponent."""

_NUMBER: Final = re.compile(
    r"(?P<relation><=|>=|<|>|=|≤|≥|≈|~)?\s*(?P<sign>[+\-−–]?)\s*"
    r"(?:(?P<grouped>\d{1,3}(?:[,\u2009\u202f]\d{3})+)|(?P<whole>\d*))(?:\.(?P<places>\d+))?"
    r"(?:\s*(?:[eE]|[x×*]\s*10\s*\^?)\s*(?P<exponent>[+\-−]?\d+))?"
    r"\s*(?P<unit>%|pp|pts?|points?|percent(?:age points?)?|p\.p\.)?",
)
_NOT_SIGNIFICANT: Final = re.compile(r"n\.?\s*s\.?|not significant", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Span:
    """The rationals between two ends; None is an end at infinity, and each end belongs to the set or does not."""

    low: Fraction | None
    high: Fraction | None
    low_in: bool = True
    high_in: bool = True

    def holds(self, x: Fraction) -> bool:
        """Tell whether `x` belongs to the set."""
        above = self.low is None or self.low < x or (self.low_in and x == self.low)
        below = self.high is None or x < self.high or (self.high_in and x == self.high)
        return above and below

    @property
    def holds_every_p(self) -> bool:
        """Whether all of (0, 1) belongs to the set: read so, a printed p would say nothing."""
        return (self.low is None or self.low <= 0) and (self.high is None or self.high >= 1)

    def scaled(self, factor: Fraction) -> Span:
        """Return the set of factor * x for a factor other than zero (a negative one exchanges the ends)."""
        low = None if self.low is None else self.low * factor
        high = None if self.high is None else self.high * factor
        if factor < 0:
            return Span(high, low, self.high_in, self.low_in)
        return Span(low, high, self.low_in, self.high_in)

    def squared(self) -> Span:
        """Return the set of x^2 for the x of this set (for a printed z, whose square is rational)."""
        low, high = self.low, self.high
        if low is not None and low > 0:
            return Span(low**2, None if high is None else high**2, self.low_in, self.high_in)
        if high is not None and high < 0:
            return Span(high**2, None if low is None else low**2, self.high_in, self.low_in)
        if low is None or high is None:
            return Span(Fraction(0), None)
        far_in = self.high_in if high > -low else self.low_in if -low > high else self.low_in or self.high_in
        return Span(Fraction(0), max(low**2, high**2), True, far_in)

    def integers(self, scale: int = 1) -> tuple[int | None, int | None]:
        """Return the least and the greatest integer k with k / scale in the set, None where there is no end."""
        low = high = None
        if self.low is not None:
            low = math.ceil(self.low * scale)
            if not self.low_in and low == self.low * scale:
                low += 1
        if self.high is not None:
            high = math.floor(self.high * scale)
            if not self.high_in and high == self.high * scale:
                high -= 1
        return low, high

    def __str__(self) -> str:
        left = "(-inf" if self.low is None else f"{'[' if self.low_in else '('}{shown(self.low)}"
        right = "inf)" if self.high is None else f"{shown(self.high)}{']' if self.high_in else ')'}"
        return f"{left}, {right}"


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as printed: the text, its value, the unit of its last digit, and what stands before and after it.

    `relation` is one of `=`, `<`, `<=`, `>`, `>=`, `ns`; `percent` tells that the text was in percent or points (value
    and unit are then already divided by 100); `digits` counts the significant digits.

    >>> Printed.read("0.0026").span()
    Span(low=Fraction(51, 20000), high=Fraction(53, 20000), low_in=True, high_in=True)
    >>> str(Printed.read("87.0%").span("truncated"))
    '[0.87, 0.871)'
    >>> str(Printed.read("p < .001").span())
    '(-inf, 0.001)'
    """

    text: str
    relation: str
    value: Fraction
    unit: Fraction
    percent: bool
    digits: int

    @classmethod
    def read(cls, text: str, what: str = "the number") -> Printed:
        """Return the printed number that `text` is; a leading `p` and `=` are allowed. Raises `ClaimError`."""
        if not isinstance(text, str):
            hint = "; give it as text, since trailing zeros matter" if isinstance(text, float) else ""
            raise ClaimError(f"{what} {told(text)} is a {type(text).__name__}{hint}")
        body = re.sub(r"^[pP]\s*(?=[<>=≤≥≈~])", "", text.strip()).strip()
        if _NOT_SIGNIFICANT.fullmatch(body):
            return cls(text, "ns", Fraction(0), Fraction(0), False, 0)
        match = _NUMBER.fullmatch(body) if len(body) <= _MAX_TEXT else None
        if match is None or not (match["grouped"] or match["whole"] or match["places"]):
            if len(body) > _MAX_TEXT:
                raise ClaimError(
                    f"{what} {told(text)} has {len(text)} characters; a printed one has {_MAX_TEXT} at most"
                )
            shown_text = text if len(text) <= 60 else text[:57] + "..."
            raise ClaimError(
                f"{what} {shown_text!r} is not a printed number; write it like 0.0026, <.001, 87.0%, +7.0 pp or 3e-06"
            )
        whole = re.sub(r"\D", "", match["grouped"] or match["whole"] or "")
        places = match["places"] or ""
        exponent = int((match["exponent"] or "0").replace("−", "-"))
        if abs(exponent) > _MAX_EXPONENT:
            raise ClaimError(f"{what} {text!r} has an exponent beyond {_MAX_EXPONENT}")
        power = exponent - len(places)
        scale = Fraction(10**power) if power >= 0 else Fraction(1, 10**-power)
        percent = match["unit"] is not None
        if percent:
            scale /= 100
        sign = -1 if match["sign"] in ("-", "−", "–") else 1
        relation = {None: "=", "≈": "=", "~": "=", "≤": "<=", "≥": ">="}.get(match["relation"], match["relation"])
        digits = len((whole + places).lstrip("0"))
        return cls(text, str(relation), sign * int(whole + places) * scale, scale, percent, digits)

    def span(self, convention: str = "nearest", *, alpha: Fraction = Fraction(1, 20)) -> Span:
        """Return the set of numbers that print so under `convention`; a bound is the same under every one.

        `ns` is read as "not below `alpha`". A number of 15 significant digits or more is a binary64 value printed in
        full: it stands for its neighbourhood of relative radius 2^-44 as well, the error of its own computation.
        """
        if convention not in CONVENTIONS:
            raise ArgumentError(f"convention={convention!r} must be one of {', '.join(CONVENTIONS)}")
        if self.relation == "ns":
            return Span(alpha, None)
        v, u = self.value, self.unit
        if self.relation in ("<", "<="):
            return Span(None, v, True, self.relation == "<=")
        if self.relation in (">", ">="):
            return Span(v, None, self.relation == ">=", True)
        if convention == "nearest":
            half = u / 2
            if self.digits >= _FLOAT_DIGITS:
                half = max(half, abs(v) * _FLOAT_ERROR)
            return Span(v - half, v + half)
        if convention == "double-rounded":
            return Span(v - u * Fraction(11, 20), v + u * Fraction(11, 20))
        if v == 0:
            return Span(-u, u, False, False)
        below = self._unit_below()
        if convention == "within-one-unit":
            outward = Span(abs(v) - below, abs(v) + u, False, False)
        elif convention == "truncated":
            outward = Span(abs(v), abs(v) + u, True, False)
        else:
            outward = Span(abs(v) - below, abs(v), False)
        return outward if v > 0 else outward.scaled(Fraction(-1))

    def _unit_below(self) -> Fraction:
        """Return the distance to the next smaller number printed like this one.

        A whole number whose last digit stands for tens or more has an exponent, so that its digits are significant
        ones: below 1e+05 comes 9e+04. (A small one may be a number of fixed decimals: round(x, 5) prints as 1e-05.)
        """
        multiple = abs(self.value) / self.unit
        of_ten = multiple == 10 ** (len(str(multiple)) - 1)
        return self.unit / 10 if self.unit >= 10 and of_ten else self.unit

    def as_percent(self) -> Printed:
        """Return the same digits read as percent or points, for a text that does not say."""
        return (
            self
            if self.percent
            else Printed(self.text, self.relation, self.value / 100, self.unit / 100, True, self.digits)
        )

    def __str__(self) -> str:
        return self.text


def told(value: object) -> str:
    """Return a value as a message shows it: short, whatever it is, and never an error of its own.

    >>> told("0.05"), told(10**5000)
    ("'0.05'", 'an int too long to print')
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, thousands of brackets
        kind = type(value).__name__
        return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} too long to print"
    return text if len(text) <= 80 else f"{text[:60]}...{text[-10:]}"


def shown(x: Fraction, digits: int = 12) -> str:
    """Return a rational for a reader: as a terminating decimal where it is a short one, else rounded to `digits`.

    >>> shown(Fraction(51, 20000)), shown(Fraction(1, 3), 4), shown(Fraction(7)), shown(Fraction(15 * 10**400))
    ('0.00255', '0.3333', '7', '1.5e+401')
    """
    sign, x = ("-", -x) if x < 0 else ("", x)
    denominator = x.denominator
    twos = (denominator & -denominator).bit_length() - 1
    fives = 0
    rest = denominator >> twos
    while rest % 5 == 0:
        rest //= 5
        fives += 1
    places = max(twos, fives)
    if rest == 1 and places <= digits and x < _LARGE:
        whole = int(x * 10**places)
        text = str(whole).rjust(places + 1, "0")
        return sign + (f"{text[:-places]}.{text[-places:]}" if places else text)
    if Fraction(1, 10**4) <= x < _LARGE:
        return sign + f"{float(x):.{digits}g}"
    exponent = (x.numerator.bit_length() - x.denominator.bit_length()) * 3 // 10
    scaled = x / Fraction(10) ** exponent
    while scaled >= 10:
        scaled /= 10
        exponent += 1
    while scaled < 1:
        scaled *= 10
        exponent -= 1
    mantissa = f"{float(scaled):.{digits}g}"
    if mantissa == "10":  # rounded up to the next power
        mantissa, exponent = "1", exponent + 1
    return sign + f"{mantissa}e{exponent:+03d}"
