"""The other end of the protocol for Python implementations: answer JSON lines on stdin from a table of functions.

A copy of this file (standard library only) beside a package is all that an adapter needs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

Functions = dict[str, Callable[[dict[str, str]], Any]]


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """Raised by a function whose implementation refuses the input."""


class Skipped(Exception):  # noqa: N818 - it is an answer, not a fault
    """Raised by a function for inputs that its implementation does not offer."""


def number(text: str) -> Any:
    """Return a count as a user of Python would hold it: int, else bool, else float, else the text itself."""
    for read in (int, {"true": True, "false": False}.__getitem__, float):
        try:
            return read(text)
        except (ValueError, KeyError):
            continue
    return text


def _answer(functions: Functions, message: dict[str, Any]) -> dict[str, Any]:
    try:
        value = functions[message["function"]](message["inputs"])
    except (ValueError, TypeError, Refused) as refusal:
        return {"rejected": f"{type(refusal).__name__}: {refusal}"}
    except Skipped as reason:
        return {"skipped": str(reason)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    if isinstance(value, dict):
        return value
    if isinstance(value, float):
        return {"value": float.__repr__(value)}
    return {"value": None if value is None else str(value)}


def serve(load: Callable[[], tuple[dict[str, str], Functions]]) -> None:
    """Answer requests until told to stop; `load` returns what the implementation is, and its functions.

    An ImportError in `load` is reported as an implementation that is not available.
    """
    functions: Functions = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            break
        if message["cmd"] == "start":
            try:
                about, functions = load()
            except ImportError as missing:
                reply: dict[str, Any] = {"unavailable": str(missing)}
            else:
                reply = {"implementation": about, "features": sorted(functions)}
        else:
            reply = {"seq": message["seq"], **_answer(functions, message)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
