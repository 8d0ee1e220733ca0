"""Fixtures shared by all tests."""

from __future__ import annotations

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
