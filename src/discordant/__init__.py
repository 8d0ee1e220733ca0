"""The exact-arithmetic oracle for McNemar's test on paired pass/fail runs.

Public names load when first used: `import discordant` costs little more than bare Python.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # typing's own constant, without its import: half of what bare Python costs
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

_HOME = {
    "Claim": "auditor.claim",
    "audit": "auditor.judge",
    "analyze": "report.analysis",
    "chi_square": "enclosed.chi_square",
    "clears_zero": "enclosed.coherence",
    "cohen_g": "exact.effects",
    "coherence": "enclosed.coherence",
    "compare": "report.compare",
    "critical_count": "enclosed.thresholds",
    "delta": "exact.effects",
    "Discordant": "table",
    "DiscordantError": "errors",
    "edwards": "enclosed.chi_square",
    "exact_p": "exact.pvalues",
    "format_exact": "exact.dyadic",
    "interval": "enclosed.delta",
    "least_discordant": "enclosed.thresholds",
    "mid_p": "exact.pvalues",
    "noninferior": "enclosed.score_test",
    "odds_ratio": "exact.effects",
    "odds_ratio_interval": "enclosed.odds_ratio",
    "p_real": "enclosed.tails",
    "p_value": "enclosed.score_test",
    "pass_rate_interval": "enclosed.single",
    "read_run": "runs.run",
    "risk_ratio": "exact.effects",
    "risk_ratio_interval": "enclosed.risk_ratio",
    "smallest_p": "enclosed.thresholds",
    "Table": "table",
}
"""Where each public name lives."""

_MODULES: tuple[str, ...] = ("clusters", "fast", "leaderboard", "planning", "sequential")
"""Public submodules that load as attributes."""

__all__ = sorted(_HOME) + sorted(_MODULES) + ["__version__"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(importlib.import_module(f"discordant.{_HOME[name]}"), name)
    elif name in _MODULES:
        value = importlib.import_module(f"discordant.{name}")
    else:
        raise AttributeError(f"module 'discordant' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
