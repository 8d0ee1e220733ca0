"""One table, one frozen record of everything that a report says about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from discordant.enclosed.interval import Interval
from discordant.enclosed.single import pass_rate_interval
from discordant.enclosed.tails import p_real
from discordant.errors import TableError, UndefinedError
from discordant.exact.effects import cohen_g, delta, odds_ratio, risk_ratio
from discordant.exact.tails import MAX_ROW
from discordant.exact.thresholds import least_discordant, smallest_p
from discordant.level import Exactly, ExactNumber, read_level_and_alpha
from discordant.report.contrast import Unpaired, unpaired
from discordant.report.decisions import Decision, Probability, decide
from discordant.report.limits import Limits, limits
from discordant.report.remarks import Remark, remarks
from discordant.report.reversal import Reversal, reversal
from discordant.report.verdict import Verdict, findings, verdict
from discordant.table import Discordant, Table

if TYPE_CHECKING:
    from discordant.runs.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Side:
    """One run of the two: its label, and its pass rate with the Wilson interval where all four cells are known."""

    label: str
    passes: int | None = None
    rate: Fraction | None = None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that a report says about two runs on the same items; text, JSON and Markdown only lay it out.

    `decisions` are the exact, mid-p, chi-square and Edwards tests, in this order; `least` is the least number of
    discordant items that could be significant at alpha, `smallest` the smallest exact p that this number of discordant
    items could give, `reversal` how many outcomes must flip for the other answer (None: too many items to search).
    `delta`, `risk_ratio`, the pass rates and `contrast` are None where only b and c are known. `findings` names
    what a caller may treat as failure: regression, difference, not-improved, cannot-tell.
    """

    counts: Table | Discordant
    level: ExactNumber
    alpha: ExactNumber
    baseline: Side
    candidate: Side
    delta: Fraction | None
    intervals: tuple[Limits, ...]
    decisions: tuple[Decision, ...]
    odds_ratio: Fraction | float | None
    risk_ratio: Fraction | float | None
    cohen_g: Fraction | None
    least: int
    smallest: Probability
    reversal: Reversal | None
    contrast: Unpaired | None
    verdict: Verdict
    findings: tuple[str, ...]
    remarks: tuple[Remark, ...]
    pairing: Pairing | None = None

    @property
    def exact(self) -> Decision:
        """The exact test, which decides."""
        return self.decisions[0]

    def __repr__(self) -> str:  # of every field it would be pages: the pairing holds all items
        from discordant.report.text import verdict_line

        return f"<{type(self).__name__}: {verdict_line(self)}>"

    def __str__(self) -> str:
        from discordant.report.text import text

        return text(self)

    def _repr_html_(self) -> str:
        from discordant.report.notebook import notebook

        return notebook(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as JSON-ready data, the document of `--output json`."""
        from discordant.report.json_document import document

        return document(self)


def _side(label: str, passes: int | None, table: Table | None, level: Fraction) -> Side:
    if table is None or passes is None:
        return Side(label)
    return Side(label, passes, Fraction(passes, table.N), pass_rate_interval(passes, table.N, "wilson", level=level))


def analyze(
    table: Table | Discordant,
    *,
    level: Exactly | None = None,
    alpha: Exactly | None = None,
    intervals: str | Sequence[str] | None = None,
    baseline: str = "baseline",
    candidate: str = "candidate",
    pairing: Pairing | None = None,
) -> Analysis:
    """Return the full analysis of a paired table: tests, intervals, effect sizes, verdict and remarks.

    `level` (0.95) is the confidence level of the intervals and `alpha` (0.05) the threshold of the tests; where only
    one is given the other is 1 minus it. `intervals` names the intervals shown: "all", or ids as in
    `interval(table, id)`, with `odds-ratio:`, `risk-ratio:` or `pass-rate:` before the ids of those estimands.
    `baseline` and `candidate` label the runs, `pairing` adds where they came from. The exact test decides
    [McNemar1947]; "significant" is p < alpha, strictly.

    Decisions are made on exact or certified numbers. With a `Discordant` there are no pass rates, no delta and no
    contrast. No discordant items: p = 1 and the verdict is "cannot tell". Raises `UndefinedError` for a table without
    items, `LevelError`, `ArgumentError`; `TooLarge` or `Undecided` where p < alpha cannot be settled.

    >>> analysis = analyze(Table(157, 17, 3, 23))
    >>> analysis.exact.p.exact, analysis.verdict.kind
    (Fraction(1351, 524288), 'candidate-better')
    """
    if not isinstance(table, (Table, Discordant)):
        raise TableError(f"table={table!r:.80} is a {type(table).__name__}; give Table(a, b, c, d) or Discordant(b, c)")
    if isinstance(table, Table) and table.N == 0:
        raise UndefinedError("the table has no items: nothing was compared")
    confidence, significance = read_level_and_alpha(level, alpha)
    b, c = table.b, table.c
    decisions = decide(b, c, significance.value)
    least = least_discordant(significance.value)
    whole = table if isinstance(table, Table) else None
    shown = limits(table, intervals, confidence.value)
    smallest = (
        Probability.of(smallest_p(table.n))
        if table.n <= MAX_ROW  # beyond the exact budget its enclosure says as much
        else Probability(None, p_real(table.n, 0, kind="exact"))
    )
    return Analysis(
        counts=table,
        level=confidence,
        alpha=significance,
        baseline=_side(baseline, whole.baseline_passes if whole else None, whole, confidence.value),
        candidate=_side(candidate, whole.candidate_passes if whole else None, whole, confidence.value),
        delta=delta(whole) if whole else None,
        intervals=shown,
        decisions=decisions,
        odds_ratio=odds_ratio(b, c),
        risk_ratio=risk_ratio(whole) if whole else None,
        cohen_g=cohen_g(b, c),
        least=least,
        smallest=smallest,
        reversal=reversal(table, significance.value),
        contrast=unpaired(whole) if whole else None,
        verdict=verdict(table, decisions, significance.value, least, smallest),
        findings=findings(table, decisions[0], least),
        remarks=remarks(table, decisions, shown, confidence, significance, pairing),
        pairing=pairing,
    )
