"""The shipped vectors: schema, checksums, ids, flags met, agreement with the proved rows and the public bugs."""

import json
import re
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


def of(*prefixes):
    return {name for name in FUNCTIONS if name.startswith(prefixes)}


P = of("exact_p", "mid_p", "chi_square", "edwards")
SPLIT = P | of("odds_ratio")
TABLE = of("delta", "interval.", "risk_ratio_interval.")
RATE = of("pass_rate_interval.")
THRESHOLD = of("critical_count", "least_discordant")
BUILT = of("table_from_")

REACH = {
    "Negative": SPLIT | TABLE | RATE | BUILT | of("critical_count"),
    "NonInteger": SPLIT | TABLE | RATE | BUILT | THRESHOLD,
    "BoolAsInt": SPLIT | TABLE | RATE | of("critical_count"),
    "NarrowInteger": SPLIT | TABLE | RATE,
    "LargerTable": of("table_from_crosstab"),
    "ZeroDiscordant": SPLIT | TABLE | of("critical_count", "table_from_outcomes"),
    "Tie": SPLIT | TABLE | RATE,
    "OneSided": SPLIT | TABLE | RATE | of("table_from_outcomes"),
    "SingleItem": SPLIT | TABLE | RATE | of("table_from_outcomes"),
    "OrderSwap": SPLIT | TABLE | BUILT,
    "WorkedExample": SPLIT | TABLE | RATE | of("table_from_crosstab"),
    "HugeN": set(FUNCTIONS),
    "EmptyMargin": TABLE | of("table_from_outcomes"),
    "NewcombeVariant": TABLE,
    "NewcombeZeroWidth": TABLE,
    "WaldOutside": TABLE,
    "SixMinimum": P | THRESHOLD | of("interval."),
    "AlphaBoundary": P | THRESHOLD | of("interval.", "audit"),
    "EdwardsVsExactSwitch": P | of("critical_count"),
    "FloatPow1024": P | of("critical_count"),
    "HalfPowUnderflow1075": P | of("critical_count"),
    "PrematureUnderflow1229": P,
    "SubnormalP": P,
    "ZeroP": P,
    "MissingTailTerm": P,
    "RoundingTie": P | of("audit"),
    "StringDigits4300": of("exact_p", "mid_p"),
    "Proved": {"exact_p", "mid_p"},
    "CapAtOne": {"exact_p", "mid_p"},
    "MidPTie": {"mid_p"},
    "ClampEdwards": {"edwards"},
}
"""Each flag and the functions it touches but for `exceptions.json`; the flags of claims touch `audit` alone."""


def test_every_flag_is_met_by_every_function_it_can_touch():
    met = {name: {flag for case in vectors_file.cases((name,)) for flag in case["flags"]} for name in FUNCTIONS}
    reach = {**{flag: {"audit"} for flag in auditor_vectors.FLAGS}, **REACH}
    reach["SixMinimum"] = reach["SixMinimum"] | {"audit"}
    assert set(reach) == set(vectors_file.flags())
    unmet = {(flag, name) for flag, names in reach.items() for name in names if flag not in met[name]}
    excepted = vectors_file.exceptions()
    assert unmet == {(flag, name) for flag, names in excepted.items() for name in names}
    assert all(len(why.split()) > 5 for names in excepted.values() for why in names.values())


def test_a_large_case_is_large():
    """Counts of a case of HugeN add up to 99,000 at least."""
    for case in vectors_file.cases():
        if "HugeN" in case["flags"]:
            numbers = [
                int(word) for text in case["inputs"].values() for word in re.findall(r"(?<![.\d])\d+(?![.\d])", text)
            ]
            assert sum(numbers) >= 99_000


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


OTHER_TESTS = {
    "bug-07": "a score interval of two independent samples",
    "bug-10": "n = 2 10^9, beyond the 10^9 that the oracle certifies",
    "bug-11": "a binomial test at 0.3",
    "bug-13": "a binomial test at 4/5",
    "bug-31": "a binomial test at 0.3",
    "bug-32": "a binomial test at 0.9988",
    "bug-35": "a binomial law at n = 7 10^18",
    "bug-36": "a score interval of two independent samples",
    "bug-44": "the counts are right, the wrong test was taken: an audit vector (UnpairedTest)",
}
"""Bugs whose input is none of McNemar's test, or of no size that is served."""


def split_of(given):
    """The b and c of a bug's input where it has them: as such, as k of n at 1/2, or as signs."""
    if {"b", "c"} <= given.keys():
        return given["b"], given["c"]
    if given.get("p") == 0.5:
        k = given.get("k", given.get("hits"))
        return k, given["n"] - k
    if "data" in given:
        return sum(x > 0 for x in given["data"]), sum(x < 0 for x in given["data"])
    return None


@pytest.mark.corpus
def test_every_public_bug_whose_input_fits_has_a_flagged_case(corpus):
    """Its split is shipped under a flag, or (where it names none) a flag says that it was seen there."""
    flagged = {tuple(c["inputs"].get(k) for k in "bc") for c in vectors_file.cases() if set(c["flags"]) - {"Proved"}}
    seen = " ".join(place for flag in vectors_file.flags().values() for place in flag["seen_in"])
    bugs = [json.loads(line) for line in (corpus / "bugs.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(bugs) == 30
    missing = []
    for bug in bugs:
        split = split_of(bug["input"])
        if bug["id"] in OTHER_TESTS:
            continue
        if split is not None:
            found = tuple(map(str, split)) in flagged
        else:
            found = str(bug["number"]) in seen and bug["repo"].rpartition("/")[2].split(".")[0] in seen
        if not found:
            missing.append((bug["id"], bug["input"]))
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
