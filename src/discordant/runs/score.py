"""One score as a pass or a fail: exact, and never by truthiness."""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Final

from discordant.runs.options import one_side

WORDS: Final = {
    "true": True,
    "pass": True,
    "passed": True,
    "yes": True,
    "false": False,
    "fail": False,
    "failed": False,
    "no": False,
}
"""Words that mean an outcome, in any case; numbers may be written as text too."""

THRESHOLD: Final = f"--threshold {one_side('threshold')}"
"""The option that makes outcomes of scores, as messages name it."""

_MAX_EXPONENT: Final = 1000
_SHOWN: Final = 80


class NotBinary(ValueError):  # noqa: N818 - a fact about a score, turned into FormatError with its place
    """A score that is no outcome; the text says what it is and what to pass."""


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def _percentage(text: str, threshold: Fraction | None) -> bool:
    try:
        number = Decimal(text[:-1]) if len(text) < _SHOWN else Decimal("sNaN")
    except InvalidOperation:
        number = Decimal("sNaN")
    if not number.is_finite() or abs(number.adjusted()) > _SHOWN:
        raise NotBinary(f"the score {_shown(text)} is not a percentage")
    if threshold is None:
        raise NotBinary(
            f"the score {text} is a percentage of repeated tries; pass {THRESHOLD} to say from which percentage on"
            " (0 to 100) an item passes"
        )
    return Fraction(number) >= threshold


def outcome(score: object, threshold: Fraction | None) -> bool | None:
    """Return True for a pass, False for a fail, None for an unscored item (None, NaN or blank text).

    True, False, 0 and 1 (as int, float or text) and the words of `WORDS` are outcomes. Any other number needs a
    threshold, and passes when it is at least that; floats are compared through their shortest decimal, so that 0.7
    reaches the threshold 0.7. Text that ends in % is a share of several tries and so always needs a threshold, on the
    scale from 0 to 100. Raises `NotBinary` for the rest.
    """
    if score is True or score is False:
        return bool(score)
    if score is None:
        return None
    if type(score) is Decimal:  # from a parquet column
        score = str(score)
    if type(score) is int or type(score) is float:
        if threshold is None and score in (0, 1):
            return score == 1
        if type(score) is float and not math.isfinite(score):
            if math.isnan(score):
                return None
            raise NotBinary(f"the score {score!r} is not finite")
        number = Decimal(score) if type(score) is int else Decimal(repr(score))
    elif type(score) is str:
        text = score.strip()
        if not text:
            return None
        word = WORDS.get(text.lower())
        if word is not None:
            return word
        if text.endswith("%"):
            return _percentage(text, threshold)
        try:
            number = (
                Decimal(text) if len(text) <= _MAX_EXPONENT and text.isascii() and "_" not in text else Decimal("sNaN")
            )
        except InvalidOperation:
            number = Decimal("sNaN")
        if number.is_qnan() and text.lstrip("+-").lower() == "nan":
            return None
        if not number.is_finite():
            raise NotBinary(f"the score {_shown(score)} is neither 0/1, true/false, pass/fail nor a finite number")
    else:
        raise NotBinary(f"the score {_shown(score)} is a {type(score).__name__}, not a bool or a number")
    if threshold is None:
        if number in (0, 1):
            return number == 1
        raise NotBinary(f"the score {_shown(score)} is neither 0 nor 1; pass {THRESHOLD} to say which scores pass")
    if number and abs(number.adjusted()) > _MAX_EXPONENT:
        raise NotBinary(f"the score {_shown(score)} has an exponent beyond {_MAX_EXPONENT}")
    return Fraction(number) >= threshold
