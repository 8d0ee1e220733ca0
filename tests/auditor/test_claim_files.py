"""Claim files of four formats, one schema; every error names file, line and key."""

from __future__ import annotations

import json

import pytest

from discordant.auditor import Claim
from discordant.auditor.claim_file import parse_claims, read_claims
from discordant.errors import ClaimError

TOML = """
[[claim]]
id = "worked"
candidate = "174/200"
baseline = "160/200"
p = 0.0026

[[claim]]
id = "several"
b = 12
c = 5
p = { exact = "0.1435", edwards = "0.1456" }
"""


def test_toml_keeps_the_digits_of_a_number():
    first, second = parse_claims(TOML, "toml", "claims.toml")

    assert (first.id, first.p, first.candidate) == ("worked", "0.0026", "174/200")
    assert [(figure.method, figure.printed[0].text) for figure in second.figures] == [
        ("exact", "0.1435"), ("edwards", "0.1456")
    ]  # fmt: skip


def test_a_toml_file_without_tables_is_one_claim():
    assert parse_claims('b = 17\nc = 3\np = "0.0026"\n', "toml") == [Claim(b=17, c=3, p="0.0026")]


def test_json_in_its_three_shapes_and_jsonl():
    one = {"b": 17, "c": 3, "p": "0.0026"}
    expected = [Claim(b=17, c=3, p="0.0026")]

    assert parse_claims(json.dumps(one), "json") == expected
    assert parse_claims(json.dumps([one]), "json") == expected
    assert parse_claims(json.dumps({"claims": [one]}), "json") == expected
    assert parse_claims('{"b": 17, "c": 3, "p": 0.00260}\n\n', "jsonl") == [Claim(b=17, c=3, p="0.00260")]


def test_csv_with_a_method_in_the_heading():
    text = "id,b,c,N,p:exact,p:edwards\nx,12,5,,0.1435,0.1456\ny,17,3,200,0.0026,\n"

    first, second = parse_claims(text, "csv", "t.csv")

    assert (first.b, first.N, first.p) == (12, None, {"exact": "0.1435", "edwards": "0.1456"})
    assert (second.N, second.p) == (200, {"exact": "0.0026"})


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ('b = 1\npp = "0.1"\n', "toml", "f, line 2, key 'pp': is not a key of a claim (did you mean 'p'?)"),
        ("[[claim]]\nb = 1\n\n[[claim]]\nb = -1\n", "toml",
         "f, line 5, key 'b': -1 allows no count; counts are 0 or more"),
        ('[[claim]]\ncandidate = "174/200"\nbaseline = 160\nitems = 200\n[[claim]]\nitems = 3\n', "toml",
         "f, line 4, key 'items': is not a key of a claim (did you mean 'N'?)"),
        ('[[claim]]\nb = 1\n[[claim]]\nc = 3\n\n"pvalue" = "0.1"\n', "toml",
         "f, line 6, key 'pvalue': is not a key of a claim (did you mean 'p'?)"),
        ("[[claim]]\nb = 1\n[claim.qs]\nexact = '0.1'\n", "toml", "f, line 3, key 'qs': is not a key of a claim"),
        ("[[claim]]\nb = 1\nnote = \"\"\"\nqs = 3\n\"\"\"\nqs = 4\n", "toml",
         "f, line 1, key 'qs': is not a key of a claim"),
        ("\n\nx = 1\n[[claim]]\nb = 1\n", "toml", "f, line 3, key 'x': stands outside a [[claim]] table"),
        ('[\n  {\n    "b": 1,\n    "items": 200\n  },\n  {"items": 3}\n]', "json",
         "f, line 4, key 'items': is not a key of a claim (did you mean 'N'?)"),
        ("b,items\n1,200\n", "csv", "f, line 1, key 'items': is not a key of a claim (did you mean 'N'?)"),
        ('{"b": 1}\n{"ci": "[1, 2]"}', "jsonl",
         "f, line 2, key 'ci': is not a key of a claim (did you mean 'interval'?)"),
        ("b = \n", "toml", "f, line 1: is not TOML: Invalid value (at line 1, column 5)"),
        ("x = 1\n[[claim]]\nb = 1\n", "toml", "f, line 1, key 'x': stands outside a [[claim]] table"),
        ('{"b": 1,}', "json", "f, line 1: is not JSON: Expecting property name enclosed in double quotes"),
        ('{"b": 1}\n{"b": 1, "b": 2}', "jsonl", "f, line 2, key 'b': stands twice in one claim"),
        ('[\n{"b": 1},\n{"c": 1.5}\n]', "json",
         "f, line 3, key 'c': '1.5' is not a whole number; a count is written like 200, '<= 300' or '100..300'"),
        ("[1]", "json", "f: 1 is not a claim; a claim is an object of keys"),
        ("[]", "json", "f: holds no claim"),
        ("b,c\n1\n", "csv", "f, line 2: 1 cells under 2 headings"),
        ("b,p\n1,high\n", "csv", "f, line 2, key 'p': the number 'high' is not a printed number; "
         "write it like 0.0026, <.001, 87.0%, +7.0 pp or 3e-06"),
        ("b,N\n1,100..50\n", "csv", "f, line 2, key 'N': '100..50' allows no count; counts are 0 or more"),
    ],
)  # fmt: skip
def test_errors_name_the_line_and_the_key(text, kind, message):
    with pytest.raises(ClaimError) as caught:
        parse_claims(text, kind, "f")

    assert str(caught.value).partition("; the keys are")[0] == message


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"conclusion": "signific"}, "key 'conclusion': 'signific' is not one of significant, not-significant, "
         "candidate-better, baseline-better, same (did you mean 'significant'?)"),
        ({"candidate": "201/200"}, "key 'candidate': '201/200' has more passes than items"),
        ({"candidate": 0.87}, "key 'candidate': 0.87 is a float; write 174, '174/200' or '87.0%'"),
        ({"interval": "2.7"},
         "key 'interval': '2.7' is not an interval; write it like '[2.7, 11.6] pp' or '0.027 to 0.116'"),
        ({"interval": "[3, 2]"}, "key 'interval': '[3, 2]' is not an interval with its lower limit first"),
        ({"b": True}, "key 'b': True is a bool; counts are whole numbers or text such as '<= 300'"),
        ({"b": 10**200}, "key 'b': a number of about 2^664 is no count of items"),
        ({"level": "95"}, "key 'level': level='95' is not between 0 and 1 (did you mean '95%'?)"),
        ({"net": "3"}, "key 'net': '3' is not a whole number; net is b - c"),
        ({"id": 3}, "key 'id': 3 is not text"),
    ],
)  # fmt: skip
def test_what_a_claim_refuses(fields, message):
    with pytest.raises(ClaimError) as caught:
        Claim(**fields)

    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("[2.7, 11.6]", ("2.7", "11.6")),
        ("2.7 to 11.6 pp", ("2.7", "11.6 pp")),
        ("[-0.1186, -0.0046]", ("-0.1186", "-0.0046")),
        ("(−0.05..0.10)", ("−0.05", "0.10")),
        ("[2.7%, 11.6%]", ("2.7%", "11.6%")),
        ("-8.7 to 7.2 points", ("-8.7", "7.2 points")),
    ],
)
def test_intervals_as_people_write_them(text, limits):
    figure = Claim(interval=text).figures[0]

    assert tuple(number.text for number in figure.printed) == limits
    assert len({number.percent for number in figure.printed}) == 1


def test_files_are_read_by_their_suffix(tmp_path):
    file = tmp_path / "claims.toml"
    file.write_text(TOML, encoding="utf-8")

    assert len(read_claims(file)) == 2
    assert len(read_claims(file, "toml")) == 2


def test_unreadable_files_are_named(tmp_path):
    binary = tmp_path / "x.json"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(ClaimError, match=r"x\.json: is not UTF-8 \(byte 0\)"):
        read_claims(binary)
    with pytest.raises(ClaimError, match=r"none\.toml: cannot be read: No such file or directory"):
        read_claims(tmp_path / "none.toml")
    (tmp_path / "claims.txt").write_text("b = 1", encoding="utf-8")
    with pytest.raises(ClaimError, match=r"claims\.txt: 'txt' is not a claim-file format"):
        read_claims(tmp_path / "claims.txt")


def test_a_claim_round_trips_through_its_dict():
    claim = Claim(id="x", candidate="174/200", baseline="160/200", p={"exact": "0.0026"}, conclusion="significant")

    assert Claim.from_mapping(claim.to_dict()) == claim
