"""`plan`, `matrix` and `watch` as people call them."""

from __future__ import annotations

import csv
import io
import json

import jsonschema
import pytest

from discordant.cli.registry import VERBS
from discordant.report.json_document import schema
from discordant.report.labels import columns


def valid(name, text):
    """Return the document that `text` is, valid by its schema."""
    document = json.loads(text)
    jsonschema.Draft202012Validator(schema(name)).validate(document)
    return document


@pytest.mark.parametrize("name", ["matrix", "plan", "watch", "clusters"])
def test_the_schemas_are_schemas(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def three(tmp_path):
    cuts = {"small": 10, "large": 25, "tuned": 27}
    return [
        write(tmp_path / f"{name}.jsonl", [{"id": i, "passed": i < cut} for i in range(40)])
        for name, cut in cuts.items()
    ]


def test_matrix_compares_all_pairs(discordant, three):
    result = discordant("matrix", *three)
    assert result.code == 0
    assert result.out.splitlines()[0] == "3 runs on 40 items, 3 pairs; holm decides at alpha 0.05."
    assert result.out.splitlines()[1] == "tuned passes most items; large cannot be told from it."


def test_matrix_speaks_json_csv_and_markdown(discordant, three):
    document = valid("matrix", discordant("matrix", *three, "--output", "json").out)
    assert document["tied_with_leader"] == [2, 1]
    assert [pair["cells"]["candidate_only"] for pair in document["pairs"]] == [15, 17, 2]
    rows = list(csv.DictReader(io.StringIO(discordant("matrix", *three, "--output", "csv").out)))
    assert [row["baseline"] for row in rows] == ["small", "small", "large"]
    assert float(rows[0]["p"]) == 2 / 2**15
    assert "| `tuned` | 27 |" in discordant("matrix", *three, "--output", "markdown").out


def test_matrix_and_plan_draw_pages_and_pictures(discordant, three, tmp_path):
    pytest.importorskip("jinja2")
    assert discordant("matrix", *three, "--output", "html").out.startswith("<!DOCTYPE html>")
    assert "<svg" in discordant("plan", "--p-b", "0.4", "--p-c", "0.1", "--output", "html").out
    svg = tmp_path / "power.svg"
    assert discordant("plan", "--p-b", "0.4", "--p-c", "0.1", "--svg", str(svg)).code == 0
    assert "<svg" in svg.read_text(encoding="utf-8")


def test_matrix_fails_on_what_it_is_told_to(discordant, three):
    assert discordant("matrix", *three, "--fail-on", "difference").code == 1
    assert discordant("matrix", *three, "--fail-on", "cannot-tell").code == 0


def test_matrix_draws_max_t_reproducibly(discordant, three):
    call = ("matrix", *three, "--correction", "max-t", "--draws", "200", "--seed", "3", "--output", "json")
    first = discordant(*call)
    assert first.out == discordant(*call).out
    drawn = valid("matrix", first.out)["max_t"]
    assert drawn["draws"] == 200
    assert drawn["step_down"][0]["denominator"] == "201"
    assert len(drawn["step_down_bounds"]) == 3
    told = discordant(*call[:-2]).out
    assert "max-t drew 200 sign patterns from seed 3" in told
    assert "99.9% bounds" in told


def test_a_file_of_several_runs_stands_for_all_and_runs_narrows(discordant, tmp_path):
    models = {
        f"m{j}": {f"i{i}": {"resolved": i < 5 * j, "cost": 1.0, "api_calls": 1} for i in range(20)} for j in (1, 2, 3)
    }
    path = tmp_path / "board.json"
    path.write_text(json.dumps(models), encoding="utf-8")
    all_of_them = json.loads(discordant("matrix", str(path), "--output", "json").out)
    assert [run["label"] for run in all_of_them["runs"]] == ["m1", "m2", "m3"]
    two = json.loads(discordant("matrix", str(path), "--runs", "m1,m3", "--output", "json").out)
    assert [run["label"] for run in two["runs"]] == ["m1", "m3"]
    missing = discordant("matrix", str(path), "--runs", "m1,m9")
    assert missing.code == 2
    assert "no file holds the run 'm9'" in missing.err


def test_matrix_shows_progress_on_stderr_where_asked(discordant, three):
    shown = discordant("matrix", *three, "--progress", "plain")
    assert f"reading {three[0]}: 100%" in shown.err
    assert shown.out == discordant("matrix", *three).out
    assert "reading" not in discordant("matrix", *three, "--progress", "none").err
    assert discordant("matrix", *three, "--progress", "plain", "--quiet").err == ""


def test_matrix_takes_the_first_refusal_of_a_file_and_does_not_read_it_again(discordant, three, tmp_path, monkeypatch):
    from discordant.report import aligned

    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"id": 1, "passed": true}\n{"id": 2,\n', encoding="utf-8")
    monkeypatch.setattr(aligned, "read_run", lambda *_, **__: pytest.fail("read after it was refused"))
    refused = discordant("matrix", str(broken), *three)
    assert refused.code == 3
    assert "broken.jsonl" in refused.err
    assert "line 2" in refused.err


def test_matrix_reads_a_directory_as_one_run(discordant, three, tmp_path):
    folders = []
    for name, cut in (("first", 3), ("second", 5)):
        folder = tmp_path / name
        folder.mkdir()
        tests = "".join(f"{'' if i < cut else 'not '}ok {i + 1} - t{i}\n" for i in range(9))
        (folder / "a.tap").write_text(f"TAP version 13\n1..9\n{tests}", encoding="utf-8")
        folders.append(str(folder))
    document = valid("matrix", discordant("matrix", *folders, "--output", "json").out)
    assert [run["passed"] for run in document["runs"]] == [3, 5]


def test_matrix_refuses_unequal_items_unless_told(discordant, three, tmp_path):
    short = write(tmp_path / "short.jsonl", [{"id": i, "passed": True} for i in range(39)])
    refused = discordant("matrix", *three, short)
    assert refused.code == 3
    assert "short: 1 item missing, 39 among them; say --on-missing drop or --on-missing count-as-failed" in refused.err
    dropped = discordant("matrix", *three, short, "--on-missing", "drop").out
    assert "4 runs on 39 items" in dropped
    assert "Dropped, since some run had no outcome for them: 1 item." in dropped
    filled = discordant("matrix", *three, short, "--on-missing", "count-as-failed")
    assert "4 runs on 40 items" in filled.out
    assert "Counted as failed where a run had no outcome: 1 item." in filled.out
    document = valid("matrix", discordant("matrix", *three, short, "--on-missing", "drop", "--output", "json").out)
    assert (document["on_missing"], document["dropped"], document["counted_as_failed"]) == ("drop", 1, 0)


def test_matrix_refuses_ids_that_stand_for_different_items(discordant, tmp_path):
    rows = [{"doc_id": 1, "doc": {}, "target": "x", "filter": "none", "metrics": ["acc"], "acc": 1.0, "doc_hash": "aa"}]
    other = [rows[0] | {"doc_hash": "bb"}]
    one, two = (write(tmp_path / f"samples_{name}.jsonl", some) for name, some in (("one", rows), ("two", other)))
    result = discordant("matrix", one, two, "--format", "lm-eval")
    assert result.code == 3
    assert "1 item with equal ids but different content in the two runs: 1" in result.err


def test_matrix_says_who_shares_the_lead_and_which_files_are_one(discordant, tmp_path):
    rows = [{"id": i, "passed": i < 3} for i in range(5)]
    one, two = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", rows)
    lines = discordant("matrix", one, two).out.splitlines()
    assert lines[1] == "a and b share the most passes, and no other run is tied with them."
    assert "a and b are the same file, read the same way." in lines


def test_matrix_says_that_zero_width_is_no_certainty(discordant, tmp_path):
    rows = [{"id": i, "passed": i < 4} for i in range(8)]
    same = [write(tmp_path / f"{name}.jsonl", [row | {"by": name} for row in rows]) for name in "abc"]
    because = "on these tables: a defect of the method where the runs agree, not certainty."
    whole = " ".join(discordant("matrix", *same).out.split())
    assert f"The newcombe-plain intervals of b - a, c - a and c - b have zero width {because}" in whole
    assert "better" not in whole
    assert "zero width" not in discordant("matrix", *same, "--intervals", "tango").out
    other = write(tmp_path / "other.jsonl", [{"id": i, "passed": i < 2} for i in range(8)])
    one = " ".join(discordant("matrix", same[0], same[1], other, "--output", "markdown").out.split())
    assert "The newcombe-plain interval of `b` - `a` has zero width on this table: a defect of the method" in one


def test_matrix_says_who_cannot_be_told_from_a_shared_lead_and_the_leader_is_not_tied_with_itself(discordant, tmp_path):
    cuts = {"a": 27, "b": 25, "c": 27, "d": 24, "e": 2}
    runs = [
        write(tmp_path / f"{name}.jsonl", [{"id": i, "passed": i < cut, "by": name} for i in range(40)])
        for name, cut in cuts.items()
    ]
    lines = discordant("matrix", *runs).out.splitlines()
    assert lines[1] == "a and c share the most passes; b and d cannot be told from a."
    assert [line.split() for line in lines if line.startswith(("a  ", "c  ", "e  "))] == [
        ["a", "27", "67.5%", "-"],
        ["c", "27", "67.5%", "yes"],
        ["e", "2", "5.0%", "no"],
    ]


def test_matrix_names_no_option_of_a_pair_for_itself(discordant, tmp_path):
    wide = tmp_path / "wide.csv"
    wide.write_text("id,a,b\n1,1,0\n2,1,1\n", encoding="utf-8")
    refused = discordant("matrix", wide)
    told = " ".join(refused.err.split())
    assert refused.code == 3
    assert "line 1: name the column of the outcomes with --pass, or compare two columns by `discordant compare`" in told
    assert "--baseline-pass" not in told


def test_matrix_documents_hold_every_pair_exactly(discordant, three):
    document = valid("matrix", discordant("matrix", *three, "--intervals", "wald", "--output", "json").out)
    last = document["pairs"][-1]
    assert (last["mid_p"]["numerator"], last["mid_p"]["denominator"]) == ("1", "4")
    assert last["interval"]["method"] == "wald"


def test_plan_prints_a_table_and_a_curve(discordant):
    lines = discordant("plan", "--delta", "10%", "--discordance", "0.3").out.splitlines()
    assert lines[1:3] == [
        "249 items reach a power of 0.8 with the exact test, and no N up to 996 misses it",
        "  again",
    ]
    assert any(line.startswith("249 ") and "0.8014469" in line for line in lines)
    assert len(lines[-1]) == 60


def test_plan_draws_its_curve_in_ascii_where_the_terminal_has_no_more(discordant):
    line = discordant("plan", "--p-b", "0.4", "--p-c", "0.1", encoding="ascii").out.splitlines()[-1]
    assert set(line) <= set("_.-=+*%#")


def test_plan_speaks_json_and_markdown(discordant):
    result = discordant("plan", "--p-b", "0.4", "--p-c", "0.1", "--output", "json")
    document = valid("plan", result.out)
    assert document["sizes"][0]["method"] == "exact"
    assert "| items |" in discordant("plan", "--p-b", "0.4", "--p-c", "0.1", "--output", "markdown").out


def test_plan_tells_what_items_can_show_and_plans_from_a_pilot(discordant):
    shown = discordant("plan", "--items", "82", "--discordance", "10%", "--method", "exact").out
    assert "smallest significant split is 8-0" in shown
    pilot = discordant("plan", "--pilot", "70,6,2,4", "--items", "50", "--method", "exact", "--output", "json")
    assert valid("plan", pilot.out)["plans"][0]["N"] == 50


def test_plan_encloses_what_is_beyond_exact_sums(discordant):
    fine = discordant("plan", "--delta", "0.1512345678", "--discordance", "0.3000000001", "--items", "2000")
    assert fine.code == 0
    assert any(line.split()[:1] == ["2000"] for line in fine.out.splitlines())
    many = discordant("plan", "--items", "10100", "--discordance", "0.12", "--method", "exact", "--output", "json")
    assert valid("plan", many.out)["plans"][0]["N"] == 10100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--items", "82"), "--items needs --discordance (what can be shown), an effect, or --pilot."),
        (("--pilot", "1,2,3,4"), "--pilot goes with --items, and without an assumed effect."),
        (("--pilot", "1,2,3", "--items", "9"), "'1,2,3' is not four counts A,B,C,D."),
        (("--delta", "0.1"), "give either p_b and p_c, or delta and discordance"),
        (
            ("--items", "9", "--discordance", "0.5", "--output", "html"),
            "draw a power curve, which needs an",
        ),
    ],
)
def test_plan_says_what_it_needs(discordant, arguments, message):
    result = discordant("plan", *arguments)
    assert result.code == 2
    assert message in " ".join(result.err.split())


def test_watch_stops_as_soon_as_the_evidence_suffices(discordant, tmp_path):
    rows = [{"baseline": False, "candidate": True}] * 20
    result = discordant("watch", write(tmp_path / "stream.jsonl", rows))
    assert result.code == 0
    assert result.out.splitlines()[:2] == [
        "stopped: evidence of a difference, candidate ahead",
        "8 items, 8-0 discordant: e = 28.44 (largest 28.44), anytime-valid p 0.03516",
    ]
    assert result.err.splitlines()[:3] == [
        "rule: stop when e >= 20 (two-sided)",
        "item 1: 1-0, e = 1",
        "item 2: 2-0, e = 1.333",
    ]


def test_watch_ends_with_its_stream_or_its_rule(discordant, tmp_path):
    path = write(tmp_path / "stream.jsonl", [{"old": 1, "new": 0}, {"old": 1, "new": 1}, {"old": 0, "new": 0}])
    fields = ("--baseline", "old", "--candidate", "new", "--output", "json")
    running = valid("watch", discordant("watch", path, *fields).out)
    assert (running["stopped"], running["cells"]["baseline_only"]) == (None, 1)
    ended = json.loads(discordant("watch", path, *fields, "--most", "2").out)
    assert (ended["stopped"], ended["cells"]["neither"]) == ("most", 0)
    assert discordant("watch", path, *fields, "--fail-on", "cannot-tell").code == 1


def test_watch_says_that_the_stream_ended_without_sufficient_evidence(discordant, tmp_path):
    result = discordant("watch", write(tmp_path / "stream.jsonl", [{"baseline": "FAIL", "candidate": "passed"}]))
    assert result.out.splitlines()[:2] == [
        "the stream ended: the evidence does not suffice",
        "1 item, 1-0 discordant: e = 1 (largest 1), anytime-valid p 1",
    ]
    assert "item 1: 1-0, e = 1" in result.err.splitlines()


def test_watch_names_the_way_out_where_a_stream_is_no_json(discordant, tmp_path):
    path = tmp_path / "stream.csv"
    path.write_text("id,passed\n1,true\n", encoding="utf-8")
    told = " ".join(discordant("watch", str(path)).err.split())
    assert "line 1: not JSON: expecting value at column 1; a line of a stream holds both outcomes of one item" in told
    assert "two result files: discordant compare" in told


def test_watch_names_regressions(discordant, tmp_path):
    path = write(tmp_path / "stream.jsonl", [{"baseline": True, "candidate": False}] * 9)
    assert discordant("watch", path, "--fail-on", "regression").code == 1


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("not json", "line 1: not JSON: expecting value at column 1"),
        ('{"baseline": 1, "candidate": 0, "candidate": 1}', "line 1: the JSON key 'candidate' appears twice in one"),
        ('{"baseline": 1, "candidate": NaN}', "line 1: NaN is not JSON"),
        ('{"baseline": "\udcff"}', "line 1: byte 0xff at offset 14 is not UTF-8; convert the file to UTF-8"),
        ("[1]", "line 1: the line is a JSON list, not an object"),
        ('{"baseline": true}', "line 1: field 'candidate' is missing; outcomes are true or false, 1 or 0"),
        ('{"baseline": 0.5, "candidate": 1}', "line 1: field 'baseline' is 0.5; outcomes are true or false, 1 or 0"),
        ('{"baseline": "ok", "candidate": 1}', "line 1: field 'baseline' is 'ok'; outcomes are true or false, 1 or 0"),
        ('{"baseline": null, "candidate": 1}', "line 1: field 'baseline' is None; outcomes are true or false, 1 or 0"),
    ],
)
def test_watch_refuses_lines_that_hold_no_outcomes(discordant, tmp_path, line, fact):
    path = tmp_path / "stream.jsonl"
    path.write_text(line + "\n", encoding="utf-8", errors="surrogateescape")
    result = discordant("watch", str(path))
    assert result.code == 3
    assert fact in result.err


def test_watch_reads_past_a_byte_order_mark_and_refuses_lines_without_end(discordant, tmp_path):
    path = tmp_path / "stream.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"baseline": 1, "candidate": 1}\r\n')
    assert discordant("watch", str(path)).code == 0
    path.write_text("[" * 1_000_002, encoding="utf-8")
    result = discordant("watch", str(path))
    assert result.code == 3
    assert "line 1: the line has more than 1000000 bytes" in result.err


def test_matrix_text_fits_the_terminal_and_breaks_wide_tables_into_blocks(discordant, tmp_path):
    names = ["a-model-of-a-name-too-long-for-a-column", "\u6a21\u578b" * 12, "c"]
    files = [
        write(tmp_path / f"{name}.jsonl", [{"id": i, "passed": i % (3 + shift) > 0} for i in range(60)])
        for shift, name in enumerate(names)
    ]
    lines = discordant("matrix", *files, "--intervals", "conditional-clopper-pearson").out.splitlines()
    assert max(map(columns, lines)) <= 80
    assert sum(line.startswith("pair ") for line in lines) > 1


def test_quiet_matrices_and_watches_print_their_verdict_alone(discordant, three, tmp_path):
    assert discordant("matrix", *three, "--quiet").out == "tuned passes most items; large cannot be told from it.\n"
    path = write(tmp_path / "stream.jsonl", [{"baseline": False, "candidate": True}] * 20)
    assert discordant("watch", path, "--quiet").out == "stopped: evidence of a difference, candidate ahead\n"


def test_plan_and_watch_text_fits_the_terminal(discordant, tmp_path):
    path = write(tmp_path / "stream.jsonl", [{"baseline": False, "candidate": True}] * 20)
    for call in (
        ("plan", "--p-b", "0.65", "--p-c", "0.35", "--power", "0.6", "--method", "chi-square"),
        ("plan", "--items", "5", "--discordance", "0.2"),
        ("plan", "--items", "200", "--pilot", "70,6,2,4"),
        ("watch", path, "--most", "1000000"),
    ):
        assert max(map(len, discordant(*call).out.splitlines())) <= 80


@pytest.mark.parametrize("verb", [None, *VERBS])
def test_help_fits_the_terminal(discordant, monkeypatch, verb):
    monkeypatch.setenv("COLUMNS", "200")
    shown = discordant(*([] if verb is None else [verb]), "--help").out
    assert max(map(len, shown.splitlines())) <= 80


def test_labels_in_csv_are_no_formulas(discordant, tmp_path):
    rows = [{"id": i, "passed": i < 3} for i in range(5)]
    files = [write(tmp_path / f"{sign}1.jsonl", rows) for sign in "=+-@"]
    shown = discordant("matrix", *files, "--output", "csv").out
    table = list(csv.DictReader(io.StringIO(shown)))
    assert {row["baseline"] for row in table} | {row["candidate"] for row in table} == {"'=1", "'+1", "'-1", "'@1"}
    assert {row["delta"] for row in table} == {"0.0"}


def test_matrix_never_pools_repeats(discordant, tmp_path):
    rows = [{"id": i // 3, "repeat": i % 3, "passed": i % 2 == 0, "family": i // 6} for i in range(18)]
    single = [row | {"id": i} for i, row in enumerate(rows)]
    one, two = write(tmp_path / "a.jsonl", single), write(tmp_path / "b.jsonl", single)
    result = discordant("matrix", one, two, "--cluster", "family")
    assert result.code == 2
    assert "a matrix takes items for independent, and these come in clusters" in result.err
