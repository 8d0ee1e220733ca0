"""The report of several runs on the same items: read them, compare all pairs, lay the leaderboard out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from discordant.enclosed.real import Real
from discordant.errors import ArgumentError, FormatError, PairingError
from discordant.leaderboard import Leaderboard, compare_all
from discordant.leaderboard.board import Pair
from discordant.level import Exactly, read_level
from discordant.report import labels
from discordant.report.grid import Rows, csv_grid, markdown_grid, text_grid
from discordant.report.json_document import header, number
from discordant.report.numerals import points, probability, ratio
from discordant.runs import Run, inspect_file, read_run
from discordant.runs.pairing import POLICIES

_SHOWN_RUNS: Final = 12
"""Most runs whose matrix is printed whole; beyond, the pairs with the leader."""

_LABEL_WIDTH: Final = 28


@dataclass(frozen=True, slots=True)
class Matrix:
    """A leaderboard together with the runs it was read from, and how it is shown."""

    board: Leaderboard
    runs: tuple[Run, ...]
    level: Fraction
    interval: str

    def __str__(self) -> str:
        return matrix_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the matrix as JSON-ready data, the document of `--output json`."""
        return matrix_document(self)


def _runs_in(path: str, format: str | None, wanted: Sequence[str] | None, **reading: Any) -> list[Run]:
    """Return the runs of one file: all that it holds under their own labels, or the one run that it is."""
    select = dict(reading.pop("select", None) or {})
    if "run" in select:
        return [read_run(path, format, select=select, **reading)]
    shape = {key: reading[key] for key in ("id", "pass_", "threshold") if reading.get(key) is not None}
    try:
        names = inspect_file(path, format, **shape).choices.get("run", ())
    except FormatError:
        names = ()  # what cannot be inspected (a directory) is read as one run, whose reader says what is wrong
    if wanted is not None:
        names = tuple(name for name in names if name in wanted) if names else ()
    elif len(names) <= 1:
        names = ()
    if not names:
        return [read_run(path, format, select=select, **reading)]
    return [read_run(path, format, select={**select, "run": name}, **reading) for name in names]


def read_runs(
    paths: Sequence[str | os.PathLike[str]],
    *,
    format: str | None = None,
    runs: Sequence[str] | None = None,
    **reading: Any,
) -> list[Run]:
    """Return every run of the files, each under a label of its own.

    A file that holds several runs stands for all of them; `runs` narrows to the named ones. Raises `ArgumentError`
    where a named run is in no file, `FormatError` as `read_run` does.
    """
    found = [run for path in paths for run in _runs_in(os.fspath(path), format, runs, **reading)]
    known = {run.source.selector.get("run", run.label) for run in found}
    unknown = [name for name in runs or () if name not in known]
    if unknown:
        raise ArgumentError(f"no file holds the run {unknown[0]!r}; `discordant inspect FILE` lists what it holds")
    if runs is not None:
        found = [run for run in found if run.source.selector.get("run", run.label) in runs]
    return found


def _label(runs: Sequence[Run]) -> list[str]:
    """Return a label for each run: its own, with its file where two are equal, with a number where these are too."""
    given: list[str] = []
    for run in runs:
        own = run.source.selector.get("run", run.label)
        twice = sum(other.source.selector.get("run", other.label) == own for other in runs) > 1
        label = f"{own} ({run.source.path})" if twice else own
        count = 2
        unique = label
        while unique in given:
            unique, count = f"{label} #{count}", count + 1
        given.append(unique)
    return given


def align(runs: Sequence[Run], *, on_missing: str = "refuse", on_error: str = "refuse") -> dict[str, dict[Any, bool]]:
    """Return {label: {item: passed}} on one set of items, by the policies of `pair` applied to all runs at once.

    Raises `PairingError` for items that some run lacks or has no valid outcome for under "refuse", and where nothing
    is left.
    """
    for name, policy in (("on_missing", on_missing), ("on_error", on_error)):
        if policy not in POLICIES:
            raise ArgumentError(f"{name}={policy!r} is unknown; choose one of {', '.join(POLICIES)}")
    universe = dict.fromkeys(item for run in runs for item in (*run.outcomes, *run.excluded))
    kept = dict.fromkeys(universe)
    for run, label in zip(runs, _label(runs), strict=True):
        gaps = [item for item in universe if item not in run.outcomes]
        for policy, concerned, word in (
            (on_error, [item for item in gaps if item in run.excluded], "without a valid outcome"),
            (on_missing, [item for item in gaps if item not in run.excluded], "missing"),
        ):
            if concerned and policy == "refuse":
                option = "--on-missing" if word == "missing" else "--on-error"
                raise PairingError(
                    f"{label}: {len(concerned)} items {word}, {concerned[0]!r} among them;"
                    f" say {option} drop or {option} count-as-failed",
                    items=tuple(concerned),
                )
            if policy == "drop":
                for item in concerned:
                    kept.pop(item, None)
    if not kept:
        raise PairingError("nothing is left to compare: no item has an outcome in every run")
    return {
        label: {item: run.outcomes.get(item, False) for item in kept}
        for run, label in zip(runs, _label(runs), strict=True)
    }


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
    outcomes: Mapping[str, Mapping[Any, bool]] = align(found, on_missing=on_missing, on_error=on_error)
    board = compare_all(outcomes, alpha=alpha, correction=correction, draws=draws, seed=seed)
    return Matrix(board, tuple(found), read_level(level).value, interval)


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


def _p(value: Fraction) -> str:
    return probability(Real.exact(value)) if value else "< 1e-307"


def pair_rows(matrix: Matrix, names: Sequence[str]) -> Rows:
    """Return the table of pairs, the run with more passes first in each."""
    board = matrix.board
    both = ("benjamini-hochberg",) if board.correction != "benjamini-hochberg" else ("holm",)
    columns = (board.correction, *both)
    rows = [
        ["better - other", "split", "delta", f"{ratio(100 * matrix.level)}% {matrix.interval}", "p", "mid-p", *columns]
    ]
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
    rows = [["run", "passed", "rate", "tied with the leader"]]
    for run in board.ranking:
        passed = board.outcomes.passes(run)
        share = points(Fraction(passed, board.outcomes.N), 1, signed=False)
        rows.append([names[run], str(passed), f"{share}%", "yes" if run in board.tied else "no"])
    return rows


def facts(matrix: Matrix, names: Sequence[str]) -> list[str]:
    """Return what the matrix shows as sentences, with `names` for the runs."""
    board = matrix.board
    fewest = board.minimum_discordance
    tied = [names[run] for run in board.tied]
    facts = [
        f"{len(names)} runs on {board.outcomes.N} items, {len(board.pairs)} pairs; {board.correction} decides at alpha"
        f" {ratio(board.alpha)}.",
        f"{names[board.ranking[0]]} leads"
        + (", and no other run is tied with it." if len(tied) == 1 else f"; not told apart: {', '.join(tied)}."),
        f"{board.q}.",
        f"{board.passed_by_all} items are passed by every run and {board.passed_by_none} by none: they tell no two runs"
        " apart.",
        f"The pair with the fewest discordant items is {names[fewest.baseline]} and {names[fewest.candidate]} with"
        f" {fewest.table.n}; below {board.least_n} no pair can be significant by itself.",
    ]
    if board.max_t is not None and not board.max_t.exact:
        facts.append(
            f"max-t drew {board.max_t.draws} sign patterns from seed {board.max_t.seed}; the JSON document has the"
            " bounds of each exact value."
        )
    return facts


def matrix_text(matrix: Matrix) -> str:
    """Return the matrix as text: facts, ranking, pairs."""
    names = [labels.terminal(label, _LABEL_WIDTH) for label in matrix.board.labels]
    parts = [
        "\n".join(facts(matrix, names)),
        text_grid(rank_rows(matrix, names)),
        text_grid(pair_rows(matrix, names)),
    ]
    return "\n\n".join(parts)


def matrix_markdown(matrix: Matrix) -> str:
    """Return the matrix as Markdown."""
    names = [labels.visible(label).replace("|", "\u2502") for label in matrix.board.labels]
    safe = [f"`{name.replace('`', chr(0x2CB))}`" for name in names]
    told = "\n".join(f"- {fact}" for fact in facts(matrix, safe))
    return f"{told}\n\n{markdown_grid(rank_rows(matrix, safe))}\n\n{markdown_grid(pair_rows(matrix, safe))}"


def matrix_csv(matrix: Matrix) -> str:
    """Return every pair as comma-separated values: cells, delta, p and each correction, as floats."""
    board = matrix.board
    corrections = list(board.pairs[0].adjusted)
    rows = [["baseline", "candidate", "both", "candidate_only", "baseline_only", "neither", "delta", "p", *corrections]]
    for pair in board.pairs:
        t = pair.table
        rows.append(
            [
                labels.visible(board.labels[pair.baseline]),
                labels.visible(board.labels[pair.candidate]),
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
            {"label": labels.visible(label), "passed": board.outcomes.passes(i), "source": run.source.to_dict()}
            for i, (label, run) in enumerate(zip(board.labels, matrix.runs, strict=True))
        ],
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
                "p": _value(pair.p, pair.confirmed),
                "adjusted": {name: _value(p, exact) for name, p in pair.adjusted.items()},
                "significant": board.significant(pair),
            }
            for pair in board.pairs
        ],
    }
