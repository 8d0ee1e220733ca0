"""Every (n, b - c) at which a law prints a given number: bisection along fixed margins, a staircase without them.

At fixed b - c the value of a law is monotone in n (the point mass has one peak, at n = d^2 - 2), so the solutions are
one run of n, found by bisection. Without a difference, the first |b - c| at which the value has passed a bound moves
by few steps from one n to the next: a pointer follows it, with exact integer updates of the tail and of the mass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from discordant.auditor.frames import UNBOUNDED, Frame
from discordant.auditor.laws import FISHER_ITEMS, ChiLaw, FisherLaw, Law, TailLaw, critical
from discordant.auditor.point import Point
from discordant.auditor.printed import Span
from discordant.auditor.solutions import Runs, Solutions, clipped

NARROW: Final = 24
"""Up to so many values of b - c are searched one by one; more are searched by the staircase."""

STAIRS: Final = 5000
"""Longest row of the staircase where N is known and b - c is not, unless more is asked for."""

LISTED: Final = 2400
"""Most values of b - c whose rows are listed where nothing printed narrows them."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Target:
    """A printed number read by one law: `what` is p, statistic, z (its square is compared) or smaller-count."""

    law: Law
    what: str
    span: Span

    def compare(self, at: Point, x: Fraction) -> int:
        """Return the sign of (value - x)."""
        if self.what == "p":
            return self.law.compare(at, x)
        value: Fraction | None = Fraction(at.m) if self.what == "smaller-count" else self.law.statistic(at)
        return 1 if value is None else (value > x) - (value < x)

    def holds(self, at: Point) -> bool:
        """Tell whether the value at a table lies in the printed set."""
        span = self.span
        if span.low is not None and self.compare(at, span.low) < (0 if span.low_in else 1):
            return False
        return span.high is None or self.compare(at, span.high) <= (0 if span.high_in else -1)

    def rise(self, d: int) -> int:
        """Return the direction of the value as n grows at fixed d; 0 for the point mass."""
        if self.what == "p":
            return self.law.rise(d)
        return 1 if self.what == "smaller-count" else -1


def first(low: int, high: int, passed: Callable[[int], bool], near: float | None = None) -> int:
    """Return the least n = low, low+2, ..., high with passed(n), high + 2 where there is none; passed is monotone.

    `near` is a guess at it: strides that grow from there, then bisection between the last two.
    """
    left, right = 0, (high - low) // 2 + 1
    if near is not None and left < right:
        guess, stride = int(min(max((near - low) / 2, left), right - 1)), 1
        if passed(low + 2 * guess):
            right = guess
            while left < right:
                probe = max(left, right - stride)
                if not passed(low + 2 * probe):
                    left = probe + 1
                    break
                right, stride = probe, 8 * stride
        else:
            left = guess + 1
            while left < right:
                probe = min(right - 1, guess + stride)
                if passed(low + 2 * probe):
                    right = probe
                    break
                left, stride = probe + 1, 8 * stride
    while left < right:
        middle = (left + right) // 2
        if passed(low + 2 * middle):
            right = middle
        else:
            left = middle + 1
    return low + 2 * left


def band(target: Target, low: int, high: int, rise: int, at: Callable[[int], Point]) -> Runs:
    """Return the run of n in low, low+2, ..., high where a value monotone in the direction `rise` lies in the set."""
    span = target.span

    def reached(n: int) -> bool:
        if rise > 0:
            return span.low is None or target.compare(at(n), span.low) >= (0 if span.low_in else 1)
        return span.high is None or target.compare(at(n), span.high) <= (0 if span.high_in else -1)

    def left_behind(n: int) -> bool:
        if rise > 0:
            return span.high is not None and target.compare(at(n), span.high) > (0 if span.high_in else -1)
        return span.low is not None and target.compare(at(n), span.low) < (0 if span.low_in else 1)

    entry, leaving = (span.low, span.high) if rise > 0 else (span.high, span.low)
    start = first(low, high, reached, _near(target, low, at, entry))
    stop = first(start, high, left_behind, _near(target, low, at, leaving)) if start <= high else start
    return [(start, stop - 2)] if start < stop else []


def _near(target: Target, low: int, at: Callable[[int], Point], end: Fraction | None) -> float | None:
    """Return a guess at the n where a p passes an end, None for short rows and where it is none's."""
    if target.what != "p" or end is None:
        return None
    return target.law.near(at(low).d, end)


def along_margins(target: Target, frame: Frame, net: int, rows: tuple[int, int]) -> Runs:
    """Return the runs of n for one b - c in one frame."""
    margins = frame.margins
    s, t, items = margins if margins else (None, None, frame.items)
    if target.law.needs == "margins":
        if isinstance(target.law, FisherLaw) and (items or 0) > FISHER_ITEMS:
            return []
        return [rows] if margins and target.holds(Point(rows[0], net, items, s, t)) else []
    if target.law.needs == "items" and items is None:
        return []

    def at(n: int) -> Point:
        return Point(n, net, items, s, t)

    low, high = rows
    rise = target.rise(abs(net))
    if rise:
        return band(target, low, high, rise, at)
    peak = net * net - 2  # C(n+2, .) / (4 C(n, .)) > 1 while d^2 > n + 2
    last_rising = min(high, max(low - 2, peak - (peak - net) % 2))
    rising = band(target, low, last_rising, 1, at) if last_rising >= low else []
    falling = band(target, last_rising + 2, high, -1, at) if last_rising + 2 <= high else []
    return rising + falling


class _Tail:
    """2^n E and C(n, m) at a pointer (n, d), d >= 1, moved by exact integer steps."""

    __slots__ = ("d", "mass", "n", "tail")

    def __init__(self, n: int) -> None:
        self.n, self.d, self.tail, self.mass = n, n, 2, 1  # (1, 1) and (2, 2)

    def inward(self) -> int:
        """Return C(n, .) two steps nearer to the centre."""
        k = (self.n + self.d) // 2
        if self.mass:
            return self.mass * k // (self.n - k + 1)
        return 1 if k - 1 == self.n else 0

    def _outward(self) -> int:
        k = (self.n + self.d) // 2
        return self.mass * (self.n - k) // (k + 1) if k < self.n else 0

    def out(self) -> None:
        self.tail, self.mass = self.tail - 2 * self.mass, self._outward()
        self.d += 2

    def back(self) -> None:
        self.mass = self.inward()
        self.tail += 2 * self.mass
        self.d -= 2

    def down(self) -> None:
        """Go to n + 2: P(S' >= d) = P(S >= d) + (P(S = d-2) - P(S = d)) / 4."""
        near, far = self.inward(), self._outward()
        self.tail = 4 * self.tail + 2 * (near - self.mass)
        self.mass = far + 2 * self.mass + near
        self.n += 2


class _Square:
    """A pointer (n, d) for laws whose statistic is a closed form."""

    __slots__ = ("d", "n")

    def __init__(self, n: int) -> None:
        self.n = self.d = n

    def out(self) -> None:
        self.d += 2

    def back(self) -> None:
        self.d -= 2

    def down(self) -> None:
        self.n += 2


Sign = Callable[..., int]


def _tail_sign(law: TailLaw, x: Fraction) -> Sign:
    """Return the function that tells the sign of (value - x) at a _Tail pointer."""
    constant, tail, mid = (int(2 * k) for k in (law.constant, law.tail, law.mid))
    numerator, denominator = 2 * x.numerator, x.denominator

    def sign(at: _Tail) -> int:
        twice = (constant << at.n) + tail * at.tail + mid * (at.tail - at.mass)
        if law.cap is not None:
            twice = min(twice, int(2 * law.cap) << at.n)
        left, right = twice * denominator, numerator << at.n
        return (left > right) - (left < right)

    return sign


def _square_sign(target: Target, law: ChiLaw, x: Fraction) -> Sign:
    """Return the sign of (value - x) at a _Square pointer, by integers; the exact comparison settles a doubt."""
    shift = int(2 * law.correction)
    bits = 96
    if target.what == "p":
        y = x / law.factor
        if not 0 < y < 1 or x >= 1:  # beyond the range, or at the cap of a doubled p
            return lambda at: target.compare(Point(at.n, at.d), x)
        low, high = critical(y).bracket(bits)
        sense = -1  # a larger statistic is a smaller p
    else:
        low, high = x, x
        sense = 1
    scale = 1 << bits
    below, above = (low * scale).__floor__(), (high * scale).__ceil__()

    def sign(at: _Square) -> int:
        left = (2 * at.d - shift) ** 2 * scale
        if left > 4 * at.n * above:
            return sense
        if left < 4 * at.n * below:
            return -sense
        return target.compare(Point(at.n, at.d), x)

    return sign


def _edge(parity: int, limit: int, kind: type, passed: Callable[..., bool]) -> Iterator[tuple[int, int]]:
    """Yield (n, the least d >= 1 of its parity with passed, n + 2 where none) for n = parity, parity + 2, ..."""
    least = parity
    at = kind(parity)
    while at.n <= limit:
        while at.d <= at.n and not passed(at):
            at.out()
        while at.d > least:
            at.back()
            if not passed(at):
                at.out()
                break
        yield at.n, at.d
        at.down()


def staircase(target: Target, low: int, high: int, progress: Progress | None = None) -> Iterator[tuple[int, int, int]]:
    """Yield (n, d_first, d_last) for every n in [low, high] with solutions at d = |b - c| >= 1, d of n's parity."""
    law, span = target.law, target.span
    if target.what == "smaller-count":
        least, most = span.integers()
        for m in range(max(least or 0, 0), min(high if most is None else most, high // 2) + 1):
            yield from ((n, n - 2 * m, n - 2 * m) for n in range(max(low, 2 * m + 1), high + 1))
        return
    falls = not (target.what == "p" and isinstance(law, TailLaw) and law.rising < 0) and target.what == "p"
    kind: type
    if isinstance(law, TailLaw):
        kind = _Tail
        signs = [None if end is None else _tail_sign(law, end) for end in (span.low, span.high)]
    else:
        assert isinstance(law, ChiLaw)
        kind = _Square
        signs = [None if end is None else _square_sign(target, law, end) for end in (span.low, span.high)]
    low_sign, high_sign = signs
    low_bar, high_bar = (0 if span.low_in else 1), (0 if span.high_in else -1)

    def enough(at: object) -> bool:
        return low_sign is None or low_sign(at) >= low_bar

    def little(at: object) -> bool:
        return high_sign is None or high_sign(at) <= high_bar

    entered, within = (little, enough) if falls else (enough, little)
    for parity in (1, 2):
        first = _edge(parity, high, kind, entered)
        last = _edge(parity, high, kind, lambda at: not within(at))
        for (n, d_in), (_, d_out) in zip(first, last, strict=True):
            if progress is not None and n % 512 < 2:
                progress(law.id, n, high)
            if n >= low and d_in < d_out and d_in <= n:
                yield n, d_in, min(d_out - 2, n)


@dataclass(frozen=True, slots=True)
class Field:
    """The frames with the rows n that each b - c allows; `wide` are the frames left to the staircase."""

    frames: tuple[Frame, ...]
    limits: tuple[int, ...]
    rows: Solutions
    wide: tuple[int, ...]
    reach: dict[int, tuple[int, int]]

    @classmethod
    def of(cls, frames: tuple[Frame, ...], *, max_discordant: int) -> Field:
        """Return the field of some frames, n at most `max_discordant` where nothing printed bounds it."""
        rows: Solutions = {}
        reach: dict[int, tuple[int, int]] = {}
        wide, limits = [], []
        for index, frame in enumerate(frames):
            top = frame.box["n"][1]
            bounded = frame.items is not None or top <= UNBOUNDED // 2
            limit = top if bounded else max_discordant
            limits.append(limit)
            low, high = max(frame.box["net"][0], -limit), min(frame.box["net"][1], limit)
            if high - low >= NARROW:
                wide.append(index)
                limits[-1] = min(limit, max(max_discordant, STAIRS))
                continue
            for net in range(low, high + 1):
                if span := frame.rows(net, limit):
                    rows[index, net] = [span]
                    least, most = reach.get(net, span)
                    reach[net] = min(least, span[0]), max(most, span[1])
        return cls(frames, tuple(limits), rows, tuple(wide), reach)

    def cut(self) -> int | None:
        """Return the n at which some search ended before its frame did, None where all were searched whole."""
        ends = [limit for frame, limit in zip(self.frames, self.limits, strict=True) if limit < frame.box["n"][1]]
        return min(ends, default=None)

    def every_row(self) -> Solutions | None:
        """Return all (frame, b - c, n), None where b - c is too open to be listed."""
        if not self.wide:
            return self.rows
        if sum(min(2 * self.limits[index], 10**6) for index in self.wide) > LISTED:
            return None
        found = dict(self.rows)
        for index in self.wide:
            frame, limit = self.frames[index], self.limits[index]
            low, high = max(frame.box["net"][0], -limit), min(frame.box["net"][1], limit)
            for net in range(low, high + 1):
                if (rows := frame.rows(net, limit)) is not None:
                    found[index, net] = [rows]
        return found


def solutions(target: Target, field: Field, progress: Progress | None = None) -> Solutions:
    """Return every (frame, b - c, n) of the field at which the law prints the number."""
    known: dict[int, Runs] = {}
    found: Solutions = {}
    for (index, net), spans in field.rows.items():
        frame = field.frames[index]
        if target.law.needs == "pair":  # one search per b - c serves every N
            low, high = field.reach[net]
            if net not in known:
                known[net] = along_margins(target, frame, net, (low, high))
            runs = clipped(known[net], spans)
        else:
            runs = [run for span in spans for run in along_margins(target, frame, net, span)]
        if runs:
            found[index, net] = runs
    for index in field.wide if target.law.needs == "pair" else ():
        frame, limit = field.frames[index], field.limits[index]
        low, high = frame.box["net"]
        if low > limit or high < -limit:
            continue
        level = frame.rows(0, limit) if low <= 0 <= high else None
        if level and (runs := along_margins(target, frame, 0, level)):
            found[index, 0] = runs
        b_low, b_high, c_low, c_high = *frame.box["b"], *frame.box["c"]
        for n, d_first, d_last in staircase(target, max(frame.box["n"][0], 1), limit, progress):
            for d in range(d_first, d_last + 1, 2):
                for net in (d, -d):
                    b, c = (n + net) // 2, (n - net) // 2
                    if low <= net <= high and b_low <= b <= b_high and c_low <= c <= c_high:
                        kept = found.setdefault((index, net), [])
                        if kept and kept[-1][1] == n - 2:
                            kept[-1] = kept[-1][0], n
                        else:
                            kept.append((n, n))
    return found
