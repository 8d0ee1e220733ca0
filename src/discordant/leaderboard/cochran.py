"""Cochran's Q: whether k runs on the same items differ at all, asymptotically and exactly [Cochran1950].

With G_j the passes of run j and L_i those of item i,

    Q = (k - 1) (k sum G_j^2 - (sum G_j)^2) / (k sum L_i - sum L_i^2),

chi-square on k - 1 degrees of freedom under no difference. Exactly, each item's passes fall on every set of L_i runs
with equal chance; Q then depends on sum G_j^2 alone, and its law is built item by item on the sorted totals. With two
runs Q is McNemar's chi-square and the exact p its exact p.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import erfc_sqrt, exp, pi
from discordant.enclosed.real import Real
from discordant.errors import TooLarge
from discordant.leaderboard.outcomes import Outcomes

MAX_WORK: Final = 400_000
"""Most steps of the exact sum (states times subsets, over all items), about a second."""


@dataclass(frozen=True, slots=True)
class CochranQ:
    """Cochran's Q exactly, its asymptotic p certified, and the exact p where it is within reach (else None)."""

    statistic: Fraction
    degrees: int
    p: Real
    exact_p: Fraction | None

    def __str__(self) -> str:
        """Return the test in one line."""
        exact = "" if self.exact_p is None else f", exact p = {float(self.exact_p):.4g}"
        p = f"{float(self.p):.4g}" if float(self.p) else self.p.scientific(2)  # beyond binary64
        return f"Cochran's Q = {float(self.statistic):.4f} on {self.degrees} df, p = {p}{exact}"

    def to_dict(self) -> dict[str, Any]:
        """Return the test JSON-ready, exactly but for p, which is certified."""
        return {
            "statistic": Real.exact(self.statistic).to_dict(),
            "degrees": self.degrees,
            "p": self.p.to_dict(),
            "log10_p": self.p.log10().decimal(4),
            "exact_p": None if self.exact_p is None else Real.exact(self.exact_p).to_dict(),
        }


def chi_square_tail(statistic: Fraction, degrees: int) -> Real:
    """Return P(chi^2 > statistic) on a whole number of degrees of freedom, certified [AbramowitzStegun1964, 26.4.4].

    With h = statistic/2: e^-h sum over i < degrees/2 of h^i / i! for even degrees; for odd ones erfc(sqrt h) +
    e^-h sum over 1 <= i <= (degrees-1)/2 of h^(i-1/2) / Gamma(i + 1/2).

    >>> chi_square_tail(Fraction(49, 5), 1).decimal(6), chi_square_tail(Fraction(6), 2).decimal(6)
    ('0.001745', '0.049787')
    """
    if not statistic:
        return Real.exact(1, what="the chi-square p")
    h = statistic / 2
    odd = degrees % 2 == 1
    term, total = Fraction(2 if odd else 1), Fraction(0)
    for i in range(degrees // 2):
        total += term
        # Gamma(i + 1/2) = (2i)! sqrt(pi) / (4^i i!): each term is the last times h / (i + 3/2), or h / (i + 1)
        term *= h / (Fraction(2 * i + 3, 2) if odd else i + 1)

    def refine(bits: int) -> Bracket:
        w = bits + 32
        body = exp(Bracket.of(-h, w)) * total
        if not odd:
            return body.at(bits)
        return (body * (Bracket.of(h, w) / pi(w)).sqrt() + erfc_sqrt(h, w)).at(bits)

    return Real.refined(refine, what="the chi-square p")


def _exact(patterns: dict[int, int], k: int, observed: int) -> Fraction | None:
    """Return P(sum G^2 >= observed) over every assignment of each item's passes to runs; None beyond the budget."""
    rows = Counter(dict.fromkeys(range(1, k), 0))
    for pattern, items in patterns.items():
        if 0 < (r := pattern.bit_count()) < k:
            rows[r] += items
    states: dict[tuple[int, ...], int] = {(0,) * k: 1}
    work = 0
    for r, items in rows.items():
        moves = [tuple(int(i in chosen) for i in range(k)) for chosen in combinations(range(k), r)]
        for _ in range(items):
            work += len(states) * len(moves)
            if work > MAX_WORK:
                return None
            new: dict[tuple[int, ...], int] = {}
            for state, ways in states.items():
                for move in moves:
                    key = tuple(sorted(map(int.__add__, state, move)))
                    new[key] = new.get(key, 0) + ways
            states = new
    always = patterns.get((1 << k) - 1, 0)
    hits = sum(ways for state, ways in states.items() if sum((g + always) ** 2 for g in state) >= observed)
    return Fraction(hits, sum(states.values()))


def cochran_q(outcomes: Outcomes, *, exact: bool | None = None) -> CochranQ:
    """Return Cochran's Q test of k runs.

    Statistic exact, p certified; `exact=None` adds the exact p where it takes at most a few seconds, True raises
    `TooLarge` where it does not, False leaves it out. Where no item tells two runs apart the statistic is 0 and both p
    are 1.

    >>> runs = {"x": {1: True, 2: True, 3: False}, "y": {1: False, 2: True, 3: False}}
    >>> test = cochran_q(Outcomes.read(runs))
    >>> test.statistic, test.exact_p
    (Fraction(1, 1), Fraction(1, 1))
    """
    k = len(outcomes.masks)
    totals = [outcomes.passes(run) for run in range(k)]
    patterns = outcomes.patterns()
    spread = sum(items * (p := pattern.bit_count()) * (k - p) for pattern, items in patterns.items())
    squares = sum(g * g for g in totals)
    statistic = Fraction((k - 1) * (k * squares - sum(totals) ** 2), spread) if spread else Fraction(0)
    found = None
    if exact is not False:
        # a quick look at the number of subsets: beyond some thousand no design of any size fits the budget
        feasible = math.comb(k, k // 2) <= MAX_WORK // 20
        found = _exact(patterns, k, squares) if feasible else None
        if found is None and exact:
            raise TooLarge(
                "the exact law of Cochran's Q",
                predicted=outcomes.N * math.comb(k, k // 2),
                limit=MAX_WORK,
                unit="steps",
                alternative="its asymptotic p is certified",
            )
    return CochranQ(statistic, k - 1, chi_square_tail(statistic, k - 1), found)
