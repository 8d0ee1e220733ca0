"""The page docs/intervals.md is what its script writes, and every registry entry is filled in."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from discordant.enclosed import delta, odds_ratio, risk_ratio, single

REGISTRIES = (delta.REGISTRY, risk_ratio.REGISTRY, odds_ratio.REGISTRY, single.REGISTRY)
METHODS = [(registry.estimand, method) for registry in REGISTRIES for method in registry.values()]


def test_the_committed_page_is_what_the_script_writes(root: Path):
    spec = importlib.util.spec_from_file_location("docs_intervals", root / "docs" / "tools" / "intervals.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PAGE.read_text(encoding="utf-8") == script.page()


@pytest.mark.parametrize(("estimand", "method"), METHODS, ids=[f"{e}-{m.id}" for e, m in METHODS])
def test_every_entry_says_everything_and_cites_known_sources(estimand, method, root: Path):
    assert method.estimand == estimand
    for text in (method.label, method.parameter_range, method.weaknesses, method.at_no_discordance):
        assert text
    assert method.at_empty_margin
    known = set(re.findall(r"@\w+\{(\w+)", (root / "docs" / "references.bib").read_text(encoding="utf-8")))
    keys = {part.split(",")[0].strip() for part in method.source.split(";")}
    assert keys <= known


def test_every_interval_that_the_peers_give_is_there():
    assert set(delta.REGISTRY) >= {
        "wald",
        "wald-fleiss",
        "wald-cc-variance",
        "agresti-min",
        "bonett-price",
        "newcombe-plain",
        "newcombe-corrected",
        "newcombe-cc",
        "mover-jeffreys",
        "tango",
        "tango-cc",
        "conditional-clopper-pearson",
        "conditional-mid-p",
        "conditional-wilson",
        "exact-melded",
        "exact-unconditional",
    }
    assert set(odds_ratio.REGISTRY) == {"clopper-pearson", "mid-p", "wilson", "jeffreys", "blaker"}
    assert set(risk_ratio.REGISTRY) == {"wald-log", "tang-score", "mover-wilson", "bonett-price-hybrid"}
    assert set(single.REGISTRY) == {
        "wilson",
        "wilson-cc",
        "clopper-pearson",
        "mid-p",
        "jeffreys",
        "agresti-coull",
        "wald",
    }


def test_no_id_is_ambiguous():
    for registry in REGISTRIES:
        assert not {"newcombe", "wald-cc", "mover"} & set(registry)
