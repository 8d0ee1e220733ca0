"""Claims in prose: what one sentence prints, as a claim file; what looks like a number of a claim but was not read.

One line (or table row) of text is one claim. Nothing is guessed: a p, a rate or a count that fits no pattern here is
listed as unread, with its line.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.auditor.claim import LONGEST_COUNT, Claim
from discordant.auditor.conclusion import read_conclusion
from discordant.auditor.lines import visible
from discordant.errors import ClaimError

_EXPONENT: Final = r"(?:[eE][+\-−]?\d+|\s*[x×]\s*10\s*\^?\s*[\-−]?\d+)?"
_NUM: Final = rf"[+\-−]?(?:(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|\.\d+){_EXPONENT}"
_INT: Final = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
_UNIT: Final = r"(pp|points|percentage points)"
_ASIDE: Final = r"\s*(?:\([^)]*\)\s*)?"
_BETWEEN: Final = r"(?P<between>vs\.?|versus|against|→|->|to)"
_PASSES: Final = rf"{_INT}\s*/\s*{_INT}"
_RATE: Final = rf"{_NUM}\s*%"
_RUN: Final = r"baseline|candidate"
_GOT: Final = r"(?:\s*[:=]\s*|\s+(?:(?:gets|got|has|had|is|was|at|scored?|scores|solve[ds]|passe[ds]|reache[ds])\s+)?)"
_SECOND: Final = rf"(?:the\s+)?(?P<second>{_RUN})\b{_GOT}"
_ITEMS: Final = r"(?:items|questions|problems|examples|instances)"
_CHI: Final = r"(?:χ2|χ²|chi-?\s?squared?|chi2|X2|X²)"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_PATTERNS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    (
        "interval",
        _pattern(
            rf"(?:\d+\s*%\s*)?\b(?:CI|confidence interval)\b[^\d\[(+\-−.]{{0,20}}[\[(]?\s*({_NUM}\s*%?)"
            rf"\s*(?:,|;|to|–|\.\.)\s*({_NUM}\s*%?)\s*[\])]?\s*{_UNIT}?"
        ),
    ),
    ("statistic", _pattern(rf"{_CHI}\s*(?:\(\s*1(?:\s*,\s*N\s*=\s*(?P<N>{_INT}))?\s*\))?\s*[=:]\s*({_NUM})")),
    ("p", _pattern(rf"\bp(?:[\s-]?value)?\s*((?:[=:]\s*)?n\.?s\.?(?!\w)|(?:<=|>=|[=:<>≤≥])\s*{_NUM})")),
    ("z", _pattern(rf"\bz\s*=\s*({_NUM})")),
    (
        "named",
        _pattern(
            rf"\b(?P<first>{_RUN})\b{_GOT}(?P<A>{_PASSES}|{_RATE})(?:\s*[,;])?\s*(?:(?:and|while|but)\s+)?"
            rf"{_SECOND}(?P<B>{_PASSES}|{_RATE})(?!\s*(?:higher|lower|better|worse|more|less|fewer|of|relative|points))"
        ),
    ),
    ("share", _pattern(rf"\b(?P<A>{_PASSES}){_ASIDE}{_BETWEEN}\s*(?:{_SECOND})?(?P<B>{_PASSES})")),
    (
        "rates",
        _pattern(
            rf"(?P<A>{_RATE}){_ASIDE}{_BETWEEN}\s*(?:{_SECOND})?(?P<B>{_RATE})(?:\s*\(\s*(?P<N>{_INT})\s+{_ITEMS}\s*\))?"
        ),
    ),
    ("delta", _pattern(rf"(?<![\w.])((?=[+\-−]){_NUM})\s*{_UNIT}\b")),
    ("count", re.compile(rf"(?<![\w.])([abcdnN])\s*=\s*({_INT})(?![\w.]*\w)")),
    (
        "items",
        _pattern(
            rf"\b(?:on|over|across)\s+(?:all\s+|the\s+)?({_INT})\s+"
            rf"(?:(?:test|evaluation|eval|benchmark)\s+)?{_ITEMS}\b"
        ),
    ),
)
_NUMBER_OF_ITEMS: Final = _pattern(rf"\b({_INT})\s+(?:\w+\s+)?{_ITEMS}\b")
_ANOTHER_PURPOSE: Final = re.compile(
    r"\b(?:train|tun|fine-?tun|calibrat|validat|differ|disagree|discord|shot|prompt|judge|annotat|label|filter|exclud"
    r"|drop|remov|pilot)\w*",
    re.IGNORECASE,
)
"""What makes a number of items another one than that of the items compared, earlier in the same part of a sentence."""
_METHODS: Final = (
    ("exact", re.compile(r"\bexact\b.{0,20}\bmcnemar|mcnemar.{0,20}\bexact\b", re.IGNORECASE)),
    ("mid-p", re.compile(r"\bmid[- ]?p\b", re.IGNORECASE)),
    ("edwards", re.compile(r"continuity[- ]correct|edwards", re.IGNORECASE)),
    ("mcnemar", re.compile(r"mcnemar", re.IGNORECASE)),
)
_GOES_ON: Final = re.compile(r"\s*[a-z]{2}")
_LOOKS_LIKE: Final = re.compile(r"\bp\s*[=<>]|χ|chi2|chi-?sq|\bCI\b|mcnemar|\d\s*%|\d+\s*/\s*\d+", re.IGNORECASE)

_LEFT_OVER: Final = re.compile(
    rf"(?<!\w)(?:(?:p(?:[\s-]?value)?|z|{_CHI})\s*[=:<>≤≥]+|[bcN]\s*=)\s*[^\s,;]+|\S*\d[\d.,/%]*\S*", re.IGNORECASE
)
"""Numbers, and what stands where one is due: `p = nan`."""


@dataclass(frozen=True, slots=True)
class Found:
    """One line of text: the claim read from it (None where none was), and the pieces left unread.

    `unread` are its numbers, `unsettled` the words about significance that conclude nothing clear.
    """

    line: int
    text: str
    claim: Claim | None
    unread: tuple[str, ...]
    unsettled: tuple[str, ...] = ()

    @property
    def rest(self) -> str:
        """What was not read, in a few words: `2 numbers and a conclusion not read`; empty where all was."""
        numbers = len(self.unread)
        parts = [f"{numbers} number{'' if numbers == 1 else 's'}"] if numbers else []
        parts += ["a conclusion"] if self.unsettled else []
        return f"{' and '.join(parts)} not read" if parts else ""


def read_text(text: str, path: str | None = None) -> list[Found]:
    """Return what was found, line by line; lines without a claim-shaped statement are left out.

    >>> found = read_text("174/200 vs 160/200, McNemar p = .002 at n = 20x")[0]
    >>> found.claim.to_dict()
    {'id': 'line 1', 'candidate': '174/200', 'baseline': '160/200', 'p': '.002', 'method': 'mcnemar'}
    >>> found.unread
    ('n = 20x',)
    """
    found = []
    lines = ["", *text.splitlines(), ""]
    for number, line in enumerate(lines[1:-1], 1):
        if _claims(line):
            around = _around(lines[number - 1], line, lines[number + 1])
            found.append(_line(number, line, around, path))
    return found


def _claims(line: str) -> bool:
    return bool(_LOOKS_LIKE.search(line)) or _count_pair(line)


def _around(before: str, line: str, after: str) -> tuple[str, str]:
    """Return the lines before and after as far as a sentence may go on over them: not from one claim to the next."""
    goes_on = _GOES_ON.match(line) or (re.match(r"\s*\w", line) and not _claims(before))
    return before if goes_on else "", after if _GOES_ON.match(after) else ""


def _count_pair(line: str) -> bool:
    return bool(re.search(r"(?<![\w.])b\s*=\s*\d+\b.{0,20}(?<![\w.])c\s*=\s*\d+", line))


def _line(number: int, line: str, around: tuple[str, str], path: str | None) -> Found:
    values: dict[str, Any] = {"id": f"line {number}"}
    rest = line
    unread = []
    for kind, pattern in _PATTERNS:
        for match in list(pattern.finditer(rest)):
            if rest[slice(*match.span())] != match[0]:
                continue  # part of it went with a word that was refused
            start, end = _whole_words(rest, match)
            read = dict(_values(kind, match)) if (start, end) == match.span() else {}
            if kind == "items" and not _of_the_comparison(line, match, values):
                read = {}
            if not read or set(read) & set(values):
                unread.append(rest[start:end].strip())
            else:
                values.update(read)
            rest = rest[:start] + " " * (end - start) + rest[end:]
    figures = len(values) > 1
    method = next((name for name, pattern in _METHODS if pattern.search(line)), None)
    conclusion, unsettled = read_conclusion(line, before=around[0], after=around[1], falls=_falls(values))
    if method and figures and ("p" in values or "statistic" in values):
        values["method"] = method
    if conclusion and figures:
        values["conclusion"] = conclusion
    unread += [piece.strip() for piece in _LEFT_OVER.findall(rest)]
    claim = None
    if figures:
        try:
            claim = Claim.from_mapping(values, path=path, line=number)
        except ClaimError as error:
            unread.append(str(error))
    return Found(number, line.strip(), claim, tuple(unread), tuple(unsettled))


def _of_the_comparison(line: str, match: re.Match[str], values: dict[str, Any]) -> bool:
    """Whether "on 200 items" can only mean the items compared: no other number of items, purpose or denominator."""
    sizes = {found[1] for found in _NUMBER_OF_ITEMS.finditer(line)}
    shares = {str(values[key]).partition("/")[2] for key in ("candidate", "baseline") if "/" in str(values.get(key))}
    if len(sizes) > 1 or (shares and shares != {match[1]}):
        return False
    sentence = re.split(r"[.;:]\s|\(", line[: match.start()])[-1]
    return _ANOTHER_PURPOSE.search(sentence) is None


def _falls(values: dict[str, Any]) -> bool:
    """Whether the numbers read speak for the baseline."""
    for better, worse in (("b", "c"), ("candidate", "baseline")):
        first, second = (_size(values.get(key)) for key in (better, worse))
        if first is not None and second is not None:
            return first < second
    return str(values.get("delta", "")).startswith(("-", "−"))


def _size(value: Any) -> Fraction | None:
    try:
        return Fraction(str(value).replace(",", "").rstrip(" %"))
    except (ValueError, ZeroDivisionError):
        return None


def _whole_words(line: str, match: re.Match[str]) -> tuple[int, int]:
    """Return where a match begins and ends, widened to whole words where its first or last number goes on beyond it.

    A number goes on in letters and digits, in a point or comma before a digit, and in signs that do not show
    themselves or stand on the one before: `0.0`, a zero-width space and `5` are not the number 0.0.
    """
    start, end = match.span()
    before, after = line[max(0, start - 2) : start], line[end : end + 2]
    if after and (_glues(after[0]) or (line[end - 1].isalnum() and re.match(r"\w|[.,:'’·/]\d", after))):
        while end < len(line) and not line[end].isspace():
            end += 1
    # "17,c=3" are two words, "17,3" may be one number
    goes_on = r"\w$" if line[start].isalpha() else r"\w$|\d[.,:'’·/]$"
    starts_word = line[start].isalnum() or line[start] in "+-−."
    if before and (_glues(before[-1]) or (starts_word and re.search(goes_on, before))):
        while start and not line[start - 1].isspace():
            start -= 1
    return start, end


def _glues(sign: str) -> bool:
    return not (sign.isprintable() or sign.isspace()) or unicodedata.category(sign).startswith("M")


def _values(kind: str, match: re.Match[str]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a claim that one match fills; nothing where an alternative of the pattern stayed empty."""
    groups = [group.strip() if group else "" for group in match.groups()]
    if kind == "interval" and groups[0] and groups[1]:
        yield "interval", f"[{groups[0]}, {groups[1]}]{' pp' if groups[2] else ''}"
    elif kind == "statistic" and groups[-1]:
        yield "statistic", groups[-1]
        if match["N"]:
            yield "N", _count(match["N"])
    elif kind == "p" and re.search(r"\d|n", groups[0], re.IGNORECASE):
        yield "p", re.sub(r"^[=:]\s*", "", groups[0])
    elif kind == "z" and groups[0]:
        yield "z", groups[0]
    elif kind in ("named", "share", "rates"):
        order = _order(match)
        if order:
            sides = (re.sub(r"\s*/\s*", "/", match[side]) for side in "AB")
            yield from zip(order, sides, strict=True)
            if kind == "rates" and match["N"]:
                yield "N", _count(match["N"])
    elif kind == "items":
        yield "N", _count(groups[0])
    elif kind == "delta":
        yield "delta", f"{groups[0]} pp"
    elif kind == "count":
        # in prose "n = 200" is the number of items; the discordant count has no common letter
        yield ("N" if groups[0] in "nN" else groups[0]), _count(groups[1])


def _order(match: re.Match[str]) -> tuple[str, str] | None:
    """Return which run each of two figures is of: as named beside them, else by position; None where that is unclear.

    One name alone must agree with the position: "better than the baseline 87 % vs 80 %" does not give it the 87 %.
    """
    places = match.re.groupindex
    text, between = match.string, match["between"] if "between" in places else None
    if "first" in places:
        first: str | None = match["first"]
    else:
        named = re.search(rf"\b({_RUN})\s+(?:\w+\s+)?$", text[: match.start()], re.IGNORECASE) or re.search(
            rf"\b({_RUN})\b", text[match.end("A") : match.start("between")], re.IGNORECASE
        )
        first = named[1] if named else None
    second = match["second"]
    if second is None and (named := re.match(rf"\s*\(\s*(?:the\s+)?({_RUN})\b", text[match.end() :], re.IGNORECASE)):
        second = named[1]
    # "80 % -> 87 %" goes from the baseline to the candidate, "87 % vs 80 %" names the candidate first
    place = ("baseline", "candidate") if between and between.lower() in ("→", "->", "to") else ("candidate", "baseline")
    names = (first.lower() if first else None, second.lower() if second else None)
    if None not in names:
        place = place if names == place else place[::-1]
    return place if all(name in (None, at) for name, at in zip(names, place, strict=True)) else None


def _count(text: str) -> int | str:
    """Return a count, or its text where it is longer than any: the claim then refuses it by name."""
    digits = text.replace(",", "")
    return int(digits) if len(digits) <= LONGEST_COUNT else text


def as_claim_file(found: list[Found]) -> str:
    """Return what was understood as a TOML claim file, the unread pieces as comments."""
    lines = []
    for one in found:
        lines.append(visible(f"# line {one.line}: {one.text}"))
        lines += [visible(f"# not read: {piece}") for piece in one.unread + one.unsettled]
        if one.claim is not None:
            lines.append("[[claim]]")
            lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in one.claim.to_dict().items()]
        else:
            lines.append("# no claim was read here")
        lines.append("")
    return "\n".join(lines)
