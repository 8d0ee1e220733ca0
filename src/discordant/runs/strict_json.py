"""JSON as its standard says: no NaN or Infinity, no key twice, UTF-8, and no nesting that exhausts the stack."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from discordant.errors import FormatError


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """Carries a fact out of the parser's hooks."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(f"the JSON key {key[:80]!r} appears twice in one object")
            seen.add(key)
    return read


def not_json(constant: str) -> str:
    """Return the fact that refuses NaN and Infinity."""
    return f"{constant} is not JSON; write null, or leave the item out"


def _constant(text: str) -> NoReturn:
    raise _Refused(not_json(text))


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def _noting(found: list[str]) -> json.JSONDecoder:
    def note(text: str) -> float:
        found.append(text)
        return float(text)

    return json.JSONDecoder(object_pairs_hook=_object, parse_constant=note)


def decode(data: bytes, *, path: str, line: int | None = None) -> str:
    """Return UTF-8 bytes as text without a byte-order mark; `FormatError` names other encodings."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError("the text is UTF-16 or UTF-32; convert it to UTF-8", path=path, line=line)
    try:
        text = data.decode()
        if line is None or line == 1:
            text = text.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8; convert the file to UTF-8",
            path=path,
            line=line,
        ) from None
    if "\0" in text:
        raise FormatError("the text holds a NUL character; it is binary or UTF-16", path=path, line=line)
    return text


def loads(data: bytes, *, path: str, line: int | None = None, constants: list[str] | None = None) -> Any:
    """Return the JSON value in `data`, or raise `FormatError` saying where it stops being JSON.

    NaN and Infinity are refused, unless a list is given: then they become floats and the list names those met.
    """
    text = decode(data, path=path, line=line)
    decoder = _STRICT if constants is None else _noting(constants)
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        ended = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        place = f"column {error.colno}" if line is not None else f"line {error.lineno} column {error.colno}"
        fact = "the JSON ends too early (truncated?)" if ended else f"not JSON: {error.msg.lower()}"
        raise FormatError(f"{fact} at {place}", path=path, line=line) from None
    except RecursionError:
        raise FormatError("the JSON is nested too deeply to be read", path=path, line=line) from None
    except _Refused as error:
        raise FormatError(str(error), path=path, line=line) from None
    except ValueError:  # an int literal beyond Python's limit of digits
        raise FormatError("the JSON holds an integer of thousands of digits", path=path, line=line) from None
