"""The translator refuses what it does not know, and says what must hold for the rest. Needs no Coq."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

import pytest


@pytest.fixture
def py2coq(root) -> ModuleType:
    sys.path.insert(0, str(root / "proofs" / "tools"))
    try:
        return importlib.import_module("py2coq")
    finally:
        sys.path.pop(0)


def test_the_committed_translation_is_what_the_translator_writes(root, py2coq):
    source = (root / "src/discordant/exact/kernel.py").read_text(encoding="utf-8")
    committed = (root / "proofs/generated/Kernel.v").read_text(encoding="utf-8")
    assert py2coq.translate(source, "src/discordant/exact/kernel.py") == committed


def test_a_division_a_remainder_and_a_power_each_get_an_obligation(py2coq):
    text = py2coq.translate("def f(x: int, y: int) -> int:\n    return x // y + x % (y + 1) + 2 ** (x - y)\n", "f.py")
    safety = text.partition("Definition f_safe")[2]
    assert "y <> 0 /\\" in safety
    assert "(y + 1) <> 0 /\\" in safety
    assert "0 <= (x - y)." in safety


def test_an_obligation_in_a_loop_holds_for_every_round_and_any_state(py2coq):
    source = "def f(x: int, y: int) -> int:\n    for i in range(y):\n        x = i // x\n    return 7 // x\n"
    safety = py2coq.translate(source, "f.py").partition("Definition f_safe")[2]
    assert "forall i, 0 <= i < y ->\n    forall x : Z,\n      x <> 0" in safety.replace("(forall", "forall")
    assert safety.count("forall x : Z,") == 2


def test_an_obligation_in_a_branch_holds_under_its_condition(py2coq):
    source = "def f(x: int) -> int:\n    if x == 0:\n        return 0\n    return 1 // x\n"
    assert "(x =? 0) = false ->\n    x <> 0" in py2coq.translate(source, "f.py")


def test_a_call_asks_that_the_callee_is_safe(py2coq):
    source = "def f(x: int) -> int:\n    return 1 // x\n\n\ndef g(x: int) -> int:\n    return f(x + 1)\n"
    assert "f_safe (x + 1)." in py2coq.translate(source, "g.py")


REFUSED = {
    "return x / 2": "outside the subset",
    "return x & 1": "outside the subset",
    "return x << 1": "outside the subset",
    "return 1.5": "outside the subset",
    "return True": "outside the subset",
    "return +x": "outside the subset",
    "return x if x else 0": "a single comparison",
    "return 1 if 0 < x < 3 else 0": "a single comparison",
    "return 1 if x > 0 and x < 3 else 0": "a single comparison",
    "return x < 3": "outside the subset",
    "return min(x, 1, 2)": "min takes 2 arguments",
    "return abs(x, 1)": "abs takes 1 argument in",
    "return pow(x, 2)": "not a function defined above",
    "return f(x)": "not a function defined above",
    "return x.bit_length()": "outside the subset",
    "return y": "may be unbound",
    "return x + (1, 2)": "a tuple stands where an int is needed",
    "return x, x": "the return annotation must be tuple[int, int]",
    "y = x": "a path ends without a return",
    "y = z = x\n    return y": "outside the subset",
    "y: int = x\n    return y": "outside the subset",
    "y, y = x, x\n    return y": "a name or distinct names",
    "y, z = x\n    return y": "2 name(s) are given 1 value(s)",
    "while x:\n        x = x - 1\n    return x": "outside the subset",
    "for i in range(0, x, 2):\n        x = x + i\n    return x": "no step",
    "for i in (1, 2):\n        x = x + i\n    return x": "a loop is",
    "for i in range(x):\n        i = x\n    return x": "also another name's value",
    "for x in range(3):\n        x = x\n    return x": "also another name's value",
    "for i in range(x):\n        y = i\n    return x": "changes nothing that lives after it",
    "for i in range(x):\n        x = i\n    return i": "may be unbound",
    "for i in range(x):\n        x = y\n        y = i\n    return x": "may be unbound",
    "for i in range(x // 2):\n        x = i\n    return x": "free of division",
    "for i in range(x):\n        x = i\n    else:\n        x = 1\n    return x": "no else",
    "for i in range(x):\n        if i == 0:\n            x = 1\n    return x": "outside the subset of loop bodies",
    "if x == 0:\n        x = 1\n    return x": "a path ends without a return",
    "return x\n    return 1": "code after a return",
    "forall = x\n    return forall": "another meaning in Coq",
    "X = x\n    return X": "another meaning in Coq",
    "x_safe = x\n    return x": "another meaning in Coq",
}


@pytest.mark.parametrize(("body", "reason"), REFUSED.items(), ids=range(len(REFUSED)))
def test_what_leaves_the_subset_is_refused_with_its_line_and_reason(py2coq, body, reason):
    with pytest.raises(py2coq.RefusedError) as refusal:
        py2coq.translate(f"def f(x: int) -> int:\n    {body}\n", "f.py")
    assert str(refusal.value).startswith("line ")
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import math\n", "Import at the top of the file"),
        ("X = 3\n", "Assign at the top of the file"),
        ("def f(x) -> int:\n    return x\n", "every argument is annotated int"),
        ("def f(x: float) -> int:\n    return 1\n", "every argument is annotated int"),
        ("def f(x: int):\n    return x\n", "the return annotation must be int"),
        ("def f(x: int = 1) -> int:\n    return x\n", "without defaults"),
        ("def f(*x: int) -> int:\n    return 1\n", "without defaults"),
        ("@cache\ndef f(x: int) -> int:\n    return x\n", "a decorator"),
        ("async def f(x: int) -> int:\n    return x\n", "AsyncFunctionDef at the top"),
        ("def min(x: int) -> int:\n    return x\n", "a builtin of the subset"),
        ("def f(x: int) -> int:\n    return x\n\n\ndef f(x: int) -> int:\n    return x\n", "a function defined above"),
    ],
)
def test_what_is_not_a_plain_function_is_refused(py2coq, source, reason):
    with pytest.raises(py2coq.RefusedError, match="line ") as refusal:
        py2coq.translate(source, "f.py")
    assert reason in str(refusal.value)


def test_the_mutations_still_apply_to_the_kernel(root, py2coq):
    sys.path.insert(0, str(root / "proofs" / "tools"))
    try:
        mutate = importlib.import_module("mutate")
    finally:
        sys.path.pop(0)
    assert len(mutate.HARMFUL) >= 20
    for mutation in (*mutate.HARMFUL, *mutate.HARMLESS):
        py2coq.translate(mutate.mutant(mutation), "a mutant")
    for mutation in mutate.REFUSED:
        with pytest.raises(py2coq.RefusedError):
            py2coq.translate(mutate.mutant(mutation), "a mutant")
