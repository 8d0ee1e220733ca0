"""The ready adapters against whole packages: each finds the defects that are known, within a minute."""

from __future__ import annotations

import os

import pytest

from discordant.conformance import run

ZERO = {"b": "0", "c": "0"}
FAR = {"b": "1192", "c": "37"}

KNOWN = {
    "statsmodels": {
        ("edwards", "ZeroDiscordant"): (ZERO, "0.0"),
        ("edwards", "ClampEdwards"): ({"b": "18", "c": "18"}, "0.8676"),
        ("exact_p", "PrematureUnderflow1229"): (FAR, "0.0"),
        ("exact_p", "Negative"): ({"b": "-2", "c": "8"}, "0.0"),
    },
    "mlxtend": {
        ("edwards", "ZeroDiscordant"): (ZERO, "0.0"),
        ("edwards", "ClampEdwards"): ({"b": "18", "c": "18"}, "0.8676"),
        ("edwards", "NarrowInteger"): ({"b": "200", "c": "100", "integer_type": "uint8"}, ""),
        ("exact_p", "NarrowInteger"): ({"b": "200", "c": "100", "integer_type": "uint8"}, "1.0"),
        ("exact_p", "PrematureUnderflow1229"): (FAR, "0.0"),
        ("exact_p", "Negative"): ({"b": "-2", "c": "8"}, "0.0"),
    },
    "scipy": {
        ("exact_p", "PrematureUnderflow1229"): (FAR, "0.0"),
        ("mid_p", "Negative"): ({"b": "-3", "c": "5"}, "0.0"),
    },
    "pingouin": {
        ("edwards", "ClampEdwards"): ({"b": "18", "c": "18"}, "0.8676"),
        ("exact_p", "PrematureUnderflow1229"): (FAR, "0.0"),
    },
}
"""Adapter -> (function, flag) -> an input and how the wrong p that it is known to give begins."""


@pytest.mark.slow
@pytest.mark.parametrize("name", list(KNOWN))
def test_a_whole_run_finds_the_known_defects_within_a_minute(name):
    pytest.importorskip(name)
    began = sum(os.times()[:4])  # of this process and of those that it has waited for, so that others do not count
    report = run.run_adapter(name, timeout=30.0)
    assert 0.5 < sum(os.times()[:4]) - began < 60
    counts = report.counts()
    assert counts["crashed"] == counts["hung"] == 0
    failures = {s.function: s.failures for s in report.functions}
    for (function, flag), (inputs, answer) in KNOWN[name].items():
        wanted = {**inputs, "output": "p"} if function == "edwards" else inputs
        found = [
            o.got for o in failures[function] if flag in o.case["flags"] and o.case["inputs"].items() >= wanted.items()
        ]
        assert found, (function, flag)
        assert found[0].startswith(answer), (function, flag)


def test_the_fast_path_passes_every_case_of_what_it_declares(discordant):
    found = discordant("conform", "--adapter", "discordant-fast", "--fail-on", "nonconformant", "--quiet")
    assert found.code == 0
    assert ", 0 failed, " in found.out
    assert " 0 crashed, 0 hung" in found.out
