"""Interval vectors: a function per registered method, its cases, its definition, its check by a second algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from discordant.conformance import interval_inputs, large_witness, rate_witness, table_witness
from discordant.conformance.cases import Case
from discordant.conformance.melded_witness import melded
from discordant.conformance.unconditional_witness import unconditional
from discordant.conformance.witness import DisagreementError, agrees
from discordant.enclosed import delta, odds_ratio, risk_ratio, single
from discordant.enclosed.registry import Registry

DIFFERENCE: Final[dict[str, Callable[..., Any]]] = {
    **table_witness.DELTA,
    "exact-melded": melded,
    "exact-unconditional": unconditional,
}
"""The second algorithms for limits of delta."""

FAMILIES: Final[dict[str, tuple[Registry, dict[str, Callable[..., Any]], Callable[[str], Iterator[Case]], str]]] = {
    "interval": (delta.REGISTRY, DIFFERENCE, interval_inputs.table_interval_cases, "abcd"),
    "odds_ratio_interval": (odds_ratio.REGISTRY, large_witness.ODDS, interval_inputs.split_interval_cases, "bc"),
    "pass_rate_interval": (single.REGISTRY, large_witness.RATE, interval_inputs.rate_interval_cases, "kN"),
    "risk_ratio_interval": (risk_ratio.REGISTRY, table_witness.RATIO, interval_inputs.table_interval_cases, "abcd"),
}
"""Family -> registry, second algorithms, cases, and the counts that a case names."""


def interval_cases() -> Iterator[Case]:
    """Yield the cases of every registered method."""
    for family, (registry, _, authored, _) in FAMILIES.items():
        for method in registry:
            yield from authored(f"{family}.{method}")
    yield Case(
        "interval.exact-melded",
        interval_inputs.MELDED_TIE,
        ("AlphaBoundary", "SixMinimum"),
        comment="exactly 0: p = alpha",
    )
    for end in ("lower", "upper"):
        yield Case("interval.exact-unconditional", {**interval_inputs.LEAST_SIX, "end": end}, ("SixMinimum",))
    yield Case("interval.wald", interval_inputs.WALD_TIE, ("AlphaBoundary",), "should", "exactly 0 at z = 1.96")


def confirm(function: str, inputs: dict[str, str], record: dict[str, Any]) -> None:
    """Raise `DisagreementError` unless the second algorithm gives the limit that the record says."""
    mp = rate_witness.context()
    shared = tuple((name, text) for name, text in inputs.items() if name != "end")
    found = _limits(function, shared)[0 if inputs["end"] == "lower" else 1]
    if mp.isinf(found):
        right = record["kind"] == "infinite" and (found > 0) == (record["value"] == "inf")
    elif record["kind"] == "infinite":
        right = False
    elif record["kind"] == "exact" and Fraction(record["fraction"]) == 0:
        right = abs(found) < mp.mpf(10) ** -28
    else:
        right = agrees(found, record, Fraction(1, 10**43))
    if not right:
        shown = mp.nstr(found, 45)
        raise DisagreementError(f"{function} {inputs}: the oracle says {record}, the second algorithm {shown}")


@lru_cache(maxsize=4)
def _limits(function: str, inputs: tuple[tuple[str, str], ...]) -> tuple[Any, Any]:
    """Return both limits by the second algorithm; cached, since the two ends of a case stand side by side."""
    family, method = function.split(".", 1)
    _, witnesses, _, letters = FAMILIES[family]
    given = dict(inputs)
    limits: tuple[Any, Any] = witnesses[method](
        rate_witness.Setting(given), *(int(given[letter]) for letter in letters)
    )
    return limits


def formula(function: str) -> str:
    """Return the method's label, source and level of certification."""
    family, method = function.split(".", 1)
    found = FAMILIES[family][0][method]
    return f"{found.label}, {found.estimand}, two-sided at the level (or z) of the case [{found.source}]"
