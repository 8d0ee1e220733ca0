"""The runner survives whatever runs: garbage, hangs, deaths; and reads other languages."""

import json
import os
import re
import shutil
import sys
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

from discordant.conformance import run, vectors_file
from discordant.conformance.expected import of_fraction
from discordant.conformance.grade import Reply, judge
from discordant.conformance.report import badge, build, document, json_text, markdown, text
from discordant.errors import ArgumentError
from discordant.report.json_document import schema

HERE = Path(__file__).parent / "implementations"
EXACT = sum("withdrawn" not in case for case in vectors_file.load("exact_p")["cases"])


def python(name):
    return [sys.executable, str(HERE / name)]


def summary(report, function="exact_p"):
    return next(s for s in report.functions if s.function == function)


def test_garbage_between_answers_is_passed_over_and_a_garbage_value_is_wrong():
    report = run.run_command(python("garbage.py"), functions=["exact_p"], timeout=20)
    found = summary(report).statuses
    assert sum(found.values()) == EXACT
    assert found["failed"] > 0
    assert found["hung"] == found["crashed"] == 0
    assert not report.conformant


def test_a_hang_costs_one_case_and_the_rest_is_still_run():
    report = run.run_command(python("hangs.py"), functions=["exact_p"], flag="SixMinimum", timeout=5)
    assert summary(report).statuses["hung"] == 0
    report = run.run_command(python("hangs.py"), functions=["exact_p"], flag="ZeroDiscordant", timeout=1)
    assert summary(report).statuses["hung"] == 1
    assert "no answer within 1 s" in summary(report).failures[0].note


def test_a_process_that_dies_is_started_again_for_the_next_case():
    report = run.run_command(python("dies.py"), functions=["exact_p"], flag="Tie", timeout=20)
    found = summary(report).statuses
    assert found["passed"] > 0
    assert found["crashed"] > 1
    assert "exit code 9" in summary(report).failures[0].note
    assert sum(found.values()) == sum("Tie" in c["flags"] for c in vectors_file.load("exact_p")["cases"])


def test_a_program_that_does_not_speak_the_protocol_is_reported_whole():
    report = run.run_command(python("deaf.py"), functions=["exact_p"], timeout=5)
    assert summary(report).statuses["crashed"] == EXACT
    assert report.implementation["name"].endswith("deaf.py")


def test_after_many_losses_in_a_row_the_rest_is_not_tried(monkeypatch):
    monkeypatch.setattr("discordant.conformance.process.GIVE_UP", 1)
    report = run.run_command(python("hangs.py"), functions=["exact_p"], flag="CapAtOne", timeout=0.5)
    found = summary(report)
    assert found.statuses["hung"] > 1
    assert "not tried after 1 cases in a row" in found.failures[-1].note


def test_a_command_that_does_not_exist_is_refused():
    with pytest.raises(ArgumentError, match="cannot start 'no-such-program'"):
        run.run_command(["no-such-program"], functions=["exact_p"])


@pytest.mark.skipif(shutil.which("awk") is None, reason="awk is not installed")
def test_table_mode_reads_one_value_a_line():
    report = run.run_command(["awk", "-f", str(HERE / "table.awk")], functions=["chi_square"], table=True, timeout=60)
    found = summary(report, "chi_square")
    assert found.statuses["failed"] == 0
    assert found.statuses["passed"] > 50
    assert found.conventions == {"undefined": 1}
    assert report.conformant


def test_table_mode_counts_missing_lines_as_crashed_and_needs_functions():
    report = run.run_command([sys.executable, "-c", "print(1)"], functions=["exact_p"], table=True, timeout=60)
    assert summary(report).statuses["crashed"] == EXACT - 1
    sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
    slow = run.run_command(sleeper, functions=["exact_p"], table=True, timeout=0.5)
    assert summary(slow).statuses["hung"] == EXACT
    with pytest.raises(ArgumentError, match="name the functions with --function"):
        run.run_command(["true"], table=True)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_an_exact_implementation_in_another_language_is_graded_exact():
    report = run.run_command(["node", str(HERE / "node_exact.js")], functions=["exact_p"], timeout=60)
    found = summary(report)
    assert found.grade == "exact"
    assert found.statuses["failed"] == 0
    assert report.implementation["language"] == "JavaScript"


def test_answers_that_are_wrong_come_before_those_that_never_came_and_a_loss_alone_is_no_wrong_answer():
    right, wrong = Reply("value", "0.5"), Reply("value", "0.4")
    lost = [Reply("crashed", "it ended"), Reply("hung", "no answer")]

    def found(*replies):
        cases = [next(iter(vectors_file.cases(("exact_p",)))) | {"id": f"exact_p/{i:04}"} for i in range(len(replies))]
        half = [case | {"expect": of_fraction(Fraction(1, 2)), "alternatives": []} for case in cases]
        return build({"name": "mine"}, list(map(judge, half, replies)), None)

    mixed = found(right, *lost, wrong)
    assert [o.status for o in summary(mixed).failures] == ["failed", "crashed", "hung"]
    assert mixed.unexpected == ("exact_p/0003", "exact_p/0001", "exact_p/0002")
    assert summary(mixed).grade == "wrong"
    incomplete = found(right, *lost)
    assert summary(incomplete).grade == "incomplete"
    assert not incomplete.conformant
    jsonschema.validate(document(incomplete), schema("conformance"))
    assert summary(found(*lost)).grade == "incomplete"


def test_expected_failures_are_strict_both_ways():
    chosen = {"functions": ["exact_p"], "flag": "Tie", "timeout": 20}
    failing = {o.case["id"] for o in summary(run.run_command(python("dies.py"), **chosen)).failures}
    passing = min({c["id"] for c in vectors_file.cases(("exact_p",)) if "Tie" in c["flags"]} - failing)
    assert run.run_command(python("dies.py"), **chosen, expected_failures=frozenset(failing)).conformant
    listed = frozenset([*failing, passing, "exact_p/9999"])
    strict = run.run_command(python("dies.py"), **chosen, expected_failures=listed)
    assert strict.unexpected == (f"{passing} (passed)", "exact_p/9999 (not run)")


def test_reports_say_what_failed_and_why():
    report = run.run_command(python("dies.py"), functions=["exact_p"], flag="SixMinimum", timeout=20)
    shown = text(report)
    assert "dies against the vectors of discordant" in shown
    assert "Significance claimed at an exact p of 0.125 or 0.0625." in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    loaded = json.loads(json_text(report))
    assert loaded == json.loads(json.dumps(document(report)))
    assert loaded["conformant"] is False
    assert "| `exact_p` | SixMinimum |" in markdown(report)
    assert badge(report).startswith("<svg")


def test_json_documents_are_headed_and_described_like_those_of_the_other_verbs(discordant, monkeypatch):
    chosen = ["conform", "--function", "exact_p", "--flag", "SixMinimum", "--output", "json", "--"]
    printed = [
        ("conformance", json.loads(discordant(*chosen, *python("dies.py")).out)),
        ("vectors", json.loads(discordant("vectors", "list", "--output", "json").out)),
        ("vectors", json.loads(discordant("vectors", "list", "--flag", "LargerTable", "--output", "json").out)),
    ]
    monkeypatch.setattr(run, "adapter_command", lambda name: "node is not installed")
    printed.append(("conformance", json.loads(discordant("conform", "--adapter", "jstat", "--output", "json").out)))
    for kind, found in printed:
        jsonschema.validate(found, schema(kind))
        assert list(found)[:3] == ["document", "schema_version", "program"]
        assert found["document"] == kind
    assert printed[0][1]["functions"][0]["failures"]
    assert printed[1][1]["functions"]["exact_p"] > 600
    assert {case["function"] for case in printed[2][1]["cases"]} == {"table_from_crosstab"}


def test_command_line_codes(discordant, tmp_path):
    chosen = ["conform", "--function", "exact_p", "--flag", "SixMinimum", "--fail-on", "nonconformant"]
    assert discordant("conform", "--adapter", "discordant-fast", "--flag", "SixMinimum").code == 0
    assert discordant(*chosen, "--", *python("dies.py")).code == 1
    assert discordant(*chosen).code == 2
    assert discordant("conform", "--adapter", "nobody").code == 2
    assert discordant("conform", "--explain", "NoFlag").code == 2
    picture = tmp_path / "badge.svg"
    assert discordant(*chosen, "--badge", picture, "--", *python("dies.py")).code == 1
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert [path.name for path in tmp_path.iterdir()] == ["badge.svg"]


def test_a_badge_that_cannot_be_written_is_refused_without_a_trace(discordant, tmp_path):
    gone = tmp_path / "no" / "badge.svg"
    refused = discordant("conform", "--adapter", "discordant-fast", "--flag", "SixMinimum", "--badge", gone)
    assert refused.code == 3
    assert "no such file" in refused.err.lower()


def test_an_adapter_that_cannot_run_says_how_to_install_it_and_does_not_pass_a_gate(discordant, monkeypatch):
    absent = [sys.executable, "-c", 'print(\'{"unavailable": "No module named statsmodels"}\')']
    monkeypatch.setattr(run, "adapter_command", lambda name: absent)
    shown = discordant("conform", "--adapter", "statsmodels")
    assert shown.code == 0
    assert shown.out == "statsmodels: skipped, No module named statsmodels; install it with: pip install statsmodels\n"
    assert discordant("conform", "--adapter", "statsmodels", "--fail-on", "nonconformant").code == 3
    found = json.loads(discordant("conform", "--adapter", "statsmodels", "--output", "json").out)
    assert found["conformant"] is None


def test_quiet_prints_the_counts_and_the_verdict_alone(discordant):
    shown = discordant("conform", "--adapter", "discordant-fast", "--flag", "SixMinimum", "--quiet").out
    assert shown.splitlines()[1] == "conformant: every case that was run passed or was expected to fail"
    assert len(shown.splitlines()) == 2


def test_a_table_of_which_one_row_stalls_loses_that_row_alone(discordant):
    command = [sys.executable, str(HERE / "table_stalls.py")]
    found = summary(run.run_command(command, functions=["exact_p"], flag="Tie", table=True, timeout=2))
    assert found.statuses["hung"] == 1
    assert found.failures[0].case["inputs"] == {"b": "18", "c": "18"}
    assert found.failures[0].note == "no line for this row within 2 s; --timeout allows more"
    assert sum(found.statuses.values()) - found.statuses["hung"] == found.statuses["passed"] + found.statuses["skipped"]
    asked = ["conform", "--table", "--function", "exact_p", "--flag", "Tie", "--timeout", "2", "--progress", "plain"]
    assert re.search(r"^\d+ of \d+ cases$", discordant(*asked, "--", *command).err, re.MULTILINE)


def test_a_table_that_stalls_at_every_row_is_given_up_and_its_lines_are_kept(monkeypatch):
    monkeypatch.setattr("discordant.conformance.process.GIVE_UP", 2)
    partial = [sys.executable, "-c", "import time; print('1', flush=True); time.sleep(60)"]
    found = summary(run.run_command(partial, functions=["exact_p"], table=True, timeout=1))
    assert found.statuses["hung"] == EXACT - 2
    assert "no line for this row within 1 s" in next(o.note for o in found.failures if o.status == "hung")
    assert "not asked after 2 rows without a line" in found.failures[-1].note


def test_a_table_without_any_line_in_time_is_not_asked_again():
    silent = [sys.executable, "-c", "import time; time.sleep(60)"]
    found = summary(run.run_command(silent, functions=["exact_p"], table=True, timeout=0.5))
    assert found.statuses["hung"] == EXACT
    assert "flush each line" in found.failures[0].note


def test_an_adapter_whose_package_is_absent_is_skipped_with_a_reason(monkeypatch):
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    report = run.run_adapter("r")
    assert report.unavailable == "Rscript is not installed"
    assert text(report) == "r: skipped, Rscript is not installed\n"


PAGE = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text(encoding="utf-8")


def template(language):
    """The template of a language as the page has it."""
    return re.search(rf"```{language}\n(.*?)```", PAGE[PAGE.index("## Templates") :], re.DOTALL)[1]


@pytest.mark.parametrize(("home", "grade"), [("discordant.fast", "<= 4 ulp"), ("discordant", "correctly rounded")])
def test_the_python_template_works_when_copied(tmp_path, monkeypatch, home, grade):
    package = f"from {home} import exact_p as p\n\ndef exact_p(b, c):\n    return float(p(b, c))\n"
    (tmp_path / "my_package.py").write_text(package, encoding="utf-8")
    (tmp_path / "mine.py").write_text(template("python"), encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    report = run.run_command([sys.executable, str(tmp_path / "mine.py")], functions=["exact_p"], timeout=20)
    found = summary(report)
    assert report.implementation["name"] == "my_package"
    assert (found.statuses["failed"], found.statuses["crashed"], found.statuses["hung"]) == (0, 0, 0)
    assert 0 < found.statuses["skipped"] < 10
    assert found.grade == grade
    assert grade != "correctly rounded" or found.max_ulp <= Fraction(1, 2)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_javascript_template_works_when_copied(tmp_path):
    exact = """const exactP = (b, c) => {
  if (![b, c].every((x) => Number.isInteger(x) && x >= 0)) throw new RangeError('counts');
  let term = 1, tail = 0;
  for (let k = 0; k <= Math.min(b, c); k += 1) { tail += term; term *= (b + c - k) / (k + 1); }
  return Math.min(1, 2 * tail / 2 ** (b + c));
};
"""
    (tmp_path / "mine.js").write_text(exact + template("js"), encoding="utf-8")
    report = run.run_command(["node", str(tmp_path / "mine.js")], functions=["exact_p"], flag="SixMinimum", timeout=20)
    assert report.conformant
    assert summary(report).statuses["passed"] > 5
    refused = run.run_command(["node", str(tmp_path / "mine.js")], functions=["exact_p"], flag="Negative", timeout=20)
    assert summary(refused).statuses["passed"] == 3
    large = run.run_command(["node", str(tmp_path / "mine.js")], functions=["exact_p"], flag="HugeN", timeout=20)
    assert summary(large).statuses["skipped"] > 3


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="Rscript is not installed")
def test_the_r_template_works_when_copied(tmp_path):
    (tmp_path / "mine.R").write_text(template("r"), encoding="utf-8")
    command = ["Rscript", str(tmp_path / "mine.R")]
    report = run.run_command(command, functions=["exact_p"], table=True, timeout=60)
    found = summary(report)
    assert report.conformant, report.unexpected
    assert {o for o in found.statuses if found.statuses[o]} == {"passed", "skipped"}
    assert found.statuses["skipped"] < 10
    assert found.by_flag["Negative"] == {"passed": 3}


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="Rscript is not installed")
def test_base_r_speaks_the_protocol():
    report = run.run_adapter("r", functions=["exact_p"], flag="SixMinimum", timeout=30)
    assert report.implementation["language"] == "R"
    assert report.conformant
