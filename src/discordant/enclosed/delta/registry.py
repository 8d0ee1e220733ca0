"""The registry of intervals for delta."""

from __future__ import annotations

from discordant.enclosed.registry import Registry

REGISTRY = Registry("delta", "delta")
