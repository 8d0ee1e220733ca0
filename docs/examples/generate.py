"""Write the worked example as result files: 200 made-up items with the table (157, 17, 3, 23).

Run without arguments it writes generated-200-baseline.jsonl, generated-200-candidate.jsonl and both outcomes of each
item as generated-200-stream.jsonl beside itself; with --check it says whether the files there are what it would write.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

BOTH, CANDIDATE_ONLY, BASELINE_ONLY, NEITHER = 157, 17, 3, 23
ITEMS = BOTH + CANDIDATE_ONLY + BASELINE_ONLY + NEITHER


def outcomes() -> list[tuple[bool, bool]]:
    """Return (baseline passed, candidate passed) of every item, the four kinds spread over the list."""
    kinds = (
        [(True, True)] * BOTH
        + [(False, True)] * CANDIDATE_ONLY
        + [(True, False)] * BASELINE_ONLY
        + [(False, False)] * NEITHER
    )
    return [kinds[77 * i % ITEMS] for i in range(ITEMS)]  # 77 and 200 are coprime, so every kind keeps its number


def files() -> dict[str, str]:
    """Return the text of the files by name; the candidate lists its items the other way round."""
    rows = [(f"item-{i:03d}", *pair) for i, pair in enumerate(outcomes(), start=1)]
    return {
        "generated-200-baseline.jsonl": "".join(f"{json.dumps({'id': i, 'passed': b})}\n" for i, b, _ in rows),
        "generated-200-candidate.jsonl": "".join(f"{json.dumps({'id': i, 'passed': c})}\n" for i, _, c in rows[::-1]),
        "generated-200-stream.jsonl": "".join(
            f"{json.dumps({'id': i, 'baseline': b, 'candidate': c})}\n" for i, b, c in rows
        ),
    }


def main(arguments: list[str]) -> int:
    """Write the files, or with --check compare them; return 1 where they differ."""
    differing = []
    for name, text in files().items():
        path = FOLDER / name
        if arguments == ["--check"]:
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                differing.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    for name in differing:
        print(f"{name} is not what generate.py writes")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
