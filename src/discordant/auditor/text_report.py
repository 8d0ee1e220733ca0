"""A finding as plain text: the claim as understood, what was recomputed beside it, the verdict and its reasons."""

from __future__ import annotations

from collections.abc import Mapping

from discordant.auditor.finding import Finding
from discordant.auditor.lines import visible, wrapped
from discordant.table import Discordant, Table


def finding_text(finding: Finding, unread: str = "") -> str:
    """Return the report of one finding, without a trailing line break; `unread` is said beside the verdict."""
    claim = finding.claim
    lines = [claim.id or "claim"]
    if claim.source:
        lines.append(f"  source: {claim.source}")
    shown = {key: value for key, value in claim.to_dict().items() if key not in ("id", "source", "note")}
    lines.append("  claim: " + ", ".join(f"{key} = {value}" for key, value in shown.items()))
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
    return "\n".join(part for line in lines for part in wrapped(line))


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
