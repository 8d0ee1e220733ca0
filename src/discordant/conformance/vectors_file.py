"""The shipped vectors: one JSON file per function with a TSV twin, their checksums, and how they are read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from discordant.errors import ArgumentError

SCHEMA: Final = "vectors.schema.json"
SUMS: Final = "SHA256SUMS"


def folder() -> Traversable:
    """Return the folder of the shipped vectors."""
    return files("discordant.conformance") / "vectors"


def flags() -> dict[str, dict[str, Any]]:
    """Return every flag with its explanation."""
    text = (files("discordant.conformance") / "flags.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def exceptions() -> dict[str, dict[str, str]]:
    """Return flag -> function -> why no case of that function can have the flag, where one might be expected."""
    text = (files("discordant.conformance") / "exceptions.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)
    return found


def functions() -> list[str]:
    """Return the functions that have vectors, sorted."""
    return sorted(entry.name[: -len(".json")] for entry in folder().iterdir() if entry.name.endswith(".json"))


def load(function: str) -> dict[str, Any]:
    """Return the document of one function; raises `ArgumentError` naming the functions for another name."""
    known = functions()
    if function not in known:
        raise ArgumentError(f"function={function!r} has no vectors; choose one of {', '.join(known)}")
    document: dict[str, Any] = json.loads((folder() / f"{function}.json").read_text(encoding="utf-8"))
    return document


def cases(only: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
    """Yield every case that is not withdrawn, with its function; of the functions named in `only`, or all."""
    for function in only or functions():
        for case in load(function)["cases"]:
            if "withdrawn" not in case:
                yield {"function": function, **case}


def find(identifier: str) -> dict[str, Any]:
    """Return the case of an id such as "exact_p/0001"; raises `ArgumentError` where there is none."""
    function = identifier.rpartition("/")[0]
    if identifier in functions():
        raise ArgumentError(
            f"{identifier!r} is a function; `discordant vectors list --function {identifier}` names its vectors"
        )
    if function in functions():
        for case in load(function)["cases"]:
            if case["id"] == identifier:
                return {"function": function, **case}
    if function in functions():
        raise ArgumentError(
            f"there is no vector {identifier!r}; `discordant vectors list --function {function}` names them"
        )
    raise ArgumentError(f"there is no vector {identifier!r}; `discordant vectors list` names the functions")


def dump(document: dict[str, Any]) -> str:
    """Return a document as its file's text: one case a line, so that a change is a readable difference."""
    head = {key: value for key, value in document.items() if key != "cases"}
    lines = [json.dumps(case, ensure_ascii=True) for case in document["cases"]]
    opening = json.dumps(head, indent=1, ensure_ascii=True)
    return opening[: opening.rindex("\n}")] + ',\n "cases": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def tsv(document: dict[str, Any]) -> str:
    """Return the TSV twin of a document: id, function, inputs, require, flags, kind, value, upper end, binary64."""
    lines = ["\t".join(("id", "function", "inputs", "require", "flags", "kind", "value", "upper", "binary64"))]
    for case in document["cases"]:
        record = case["expect"]
        value = (
            record.get("fraction")
            or record.get("lo")
            or record.get("value")
            or record.get("reason")
            or record.get("verdict")
            or ""
        )
        lines.append(
            "\t".join(
                (
                    case["id"],
                    document["function"],
                    ";".join(f"{name}={text}" for name, text in case["inputs"].items()),
                    case["require"],
                    ",".join(case["flags"]),
                    "withdrawn" if "withdrawn" in case else record["kind"],
                    value,
                    record.get("hi", ""),
                    record.get("binary64", ""),
                )
            )
        )
    return "\n".join(lines) + "\n"


def checksum(text: str) -> str:
    """Return the SHA-256 of a file's text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def checksums() -> dict[str, str]:
    """Return the recorded checksums by file name (empty where no vectors have been written yet)."""
    sums = folder() / SUMS
    if not sums.is_file():
        return {}
    pairs = (line.split("  ", 1) for line in sums.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in pairs}


def altered() -> list[str]:
    """Return the files whose text does not have its recorded checksum, are missing, or are not recorded."""
    recorded = checksums()
    present = {e.name: e.read_text(encoding="utf-8") for e in folder().iterdir() if e.name.endswith((".json", ".tsv"))}
    wrong = [name for name, text in present.items() if recorded.get(name) != checksum(text)]
    return sorted({*wrong, *(recorded.keys() - present.keys())})
