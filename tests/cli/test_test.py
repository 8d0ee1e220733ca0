"""`discordant test`: counts in, an answer and a code out."""

import json

import jsonschema
import pytest

from discordant import Discordant, Table, analyze
from discordant.report.json_document import schema
from discordant.report.markdown import markdown

WORKED = ("157", "17", "3", "23")


def test_text_is_the_report(discordant):
    result = discordant("test", *WORKED)
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{analyze(Table(157, 17, 3, 23))}\n"


def test_the_discordant_counts_alone(discordant):
    assert discordant("test", "--b", "17", "--c", "3").out == f"{analyze(Discordant(17, 3))}\n"


def test_json_alone_is_on_stdout_and_valid(discordant):
    result = discordant("test", *WORKED, "--output", "json", "--fail-on", "difference")
    jsonschema.validate(json.loads(result.out), schema("analysis"))
    assert (result.code, result.err) == (1, "failing on: difference\n")


def test_markdown(discordant):
    assert discordant("test", *WORKED, "--output", "markdown").out == f"{markdown(analyze(Table(157, 17, 3, 23)))}\n"


def test_level_alpha_and_intervals(discordant):
    result = discordant("test", *WORKED, "--alpha", "1%", "--intervals", "wald,pass-rate:wilson")
    assert result.out == f"{analyze(Table(157, 17, 3, 23), alpha='1%', intervals='wald,pass-rate:wilson')}\n"
    assert "99%, in points" in result.out


def test_quiet_leaves_the_verdict(discordant):
    result = discordant("test", *WORKED, "--quiet", "--fail-on", "difference")
    assert result.out == f"{analyze(Table(157, 17, 3, 23)).verdict.sentence}\n"
    assert (result.code, result.err) == (1, "")


@pytest.mark.parametrize(
    ("counts", "fail_on", "code"),
    [
        (WORKED, ["regression"], 0),
        (WORKED, ["regression,difference"], 1),
        (WORKED, ["regression", "--fail-on", "difference"], 1),
        (WORKED, ["not-improved,cannot-tell"], 0),
        (("157", "3", "17", "23"), ["regression"], 1),
        (("157", "3", "17", "23"), ["not-improved"], 1),
        (("70", "3", "4", "5"), ["not-improved"], 1),
        (("70", "3", "4", "5"), ["regression,difference,cannot-tell"], 0),
        (("73", "4", "1", "4"), ["cannot-tell"], 1),
        (("9", "0", "0", "1"), ["cannot-tell"], 1),
    ],
)
def test_fail_on(discordant, counts, fail_on, code):
    assert discordant("test", *counts, "--fail-on", *fail_on).code == code


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("1", "2", "3"), 2, "4 counts are needed (A B C D, or --b and --c), not 3."),
        (("1", "2", "3", "4", "5"), 2, "4 counts are needed (A B C D, or --b and --c), not 5."),
        ((), 2, "4 counts are needed (A B C D, or --b and --c), not 0."),
        (("--b", "1"), 2, "give either the four counts A B C D, or --b and --c without them."),
        ((*WORKED, "--b", "1", "--c", "2"), 2, "give either the four counts A B C D, or --b and --c without them."),
        (
            (*WORKED, "--fail-on", "worse"),
            2,
            "'worse' is not one of regression, difference, not-improved, cannot-tell.",
        ),
        ((*WORKED, "--output", "pdf"), 2, "'pdf' is not one of 'text', 'json', 'markdown'"),
        ((*WORKED, "--intervals", "newcombe"), 2, "Error: interval 'newcombe' is unknown; choose all or from delta: "),
        ((*WORKED, "--lvel", "0.9"), 2, "No such option '--lvel'"),
        (("-1", "2", "3", "4"), 3, "Error: a=-1 is negative; counts are 0 or more"),
        (("--", "-1", "2", "3", "4"), 3, "Error: a=-1 is negative; counts are 0 or more"),
        (("1", "2", "3", "-40"), 3, "Error: d=-40 is negative; counts are 0 or more"),
        (("--b", "-3", "--c", "2"), 3, "Error: b=-3 is negative; counts are 0 or more"),
        (
            ("1", "x", "3", "4"),
            3,
            "Error: b='x' is not a count; counts are whole numbers in plain digits, 0 or more",
        ),
        (("1.0", "2", "3", "4"), 3, "Error: a='1.0' is not a count"),
        (("-1.5", "2", "3", "4"), 3, "Error: a='-1.5' is not a count"),
        (("1_000", "2", "3", "4"), 3, "Error: a='1_000' is not a count"),
        (("\u0661", "2", "3", "4"), 3, "is not a count"),
        (("", "2", "3", "4"), 3, "Error: a='' is not a count"),
        (("1" * 5000, "2", "3", "4"), 3, "Error: a has 5000 digits; counts of at most 4300 digits are read"),
        (("0", "0", "0", "0"), 3, "Error: the table has no items: nothing was compared"),
        ((*WORKED, "--level", "95"), 3, "Error: level='95' is not between 0 and 1 (did you mean '95%'?)"),
        ((*WORKED, "--alpha", "1e-2"), 3, "Error: alpha='1e-2' is not an exact decimal or ratio"),
        ((*WORKED, "--alpha", "nan"), 3, "Error: alpha='nan' is not an exact decimal or ratio"),
        (("0", "10000000000", "0", "0"), 4, "the budget is 1000000000"),
    ],
)
def test_refusals(discordant, arguments, code, message):
    result = discordant("test", *arguments)
    assert (result.code, result.out) == (code, "")
    assert message in " ".join(result.err.split())


def test_a_terminal_gets_a_bold_verdict_unless_it_wants_no_colour(discordant):
    assert "\x1b[1mVerdict: " in discordant("test", *WORKED, terminal=True, env={"TERM": "xterm"}).out
    assert "\x1b" not in discordant("test", *WORKED, terminal=True, env={"NO_COLOR": "1"}).out


def test_huge_counts_are_answered(discordant):
    result = discordant("test", "1" + "0" * 4000, "17", "3", "5")
    assert result.code == 0
    assert "1351/524288 = 0.0026" in result.out


@pytest.mark.parametrize(
    ("counts", "gate", "code"),
    [
        (("10", "1", "6", "3"), "regression,cannot-tell", 0),  # 25 points worse, p = 0.125: not shown, not ruled out
        (("10", "1", "6", "3"), "not-improved", 1),
        (("0", "0", "5", "0"), "regression", 0),
        (("0", "0", "5", "0"), "regression,cannot-tell", 1),
        (("0", "0", "5", "0"), "not-improved", 1),
        (WORKED, "not-improved", 0),
        (("157", "3", "17", "23"), "regression", 1),
    ],
)
def test_what_each_gate_lets_pass(discordant, counts, gate, code):
    assert discordant("test", *counts, "--quiet", "--fail-on", gate).code == code
