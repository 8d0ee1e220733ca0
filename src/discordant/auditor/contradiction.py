"""The shortest contradiction in a claim: the fewest printed statements that no table satisfies together."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any, Final

from discordant.auditor.bounds import margin_bounds, p_text
from discordant.auditor.claim import Claim
from discordant.auditor.frames import find_frames, open_box
from discordant.auditor.laws import LAWS
from discordant.auditor.point import Point
from discordant.auditor.printed import Printed, shown
from discordant.auditor.readings import as_rate
from discordant.auditor.search import Limits, search

_FIGURES: Final = ("odds_ratio_interval", "odds_ratio", "interval", "z", "statistic", "p")
_LINEAR: Final = ("delta", "candidate_rate", "baseline_rate", "net", "d", "a", "n")
_MARGINS: Final = ("candidate_passes", "baseline_passes", "candidate", "baseline", "N")
_PAIR: Final = ("c", "b")
_STATED: Final = ("N", *_PAIR[::-1], *_MARGINS[3::-1], *_LINEAR[::-1], *_FIGURES[::-1])


def shortest(claim: Claim, limits: Limits) -> Claim:
    """Return a claim with the fewest statements that still contradict each other (no single one can be dropped).

    N and the passes are dropped last, and beside a figure only where b and c are known: without them the unpaired
    tests could not be tried, and their failing would prove nothing.
    """
    kept = claim
    for key in (*_FIGURES, *_LINEAR, *_MARGINS, *_PAIR):
        if getattr(kept, key) is None:
            continue
        known_pair = kept.b is not None and kept.c is not None
        if key == "N" and kept.scalars:
            continue  # a rate without N is a search over every N, and proves nothing
        if kept.figures and ((key in _MARGINS and not known_pair) or key in _PAIR):
            continue
        less = dataclasses.replace(kept, **{key: None})
        outcome = search(less, limits)
        if outcome.price is None and not outcome.limits:
            kept = less
    return kept


def explain(claim: Claim, limits: Limits) -> tuple[str, ...]:
    """Return the contradiction in words, with the numbers by which a reader can check it."""
    kept = shortest(claim, limits)
    lines = [_statements(kept)]
    lines += _rates(kept)
    frames = find_frames(
        open_box(kept.ranges, kept.net), {key: as_rate(number).span() for key, number in kept.scalars.items()},
        margins=True, max_items=limits.max_items,
    ).frames  # fmt: skip
    fixed = [frame for frame in frames if frame.margins]
    if len({figure.printed[0].value for figure in kept.figures if figure.key == "p"}) > 1:
        lines.append("two different p for one comparison cannot come from one test")
        return tuple(lines)
    for figure in kept.figures:
        if figure.key == "p" and len(fixed) == 1 and fixed[0].box["n"][0] < fixed[0].box["n"][1]:
            lines += _beyond(fixed[0], figure.printed[0], kept.alpha_value)
        elif figure.key in ("p", "statistic", "z"):
            lines += _nearby(frames, figure.key, figure.printed[0])
    return tuple(lines)


def _statements(claim: Claim) -> str:
    parts = []
    for key in _STATED:
        value: Any = getattr(claim, key)
        if value is not None:
            names = [figure.name for figure in claim.figures if figure.key == key]
            parts.append(", ".join(names) if names else f"{key.replace('_', ' ')} = {value}")
    if not parts:
        return "the claim contradicts itself"
    if len(parts) == 1:
        return f"no table has {parts[0]}"
    paired = claim.figures and not any(getattr(claim, key) is not None for key in _MARGINS)
    tail = " by any test on paired data" if paired else ""
    return f"no table has {', '.join(parts[:-1])} and {parts[-1]}{tail}"


def _rates(claim: Claim) -> list[str]:
    """Return what the printed rates would have to be: the nearest possible ones for this N."""
    box = open_box(
        {key: value for key, value in claim.ranges.items() if key in ("N", "candidate_items", "baseline_items")}
    )
    if box is None or box["N"][0] != box["N"][1] or not box["N"][0]:
        return []
    items = box["N"][0]
    lines = []
    for key, printed in claim.scalars.items():
        number = as_rate(printed) if key != "delta" or abs(printed.value) > 1 else printed
        low, high = number.span().integers(items)
        if low is None or high is None or low <= high:
            continue
        below, above = (number.value * items).__floor__(), (number.value * items).__ceil__()
        unit = " %" if number.percent else ""
        near = [
            f"{k}/{items} is {shown(Fraction(k * (100 if number.percent else 1), items), 6)}{unit}"
            for k in (below, above)
        ]
        lines.append(f"{printed.text.strip()} is no k/{items}: {' and '.join(dict.fromkeys(near))}")
    return lines


def _beyond(frame: Any, printed: Printed, alpha: Fraction) -> list[str]:
    """Return on which side of the possible range a printed p lies, for the four tests."""
    lines = []
    for bound in margin_bounds(frame, alpha):
        low, high = bound.p_min, bound.p_max
        span = printed.span()
        law = LAWS[bound.method]
        s, t, items = frame.margins
        if span.low is not None and law.compare(Point(bound.n_max, s - t, items, s, t), span.low) < 0:
            lines.append(f"no integer table with these margins has {_p_of(bound.method)} above {p_text(high)}")
        elif span.high is not None and law.compare(Point(bound.n_min, s - t, items, s, t), span.high) > 0:
            lines.append(f"no integer table with these margins has {_p_of(bound.method)} below {p_text(low)}")
        else:
            lines.append(
                f"{_p_of(bound.method)} runs from {p_text(low)} to {p_text(high)} and steps over {printed.text.strip()}"
            )
    return lines


def _p_of(method: str) -> str:
    """Return "exact p" and the like; a mid-p is a p by its name."""
    return method if method == "mid-p" else f"{method} p"


def _nearby(frames: Any, key: str, printed: Printed) -> list[str]:
    """Return the values of the usual tests at the one table, or at the ones around a printed statistic."""
    lines: list[str] = []
    if not frames or (frame := frames[0]).box["net"][0] != frame.box["net"][1] or len(frames) > 1:
        return lines
    net = frame.box["net"][0]
    s, t, items = frame.margins or (None, None, frame.items)
    rows = frame.rows(net, min(frame.box["n"][1], 10**6))
    if rows is None:
        return lines
    steps = list(range(rows[0], min(rows[1], rows[0] + 6) + 1, 2))
    for name in ("exact", "mid-p", "chi-square", "edwards"):
        law = LAWS[name]
        values = []
        for n in steps:
            at = Point(n, net, items, s, t)
            value = law.p(at) if key == "p" else law.statistic(at)
            if value is not None:
                values.append(f"n = {n}: {p_text(value) if key == 'p' else shown(value, 6)}")  # type: ignore[arg-type] # a statistic is a Fraction
        if values:
            more = ", ..." if rows[1] > steps[-1] else ""
            what = _p_of(name) if key == "p" else f"{name} statistic"
            lines.append(f"{what} at b - c = {net}: {'; '.join(values)}{more}")
    return lines
