"""The registry of intervals for the ratio of pass rates."""

from __future__ import annotations

from discordant.enclosed.registry import Registry

REGISTRY = Registry("risk-ratio", "the ratio of pass rates")
