"""Does an interval exclude no difference, which tests reject it, and where do the two contradict each other?

"No difference" is delta = 0, and a ratio of 1. A test rejects at p < alpha strictly, alpha = 1 - level; an interval
excludes it where the closed interval does not contain it. Both are decided exactly, or reported as not decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.enclosed import delta, odds_ratio, risk_ratio
from discordant.enclosed.chi_square import chi_square, edwards
from discordant.enclosed.interval import Interval, Quantile
from discordant.enclosed.real import Real
from discordant.enclosed.registry import Registry
from discordant.enclosed.tails import p_real
from discordant.errors import ArgumentError, TooLarge, Undecided
from discordant.exact.pvalues import exact_p, mid_p
from discordant.level import Exactly
from discordant.table import Table

_ESTIMANDS: Final[dict[str, tuple[Registry, int]]] = {
    "delta": (delta.REGISTRY, 0),
    "risk-ratio": (risk_ratio.REGISTRY, 1),
    "odds-ratio": (odds_ratio.REGISTRY, 1),
}
"""Each estimand's methods and its value at no difference, in the order in which a method's name is looked up."""

COSTLY: Final = ("exact-melded", "exact-unconditional")
"""Intervals that may take seconds: `coherence` computes them only where they are named."""


def clears_zero(
    table: Table,
    method: str,
    *,
    level: Exactly = "0.95",
    z: Exactly | None = None,
    estimand: str | None = None,
) -> bool:
    """Return whether an interval excludes no difference: 0 for delta, 1 for a ratio.

    `method` is looked up among the intervals for delta, the ratio of pass rates and the odds ratio, in this order;
    `estimand` ("delta", "risk-ratio", "odds-ratio") narrows that. Decided exactly, ties included: for a rational z by
    an exact zero test, for a level by refinement, and `Undecided` is raised where the cap is reached. Raises
    `ArgumentError` for an unknown method or estimand, and what the interval raises.

    >>> clears_zero(Table(157, 17, 3, 23), "newcombe-plain"), clears_zero(Table(50, 0, 0, 50), "newcombe-plain")
    (True, False)
    """
    name = _estimand_of(method, estimand)
    registry, null = _ESTIMANDS[name]
    return _excludes(_interval(table, registry, method, Quantile.of(level, z)), null)


def _estimand_of(method: str, estimand: str | None) -> str:
    if estimand is not None and estimand not in _ESTIMANDS:
        raise ArgumentError(f"estimand={estimand!r} is not one of {', '.join(_ESTIMANDS)}")
    names = list(_ESTIMANDS) if estimand is None else [estimand]
    for name in names:
        if method in _ESTIMANDS[name][0]:
            return name
    known = sorted({known for name in names for known in _ESTIMANDS[name][0]})
    raise ArgumentError(f"method={method!r} is not an interval with a null value; choose one of {', '.join(known)}")


def _interval(table: Table, registry: Registry, method: str, quantile: Quantile) -> Interval:
    table = delta.read_table(table, "an interval")
    counts = (table.b, table.c) if registry.estimand == "odds-ratio" else (table,)
    return registry.interval(method, counts, quantile)


def _excludes(interval: Interval, null: int) -> bool:
    return interval.lower.compare(null) > 0 or interval.upper.compare(null) < 0


@dataclass(frozen=True, slots=True)
class TestVerdict:
    """One test: its p-value (None where no p can be given), and whether p < alpha (None where not decided)."""

    __test__ = False  # not a test case, whatever its name suggests to a collector

    name: str
    p: Fraction | Real | None
    rejects: bool | None
    note: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict JSON-ready."""
        p = Real.exact(self.p) if isinstance(self.p, Fraction) else self.p
        return {"name": self.name, "p": p and p.to_dict(), "rejects": self.rejects, "note": self.note}


@dataclass(frozen=True, slots=True)
class IntervalVerdict:
    """One interval: whether it excludes no difference (None where not decided, with the reason in `note`)."""

    estimand: str
    method: str
    excludes: bool | None
    note: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict JSON-ready."""
        return {"estimand": self.estimand, "method": self.method, "excludes": self.excludes, "note": self.note}


@dataclass(frozen=True, slots=True)
class Coherence:
    """Tests and intervals on one table, and each pair of them that contradicts itself, as (test, estimand, method)."""

    level: Fraction
    tests: tuple[TestVerdict, ...]
    intervals: tuple[IntervalVerdict, ...]
    contradictions: tuple[tuple[str, str, str], ...]

    @property
    def agrees(self) -> bool:
        """Whether no test contradicts an interval, and all were decided."""
        return not self.contradictions and None not in (
            *(test.rejects for test in self.tests),
            *(interval.excludes for interval in self.intervals),
        )

    def __str__(self) -> str:
        lines = [f"at {Quantile(self.level, None)}:"]
        tests = [(test.rejects, test.name) for test in self.tests]
        intervals = [(i.excludes, f"{i.method} ({i.estimand})") for i in self.intervals]
        lines += _grouped("tests", "reject no difference", "do not reject it", tests)
        lines += _grouped("intervals", "exclude no difference", "contain it", intervals)
        for name in dict.fromkeys(test for test, _, _ in self.contradictions):
            against = [f"{method} ({kind})" for test, kind, method in self.contradictions if test == name]
            lines.append(f"{name} contradicts {', '.join(against)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(str(self))}</pre>"

    def to_dict(self) -> dict[str, Any]:
        """Return the record JSON-ready."""
        return {
            "level": Real.exact(self.level).to_dict(),
            "tests": [test.to_dict() for test in self.tests],
            "intervals": [interval.to_dict() for interval in self.intervals],
            "contradictions": [
                {"test": test, "estimand": estimand, "method": method} for test, estimand, method in self.contradictions
            ],
        }


def _grouped(what: str, yes: str, no: str, found: Sequence[tuple[bool | None, str]]) -> list[str]:
    groups = ((True, f"{what} that {yes}"), (False, f"{what} that {no}"), (None, f"{what} not decided"))
    named = [(text, [name for known, name in found if known is answer]) for answer, text in groups]
    return [f"{text}: {', '.join(names)}" for text, names in named if names]


def coherence(table: Table, *, level: Exactly = "0.95", methods: Sequence[str] | None = None) -> Coherence:
    """Return which tests reject no difference, which intervals exclude it, and which pairs contradict each other.

    The tests are exact, mid-p, chi-square and Edwards at alpha = 1 - level. `methods` names intervals for delta, the
    ratio of pass rates or the odds ratio; by default all but the costly ones (`COSTLY`). What cannot be decided within
    the budget is reported as such, never guessed. Raises `TableError`, `UndefinedError`, `LevelError`, `ArgumentError`.

    >>> print(coherence(Table(50, 18, 8, 24), methods=["tango", "newcombe-corrected"]))
    at 95 %:
    tests that reject no difference: chi-square
    tests that do not reject it: exact, mid-p, edwards
    intervals that exclude no difference: tango (delta)
    intervals that contain it: newcombe-corrected (delta)
    exact contradicts tango (delta)
    mid-p contradicts tango (delta)
    chi-square contradicts newcombe-corrected (delta)
    edwards contradicts tango (delta)
    """
    table = delta.read_table(table, "coherence")
    quantile = Quantile.of(level)
    assert quantile.level is not None  # made from a level
    tests = _tests(table.b, table.c, 1 - quantile.level)
    intervals = tuple(_verdict(table, estimand, method, quantile) for estimand, method in _asked(methods))
    contradictions = tuple(
        (test.name, interval.estimand, interval.method)
        for test in tests
        for interval in intervals
        if None not in (test.rejects, interval.excludes) and test.rejects is not interval.excludes
    )
    return Coherence(quantile.level, tests, intervals, contradictions)


def _asked(methods: Sequence[str] | None) -> list[tuple[str, str]]:
    if methods is not None:
        return [(_estimand_of(method, None), method) for method in methods]
    return [
        (estimand, method)
        for estimand, (registry, _) in _ESTIMANDS.items()
        for method in registry
        if method not in COSTLY
    ]


def _verdict(table: Table, estimand: str, method: str, quantile: Quantile) -> IntervalVerdict:
    registry, null = _ESTIMANDS[estimand]
    try:
        return IntervalVerdict(estimand, method, _excludes(_interval(table, registry, method, quantile), null))
    except (TooLarge, Undecided) as error:
        return IntervalVerdict(estimand, method, None, str(error))


def _tests(b: int, c: int, alpha: Fraction) -> tuple[TestVerdict, ...]:
    return (
        _exact_verdict("exact", b, c, alpha),
        _exact_verdict("mid-p", b, c, alpha),
        _decided("chi-square", chi_square(b, c).p, alpha),
        _decided("edwards", edwards(b, c).p, alpha),
    )


def _exact_verdict(name: str, b: int, c: int, alpha: Fraction) -> TestVerdict:
    """Return the verdict of an exact p; by an enclosure of it beyond the exact budget."""
    try:
        p = exact_p(b, c) if name == "exact" else mid_p(b, c)
    except TooLarge:
        try:
            return _decided(name, p_real(b, c, kind="exact" if name == "exact" else "mid-p"), alpha)
        except TooLarge as error:
            return TestVerdict(name, None, None, str(error))
    return TestVerdict(name, p, p < alpha)


def _decided(name: str, p: Real, alpha: Fraction) -> TestVerdict:
    try:
        return TestVerdict(name, p, p.compare(alpha) < 0)
    except Undecided as error:
        return TestVerdict(name, p, None, str(error))
