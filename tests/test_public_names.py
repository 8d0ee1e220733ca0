"""The public names: all import, `__all__` lists them, and what is not built yet is absent."""

import inspect
import re
from pathlib import Path

import pytest

import discordant

PINNED = {
    "Table",
    "analyze",
    "exact_p",
    "mid_p",
    "chi_square",
    "edwards",
    "delta",
    "odds_ratio",
    "interval",
    "odds_ratio_interval",
    "risk_ratio_interval",
    "pass_rate_interval",
    "risk_ratio",
    "least_discordant",
    "critical_count",
    "smallest_p",
    "p_real",
    "p_value",
    "clears_zero",
    "coherence",
    "noninferior",
    "format_exact",
    "Discordant",
    "compare",
    "read_run",
    "audit",
    "Claim",
    "DiscordantError",
}


@pytest.mark.parametrize("name", sorted(discordant._HOME))
def test_a_public_name_imports_and_has_a_docstring(name):
    thing = getattr(discordant, name)
    assert inspect.getdoc(thing)
    assert thing.__module__.startswith("discordant.")


@pytest.mark.parametrize("name", sorted(discordant._MODULES))
def test_a_public_module_imports(name):
    assert getattr(discordant, name).__name__ == f"discordant.{name}"


def test_all_lists_each_name_once():
    assert sorted(discordant.__all__) == sorted({*discordant._HOME, *discordant._MODULES, "__version__"})
    assert set(discordant.__all__) <= set(dir(discordant))


@pytest.mark.parametrize("name", sorted(PINNED))
def test_a_pinned_name_is_there_or_absent_but_never_a_stub(name):
    if name in discordant._HOME:
        assert getattr(discordant, name) is not None
    else:
        with pytest.raises(AttributeError, match=f"module 'discordant' has no attribute '{name}'"):
            getattr(discordant, name)


@pytest.mark.parametrize("name", sorted(set(discordant._HOME) & PINNED))
def test_a_pinned_function_shows_a_number_in_its_docstring(name):
    thing = getattr(discordant, name)
    if inspect.isfunction(thing) and name not in ("compare", "read_run"):  # those two read files
        assert ">>>" in inspect.getdoc(thing)


def test_the_version_is_the_distribution_s():
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^version = "(.+)"$', text, re.MULTILINE).group(1) == discordant.__version__


@pytest.mark.parametrize("module", ["planning", "clusters", "sequential", "leaderboard"])
def test_the_functions_that_the_readme_lists_for_a_module_are_public_there(module):
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    listed = re.search(rf"\* `discordant\.{module}` \(.*?[;.]\n(?=\*|\n)", readme, re.DOTALL).group(0)
    names = re.findall(r"`([A-Za-z_]+)`", listed)
    assert names
    assert set(names) <= set(getattr(discordant, module).__all__)
