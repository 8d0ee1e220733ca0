"""What a reader should know before quoting the numbers: where methods contradict each other, where one fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from discordant.clusters.strata import heterogeneity_p
from discordant.enclosed.real import Real
from discordant.errors import TooLarge
from discordant.level import ExactNumber
from discordant.report import numerals
from discordant.report.decisions import SMALL, Decision
from discordant.report.limits import Limits
from discordant.report.origin import outcomes_made, unmatched
from discordant.table import Discordant, Table

if TYPE_CHECKING:
    from discordant.runs.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence that qualifies the numbers, with a kind that programs can look for."""

    kind: str
    text: str


def remarks(
    counts: Table | Discordant,
    decisions: Sequence[Decision],
    limits: Sequence[Limits],
    level: ExactNumber,
    alpha: ExactNumber,
    pairing: Pairing | None,
) -> tuple[Remark, ...]:
    """Return what a reader should know before quoting the numbers, the most important first."""
    said: list[Remark] = []
    exact = decisions[0]
    if level.value + alpha.value == 1:
        said += _contradictions(exact, limits, alpha.value)
    if 0 < counts.n < SMALL:
        said.append(
            Remark(
                "chi-square-not-trusted",
                f"With {counts.n} discordant {'item' if counts.n == 1 else 'items'}, fewer than {SMALL}, the chi-square"
                " p-values (chi-square, Edwards)"
                " are not to be trusted; report the exact p.",
            )
        )
    degenerate = [limit.name for limit in limits if limit.is_point]
    if degenerate:
        said.append(
            Remark(
                "zero-width",
                f"The {_listed(degenerate)} {'interval has' if len(degenerate) == 1 else 'intervals have'} zero width"
                " on this table: a defect of the method where the runs agree, not certainty.",
            )
        )
    if exact.p.exact is None:
        said.append(
            Remark(
                "enclosed",
                f"With {counts.n} discordant items the exact p is beyond the budget of integer arithmetic; the p"
                " printed is a certified enclosure of it, correctly rounded.",
            )
        )
    said += [Remark("read-from-float", _sentence(note)) for note in (level.note("level"), alpha.note("alpha")) if note]
    return (*said, *(_paired(pairing) if pairing else ()))


def _sentence(note: str) -> str:
    return f"{note[:1].upper()}{note[1:]}."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _contradictions(exact: Decision, limits: Sequence[Limits], alpha: Fraction) -> list[Remark]:
    """Return one remark that names the intervals whose answer about the null differs from the exact test's."""
    against = [
        limit for limit in limits if limit.excludes_null is not None and limit.excludes_null != exact.significant
    ]
    if not against:
        return []
    p = numerals.probability(exact.p.real, alpha)
    names = _listed([limit.name for limit in against])
    excludes = "does not exclude" if exact.significant else "excludes"
    if len(against) > 1:
        excludes = "do not exclude" if exact.significant else "exclude"
    text = (
        f"The {names} {'interval' if len(against) == 1 else 'intervals'} {excludes} no difference, yet the exact"
        f" p = {p} is {'' if exact.significant else 'not '}below {numerals.ratio(alpha)}:"
        f" {'it does' if len(against) == 1 else 'they do'} not come from the exact test, which decides here."
    )
    return [Remark("interval-contradicts-test", text)]


def _paired(pairing: Pairing) -> list[Remark]:
    """Return what the pairing did that a reader of the numbers must know."""
    said = [Remark("reading", _sentence(note)) for note in (*outcomes_made(pairing), *pairing.notes)]
    clusters = len(pairing.cluster_tables)
    families = "1 cluster" if clusters == 1 else f"{clusters} clusters"
    if clusters and clusters < pairing.table.N:
        said.append(
            Remark(
                "clustered",
                f"The {pairing.table.N} items come in {families}; the tests and intervals here take them for"
                " independent, which overstates what they show where items of a cluster go together.",
            )
        )
    said += [Remark(kind, sentence) for kind, sentence in unmatched(pairing)]
    return [*said, *_between_tasks(pairing)]


def _between_tasks(pairing: Pairing) -> list[Remark]:
    """Return whether the tasks' discordant items split alike, where two tasks have some and the sum is in reach."""
    if sum(table.n > 0 for table in pairing.task_tables.values()) < 2:
        return []
    try:
        p = heterogeneity_p(pairing.task_tables)
    except TooLarge:
        return []
    shown = numerals.probability(Real.exact(p))
    return [
        Remark(
            "between-tasks",
            "Given the discordant items of each task, splits that differ this much between tasks have exact p ="
            f" {shown}.",
        )
    ]
