"""Claims in prose: what is read, and what is listed as unread."""

from __future__ import annotations

import pytest

from discordant.auditor.claim_file import parse_claims
from discordant.auditor.text import as_claim_file, read_text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("b = 17, c = 3", {"b": 17, "c": 3}),
        ("McNemar chi2(1) = 9.80, p = .002", {"p": ".002", "statistic": "9.80", "method": "mcnemar"}),
        ("χ²(1, N = 200) = 9.80; p<.01", {"N": 200, "p": "<.01", "statistic": "9.80"}),
        ("174/200 vs 160/200", {"candidate": "174/200", "baseline": "160/200"}),
        ("b=17,c=3,p=0.0026", {"b": 17, "c": 3, "p": "0.0026"}),
        ("174/200 vs 160/200;p=0.0026;chi2=9.8",
         {"candidate": "174/200", "baseline": "160/200", "p": "0.0026", "statistic": "9.8"}),
        ("| 160/200 -> 174/200 | exact McNemar p=0.0026 |",
         {"candidate": "174/200", "baseline": "160/200", "p": "0.0026", "method": "exact"}),
        ("87.0% vs 80.0% (n=200)", {"candidate": "87.0%", "baseline": "80.0%", "N": 200}),
        ("On 200 items the candidate scored 87.0% vs 80.0%, p = 0.0026",
         {"candidate": "87.0%", "baseline": "80.0%", "N": 200, "p": "0.0026"}),
        ("87.4% vs 80.1% over all 1,319 test problems", {"candidate": "87.4%", "baseline": "80.1%", "N": 1319}),
        ("from 80.0% to 87.0%, +7.0 pp", {"candidate": "87.0%", "baseline": "80.0%", "delta": "+7.0 pp"}),
        ("95% CI [2.7, 11.6] points, p = 2.6e-3, significant",
         {"interval": "[2.7, 11.6] pp", "p": "2.6e-3", "conclusion": "significant"}),
        ("87.0% vs 80.0%, p = n.s., not significant",
         {"candidate": "87.0%", "baseline": "80.0%", "p": "n.s.", "conclusion": "not-significant"}),
    ],
)  # fmt: skip
def test_what_a_line_prints(line, expected):
    (found,) = read_text(line)

    read = {key: value for key, value in found.claim.to_dict().items() if key != "id"}
    assert read == expected


def test_nothing_is_guessed_silently():
    (found,) = read_text("p = 0.04 on run 7, p = 0.05 later, 174/200 passed")

    assert found.claim.p == "0.04"
    assert found.unread == ("p = 0.05", "7,", "174/200")


@pytest.mark.parametrize(
    ("line", "items"),
    [
        ("87% vs 80% averaged over 4 tasks of 250 questions each, N = 1000, p = 0.0001", 1000),
        ("87% vs 80% (p = 0.001, n = 1000); better in 3 of 12 tasks", 1000),
        ("87% vs 80% with 5 examples in the prompt, McNemar p = 0.04", None),
        ("87% vs 80% over 3 samples, p = 0.04", None),
        ("87% vs 80% on 200 items, on 100 questions p = 0.04", None),
        ("174/200 vs 160/200, McNemar p = 0.0026; the judge was calibrated on 50 examples", None),
        ("fine-tuned over 5000 examples; 174/200 vs 160/200, p=.0026", None),
        ("The models differ on 20 items (b = 17, c = 3), 174/200 vs 160/200, p = 0.0026", None),
        ("On 1000 items (of which 200 items tested), 87.0% vs 80.0%, p = 0.0026", None),
        ("87.0% vs 80.0%, p = 0.0026, after we trained on 1,000,000 examples", None),
    ],
)
def test_other_counts_of_things_are_not_taken_for_the_items(line, items):
    (found,) = read_text(line)

    assert found.claim.to_dict().get("N") == items
    assert found.unread != ()


def test_the_discordant_items_are_not_taken_for_all_items():
    (found,) = read_text("87.0% vs 80.0% on 26 discordant items")

    assert "N" not in found.claim.to_dict()
    assert found.unread == ("26",)


def test_lines_without_a_claim_are_left_out():
    assert read_text("We ran 3 seeds.\n\nNothing here.") == []


def test_a_line_that_only_looks_like_a_claim_says_so():
    (found,) = read_text("accuracy was 87.0%")

    assert found.claim is None
    assert found.unread == ("87.0%",)


def test_what_was_understood_is_a_claim_file():
    found = read_text("174/200 vs 160/200, p < .01 and 12 more\nb = 6, c = 0, p = 0.031")

    text = as_claim_file(found)

    assert "# not read: 12" in text
    assert parse_claims(text, "toml") == [one.claim for one in found]


@pytest.mark.parametrize(
    ("line", "read", "unread"),
    [
        ("174/200 vs 160/200, p = 0.0\u200b5", {"candidate": "174/200", "baseline": "160/200"}, ("p = 0.0\u200b5",)),
        ("b = 3, p = 0,05", {"b": 3}, ("p = 0,05",)),
        ("160/200 vs 174/20\u200b0", None, ("160/200 vs 174/20\u200b0",)),
        ("1.174/200 vs 160/200", None, ("1.174/200 vs 160/200",)),
        ("10-20% vs 30%", None, ("10-20% vs 30%",)),
        ("p = 0.04a, b = 3", {"b": 3}, ("p = 0.04a,",)),
        ("b = 17, c = 3, p = nan", {"b": 17, "c": 3}, ("p = nan",)),
        (
            "b = 17, c = ?, p-value: none, 87 % vs 80 %",
            {"b": 17, "candidate": "87 %", "baseline": "80 %"},
            ("c = ?", "p-value: none"),
        ),
        ("b = 17,3, c = 3", {"c": 3}, ("b = 17,3,",)),
        ("p = 0.05\u0336, b = 3", {"b": 3}, ("p = 0.05\u0336,",)),
        ("87.0%vs80.0%, p<.001***", {"candidate": "87.0%", "baseline": "80.0%", "p": "<.001"}, ()),
        ("p = 0.0412. b = 3.", {"p": "0.0412", "b": 3}, ()),
    ],
)
def test_a_number_that_goes_on_is_refused_visibly(line, read, unread):
    """A zero-width space, a decimal comma or a struck digit never leaves a shorter number behind."""
    (found,) = read_text(line)

    assert (found.claim and {key: value for key, value in found.claim.to_dict().items() if key != "id"}) == read
    assert found.unread == unread


def test_what_is_shown_as_understood_stays_on_its_lines():
    text = as_claim_file(read_text("b = 4, c = 1, p = 0.3\u200b75 \x1b[2J"))

    assert text.splitlines()[:2] == [
        "# line 1: b = 4, c = 1, p = 0.3\\u200b75 \\x1b[2J",
        "# not read: p = 0.3\\u200b75",
    ]
    assert parse_claims(text, "toml")[0].b == 4


def test_a_count_of_thousands_of_digits_is_refused_by_name():
    (found,) = read_text("b = " + "9" * 5000 + ", c = 3")

    assert found.claim is None
    assert "has 5000 characters; a printed one has 200 at most" in found.unread[-1]


@pytest.mark.parametrize(
    ("line", "read", "unread"),
    [
        ("87.0% vs 80.0% (200 items)", {"candidate": "87.0%", "baseline": "80.0%", "N": 200}, ()),
        ("+7.0 pp (14 items), p = 0.01", {"delta": "+7.0 pp", "p": "0.01"}, ("(14",)),
        ("87.0% vs 80.0% (26 discordant items)", {"candidate": "87.0%", "baseline": "80.0%"}, ("(26",)),
        ("baseline 80.0% vs candidate 87.0%", {"candidate": "87.0%", "baseline": "80.0%"}, ()),
        ("candidate 87.0% vs baseline 80.0%", {"candidate": "87.0%", "baseline": "80.0%"}, ()),
        ("80.0% (baseline) vs 87.0% (candidate)", {"candidate": "87.0%", "baseline": "80.0%"}, ()),
        ("80.0% (baseline) vs 87.0% (candidate; 3 seeds)", {"candidate": "87.0%", "baseline": "80.0%"}, ("3",)),
        ("baseline 160/200 vs the candidate 174/200", {"candidate": "174/200", "baseline": "160/200"}, ()),
        ("candidate 87.0% vs 80.0%", {"candidate": "87.0%", "baseline": "80.0%"}, ()),
        ("better than the baseline: 87.0% vs 80.0%", {"candidate": "87.0%", "baseline": "80.0%"}, ()),
        ("baseline 80.0% vs 87.0%", None, ("80.0% vs 87.0%",)),
        ("baseline 80.0% vs baseline 87.0%", None, ("80.0% vs baseline 87.0%",)),
        ("The baseline got 80.0%, the candidate 87.0%.", {"candidate": "87.0%", "baseline": "80.0%"}, ()),
        ("candidate: 174/200, baseline: 160/200", {"candidate": "174/200", "baseline": "160/200"}, ()),
        ("the baseline got 80.0%, the candidate 7.0% more", None, ("80.0%,", "7.0%")),
        ("the baseline got 80.0% and the baseline 87.0%", None, ("baseline got 80.0% and the baseline 87.0%",)),
    ],
)
def test_names_win_over_the_order_and_nothing_is_guessed(line, read, unread):
    (found,) = read_text(line)

    assert (found.claim and {key: value for key, value in found.claim.to_dict().items() if key != "id"}) == read
    assert found.unread == unread
