"""Source keys: every one that a docstring or a page cites is in docs/references.bib, and every entry is cited."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEY = re.compile(r"[A-Z][A-Za-z]*[0-9]{4}[a-z]*")
CITATION = re.compile(r"(?<!\])\[([^\[\]]*)\](?!\()")


def docstrings(path):
    """Yield (line, text) of every docstring, those of constants included, and of every string constant with a key."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def cited():
    """Return each cited key with the places that cite it; a citation is [Key], [Key, place] or [Key1; Key2, place]."""
    found = {}
    texts = [(path, line, text) for path in sorted(ROOT.glob("src/**/*.py")) for line, text in docstrings(path)]
    texts += [
        (path, 1, path.read_text(encoding="utf-8")) for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")))
    ]
    for path, line, text in texts:
        for inside in CITATION.findall(text):
            for part in re.split(r"[;,]| and ", inside):
                if KEY.fullmatch(part.strip()):
                    found.setdefault(part.strip(), []).append(f"{path.relative_to(ROOT)}:{line}")
    return found


def sources_of_methods():
    """Return the keys that the registries of intervals name."""
    from discordant.enclosed import delta, odds_ratio, risk_ratio, single
    from discordant.report.registries import families

    assert families()
    registries = (delta.REGISTRY, odds_ratio.REGISTRY, risk_ratio.REGISTRY, single.REGISTRY)
    return {key for registry in registries for method in registry.values() for key in KEY.findall(method.source)}


def entries():
    return re.findall(
        r"^@\w+\{([^,\s]+),", (ROOT / "docs" / "references.bib").read_text(encoding="utf-8"), re.MULTILINE
    )


def test_no_entry_stands_twice():
    assert len(entries()) == len(set(entries()))


def test_every_cited_key_is_an_entry():
    known = set(entries())
    assert {key: places for key, places in cited().items() if key not in known} == {}
    assert sources_of_methods() <= known


def test_every_entry_is_cited():
    assert set(entries()) - set(cited()) - sources_of_methods() == set()
