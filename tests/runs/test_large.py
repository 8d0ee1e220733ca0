"""One pair of a million rows a side gives the same four counts whichever way it is counted."""

from __future__ import annotations

import importlib.util
import warnings

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def benchmark(request):
    path = request.config.rootpath / "tests" / "benchmarks" / "result_files.py"
    spec = importlib.util.spec_from_file_location("result_files", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_way_counts_a_million_rows_alike(benchmark, tmp_path):
    for library in ("duckdb", "ibis", "polars", "pandas", "pyarrow", "narwhals"):
        pytest.importorskip(library)
    benchmark.write(tmp_path, 1_000_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # libraries that warn about themselves when imported
        tables = {way: count(tmp_path) for way, count in benchmark.WAYS.items()}
    assert len(set(tables.values())) == 1
    assert sum(tables["engine parquet"]) == 1_000_000
