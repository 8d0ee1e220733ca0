"""The conclusions of prose: an author is never accused of the opposite of what was said."""

from __future__ import annotations

import pytest

from discordant.auditor import audit
from discordant.auditor.text import as_claim_file, read_text

COUNTS = "b = 4, c = 0"


def concluded(line):
    (found,) = [one for one in read_text(line) if one.claim is not None]
    return found.claim.conclusion, found.unsettled


@pytest.mark.parametrize(
    "words",
    [
        "not a statistically significant improvement",
        "is not significant",
        "isn't significant",
        "isn’t significant",
        "**not** significant",
        "not significantly better",
        "no significant difference",
        "non-significant",
        "nonsignificant",
        "insignificant",
        "a statistically insignificant gain",
        "the runs do not differ significantly",
        "never significant",
        "without significant gains",
        "not significant at the significance level 0.05",
    ],
)
def test_a_clear_negation_is_a_conclusion(words):
    assert concluded(f"{COUNTS}: {words}") == ("not-significant", ())
    assert concluded(f"{words[0].upper()}{words[1:]} ({COUNTS}).") == ("not-significant", ())


@pytest.mark.parametrize(
    "words",
    [
        "significant",
        "significantly better",
        "a highly significant gain",
        "significantly worse",
        "**significant** at the 5% significance level",
        "statistically significant. We did not stop there",
    ],
)
def test_what_nothing_in_its_sentence_negates_is_significant(words):
    assert concluded(f"{COUNTS}: {words}") == ("significant", ())


@pytest.mark.parametrize(
    "words",
    [
        "we did not find a significant gain",
        "cannot be called significant",
        "can't be called significant",
        "no longer significant",
        "hardly significant",
        "barely significant",
        "almost significant",
        "far from significant",
        "neither run is significantly better",
        "significant? no.",
        "significant in neither run",
        "significant: no",
        "| significant | no |",
        "fails to reach significance",
        "reaches significance",
        "there is no difference",
        "no improvement was found",
        "the candidate does not improve on it",
        "a not insignificant gain",
        "not only significant but large",
        "it is not true that it is not significant",
        "significant at 5%; not significant at 1%",
        "no significant regression",
        "not significantly worse",
        "we did not find 87.0% vs. 80.0% significant",
        "this would be significant if c were 0",
        "two more wins are needed to be significant",
        "n\u200bot significant \u200b",
    ],
)
def test_every_other_mention_is_listed_and_concludes_nothing(words):
    conclusion, unsettled = concluded(f"{COUNTS}: {words}")

    assert conclusion is None
    assert unsettled
    assert all(piece.startswith('"') and piece.endswith('"') for piece in unsettled)


def test_a_question_concludes_nothing():
    assert concluded(f"Is {COUNTS} significant?") == (None, ('"...4, c = 0 significant?"',))


def test_significant_digits_are_no_conclusion():
    assert concluded(f"{COUNTS}, p = 0.125 to three significant digits") == (None, ())


@pytest.mark.parametrize(
    ("text", "conclusion"),
    [
        ("We did not find a\nsignificant gain (b = 4, c = 0).", None),
        ("b = 4, c = 0 is significant\nin neither run.", None),
        ("The gain was not\nsignificant (b = 4, c = 0).", "not-significant"),
        ("That was not all.\nThe gain is significant (b = 4, c = 0).", "significant"),
        ("b = 3, c = 1: not significant\nb = 4, c = 0: significant", "significant"),
        ("- not much to see\n- b = 4, c = 0: significant", "significant"),
        ("Not much\n\nb = 4, c = 0: significant", "significant"),
    ],
)
def test_a_sentence_goes_on_over_its_lines(text, conclusion):
    assert read_text(text)[-1].claim.conclusion == conclusion


@pytest.mark.parametrize(
    "numbers",
    ["b = 0, c = 12", "80.0% vs 87.0% (n = 200)", "160/200 vs 174/200", "87.0% -> 80.0%", "p = 0.04, -7.0 pp"],
)
def test_no_significant_improvement_says_nothing_of_a_fall(numbers):
    assert concluded(f"{numbers}: no significant improvement")[0] is None
    assert concluded(f"{numbers}: no significant difference")[0] == "not-significant"


def test_who_said_the_right_thing_is_not_accused():
    (found,) = read_text("b = 4, c = 0: not a statistically significant improvement")
    assert audit(found.claim).decision.answer == "follows"

    (found,) = read_text("b = 4, c = 0: we did not find a significant gain")
    assert audit(found.claim).decision.answer == "none"
    assert '# not read: "...did not find a significant gain"' in as_claim_file([found])
