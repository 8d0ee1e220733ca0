"""The documentation: its Python runs, its links lead somewhere, its set-up commands are the ones that work."""

import doctest
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_in_a_page_gives_what_the_page_says(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.REPORT_ONLY_FIRST_FAILURE).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_lead_to_files(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    local = [link for link in links if link and "://" not in link and not link.startswith("mailto:")]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_the_example_files_are_what_their_script_writes():
    script = runpy.run_path(str(ROOT / "docs" / "examples" / "generate.py"))
    for name, text in script["files"]().items():
        assert (ROOT / "docs" / "examples" / name).read_text(encoding="utf-8") == text


def test_the_readme_has_the_two_set_up_commands():
    run, test = re.findall(r"```sh\n(.*?)\n```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert run.startswith("python3 -m venv .venv && ")
    assert "discordant compare docs/examples/" in run
    assert "pip install --quiet --upgrade pip" in test
    assert "--group test" in test
    assert test.endswith("-m pytest")
