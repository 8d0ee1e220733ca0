"""Judge one reply against one case: passed or failed, how accurately, and under which convention.

The comparison is exact: the reply's text is read as a rational and its distance to the true value measured against
the spacing of binary64 there. A decimal of at most 17 digits stands for the binary64 that it reads back as, unless it
is the true value itself. Nothing is compared through floats.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from discordant.conformance.expected import Target, read_target, spacing
from discordant.conformance.numerals import parse, stands_for

Status = Literal["passed", "failed", "skipped", "crashed", "hung"]
GRADES: Final = ("exact", "correctly rounded", "<= 4 ulp", "1e-9", "wrong")
"""From best to worst; a numeric case passes with any but the last. "exact" is the expected fraction itself, or a number
inside the enclosure of 40 digits where the expected value is irrational or too long to write."""

_TOLERANCE: Final = Fraction(1, 10**9)
_LIMIT_SCALE: Final = Fraction(1, 1000)
"""Limits of differences are judged against at least this scale: near 0 their own size says nothing."""

_NOTHING: Final = ("", "none", "null", "na", "n/a", "undefined", "nan")


@dataclass(frozen=True, slots=True)
class Reply:
    """What an implementation answered: a value (and perhaps log p), a refusal, or why there is no answer."""

    kind: Literal["value", "rejected", "skipped", "error", "crashed", "hung", "garbage"]
    text: str = ""
    log: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The judgement of one case. `ulp` and `relative` are None where no number was compared."""

    case: dict[str, Any]
    status: Status
    got: str
    want: str
    grade: str | None = None
    ulp: Fraction | None = None
    relative: Fraction | None = None
    convention: str | None = None
    note: str = ""


def wanted(record: dict[str, Any]) -> str:
    """Return the expected value as a reader should see it."""
    kind = record["kind"]
    if kind == "reject":
        return f"a refusal ({record['reason']})"
    if kind in ("exact", "enclosed"):
        short = record["fraction"] if kind == "exact" and len(record["fraction"]) <= 40 else record["lo"]
        return f"{short} ({float.fromhex(record['binary64'])!r})"
    return str(record.get("value", record.get("verdict", kind)))


def judge(case: dict[str, Any], reply: Reply) -> Outcome:
    """Return the judgement of a reply to a case (a record of the vectors with its function)."""
    record, want = case["expect"], wanted(case["expect"])
    if reply.kind == "skipped":
        return Outcome(case, "skipped", "", want, note=reply.text)
    if reply.kind in ("crashed", "hung"):
        return Outcome(case, "crashed" if reply.kind == "crashed" else "hung", "", want, note=reply.text)
    if record["kind"] == "reject":
        if reply.kind in ("rejected", "error"):
            return Outcome(case, "passed", f"refused: {reply.text}", want)
        return Outcome(case, "failed", reply.text, want, note="an input to be refused was answered")
    first = _compare(case["function"], record, reply, case, want)
    if first.status == "passed":
        return first
    for other in case.get("alternatives", ()):
        second = _compare(case["function"], other["expect"], reply, case, want)
        if second.status == "passed":
            return Outcome(
                case, "passed", second.got, want, second.grade, second.ulp, second.relative, other["convention"]
            )
    return first


def _compare(function: str, record: dict[str, Any], reply: Reply, case: dict[str, Any], want: str) -> Outcome:
    kind = record["kind"]
    if kind in ("undefined", "none"):
        nothing = reply.kind == "rejected" or (reply.kind == "value" and reply.text.strip().lower() in _NOTHING)
        return Outcome(case, "passed" if nothing else "failed", reply.text, want)
    if reply.kind != "value":
        return Outcome(case, "failed", f"{reply.kind}: {reply.text}", want, note="a valid input was not answered")
    if kind == "audit":
        return Outcome(case, "passed" if reply.text.strip() == record["verdict"] else "failed", reply.text, want)
    if kind == "table":
        return Outcome(case, "passed" if reply.text.split() == record["value"].split() else "failed", reply.text, want)
    number = parse(reply.text)
    if kind == "infinite":
        right = isinstance(number, float) and number == float(record["value"])
        return Outcome(case, "passed" if right else "failed", reply.text, want)
    if not isinstance(number, Fraction):
        return Outcome(case, "failed", reply.text, want, "wrong", note="not a finite number")
    if kind == "count":
        return Outcome(case, "passed" if number == int(record["value"]) else "failed", reply.text, want)
    return _measured(function, read_target(record), number, reply, case, want)


def _measured(
    function: str, target: Target, number: Fraction, reply: Reply, case: dict[str, Any], want: str
) -> Outcome:
    floor = _LIMIT_SCALE if function.startswith("interval.") else Fraction(0)
    ulp: Fraction | None
    relative: Fraction | None
    if target.lo <= number <= target.hi:  # the fraction itself, or inside an enclosure of 40 digits
        grade, ulp, relative = "exact", Fraction(0), Fraction(0)
    else:
        number = stands_for(reply.text, number)
        grade, ulp, relative = measure(target.lo, target.hi, target.nearest, number, floor)
    note = ""
    if target.log is not None:
        # p below the normal range: to one spacing it is right, and only its logarithm to a relative tolerance
        if grade not in GRADES[:2] and abs(number - Fraction(target.nearest)) <= Fraction(math.ulp(0.0)):
            grade = "<= 4 ulp"
        if reply.log is not None and grade != "wrong":
            of_log, ulp, relative = _of_log(target.log, reply.log)
            note = f"log p = {reply.log[:60]} is wrong" if of_log == "wrong" else ""
            grade = max(grade, of_log, key=GRADES.index)
    status: Status = "failed" if grade == "wrong" else "passed"
    return Outcome(case, status, reply.text, want, grade, ulp, relative, note=note)


def _of_log(log: tuple[Fraction, Fraction, float], text: str) -> tuple[str, Fraction | None, Fraction | None]:
    """Return grade, error in ulp and relative error of a logarithm; what is no finite number is wrong."""
    number = parse(text)
    if not isinstance(number, Fraction):
        return "wrong", None, None
    return measure(*log, stands_for(text, number), Fraction(0))


def _nearest(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def measure(
    lo: Fraction, hi: Fraction, nearest: float, number: Fraction, floor: Fraction
) -> tuple[str, Fraction, Fraction]:
    """Return grade, error in ulp and relative error of `number` for a true value in [lo, hi]."""
    error = max(lo - number, number - hi, Fraction(0))
    ulp = error / spacing(nearest)
    scale = max(abs(lo), abs(hi), floor)
    relative = error / scale if scale else error
    if _nearest(number) == nearest:
        return "correctly rounded", ulp, relative
    if ulp <= 4:
        return "<= 4 ulp", ulp, relative
    return ("1e-9" if relative <= _TOLERANCE else "wrong"), ulp, relative
