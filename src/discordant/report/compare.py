"""Two result files in, one analysis out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from discordant.errors import PairingError
from discordant.level import Exactly
from discordant.report.analysis import Analysis, analyze
from discordant.report.clustered import ClusteredAnalysis, analyze_clusters
from discordant.runs import Run, pair, read_run
from discordant.runs.counted import CountedRun
from discordant.runs.engine import pair_as_asked, wanted
from discordant.runs.options import MAX_BYTES
from discordant.runs.pairing import Pairing
from discordant.table import Table

if TYPE_CHECKING:
    from discordant.runs.pairing import Pairing

Progress = Callable[[str, int, int], None]
"""Called with the path, the bytes read so far and the file's size."""


def compare(
    baseline_path: str | os.PathLike[str],
    candidate_path: str | os.PathLike[str],
    *,
    format: str | None = None,
    baseline_format: str | None = None,
    candidate_format: str | None = None,
    select: Mapping[str, Any] | None = None,
    baseline_select: Mapping[str, Any] | None = None,
    candidate_select: Mapping[str, Any] | None = None,
    id: str | None = None,
    baseline_id: str | None = None,
    candidate_id: str | None = None,
    pass_: str | None = None,
    baseline_pass: str | None = None,
    candidate_pass: str | None = None,
    id_type: str = "as-is",
    threshold: Any = None,
    baseline_threshold: Any = None,
    candidate_threshold: Any = None,
    repeats: str = "refuse",
    cluster: str | None = None,
    max_bytes: int = MAX_BYTES,
    on_missing: str = "refuse",
    on_error: str = "refuse",
    engine: str = "auto",
    where: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    level: Exactly | None = None,
    alpha: Exactly | None = None,
    intervals: str | Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Analysis | ClusteredAnalysis:
    """Return the analysis of two result files, matched item by item.

    `format`, `select`, `id`, `pass_`, `id_type`, `threshold`, `repeats`, `cluster` and `max_bytes` say how both files
    are read (see `read_run`); `baseline_` or `candidate_` before `format`, `select`, `id`, `pass` and `threshold` says
    it for one of them. `on_missing` and `on_error` decide about items that one run lacks or has no valid outcome for
    (see `pair`): refuse, count-as-failed or drop. `engine="duckdb"` counts parquet, csv and JSON-lines files of any
    size inside DuckDB (see `runs.engine.pair_files`, also for `where` and `parameters`); `auto` does so where `where`
    is given or a path is a glob pattern. `level`, `alpha` and `intervals` are those of `analyze`.

    Where the items come in clusters (`repeats="clusters"`, or a `cluster` column) whole clusters are tested, never
    the pooled pairs, and a `ClusteredAnalysis` is returned; `intervals` has no part in it.

    Nothing is dropped or filled in unasked: the default of every policy is to refuse. Raises `FormatError`,
    `PairingError`, and what `analyze` raises.
    """
    if wanted(engine, where, (os.fspath(baseline_path), os.fspath(candidate_path))):
        counted = pair_as_asked(
            os.fspath(baseline_path),
            os.fspath(candidate_path),
            baseline_select={**(select or {}), **(baseline_select or {})},
            candidate_select={**(select or {}), **(candidate_select or {})},
            refused={
                "format": format or baseline_format or candidate_format,
                "repeats": None if repeats == "refuse" else repeats,
                "cluster": cluster,
                "id_type": None if id_type == "as-is" else id_type,
                "max_bytes": None if max_bytes == MAX_BYTES else max_bytes,
            },
            id=(_own(baseline_id, id), _own(candidate_id, id)),
            pass_=(_own(baseline_pass, pass_), _own(candidate_pass, pass_)),
            threshold=(_own(baseline_threshold, threshold), _own(candidate_threshold, threshold)),
            where=where,
            parameters=parameters,
            on_missing=on_missing,
            on_error=on_error,
        )
        first, second = _labels(counted.baseline, counted.candidate)
        return analyze(
            counted.table,
            level=level,
            alpha=alpha,
            intervals=intervals,
            baseline=first,
            candidate=second,
            pairing=cast("Pairing", counted),  # reports read only what both kinds of pairing hold
        )

    def read(
        path: str | os.PathLike[str],
        its_format: str | None,
        its_select: Mapping[str, Any] | None,
        its_id: str | None,
        its_pass: str | None,
        its_threshold: Any,
    ) -> Run:
        name = os.fspath(path)
        return read_run(
            path,
            _own(its_format, format),
            select={**(select or {}), **(its_select or {})},
            id=_own(its_id, id),
            pass_=_own(its_pass, pass_),
            threshold=_own(its_threshold, threshold),
            repeats=repeats,
            cluster=cluster,
            id_type=id_type,
            max_bytes=max_bytes,
            progress=None if progress is None else lambda done, total: progress(name, done, total),
        )

    baseline = read(baseline_path, baseline_format, baseline_select, baseline_id, baseline_pass, baseline_threshold)
    candidate = read(
        candidate_path, candidate_format, candidate_select, candidate_id, candidate_pass, candidate_threshold
    )
    paired = pair(baseline, candidate, on_missing=on_missing, on_error=on_error)
    first, second = _labels(baseline, candidate)
    if paired.cluster_tables and len(paired.cluster_tables) < paired.table.N:
        return analyze_clusters(
            _whole(paired), level=level, alpha=alpha, baseline=first, candidate=second, pairing=paired
        )
    return analyze(
        paired.table,
        level=level,
        alpha=alpha,
        intervals=intervals,
        baseline=first,
        candidate=second,
        pairing=paired,
    )


def _own(one: Any, both: Any) -> Any:
    """Return what is said of one file, or else of both."""
    return both if one is None else one


def _whole(paired: Pairing) -> Mapping[Any, Table]:
    """Return the clusters of a pairing, refusing one that leaves items without a cluster."""
    held = sum(table.N for table in paired.cluster_tables.values())
    if held < paired.table.N:
        raise PairingError(f"{paired.table.N - held} of {paired.table.N} items have no cluster; give each of them one")
    return paired.cluster_tables


def _labels(baseline: Run | CountedRun, candidate: Run | CountedRun) -> tuple[str, str]:
    """Return the labels of two runs, told apart by what was selected or by their files where the names are equal."""
    if baseline.label != candidate.label:
        return baseline.label, candidate.label
    for tell in (_selection, _columns, lambda run: run.source.path):
        first, second = tell(baseline), tell(candidate)
        if first != second:
            return f"{baseline.label} ({first})", f"{candidate.label} ({second})"
    return baseline.label, candidate.label


def _columns(run: Run | CountedRun) -> str:
    return ", ".join(f"{key} {value}" for key, value in run.source.options.items() if key in ("pass", "threshold"))


def _selection(run: Run | CountedRun) -> str:
    return ", ".join(f"{key} {value}" for key, value in run.source.selector.items())
