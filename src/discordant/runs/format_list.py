"""Every format that can be read, as `discordant formats` lists it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from discordant.runs.readers import READERS


@dataclass(frozen=True, slots=True)
class FormatInfo:
    """One format as `discordant formats` lists it."""

    name: str
    title: str
    rule: str
    item: str
    passed: str
    selectors: tuple[str, ...]
    repeat: str | None
    traps: tuple[str, ...]
    example: str
    refused: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON-ready data."""
        return {
            "name": self.name,
            "title": self.title,
            "rule": self.rule,
            "item": self.item,
            "passed": self.passed,
            "selectors": list(self.selectors),
            "repeat": self.repeat,
            "traps": list(self.traps),
            "example": self.example,
            "refused": self.refused,
        }


def list_formats() -> tuple[FormatInfo, ...]:
    """Return every format that can be named with `format=`, in alphabetical order."""
    return tuple(
        FormatInfo(
            name=reader.name,
            title=reader.title,
            rule=reader.rule,
            item=reader.item,
            passed=reader.passed,
            selectors=reader.selectors,
            repeat=reader.repeat,
            traps=reader.traps,
            example=reader.example,
            refused=reader.refused,
        )
        for reader in READERS.values()
    )
