"""Call a Python function on a case, in this process, and take what it does as a reply."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from discordant.conformance.grade import Reply
from discordant.exact.dyadic import format_exact


def reply_to(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Reply:
    """Return the reply that a call gives: a value as text, a refusal (ValueError, TypeError), or an error."""
    try:
        value = function(*arguments, **keywords)
    except (ValueError, TypeError) as refusal:
        return Reply("rejected", f"{type(refusal).__name__}: {refusal}"[:500])
    except Exception as error:
        return Reply("error", f"{type(error).__name__}: {error}"[:500])
    return Reply("value", as_text(value))


def as_text(value: Any) -> str:
    """Return a returned value as the text of a reply; floats by their shortest repr, Fractions exactly."""
    if value is None:
        return "none"
    if isinstance(value, Fraction):
        return format_exact(value)
    if isinstance(value, float):
        return float.__repr__(value)
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "ndim", None) == 0:
        return as_text(item())
    return str(value)
