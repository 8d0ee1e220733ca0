"""The report where items come in clusters: repeats of one item, or items of one family.

Pooled repeats are never tested as independent here: the sign-flip test of whole clusters decides, the published
adjustments stand beside it, and the interval for delta is the cluster-robust one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from discordant.clusters import (
    ClusterEffect,
    ClusterTest,
    SignFlip,
    cluster_effect,
    cluster_interval,
    cluster_test,
    sign_flip,
    smallest_sign_flip_p,
)
from discordant.clusters.adjusted import METHODS
from discordant.enclosed.interval import Interval
from discordant.enclosed.real import Real
from discordant.errors import UndefinedError
from discordant.exact.thresholds import least_discordant
from discordant.level import Exactly, ExactNumber, read_level_and_alpha
from discordant.report import numerals
from discordant.report.json_document import header, number
from discordant.report.origin import outcomes_made, unmatched
from discordant.report.outline import QUESTION, Outline, Section
from discordant.report.verdict import FINDINGS, Verdict, dissent
from discordant.table import Table

if TYPE_CHECKING:
    from discordant.runs.pairing import Pairing

_ADVICE: Final = (
    "The {pairs} pairs come in {clusters} and are not tested as independent: exchanging the runs within a"
    " whole cluster is what the sign-flip test counts."
)


@dataclass(frozen=True, slots=True)
class ClusteredAnalysis:
    """Everything that a report says about two runs whose items come in clusters.

    `flip` decides; `tests` maps each published adjustment to its result, or to why it is undefined here. `interval` is
    the cluster-robust one for delta, None with one cluster.
    """

    table: Table
    level: ExactNumber
    alpha: ExactNumber
    baseline: str
    candidate: str
    flip: SignFlip
    tests: Mapping[str, ClusterTest | str]
    interval: Interval | None
    effect: ClusterEffect | None
    least: int
    smallest: Fraction
    pairing: Pairing | None = None

    @property
    def significant(self) -> bool:
        """Whether the sign-flip p is below alpha."""
        return self.flip.p < self.alpha.value

    @property
    def findings(self) -> tuple[str, ...]:
        """The findings of a comparison, decided by the sign-flip test."""
        held = {
            "regression": self.significant and self.flip.net < 0,
            "difference": self.significant,
            "not-improved": not (self.significant and self.flip.net > 0),
            "cannot-tell": self.flip.informative < self.least,
        }
        return tuple(finding for finding in FINDINGS if held[finding])

    @property
    def verdict(self) -> Verdict:
        """The kind of answer and the one sentence that the sign-flip test carries."""
        if self.flip.informative < self.least:
            return Verdict("cannot-tell", self._sentence())
        if not self.significant:
            return Verdict("no-difference-shown", self._sentence())
        return Verdict("candidate-better" if self.flip.net > 0 else "baseline-better", self._sentence())

    def _dissent(self) -> str:
        """Return the clause that names the other tests of clusters whose p is on the other side of alpha."""
        alpha = self.alpha.value
        tests = [("the sign-flip mid-p", Real.exact(self.flip.mid_p))]
        tests += [(method, test.p) for method, test in self.tests.items() if isinstance(test, ClusterTest)]
        others = [(label, p) for label, p in tests if (p.compare(alpha) < 0) != self.significant]
        return dissent(others, alpha, against=self.significant)

    def _sentence(self) -> str:
        alpha, dissent = numerals.ratio(self.alpha.value), self._dissent()
        p = numerals.probability(Real.exact(self.flip.p), self.alpha.value)
        clusters, informative = _counted(self.flip.clusters), _counted(self.flip.informative)
        if self.flip.informative == 0:
            return (
                "Cannot tell: the runs' wins cancel within every cluster, or there are none, so nothing here can show a"
                f" difference{dissent}."
            )
        if self.flip.informative < self.least:
            best = numerals.probability(Real.exact(self.smallest), self.alpha.value)
            return (
                f"Cannot tell: {informative} with a net difference could not have reached p < {alpha} whichever way"
                f" {'it' if self.flip.informative == 1 else 'they'} fell (sign-flip p = {p}, at best {best}){dissent}."
            )
        if not self.significant:
            return (
                f"No difference is shown: the sign-flip p = {p} of {clusters} is not below {alpha}, which does not show"
                f" that the runs are equal{dissent}."
            )
        better, worse = ("candidate", "baseline") if self.flip.net > 0 else ("baseline", "candidate")
        gap = numerals.points(Fraction(abs(self.flip.net), self.table.N), 1, signed=False)
        return (
            f"The {better} passes more often than the {worse} by {gap} points on these items: the sign-flip p = {p} of"
            f" {clusters} is below {alpha}{dissent}."
        )

    def __repr__(self) -> str:  # of every field it would be pages: the pairing holds all items
        from discordant.report.text import verdict_line

        return f"<{type(self).__name__}: {verdict_line(self)}>"

    def __str__(self) -> str:
        from discordant.report.text import text

        return text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as JSON-ready data, the document of `--output json`."""
        return clustered_document(self)


def _counted(clusters: int) -> str:
    return "1 cluster" if clusters == 1 else f"{clusters} clusters"


def analyze_clusters(
    clusters: Mapping[Any, Table],
    *,
    level: Exactly | None = None,
    alpha: Exactly | None = None,
    baseline: str = "baseline",
    candidate: str = "candidate",
    pairing: Pairing | None = None,
) -> ClusteredAnalysis:
    """Return the analysis of clusters given as {name: Table}; the sign-flip test decides, exactly.

    Raises what `sign_flip` raises, and `LevelError`.
    """
    tables = list(clusters.values())
    confidence, significance = read_level_and_alpha(level, alpha)
    tests: dict[str, ClusterTest | str] = {}
    for method in METHODS:
        try:
            tests[method] = cluster_test(tables, method)
        except UndefinedError as error:
            tests[method] = str(error)
    several = len(tables) > 1
    cells = (sum(column) for column in zip(*((t.a, t.b, t.c, t.d) for t in tables), strict=True))
    return ClusteredAnalysis(
        table=Table(*cells),
        level=confidence,
        alpha=significance,
        baseline=baseline,
        candidate=candidate,
        flip=sign_flip(tables),
        tests=tests,
        interval=cluster_interval(tables, level=confidence.value) if several else None,
        effect=cluster_effect(tables) if several else None,
        least=least_discordant(significance.value),
        smallest=smallest_sign_flip_p(t.b - t.c for t in tables),
        pairing=pairing,
    )


def clustered_outline(analysis: ClusteredAnalysis) -> Outline:
    """Return the outline that every layout follows."""
    flip, alpha, t = analysis.flip, analysis.alpha.value, analysis.table
    rows = [
        ("sign-flip, exact", "", numerals.probability(Real.exact(flip.p), alpha)),
        ("sign-flip, mid-p", "", numerals.probability(Real.exact(flip.mid_p), alpha)),
    ]
    undefined = []
    for method, test in analysis.tests.items():
        if isinstance(test, str):
            undefined.append(f"{test[:1].upper()}{test[1:]}.")
        else:
            rows.append((method, numerals.fixed(Real.exact(test.statistic), 2), numerals.probability(test.p, alpha)))
    counts = (
        ("clusters", str(flip.clusters)),
        ("with a net difference", str(flip.informative)),
        ("wins that cancel", str(flip.zero_nets)),
        ("no discordant pair", str(flip.silent)),
        ("needed", f"at least {analysis.least} with a net difference, for p < {numerals.ratio(alpha)}"),
    )
    sections = [
        Section("Tests of no difference, on whole clusters", ("test", "chi-square", "two-sided p"), tuple(rows)),
        Section("Clusters", ("", ""), counts),
    ]
    gap = numerals.points(Fraction(flip.net, t.N), 1)
    if analysis.interval is not None:
        limits = (analysis.interval.lower, analysis.interval.upper)
        low, high = (numerals.fixed(limit.scaled(100), 1, signed=True) for limit in limits)
        head = ("interval", f"{numerals.percent(analysis.level.value)}, in points")
        title = f"Difference in pass rate, candidate minus baseline: {gap} points"
        sections.insert(0, Section(title, head, (("cluster-robust", f"[{low}, {high}]"),)))
    notes = [_ADVICE.format(pairs=t.N, clusters=_counted(flip.clusters))]
    if analysis.effect is not None:
        notes.append(f"{str(analysis.effect)[:1].upper()}{str(analysis.effect)[1:]}.")
    notes += _about_interval(analysis)
    remarks = [(note, False) for note in (*notes, *undefined)]
    if analysis.pairing is not None:
        quoted = (*outcomes_made(analysis.pairing), *analysis.pairing.notes)
        remarks += [(f"{note[:1].upper()}{note[1:]}.", True) for note in quoted]
        remarks += [(sentence, False) for _, sentence in unmatched(analysis.pairing)]
    x, y = t.candidate_passes, t.baseline_passes
    return Outline(
        question=QUESTION,
        runs=(("baseline", analysis.baseline), ("candidate", analysis.candidate)),
        crosstab=(str(t.a), str(t.b), str(t.c), str(t.d)),
        totals=(str(x), str(t.N - x), str(y), str(t.N - y), str(t.N)),
        sections=tuple(sections),
        remarks=tuple(remarks),
        verdict=analysis.verdict.sentence,
    )


def _about_interval(analysis: ClusteredAnalysis) -> list[str]:
    """Return the notes that the interval is a point, and that it and the sign-flip test disagree about zero."""
    interval = analysis.interval
    if interval is None:
        return []
    if interval.lower.exact_value is not None and interval.lower.exact_value == interval.upper.exact_value:
        return [
            "The cluster-robust interval has zero width here: a defect of the method where all clusters have one rate,"
            " not certainty."
        ]
    if analysis.level.value + analysis.alpha.value != 1:
        return []
    excludes = not interval.contains(Fraction(0))
    if excludes == analysis.significant:
        return []
    p = numerals.probability(Real.exact(analysis.flip.p), analysis.alpha.value)
    return [
        f"The cluster-robust interval {'excludes' if excludes else 'does not exclude'} no difference, yet the sign-flip"
        f" p = {p} is {'not ' if excludes else ''}below {numerals.ratio(analysis.alpha.value)}: the interval rests on"
        " the normal distribution; the sign-flip test decides here."
    ]


def clustered_document(analysis: ClusteredAnalysis) -> dict[str, Any]:
    """Return the analysis as a JSON-ready document."""
    flip, t = analysis.flip, analysis.table
    interval = analysis.interval
    return {
        **header("clusters"),
        "question": QUESTION,
        "verdict": {"kind": analysis.verdict.kind, "sentence": analysis.verdict.sentence},
        "findings": {finding: finding in analysis.findings for finding in FINDINGS},
        "level": number(analysis.level.value),
        "alpha": number(analysis.alpha.value),
        "pairs": {"both": t.a, "candidate_only": t.b, "baseline_only": t.c, "neither": t.d},
        "delta": number(Fraction(flip.net, t.N)),
        "interval": None
        if interval is None
        else {"method": interval.method, "lower": number(interval.lower), "upper": number(interval.upper)},
        "sign_flip": flip.to_dict(),
        "tests": [
            {"method": method, "statistic": None, "p": None, "undefined": test}
            if isinstance(test, str)
            else {"method": method, "statistic": number(test.statistic), "p": number(test.p), "undefined": None}
            for method, test in analysis.tests.items()
        ],
        "effect": None if analysis.effect is None else analysis.effect.to_dict(),
        "provenance": None if analysis.pairing is None else analysis.pairing.to_dict(),
    }
