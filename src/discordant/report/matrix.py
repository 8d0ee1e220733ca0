"""The report of several runs on the same items: read them, compare all pairs, lay the leaderboard out."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.enclosed.real import Real
from discordant.errors import ArgumentError
from discordant.leaderboard import Leaderboard, compare_all
from discordant.leaderboard.board import Pair
from discordant.level import Exactly, read_level
from discordant.report import labels
from discordant.report.aligned import Aligned, align, read_runs
from discordant.report.grid import Rows, csv_grid, folded, markdown_grid, text_grid
from discordant.report.json_document import header, number
from discordant.report.limits import Limits
from discordant.report.numerals import points, probability, ratio

_SHOWN_RUNS: Final = 12
"""Most runs whose matrix is printed whole; beyond, the pairs with the leader."""

_NAMED_PAIRS: Final = 3
"""Most pairs that a sentence names; more are counted."""

_LABEL_WIDTH: Final = 28
_PAIR_WIDTH: Final = 22
"""Columns of a label where two share a line with an interval of the longest name."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """A leaderboard together with the runs it was read from, and how it is shown."""

    board: Leaderboard
    read: Aligned
    level: Fraction
    interval: str

    def __str__(self) -> str:
        return matrix_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the matrix as JSON-ready data, the document of `--output json`."""
        return matrix_document(self)


def compare_runs(
    paths: Sequence[str | os.PathLike[str]],
    *,
    runs: Sequence[str] | None = None,
    on_missing: str = "refuse",
    on_error: str = "refuse",
    alpha: Exactly = "0.05",
    level: Exactly = "0.95",
    interval: str = "newcombe-plain",
    correction: str = "holm",
    draws: int | None = None,
    seed: int = 0,
    **reading: Any,
) -> Matrix:
    """Return the matrix of all runs in these files, all pairs on the same items.

    Reading options are those of `read_run`, policies those of `pair`, `correction`, `draws` and `seed` those of
    `compare_all`. Raises what these raise.
    """
    found = read_runs(paths, runs=runs, **reading)
    if any(len(set(run.clusters.values())) < len(run.clusters) for run in found):
        raise ArgumentError(
            "a matrix takes items for independent, and these come in clusters; compare two runs at a time with"
            " `discordant compare`, or make one outcome per item with --repeats first, all, any or majority"
        )
    read = align(found, on_missing=on_missing, on_error=on_error)
    board = compare_all(read.outcomes, alpha=alpha, correction=correction, draws=draws, seed=seed)
    return Matrix(board, read, read_level(level).value, interval)


def shown_pairs(matrix: Matrix) -> list[Pair]:
    """Return the pairs that are listed, by adjusted p: all of them on a small board, else those with the leader."""
    board = matrix.board
    pairs = list(board.pairs)
    if len(board.labels) > _SHOWN_RUNS:
        leader = board.ranking[0]
        pairs = [pair for pair in pairs if leader in (pair.baseline, pair.candidate)]
    return sorted(pairs, key=lambda pair: (pair.adjusted[board.correction], pair.p))


def oriented(pair: Pair, matrix: Matrix) -> tuple[int, int, int, int, Fraction]:
    """Return (better, other, wins, losses, delta) with the run of more passes first."""
    table = pair.table
    if table.b >= table.c:
        return pair.candidate, pair.baseline, table.b, table.c, pair.delta
    return pair.baseline, pair.candidate, table.c, table.b, -pair.delta


def _zero_width(matrix: Matrix, names: Sequence[str]) -> list[str]:
    """Return one sentence where shown intervals have zero width: as in the report of two runs, no certainty."""
    found = []
    for pair in shown_pairs(matrix):
        limits = pair.interval(matrix.interval, level=matrix.level)
        if Limits("delta", matrix.interval, limits).is_point:
            better, other, *_ = oriented(pair, matrix)
            found.append(f"{names[better]} - {names[other]}")
    if not found:
        return []
    which = _listed(found) if len(found) <= _NAMED_PAIRS else f"{len(found)} pairs"
    have = "has zero width on this table" if len(found) == 1 else "have zero width on these tables"
    intervals = f"{matrix.interval} interval{'' if len(found) == 1 else 's'}"
    return [f"The {intervals} of {which} {have}: a defect of the method where the runs agree, not certainty."]


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _p(value: Fraction) -> str:
    return probability(Real.exact(value)) if value else "< 1e-307"


def pair_rows(matrix: Matrix, names: Sequence[str]) -> Rows:
    """Return the table of pairs, the run with more passes first in each."""
    board = matrix.board
    both = ("benjamini-hochberg",) if board.correction != "benjamini-hochberg" else ("holm",)
    columns = (board.correction, *both)
    rows = [["pair", "split", "delta", f"{ratio(100 * matrix.level)}% {matrix.interval}", "p", "mid-p", *columns]]
    for pair in shown_pairs(matrix):
        better, other, wins, losses, delta = oriented(pair, matrix)
        limits = pair.interval(matrix.interval, level=matrix.level)
        low, high = limits.lower.scaled(100), limits.upper.scaled(100)
        if better == pair.baseline and pair.table.b < pair.table.c:
            low, high = -high, -low
        rows.append(
            [
                f"{names[better]} - {names[other]}",
                f"{wins}-{losses}",
                points(delta, 1),
                f"{low.decimal(1)} to {high.decimal(1)}",
                _p(pair.p),
                _p(pair.mid_p),
                *(_p(pair.adjusted[name]) for name in columns),
            ]
        )
    return rows


def rank_rows(matrix: Matrix, names: Sequence[str]) -> Rows:
    """Return the table of runs, best first."""
    board = matrix.board
    leader, *_ = board.ranking
    rows = [["run", "passed", "rate", "tied with the leader"]]
    for run in board.ranking:
        passed = board.outcomes.passes(run)
        share = points(Fraction(passed, board.outcomes.N), 1, signed=False)
        rows.append(
            [names[run], str(passed), f"{share}%", "-" if run == leader else "yes" if run in board.tied else "no"]
        )
    return rows


def _counted(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def _lead(board: Leaderboard, names: Sequence[str]) -> str:
    """Return who passed the most items, and who else is not told apart from the first of them."""
    most = board.outcomes.passes(board.ranking[0])
    first = [names[run] for run in board.ranking if board.outcomes.passes(run) == most]
    tied = [names[run] for run in board.tied if board.outcomes.passes(run) < most]
    one = len(first) == 1
    if tied:
        head = f"{first[0]} passes most items" if one else f"{_listed(first)} share the most passes"
        return f"{head}; {_listed(tied)} cannot be told from {'it' if one else first[0]}."
    if one:
        return f"{first[0]} leads, and no other run is tied with it."
    return f"{_listed(first)} share the most passes, and no other run is tied with them."


def facts(matrix: Matrix, names: Sequence[str], quoted: Callable[[str], str] = labels.visible) -> list[str]:
    """Return what the matrix shows as sentences, with `names` for the runs and their files' notes `quoted`."""
    board, read = matrix.board, matrix.read
    fewest = board.minimum_discordance
    facts = [
        f"{_counted(len(names), 'run')} on {_counted(board.outcomes.N, 'item')}, {_counted(len(board.pairs), 'pair')};"
        f" {board.correction} decides at alpha {ratio(board.alpha)}.",
        _lead(board, names),
        f"{board.q}.",
        f"Items passed by every run: {board.passed_by_all}, by none: {board.passed_by_none}; they tell no two runs"
        " apart.",
        f"The pair with the fewest discordant items is {names[fewest.baseline]} and {names[fewest.candidate]} with"
        f" {fewest.table.n}; below {board.least_n} no pair can be significant by itself.",
    ]
    if read.dropped:
        facts.append(f"Dropped, since some run had no outcome for them: {_counted(read.dropped, 'item')}.")
    if read.counted_as_failed:
        facts.append(f"Counted as failed where a run had no outcome: {_counted(read.counted_as_failed, 'item')}.")
    facts += [f"{names[one]} and {names[two]} are the same file, read the same way." for one, two in read.same]
    facts += [f"{name}: {quoted(note)}." for name, run in zip(names, read.runs, strict=True) for note in run.notes]
    facts += _zero_width(matrix, names)
    if board.max_t is not None and not board.max_t.exact:
        unsettled = board.max_t.unsettled(board.alpha)
        facts.append(
            f"max-t drew {_counted(board.max_t.draws or 0, 'sign pattern')} from seed {board.max_t.seed}, and a drawn p"
            " decides; 99.9% bounds on the exact values "
            + (
                f"leave {_counted(unsettled, 'pair')} open, which more draws may settle."
                if unsettled
                else "decide every pair alike."
            )
        )
    return facts


def matrix_text(matrix: Matrix, *, quiet: bool = False) -> str:
    """Return the matrix as text: facts, ranking, pairs; quiet, who leads and who is not told apart, alone."""
    names = [labels.terminal(label, _LABEL_WIDTH) for label in matrix.board.labels]
    if quiet:
        return folded([_lead(matrix.board, names)])
    parts = [
        folded(facts(matrix, names)),
        text_grid(rank_rows(matrix, names)),
        text_grid(pair_rows(matrix, [labels.terminal(label, _PAIR_WIDTH) for label in matrix.board.labels])),
    ]
    return "\n\n".join(parts)


def matrix_markdown(matrix: Matrix) -> str:
    """Return the matrix as Markdown."""
    names = [labels.visible(label).replace("|", "\u2502") for label in matrix.board.labels]
    safe = [f"`{name.replace('`', chr(0x2CB))}`" for name in names]
    told = "\n".join(f"- {fact}" for fact in facts(matrix, safe, labels.markdown))
    return f"{told}\n\n{markdown_grid(rank_rows(matrix, safe))}\n\n{markdown_grid(pair_rows(matrix, safe))}"


def _no_formula(label: str) -> str:
    return f"'{label}" if label.startswith(("=", "+", "-", "@")) else label


def matrix_csv(matrix: Matrix) -> str:
    """Return every pair as comma-separated values: cells, delta, p and each correction, as floats.

    A label that a spreadsheet would take for a formula (one that starts with =, +, - or @) gets a single quote before.
    """
    board = matrix.board
    corrections = list(board.pairs[0].adjusted)
    rows = [["baseline", "candidate", "both", "candidate_only", "baseline_only", "neither", "delta", "p", *corrections]]
    for pair in board.pairs:
        t = pair.table
        rows.append(
            [
                *(_no_formula(labels.visible(board.labels[run])) for run in (pair.baseline, pair.candidate)),
                *(str(cell) for cell in (t.a, t.b, t.c, t.d)),
                repr(float(pair.delta)),
                repr(float(pair.p)),
                *(repr(float(pair.adjusted[name])) for name in corrections),
            ]
        )
    return csv_grid(rows)


def _value(p: Fraction, exact: bool) -> dict[str, Any] | None:
    """Return a p exactly, or as the binary64 that it is on a large board."""
    return number(p) if exact else {"float": float(p)}


def _interval(pair: Pair, matrix: Matrix) -> dict[str, Any]:
    limits = pair.interval(matrix.interval, level=matrix.level)
    return {"method": limits.method, "lower": number(limits.lower), "upper": number(limits.upper)}


def matrix_document(matrix: Matrix) -> dict[str, Any]:
    """Return the matrix as a JSON-ready document: provenance, ranking, every pair exactly."""
    board = matrix.board
    exact = all(pair.confirmed for pair in board.pairs)
    return {
        **header("matrix"),
        "alpha": number(board.alpha),
        "level": number(matrix.level),
        "correction": board.correction,
        "items": board.outcomes.N,
        "runs": [
            {
                "label": labels.visible(label),
                "passed": board.outcomes.passes(i),
                "excluded": len(run.excluded),
                "missing": len(run.missing),
                "source": run.source.to_dict(),
                "notes": [labels.visible(note) for note in run.notes],
            }
            for i, (label, run) in enumerate(zip(board.labels, matrix.read.runs, strict=True))
        ],
        "on_missing": matrix.read.on_missing,
        "on_error": matrix.read.on_error,
        "dropped": matrix.read.dropped,
        "counted_as_failed": matrix.read.counted_as_failed,
        "same_file": [list(pair) for pair in matrix.read.same],
        "ranking": list(board.ranking),
        "tied_with_leader": list(board.tied),
        "passed_by_all": board.passed_by_all,
        "passed_by_none": board.passed_by_none,
        "cochran_q": {
            "statistic": number(board.q.statistic),
            "degrees": board.q.degrees,
            "p": number(board.q.p),
            "exact_p": number(board.q.exact_p),
        },
        "max_t": None if board.max_t is None else board.max_t.to_dict(),
        "pairs": [
            {
                "baseline": pair.baseline,
                "candidate": pair.candidate,
                "cells": {
                    "both": pair.table.a,
                    "candidate_only": pair.table.b,
                    "baseline_only": pair.table.c,
                    "neither": pair.table.d,
                },
                "delta": number(pair.delta),
                "interval": _interval(pair, matrix) if exact else None,
                "p": _value(pair.p, pair.confirmed),
                "mid_p": number(pair.mid_p) if exact else None,
                "adjusted": {name: _value(p, exact) for name, p in pair.adjusted.items()},
                "significant": board.significant(pair),
            }
            for pair in board.pairs
        ],
    }
