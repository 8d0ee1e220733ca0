"""Fixtures shared by all tests."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("discordant", deadline=None, max_examples=100, print_blob=True)
settings.load_profile("discordant")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def root() -> Path:
    """The project's top folder."""
    return ROOT


@pytest.fixture
def corpus() -> Path:
    """The folder of published claims and real result files; the test is skipped where it is absent."""
    folder = ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip("the corpus of published claims and real result files is not beside the project")
    return folder


@dataclass(frozen=True)
class Result:
    """What one call of the command line gave."""

    code: int
    out: str
    err: str


@pytest.fixture
def discordant(monkeypatch):
    """A function of the arguments that returns exit code, stdout and stderr."""

    from discordant.cli.entry import run

    def call(*arguments, encoding="utf-8", terminal=False, env=None):
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict", newline="") for _ in range(2)]
        for name, stream in zip(("stdout", "stderr"), streams, strict=True):
            if terminal:
                stream.isatty = lambda: True
            monkeypatch.setattr(sys, name, stream)
        for key, value in (env or {}).items():
            monkeypatch.setenv(key, value)
        code = run([str(argument) for argument in arguments])
        texts = []
        for stream in streams:
            stream.flush()
            texts.append(stream.buffer.getvalue().decode(encoding))
        return Result(code, *texts)

    return call
