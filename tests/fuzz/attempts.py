"""What a fuzzer does with damaged bytes: every way in of one reader, with nothing but typed errors coming out.

An input is one byte, which chooses the options, and then the bytes of the file. The contract: a run, an inspection or a
pairing, or a `DiscordantError` whose text names the file and holds no terminal escape; never another exception.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from discordant.errors import DiscordantError, FormatError
from discordant.runs import inspect_file, pair, read_run
from discordant.runs.readers import READERS

DATA = Path(__file__).resolve().parent.parent / "runs" / "data"

SEEDS: dict[str, tuple[str, ...]] = {
    "aggregate": ("aggregate_lm_eval.json",),
    "bigcodebench": ("bigcodebench_baseline.json",),
    "csv": ("baseline.csv", "wide.csv"),
    "eee": ("eee_baseline.jsonl",),
    "evalplus": ("evalplus_baseline.json",),
    "helm": ("helm_baseline.json", "helm_display_baseline.json"),
    "humaneval": ("humaneval_baseline.jsonl",),
    "inspect": ("inspect_baseline.json",),
    "jsonl": ("baseline.jsonl",),
    "junit": ("junit_baseline.xml",),
    "lighteval": ("lighteval_baseline.parquet",),
    "livecodebench": ("livecodebench.json",),
    "lm-eval": ("samples_demo_2026-01-02T03-04-05.678901.jsonl",),
    "metr-runs": ("metr_runs.jsonl",),
    "openai-evals": ("openai_evals_baseline.jsonl",),
    "parquet": ("parquet_baseline.parquet",),
    "promptfoo": ("promptfoo.json",),
    "swebench": ("swebench_baseline.json", "swebench_models.json", "swebench_site.json"),
    "tap": ("tap_baseline.tap",),
    "tau-bench": ("tau_bench.json",),
}
"""Valid files of every format, from which damaged ones are made."""

NAMES: dict[str, str] = {
    "inspect": "log.eval",
    "lm-eval": "samples_demo_2026-01-02T03-04-05.678901.jsonl",
    "lighteval": "details_demo_2026-01-02T03-04-05.678901.parquet",
}
"""What a damaged file is called, where the name matters; else as its first seed."""

CHOICES: tuple[dict[str, object], ...] = (
    {},
    {"threshold": "0.5"},
    {"repeats": "all"},
    {"repeats": "majority", "threshold": 50},
    {"repeats": "clusters", "id_type": "text"},
    {"repeats": "first", "id_type": "text"},
    {"select": {"run": "old"}},
    {"select": {"trial": "0"}},
    {"select": {"metric": "acc", "filter": "strict-match"}},
    {"select": {"metric": "exact_match", "filter": "none"}, "repeats": "any"},
    {"select": {"metric": "plus"}, "repeats": "any"},
    {"select": {"scorer": "choice"}, "repeats": "any"},
    {"select": {"metric": "em"}},
    {"select": {"task": "even", "run": "old"}, "repeats": "clusters"},
    {"id": "question.id", "pass_": "ok"},
    {"id": "task", "select": {"run": "old"}},
    {"pass_": "evaluation.score", "threshold": "1/2"},
    {"max_bytes": 200},
    {"select": {"run": "old"}, "threshold": 50},
    {"select": {"run": "openai:old"}},
)


def seeds(reader: str) -> Iterator[bytes]:
    """Yield every valid file of a format under every choice of options, and Inspect's log as a zip too."""
    for name in SEEDS[reader]:
        whole = (DATA / name).read_bytes()
        for place in range(len(CHOICES)):
            yield bytes([place]) + whole
            if reader == "inspect":
                yield bytes([place]) + zipped(json.loads(whole))


def zipped(log: dict[str, object]) -> bytes:
    """Return an Inspect log as the zip that Inspect writes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({key: log[key] for key in log if key != "samples"}))
        archive.writestr("summaries.json", json.dumps(log["samples"]))
    return stream.getvalue()


def attempt(reader: str, folder: Path, data: bytes) -> int:
    """Write the bytes below `folder`, read them in every way, and return how many ways gave a result."""
    path = folder / NAMES.get(reader, SEEDS[reader][0])
    path.write_bytes(data[1:])
    options = CHOICES[(data[0] if data else 0) % len(CHOICES)]
    shared = {key: value for key, value in options.items() if key in ("id", "pass_", "threshold", "max_bytes")}
    ways: tuple[tuple[Callable[[], object], Path], ...] = (
        (lambda: told(read_run(path, reader, **options)), path),
        (lambda: told(read_run(path, **options)), path),
        (lambda: told(inspect_file(path, reader, **shared)), path),
        (lambda: told(inspect_file(path, **shared)), path),
        (lambda: told(inspect_file(folder, reader, **shared)), folder),
        (lambda: told(read_run(folder, reader, **options)), folder),
        (lambda: paired(path, reader, options), path),
    )
    done = 0
    for way, place in ways:
        refusal = refusal_of(way)
        done += refusal is None
        assert "\x1b" not in str(refusal), "a terminal escape in a refusal"
        assert not isinstance(refusal, FormatError) or str(place) in str(refusal), "a refusal without its file"
    return done


def refusal_of(way: Callable[[], object]) -> DiscordantError | None:
    """Return the typed error that came out; any other is raised."""
    try:
        way()
    except DiscordantError as refusal:
        return refusal
    return None


def told(found: object) -> None:
    """Print a result in every form; none may hold a terminal escape or fail to be encoded."""
    text = f"{found}{json.dumps(found.to_dict(), allow_nan=False)}"  # type: ignore[attr-defined]  # Run, Inspection or Pairing
    text.encode()
    assert "\x1b" not in text, "a terminal escape in a result"


def paired(path: Path, reader: str, options: dict[str, object]) -> None:
    """Pair a damaged file with itself: every item is matched, dropped or counted as failed, none is discordant."""
    run = read_run(path, reader, **options)  # type: ignore[arg-type]  # the choices are of the right types
    pairing = pair(run, run, on_missing="drop", on_error="count-as-failed")
    assert pairing.table.n == 0, "discordant items between a file and itself"
    known = {*run.outcomes, *run.excluded, *run.missing}
    assert pairing.table.N + pairing.dropped == len(known), "items lost"
    json.dumps(pairing.to_dict(), allow_nan=False)


assert SEEDS.keys() == READERS.keys(), "every reader has its seeds"
