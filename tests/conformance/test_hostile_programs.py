"""Programs that answer wrongly on purpose cost neither memory nor a good report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from discordant.conformance.report import markdown, text
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


EVIL = "<b>\x1b[31m\u202e\n\x85|`" + "x" * 3000


def answering_always(answer, name=EVIL):
    start = {"implementation": {"name": name, "version": EVIL}, "features": ["exact_p"]}
    script = f"""import json, sys
for line in sys.stdin:
    message = json.loads(line)
    answer = {start!r} if message["cmd"] == "start" else dict({answer!r}, seq=message.get("seq"))
    print(json.dumps(answer), flush=True)
"""
    return [sys.executable, "-c", script]


@pytest.mark.parametrize("answer", [{"value": EVIL}, {"hex64": EVIL}, {"error": EVIL}, {"rejected": EVIL}])
def test_what_a_program_says_is_escaped_and_cut_in_every_output(answer):
    report = run_command(answering_always(answer), functions=("exact_p",), flag="SixMinimum")
    for shown in (text(report), markdown(report)):
        assert not set("\x1b\u202e\x85") & set(shown)
        assert max(map(len, shown.splitlines())) < 1200
    assert max(map(len, text(report).splitlines())) <= 120
    assert "\\x1b[31m" in text(report)


def test_an_excuse_is_escaped_too():
    report = run_command(answering({"unavailable": EVIL}), functions=("exact_p",))
    for shown in (text(report), markdown(report)):
        assert not set("\x1b\u202e\x85") & set(shown)


@pytest.mark.parametrize("features", [[], ["exact-p"]])
def test_a_run_without_a_single_case_is_not_conformant(features):
    report = run_command(answering({"implementation": {"name": "x"}, "features": features}), functions=("exact_p",))
    assert not report.conformant
    assert text(report).endswith("not conformant: no case was run; look at the functions that it declares\n")
    skipped = run_command(["sh", "-c", "while read line; do echo skip; done"], functions=("exact_p",), table=True)
    assert not skipped.conformant


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_interrupt_ends_the_program_that_is_tested_too(tmp_path):
    said = tmp_path / "pid"
    silent = f"import os, time; open({str(said)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    # a shell that runs this suite in the background has it ignore interrupts, and so would what it starts
    conform = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from discordant.cli import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", conform, "conform", "--function", "exact_p", "--timeout", "600"]
    with subprocess.Popen([*command, "--", sys.executable, "-c", silent], stderr=subprocess.PIPE) as run:
        while not (said.exists() and said.read_text()):
            assert run.poll() is None
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        _, told = run.communicate()
    assert run.returncode != 0
    assert b"Traceback" not in told
    with pytest.raises(ProcessLookupError):
        os.kill(int(said.read_text()), 0)
