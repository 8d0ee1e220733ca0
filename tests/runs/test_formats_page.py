"""The page of formats says what the readers say, and shows a command that the command line takes."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shlex

import pytest

from discordant.runs import list_formats
from discordant.runs.readers import READERS


@pytest.fixture
def writer(root):
    spec = importlib.util.spec_from_file_location("write_formats", root / "docs" / "tools" / "formats.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_written_sections_are_up_to_date(writer):
    page = writer.PAGE.read_text(encoding="utf-8")
    assert writer.written(page) == page


def test_every_reader_has_a_section(writer):
    headings = re.findall(r"^### (\S+)$", writer.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == list(READERS)


@pytest.mark.parametrize("info", list_formats(), ids=lambda info: info.name)
def test_every_example_is_a_command_of_this_program(info):
    """Each option of the example is one that its verb has."""
    from discordant.cli.registry import VERBS

    words = shlex.split(info.example)
    module, _, name = VERBS[words[1]].target.partition(":")
    verb = getattr(importlib.import_module(module), name)
    known = {option for parameter in verb.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known
