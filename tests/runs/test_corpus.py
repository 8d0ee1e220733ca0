"""Real result files of public tools: the table they give, or the refusal that says what to pass."""

from __future__ import annotations

import pytest

from discordant.errors import DiscordantError, FormatError, PairingError
from discordant.runs import inspect_file, pair, read_run
from discordant.table import Table

pytestmark = pytest.mark.corpus

MODELS = "swebench_verified_info_for_leaderboard_4models.json"
EVEN = "swebench_bashonly_2025-12-02_even.json"
TAU = "taubench_gpt-4o-airline_slim.json"
QWEN, SONNET = "inspect_arc_easy_qwen2.5-0.5b.json", "inspect_arc_easy_claude-sonnet-4.json"


@pytest.fixture
def files(corpus):
    return corpus / "files"


@pytest.mark.parametrize(
    ("name", "baseline", "candidate", "cells"),
    [
        (MODELS, "gpt-5-mini", "gpt-5", (271, 54, 28, 147)),
        (MODELS, "sonnet-4", "gpt-5", (284, 41, 40, 135)),
        (MODELS, "sonnet-4-5", "gpt-5", (300, 25, 53, 122)),
        (MODELS, "sonnet-4", "gpt-5-mini", (265, 34, 59, 142)),
        (MODELS, "sonnet-4-5", "gpt-5-mini", (274, 25, 79, 122)),
        (MODELS, "sonnet-4-5", "sonnet-4", (299, 25, 54, 122)),
    ],
)
def test_two_models_of_one_site_file(files, name, baseline, candidate, cells):
    pairing = pair(read_run(files / name, select={"run": baseline}), read_run(files / name, select={"run": candidate}))
    assert pairing.table == Table(*cells)
    assert pairing.notes == ()


def test_the_other_shape_of_the_site_file(files):
    one = read_run(files / EVEN, select={"run": "GPT-5 (2025-08-07) (medium reasoning)"})
    two = read_run(files / EVEN, select={"run": "Minimax M2"})
    table = pair(two, one).table
    assert (table.b, table.c) == (62, 42)
    assert read_run(files / EVEN, select={"run": "Claude 3.7 Sonnet (20250219)"}).passed == 51


def test_run_reports(files):
    gpt, sonnet = (read_run(files / f"derived_swebench_report_{name}.json") for name in ("gpt-5", "sonnet-4"))
    assert pair(sonnet, gpt).table == Table(284, 41, 40, 135)


@pytest.mark.parametrize(("first", "second", "cells"), [(0, 1, (12, 10, 9, 19)), (1, 2, (15, 5, 7, 23))])
def test_two_trials_of_tau_bench(files, first, second, cells):
    runs = [read_run(files / TAU, select={"trial": trial}) for trial in (first, second)]
    assert pair(*runs).table == Table(*cells)


def test_tau_bench_is_not_pooled(files):
    with pytest.raises(FormatError, match=r"50 of 50 items have 4 results each \(trial 0, 1, 2, 3\)"):
        read_run(files / TAU)


def test_the_inspect_pair_is_refused_until_a_policy_is_given(files):
    runs = read_run(files / QWEN), read_run(files / SONNET)
    with pytest.raises(PairingError, match=r"2 items missing in the baseline \(ollama/qwen2.5:0.5b\): 4, 5; say"):
        pair(*runs)
    assert pair(*runs, on_missing="drop").table == Table(1, 2, 0, 0)
    assert pair(*runs, on_missing="count-as-failed").table == Table(1, 4, 0, 0)


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
    pairing = pair(
        read_run(name, select={"run": "gpt-3.5-turbo_pct"}, threshold=100),
        read_run(name, select={"run": "gpt-4_pct"}, threshold=100),
    )
    assert pairing.table.N == 164


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
    pairing = pair(*(read_run(name, select={"run": run}, threshold=50) for run in runs))
    assert pairing.table == Table(330, 66, 26, 291)


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
    assert pair(*(read_run(path, threshold=50) for path in paths)).table == Table(50, 0, 45, 23)


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
