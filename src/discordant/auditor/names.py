"""The names a claim may give to a test or an interval: those of the law table and of the interval registries."""

from __future__ import annotations

from functools import cache
from typing import Final

GROUPS: Final[dict[str, str]] = {
    "mcnemar": "some form of McNemar's test, not said which",
    "unpaired": "some test for two independent samples, not said which",
}
"""Names that stand for several methods at once."""

UNPAIRED_INTERVALS: Final = ("unpaired-wald", "unpaired-newcombe")
BOOTSTRAP: Final = "bootstrap"
"""An interval that counts cannot reproduce; it is kept and reported as not tested."""


@cache
def test_names() -> tuple[str, ...]:
    """Return the ids of every test that is recognised, and the groups."""
    from discordant.auditor.laws import LAWS

    return (*LAWS, *GROUPS)


@cache
def interval_names() -> tuple[str, ...]:
    """Return the ids of every interval of the delta registry, the unpaired ones, and `bootstrap`."""
    from discordant.enclosed.delta import REGISTRY

    return (*REGISTRY, *UNPAIRED_INTERVALS, BOOTSTRAP)


@cache
def odds_ratio_names() -> tuple[str, ...]:
    """Return the ids of the odds-ratio registry."""
    from discordant.enclosed.odds_ratio import REGISTRY

    return tuple(REGISTRY)
