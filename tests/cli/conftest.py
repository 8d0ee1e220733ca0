"""Runs the command line in this process, with its two streams and its exit code."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from discordant.cli.entry import run


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def discordant(monkeypatch):
    """A function of the arguments that returns exit code, stdout and stderr."""

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
