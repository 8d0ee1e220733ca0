"""McNemar's chi-square test and Edwards' corrected one: the statistic exact, its p-value as a `Real`.

With one degree of freedom P(chi^2 > x) = erfc(sqrt(x / 2)), which a bracket holds at any x: exponents are ints, so a
p of 10^-217000 is as sharp as one of 0.05.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from discordant.enclosed.bracket import Bracket
from discordant.enclosed.elementary import erfc_sqrt
from discordant.enclosed.normal import z_enclosure
from discordant.enclosed.real import Real
from discordant.exact.pvalues import chi_square_statistic, edwards_statistic
from discordant.level import Exactly, read_level


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """A chi-square test of one degree of freedom: `statistic` exact, `p` as a Real, `name` of the test."""

    statistic: Fraction
    p: Real
    name: str

    def __str__(self) -> str:
        return f"{self.name}: statistic {Real.exact(self.statistic)}, p {self.p}"

    def _repr_html_(self) -> str:
        cells = (self.name, str(Real.exact(self.statistic)), str(self.p))
        head = "".join(f"<th>{name}</th>" for name in ("test", "statistic", "p"))
        return f"<table><tr>{head}</tr><tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in cells)}</tr></table>"

    def to_dict(self) -> dict[str, Any]:
        """Return the record JSON-ready."""
        return {"name": self.name, "statistic": Real.exact(self.statistic).to_dict(), "p": self.p.to_dict()}


def chi_square_p(statistic: Fraction) -> Real:
    """Return P(chi^2 > statistic), one degree of freedom, as a Real; exactly 1 at 0 [AbramowitzStegun1964, 26.4.19]."""
    if not statistic:
        return Real.exact(1, what="the chi-square p")
    half = statistic / 2
    return Real.refined(lambda bits: erfc_sqrt(half, bits), what="the chi-square p")


def chi_square(b: int, c: int) -> ChiSquare:
    """Return McNemar's chi-square test without correction: statistic (b-c)^2/(b+c) and its p [McNemar1947].

    Statistic exact, p certified to any precision. b = c gives statistic 0 and p = 1, b = c = 0 included. Raises
    `TableError` for counts that are none.

    >>> test = chi_square(17, 3)
    >>> test.statistic, test.p.decimal(4)
    (Fraction(49, 5), '0.0017')
    """
    statistic = chi_square_statistic(b, c)
    return ChiSquare(statistic, chi_square_p(statistic), "chi-square")


def edwards(b: int, c: int) -> ChiSquare:
    """Return Edwards' continuity-corrected test: statistic max(0, |b-c|-1)^2/(b+c) and its p [Edwards1948].

    Statistic exact, p certified to any precision. |b-c| <= 1 gives statistic 0 and p = 1, b = c = 0 included. Raises
    `TableError` for counts that are none.

    >>> test = edwards(17, 3)
    >>> test.statistic, test.p.decimal(4)
    (Fraction(169, 20), '0.0037')
    """
    statistic = edwards_statistic(b, c)
    return ChiSquare(statistic, chi_square_p(statistic), "edwards")


def critical_statistic(alpha: Exactly) -> Real:
    """Return the chi-square value whose upper tail is alpha, z^2 of the two-sided quantile, as a Real.

    >>> critical_statistic("0.05").decimal(4)
    '3.8415'
    """
    level = 1 - read_level(alpha, "alpha").value

    def refine(bits: int) -> Bracket:
        return z_enclosure(level, bits + 4).square()

    return Real.refined(refine, what="the critical chi-square value")
