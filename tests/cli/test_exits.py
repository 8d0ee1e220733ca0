"""Errors become codes and messages in one place; a traceback never reaches a user."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from discordant import errors
from discordant.cli import entry, exits, registry


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.ArgumentError("x"), 2),
        (errors.TableError("x"), 3),
        (errors.LevelError("x"), 3),
        (errors.FormatError("x"), 3),
        (errors.PairingError("x"), 3),
        (errors.ClaimError("x"), 3),
        (errors.UndefinedError("x"), 3),
        (errors.MissingExtra("x", package="y", extra="z"), 3),
        (FileNotFoundError(2, "No such file or directory", "f"), 3),
        (PermissionError(13, "Permission denied", "f"), 3),
        (errors.TooLarge("x", predicted=9, limit=1, unit="u", alternative="a"), 4),
        (errors.Undecided("x", bits=64), 4),
        (MemoryError(), 4),
        (RuntimeError("x"), 70),
    ],
)
def test_every_kind_of_error_has_its_code(error, code):
    assert exits.code_of(error) == code


def test_every_kind_of_discordant_error_is_tested_above():
    kinds = {
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.DiscordantError)
    }
    tested = {
        type(parameter[0]) for mark in test_every_kind_of_error_has_its_code.pytestmark for parameter in mark.args[1]
    }
    assert kinds - tested == {errors.DiscordantError}


def test_a_budget_names_the_way_out_of_the_command_line():
    error = errors.TooLarge("x", predicted=9, limit=1, unit="u", alternative="call f(...)", option="give --f")
    assert str(error) == "x needs 9 u, the budget is 1; call f(...)"
    assert exits.message_of(error) == "x needs 9 u, the budget is 1; give --f"


def test_messages_of_foreign_errors():
    assert exits.message_of(OSError(13, "Permission denied", "a.json")) == "a.json: Permission denied"
    assert exits.message_of(MemoryError()) == "out of memory"
    assert exits.message_of(KeyError("x")) == "internal error, please report it: KeyError: 'x'"


@pytest.mark.parametrize(
    ("raised", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
        (ZeroDivisionError("x"), 70, "Error: internal error, please report it: ZeroDivisionError: x\n"),
        (MemoryError(), 4, "Error: out of memory\n"),
        (errors.FormatError("bad\x1b[2J", path="p"), 3, "Error: p: bad\\x1b[2J\n"),
    ],
)
def test_what_a_verb_raises_is_told_without_a_traceback(discordant, monkeypatch, raised, code, message):
    def fail(*_arguments, **_options):
        raise raised

    monkeypatch.setattr("discordant.cli.test._read", fail)
    result = discordant("test", "1", "2", "3", "4")
    assert (result.code, result.out, result.err) == (code, "", message)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--level", "2"), ("--alpha", "x"), ("--threshold", "x"), ("--baseline-threshold", "nan"),
        ("--candidate-threshold", "1/0"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("engine", ["plain", "duckdb"])
def test_a_number_of_the_question_that_is_none_is_refused_as_input(discordant, root, option, value, engine):
    if engine == "duckdb":
        pytest.importorskip("duckdb")
    data = root / "tests" / "runs" / "data"
    files = (data / "baseline.csv", data / "candidate.csv")
    refused = discordant("compare", *files, "--engine", engine, option, value)
    assert (refused.code, refused.out) == (3, "")
    assert refused.err.startswith(f"Error: {option.rpartition('-')[2]}='{value}' is not ")


@pytest.mark.parametrize(
    ("option", "value"), [("--format", "x"), ("--on-missing", "x"), ("--intervals", "x"), ("--max-bytes", "x")]
)
def test_an_unknown_choice_is_wrong_usage(discordant, root, option, value):
    data = root / "tests" / "runs" / "data"
    assert discordant("compare", data / "baseline.csv", data / "candidate.csv", option, value).code == 2


def shell(script):
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)


def test_a_closed_pipe_ends_quietly():
    done = shell(f"{sys.executable} -m discordant formats | true; echo ${{PIPESTATUS[0]}}")
    assert (done.stdout, done.stderr) == ("141\n", "")


def test_a_closed_stdout_is_a_closed_pipe():
    done = shell(f"{sys.executable} -m discordant test 1 2 3 4 >&-; echo $?")
    assert (done.stdout, done.stderr) == ("141\n", "")


def test_a_full_device_is_a_refusal():
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "discordant", "test", "1", "2", "3", "4"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "No space left on device" in done.stderr


@pytest.mark.parametrize("verb", registry.VERBS)
def test_every_verb_loads_and_says_in_its_help_what_the_list_of_verbs_says(verb, discordant):
    result = discordant(verb, "--help")
    assert result.code == 0
    assert registry.VERBS[verb].summary in " ".join(result.out.split())
    assert "Examples:" in result.out
    assert f"discordant {verb}" in result.out
    assert "Exit codes: 0 done, 1 a finding that --fail-on named, 2 wrong usage," in result.out


def test_the_list_of_verbs_imports_none_of_them():
    code = (
        "import sys; from discordant.cli.entry import run; run(['--help']);"
        "print(sorted(m for m in sys.modules if m.startswith('discordant.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = ast.literal_eval(done.stdout.splitlines()[-1])
    assert set(loaded) == {
        "discordant.cli",
        "discordant.cli.entry",
        "discordant.cli.exits",
        "discordant.cli.registry",
        "discordant.errors",
        "discordant.report",
        "discordant.report.labels",
    }


def test_help_version_and_usage(discordant):
    version = discordant("--version")
    assert (version.code, version.out) == (0, f"discordant {entry.__version__}\n")
    assert discordant("--help").code == 0
    assert discordant("-h").code == 0
    unknown = discordant("tset")
    assert unknown.code == 2
    assert "No such verb 'tset' (did you mean 'test'?)" in unknown.err
    assert unknown.out == ""
    assert discordant().code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(discordant, shell):
    result = discordant("completion", shell)
    assert result.code == 0
    assert "_DISCORDANT_COMPLETE" in result.out
    assert discordant("completion", "tcsh").code == 2


def test_completion_offers_the_verbs(discordant):
    result = discordant(env={"_DISCORDANT_COMPLETE": "bash_complete", "COMP_WORDS": "discordant in", "COMP_CWORD": "1"})
    assert result.out.splitlines() == ["plain,inspect"]
