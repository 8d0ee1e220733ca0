"""Every `console` example of the documentation prints what the documentation says."""

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def calls():
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for block in re.findall(r"^```console\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = call.partition("\n")
                yield pytest.param(command, output, id=f"{page.name}: {command[:50]}")


@pytest.mark.parametrize(("command", "output"), list(calls()))
def test_a_documented_call_prints_what_the_page_says(discordant, monkeypatch, command, output):
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "discordant"
    assert discordant(*arguments).out == output


def test_the_set_up_command_compares_the_example_pair(discordant, monkeypatch):
    monkeypatch.chdir(ROOT)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    arguments = shlex.split(re.search(r"&& \.venv/bin/discordant (.+)$", readme, re.MULTILINE).group(1))
    result = discordant(*arguments)
    assert result.code == 0
    assert "1351/524288 = 0.0026" in result.out
