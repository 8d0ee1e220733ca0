"""Claim files that are too deep, too long, no files at all, or that would speak for the report."""

from __future__ import annotations

import json
import os

import pytest

from discordant.auditor import audit
from discordant.auditor.claim_file import parse_claims, read_claims
from discordant.auditor.documents import markdown
from discordant.auditor.joint import joint_method
from discordant.auditor.lines import columns, wrapped
from discordant.auditor.source import read_source
from discordant.auditor.text_report import audit_text
from discordant.errors import ClaimError

LONG = "9" * 5000
COUNT = "has 5000 characters; a printed one has 200 at most"


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("[" * 100_000, "json", "f: the JSON is nested too deeply to be read"),
        ('{"b": 1}\n' + "[" * 100_000, "jsonl", "f, line 2: the JSON is nested too deeply to be read"),
        ("p = " + "[" * 20_000, "toml", "f: the TOML is nested too deeply to be read"),
        ('{"b": 1, "p": ' + "[" * 900 + "]" * 900 + "}", "json", "is a list; give the text as printed"),
        (f'{{"N": {LONG}}}', "json", COUNT),
        (f'{{"p": {LONG}}}', "json", COUNT),
        (f"b,N\n1,{LONG}\n", "csv", COUNT),
        (f"[[claim]]\nb = 1\nN = {LONG}\n", "toml", "f, line 3, key 'N': holds an integer of thousands of digits"),
        ("b = 0x" + "f" * 50_000, "toml", "f, line 1, key 'b': a number of about 2^199999 is no count of items"),
        (f"candidate\n1/{LONG}\n", "csv", "has 5000 digits; no count is so long"),
        ("b,b\n1,2\n", "csv", "f, line 1, key 'b': heads two columns"),
    ],
    ids=lambda value: value[:20],
)
def test_a_file_that_overflows_is_refused_by_name(text, kind, message):
    with pytest.raises(ClaimError) as caught:
        parse_claims(text, kind, "f")

    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


def test_many_keys_are_checked_for_doubles_in_one_pass():
    text = "{" + ", ".join(f'"k{number}": 1' for number in range(200_000)) + "}"

    with pytest.raises(ClaimError, match="key 'k0': is not a key of a claim"):
        parse_claims(text, "json")


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (3, "3 is not a claim; give a Claim, or a mapping of its keys"),
        (["b"], r"\['b'\] is not a claim"),
        ({"N": 10**5000}, r"key 'N': a number of about 2\^16609 is no count of items"),
        ({"N": -(10**5000)}, "key 'N': an int too long to print allows no count; counts are 0 or more"),
        ({"p": 10**5000}, r"key 'p': a number of about 2\^16609 is no printed figure"),
        ({"net": 10**5000}, r"key 'net': a number of about 2\^16609 is no count"),
        ({"candidate": 10**5000}, "key 'candidate': a number of about"),
        ({"delta": 10**5000}, "key 'delta': delta an int too long to print is a int"),
        ({"conclusion": 10**5000}, "key 'conclusion': an int too long to print is not one of"),
        ({"conclusion": ["same"]}, r"key 'conclusion': \['same'\] is not one of"),
        ({"id": 10**5000}, "key 'id': an int too long to print is not text"),
        ({"p": {3: "0.05"}}, "key 'p': 3 is no method's name; methods are named by text"),
        ({10**5000: 1}, "key 'an int too long to print': is not a key of a claim"),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, str) else None,
)
def test_the_library_refuses_with_a_typed_error(claim, message):
    with pytest.raises(ClaimError, match=message):
        audit(claim)


def test_what_is_no_regular_file_is_refused_unread(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    for path in (pipe, "/dev/zero"):
        with pytest.raises(ClaimError, match="is not a regular file; save the stream to a file first"):
            read_source(path)
    with pytest.raises(ClaimError, match="is a directory; name one file"):
        read_claims(tmp_path)
    with pytest.raises(ClaimError, match="cannot be read: embedded null byte"):
        read_source("a\0b")


FORGED = {
    "id": "q\nX: consistent\x1b[31m\u202e", "source": "s\r\n  verdict: consistent\u2028", "b": 4, "c": 1, "p": "0.375",
    "conclusion": "significant",
}  # fmt: skip


def test_no_report_holds_what_a_claim_would_say_for_it():
    findings = [audit(FORGED), audit({**FORGED, "p": "n.s."})]
    joint = joint_method([finding.claim for finding in findings])
    for text in (audit_text(findings), audit_text(findings, quiet=True), markdown(findings, joint), str(joint)):
        assert all(sign.isprintable() or sign == "\n" for sign in text)
        assert not any(line.lstrip().startswith(("X:", "verdict: consistent\\")) for line in text.split("\n"))
        assert "q\\nX: consistent\\x1b" in text
    assert len(audit_text(findings, quiet=True).split("\n")) == 2
    assert all(sign.isprintable() for sign in findings[0]._repr_html_())


def test_a_row_of_markdown_is_one_row():
    rows = [line for line in markdown([audit(FORGED)]).split("\n") if line.startswith("|")]

    assert len(rows) == 3
    assert rows[2].startswith(r"| q\nX: consistent\x1b\[31m\u202e | conclusion-does-not-follow |")


@pytest.mark.parametrize("name", ["x" * 300, "界" * 100, "a b " * 60, "e\u0301" * 120])
def test_no_line_is_wider_than_80_columns(name):
    fields = {"id": name, "source": name, "candidate": "870000/1000000", "baseline": "869970/1000000", "p": "0.04"}
    findings = [audit({**fields, "conclusion": "significant"}), audit({"b": 1, "id": name})]

    assert max(columns(line) for line in audit_text(findings).split("\n")) <= 80


def test_wrapping_keeps_every_word_and_short_parentheses():
    line = "  tables: 1000: " + ", ".join(f"(b = {b}, c = {b})" for b in range(100, 120)) + ", ..."
    lines = wrapped(line)

    assert " ".join(part.strip() for part in lines) == line.strip()
    assert all(part.count("(") == part.count(")") for part in lines)
    assert json.dumps(lines[1][:6]) == '"      "'
