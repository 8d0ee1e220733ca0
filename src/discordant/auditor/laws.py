"""Every test whose p-value is met in print, as a table of named conventions.

At fixed |b - c| = d >= 1 the exact family differs only in how it weighs E = 2 P(X <= m) and M = E - P(X = m),
X ~ Bin(n, 1/2), and the chi-square family only in its correction; at d = 0 each has a value of its own, which is what
tells two conventions apart. Comparisons with a printed bound are exact: integers for short rows, certified enclosures
for long ones, the critical statistic for the chi-square family.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from discordant.auditor import rows
from discordant.auditor.point import Point
from discordant.auditor.rows import HALF, ONE, central_mass, combined, exact_pair, real_pair
from discordant.enclosed.binomial import coefficient
from discordant.enclosed.chi_square import chi_square_p, critical_statistic
from discordant.enclosed.real import Real
from discordant.exact.tails import term

FISHER_ITEMS: Final = 5000
"""Most items for which Fisher's test is tried."""

ZERO: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Law(ABC):
    """One named way to a p-value. `kind`: sound, one-sided, unpaired or defect; `needs`: pair, items or margins."""

    id: str
    label: str
    kind: str
    needs: str
    source: str

    @abstractmethod
    def p(self, at: Point) -> Fraction | Real:
        """Return the p-value at a table."""

    def compare(self, at: Point, x: Fraction) -> int:
        """Return the sign of p - x, decided exactly."""
        value = self.p(at)
        return value.compare(x) if isinstance(value, Real) else (value > x) - (value < x)

    def statistic(self, at: Point) -> Fraction | None:
        """Return the printed statistic of the test, None where it has none or where it is infinite."""
        return None

    def near(self, d: int, x: Fraction) -> float | None:
        """Return about the n at which p is x at fixed d, where a guess is worth its while: no part of any decision."""
        return None

    def rise(self, d: int) -> int:
        """Return 1 where p does not fall as n grows at fixed d, -1 where it does not rise, 0 for the point mass."""
        return 1


def _far(at: Point) -> int:
    """Return a whole k with E <= 2^(1-k): the bound 2 exp(-d^2 / 2n) of [Hoeffding1963], 1/ln 2 > 1.4426."""
    return at.d * at.d * 14426 // (20000 * at.n)


def _size(x: Fraction) -> int:
    """Return a whole k with |x| > 2^k, for x other than 0."""
    return abs(x.numerator).bit_length() - x.denominator.bit_length() - 1


@dataclass(frozen=True, slots=True)
class TailLaw(Law):
    """A p of the exact family: constant + tail E + mid M at d >= 1, tie[0] + tie[1] P(X = m) at d = 0."""

    constant: Fraction
    tail: Fraction
    mid: Fraction
    tie: tuple[Fraction, Fraction]
    rising: int = 1
    cap: Fraction | None = None

    def p(self, at: Point) -> Fraction | Real:
        """Return the p-value: a Fraction for rows up to EXACT_ROW and wherever it is rational by structure."""
        if at.d == 0:
            if self.tie[1] == 0:
                return self.tie[0]
            centre = central_mass(at.n)
            if isinstance(centre, Fraction):
                return self.tie[0] + self.tie[1] * centre
            return combined(self.tie[0], ((self.tie[1], centre),))
        if at.n <= rows.EXACT_ROW:
            tail, mid = exact_pair(at.n, at.m)
            value = self.constant + self.tail * tail + self.mid * mid
            return value if self.cap is None else min(value, self.cap)
        tail_real, mid_real = real_pair(at.n, at.m)
        parts = tuple((factor, real) for factor, real in ((self.tail, tail_real), (self.mid, mid_real)) if factor)
        if len(parts) == 1 and not self.constant:
            value_real = parts[0][1] if parts[0][0] == 1 else parts[0][1].scaled(parts[0][0])
        else:
            value_real = combined(self.constant, parts)
        if self.cap is not None and value_real.compare(self.cap) > 0:
            return self.cap
        return value_real

    def compare(self, at: Point, x: Fraction) -> int:
        """Return the sign of p - x; far in the tail, where p is all but its constant, by a bound instead of a sum."""
        if at.d and at.n > rows.EXACT_ROW:
            rest = x - self.constant
            if not rest:
                # tail E + mid M = 2 (tail + mid) P(X < m) + (2 tail + mid) P(X = m), two terms of no opposite signs
                toward = (self.tail + self.mid if at.m else ZERO) + 2 * self.tail + self.mid
                return (toward > 0) - (toward < 0)
            # |tail| + |mid| <= 2, so p is within 2^(2-k) of its constant
            if 2 - _far(at) < _size(rest):
                return -1 if rest > 0 else 1
        return super(TailLaw, self).compare(at, x)

    def near(self, d: int, x: Fraction) -> float | None:
        """Return about the n at which p is x, by the normal tail with E's and M's continuity corrections."""
        weight = self.tail + self.mid
        y = (x - self.constant) / weight if weight else ZERO
        statistic = float(critical(y)) if 0 < y < 1 else 0.0
        return (d - float(self.tail / weight)) ** 2 / statistic if statistic else None

    def rise(self, d: int) -> int:
        """Return the direction of p in n: an average over two more items never moves a tail inwards."""
        if d:
            return self.rising
        return (self.tie[1] < 0) - (self.tie[1] > 0)  # P(X = n/2) falls as n grows


@dataclass(frozen=True, slots=True)
class ChiLaw(Law):
    """A p from a chi-square statistic with 1 degree of freedom, times `factor` (1/2 where one tail is reported).

    `correction` is taken off |D|: 1 for Edwards, and for Yates on two samples of equal size [Yates1934].
    """

    correction: Fraction = ZERO
    clamped: bool = True
    factor: Fraction = ONE
    variance: str = "null"

    def statistic(self, at: Point) -> Fraction | None:
        """Return (|D| - correction)^2 over its variance; 0 over 0 is 0, anything else over 0 is None (infinite)."""
        d, items = at.d, at.items or 0
        s, t = at.candidate or 0, at.baseline or 0
        top = d - self.correction
        if self.clamped:
            top = max(ZERO, top)
        if self.variance == "null":
            below = Fraction(at.n)
        elif not items:
            below = ZERO
        elif self.variance == "wald":
            below = at.n - Fraction(d * d, items)
        elif self.variance == "pooled":
            below = Fraction((s + t) * (2 * items - s - t), 2 * items)
        else:
            below = Fraction(s * (items - s) + t * (items - t), items)
        if below == 0:
            return ZERO if top == 0 else None
        return Fraction(top * top) / below

    def p(self, at: Point) -> Fraction | Real:
        """Return factor * erfc(sqrt(statistic / 2)), at most 1."""
        statistic = self.statistic(at)
        if statistic is None:
            return ZERO
        if statistic == 0:
            return min(ONE, self.factor)
        value = chi_square_p(statistic)
        if self.factor == 1:
            return value
        value = value.scaled(self.factor)
        return ONE if self.factor > 1 and value.compare(ONE) > 0 else value

    def compare(self, at: Point, x: Fraction) -> int:
        """Return the sign of p - x by comparing the rational statistic with the critical one."""
        if x >= 1 and self.factor > 1:
            return -1 if x > 1 or _below(self.statistic(at), ONE / self.factor) else 0
        statistic = self.statistic(at)
        if statistic is None or statistic == 0:
            value = ZERO if statistic is None else min(ONE, self.factor)
            return (value > x) - (value < x)
        if x <= 0:
            return 1
        if x >= self.factor:
            return -1
        return critical(x / self.factor).compare(statistic)


def _below(statistic: Fraction | None, alpha: Fraction) -> bool:
    return statistic is None or (statistic > 0 and critical(alpha).compare(statistic) < 0)


@lru_cache(maxsize=512)
def critical(alpha: Fraction) -> Real:
    """Return the statistic whose chi-square p is exactly alpha (kept, since one bound is met many times)."""
    return critical_statistic(alpha)


@dataclass(frozen=True, slots=True)
class FisherLaw(Law):
    """Fisher's exact test on the unpaired table: the total probability of the tables that are no likelier."""

    def p(self, at: Point) -> Fraction | Real:
        """Return the two-sided p of the hypergeometric law with these margins, exactly."""
        return _fisher(at.items or 0, at.candidate or 0, at.baseline or 0)

    def excludes(self, at: Point, low: Fraction | None, high: Fraction | None) -> bool:
        """Return whether p is proved to lie outside [low, high] without its sum, for any N.

        p adds up to N + 1 probabilities, none above that of the table itself, which is one of them.
        """
        items, s, t = at.items or 0, at.candidate or 0, at.baseline or 0
        here = coefficient(items, s, 96) * coefficient(items, t, 96) / coefficient(2 * items, s + t, 96)
        least = Real.refined(lambda _: here, what="the probability of a table", max_bits=96)
        most = least.scaled(items + 1)
        return (low is not None and most.compare(low) < 0) or (high is not None and least.compare(high) > 0)


@lru_cache(maxsize=1024)
def _fisher(items: int, s: int, t: int) -> Fraction:
    # weight(k) = C(N, k) C(N, s+t-k); the observed one is k = s
    total = s + t
    low, high = max(0, total - items), min(items, total)
    weight = term(items, low) * term(items, total - low)
    weights = []
    for k in range(low, high + 1):
        weights.append(weight)
        j = total - k
        if k < high:
            weight = weight * (items - k) * j // ((k + 1) * (items - j + 1))
    observed = weights[s - low]
    return Fraction(sum(w for w in weights if w <= observed), sum(weights))


_TABLE: Final = (
    TailLaw("exact", "exact McNemar test, two-sided", "sound", "pair", "McNemar1947", ZERO, ONE, ZERO, (ONE, ZERO)),
    TailLaw("mid-p", "mid-p, two-sided", "sound", "pair", "Lancaster1961", ZERO, ZERO, ONE, (ONE, ZERO)),
    TailLaw(
        "mid-p-folded",
        "mid-p, 1 - P(X = m)/2 at b = c",
        "sound",
        "pair",
        "Fagerland2013",
        ZERO,
        ZERO,
        ONE,
        (ONE, -HALF),
    ),
    ChiLaw("chi-square", "McNemar's chi-square without correction", "sound", "pair", "McNemar1947"),
    ChiLaw("edwards", "McNemar's chi-square with Edwards' correction", "sound", "pair", "Edwards1948", ONE),
    ChiLaw("wald-z", "z with the unpooled paired variance", "sound", "items", "Newcombe1998", variance="wald"),
    TailLaw(
        "exact-one-sided", "exact test, one tail", "one-sided", "pair", "McNemar1947", ZERO, HALF, ZERO, (HALF, HALF)
    ),
    TailLaw("mid-p-one-sided", "mid-p, one tail", "one-sided", "pair", "Lancaster1961", ZERO, ZERO, HALF, (HALF, ZERO)),
    TailLaw(
        "exact-one-sided-opposite",
        "exact test, the tail away from the data",
        "one-sided",
        "pair",
        "McNemar1947",
        ONE,
        HALF,
        -ONE,
        (HALF, HALF),
        -1,
    ),
    TailLaw(
        "mid-p-one-sided-opposite",
        "mid-p, the tail away from the data",
        "one-sided",
        "pair",
        "Lancaster1961",
        ONE,
        ZERO,
        -HALF,
        (HALF, ZERO),
        -1,
    ),
    ChiLaw("chi-square-halved", "one tail of the uncorrected z", "one-sided", "pair", "McNemar1947", factor=HALF),
    ChiLaw("edwards-halved", "one tail of the corrected z", "one-sided", "pair", "Edwards1948", ONE, factor=HALF),
    ChiLaw("edwards-unclamped", "Edwards' statistic not clamped at b = c", "defect", "pair", "Edwards1948", ONE, False),
    ChiLaw("half-correction", "correction of 1/2 instead of 1", "defect", "pair", "Yates1934", HALF),
    ChiLaw(
        "half-correction-unclamped",
        "correction of 1/2, not clamped at b = c",
        "defect",
        "pair",
        "Yates1934",
        HALF,
        False,
    ),
    TailLaw(
        "mid-p-capped",
        "mid-p subtracted after capping the exact p at 1",
        "defect",
        "pair",
        "Lancaster1961",
        ZERO,
        ZERO,
        ONE,
        (ONE, -ONE),
    ),
    TailLaw(
        "exact-uncapped", "2 P(X <= m), not capped at 1", "defect", "pair", "McNemar1947", ZERO, ONE, ZERO, (ONE, ONE)
    ),
    TailLaw(
        "exact-doubled",
        "the two-sided exact p doubled once more",
        "defect",
        "pair",
        "McNemar1947",
        ZERO,
        Fraction(2),
        ZERO,
        (ONE, ZERO),
        cap=ONE,
    ),
    ChiLaw("chi-square-doubled", "the chi-square p doubled", "defect", "pair", "McNemar1947", factor=Fraction(2)),
    ChiLaw("edwards-doubled", "Edwards' p doubled", "defect", "pair", "Edwards1948", ONE, factor=Fraction(2)),
    TailLaw(
        "point-mass",
        "P(X = m), the probability of the observed split alone",
        "defect",
        "pair",
        "McNemar1947",
        ZERO,
        ONE,
        -ONE,
        (ZERO, ONE),
        0,
    ),
    ChiLaw(
        "unpaired-z",
        "pooled z (chi-square) for two independent samples",
        "unpaired",
        "margins",
        "Yates1934",
        variance="pooled",
    ),
    ChiLaw(
        "unpaired-z-unpooled",
        "unpooled z for two independent samples",
        "unpaired",
        "margins",
        "Newcombe1998independent",
        variance="unpooled",
    ),
    ChiLaw(
        "unpaired-yates",
        "Yates' chi-square for two independent samples",
        "unpaired",
        "margins",
        "Yates1934",
        ONE,
        variance="pooled",
    ),
    ChiLaw(
        "unpaired-yates-unclamped",
        "Yates' chi-square, not clamped at equal rates",
        "unpaired",
        "margins",
        "Yates1934",
        ONE,
        False,
        variance="pooled",
    ),
    FisherLaw(
        "unpaired-fisher", "Fisher's exact test for two independent samples", "unpaired", "margins", "Fisher1935"
    ),
)

LAWS: Final[dict[str, Law]] = {law.id: law for law in _TABLE}
"""Every recognised test by id, in the order in which they are tried."""

MARGINS_ONLY: Final = ("exact", "mid-p", "chi-square", "edwards")
"""The tests whose p does not decrease as n grows at fixed margins, by which two accuracies alone are judged."""
