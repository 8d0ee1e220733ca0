"""Exact levels, alphas, z values and margins: decimals and ratios, never a float's binary expansion.

Grammar (ASCII, no blanks, signs, underscores or exponents): `0.95`, `.95`, `95%`, `19/20`. `fractions.Fraction` also
takes `1e100000000` and would spend minutes on it; this grammar refuses it at sight.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from discordant.errors import LevelError

Exactly = str | Fraction | Decimal | float | int

_MAX_TEXT: Final = 1000
"""Longest literal that is read; a longer one is refused before its digits are looked at."""

_SHOWN_BITS: Final = 2000
"""Longest integer printed digit by digit; CPython refuses above 4300 digits, a program may have set 640 (2100 bits)."""

_PLACES: Final = 30
"""Most decimals with which a number is written; one that needs more is written as a ratio."""

_DECIMAL: Final = re.compile(r"(\d*)(?:\.(\d+))?(%?)", re.ASCII)
_RATIO: Final = re.compile(r"(\d+)/(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class ExactNumber:
    """A number given by a user: its exact `value`, the `text` it was given as, and whether it came as a float."""

    value: Fraction
    text: str
    from_float: bool = False

    def note(self, what: str) -> str | None:
        """Return the sentence that a result prints when the number came as a float, else None."""
        if not self.from_float:
            return None
        return f"{what} was given as a float and read as {self.text} (its shortest decimal)"


def _text(value: Fraction) -> str:
    """Return `value` as text of readable size: by its length alone where its digits could not be printed."""
    size = max(value.numerator.bit_length(), value.denominator.bit_length())
    return str(value) if size <= _SHOWN_BITS else f"a ratio of {size} bits"


def written(value: Fraction) -> str:
    """Return `value` in this module's grammar: as a decimal where that ends within 30 places, else as a ratio.

    >>> written(Fraction(999999999, 10**9)), written(Fraction(1, 3))
    ('0.999999999', '1/3')
    """
    places = next((k for k in range(_PLACES + 1) if 10**k % value.denominator == 0), None)
    if places is None or value.numerator.bit_length() > _SHOWN_BITS:
        return _text(value)
    digits = f"{abs(value.numerator) * (10**places // value.denominator):0{places + 1}d}"
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text


def shown(value: Exactly) -> str:
    """Return repr(value), by its length alone as in `_text`."""
    number = Fraction(value) if isinstance(value, (int, Fraction)) else Fraction(0)
    return (
        repr(value)
        if max(number.numerator.bit_length(), number.denominator.bit_length()) <= _SHOWN_BITS
        else _text(number)
    )


def _unsigned(text: str) -> Fraction | None:
    ratio = _RATIO.fullmatch(text)
    if ratio:
        return Fraction(int(ratio[1]), int(ratio[2])) if int(ratio[2]) else None
    decimal = _DECIMAL.fullmatch(text)
    if not decimal or not (decimal[1] or decimal[2]):
        return None
    whole, places, percent = decimal[1] or "0", decimal[2] or "", decimal[3]
    return Fraction(int(whole + places), 10 ** len(places) * (100 if percent else 1))


def read_exact(value: Exactly, what: str, *, signed: bool = False) -> ExactNumber:
    """Return `value` as an exact rational, together with how it was given.

    Accepts text in this module's grammar (with a leading `+` or `-` when `signed`), Fraction, Decimal, int, and float:
    a float is read through its shortest repr, and `ExactNumber.from_float` records it. Raises `LevelError` naming
    `what` and the value otherwise (bool, NaN, infinities, numpy float32, anything else).

    >>> read_exact("95%", "level").value
    Fraction(19, 20)
    >>> read_exact(0.95, "level").from_float
    True
    """
    if isinstance(value, bool):
        raise LevelError(f"{what}={value!r} is a bool; give an exact decimal such as '0.95'")
    if isinstance(value, str):
        if len(value) > _MAX_TEXT:
            raise LevelError(f"{what} is a text of {len(value)} characters; at most {_MAX_TEXT} are read")
        body, sign = value, 1
        if signed and value[:1] in ("+", "-"):
            body, sign = value[1:], -1 if value[0] == "-" else 1
        number = _unsigned(body)
        if number is None:
            raise LevelError(
                f"{what}={value!r} is not an exact decimal or ratio; write it like 0.95, .95, 95% or 19/20"
                " (no exponents, no blanks)"
            )
        return ExactNumber(sign * number, value)
    if isinstance(value, (int, Fraction)):
        return ExactNumber(Fraction(value), _text(Fraction(value)))
    if isinstance(value, (float, Decimal)):
        # float.__repr__, since numpy's float64 subclass prints as np.float64(0.95)
        text = float.__repr__(value) if isinstance(value, float) else str(value)
        decimal = Decimal(text)
        if not decimal.is_finite() or (decimal and abs(decimal.adjusted()) > _MAX_TEXT) or len(text) > _MAX_TEXT:
            raise LevelError(f"{what}={text} is not a finite number of readable size; give an exact decimal")
        return ExactNumber(Fraction(decimal), text, isinstance(value, float))
    raise LevelError(f"{what}={value!r} is a {type(value).__name__}; give text such as '0.95', a Fraction or a Decimal")


def read_level(value: Exactly, what: str = "level") -> ExactNumber:
    """Return a confidence level or an alpha as an exact rational strictly between 0 and 1.

    Raises `LevelError` for anything `read_exact` refuses and for values outside (0, 1).

    >>> read_level("0.95").value
    Fraction(19, 20)
    >>> read_level("95")
    Traceback (most recent call last):
        ...
    discordant.errors.LevelError: level='95' is not between 0 and 1 (did you mean '95%'?)
    """
    number = read_exact(value, what)
    if not 0 < number.value < 1:
        hint = f" (did you mean '{number.text}%'?)" if 1 <= number.value < 100 and "%" not in number.text else ""
        raise LevelError(f"{what}={shown(value)} is not between 0 and 1{hint}")
    return number


def read_level_and_alpha(level: Exactly | None = None, alpha: Exactly | None = None) -> tuple[ExactNumber, ExactNumber]:
    """Return confidence level and alpha as exact rationals; where only one is given, the other is 1 minus it.

    Neither gives 0.95 and 0.05; both are taken as they are. Raises `LevelError`.

    >>> [str(number.value) for number in read_level_and_alpha(alpha="1%")]
    ['99/100', '1/100']
    """
    if alpha is None:
        confidence = read_level("0.95" if level is None else level)
        return confidence, _complement(confidence)
    significance = read_level(alpha, "alpha")
    return _complement(significance) if level is None else read_level(level), significance


def _complement(number: ExactNumber) -> ExactNumber:
    rest = 1 - number.value
    return ExactNumber(rest, _text(rest))


def read_z(value: Exactly) -> ExactNumber:
    """Return a caller-given normal quantile z > 0 (such as "1.96") as an exact rational; `LevelError` otherwise."""
    number = read_exact(value, "z")
    if number.value <= 0:
        raise LevelError(f"z={shown(value)} is not positive; for 95 % give '1.96', or give the level instead")
    return number
