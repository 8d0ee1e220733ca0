"""Print time and peak memory of each way from rows to the four counts.

Run as `python tests/benchmarks/result_files.py [--all] [ROWS ...]`; the default sizes are 100000, 1000000 and 10000000
rows a side. Each way runs in a process of its own, so that the peak is its own. The plain readers and the frames hold
every item and are left out above 2000000 rows unless --all is given. Needs duckdb, ibis, polars, pandas, pyarrow and
narwhals; a way whose library is absent says so. At 10000000 rows the files take about 1 GB of disk.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PLAIN_LIMIT = 2_000_000
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
    "plain csv": lambda folder: plain(folder, "csv"),
    "plain jsonl": lambda folder: plain(folder, "jsonl"),
    "plain parquet": lambda folder: plain(folder, "parquet"),
    "engine csv": lambda folder: engine(folder, "csv"),
    "engine jsonl": lambda folder: engine(folder, "jsonl"),
    "engine parquet": lambda folder: engine(folder, "parquet"),
    "ibis (duckdb)": lambda folder: frame(folder, "ibis"),
    "polars": lambda folder: frame(folder, "polars"),
    "polars through narwhals": lambda folder: frame(folder, "narwhals"),
    "pyarrow": lambda folder: frame(folder, "pyarrow"),
    "pandas": lambda folder: frame(folder, "pandas"),
}
HELD = ("plain csv", "plain jsonl", "plain parquet", "polars", "polars through narwhals", "pyarrow", "pandas")
"""The ways that hold every row in Python."""


def measure(way: str, folder: Path) -> None:
    """Run one way and print its seconds, its CPU time, its peak memory in MB and its table."""
    start = time.perf_counter()
    counts = WAYS[way](folder)
    seconds, busy = time.perf_counter() - start, time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    print(f"{way:<24} {seconds:8.2f} s {busy:8.2f} s of CPU {peak:8.0f} MB  {counts}", flush=True)


def main(arguments: list[str]) -> int:
    """Measure every way at every size; fail where two ways disagree."""
    if arguments[:1] == ["--measure"]:
        measure(arguments[1], Path(arguments[2]))
        return 0
    every = "--all" in arguments
    sizes = [int(text) for text in arguments if text != "--all"] or [100_000, 1_000_000, 10_000_000]
    agreed = True
    for rows in sizes:
        with tempfile.TemporaryDirectory() as name:
            write(Path(name), rows)
            print(f"{rows} rows a side", flush=True)
            tables = set()
            for way in WAYS:
                if rows > PLAIN_LIMIT and way in HELD and not every:
                    continue
                done = subprocess.run(
                    [sys.executable, __file__, "--measure", way, name], capture_output=True, text=True, check=False
                )
                last = (done.stdout or done.stderr).strip().splitlines()[-1]
                print(f"  {last if done.returncode == 0 else f'{way}: {last}'}", flush=True)
                if done.returncode == 0:
                    tables.add(last[last.index("(", 60) :])
            agreed &= len(tables) == 1
            print(f"  {'all agree' if len(tables) == 1 else 'DISAGREEMENT'}", flush=True)
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
