"""The shipped vectors: schema, checksums, ids, flags met, agreement with the proved rows and the public bugs."""

import json
from fractions import Fraction
from importlib.resources import files

import jsonschema
import pytest

from discordant.auditor import vectors as auditor_vectors
from discordant.conformance import cases, generate, intervals, vectors_file
from discordant.conformance.numerals import parse
from discordant.errors import ArgumentError

SCHEMA = json.loads((files("discordant.conformance") / "schema" / vectors_file.SCHEMA).read_text(encoding="utf-8"))
FUNCTIONS = vectors_file.functions()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_file_follows_the_schema_and_its_twin_has_the_same_ids(function):
    document = vectors_file.load(function)
    jsonschema.validate(document, SCHEMA)
    assert document["count"] == len(document["cases"])
    identifiers = [case["id"] for case in document["cases"]]
    assert len(set(identifiers)) == len(identifiers)
    rows = (vectors_file.folder() / f"{function}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    assert [row.split("\t")[0] for row in rows] == identifiers


def test_no_file_differs_from_its_checksum():
    assert vectors_file.altered() == []


def test_every_function_that_was_promised_has_vectors():
    promised = {
        "exact_p",
        "exact_p_one_sided",
        "mid_p",
        "chi_square",
        "edwards",
        "delta",
        "odds_ratio",
        "least_discordant",
        "critical_count",
        "table_from_outcomes",
    }
    for family, (registry, *_) in intervals.FAMILIES.items():
        promised |= {f"{family}.{method}" for method in registry}
    assert promised <= set(FUNCTIONS)


def test_every_flag_is_explained_and_met():
    met = {flag for case in vectors_file.cases() for flag in case["flags"]}
    assert met == set(vectors_file.flags())


def test_every_bad_count_is_met_by_every_function_of_counts():
    for function in ("exact_p", "exact_p_one_sided", "mid_p", "chi_square", "edwards", "odds_ratio", "delta"):
        met = {flag for case in vectors_file.cases((function,)) for flag in case["flags"]}
        assert {"Negative", "NonInteger", "BoolAsInt"} <= met, function


def test_the_authored_cases_are_the_ones_shipped():
    shipped = {cases.Case(c["function"], c["inputs"], ()).key for c in vectors_file.cases()}
    authored = {case.key for case in cases.split_cases()} | {case.key for case in cases.threshold_cases()}
    assert authored <= shipped


def test_expected_binary64_lies_next_to_the_enclosure():
    for case in vectors_file.cases(("exact_p", "mid_p", "interval.newcombe-plain")):
        record = case["expect"]
        if record["kind"] in ("exact", "enclosed"):
            lo, hi, nearest = parse(record["lo"]), parse(record["hi"]), Fraction(float.fromhex(record["binary64"]))
            assert lo <= hi
            assert abs(nearest - lo) <= max(abs(lo) / 2**52, Fraction(1, 2**1074))


def test_rows_proved_elsewhere_agree_with_the_vectors():
    certified = files("discordant.conformance") / "certified.json"
    rows = json.loads(certified.read_text(encoding="utf-8"))["rows"]
    for function, numerator in (("exact_p", "exact_numerator"), ("mid_p", "mid_numerator")):
        shipped = {
            (case["inputs"]["b"], case["inputs"]["c"]): parse(case["expect"]["fraction"])
            for case in vectors_file.cases((function,))
            if case["expect"]["kind"] == "exact" and "integer_type" not in case["inputs"]
        }
        for row in rows:
            proved = Fraction(int(row[numerator]), 2 ** (row["b"] + row["c"]))
            assert shipped[str(row["b"]), str(row["c"])] == proved


@pytest.mark.corpus
def test_every_public_bug_whose_input_fits_has_a_flagged_case(corpus):
    shipped = {(c["inputs"].get("b"), c["inputs"].get("c")) for c in vectors_file.cases() if c["flags"]}
    missing = []
    for line in (corpus / "bugs.jsonl").read_text(encoding="utf-8").splitlines():
        bug = json.loads(line)
        given = bug["input"]
        if bug["family"] == "unpaired_on_paired":
            continue  # its input is right: the wrong test was taken, which an audit vector shows
        if isinstance(given, dict) and {"b", "c"} <= given.keys() and (str(given["b"]), str(given["c"])) not in shipped:
            missing.append(bug["id"])
    assert missing == []


def test_audit_vectors_keep_the_ids_of_the_auditor():
    own = {case["id"]: case["expect"] for case in auditor_vectors.document()["cases"]}
    assert {case["id"]: case["expect"] for case in vectors_file.cases(("audit",))} == own


def test_a_file_edited_by_hand_stops_the_generator(monkeypatch):
    monkeypatch.setattr(vectors_file, "altered", lambda: ["exact_p.json"])
    with pytest.raises(generate.GenerationError, match=r"exact_p.json: not what was generated"):
        generate.main(["--check"])


def test_a_case_that_would_vanish_must_be_withdrawn(monkeypatch):
    monkeypatch.setattr(generate, "all_cases", lambda: iter(list(cases.outcome_cases())[:-1]))
    monkeypatch.setattr(vectors_file, "functions", lambda: ["table_from_crosstab"])
    with pytest.raises(generate.GenerationError, match=r"table_from_crosstab/\d+ would vanish; withdraw"):
        generate.documents()
    last = vectors_file.load("table_from_crosstab")["cases"][-1]
    monkeypatch.setattr(generate, "errata", lambda: {last["id"]: "wrong layout"})
    kept = generate.documents()["table_from_crosstab"]["cases"]
    assert next(c for c in kept if c["id"] == last["id"])["withdrawn"] == "wrong layout"


def test_unknown_names_are_refused():
    with pytest.raises(ArgumentError, match="function='nothing' has no vectors"):
        vectors_file.load("nothing")
    with pytest.raises(ArgumentError, match="there is no vector 'exact_p/9999'"):
        vectors_file.find("exact_p/9999")


@pytest.mark.slow
def test_all_expected_values_are_what_two_algorithms_compute_now():
    assert generate.main(["--check"]) == 0
