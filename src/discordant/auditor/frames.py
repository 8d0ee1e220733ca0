"""What the linear part of a claim leaves open: cells, totals, passes, rates and the difference, in exact integers.

The nine counts of a table are tied by linear equations; narrowing their ranges until nothing moves, and branching on
N and the passes where a rate or a difference was printed, leaves the frames: N and both passes fixed (then only n is
unknown), or, where no margins were printed, ranges for n and b - c alone. A rate admits the passes k with k / N in
its printed set, which is the granularity test of [Brown2017] in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from discordant.auditor.printed import Span

UNBOUNDED: Final = 4 * 10**9
"""Stands for "no upper limit" in a range of counts; beyond every count that is audited."""

FRAME_BUDGET: Final = 2000
"""Most frames that one claim may open; what lies beyond is flagged as truncated."""

_EQUATIONS: Final[tuple[tuple[tuple[int, str], ...], ...]] = (
    ((1, "b"), (1, "c"), (-1, "n")),
    ((1, "b"), (-1, "c"), (-1, "net")),
    ((2, "b"), (-1, "n"), (-1, "net")),
    ((2, "c"), (-1, "n"), (1, "net")),
    ((1, "a"), (1, "b"), (-1, "candidate_passes")),
    ((1, "a"), (1, "c"), (-1, "baseline_passes")),
    ((1, "n"), (1, "a"), (1, "d"), (-1, "N")),
    ((1, "candidate_passes"), (1, "c"), (1, "d"), (-1, "N")),
    ((1, "baseline_passes"), (1, "b"), (1, "d"), (-1, "N")),
    ((1, "candidate_passes"), (-1, "baseline_passes"), (-1, "net")),
)

Range = tuple[int, int]
Box = dict[str, Range]


def open_box(ranges: Mapping[str, tuple[int, int | None]], net: int | None = None) -> Box | None:
    """Return the ranges of all nine counts that the printed counts leave, None where they contradict each other."""
    box: Box = dict.fromkeys(("a", "b", "c", "d", "n", "N", "candidate_passes", "baseline_passes"), (0, UNBOUNDED))
    box["net"] = (-UNBOUNDED, UNBOUNDED) if net is None else (net, net)
    for key, (low, high) in ranges.items():
        name = "N" if key.endswith("_items") else key
        old = box[name]
        box[name] = max(old[0], low), min(old[1], UNBOUNDED if high is None else high)
    return narrowed(box)


def narrowed(box: Box, **changes: Range) -> Box | None:
    """Return the box after intersecting `changes` and narrowing every range by the equations; None where empty."""
    box = dict(box)
    for key, (low, high) in changes.items():
        box[key] = max(box[key][0], low), min(box[key][1], high)
    if any(low > high for low, high in box.values()):
        return None
    moved = True
    while moved:
        moved = False
        for equation in _EQUATIONS:
            low_sum = sum(k * box[v][0 if k > 0 else 1] for k, v in equation)
            high_sum = sum(k * box[v][1 if k > 0 else 0] for k, v in equation)
            if low_sum == high_sum == 0:
                continue
            for k, v in equation:
                low, high = box[v]
                # k v = -(the others), and the others lie in [low_sum, high_sum] less this variable's own share
                if k > 0:
                    rest_low, rest_high = low_sum - k * low, high_sum - k * high
                    new_low, new_high = max(low, -(rest_high // k)), min(high, -rest_low // k)
                else:
                    rest_low, rest_high = low_sum - k * high, high_sum - k * low
                    new_low, new_high = max(low, -(-rest_low // -k)), min(high, rest_high // -k)
                if new_low == low and new_high == high:
                    continue
                if new_low > new_high:
                    return None
                box[v] = new_low, new_high
                moved = True
                low_sum = rest_low + k * (new_low if k > 0 else new_high)
                high_sum = rest_high + k * (new_high if k > 0 else new_low)
    return box


def single(box: Box, key: str) -> int | None:
    """Return the value of a count whose range has shrunk to one, else None."""
    low, high = box[key]
    return low if low == high else None


@dataclass(frozen=True, slots=True)
class Frame:
    """One case left by the linear part: N and the passes where they are fixed, and the box of all counts.

    `plain` tells that nothing was printed about a, d or the passes, so that b, c, n and N alone bound the rows.
    """

    box: Box
    plain: bool = False

    @property
    def items(self) -> int | None:
        """N, where it is fixed."""
        return single(self.box, "N")

    @property
    def margins(self) -> tuple[int, int, int] | None:
        """(candidate passes, baseline passes, N) where all three are fixed."""
        s, t, items = (single(self.box, key) for key in ("candidate_passes", "baseline_passes", "N"))
        return None if s is None or t is None or items is None else (s, t, items)

    def rows(self, net: int, limit: int) -> Range | None:
        """Return the least and the greatest n possible with b - c = net, both of its parity, n at most `limit`."""
        if self.plain or self.margins:
            (b_low, b_high), (c_low, c_high), (low, high) = self.box["b"], self.box["c"], self.box["n"]
            low = max(low, abs(net), 2 * b_low - net, 2 * c_low + net)
            high = min(high, limit, 2 * b_high - net, 2 * c_high + net)
            if not self.box["net"][0] <= net <= self.box["net"][1] or low > high:
                return None
        else:
            box = narrowed(self.box, net=(net, net), n=(0, limit))
            if box is None:
                return None
            low, high = box["n"]
        low, high = low + ((low - net) % 2), high - ((high - net) % 2)
        return (low, high) if low <= high else None


@dataclass(frozen=True, slots=True)
class Frames:
    """All frames of a claim; `limits` names the bounds that the search set itself, in words."""

    frames: tuple[Frame, ...]
    limits: tuple[str, ...] = ()


def _within(span: Span | None, items: int, low: int, high: int) -> Range | None:
    if span is None:
        return low, high
    least, most = span.integers(items)
    low = low if least is None else max(low, least)
    high = high if most is None else min(high, most)
    return (low, high) if low <= high else None


def _per_items(box: Box, items: int, spans: Mapping[str, Span]) -> Box | None:
    changes: dict[str, Range] = {"N": (items, items)}
    for key, name in (("candidate_rate", "candidate_passes"), ("baseline_rate", "baseline_passes"), ("delta", "net")):
        inside = _within(spans.get(key), items, *box[name])
        if inside is None:
            return None
        changes[name] = inside
    return narrowed(box, **changes)


def _branches(box: Box, margins: bool) -> Iterator[Box]:
    """Yield the boxes with both passes fixed where that was asked for, else the box itself."""
    if not margins:
        yield box
        return
    for key in ("candidate_passes", "baseline_passes"):
        low, high = box[key]
        if low < high:
            for value in range(low, high + 1):
                inner = narrowed(box, **{key: (value, value)})
                if inner is not None:
                    yield from _branches(inner, margins)
            return
    yield box


def find_frames(
    box: Box | None, spans: Mapping[str, Span], *, margins: bool, max_items: int, plain: bool = False
) -> Frames:
    """Return the frames that the printed counts and the sets of the printed rates and difference leave.

    `margins` asks for both passes to be fixed in every frame (needed where a rate was printed, or where a figure
    depends on them); `max_items` bounds N where nothing printed does.
    """
    if box is None:
        return Frames(())
    limits: list[str] = []
    cases: Iterator[Box]
    if spans and single(box, "N") is None:
        low, high = box["N"]
        if high > max_items:
            limits.append(f"N up to {max_items}")
            high = max(low, max_items)
        cases = (inner for items in range(max(low, 1), high + 1) if (inner := _per_items(box, items, spans)))
    elif spans:
        inner = _per_items(box, box["N"][0], spans) if box["N"][0] else None
        cases = iter((inner,) if inner else ())
    else:
        cases = iter((box,))
    found: list[Frame] = []
    for case in cases:
        wide = _width(case, "candidate_passes") * _width(case, "baseline_passes") > 10 * FRAME_BUDGET
        for branch in _branches(case, margins and single(case, "N") is not None and not wide):
            if len(found) >= FRAME_BUDGET:
                return Frames(tuple(found), (*limits, f"the first {FRAME_BUDGET} choices of N and passes"))
            found.append(Frame(branch, plain))
    return Frames(tuple(found), tuple(limits))


def _width(box: Box, key: str) -> int:
    return box[key][1] - box[key][0] + 1


def possible_items(spans: Mapping[str, Span], low: int, high: int) -> list[int]:
    """Return the N in [low, high] for which every printed rate is some k / N (GRIM).

    >>> from discordant.auditor.printed import Printed
    >>> possible_items({r: Printed.read(r).span() for r in ("87.0%", "80.0%")}, 1, 300)
    [100, 115, 185, 200, 215, 230, 270, 285, 300]
    """
    found = []
    for items in range(max(low, 1), high + 1):
        if all(_within(span, items, 0, items) for span in spans.values()):
            found.append(items)
    return found
