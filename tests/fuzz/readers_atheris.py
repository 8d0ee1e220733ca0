"""Coverage-guided fuzzing of every reader with atheris: a run or a typed error with its place, never another exception.

    pip install atheris
    nice python tests/fuzz/readers_atheris.py                      # every reader, 20 seconds each
    nice python tests/fuzz/readers_atheris.py --seconds 300 inspect csv
    python tests/fuzz/readers_atheris.py --again inspect crash-... # one input that was found, with its traceback

Each reader is fuzzed in a process of its own, from the valid files of `tests/runs/data` (see `attempts.py`), by
libFuzzer's changes of bytes and by changes of the JSON structure, half and half. An input that breaks the contract is
written to the current folder, named, and makes the exit code 1. Where atheris is absent the script says so and does
nothing. What was found so far is tested in `tests/runs/test_hostile.py`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

ODD: tuple[object, ...] = (
    None, True, False, 0, 1, 2, -1, 0.5, 1e308, float("nan"), float("inf"), 10**30, "", "x", "1", "old", "\ud800",
    "\x1b[2J", "a\nb", "9" * 5000, [], {}, [[]], [1], {"a": 1}, {"id": [1]}, "\udcff",
)  # fmt: skip
"""JSON values of every wrong type."""

LONGEST = 20_000
"""Bytes of an input at most."""


def changed(document: object, chance: random.Random) -> object:
    """Return a JSON value after a few of its parts were replaced, deleted, doubled, renamed or moved."""
    for _ in range(chance.randint(1, 4)):
        where = document
        while True:
            below = list(where.values()) if isinstance(where, dict) else where if isinstance(where, list) else []
            inner = [value for value in below if isinstance(value, (dict, list)) and value]
            if not inner or chance.random() < 0.25:
                break
            where = chance.choice(inner)
        if not isinstance(where, (dict, list)) or not where:
            return chance.choice(ODD)
        key = chance.choice(list(where) if isinstance(where, dict) else range(len(where)))
        action = chance.randrange(6)
        if action < 3:
            where[key] = json.loads(json.dumps(chance.choice(ODD)))  # type: ignore[index]  # key is one of its own
        elif action == 3:
            del where[key]  # type: ignore[arg-type]  # the same
        elif isinstance(where, list):
            where.append(json.loads(json.dumps(where[key])))  # type: ignore[index]  # the same
        else:
            where[chance.choice(["", "x", "\x1b", "1", "id", "old", *where])] = where.pop(key)
    return document


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Return an input changed in its structure where it is JSON, else (or every other time) in its bytes."""
    import atheris

    chance = random.Random(seed)
    if chance.random() < 0.5:
        head, body = data[:1], data[1:]
        try:
            lines = body.decode().splitlines()
            if body[:1] == b"{" and len(lines) > 1 and lines[0].endswith("}"):
                rows = changed([json.loads(line) for line in lines], chance)
                text = "\n".join(json.dumps(row) for row in rows) if isinstance(rows, list) else json.dumps(rows)
            else:
                text = json.dumps(changed(json.loads(body), chance))
            return (head + text.encode())[:most]
        except (ValueError, UnicodeError, RecursionError):
            pass  # no JSON (any more): its bytes are changed
    return bytes(atheris.Mutate(data, most))


def fuzz(reader: str, seconds: int) -> None:
    """Fuzz one reader in this process, which libFuzzer ends."""
    import atheris

    with atheris.instrument_imports(include=["discordant.runs", "zipfile", "csv"]):
        from attempts import attempt, seeds
    folder, start = Path(tempfile.mkdtemp()), Path(tempfile.mkdtemp())
    for place, seed in enumerate(seeds(reader)):
        (start / f"{place:03}").write_bytes(seed)
    options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=30", "-rss_limit_mb=3000"]
    options += [f"-artifact_prefix={reader}-", "-print_final_stats=1", str(start)]
    atheris.Setup([sys.argv[0], *options], lambda data: attempt(reader, folder, data) and None, custom_mutator=mutate)
    atheris.Fuzz()


def again(reader: str, path: str) -> None:
    """Run one input that was found; the exception is its own traceback."""
    from attempts import attempt

    with tempfile.TemporaryDirectory() as folder:
        print(attempt(reader, Path(folder), Path(path).read_bytes()), "of 7 ways gave a result")


def every(readers: list[str], seconds: int) -> int:
    """Fuzz readers one after the other and print what each took; return 1 where one broke the contract."""
    broken = 0
    for reader in readers:
        command = [sys.executable, __file__, "--one", reader, "--seconds", str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        told = done.stdout + done.stderr
        inputs, coverage = (re.findall(rf"{name}: +(\d+)", told) for name in ("number_of_executed_units", "cov"))
        print(f"{reader:<14} {inputs[-1]:>8} inputs, coverage {coverage[-1]:>5}", flush=True)
        if done.returncode:
            broken = 1
            print(told[max(0, told.find("Uncaught Python exception")) :][:6000], flush=True)
    return broken


def main(arguments: list[str]) -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Fuzz the readers of result files.")
    parser.add_argument("readers", nargs="*", help="the formats; all where none is named")
    parser.add_argument("--seconds", type=int, default=20, help="time for each")
    parser.add_argument("--again", nargs=2, metavar=("READER", "FILE"), help="run one input that was found")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.again:
        again(*given.again)
        return 0
    if find_spec("atheris") is None:
        print("atheris is not installed (pip install atheris); nothing was fuzzed")
        return 0
    if given.one:
        fuzz(given.one, given.seconds)
    from attempts import SEEDS

    return every(given.readers or list(SEEDS), given.seconds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
