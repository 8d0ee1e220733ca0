"""`discordant vectors`: what it lists, shows, exports, and what `verify` says of files that are not as generated."""

import hashlib
import json

import pytest

from discordant.conformance import generate, vectors_file


def shipped():
    names = (entry.name for entry in vectors_file.folder().iterdir())
    return {name: (vectors_file.folder() / name).read_text(encoding="utf-8") for name in names}


def test_list_counts_the_cases_of_every_function(discordant):
    lines = discordant("vectors", "list").out.splitlines()
    assert len(lines) == len(vectors_file.functions())
    counts = {line.split()[0]: int(line.split()[1]) for line in lines}
    assert counts["exact_p"] == len(vectors_file.load("exact_p")["cases"])


def test_list_of_a_function_and_a_flag_has_one_line_a_case(discordant):
    lines = discordant("vectors", "list", "--function", "mid_p", "--flag", "SixMinimum").out.splitlines()
    wanted = [case["id"] for case in vectors_file.cases(("mid_p",)) if "SixMinimum" in case["flags"]]
    assert [line.split()[0] for line in lines] == wanted
    assert all(len(line) <= 80 for line in lines)
    assert discordant("vectors", "list", "--function", "median").code == 2
    assert discordant("vectors", "list", "--flag", "Nothing").code == 2


def test_show_gives_one_vector_whole(discordant):
    found = json.loads(discordant("vectors", "show", "exact_p/0001").out)
    assert found["expect"]["fraction"] == "1351/524288"
    missing = discordant("vectors", "show", "exact_p/9999")
    assert missing.code == 2
    assert "there is no vector 'exact_p/9999'" in missing.err


def test_export_copies_every_file_with_sums_that_hold_and_the_schema(discordant, tmp_path):
    folder = tmp_path / "mine"
    assert discordant("vectors", "export", folder).code == 0
    sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
    for name, digest in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    assert {path.name for path in folder.iterdir()} == {*sums, "SHA256SUMS", "vectors.schema.json"}
    again = discordant("vectors", "export", folder)
    assert again.code == 2
    assert "exists; name a folder that does not" in again.err


@pytest.mark.parametrize("function", ["delta", "odds_ratio", "table_from_crosstab", "interval.wald"])
def test_the_files_of_a_function_are_what_two_algorithms_write_now(function):
    fresh = generate.texts(only=function)
    assert {name: text for name, text in shipped().items() if fresh.get(name) != text} == {}


def test_verify_says_which_file_is_not_what_is_computed_now(discordant, monkeypatch):
    monkeypatch.setattr(generate, "texts", lambda jobs: shipped())
    right = discordant("vectors", "verify")
    assert (right.code, right.out) == (0, "")
    assert "cases recomputed by two algorithms, 89 files as recorded" in right.err
    assert discordant("vectors", "verify", "--quiet").err == ""
    monkeypatch.setattr(generate, "texts", lambda jobs: {**shipped(), "mid_p.json": "{}"})
    wrong = discordant("vectors", "verify")
    assert (wrong.code, wrong.out) == (1, "mid_p.json: not what is computed now\n")


def test_verify_says_which_file_was_edited_and_recomputes_nothing(discordant, monkeypatch):
    def never(jobs):
        raise AssertionError("nothing is to be recomputed")

    monkeypatch.setattr(generate, "texts", never)
    monkeypatch.setattr(vectors_file, "checksums", lambda: {"gone.json": "0" * 64})
    found = discordant("vectors", "verify")
    assert found.code == 1
    assert "gone.json: not what its checksum says" in found.out
    assert "exact_p.json: not what its checksum says" in found.out


@pytest.mark.parametrize(
    ("identifier", "fact"),
    [
        ("exact_p", "'exact_p' is a function; `discordant vectors list --function exact_p` names its vectors"),
        ("exact_p/9999", "no vector 'exact_p/9999'; `discordant vectors list --function exact_p` names them"),
        ("nothing", "there is no vector 'nothing'; `discordant vectors list` names the functions"),
    ],
)
def test_an_unknown_vector_is_refused_with_the_call_that_lists_them(discordant, identifier, fact):
    refused = discordant("vectors", "show", identifier)
    assert refused.code == 2
    assert fact in " ".join(refused.err.split())
