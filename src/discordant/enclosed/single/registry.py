"""The registry of intervals for one pass rate."""

from __future__ import annotations

from discordant.enclosed.registry import Registry

REGISTRY = Registry("pass-rate", "one pass rate")
