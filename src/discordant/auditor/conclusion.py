"""The conclusion that a line of prose draws: `significant`, `not-significant`, or words that settle neither.

Authors are not to be accused of what they did not say. "Significant" is their conclusion only where nothing in its
sentence negates, hedges or asks; a negation that stands directly before it is `not-significant`; every other mention,
and every "no improvement", is listed as not read and sets no conclusion.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_MENTION: Final = re.compile(r"[\w'\-]*signific\w*", re.IGNORECASE)
_STATED: Final = re.compile(r"significant(?:ly)?", re.IGNORECASE)
_DENIED: Final = re.compile(
    r"(?:\b(?:not|no|non|never|without)\b|n't\b)[\s\-]*(?:an?\s+|any\s+)?(?:statistically[\s\-]+)?significant(?:ly)?\b"
    r"|\b(?:non|in)significant(?:ly)?\b"
    r"|(?:\bnot|n't)\s+differ(?:ent)?\s+(?:statistically\s+)?significantly\b",
    re.IGNORECASE,
)
_HEDGE: Final = re.compile(
    r"\b(?:not|no|non|none|nothing|never|without|cannot|fail\w*|neither|nor|hardly|barely|scarcely|rarely|seldom"
    r"|far from|short of|shy of|lack\w*|absen\w*|unlikely|almost|nearly|border\w*|marginal\w*|approach\w*|trend\w*"
    r"|close\w* to|closing to|if|whether|unless|until|except|would|could|should|might|may|must|need\w*"
    r"|require\w*|requiring|too|little|few\w*|less|zero|rather than|instead|doubt\w*|false\w*|wrong\w*|untrue"
    r"|los[et]\w*|ceas\w*|stop\w*|vanish\w*|disappear\w*|refus\w*|reject\w*|den(?:y|ie\w*)|\w*significance|\w+n't|non-?\w*|insignific\w*)\b|[?✗✘❌]"
    r"|significant\w*\s*[=:|]\s*(?:n|f|0|[\-–—])\s*(?:$|[\s|,;.])",
    re.IGNORECASE,
)  # fmt: skip
_OF_ANOTHER_KIND: Final = re.compile(
    r"signific\w+\s+(?:digits?|figures?|bits?|places?|levels?|tests?|testing|thresholds?)\b|level of significance",
    re.IGNORECASE,
)
_WORSE: Final = re.compile(
    r"\b(?:regress|declin|drop|degrad|harm|worse|worst|decrease|decreasing|loss|lower|reduc|fall)\w*", re.IGNORECASE
)
_BETTER: Final = re.compile(
    r"\b(?:improv|gain|better|higher|increase|increasing|boost|outperform|beat|superior)\w*|\brises?\b", re.IGNORECASE
)
_NOTHING_FOUND: Final = re.compile(
    r"\bno\s+(?:\w+\s+){0,2}(?:differences?|improvements?|gains?|effects?|changes?|benefits?)\b"
    r"|(?:\bnot|n't)\s+(?:\w+\s+)?(?:differ|improve|outperform|better|beat)\w*|\bindistinguishable\b",
    re.IGNORECASE,
)
# A full stop ends a sentence before a capital or at the end; "vs. Baseline" and "0.05" do not.
_END: Final = re.compile(r"(?<!\bvs)(?<!\bcf)(?<!\bal)(?<!\be\.g)(?<!\bi\.e)[.!](?=\s+[A-Z]|\s*$)|[?;](?=\s|$)")


def read_conclusion(
    line: str, *, before: str = "", after: str = "", falls: bool = False
) -> tuple[str | None, list[str]]:
    """Return the conclusion of a line (None where it draws none that is clear), and the mentions left unread.

    `before` and `after` are what the sentence has on the lines around; `falls` says that the printed numbers speak for
    the baseline, where "no significant improvement" is true whatever the test says.

    >>> read_conclusion("b = 4, c = 0: not a statistically significant improvement")
    ('not-significant', [])
    >>> read_conclusion("b = 4, c = 0: far from significant")
    (None, ['"...= 0: far from significant"'])
    """
    before, line, after = (_plain(part) for part in (before, line, after))
    text = f"{before} {line} {after}"
    own = range(len(before) + 1, len(before) + 1 + len(line))
    read: list[tuple[str | None, str]] = []
    for start, end in _sentences(text):
        sentence = text[start:end]
        mentions = [
            match
            for match in _MENTION.finditer(sentence)
            if start + match.start() in own and not _OF_ANOTHER_KIND.match(sentence, match.start())
        ] or [match for match in _NOTHING_FOUND.finditer(sentence) if start + match.start() in own]
        read += [(_settled(sentence, falls), _quoted(sentence, match)) for match in mentions]
    answers = {answer for answer, _ in read}
    if len(answers) == 1 and None not in answers:
        return answers.pop(), []
    return None, list(dict.fromkeys(words for _, words in read))


def _plain(text: str) -> str:
    """Return a text with its marks of emphasis gone and its apostrophes straight; signs without width stay."""
    return re.sub(r"[*_`~\\]", "", unicodedata.normalize("NFKC", text)).replace("’", "'").strip()


def _sentences(text: str) -> list[tuple[int, int]]:
    ends = [match.end() for match in _END.finditer(text)]
    return list(zip([0, *ends], [*ends, len(text)], strict=True))


def _settled(sentence: str, falls: bool) -> str | None:
    """Return what a sentence that mentions significance concludes, None where that is not clear."""
    if any(not (sign.isprintable() or sign.isspace()) for sign in sentence):
        return None
    sentence = _OF_ANOTHER_KIND.sub(" ", sentence)
    rest, denials = _DENIED.subn(" ", sentence)
    if _HEDGE.search(rest):
        return None
    if not denials:
        mentions = _MENTION.findall(rest)
        return "significant" if mentions and all(_STATED.fullmatch(word) for word in mentions) else None
    one_way = _WORSE.search(rest) or (falls and _BETTER.search(rest))
    return None if one_way or _MENTION.search(rest) else "not-significant"


def _quoted(sentence: str, match: re.Match[str]) -> str:
    """Return a mention with up to four words before and two after it, in quotation marks."""
    head, tail = sentence[: match.start()].split(), sentence[match.end() :].split()
    # what is glued to the mention's end, such as a question mark, is its own first piece
    glued = 0 if sentence[match.end() : match.end() + 1].isspace() or not tail else 1
    shown = " ".join([*head[-4:], match[0] + "".join(tail[:glued]), *tail[glued : glued + 2]])
    return f'"{"..." if len(head) > 4 else ""}{shown}{"..." if len(tail) > glued + 2 else ""}"'
