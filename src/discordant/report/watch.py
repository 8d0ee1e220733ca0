"""The report of a watched comparison as a JSON document; its text is the monitor's own."""

from __future__ import annotations

from typing import Any

from discordant.report.json_document import header, number
from discordant.sequential import Monitor


def watch_document(monitor: Monitor) -> dict[str, Any]:
    """Return where a monitor stands as a JSON-ready document: counts, e-values exactly, and why it stopped."""
    t = monitor.table
    return {
        **header("watch"),
        "rule": {
            "alpha": number(monitor.rule.alpha),
            "alternative": monitor.rule.alternative,
            "prior": list(monitor.rule.prior),
            "most": monitor.rule.most,
        },
        "cells": {"both": t.a, "candidate_only": t.b, "baseline_only": t.c, "neither": t.d},
        "e": number(monitor.e),
        "largest_e": number(monitor.largest),
        "anytime_p": number(monitor.anytime_p),
        "stopped": monitor.stopped,
    }
