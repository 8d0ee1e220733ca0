"""Write docs/gallery.md from docs/gallery.toml: public claims and what the auditor says about each.

python docs/tools/gallery.py           writes the page
python docs/tools/gallery.py --check   says whether the page is what would be written
"""

from __future__ import annotations

import sys
from pathlib import Path

from discordant.auditor import Finding, audit
from discordant.auditor.claim_file import read_claims
from discordant.auditor.finding import VERDICTS
from discordant.auditor.text_report import tables_line

DOCS = Path(__file__).resolve().parent.parent
PAGE = DOCS / "gallery.md"

HEAD = """\
# Gallery: published figures, audited

<!-- written by docs/tools/gallery.py from docs/gallery.toml; edit those -->

Figures that were printed somewhere public, with their source, and what can be true given what was printed. An entry
says something about numbers, nothing about the people or the work behind them: most are right, several sources
explain their own limits, and some have corrected themselves since. The audit sees the printed figures alone.

Each entry is reproducible:

```sh
discordant audit docs/gallery.toml --only NAME
```
"""


def entry(finding: Finding) -> list[str]:
    """Return the lines of one entry."""
    claim = finding.claim
    title, _, address = (claim.source or "").partition("; ")
    keys = {figure.key for figure in claim.figures} | {"id", "source", "note", "conclusion"}
    shown = [f"{key} = {value}" for key, value in claim.to_dict().items() if key not in keys]
    shown += [figure.name for figure in claim.figures]
    printed = "; ".join(shown) + (f"; concluded: {claim.conclusion}" if claim.conclusion else "")
    lines = [f"### {claim.id}", "", f"Source: [{title}]({address})", "", f"Printed: {printed}", ""]
    if claim.note:
        lines += [claim.note[0].upper() + claim.note[1:] + ".", ""]
    lines += [f"* {line}" for line in finding.reasons + finding.contradiction + finding.decision.reasons]
    if finding.tables.count:
        lines.append(f"* possible tables: {tables_line(finding)}")
    lines += [f"* {note}" for note in finding.notes]
    return [*lines, ""]


def page() -> str:
    """Return the whole page."""
    findings = [audit(claim, tables=4) for claim in read_claims(DOCS / "gallery.toml")]
    lines = [HEAD]
    for verdict, meaning in VERDICTS.items():
        chosen = [finding for finding in findings if finding.verdict == verdict]
        if chosen:
            lines += [f"## {verdict}", "", meaning[0].upper() + meaning[1:] + ".", ""]
        for finding in chosen:
            lines += entry(finding)
    return "\n".join(lines).rstrip() + "\n"


def main(arguments: list[str]) -> int:
    """Write the page, or with --check tell whether it is up to date."""
    text = page()
    if "--check" in arguments:
        same = PAGE.read_text(encoding="utf-8") == text
        print("docs/gallery.md is up to date" if same else "docs/gallery.md differs: run python docs/tools/gallery.py")
        return 0 if same else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
