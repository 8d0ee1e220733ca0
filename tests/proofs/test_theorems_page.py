"""docs/theorems.md against the proofs, the library and the tests: every row resolves on all sides. Needs no Coq."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

ROW = re.compile(r"^\| (?P<words>.+) \| `(?P<theorem>[\w']+)` \| `(?P<function>[^`]+)` \| `?(?P<test>[^`|]+?)`? \|$")
ITEMS = [f"{number}." for number in range(1, 11)]
PLANNED = "planned: "


def _rows(root: Path) -> list[dict[str, str]]:
    lines = (root / "docs" / "theorems.md").read_text(encoding="utf-8").splitlines()
    found = [ROW.match(line) for line in lines if line.startswith("| ") and not line.startswith("| in words")]
    assert all(found), "a row of docs/theorems.md cannot be read"
    return [match.groupdict() for match in found if match]


def _published(root: Path) -> list[str]:
    sys.path.insert(0, str(root / "proofs" / "tools"))
    try:
        statements = importlib.import_module("statements")
    finally:
        sys.path.pop(0)
    names: list[str] = statements.published(root / "proofs", "core") + statements.published(root / "proofs", "numeric")
    return names


def _defined(root: Path, name: str) -> bool:
    """Whether a planned name, or its last part, exists anywhere in the library."""
    last = re.escape(name.rpartition(".")[2])
    sources = (root / "src" / "discordant").rglob("*.py")
    return any(
        re.search(rf"^(?:def|class) {last}\b", path.read_text(encoding="utf-8"), re.MULTILINE) for path in sources
    )


def test_the_page_lists_every_published_theorem_once(root):
    listed = [row["theorem"] for row in _rows(root)]
    assert sorted(listed) == sorted(_published(root))


def test_every_theorem_of_the_page_stands_in_the_statements(root):
    """The long table's theorem alone belongs to the slow tier, whose statement is checked when it is built."""
    text = (root / "proofs" / "STATEMENTS.txt").read_text(encoding="utf-8")
    shown = set(re.findall(r"^([\w']+)\n? +: ", text, re.MULTILINE))
    assert {row["theorem"] for row in _rows(root)} - shown == {"slow_table_certified"}


def test_each_of_the_ten_subjects_has_rows(root):
    text = (root / "docs" / "theorems.md").read_text(encoding="utf-8")
    for number, section in zip(ITEMS, text.split("\n## ")[1:11], strict=True):
        assert section.startswith(number)
        assert section.count("\n| ") >= 2


def test_every_function_of_the_page_exists_and_no_planned_one_does(root):
    for row in _rows(root):
        name = row["function"]
        if name.startswith(PLANNED):
            assert not _defined(root, name.removeprefix(PLANNED)), f"{name} exists now: link it in docs/theorems.md"
            continue
        module, _, attribute = name.rpartition(".")
        assert callable(getattr(importlib.import_module(module), attribute)), name


def test_every_property_test_of_the_page_exists(root):
    for row in _rows(root):
        if row["function"].startswith(PLANNED):
            continue
        path, _, name = row["test"].partition("::")
        text = (root / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {re.escape(name)}\(", text, re.MULTILINE), row["test"]


def test_a_planned_name_that_exists_is_found(root):
    """The guard itself: a row that says planned for a function that exists would fail."""
    assert _defined(root, "exact_p")
    assert not _defined(root, "a_name_that_nobody_has_written")


def test_only_real_numbers_rest_on_axioms(root):
    """No theorem of the program or of integers and rationals assumes anything; reals rest on their library's axioms."""
    text = (root / "proofs" / "STATEMENTS.txt").read_text(encoding="utf-8")
    real = ("math/Wald", "math/Wilson", "math/Newcombe", "math/Tango", "numeric/")
    allowed = {"sig_forall_dec", "sig_not_dec", "functional_extensionality_dep", "classic"}
    for block in text.split("---- ")[1:]:
        found = re.findall(r"^  rests on: (.*)$", block, re.MULTILINE)
        if not block.startswith(real):
            assert set(found) <= {"no axiom"}, block.splitlines()[0]
        elif not block.startswith("numeric/"):
            names = {name.rpartition(".")[2] for line in found for name in line.split(", ") if name != "no axiom"}
            assert names <= allowed, block.splitlines()[0]


@pytest.mark.parametrize("word", ["Admitted", "Axiom", "Parameter", "admit"])
def test_no_proof_is_left_open(root, word):
    for path in (root / "proofs").rglob("*.v"):
        assert not re.search(rf"\b{word}\b", path.read_text(encoding="utf-8")), path.name
