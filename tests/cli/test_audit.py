"""`discordant audit` as a person meets it."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from discordant import exact_p
from discordant.cli.audit import audit
from discordant.errors import ClaimError
from discordant.report.json_document import schema

CLAIM = '[[claim]]\nid = "worked"\ncandidate = "174/200"\nbaseline = "160/200"\np = "0.0026"\nmethod = "exact"\n'
TIE = "id,candidate,baseline,p\nr2,396/500,396/500,0.868\nr4,388/500,396/500,0.243\n"


def call(*arguments, stdin=None):
    return CliRunner().invoke(audit, list(arguments), input=stdin, standalone_mode=False)


@pytest.fixture
def worked(tmp_path):
    file = tmp_path / "claims.toml"
    file.write_text(CLAIM, encoding="utf-8")
    return str(file)


def test_text(worked):
    result = call(worked)

    assert result.return_value == 0
    assert "verdict: consistent (the printed numbers can be true together as they stand)" in result.stdout
    assert "tables: 1: (157, 17, 3, 23)" in result.stdout
    assert "exact for p (exact) = 0.0026: 0.002577  <- prints so" in result.stdout


def test_json_alone_on_stdout_and_reproducible(worked):
    first, second = call(worked, "--output", "json"), call(worked, "--output", "json")

    document = json.loads(first.stdout)
    assert first.stdout == second.stdout
    assert document["schema_version"] == "1.1"
    assert len(document["source"]["sha256"]) == 64
    assert document["findings"][0]["verdict"] == "consistent"
    assert document["findings"][0]["tables"] == {
        "count": 1, "up_to_exchange": None, "first": [[157, 17, 3, 23]], "truncated": False
    }  # fmt: skip


CLAIMS = {
    "worked": {"candidate": "174/200", "baseline": "160/200", "p": "0.0026", "method": "exact"},
    "cells": {"a": 157, "b": 17, "c": 3, "d": 23, "p": ".0026", "statistic": "9.80", "interval": "[2.7, 11.6]"},
    "odds": {"b": 17, "c": 3, "odds_ratio": "5.67", "conclusion": "significant"},
    "never": {"candidate": "77/82", "baseline": "74/82", "conclusion": "significant"},
    "impossible": {"candidate": "174/200", "baseline": "160/200", "p": "0.9"},
    "rates": {"candidate": "87.0%", "baseline": "80.0%"},
    "\x1b[31m<b>\u202e": {"b": 4, "c": 1, "p": "0.375"},
}


@pytest.mark.parametrize("name", CLAIMS)
def test_json_is_what_its_schema_says(tmp_path, name):
    jsonschema = pytest.importorskip("jsonschema")
    file = tmp_path / "claim.json"
    file.write_text(json.dumps(CLAIMS[name] | {"id": name}), encoding="utf-8")

    document = json.loads(call(str(file), "--output", "json").stdout)

    validator = jsonschema.Draft202012Validator(schema("audit"))
    validator.validate(document)
    assert document["findings"][0]["claim"]["id"] == name
    document["findings"][0]["verdict"] = "fine"
    assert not validator.is_valid(document)


def test_the_joint_inference_is_in_the_schema(tmp_path):
    jsonschema = pytest.importorskip("jsonschema")
    file = tmp_path / "column.csv"
    file.write_text(TIE, encoding="utf-8")
    document = json.loads(call(str(file), "--joint", "--output", "json").stdout)

    assert document["joint"]["common"] == ["edwards-unclamped", "mid-p-capped"]
    jsonschema.Draft202012Validator(schema("audit")).validate(document)


def test_recomputed_values_are_exact(worked):
    (finding,) = json.loads(call(worked, "--output", "json").stdout)["findings"]

    exact = next(one for one in finding["recomputed"] if one["method"] == "exact")
    assert Fraction(int(exact["number"]["numerator"]), int(exact["number"]["denominator"])) == exact_p(17, 3)
    chi_square = next(one for one in finding["recomputed"] if one["method"] == "chi-square")
    assert chi_square["number"]["float"] == pytest.approx(math.erfc(math.sqrt(9.8 / 2)), rel=1e-15)
    assert "numerator" not in chi_square["number"]


def test_markdown(worked):
    result = call(worked, "--output", "markdown")

    assert "| worked | consistent | none | 1 |" in result.stdout


def test_quiet_leaves_one_line(worked):
    assert call(worked, "--quiet").stdout == "worked: consistent\n"


def test_fail_on(tmp_path):
    file = tmp_path / "c.csv"
    file.write_text("b,c,p,conclusion\n4,0,0.125,significant\n", encoding="utf-8")

    assert call(str(file), "--fail-on", "inconsistent,wrong-test").return_value == 0
    assert call(str(file), "--fail-on", "decision-error").return_value == 1
    assert call(str(file), "--fail-on", "inconsistent", "--fail-on", "conclusion-does-not-follow").return_value == 1


def test_joint(tmp_path):
    file = tmp_path / "c.csv"
    file.write_text(TIE, encoding="utf-8")

    result = call(str(file), "--joint")

    assert "one method for all 2 rows: edwards-unclamped, mid-p-capped" in result.stdout


def test_prose_from_stdin_shows_what_it_understood():
    result = call("--text", "-", stdin="174/200 vs 160/200, p = 0.0026, 9 seeds\n")

    assert result.return_value == 0
    assert 'candidate = "174/200"' in result.stderr
    assert "# not read: 9" in result.stderr
    assert "verdict: consistent" in result.stdout


def test_prose_without_a_claim_is_refused():
    result = call("--text", "-", stdin="nothing\n")

    assert isinstance(result.exception, ClaimError)
    assert "holds no claim that could be read" in str(result.exception)


def test_claims_from_stdin_need_a_format():
    assert "claims from stdin need --format" in str(call("-", stdin=CLAIM).exception)
    assert call("-", "--format", "toml", "--quiet", stdin=CLAIM).stdout == "worked: consistent\n"


def test_one_source_is_needed():
    assert "give one claim file, or --text FILE" in str(call().exception)


def test_what_a_claim_file_says_reaches_no_terminal_and_no_markup(discordant, tmp_path):
    path = tmp_path / "claims.json"
    path.write_text(json.dumps({"id": "x\x1b[31m`[a](http://b)` @c |", "b": 4, "c": 1, "p": "0.375"}), encoding="utf-8")
    for form in ("text", "markdown"):
        out = discordant("audit", path, "--output", form).out
        assert "\x1b" not in out
        assert "x\\x1b" in out
    assert r"\`\[a\](http:&#47;&#47;b)\` &#64;c \|" in out
    document = discordant("audit", path, "--output", "json").out
    assert document.isascii()
    assert json.loads(document)["findings"][0]["claim"]["id"].startswith("x\x1b")


def test_a_page_needs_no_network_and_escapes_what_claims_say(discordant, tmp_path):
    pytest.importorskip("jinja2")
    path = tmp_path / "claims.json"
    claims = [{"id": "<script>\x1b", "b": 17, "c": 3, "p": "0.0026"}, {"b": 12, "c": 3, "p": "0.2"}]
    path.write_text(json.dumps(claims), encoding="utf-8")
    page = discordant("audit", path, "--output", "html").out
    assert page.startswith("<!DOCTYPE html>")
    assert "<script" not in page
    assert "\x1b" not in page
    assert "&lt;script&gt;" in page
    assert "<td>inconsistent</td>" in page
    assert "<td>0.002577</td><td>yes</td>" in page
    assert "Audit of 2 claims" in page


def test_the_document_says_what_it_is_like_every_other(discordant, tmp_path):
    path = tmp_path / "claims.json"
    path.write_text(json.dumps({"b": 17, "c": 3, "p": "0.0026"}), encoding="utf-8")
    document = json.loads(discordant("audit", path, "--output", "json").out)
    assert list(document)[:3] == ["document", "schema_version", "program"]
    assert (document["document"], document["schema_version"]) == ("audit", "1.1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["."], ".: is a directory; name one file"),
        (["--text", "."], ".: is a directory; name one file"),
        (["/dev/zero", "--format", "csv"], "/dev/zero: is not a regular file; save the stream to a file first"),
        (["--text", "/dev/zero"], "/dev/zero: is not a regular file; save the stream to a file first"),
    ],
)
def test_what_is_no_regular_file_is_refused_at_once(discordant, arguments, message):
    result = discordant("audit", *arguments)

    assert (result.code, result.out) == (3, "")
    assert message in result.err


@pytest.mark.parametrize("arguments", [["b=17, c=3, p=0.0026"], ["--text", "87 % vs 80 %"]])
def test_a_claim_given_in_place_of_a_file_is_told_the_way(discordant, arguments):
    result = discordant("audit", *arguments)

    assert (result.code, result.out) == (2, "")
    assert f"'{arguments[-1]}' is no file" in result.err
    assert "to audit text itself: echo '...' | discordant audit --text -" in result.err


def test_a_stream_without_end_is_refused_at_its_limit(monkeypatch):
    monkeypatch.setattr("discordant.auditor.source.MAX_BYTES", 1000)

    for arguments in (["--text", "-"], ["-", "--format", "csv"]):
        result = call(*arguments, stdin="b = 1, c = 2 " * 100)
        assert str(result.exception) == "stdin: is longer than 1000 bytes"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"N": ' + "9" * 5000 + "}"])
def test_a_hostile_claim_file_is_refused_and_no_bug(discordant, tmp_path, text):
    path = tmp_path / "claims.json"
    path.write_text(text, encoding="utf-8")

    result = discordant("audit", path)

    assert (result.code, result.out) == (3, "")
    assert str(path) in result.err


def test_more_items_than_the_budget_exit_4_at_once(discordant, tmp_path):
    path = tmp_path / "claims.csv"
    path.write_text("candidate,baseline,p\n1740000000/2000000000,1600000000/2000000000,0.05\n", encoding="utf-8")

    result = discordant("audit", path)

    assert result.code == 4
    assert "claims.csv, line 2: auditing candidate = 2000000000 needs 2000000000 items" in result.err


def test_an_unfinished_search_is_called_so_in_every_form(discordant, tmp_path):
    path = tmp_path / "claims.csv"
    path.write_text("candidate,baseline,p,interval\n6000/10000,6000/10000,0.9999,[5.0; 6.0] pp\n", encoding="utf-8")

    for form in ("text", "markdown", *(["html"] if find_spec("jinja2") else [])):
        told = " ".join(discordant("audit", path, "--output", form).out.split())
        assert "no table was found, and the search ended at its limits before it could rule all of them out" in told
        assert "too little is printed" not in told


def test_what_was_not_read_is_said_beside_the_verdict(discordant):
    prose = "174/200 vs 160/200, p = 0.0026, 9 seeds of 3\nb = 4, c = 0: far from significant\nb = 17, c = 3\n"

    result = CliRunner().invoke(audit, ["--text", "-"], input=prose, standalone_mode=False)
    told = " ".join(result.stdout.split())
    assert "verdict: consistent (the printed numbers can be true together as they stand); 2 numbers not read" in told
    assert told.count("not read") == 2

    assert call("--text", "-", "--quiet", stdin=prose).stdout.splitlines() == [
        "line 1: consistent; 2 numbers not read",
        "line 2: consistent; a conclusion not read",
        "line 3: consistent",
    ]
    one = "p = 0.04, 7 seeds, is it significant?"
    assert call("--text", "-", "--quiet", stdin=one).stdout.endswith("; 1 number and a conclusion not read\n")


def test_text_in_the_place_of_a_file_name_is_told_the_way(discordant):
    result = discordant("audit", "--text", "87.0% vs 80.0% on 200 items")

    assert (result.code, result.out) == (2, "")
    assert "--text '87.0% vs 80.0% on 200 items' is no file" in result.err
    assert "to audit text itself: echo '...' | discordant audit --text -" in " ".join(result.err.split())
    assert "none.md: cannot be read: No such file or directory" in discordant("audit", "--text", "none.md").err
    assert discordant("audit", "--text", "b = 4, c = 0 " * 1000).code == 2
