"""A second algorithm for the audit vectors: every table tried under every reading, by the meanings in docs/audit.md.

Nothing is solved for: all tables with the printed counts and rates are listed, every test of `audit_laws` is computed
on each, and every rounding convention asked whether it prints the figure. Shares no code with the auditor; what a claim
holds beyond what is tried here is refused, so that no vector is written unconfirmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final, NamedTuple

from discordant.conformance.audit_laws import WAYS, Cells
from discordant.conformance.audit_readings import OTHER_SOUND, ROUNDING, Reading, number, readings_of
from discordant.conformance.expected import read_target
from discordant.conformance.witness import DisagreementError

_ALPHA: Final = Fraction(1, 20)
_MOST: Final = 1000
"""Discordant items up to which an audit looks where nothing printed bounds them."""

_LISTED: Final = 50
_COUNTS: Final = ("b", "c", "n", "N", "net", "candidate", "baseline")
_FIGURES: Final = ("p", "statistic", "interval")

_DEAREST: Final = 7
"""What has to be assumed, in steps of plausibility: a figure that costs more is read no further."""


def _upto(text: str) -> tuple[int, int]:
    """Return the least and the greatest count that a text allows."""
    return (0, int(text[2:])) if text.startswith("<=") else (int(text), int(text))


# ---------------------------------------------------------------------------------------------- the tables


def _shares(inputs: dict[str, str]) -> tuple[int, int, int] | None:
    if "/" not in inputs.get("candidate", ""):
        return None
    (s, items), (t, others) = (map(int, inputs[run].split("/")) for run in ("candidate", "baseline"))
    if items != others:
        raise DisagreementError("samples of different items are not audited here")
    return s, t, items


def _margins(inputs: dict[str, str], roundings: tuple[str, ...]) -> list[tuple[int, int, int]]:
    """Return every (passes of the candidate, of the baseline, items) that prints the two rates."""
    exact = _shares(inputs)
    if exact:
        return [exact] if roundings == ("nearest", "nearest") else []
    rates = [number(inputs[run]) for run in ("candidate", "baseline")]
    least, most = _upto(inputs["N"])
    found = []
    for items in range(max(1, least), most + 1):
        passes = [
            [k for k in range(items + 1) if rate.prints(Fraction(k, items), rounding)]
            for rate, rounding in zip(rates, roundings, strict=True)
        ]
        found += [(s, t, items) for s, t in product(*passes)]
    return found


def _within_margins(margins: tuple[int, int, int]) -> Iterator[Cells]:
    s, t, items = margins
    for b in range(s + 1):
        a = s - b
        c, d = t - a, items - s - t + a
        if c >= 0 and d >= 0:
            yield Cells(b, c, a, d)


def _splits(inputs: dict[str, str]) -> Iterator[Cells]:
    if "b" in inputs:
        yield Cells(int(inputs["b"]), int(inputs["c"]))
        return
    most = _upto(inputs["n"])[1] if "n" in inputs else _MOST
    for n in range(most + 1):
        for b in range(n + 1):
            if "net" not in inputs or 2 * b - n == int(inputs["net"]):
                yield Cells(b, n - b)


class Ground(NamedTuple):
    """The tables of one reading of the rates, and what that reading costs; the cheapest come first."""

    cost: int
    tables: list[Cells]


def _grounds(inputs: dict[str, str]) -> Iterator[Ground]:
    if "candidate" not in inputs:
        yield Ground(0, list(_splits(inputs)))
        return
    for pair in sorted(product(ROUNDING, repeat=2), key=lambda pair: sum(ROUNDING[name] for name in set(pair))):
        odd = {rounding for rounding in pair if rounding != "nearest"}
        if len(odd) < 2:  # one rate read otherwise, or both in the same way
            tables = [cells for margins in _margins(inputs, pair) for cells in _within_margins(margins)]
            yield Ground(sum(ROUNDING[rounding] for rounding in odd), tables)


# ---------------------------------------------------------------------------------------------- the finding


class Assignment(NamedTuple):
    """One reading of every figure, what has to be assumed for it, and the tables on which all figures hold."""

    cost: int
    readings: tuple[Reading, ...]
    tables: list[Cells]


def _figures(inputs: dict[str, str]) -> list[str]:
    return [key for key in _FIGURES if key in inputs]


def _assignments(inputs: dict[str, str]) -> list[Assignment]:
    """Return the cheapest assignments that leave a table."""
    kept: dict[int, list[Assignment]] = {}
    options = [readings_of(key, inputs) for key in _figures(inputs)]
    for ground in _grounds(inputs):
        if ground.cost > min([_DEAREST, *kept]):
            break
        priced = sorted(product(*options), key=_together)
        for readings in priced:
            cost = ground.cost + _together(readings)
            if cost > min([_DEAREST, *kept]):
                break
            tables = [cells for cells in ground.tables if all(reading.holds(cells) for reading in readings)]
            if tables:
                kept.setdefault(cost, []).append(Assignment(cost, readings, tables))
    return kept[min(kept)] if kept else []


def _together(readings: tuple[Reading, ...]) -> int:
    """Return what readings cost together: each method and each rounding once, a stranger beside another method more."""
    methods = {reading.name: reading.cost for reading in readings}
    roundings = {reading.rounding: ROUNDING[reading.rounding] for reading in readings}
    names = sorted(methods, key=len)
    strangers = sum(not name.startswith(names[0]) for name in names[1:])
    return sum(methods.values()) + sum(roundings.values()) + OTHER_SOUND * strangers


def _decision(inputs: dict[str, str], tables: list[Cells]) -> tuple[str, str]:
    exact = WAYS[0].p
    verdicts = {exact(cells) < _ALPHA for cells in tables}
    significant = (
        "depends" if len(verdicts) == 2 else "always" if True in verdicts else "never" if tables else "unknown"
    )
    conclusion = inputs.get("conclusion")
    if conclusion is None:
        return "none", significant
    if conclusion == "same":
        return "does not follow", significant
    if conclusion not in ("significant", "candidate-better") or not tables:
        raise DisagreementError(f"the conclusion {conclusion!r} is not judged here")
    if conclusion == "candidate-better" and all(cells.b <= cells.c for cells in tables):
        return "does not follow", significant
    return {"always": "follows", "never": "does not follow", "depends": "depends"}[significant], significant


def _verdict(inputs: dict[str, str], best: list[Assignment], tables: list[Cells], answer: str, significant: str) -> str:
    if not best:
        return "inconsistent"
    if best[0].cost:
        unsuitable = all(any(r.kind in ("one tail", "unpaired") for r in one.readings) for one in best)
        return "wrong-test" if unsuitable else "consistent-only-if"
    if answer == "does not follow":
        return "conclusion-does-not-follow"
    known = "candidate" in inputs or ("b" in inputs and "c" in inputs)
    if answer == "depends" or not known or (not _figures(inputs) and significant == "depends"):
        return "underdetermined"
    return "consistent"


def _bounds(margins: list[tuple[int, int, int]]) -> list[dict[str, Any]]:
    """Return the extremes of p over all tables with the margins, where one pair of margins is printed."""
    tables = list(_within_margins(margins[0])) if len(margins) == 1 else []
    if len(tables) < 2:
        return []
    found = []
    for way in (way for way in WAYS if way.name in ("exact", "mid-p", "chi-square", "edwards")):
        values = {cells.n: way.p(cells) for cells in tables}
        below = [n for n, p in values.items() if p * 20 < 1]
        found.append(
            {
                "method": way.name,
                "n_min": str(min(values)),
                "n_max": str(max(values)),
                "p_min": min(values.values()),
                "p_max": max(values.values()),
                "significant": "never" if not below else "always" if len(below) == len(values) else "depends",
                "n_star": str(max(below)) if below else None,
            }
        )
    return found


def _same_p(found: Any, written: dict[str, str]) -> bool:
    if "fraction" in written:
        return isinstance(found, Fraction) and found == Fraction(written["fraction"])
    target = read_target({"kind": "enclosed", **written, "binary64": "0x0p+0"})
    return not isinstance(found, Fraction) and all(
        (found * end.denominator >= end.numerator) is above for end, above in ((target.lo, True), (target.hi, False))
    )


def confirm(inputs: dict[str, str], record: dict[str, Any]) -> None:
    """Raise `DisagreementError` unless trying every table gives what a record says, or for a claim not read here."""
    unread = inputs.keys() - {*_COUNTS, *_FIGURES, "method", "conclusion"}
    if unread:
        raise DisagreementError(f"a claim's {', '.join(sorted(unread))} is not read here")
    best = _assignments(inputs)
    tables = list(dict.fromkeys(cells for one in best for cells in one.tables))
    answer, significant = _decision(inputs, tables)
    plain = _margins(inputs, ("nearest", "nearest")) if "candidate" in inputs else []
    listed = [
        Cells(*cells) if len(cells) == 2 else Cells(cells[1], cells[2], cells[0], cells[3])
        for cells in record["tables"]
    ]
    readings = [{one.readings[i].words for one in best} for i in range(len(_figures(inputs)))]
    items = sorted({margins[2] for margins in plain}) if "<=" in inputs.get("N", "") else []
    bounds = _bounds(plain)
    checks = {
        "verdict": _verdict(inputs, best, tables, answer, significant) == record["verdict"],
        "decision": answer == record["decision"],
        "significant": significant == record["significant"],
        "table_count": len(tables) == record["table_count"],
        "tables": len(listed) == len(set(listed)) == min(_LISTED, len(tables)) and set(listed) <= set(tables),
        "readings": [words for words in readings if words] == [set(words) for words in record["readings"]],
        "possible_N": items == record["possible_N"],
        "bounds": len(bounds) == len(record["bounds"])
        and all(
            _same_p(mine["p_min"], bound["p_min"])
            and _same_p(mine["p_max"], bound["p_max"])
            and all(mine[key] == bound[key] for key in ("method", "n_min", "n_max", "significant", "n_star"))
            for mine, bound in zip(bounds, record["bounds"], strict=True)
        ),
    }
    wrong = [name for name, right in checks.items() if not right]
    if wrong:
        raise DisagreementError(f"audit {inputs}: trying every table does not give its {', '.join(wrong)}")
