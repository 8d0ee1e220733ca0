"""Law: whatever happens to a valid file, each reader gives a run or a typed error that names it, never a traceback."""

from __future__ import annotations

import io
import json
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discordant.errors import DiscordantError, FormatError
from discordant.runs import inspect_file, pair, read_run
from strategies import mutated_bytes, mutated_json

DATA = Path(__file__).parent / "data"
UNREADABLE = {".md"} | (set() if find_spec("duckdb") else {".parquet"})  # parquet needs the extra `data`
FILES = sorted(path for path in DATA.iterdir() if path.suffix not in UNREADABLE and path.stat().st_size)
ONE_OF_EACH = [path for path in FILES if "candidate" not in path.name and "2026-02" not in path.name]
JSON = [path for path in FILES if path.suffix in (".json", ".jsonl")]
OPTIONS: dict[str, dict[str, object]] = {
    "long": {"select": {"run": "old", "trial": 0}},
    "wide": {"select": {"run": "old"}, "id": "task"},
    "baseline.jsonl": {"id": "question.id", "pass_": "ok"},
    "candidate.jsonl": {"id": "question.id", "pass_": "ok"},
    "samples": {"select": {"metric": "acc", "filter": "strict-match"}},
    "inspect": {"select": {"scorer": "choice"}},
    "swebench_models": {"select": {"run": "old"}},
    "swebench_site": {"select": {"run": "old"}},
    "tau_bench": {"repeats": "any"},
    "evalplus": {"select": {"metric": "plus"}},
    "helm_b": {"select": {"metric": "exact_match", "filter": "none"}},
    "helm_c": {"select": {"metric": "exact_match", "filter": "none"}},
    "lighteval": {"select": {"metric": "em"}},
    "promptfoo": {"select": {"run": "openai:old"}},
    "livecodebench": {"select": {"run": "old"}, "threshold": 50},
    "metr": {"select": {"run": "old"}},
}


def options_for(path):
    return next((options for name, options in OPTIONS.items() if path.name.startswith(name)), {})


def format_of(path):
    if path.name == "aggregate_lm_eval.json":
        return "aggregate"
    return inspect_file(path, **{k: v for k, v in options_for(path).items() if k in ("id", "pass_")}).format


@pytest.fixture(scope="module")
def formats():
    """Each file's format; `wide.csv` cannot be inspected before a column is chosen."""
    return {path: "csv" if path.name == "wide.csv" else format_of(path) for path in FILES}


def attempt(action):
    """Return (refusal, None) or (None, result); anything but a typed error is raised."""
    try:
        return None, action()
    except DiscordantError as refusal:
        return refusal, None


def survives(path, name, options):
    """Read a file in all three ways; only typed errors that name it may come out."""
    for action in (
        lambda: read_run(path, **options),
        lambda: read_run(path, name, **options),
        lambda: inspect_file(path, name),
    ):
        refusal, found = attempt(action)
        if refusal is None:
            assert "\x1b" not in str(found)
            if hasattr(found, "outcomes"):
                assert found.outcomes or found.excluded
                assert all(type(value) is bool for value in found.outcomes.values())
                json.dumps(found.to_dict()).encode()
            continue
        assert "\x1b" not in str(refusal)
        if isinstance(refusal, FormatError):
            assert str(path) in str(refusal)


fuzz = settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
long_fuzz = settings(
    max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def splice(data, path, tmp_path, formats):
    target = tmp_path / path.name
    target.write_bytes(data.draw(mutated_bytes(path.read_bytes())))
    survives(target, formats[path], options_for(path))


def restructure(data, path, tmp_path, formats):
    target = tmp_path / path.name
    if path.suffix == ".jsonl":
        rows = data.draw(mutated_json([json.loads(line) for line in path.read_text().splitlines()]))
        target.write_text("".join(json.dumps(row) + "\n" for row in rows) if isinstance(rows, list) else "")
    else:
        target.write_text(json.dumps(data.draw(mutated_json(json.loads(path.read_text())))))
    survives(target, formats[path], options_for(path))


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.name)
@given(data=st.data())
@fuzz
def test_spliced_files(data, path, tmp_path, formats):
    splice(data, path, tmp_path, formats)


@pytest.mark.parametrize("path", [path for path in JSON if path in ONE_OF_EACH], ids=lambda path: path.name)
@given(data=st.data())
@fuzz
def test_restructured_json(data, path, tmp_path, formats):
    restructure(data, path, tmp_path, formats)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@given(data=st.data())
@long_fuzz
def test_spliced_files_at_length(data, path, tmp_path, formats):
    splice(data, path, tmp_path, formats)


@pytest.mark.slow
@pytest.mark.parametrize("path", JSON, ids=lambda path: path.name)
@given(data=st.data())
@long_fuzz
def test_restructured_json_at_length(data, path, tmp_path, formats):
    restructure(data, path, tmp_path, formats)


def zipped(log):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({key: log[key] for key in log if key != "samples"}))
        archive.writestr("summaries.json", json.dumps(log["samples"]))
    return stream.getvalue()


@given(st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_spliced_zips(tmp_path, data):
    path = tmp_path / "log.eval"
    whole = zipped(json.loads((DATA / "inspect_baseline.json").read_text()))
    path.write_bytes(data.draw(mutated_bytes(whole)))
    survives(path, "inspect", {"select": {"scorer": "choice"}})


@given(st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_run_never_pairs_into_a_traceback(tmp_path, data):
    """The damaged copy against the original: a table of at most the union of items, or a typed refusal."""
    path = data.draw(st.sampled_from([p for p in JSON if p.name != "aggregate_lm_eval.json"]))
    target = tmp_path / path.name
    target.write_bytes(data.draw(mutated_bytes(path.read_bytes())))
    whole = read_run(path, **options_for(path))
    try:
        damaged = read_run(target, **options_for(path))
        pairing = pair(whole, damaged, on_missing="count-as-failed", on_error="drop")
    except DiscordantError:
        return
    known = {*whole.outcomes, *whole.excluded, *whole.missing, *damaged.outcomes, *damaged.excluded, *damaged.missing}
    assert pairing.table.N + pairing.dropped == len(known)
