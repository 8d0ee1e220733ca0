"""A finding as plain text: the claim as understood, what was recomputed beside it, the verdict and its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from discordant.auditor.claim import Claim
from discordant.auditor.finding import Finding
from discordant.auditor.lines import visible, wrapped
from discordant.table import Discordant, Table


def finding_text(finding: Finding, unread: str = "") -> str:
    """Return the report of one finding, without a trailing line break; `unread` is said beside the verdict."""
    claim = finding.claim
    lines = [claim.id or "claim"]
    if claim.source:
        lines.append(f"  source: {claim.source}")
    lines.append("  claim: " + ", ".join(_printed(claim)))
    for read in finding.read:
        fits = f"; fits {', '.join(read.readings)}" if read.readings else ""
        lines.append(f"  {read.figure} stands for {read.stands_for}{fits}")
    lines += [
        f"  {one.method} for {one.figure}: {one.value}{'  <- prints so' if one.fits else ''}"
        for one in finding.recomputed
    ]
    if finding.items:
        lines.append("  possible N: " + _few([str(items) for items in finding.items], 20))
    lines.append(f"  tables: {tables_line(finding)}")
    lines += [f"  {bound}" for bound in finding.bounds]
    lines.append(f"  verdict: {finding.verdict} ({finding.meaning}){_beside(unread)}")
    lines += [f"    - {reason}" for reason in finding.reasons + finding.contradiction]
    if finding.decision.answer != "none":
        lines.append(f"  conclusion {claim.conclusion!r}: {finding.decision.answer}")
    lines += [f"    - {reason}" for reason in finding.decision.reasons]
    lines += [f"  note: {note}" for note in finding.notes]
    lines += [f"  limit of the search: {limit}" for limit in finding.limits]
    lines += [f"  in short: {sentence}" for sentence in in_short(finding)]
    return "\n".join(part for line in lines for part in wrapped(line))


def _printed(claim: Claim) -> Iterator[str]:
    """Yield what a claim prints as equations, `p < 0.05` where the text itself holds the relation."""
    for key, value in claim.to_dict().items():
        if key in ("id", "source", "note"):
            continue
        for method, text in value.items() if isinstance(value, dict) else [("", value)]:
            relation = "" if str(text).lstrip().startswith(tuple("<>≤≥")) else "= "
            yield f"{key} ({method}) {relation}{text}" if method else f"{key} {relation}{text}"


def in_short(finding: Finding) -> list[str]:
    """Return what two accuracies alone say by the exact test, in one sentence; none where more than them is printed.

    >>> from discordant.auditor import audit
    >>> print(in_short(audit({"candidate": "174/200", "baseline": "160/200"}))[0])
    Significant if the runs differ on at most 44 items, not if on more; compare the two files to know.
    """
    claim = finding.claim
    if (
        claim.figures
        or finding.tables.count < 2
        or not (_accuracy(claim, "candidate") and _accuracy(claim, "baseline"))
    ):
        return []
    for bound in finding.bounds:
        if bound.method == "exact":
            return [
                {
                    "always": "Significant whichever table is the true one, even if the runs differ on as many items "
                    f"as these accuracies allow ({bound.n_max}).",
                    "never": "Not significant whichever table is the true one, even if the runs differ on as few items "
                    f"as these accuracies allow ({bound.n_min}).",
                    "depends": f"Significant if the runs differ on at most {bound.n_star} items, not if on more; "
                    "compare the two files to know.",
                }[bound.answer]
            ]
    if finding.bounds or finding.error:
        return []
    several = (
        f"several N ({len(finding.items)} of those tried)" if len(finding.items) > 1 else "several counts of passes"
    )
    return [
        f"No bounds by each test are given, since the printed rates leave {several} possible; "
        "give the passes of both runs, such as 174/200, or compare the two files."
    ]


def _accuracy(claim: Claim, run: str) -> bool:
    return any(getattr(claim, key) is not None for key in (run, f"{run}_rate", f"{run}_passes"))


def tables_line(finding: Finding) -> str:
    """Return the count of possible tables and the first few of them."""
    tables = finding.tables
    if not tables.count:
        return "none" if finding.verdict == "inconsistent" else "not counted"
    first = ", ".join(cells(table) for table in tables.first)
    exchange = "" if tables.up_to_exchange is None else f" ({tables.up_to_exchange} up to exchange of b and c)"
    more = ", ..." if tables.count > len(tables.first) else ""
    return f"{tables.count}{exchange}: {first}{more}"


def cells(table: Table | Discordant) -> str:
    """Return a table as (a, b, c, d), or as (b, c) where no more is known."""
    if isinstance(table, Table):
        return f"({table.a}, {table.b}, {table.c}, {table.d})"
    return f"(b = {table.b}, c = {table.c})"


def _few(items: list[str], most: int) -> str:
    rest = len(items) - most
    return ", ".join(items[:most]) + (f", ... ({rest} more)" if rest > 0 else "")


def _beside(unread: str) -> str:
    return f"; {unread}" if unread else ""


def audit_text(findings: list[Finding], *, quiet: bool = False, unread: Mapping[str | None, str] | None = None) -> str:
    """Return the report of several findings; `quiet` leaves one line for each.

    `unread` says by a claim's id what of its text was not read.
    """
    said = [(finding, (unread or {}).get(finding.claim.id, "")) for finding in findings]
    if quiet:
        return "\n".join(
            visible(f"{finding.claim.id or 'claim'}: {finding.verdict}{_beside(rest)}") for finding, rest in said
        )
    return "\n\n".join(finding_text(finding, rest) for finding, rest in said)
