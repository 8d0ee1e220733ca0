"""Programs that answer wrongly on purpose cost neither memory nor a good report."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from discordant.conformance.run import run_command

START = """import json, sys
for line in sys.stdin:
    if json.loads(line)["cmd"] == "start":
        print({}, flush=True)
"""


def answering(start):
    return [sys.executable, "-c", START.format(repr(json.dumps(start)))]


@pytest.mark.parametrize("features", ["exact_p", None, {"exact_p": 1}, ["exact_p", 3]])
def test_features_that_are_no_list_of_names_are_told_and_nothing_passes(features):
    report = run_command(
        answering({"implementation": {"name": "x", "version": "1"}, "features": features}), functions=("exact_p",)
    )
    counts = report.counts()
    assert counts["crashed"] == sum(counts.values()) > 0
    assert not report.conformant
    assert "no list of function names" in report.functions[0].failures[0].note


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_table_command_that_prints_without_end_fills_no_memory():
    script = (
        "import resource\n"
        "from discordant.conformance.run import run_command\n"
        "run_command(['sh', '-c', 'cat >/dev/null; yes 0.5'], functions=('exact_p',), timeout=3, table=True)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert int(done.stdout) < 300_000  # KiB
