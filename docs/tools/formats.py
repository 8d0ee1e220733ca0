"""Write the sections of docs/formats.md that describe each format, from the readers themselves.

Run as `python docs/tools/formats.py`; a test fails where the page is not what this would write.
"""

from __future__ import annotations

import sys
from pathlib import Path

from discordant.runs import FormatInfo, list_formats

PAGE = Path(__file__).resolve().parent.parent / "formats.md"
BEGIN = "<!-- the sections below are written by docs/tools/formats.py -->"
END = "<!-- end of the written sections -->"


def section(info: FormatInfo) -> str:
    """Return one format's section."""
    facts = [("recognised", info.rule), ("item", info.item), ("passed", info.passed)]
    selectors = [*info.selectors, *([info.repeat] if info.repeat else [])]
    if selectors:
        facts.append(("selectors", ", ".join(f"`{key}`" for key in selectors)))
    rows = "\n".join(f"| {name} | {text.replace('|', chr(92) + '|')} |" for name, text in facts)
    parts = [
        f"### {info.name}",
        f"{info.title[0].upper()}{info.title[1:]}.",
        f"| | |\n| --- | --- |\n{rows}",
        "\n".join(f"* {trap}" for trap in info.traps),
        f"```sh\n{info.example}\n```\n",
    ]
    return "\n\n".join(parts)


def written(page: str) -> str:
    """Return the page with every format's section as the readers now say."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    sections = "\n".join(section(info) for info in list_formats())
    return f"{head}{BEGIN}\n\n{sections}\n{END}{tail}"


def main() -> int:
    """Rewrite the page in place."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
