"""What a report of two accuracies alone ends with, one plain sentence from the exact bound; how it shows the claim."""

from __future__ import annotations

import pytest

from discordant.auditor import Claim, audit
from discordant.exact.pvalues import exact_p


def last_sentence(finding):
    """The report's last sentence, its line breaks undone; empty where there is none."""
    _, mark, sentence = " ".join(str(finding).split()).partition(" in short: ")
    return sentence if mark else ""


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (Claim(candidate="87.0%", baseline="80.0%", N=200),
         "Significant if the runs differ on at most 44 items, not if on more; compare the two files to know."),
        (Claim(candidate="77/82", baseline="74/82"),
         "Not significant whichever table is the true one, "
         "even if the runs differ on as few items as these accuracies allow (3)."),
        (Claim(candidate="199/200", baseline="20/200"),
         "Significant whichever table is the true one, "
         "even if the runs differ on as many items as these accuracies allow (181)."),
        (Claim(candidate="87%", baseline="80%", N=1000),
         "No bounds by each test are given, since the printed rates leave several counts of passes possible; "
         "give the passes of both runs, such as 174/200, or compare the two files."),
        (Claim(candidate="87.0%", baseline="80.0%"),
         "No bounds by each test are given, since the printed rates leave several N (340 of those tried) possible; "
         "give the passes of both runs, such as 174/200, or compare the two files."),
        (Claim(candidate="174/200", baseline="160/200", p="0.0026"), ""),
        (Claim(candidate="174/200", baseline="160/200", b=17), ""),
        (Claim(b=17, c=3), ""),
    ],
)  # fmt: skip
def test_two_accuracies_end_in_one_plain_sentence(claim, sentence):
    assert last_sentence(audit(claim)) == sentence


def test_the_sentence_is_true_of_every_table():
    for n in range(14, 67, 2):
        assert (exact_p((n + 14) // 2, (n - 14) // 2) < 0.05) == (n <= 44)


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        (Claim(b=6, c=0, p="< 0.05"), "  claim: b = 6, c = 0, p < 0.05"),
        (Claim(b=6, c=0, p="<.05", N="<= 300"), "  claim: b = 6, c = 0, N <= 300, p <.05"),
        (Claim(b=6, c=0, N="100..300"), "  claim: b = 6, c = 0, N = 100..300"),
        (Claim(b=12, c=5, p={"exact": "> 0.1", "edwards": "0.1456"}),
         "  claim: b = 12, c = 5, p (exact) > 0.1, p (edwards) = 0.1456"),
    ],
)  # fmt: skip
def test_a_bound_is_shown_without_an_equals_sign(claim, line):
    assert str(audit(claim)).splitlines()[1] == line
