"""`discordant audit CLAIMS`: what could be true, given what was printed."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from typing import Any, Final

import click

from discordant.auditor import Claim, Finding
from discordant.auditor import audit as audit_claim
from discordant.auditor.claim_file import FORMATS, format_of, parse_claims
from discordant.auditor.documents import document, dumps, markdown
from discordant.auditor.finding import VERDICTS
from discordant.auditor.joint import Joint, joint_method
from discordant.auditor.printed import told
from discordant.auditor.source import decode, read_source, read_stream
from discordant.auditor.text import Found, as_claim_file, read_text
from discordant.auditor.text_report import audit_text, tables_line
from discordant.cli import exits, options
from discordant.cli import progress as bars
from discordant.cli.output import notice, write
from discordant.errors import ArgumentError, ClaimError
from discordant.report.labels import visible

FINDINGS: Final = (*VERDICTS, "error", "decision-error")
"""What `--fail-on` may name: the verdicts, any error in a figure, any conclusion that does not follow."""


@click.command(
    epilog=exits.epilog(
        "discordant audit claims.toml",
        "discordant audit --text model-card.md --fail-on inconsistent,decision-error",
        "echo '174/200 vs 160/200, p = 0.0026' | discordant audit --text -",
        "discordant audit leaderboard.csv --joint --output json",
    )
)
@click.argument("claims", required=False, metavar="[CLAIMS]")
@click.option("--text", "text", metavar="FILE", help="Read prose or Markdown instead of a claim file; - is stdin.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), help="The claim file's format, where its name does not say."
)
@click.option("--only", multiple=True, metavar="ID", help="Audit only the claims with these ids; repeatable.")
@click.option("--joint", is_flag=True, help="Also infer one method for the p of all claims (a leaderboard column).")
@click.option("--tables", type=click.IntRange(0), default=10, show_default=True, help="How many tables to list.")
@click.option(
    "--max-items",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Largest N tried where none is printed.",
)
@click.option(
    "--max-discordant", type=click.IntRange(1), default=1000, show_default=True,
    help="Largest n = b + c tried where nothing printed bounds it.",
)  # fmt: skip
@options.output("text", "json", "markdown", "html")
@options.fail_on(FINDINGS)
@options.quiet
@options.progress
def audit(
    claims: str | None, text: str | None, format_: str | None, only: tuple[str, ...], joint: bool, tables: int,
    max_items: int, max_discordant: int, output: str, fail_on: tuple[str, ...], quiet: bool, progress: str,
) -> int:  # fmt: skip
    """Tell whether published numbers can be true together."""
    if (claims is None) == (text is None):
        raise click.UsageError("give one claim file, or --text FILE")
    unread: dict[str | None, str] = {}
    if text is not None:
        found, source = _prose(text, quiet)
        read = [one.claim for one in found if one.claim is not None]
        unread = {one.claim.id: one.rest for one in found if one.claim is not None}
    else:
        read, source = _file(str(claims), format_)
    if only:
        read = _only(read, only)
    with bars.reading(progress, quiet=quiet) as report:
        findings = [
            audit_claim(
                claim, max_items=max_items, max_discordant=max_discordant, tables=tables,
                progress=None if report is None else lambda law, n, limit: report(f"tables by {law}", n, limit),
            )
            for claim in read
        ]  # fmt: skip
    inferred = joint_method(read, max_items=max_items, max_discordant=max_discordant) if joint else None
    _print(findings, inferred, source, output, quiet, unread)
    named = [name for name in fail_on if any(_is(finding, name) for finding in findings)]
    if named:
        notice(f"failing on: {', '.join(named)}", quiet=quiet)
        return exits.FINDING
    return exits.DONE


def _only(claims: list[Claim], names: tuple[str, ...]) -> list[Claim]:
    known = {claim.id for claim in claims}
    for name in names:
        if name not in known:
            raise ArgumentError(
                f"--only {name!r} is no claim's id; the ids are {', '.join(sorted(filter(None, known)))}"
            )
    return [claim for claim in claims if claim.id in names]


def _is(finding: Finding, name: str) -> bool:
    if name == "error":
        return finding.error
    return finding.decision_error if name == "decision-error" else finding.verdict == name


def _file(path: str, format_: str | None) -> tuple[list[Claim], dict[str, Any]]:
    if path == "-" and format_ is None:
        raise click.UsageError("claims from stdin need --format")
    _refuse_prose(path, f"{told(path)} is no file; CLAIMS is a claim file's name")
    data, place = _read(path)
    return parse_claims(decode(data, place), format_ or format_of(path), place), _source(path, data)


def _read(path: str) -> tuple[bytes, str]:
    """Return the bytes of a file, or of stdin for -, and the name by which messages call it."""
    if path == "-":
        return read_stream(sys.stdin.buffer, "stdin"), "stdin"
    return read_source(path), path


def _source(path: str, data: bytes) -> dict[str, Any]:
    return {"path": path, "sha256": hashlib.sha256(data).hexdigest()}


def _prose(path: str, quiet: bool) -> tuple[list[Found], dict[str, Any]]:
    _refuse_prose(path, f"--text {told(path)} is no file; --text takes a file's name")
    data, place = _read(path)
    found = read_text(decode(data, place), None if path == "-" else path)
    _show_understood(found, quiet)
    if all(one.claim is None for one in found):
        raise ClaimError("holds no claim that could be read; write one as a claim file (see docs/audit.md)", path=place)
    return found, _source(path, data)


def _refuse_prose(path: str, fact: str) -> None:
    """Refuse what is no file's name but a claim itself."""
    if path != "-" and not os.path.lexists(path) and any(sign in path for sign in " %="):
        raise ArgumentError(f"{fact}; to audit text itself: echo '...' | discordant audit --text -")


def _show_understood(found: list[Found], quiet: bool) -> None:
    notice("understood as this claim file:", quiet=quiet)
    notice(as_claim_file(found), quiet=quiet)


def _print(
    findings: list[Finding], joint: Joint | None, source: dict[str, Any], output: str, quiet: bool,
    unread: dict[str | None, str],
) -> None:  # fmt: skip
    if output == "json":
        write(dumps(document(findings, source=source, joint=joint)))
        return
    if output == "html":
        write(_page(findings, joint))
        return
    if output == "markdown":
        write(markdown(findings, joint))
        return
    write(audit_text(findings, quiet=quiet, unread=unread))
    if joint is not None:
        write(f"\n{joint}")


def _page(findings: list[Finding], joint: Joint | None) -> str:
    """Return the findings as one self-contained HTML page, what files say made visible and escaped."""
    from discordant.report.pages import render

    def shown(lines: Iterable[str]) -> list[str]:
        return [visible(line) for line in lines]

    names = shown(one.claim.id or f"claim {number}" for number, one in enumerate(findings, 1))
    return render(
        "audit.html.j2",
        {
            "title": f"Audit of {len(findings)} claim{'' if len(findings) == 1 else 's'}",
            "summary": [
                ["claim", "verdict", "conclusion", "tables"],
                *(
                    [name, one.verdict, one.decision.answer, str(one.tables.count)]
                    for name, one in zip(names, findings, strict=True)
                ),
            ],
            "findings": [
                {
                    "name": name,
                    "verdict": one.verdict,
                    "meaning": one.meaning,
                    "reasons": shown(one.reasons + one.contradiction + one.decision.reasons),
                    "recomputed": [
                        ["printed", "method", "recomputed", "prints so"],
                        *(
                            [*shown((line.figure, line.method, line.value)), "yes" if line.fits else "no"]
                            for line in one.recomputed
                        ),
                    ],
                    "tables": tables_line(one),
                    "bounds": shown(map(str, one.bounds)),
                    "notes": shown((*one.notes, *(f"limit of the search: {limit}" for limit in one.limits))),
                }
                for name, one in zip(names, findings, strict=True)
            ],
            "joint": shown(str(joint).splitlines()) if joint is not None else [],
        },
    )
