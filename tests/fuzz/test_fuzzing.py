"""The fuzzer's own parts: valid files keep the contract in every way, and the script runs where atheris is."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.attempts import CHOICES, SEEDS, attempt, seeds
from fuzz.readers_atheris import ODD, changed

ENGINE = ("parquet", "lighteval")
"""The readers that need DuckDB, which takes its time to open."""


@pytest.mark.parametrize("reader", SEEDS)
def test_valid_files_are_read_in_some_way_under_some_options(reader, tmp_path):
    if reader in ENGINE:
        pytest.importorskip("duckdb")
    done = [attempt(reader, tmp_path, seed) for seed in seeds(reader) if reader not in ENGINE or seed[0] in (0, 12)]
    assert max(done) >= (0 if reader == "aggregate" else 4)


def test_every_choice_of_options_is_one_that_readers_know():
    assert len(CHOICES) < 256
    for options in CHOICES:
        assert options.keys() <= {"select", "id", "pass_", "threshold", "repeats", "id_type", "max_bytes"}


def test_structural_changes_leave_json_and_reach_odd_values():
    chance = random.Random(1)
    found = set()
    for _ in range(300):
        document = changed({"rows": [{"id": 1, "pass": True, "trial": [0, 1]}]}, chance)
        found.add(json.dumps(document))
    assert len(found) > 100
    assert any(json.dumps(odd) in text for text in found for odd in ODD if odd == "\ud800")


@pytest.mark.slow
def test_the_script_fuzzes_a_reader_and_finds_nothing(tmp_path):
    pytest.importorskip("atheris", reason="atheris is not installed (pip install atheris)")
    script = Path(__file__).with_name("readers_atheris.py")
    done = subprocess.run(
        [sys.executable, str(script), "--seconds", "5", "tap", "csv"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 2), done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []
