"""Print time and peak memory of each way from rows to the four counts.

    python tests/benchmarks/result_files.py                          # 100000, 1000000 and 10000000 rows a side
    python tests/benchmarks/result_files.py --seconds 900 --memory 8 10000000

Each way runs in a process of its own, so that the peak is its own, under a limit of memory (12 GB) and of time (an
hour); a way that reaches one says so. Needs duckdb, ibis, polars, pandas, pyarrow and narwhals; a way whose library is
absent says so. At 10000000 rows the files take about 2 GB of disk and the plain readers ten minutes each.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZES = [100_000, 1_000_000, 10_000_000]
NAMES = {"item": "id", "run": "run", "passed": "passed", "baseline": "old", "candidate": "new"}


def write(folder: Path, rows: int) -> None:
    """Write both runs as csv, JSON lines and parquet; outcomes come from a hash, so that every size is fixed."""
    from discordant.runs import duck

    passed = "(hash(i * 2 + {side}) % 1000) < {share}"
    with duck.connect("writing the files") as connection:
        for side, (name, share) in enumerate((("old", 600), ("new", 620))):
            outcome = passed.format(side=side, share=share)
            query = f"SELECT 'item-' || i AS id, {outcome} AS passed, '{name}' AS run FROM range({rows}) t(i)"
            for suffix, kind in (("csv", "csv"), ("jsonl", "json"), ("parquet", "parquet")):
                connection.execute(f"COPY ({query}) TO '{folder / name}.{suffix}' (FORMAT {kind})")


def plain(folder: Path, suffix: str) -> tuple[int, ...]:
    from discordant.runs import pair, read_run

    runs = [read_run(folder / f"{name}.{suffix}", select={"run": name}) for name in ("old", "new")]
    table = pair(*runs).table
    return table.a, table.b, table.c, table.d


def engine(folder: Path, suffix: str) -> tuple[int, ...]:
    from discordant.runs.engine import pair_files

    table = pair_files(
        str(folder / f"old.{suffix}"), str(folder / f"new.{suffix}"), item="id", passed="passed",
        memory_limit="3GB", temp_directory=str(folder / "spill"),
    ).table  # fmt: skip
    return table.a, table.b, table.c, table.d


def frame(folder: Path, library: str) -> tuple[int, ...]:
    from discordant.frames import discordant_counts

    files = [str(folder / f"{name}.parquet") for name in ("old", "new")]
    if library == "ibis":
        import ibis

        rows = ibis.duckdb.connect(memory_limit="3GB").read_parquet(files)
    elif library == "polars":
        import polars

        rows = polars.read_parquet(files)
    elif library == "narwhals":
        import narwhals
        import polars

        rows = narwhals.from_native(polars.read_parquet(files))
    else:
        import pyarrow.parquet

        rows = pyarrow.parquet.read_table(str(folder / "old.parquet"))
        rows = pyarrow.concat_tables([rows, pyarrow.parquet.read_table(str(folder / "new.parquet"))])
        rows = rows.to_pandas() if library == "pandas" else rows
    table = discordant_counts(rows, **NAMES)
    return table.a, table.b, table.c, table.d


WAYS = {
    "engine parquet": lambda folder: engine(folder, "parquet"),
    "engine csv": lambda folder: engine(folder, "csv"),
    "engine jsonl": lambda folder: engine(folder, "jsonl"),
    "ibis (duckdb)": lambda folder: frame(folder, "ibis"),
    "polars": lambda folder: frame(folder, "polars"),
    "polars through narwhals": lambda folder: frame(folder, "narwhals"),
    "pyarrow": lambda folder: frame(folder, "pyarrow"),
    "pandas": lambda folder: frame(folder, "pandas"),
    "plain parquet": lambda folder: plain(folder, "parquet"),
    "plain csv": lambda folder: plain(folder, "csv"),
    "plain jsonl": lambda folder: plain(folder, "jsonl"),
}


def measure(way: str, folder: Path, memory: float) -> None:
    """Run one way and print its seconds, its CPU time, its peak memory in MB and its table."""
    limit = int(memory * 2**30)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    start = time.perf_counter()
    counts = WAYS[way](folder)
    seconds, busy = time.perf_counter() - start, time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    print(f"{way:<24} {seconds:8.2f} s {busy:8.2f} s of CPU {peak:8.0f} MB  {counts}", flush=True)


def measured(way: str, folder: str, memory: float, seconds: float) -> str:
    """Return the line of one way, measured in a process of its own, or why it has no figures."""
    command = [sys.executable, __file__, "--measure", way, folder, "--memory", str(memory)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"{way:<24} stopped after {seconds:g} s"
    if done.returncode:
        told = (done.stderr or done.stdout).strip().splitlines() or [f"exit code {done.returncode}"]
        return f"{way:<24} failed within {memory:g} GB: {told[-1]}"
    return done.stdout.strip().splitlines()[-1]


def main(arguments: list[str]) -> int:
    """Measure the ways at every size; fail where two of them disagree."""
    parser = argparse.ArgumentParser(description="Time and memory of each way to the four counts.")
    parser.add_argument("rows", nargs="*", type=int, default=SIZES, help="rows a side")
    parser.add_argument("--memory", type=float, default=12, metavar="GB", help="memory of a way at most")
    parser.add_argument("--seconds", type=float, default=3600, help="time of a way at most")
    parser.add_argument("--way", action="append", choices=WAYS, help="measure this way alone; repeatable")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.measure:
        measure(given.measure[0], Path(given.measure[1]), given.memory)
        return 0
    agreed = True
    for rows in given.rows:
        with tempfile.TemporaryDirectory() as name:
            write(Path(name), rows)
            print(f"{rows} rows a side", flush=True)
            tables = set()
            for way in given.way or WAYS:
                line = measured(way, name, given.memory, given.seconds)
                print(f"  {line}", flush=True)
                if " MB  (" in line:
                    tables.add(line[line.index(" MB  (") :])
            agreed &= len(tables) == 1
            print(f"  {'all agree' if len(tables) == 1 else 'DISAGREEMENT'}", flush=True)
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
