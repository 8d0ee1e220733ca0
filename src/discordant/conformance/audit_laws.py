"""Every test met in print, as plainly as can be: its p and its statistic at one table, for `audit_witness`.

Binomial and hypergeometric tails are Fractions summed from `math.comb`; a chi-square p is mpmath's erfc at 60 digits.
Shares no code with the auditor or the oracle.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

import mpmath

HALF: Final = Fraction(1, 2)


class Cells(NamedTuple):
    """One table: b and c, and a and d where both margins are known."""

    b: int
    c: int
    a: int | None = None
    d: int | None = None

    @property
    def n(self) -> int:
        """The discordant items."""
        return self.b + self.c

    @property
    def gap(self) -> int:
        """How far b and c are apart."""
        return abs(self.b - self.c)

    @property
    def margins(self) -> tuple[int, int, int] | None:
        """Passes of the candidate, of the baseline, and all items."""
        if self.a is None or self.d is None:
            return None
        return self.a + self.b, self.a + self.c, self.a + self.b + self.c + self.d


@cache
def _tail(n: int, m: int) -> Fraction:
    """P(X <= m), X ~ Bin(n, 1/2)."""
    return Fraction(sum(math.comb(n, k) for k in range(m + 1)), 2**n)


def _lower(at: Cells) -> Fraction:
    return _tail(at.n, min(at.b, at.c))


def _mass(at: Cells) -> Fraction:
    return Fraction(math.comb(at.n, at.b), 2**at.n)


def _two_sided(at: Cells) -> Fraction:
    return min(Fraction(1), 2 * _lower(at))


def _mid(at: Cells) -> Fraction:
    return 2 * _lower(at) - _mass(at)  # 1 at b = c, where the two tails overlap in the mass


def _square(top: Fraction | int, below: Fraction | int) -> Fraction | None:
    if not below:
        return None if top else Fraction(0)
    return Fraction(top) ** 2 / below


def _paired(correction: Fraction | int = 0, clamped: bool = True) -> Callable[[Cells], Fraction | None]:
    def statistic(at: Cells) -> Fraction | None:
        top = at.gap - Fraction(correction)
        return _square(max(top, Fraction(0)) if clamped else top, at.n)

    return statistic


def _wald(at: Cells) -> Fraction | None:
    assert at.margins is not None
    return _square(at.gap, at.n - Fraction(at.gap**2, at.margins[2]))


def _unpaired(correction: int = 0, clamped: bool = True, pooled: bool = True) -> Callable[[Cells], Fraction | None]:
    def statistic(at: Cells) -> Fraction | None:
        assert at.margins is not None
        s, t, items = at.margins
        top = at.gap - correction
        if pooled:
            below = Fraction((s + t) * (2 * items - s - t), 2 * items)
        else:
            below = Fraction(s * (items - s) + t * (items - t), items)
        return _square(max(top, 0) if clamped else top, below)

    return statistic


@cache
def _context() -> Any:
    mp = mpmath.MPContext()
    mp.dps = 60
    return mp


def _chi(statistic: Callable[[Cells], Fraction | None], factor: Fraction | int = 1) -> Callable[[Cells], Any]:
    def p(at: Cells) -> Any:
        value, mp = statistic(at), _context()
        if value is None:
            return Fraction(0)
        if value == 0:
            return min(Fraction(1), Fraction(factor))
        tail = mp.erfc(mp.sqrt(mp.mpf(value.numerator) / (2 * value.denominator)))
        return min(mp.mpf(1), tail * Fraction(factor).numerator / Fraction(factor).denominator)

    return p


@cache
def _fisher(s: int, t: int, items: int) -> Fraction:
    weights = [
        math.comb(items, k) * math.comb(items, s + t - k) for k in range(max(0, s + t - items), min(items, s + t) + 1)
    ]
    seen = math.comb(items, s) * math.comb(items, t)
    return Fraction(sum(weight for weight in weights if weight <= seen), sum(weights))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to a p (a Fraction or an mpf): its name, kind and statistic; `margins`: it needs both margins."""

    name: str
    kind: str
    p: Callable[[Cells], Any]
    statistic: Callable[[Cells], Fraction | None] | None = None
    margins: bool = False


def _by_statistic(name: str, kind: str, statistic: Callable[[Cells], Fraction | None], margins: bool = False) -> Way:
    return Way(name, kind, _chi(statistic), statistic, margins)


def _tied(at: Cells, at_tie: Fraction, otherwise: Fraction) -> Fraction:
    return at_tie if at.gap == 0 else otherwise


WAYS: Final = (
    Way("exact", "sound", _two_sided),
    Way("mid-p", "sound", _mid),
    Way("mid-p-folded", "sound", lambda t: _tied(t, 1 - _mass(t) / 2, _mid(t))),
    _by_statistic("chi-square", "sound", _paired()),
    _by_statistic("edwards", "sound", _paired(1)),
    _by_statistic("wald-z", "sound", _wald, margins=True),
    Way("exact-one-sided", "one tail", _lower),
    Way("mid-p-one-sided", "one tail", lambda t: _lower(t) - _mass(t) / 2),
    Way("exact-one-sided-opposite", "one tail", lambda t: 1 - _lower(t) + _mass(t)),
    Way("mid-p-one-sided-opposite", "one tail", lambda t: 1 - _lower(t) + _mass(t) / 2),
    Way("chi-square-halved", "one tail", _chi(_paired(), HALF)),
    Way("edwards-halved", "one tail", _chi(_paired(1), HALF)),
    _by_statistic("edwards-unclamped", "defect", _paired(1, clamped=False)),
    _by_statistic("half-correction", "defect", _paired(HALF)),
    _by_statistic("half-correction-unclamped", "defect", _paired(HALF, clamped=False)),
    Way("mid-p-capped", "defect", lambda t: _two_sided(t) - _mass(t)),
    Way("exact-uncapped", "defect", lambda t: 2 * _lower(t)),
    Way("exact-doubled", "defect", lambda t: min(Fraction(1), 2 * _two_sided(t))),
    Way("chi-square-doubled", "defect", _chi(_paired(), 2)),
    Way("edwards-doubled", "defect", _chi(_paired(1), 2)),
    Way("point-mass", "defect", _mass),
    _by_statistic("unpaired-z", "unpaired", _unpaired(), margins=True),
    _by_statistic("unpaired-z-unpooled", "unpaired", _unpaired(pooled=False), margins=True),
    _by_statistic("unpaired-yates", "unpaired", _unpaired(1), margins=True),
    _by_statistic("unpaired-yates-unclamped", "unpaired", _unpaired(1, clamped=False), margins=True),
    Way("unpaired-fisher", "unpaired", lambda t: _fisher(*t.margins) if t.margins else None, margins=True),
)
"""The tests by name, in the order in which readings are listed."""
