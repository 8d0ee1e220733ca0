"""The JSON documents: valid by their schemas, exact, strict, reproducible."""

import json
import math
from fractions import Fraction

import jsonschema
import pytest
from hypothesis import given, settings

import strategies
from discordant import Discordant, Table, analyze, compare
from discordant.enclosed.real import Real
from discordant.report.json_document import document, dumps, number, schema

VALIDATOR = jsonschema.Draft202012Validator(schema("analysis"))


def refuse(constant):
    raise AssertionError(f"{constant} in JSON")


@pytest.mark.parametrize("name", ["analysis", "inspection", "formats"])
def test_the_schemas_are_schemas(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))


@settings(max_examples=25)
@given(strategies.tables())
def test_every_analysis_is_valid_strict_and_reproducible(table):
    text = dumps(analyze(table).to_dict())
    VALIDATOR.validate(json.loads(text, parse_constant=refuse))
    assert text == dumps(analyze(table).to_dict())
    assert text.isascii()


@pytest.mark.parametrize(
    "counts",
    [
        Discordant(0, 0),
        Discordant(17, 3),
        Table(5, 0, 0, 5),
        Table(0, 4, 0, 0),
        Table(10**400, 3, 4, 5),
        Table(2**53, 9, 1, 1),
    ],
)
def test_degenerate_and_huge_counts_are_valid(counts):
    VALIDATOR.validate(json.loads(dumps(analyze(counts, intervals="all").to_dict()), parse_constant=refuse))


@settings(max_examples=25)
@given(strategies.tables())
def test_exact_numbers_read_back_exactly(table):
    shown = document(analyze(table))
    p = shown["tests"][0]["p"]
    assert Fraction(int(p["numerator"], 0), int(p["denominator"], 0)) == analyze(table).exact.p.exact
    assert Fraction(int(shown["delta"]["numerator"]), int(shown["delta"]["denominator"])) == Fraction(
        table.b - table.c, table.N
    )
    cells = shown["table"]
    assert Table(cells["both"], cells["candidate_only"], cells["baseline_only"], cells["neither"]) == table


def test_a_p_of_more_than_1000_digits_is_hexadecimal():
    p = document(analyze(Discordant(4000, 100)))["tests"][0]["p"]
    assert p["numerator"].startswith("0x") or len(p["numerator"]) <= 1000
    assert p["denominator"].startswith("0x")
    assert Fraction(int(p["numerator"], 0), int(p["denominator"], 0)) == analyze(Discordant(4000, 100)).exact.p.exact


def test_a_p_of_more_digits_than_python_prints_is_told_in_every_form():
    analysis = analyze(Discordant(300_000, 20_000))
    p = document(analysis)["tests"][0]["p"]
    assert len(p["denominator"]) > 79_000
    assert p["decimal"].endswith("e-63841")
    assert p["float"] == 0.0
    assert "10^-63840.79" in str(analysis)


def test_decimal_and_float_are_the_number_rounded():
    shown = number(Fraction(1351, 524288))
    assert shown == {
        "numerator": "1351",
        "denominator": "524288",
        "decimal": "2.5768280029296875e-3",
        "float": 1351 / 524288,
    }


@pytest.mark.parametrize(
    ("value", "decimal", "nearest"),
    [
        (math.inf, "inf", "inf"),
        (Real.infinite(-1), "-inf", "-inf"),
        (Fraction(10**400), "1.0000000000000000e400", "inf"),
        (-Fraction(10**400), "-1.0000000000000000e400", "-inf"),
        (Fraction(1, 10**400), "1.0000000000000000e-400", 0.0),
    ],
)
def test_infinities_and_numbers_beyond_binary64_are_words(value, decimal, nearest):
    shown = number(value)
    assert (shown["decimal"], shown["float"]) == (decimal, nearest)


def test_an_undefined_number_is_null():
    assert number(None) is None
    assert document(analyze(Table(5, 0, 0, 5)))["effects"]["odds_ratio"] is None
    assert document(analyze(Table(5, 3, 0, 5)))["effects"]["odds_ratio"] == {"decimal": "inf", "float": "inf"}


def test_counts_beyond_2_to_53_are_text():
    cells = document(analyze(Table(2**53, 1, 1, 2**53 + 1)))["table"]
    assert cells["both"] == 2**53
    assert cells["neither"] == str(2**53 + 1)


def test_provenance_names_both_files_by_their_hash(root):
    folder = root / "docs" / "examples"
    analysis = compare(folder / "generated-200-baseline.jsonl", folder / "generated-200-candidate.jsonl")
    shown = analysis.to_dict()
    VALIDATOR.validate(json.loads(dumps(shown)))
    assert shown["provenance"]["matched"] == 200
    assert shown["provenance"]["baseline"]["source"]["sha256"] != shown["provenance"]["candidate"]["source"]["sha256"]
    assert shown["provenance"]["baseline"]["source"]["format"] == "jsonl"


def test_a_hostile_label_is_escaped_ascii():
    text = dumps(analyze(Table(1, 2, 3, 4), baseline="\x1b[2J\ud800é").to_dict())
    assert text.isascii()
    assert json.loads(text)["baseline"]["label"] == "\x1b[2J\ud800é"


def test_the_smallest_p_of_all_has_its_digits():
    p = document(analyze(Discordant(10**9, 0)))["tests"][0]["p"]
    assert p == {"decimal": "4.3355959352338680e-301029996", "float": 0.0}  # 2^(1 - 10^9), by 10^(frac log10)


def test_runs_of_several_tasks_are_valid(tmp_path):
    rows = [{"id": i, "passed": i % 2, "task": task} for task in ("easy", "hard") for i in range(6)]
    for name in ("one", "two"):
        text = "".join(json.dumps(row | {"passed": row["passed"] if name == "one" else 1}) + "\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    shown = compare(tmp_path / "one.jsonl", tmp_path / "two.jsonl").to_dict()
    VALIDATOR.validate(json.loads(dumps(shown)))
    assert set(shown["provenance"]["tasks"]) == {"easy", "hard"}
