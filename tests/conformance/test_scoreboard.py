"""Every defect in docs/scoreboard.md has a reproduction, and pasting it gives the answer that the page shows."""

from __future__ import annotations

import importlib.util
import json
import math
import os
import re
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import NamedTuple

import pytest

from discordant.conformance import vectors_file
from discordant.conformance.grade import wanted

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "scoreboard.md").read_text(encoding="utf-8")
_SPEC = importlib.util.spec_from_file_location("reproductions", ROOT / "docs" / "tools" / "reproductions.py")
reproductions = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(reproductions)


class Row(NamedTuple):
    """One row of a table of defects."""

    function: str
    call: str
    answer: str
    right: str


class Section(NamedTuple):
    """What the page says of one implementation."""

    name: str
    version: str
    functions: list[str]
    setup: str
    rows: list[Row]


def sections():
    for part in PAGE.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        name, _, version = title.rpartition(" ")
        lines = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in body.splitlines() if line.startswith("| `")]
        setup = re.search(r"```\w+\n(.*?)\n```", body, re.DOTALL)
        rows = [
            Row(line[0].strip("`"), line[3].strip("`").replace("\\|", "|"), line[4], line[5])
            for line in lines
            if "`" in line[3]
        ]
        functions = [line[0].strip("`") for line in lines if "`" not in line[3]]
        if functions:
            yield Section(name, version, functions, setup[1] if setup else "", rows)


SECTIONS = {section.name: section for section in sections()}


def test_the_page_is_read_whole():
    assert set(SECTIONS) == set(reproductions.SETUP)
    assert sum(len(section.rows) for section in SECTIONS.values()) == sum(
        line.startswith("| `") for line in PAGE.splitlines()
    ) - sum(len(section.functions) for section in SECTIONS.values())
    assert len(SECTIONS["jStat"].rows) > 20


def test_every_function_of_every_implementation_has_a_call():
    for section in SECTIONS.values():
        for function in section.functions:
            outputs = ("statistic", "p") if function in ("chi_square", "edwards") else ("",)
            for output in outputs:
                assert (function, output) in reproductions.CALLS[section.name], section.name


def test_every_row_is_a_call_and_no_list_of_inputs():
    for section in SECTIONS.values():
        assert section.setup == reproductions.SETUP[section.name] or not section.rows
        for row in section.rows:
            assert not re.match(r"\w+=", row.call), row


def test_the_right_answers_are_those_of_the_vectors():
    for section in SECTIONS.values():
        for row in section.rows:
            expected = [case["expect"] for case in vectors_file.load(row.function)["cases"]]
            numbers = {float.fromhex(record["binary64"]) for record in expected if "binary64" in record}
            if row.right.startswith("a refusal"):
                assert any(wanted(record).startswith(row.right.removesuffix(" ...")) for record in expected), row
            elif re.fullmatch(r"[-+.\de]+|-?inf", row.right):
                assert float(row.right) in numbers or row.right in {record.get("value") for record in expected}, row
            else:
                assert row.right in {str(record.get("value")) for record in expected}, row


def agree(row, found):
    """Whether what a call gave (text, or None for an error) is the answer of the page."""
    if row.answer.startswith(("rejected", "error")):
        return found is None
    if found is None:
        return False
    said, got = float(row.answer), float(found)
    return said == got or (math.isnan(said) and math.isnan(got))


def unlike(section, answers):
    return [(row, found) for row, found in zip(section.rows, answers, strict=True) if not agree(row, found)]


@pytest.mark.parametrize("name", ["Hugging Face evaluate (formula)", "mlxtend", "pingouin", "scipy", "statsmodels"])
def test_pasting_a_python_call_gives_the_answer_of_the_page(name):
    section = SECTIONS[name]
    package = "scipy" if name.startswith("Hugging") else name
    module = pytest.importorskip(package)
    if package == name and module.__version__ != section.version:
        pytest.skip(f"{name} {module.__version__} is installed, the page was written with {section.version}")
    scope: dict[str, object] = {}
    exec(section.setup, scope)
    answers = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for row in section.rows:
            try:
                answers.append(str(eval(row.call, scope)))
            except (ValueError, TypeError, ZeroDivisionError):
                answers.append(None)
    assert unlike(section, answers) == []


def pasted(command, script, environment=None):
    done = subprocess.run(
        command, input=script, capture_output=True, text=True, check=False, env=environment, timeout=120
    )
    return done.stdout.splitlines() if done.returncode == 0 else None


@pytest.mark.parametrize("name", ["jStat", "@stdlib binomial-cdf"])
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_pasting_a_javascript_call_gives_the_answer_of_the_page(name):
    section = SECTIONS[name]
    package = re.search(r"require\('(.*?)'\)", section.setup)[1]
    present = pasted(["node"], f"console.log(require('{package}/package.json').version)", os.environ)
    if present != [section.version]:
        pytest.skip(f"{package} {section.version} is not installed")
    script = [section.setup, *(f"console.log(JSON.stringify(String({row.call})));" for row in section.rows)]
    assert unlike(section, map(json.loads, pasted(["node"], "\n".join(script), os.environ))) == []


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="Rscript is not installed")
def test_pasting_an_r_call_gives_the_answer_of_the_page():
    section = SECTIONS["R"]
    show = (
        "show <- function(call) cat(tryCatch(sprintf('%.17g', suppressWarnings(eval(parse(text = call)))),"
        " error = function(e) 'error'), '\\n')\n"
        "cat(paste(R.version$major, R.version$minor, sep = '.'), '\\n')\n"
    )
    script = show + "\n".join(f"show({json.dumps(row.call)})" for row in section.rows)
    version, *answers = pasted(["Rscript", "-"], script)
    if version.strip() != section.version:
        pytest.skip(f"R {version} is installed, the page was written with {section.version}")
    assert unlike(section, [None if found.strip() == "error" else found for found in answers]) == []
