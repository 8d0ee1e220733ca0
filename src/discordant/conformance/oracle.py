"""Expected values of the vectors, from the oracle: function name and text inputs -> the record of an expected value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from discordant.conformance.expected import of_count, of_fraction, of_optional, of_real
from discordant.enclosed.chi_square import chi_square, edwards
from discordant.enclosed.delta import interval
from discordant.enclosed.odds_ratio import odds_ratio_interval
from discordant.enclosed.risk_ratio import risk_ratio_interval
from discordant.enclosed.single import pass_rate_interval
from discordant.enclosed.tails import p_real
from discordant.enclosed.thresholds import critical_count, least_discordant
from discordant.exact import effects, pvalues
from discordant.table import Discordant, Table

Inputs = dict[str, str]

_LARGEST_EXACT: Final = 20_000
"""Row up to which p is computed as a Fraction here; beyond, its certified enclosure says all that the vectors hold."""


def _p(kind: str, inputs: Inputs) -> dict[str, Any]:
    b, c, alternative = int(inputs["b"]), int(inputs["c"]), inputs.get("alternative", "two-sided")
    tie = inputs.get("tie", "doubled")
    if b + c <= _LARGEST_EXACT:
        if kind == "exact":
            return of_fraction(pvalues.exact_p(b, c, alternative=alternative))  # type: ignore[arg-type] # text from a case
        return of_fraction(pvalues.mid_p(b, c, alternative=alternative, tie=tie))  # type: ignore[arg-type] # as above
    return of_real(p_real(b, c, kind=kind, alternative=alternative, tie=tie))  # type: ignore[arg-type] # as above


def _chi(function: Callable[[int, int], Any], inputs: Inputs) -> dict[str, Any]:
    found = function(int(inputs["b"]), int(inputs["c"]))
    return of_fraction(found.statistic) if inputs["output"] == "statistic" else of_real(found.p)


def _cells(inputs: Inputs) -> Table:
    return Table(*(int(inputs[letter]) for letter in "abcd"))


def _outcomes(inputs: Inputs) -> dict[str, Any]:
    runs = [[int(entry) for entry in inputs[run].split()] for run in ("baseline", "candidate")]
    return _table(Table.from_outcomes(*runs))


def _crosstab(inputs: Inputs) -> dict[str, Any]:
    rows = [[int(cell) for cell in row.split()] for row in inputs["crosstab"].split(";")]
    read: Any = Table.from_crosstab
    return _table(read(rows, candidate=inputs["candidate"], first=inputs["first"]))


def _table(table: Table) -> dict[str, Any]:
    return {"kind": "table", "value": f"{table.a} {table.b} {table.c} {table.d}"}


def _end(limits: Any, inputs: Inputs) -> dict[str, Any]:
    return of_real(limits.lower if inputs["end"] == "lower" else limits.upper)


def _quantile(inputs: Inputs) -> dict[str, str]:
    return {"z": inputs["z"]} if "z" in inputs else {"level": inputs["level"]}


_PLAIN: Final[dict[str, Callable[[Inputs], dict[str, Any]]]] = {
    "exact_p": lambda i: _p("exact", i),
    "exact_p_one_sided": lambda i: _p("exact", i),
    "mid_p": lambda i: _p("mid-p", i),
    "chi_square": lambda i: _chi(chi_square, i),
    "edwards": lambda i: _chi(edwards, i),
    "delta": lambda i: of_fraction(effects.delta(_cells(i))),
    "odds_ratio": lambda i: of_optional(effects.odds_ratio(int(i["b"]), int(i["c"]))),
    "least_discordant": lambda i: of_count(least_discordant(i["alpha"], method=i["method"])),
    "critical_count": lambda i: of_count(critical_count(int(i["n"]), i["alpha"], method=i["method"])),
    "table_from_outcomes": _outcomes,
    "table_from_crosstab": _crosstab,
}

PLAIN_FUNCTIONS: Final = tuple(_PLAIN)


def expected(function: str, inputs: Inputs) -> dict[str, Any]:
    """Return the record of the expected value of a case that is not to be refused."""
    if function in _PLAIN:
        return _PLAIN[function](inputs)
    family, method = function.split(".", 1)
    if family == "interval":
        return _end(interval(_cells(inputs), method, **_quantile(inputs)), inputs)
    if family == "risk_ratio_interval":
        return _end(risk_ratio_interval(_cells(inputs), method, **_quantile(inputs)), inputs)
    if family == "odds_ratio_interval":
        counts = Discordant(int(inputs["b"]), int(inputs["c"]))
        return _end(odds_ratio_interval(counts, method, **_quantile(inputs)), inputs)
    return _end(pass_rate_interval(int(inputs["k"]), int(inputs["N"]), method, **_quantile(inputs)), inputs)


def alternatives(function: str, inputs: Inputs) -> list[dict[str, Any]]:
    """Return the other answers that an honest implementation may give to a case of `require` "convention"."""
    if function == "mid_p":
        return [{"convention": "folded", "expect": _p("mid-p", {**inputs, "tie": "folded"})}]
    if function in ("chi_square", "edwards"):
        return [{"convention": "undefined", "expect": {"kind": "undefined"}}]
    return []
