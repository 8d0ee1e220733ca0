"""`discordant compare`: files in, an answer and a code out; notices and progress on stderr alone."""

import json
import os

import jsonschema
import pytest

from discordant import compare
from discordant.report.json_document import schema


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def pair(root):
    folder = root / "docs" / "examples"
    return folder / "generated-200-baseline.jsonl", folder / "generated-200-candidate.jsonl"


def test_text_and_the_formats_that_were_recognised(discordant, pair):
    result = discordant("compare", *pair)
    assert result.code == 0
    assert result.out == f"{compare(*pair)}\n"
    assert result.err == f"{pair[0]}: read as jsonl\n{pair[1]}: read as jsonl\n"


def test_a_named_format_needs_no_notice(discordant, pair):
    assert discordant("compare", *pair, "--format", "jsonl").err == ""


def test_json_is_valid_with_provenance(discordant, pair):
    result = discordant("compare", *pair, "--output", "json", "--quiet")
    shown = json.loads(result.out)
    jsonschema.validate(shown, schema("analysis"))
    assert result.err == ""
    assert shown["provenance"]["baseline"]["source"]["path"] == str(pair[0])


def test_the_same_input_gives_the_same_bytes(discordant, pair):
    first, second = (discordant("compare", *pair, "--output", "json").out for _ in range(2))
    assert first == second


def test_every_reading_option_arrives(discordant, tmp_path):
    rows = [
        {"task": "t", "name": i, "score": s, "trial": trial}
        for trial, scores in (("0", (0.2, 0.9, 0.6)), ("1", (0.7, 0.9, 0.1)))
        for i, s in enumerate(scores)
    ]
    path = write(tmp_path / "run.jsonl", rows)
    result = discordant(
        "compare", path, path, "--id", "name", "--pass", "score", "--threshold", "0.5", "--select", "task=t",
        "--baseline-select", "trial=0", "--candidate-select", "trial=1", "--baseline-format", "jsonl",
        "--candidate-format", "jsonl", "--max-bytes", "100000", "--id-type", "text", "--output", "json",
    )  # fmt: skip
    assert result.code == 0, result.err
    assert json.loads(result.out)["table"] == {
        "both": 1, "candidate_only": 1, "baseline_only": 1, "neither": 0, "items": 3,
    }  # fmt: skip


def test_repeats_and_policies_arrive(discordant, tmp_path):
    trials = [{"id": i, "passed": passed, "trial": trial} for i in range(3) for trial, passed in ((0, 1), (1, i > 0))]
    one = write(tmp_path / "a.jsonl", trials)
    two = write(tmp_path / "b.jsonl", [{"id": i, "passed": 0} for i in range(4)])
    assert discordant("compare", one, two).code == 3
    assert discordant("compare", one, two, "--repeats", "sometimes").code == 2
    for repeats, missing, regressed, items in (("any", "drop", 3, 3), ("all", "count-as-failed", 2, 4)):
        result = discordant(
            "compare", one, two, "--repeats", repeats, "--on-missing", missing, "--on-error", "drop", "--output", "json"
        )
        cells = json.loads(result.out)["table"]
        assert (cells["baseline_only"], cells["items"]) == (regressed, items)


def test_fail_on(discordant, pair):
    assert discordant("compare", *pair, "--fail-on", "regression").code == 0
    assert discordant("compare", *reversed(pair), "--fail-on", "regression").code == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"\x00\xff\xfe not text", ""),
        (b"{", ""),
        (b'{"id": 1, "passed": NaN}\n', ""),
        (b'{"id": 1, "passed": 0.5}\n', "threshold"),
    ],
)
def test_bad_files_are_refused_with_their_name(discordant, tmp_path, pair, content, message):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    result = discordant("compare", path, pair[1])
    assert (result.code, result.out) == (3, "")
    assert "bad.jsonl" in result.err
    assert message in result.err
    assert "Traceback" not in result.err


def test_missing_and_unreadable_files(discordant, tmp_path, pair):
    missing = discordant("compare", tmp_path / "none.jsonl", pair[1])
    assert missing.code == 3
    assert "none.jsonl: cannot be opened" in missing.err
    assert discordant("compare", tmp_path, pair[1]).code == 3
    if os.geteuid():  # root reads everything
        locked = write(tmp_path / "locked.jsonl", [{"id": 1, "passed": True}])
        locked.chmod(0)
        assert discordant("compare", locked, pair[1]).code == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--select", "trial"), "'trial' is not KEY=VALUE."),
        (("--select", "=1"), "'=1' is not KEY=VALUE."),
        (("--select", "trial=1", "--select", "trial=2"), "'trial' is given twice, as '1' and as '2'."),
        (("--select", "colour=1"), "select key 'colour' is unknown"),
        (("--max-bytes", "0"), "--max-bytes"),
        (("--on-missing", "fail"), "--on-missing"),
        (("--progress", "bar"), "--progress"),
        (("--format", "xml"), "xml"),
    ],
)
def test_wrong_options_are_usage_errors(discordant, pair, arguments, message):
    result = discordant("compare", *pair, *arguments)
    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_plain_progress_is_lines_on_stderr(discordant, pair):
    result = discordant("compare", *pair, "--progress", "plain", "--format", "jsonl")
    assert result.err.splitlines()[-1] == f"reading {pair[1]}: 100%"
    assert discordant("compare", *pair, "--progress", "plain", "--quiet").err == ""


def test_a_bar_is_drawn_on_a_terminal_only(discordant, pair):
    assert "\x1b" not in discordant("compare", *pair).err
    assert "generated-200" in discordant("compare", *pair, terminal=True, env={"TERM": "xterm"}).err


def test_hostile_labels_reach_no_stream(discordant, tmp_path):
    evil = "evil\x1b[2J\u202e<b>`|@all"
    one = write(tmp_path / f"{evil}.jsonl", [{"id": i, "passed": True} for i in range(8)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "passed": False} for i in range(8)])
    for output in ("text", "json", "markdown"):
        result = discordant("compare", one, two, "--output", output)
        assert result.code == 0
        for stream in (result.out, result.err):
            assert "\x1b" not in stream
            assert "\u202e" not in stream


def test_a_terminal_without_utf8_gets_ascii(discordant, tmp_path):
    one = write(tmp_path / "modèle.jsonl", [{"id": i, "passed": True} for i in range(8)])
    two = write(tmp_path / "two.jsonl", [{"id": i, "passed": False} for i in range(8)])
    assert "mod\\xe8le" in discordant("compare", one, two, "--quiet", "--output", "markdown", encoding="ascii").out
    assert "modèle" in discordant("compare", one, two, "--output", "markdown").out


@pytest.mark.corpus
def test_the_inspect_pair_is_refused_until_a_policy_is_named(discordant, corpus):
    first = corpus / "files" / "inspect_arc_easy_qwen2.5-0.5b.json"
    second = corpus / "files" / "inspect_arc_easy_claude-sonnet-4.json"
    refused = discordant("compare", first, second)
    assert refused.code == 3
    assert "--on-missing drop" in refused.err
    answered = discordant("compare", first, second, "--on-missing", "drop", "--output", "json", "--quiet")
    assert json.loads(answered.out)["table"] == {
        "both": 1, "candidate_only": 2, "baseline_only": 0, "neither": 0, "items": 3,
    }  # fmt: skip


@pytest.mark.corpus
def test_every_open_file_gives_its_table_or_says_what_to_pass(discordant, corpus):
    for path in sorted((corpus / "files").iterdir()):
        if path.suffix not in (".json", ".jsonl", ".eval", ".csv"):
            continue
        result = discordant("compare", path, path, "--quiet")
        assert result.code in (0, 3), (path.name, result.err)
        assert "Traceback" not in result.err
        assert result.out or path.name in result.err, (path.name, result.err)


def test_the_one_line_says_which_items_were_dropped(discordant, tmp_path):
    one = write(tmp_path / "one.jsonl", [{"id": i, "passed": i % 3 > 0} for i in range(50)])
    two = write(tmp_path / "short.jsonl", [{"id": i, "passed": i % 3 > 0} for i in range(39)])
    result = discordant("compare", one, two, "--on-missing", "drop", "--quiet")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "Cannot tell: the runs agree on every item, so nothing here can show a difference."
        " (39 of 50 items; 11 missing in the candidate were dropped)\n"
    )
