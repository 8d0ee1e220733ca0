"""Reports as one self-contained HTML file each: no network, no script, readable in light, in dark and on paper.

The templates escape everything that they are given; labels come from files and are made visible first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import discordant
from discordant.enclosed.real import Real
from discordant.errors import MissingExtra
from discordant.report import figures, labels
from discordant.report.numerals import fixed, points, probability, ratio
from discordant.table import Table

if TYPE_CHECKING:
    from discordant.report.analysis import Analysis
    from discordant.report.clustered import ClusteredAnalysis
    from discordant.report.matrix import Matrix
    from discordant.report.plan import PowerPlan

_LONGEST_ROW: Final = 10**9
"""Most discordant items whose null distribution is drawn; floats place its bars."""

_MOST_CELLS: Final = 30
"""Runs of the largest heat map; a larger board shows its best ones."""


def render(template: str, context: Mapping[str, Any]) -> str:
    """Return a template of `discordant/report/templates` filled in, everything escaped.

    Pages extend `page.html.j2`, which has the head and the style; `pictures.svg.j2` has the macros. Raises
    `MissingExtra` where jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        what = "--svg" if template.endswith(".svg.j2") else "--output html"
        raise MissingExtra(what, package="jinja2", extra="report") from None
    environment = Environment(
        loader=PackageLoader("discordant.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template(template).render(version=discordant.__version__, width=figures.WIDTH, **context)
    return text.rstrip("\n")


def analysis_page(analysis: Analysis | ClusteredAnalysis) -> str:
    """Return the report of `test` or `compare` as HTML, with its areas, null distribution and forest.

    Clusters have no null distribution of single items, and none is drawn.
    """
    from discordant.report.clustered import ClusteredAnalysis
    from discordant.report.outline import outline

    told = outline(analysis)
    context: dict[str, Any] = {
        "title": told.question,
        "verdict": told.verdict,
        "runs": [(role, labels.visible(label)) for role, label in told.runs],
        "sections": [
            replace(section, rows=tuple((labels.visible(row[0]), *row[1:]) for row in section.rows))
            for section in told.sections
        ],
        "remarks": [labels.printable(text) for text, _ in told.remarks],
    }
    if isinstance(analysis, ClusteredAnalysis):
        b, c = analysis.table.b, analysis.table.c
        return render("analysis.html.j2", {**context, **_pictures(analysis.table, [], b, c), "bars": [], "p": ""})
    table = analysis.counts if isinstance(analysis.counts, Table) else None
    rows = []
    for shown in analysis.intervals:
        if shown.interval is None or shown.estimand != "delta":
            continue
        low, high = shown.interval.lower.scaled(100), shown.interval.upper.scaled(100)
        printed = f"{fixed(low, 1, signed=True)} to {fixed(high, 1, signed=True)}"
        rows.append((shown.name, printed, float(low), float(high), bool(shown.excludes_null)))
    pictures = _pictures(table, rows, analysis.counts.b, analysis.counts.c)
    return render(
        "analysis.html.j2", {**context, **pictures, "p": probability(analysis.exact.p.real, analysis.alpha.value)}
    )


def _pictures(table: Table | None, rows: list[Any], b: int, c: int) -> dict[str, Any]:
    whiskers, zero = figures.forest(rows)
    return {
        "table": table,
        "areas": figures.areas(table) if table else [],
        "bars": figures.null_bars(b, c) if b + c <= _LONGEST_ROW else [],
        "split": (b, c),
        "whiskers": whiskers,
        "zero": zero,
    }


def plan_page(plan: PowerPlan) -> str:
    """Return a plan as HTML, with its power curve."""
    from discordant.report.plan import assumed, plan_rows

    return render(
        "plan.html.j2",
        {
            "title": "How many items the comparison needs",
            "assumed": assumed(plan),
            "sizes": [str(size) for size in plan.sizes],
            "rows": plan_rows(plan),
            **_power_figure(plan),
        },
    )


def _power_figure(plan: PowerPlan) -> dict[str, Any]:
    line, scale = figures.curve(plan.curve)
    return {
        "line": line,
        "target": float(plan.target),
        "target_text": ratio(plan.target),
        "first": plan.sizes[0].first,
        "first_x": plan.sizes[0].first * scale,
        "last": plan.curve[-1][0],
        "method": plan.methods[0],
    }


def power_svg(plan: PowerPlan) -> str:
    """Return the power curve alone as an SVG file."""
    return render("power.svg.j2", _power_figure(plan))


def matrix_page(matrix: Matrix) -> str:
    """Return a leaderboard as HTML, with a heat map of differences."""
    from discordant.report.matrix import facts, pair_rows, rank_rows

    board = matrix.board
    names = [labels.visible(label) for label in board.labels]
    chosen = board.ranking[:_MOST_CELLS]
    pairs = {frozenset((pair.baseline, pair.candidate)): pair for pair in board.pairs}
    widest = max((abs(pair.delta) for pair in board.pairs), default=Fraction(0))
    cells = []
    for row in chosen:
        line: list[dict[str, Any] | None] = []
        for column in chosen:
            if row == column:
                line.append(None)
                continue
            pair = pairs[frozenset((row, column))]
            delta = pair.delta if pair.candidate == row else -pair.delta
            line.append(
                {
                    "text": points(delta, 1),
                    "tone": ("up" if delta > 0 else "down") + str(figures.tone(delta, widest)),
                    "significant": board.significant(pair),
                    "title": f"{names[row]} minus {names[column]}: {points(delta, 1)} points, p "
                    + (probability(Real.exact(pair.p)) if pair.p else "below 1e-307"),
                }
            )
        cells.append((names[row], line))
    return render(
        "matrix.html.j2",
        {
            "title": f"{len(names)} runs on {board.outcomes.N} items",
            "facts": facts(matrix, names),
            "cells": cells,
            "columns": [names[column] for column in chosen],
            "left_out": len(names) - len(chosen),
            "ranks": rank_rows(matrix, names),
            "rows": pair_rows(matrix, names),
            "correction": board.correction,
            "alpha": ratio(board.alpha),
            "exactness": "Every number is exact or certified"
            + ("" if all(pair.confirmed for pair in board.pairs) else ", but p-values far from alpha: within 4 ulp"),
        },
    )
