"""Real result files of public tools: what inspection says of each, the table of every pair, or the refusal."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from discordant.errors import DiscordantError, FormatError, PairingError
from discordant.runs import inspect_file, pair, read_run
from discordant.table import Table

pytestmark = pytest.mark.corpus

RECORDED = json.loads((Path(__file__).parent.parent / "data" / "corpus_files.json").read_text(encoding="utf-8"))
FILES, PAIRS = RECORDED["files"], RECORDED["pairs"]
EVEN = "swebench_bashonly_2025-12-02_even.json"
TAU = "taubench_gpt-4o-airline_slim.json"
QWEN, SONNET = "inspect_arc_easy_qwen2.5-0.5b.json", "inspect_arc_easy_claude-sonnet-4.json"


@pytest.fixture
def files(corpus):
    return corpus / "files"


def test_every_file_of_the_corpus_is_recorded(files):
    assert {path.name for path in files.iterdir()} == FILES.keys()


def test_every_file_that_holds_results_is_compared():
    compared = {pairing[side] for pairing in PAIRS for side in ("baseline", "candidate")}
    refused = {name for name, known in FILES.items() if "refused" in known}
    assert FILES.keys() - compared == refused - {"derived_humaneval_jamesmurdza_pct_of_10.csv"}


@pytest.mark.parametrize("name", FILES)
def test_what_inspection_says(files, discordant, name):
    known = FILES[name]
    shown = discordant("inspect", files / name, "--output", "json")
    if "refused" in known:
        assert (shown.code, shown.out) == (3, "")
        assert shown.err.startswith(f"Error: {files / name}")
        assert known["refused"] in shown.err
        return
    document = json.loads(shown.out)
    assert (document["format"], len(document["groups"])) == (known["format"], known["groups"])
    (group,) = (group for group in document["groups"] if group["selector"] == known["first"]["selector"])
    assert {key: group[key] for key in known["first"]} == known["first"]
    assert discordant("inspect", files / name).code == 0


@pytest.mark.parametrize("name", [name for name, known in FILES.items() if "refused" not in known])
def test_the_command_that_inspection_suggests_compares(files, discordant, name):
    """The candidate that it leaves open is the file itself here, and the threshold 50."""
    words = shlex.split(inspect_file(files / name).command)
    words = [{"CANDIDATE": str(files / name), "NUMBER": "50"}.get(word, word) for word in words]
    result = discordant(*words[1:])
    assert result.code == 0, result.err
    assert "Verdict:" in result.out


@pytest.mark.parametrize("known", PAIRS, ids=lambda known: f"{known['baseline'][:24]}-{known['cells']}")
def test_the_table_of_a_pair(files, known):
    options = dict(known["options"])
    policies = {key: options.pop(key) for key in ("on_missing",) if key in options}
    runs = [read_run(files / known[side], **options, **known[f"{side}_options"]) for side in ("baseline", "candidate")]
    assert pair(*runs, **policies).table == Table(*known["cells"])


def test_a_published_rate_that_its_items_do_not_hold(files):
    assert read_run(files / EVEN, select={"run": "Claude 3.7 Sonnet (20250219)"}).passed == 51


def test_tau_bench_is_not_pooled(files):
    with pytest.raises(FormatError, match=r"50 of 50 items have 4 results each \(trial 0, 1, 2, 3\)"):
        read_run(files / TAU)


def test_the_inspect_pair_is_refused_until_a_policy_is_given(files):
    runs = read_run(files / QWEN), read_run(files / SONNET)
    with pytest.raises(PairingError, match=r"2 items missing in the baseline \(ollama/qwen2.5:0.5b\): 4, 5; say"):
        pair(*runs)


def test_a_zipped_inspect_log(files):
    run = read_run(files / "inspect_popularity_10samples_scored.eval")
    assert (run.passed, run.failed, run.label) == (8, 2, "openai/gpt-4o-mini")
    assert run.outcomes[7] is False


def test_an_lm_eval_run_against_itself(files):
    run = read_run(files / "lmeval_samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl")
    pairing = pair(run, run)
    assert pairing.table == Table(0, 0, 0, 10)
    assert len(pairing.notes) == 1


def test_two_columns_of_percentages_need_a_threshold(files):
    name = files / "derived_humaneval_jamesmurdza_pct_of_10.csv"
    with pytest.raises(
        FormatError, match=r"line 2, item 'HumanEval/0': the score '100' is neither 0 nor 1; pass --thr"
    ):
        read_run(name, select={"run": "codellama-34b-instruct_pct"})


def test_helm_needs_its_metric(files):
    name = files / "helm_hellaswag_pythia-1b_per_instance_stats.json"
    with pytest.raises(FormatError, match=r"the file holds 27 metrics \(num_references, .* and 7 more\); choose with"):
        read_run(name)
    run = read_run(name, select={"metric": "exact_match"})
    assert (run.passed, run.failed) == (3, 7)


def test_an_interchange_record(files):
    run = read_run(files / "eee_demo_samples.jsonl")
    assert run.outcomes == {"demo_0001": True}
    assert run.label == "demo-org/demo-model"


def test_livecodebench_repair_needs_a_threshold(files):
    name = files / "livecodebench_performances_repair.json"
    runs = ("GPT-4O-2024-05-13", "Claude-3.5-Sonnet-20240620")
    with pytest.raises(FormatError, match=r"is a percentage of repeated tries; pass --threshold"):
        read_run(name, select={"run": runs[0]})


def test_livecodebench_test_generation_has_repeats(files):
    name = files / "livecodebench_performances_testgen.json"
    with pytest.raises(FormatError, match=r"182 of 182 items come in 2 or 3 or 4 rows each: '2727'"):
        read_run(name, select={"run": "DSCoder-33b-Ins"}, threshold=50)
    assert len(read_run(name, select={"run": "DSCoder-33b-Ins"}, threshold=50, repeats="all").outcomes) == 182


def test_evalperf_percentages_need_a_threshold(files):
    names = ("01-ai--Yi-Coder-9B-Chat", "meta-llama--Meta-Llama-3-8B-Instruct")
    paths = [files / f"evalperf_{name}_vllm_temp_1.0.slim.json" for name in names]
    with pytest.raises(FormatError, match=r"item 'HumanEval/9': the score 100.0% is a percentage"):
        read_run(paths[0])


def test_aggregate_results_are_refused(files):
    with pytest.raises(FormatError, match="discordant audit"):
        read_run(files / "lmeval_results_2026-01-21T03-44-18.458309.json")


def test_no_corpus_file_ends_in_a_traceback(files):
    told = {}
    for path in sorted(files.iterdir()):
        for action in (inspect_file, read_run):
            try:
                action(path)
            except DiscordantError as refusal:
                told[str(path)] = str(refusal)
    assert told
    assert all(path in message for path, message in told.items())
