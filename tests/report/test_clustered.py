"""Comparisons of repeated and related items: whole clusters are tested, in every layout."""

from __future__ import annotations

import json

import jsonschema
import pytest

from discordant.clusters import sign_flip
from discordant.errors import PairingError
from discordant.exact.pvalues import exact_p
from discordant.report.clustered import ClusteredAnalysis, analyze_clusters
from discordant.report.compare import compare
from discordant.report.json_document import dumps, schema
from discordant.report.markdown import markdown
from discordant.report.text import text
from discordant.table import Table


def significant() -> ClusteredAnalysis:
    tables = [Table(0, 3, 0, 0)] * 9 + [Table(1, 1, 1, 0)] + [Table(3, 0, 0, 0)] * 20
    return analyze_clusters(dict(enumerate(tables)), candidate="new")


def test_the_sign_flip_test_decides_and_the_pooled_pairs_do_not():
    analysis = significant()
    assert analysis.flip.p == exact_p(9, 0)
    assert analysis.findings == ("difference",)
    assert analysis.verdict.sentence == (
        "The candidate passes more often than the baseline by 30.0 points on these items: the sign-flip p = 0.0039 of"
        " 30 clusters is below 0.05."
    )
    told = text(analysis)
    assert "exact p " not in told
    assert "The 90 pairs come in 30 clusters and are not tested as independent" in " ".join(told.split())


def test_the_direction_decides_whether_it_is_a_regression():
    worse = analyze_clusters({i: Table(0, 0, 2, 1) for i in range(8)})
    assert worse.findings == ("regression", "difference", "not-improved")
    assert worse.verdict.kind == "baseline-better"
    few = analyze_clusters({i: Table(0, 0, 2, 1) for i in range(3)})
    assert few.findings == ("not-improved", "cannot-tell")
    equal = analyze_clusters({i: Table(0, i % 2, 1 - i % 2, 1) for i in range(20)})
    assert equal.verdict.kind == "no-difference-shown"


def test_every_layout_carries_the_cluster_tests():
    analysis = significant()
    for layout in (text(analysis), markdown(analysis)):
        for name in ("sign-flip, exact", "obuchowski", "durkalski", "yang", "eliasziw", "cluster-robust"):
            assert name in layout
    document = json.loads(dumps(analysis.to_dict()))
    jsonschema.Draft202012Validator(schema("clusters")).validate(document)
    assert document["document"] == "clusters"
    assert document["sign_flip"]["p"]["numerator"] == "1"
    assert [test["method"] for test in document["tests"]] == ["obuchowski", "durkalski", "yang", "eliasziw"]


def test_the_sentence_names_tests_that_come_out_otherwise():
    few = analyze_clusters({i: Table(0, 1 + i % 2, 0, 1) for i in range(5)})
    assert few.flip.p == exact_p(5, 0)
    assert few.verdict.sentence.startswith(
        "Cannot tell: 5 clusters with a net difference could not have reached p < 0.05 whichever way they fell"
        " (sign-flip p = 0.0625, at best 0.0625); the methods disagree, for the sign-flip mid-p (0.0312),"
    )
    assert "durkalski (0.0" in few.verdict.sentence
    assert (
        "The cluster-robust interval excludes no difference, yet the sign-flip p = 0.0625 is not below 0.05: the"
        " interval rests on the normal distribution; the sign-flip test decides here."
    ) in " ".join(text(few).replace("Note: ", "").split())


def test_an_interval_of_zero_width_is_called_a_defect():
    alike = analyze_clusters({i: Table(0, 2, 0, 1) for i in range(5)})
    assert "The cluster-robust interval has zero width here: a defect of the method" in " ".join(text(alike).split())


def test_one_cluster_and_none_with_a_net_difference_read_as_sentences():
    alone = analyze_clusters({"only": Table(3, 2, 1, 0)})
    assert alone.verdict.sentence.startswith(
        "Cannot tell: 1 cluster with a net difference could not have reached p < 0.05 whichever way it fell"
    )
    cancelled = analyze_clusters({i: Table(1, 1, 1, 0) for i in range(9)})
    assert cancelled.verdict.sentence == (
        "Cannot tell: the runs' wins cancel within every cluster, or there are none, so nothing here can show a"
        " difference."
    )


def test_what_clusters_cost_is_exact_in_json():
    effect = significant().to_dict()["effect"]
    assert effect["icc"]["float"] == pytest.approx(float(significant().effect.icc))
    assert int(effect["effective_pairs"]["denominator"]) > 1


def test_undefined_adjustments_say_why():
    singles = analyze_clusters({i: Table(0, 1, 0, 0) for i in range(7)})
    assert singles.to_dict()["tests"][3]["undefined"].startswith("eliasziw estimates the correlation")
    alone = analyze_clusters({"only": Table(3, 2, 1, 0)})
    assert alone.interval is None
    assert alone.effect is None
    assert text(alone)


def test_items_without_a_cluster_are_refused(tmp_path):
    pytest.importorskip("discordant.runs")
    from discordant.report.compare import _whole
    from discordant.runs import pair, read_run

    rows = [{"id": i, "passed": True, "family": i // 3} for i in range(9)]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    paired = pair(read_run(path, cluster="family"), read_run(path, cluster="family"))
    assert sum(t.N for t in _whole(paired).values()) == 9
    from dataclasses import replace

    broken = replace(paired, cluster_tables={0: Table(3, 0, 0, 0)})
    with pytest.raises(PairingError, match="6 of 9 items have no cluster; give each of them one"):
        _whole(broken)


@pytest.mark.corpus
def test_tau_bench_trials_are_clusters_of_their_task(corpus, tmp_path):
    """Trials 2 and 3 against trials 0 and 1: 50 tasks of two pairs each, not 100 pairs."""
    rows = json.loads((corpus / "files" / "taubench_gpt-4o-airline_slim.json").read_text())
    for name, trials in (("first", (0, 1)), ("second", (2, 3))):
        part = [row | {"trial": trials.index(row["trial"])} for row in rows if row["trial"] in trials]
        (tmp_path / f"{name}.json").write_text(json.dumps(part))
    analysis = compare(tmp_path / "first.json", tmp_path / "second.json", format="tau-bench", repeats="clusters")
    assert isinstance(analysis, ClusteredAnalysis)
    assert analysis.flip.clusters == 50
    assert analysis.table.N == 100
    passed = {(row["task_id"], row["trial"]): row["reward"] == 1 for row in rows}
    tables = [
        Table.from_outcomes([passed[task, 0], passed[task, 1]], [passed[task, 2], passed[task, 3]])
        for task in dict.fromkeys(task for task, _ in passed)
    ]
    assert analysis.flip == sign_flip(tables)
    assert not analysis.significant


def test_tasks_that_split_differently_are_remarked_with_an_exact_p(tmp_path):
    outcomes = {"x": (0, 1), "y": (1, 0), "easy": (1, 1)}
    for name, index in (("one", 0), ("two", 1)):
        rows = [{"id": i, "task": task, "passed": pair[index]} for task, pair in outcomes.items() for i in range(5)]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    analysis = compare(tmp_path / "one.jsonl", tmp_path / "two.jsonl")
    (remark,) = [remark.text for remark in analysis.remarks if remark.kind == "between-tasks"]
    assert remark == (
        "Given the discordant items of each task, splits that differ this much between tasks have exact p = 0.0079."
    )
