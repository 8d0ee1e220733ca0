"""Sets of tables as runs of n, by frame and difference b - c: their common part, their union, their size."""

from __future__ import annotations

Runs = list[tuple[int, int]]
Solutions = dict[tuple[int, int], Runs]
"""Runs of n (both ends of the parity of b - c, every second n inside) by frame and b - c."""


def clipped(runs: Runs, others: Runs) -> Runs:
    """Return the common part of two lists of runs."""
    return [
        (max(low, other_low), min(high, other_high))
        for low, high in runs
        for other_low, other_high in others
        if max(low, other_low) <= min(high, other_high)
    ]


def intersect(first: Solutions, second: Solutions) -> Solutions:
    """Return the common runs of two solution sets."""
    found: Solutions = {}
    for key, runs in first.items():
        if common := clipped(runs, second.get(key, [])):
            found[key] = common
    return found


def merge(first: Solutions, second: Solutions) -> Solutions:
    """Return the union of two solution sets."""
    found = {key: list(runs) for key, runs in first.items()}
    for key, runs in second.items():
        merged: Runs = []
        for low, high in sorted(found.get(key, []) + list(runs)):
            if merged and low <= merged[-1][1] + 2:
                merged[-1] = merged[-1][0], max(merged[-1][1], high)
            else:
                merged.append((low, high))
        found[key] = merged
    return found


def size(found: Solutions) -> int:
    """Return how many (frame, b, c) a solution set holds."""
    return sum((high - low) // 2 + 1 for runs in found.values() for low, high in runs)
