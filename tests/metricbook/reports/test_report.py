"""The function: what it takes, and what a report can be saved and shown as."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import metricbook as mb
from metricbook.reports import Report

from .made import counts, predictions

MADE = predictions(200)


@pytest.fixture(scope="module")
def found() -> Report:
    return mb.report(MADE.labels, dict(MADE.scores), replicates=2, name="mine")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("r.html", "html"), ("r.HTM", "html"), ("r.v2.md", "markdown"), ("r.json", "json")],
)
def test_a_report_is_saved_as_what_its_name_says(name: str, kind: str, found: Report, tmp_path: Path) -> None:
    assert found.save(tmp_path / name) == tmp_path / name
    assert (tmp_path / name).read_text(encoding="utf-8") == getattr(found, kind)


@pytest.mark.parametrize("name", ["r.pdf", "r", "html"])
def test_a_report_is_saved_as_nothing_else(name: str, found: Report, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=rf"as \.html, \.htm, \.md, \.json, not as '{name}'"):
        found.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_shows_the_page_and_others_what_it_says(found: Report) -> None:
    shown = found._repr_mimebundle_()
    frame = shown["text/html"]
    assert unescape(frame[frame.index('"') + 1 : frame.index('" title=')]) == found.html
    assert shown["text/plain"] == str(found) == repr(found)
    assert str(found).startswith("first has the higher AUROC: 0.")
    assert str(found).endswith("mine: 200 cases, " + str(found).partition("mine: 200 cases, ")[2])


def test_what_is_given_is_what_is_computed() -> None:
    asked: list[tuple[str, int]] = []

    def progress(work: Any, what: str, number: int) -> Any:
        asked.append((what, number))
        return work

    given = {"level": 0.9, "replicates": 3, "seed": 8, "cost_fp": 1, "cost_fn": 2, "clusters": np.arange(200) // 2}
    found = mb.report(MADE.labels, dict(MADE.scores), progress=progress, **given).analysis
    assert (found.level, found.replicates, found.seed, found.clusters) == (0.9, 3, 8, 100)
    assert (found.question.cost_fn, found.source.name) == (2, "arrays")
    assert ("replicates", 3) in asked
    usual = mb.report(MADE.labels, MADE.scores["first"]).analysis
    assert (usual.level, usual.replicates, usual.seed) == (0.95, 400, 0)


def test_files_are_paths_and_lists_of_them(tmp_path: Path) -> None:
    frame = pd.DataFrame({"id": np.arange(200), "y": MADE.labels.astype(int), **MADE.scores})
    frame.drop(columns="second").to_csv(tmp_path / "a.csv", index=False)
    frame[["id", "second"]].to_csv(tmp_path / "b.csv", index=False)
    one = [tmp_path / "a.csv", str(tmp_path / "a.csv"), [tmp_path / "a.csv"], (str(tmp_path / "a.csv"),)]
    for data in one:
        assert list(mb.report(data, label="y", scores="first", replicates=2).analysis.models) == ["first"]
    both = mb.report([tmp_path / "a.csv", tmp_path / "b.csv"], identifier="id", replicates=2).analysis
    assert list(both.models) == ["first", "second"]
    for data in ([], [1, 2], ()):
        with pytest.raises(ValueError, match="is no data frame but a"):
            mb.report(data)


def test_counts_can_be_reported_on() -> None:
    result = mb.report(counts(MADE), cost_fp=1, cost_fn=2, replicates=2)
    assert result.analysis.counted
    assert result.analysis.question.cost_fn == 2
    assert result.files == ()


def test_where_metrics_are_proved_is_passed_on() -> None:
    result = mb.report(MADE.labels, MADE.scores["first"], replicates=2, proofs={"auroc": "a book"})
    assert "is proved in a book." in result.html


FRAME = pd.DataFrame({"y": [0, 1, 0, 1], "p": [0.1, 0.2, 0.3, 0.4]})


@pytest.mark.parametrize(
    ("data", "options", "names"),
    [
        ((FRAME["y"], FRAME["p"]), {"label": "y", "scores": "p"}, "got label=, scores=: columns are named in tables"),
        ((FRAME["y"], FRAME["p"]), {"weight": "w", "cluster": "c", "identifier": "i"}, "weight=, cluster=, identifier"),
        ((FRAME["y"], FRAME["p"]), {"groups": "g"}, "groups= as a mapping of names to arrays where y_score= is given"),
        ((FRAME,), {"sample_weight": [1, 1, 1, 1], "clusters": [1, 2, 3, 4]}, "got sample_weight=, clusters=: arrays"),
        ((FRAME,), {"groups": {"g": [1, 1, 2, 2]}}, "groups= as names of columns where no y_score= is given"),
        (("a.csv",), {"name": "mine"}, "got name=: files are called by their own names"),
        ((counts(MADE),), {"groups": ["g"], "positive": 1, "name": "n"}, "got groups=, positive=, name=: counts hold"),
        ((counts(MADE),), {"clusters": [1], "label": "y"}, "got clusters=, label=: counts hold"),
        ((FRAME,), {"cost_FP": 1}, r"report\(\) got an unexpected keyword argument 'cost_FP'"),
    ],
)
def test_an_argument_that_does_not_go_with_the_data_is_named(data: Any, options: Any, names: str) -> None:
    with pytest.raises(TypeError, match=names):
        mb.report(*data, **options)


def test_columns_and_arrays_reach_the_analysis() -> None:
    frame = pd.DataFrame({"l": MADE.labels, "s": MADE.scores["first"], "w": 2.0, "c": np.arange(200) // 2, "g": "one"})
    table = mb.report(frame, label="l", scores="s", weight="w", cluster="c", groups="g", positive=True, replicates=2)
    arrays = mb.report(
        frame["l"],
        {"s": frame["s"]},
        sample_weight=frame["w"],
        clusters=frame["c"],
        groups={"g": frame["g"]},
        positive=True,
        name="data frame",
        replicates=2,
    )
    assert table.json.replace(table.analysis.source.digest, arrays.analysis.source.digest) == arrays.json
    assert (table.analysis.weighted, table.analysis.clusters) == (True, 100)
    assert {group.column for group in table.analysis.groups} == {"g"}


def test_linear_algebra_of_a_report_is_done_by_one_thread() -> None:
    threadpoolctl = pytest.importorskip("threadpoolctl")
    seen: list[int] = []

    def look(items: Any, *_: Any) -> Any:
        seen.extend(pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas")
        return items

    with threadpoolctl.threadpool_limits(limits=2):
        mb.report([1, 1, 0, 0], [0.9, 0.3, 0.4, 0.1], replicates=1, progress=look)
    assert set(seen) == {1}


def test_the_function_is_no_module() -> None:
    from metricbook import reports

    assert mb.report is reports.report
    assert callable(reports.report)
    assert all(hasattr(reports, name) for name in reports.__all__)


def test_the_function_takes_what_the_command_takes(folder: Path) -> None:
    table = pd.read_csv("scores.csv")
    of_arrays = mb.report(table["y"], {name: table[name] for name in ("first", "second")}, replicates=5)
    of_frame = mb.report(table, label="y", scores=["first", "second"], replicates=5)
    of_file = mb.report("scores.csv", label="y", scores=["first", "second"], replicates=5, cost_fp=1, cost_fn=2)
    values = [r.analysis.models["second"].metrics["auroc"] for r in (of_arrays, of_frame, of_file)]
    assert values[0] == values[1] == values[2]
    assert of_file.analysis.main.name == "cost"
    of_file.save("r.json")
    assert json.loads((folder / "r.json").read_text())["main_metric"] == "cost"
    with pytest.raises(ValueError, match=r"written as \.html"):
        of_file.save("r.pdf")
    shown = of_frame._repr_mimebundle_()
    assert shown["text/html"].startswith("<iframe srcdoc=")
    assert shown["text/plain"] == str(of_frame)


@pytest.mark.parametrize("kind", ["polars", "pyarrow"])
def test_the_function_takes_frames_of_others(kind: str, folder: Path) -> None:
    table = pd.read_csv("scores.csv")
    expected = mb.report(table, label="y", scores=["first", "second"], replicates=3)
    if kind == "polars":
        made = pytest.importorskip("polars").from_pandas(table)
    else:
        made = pytest.importorskip("pyarrow").Table.from_pandas(table)
    found = mb.report(made, label="y", scores=["first", "second"], replicates=3)
    assert found.analysis.models["second"].metrics == expected.analysis.models["second"].metrics
    assert found.analysis.source.positive == expected.analysis.source.positive


def test_values_are_scikit_learns(folder: Path) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    table = pd.read_csv("scores.csv")
    table["first"] = (table["first"] * 0.98 + 0.01).where(table["first"] != 0.5, 0.501)  # no score at the threshold
    weight = np.random.default_rng(0).gamma(2.0, size=len(table)).round(3)
    for given in (None, weight):
        found = mb.report(table["y"], {"m": table["first"]}, sample_weight=given, replicates=3)
        values = {name: one.value for name, one in found.analysis.models["m"].metrics.items()}
        flagged = table["first"] > 0.5
        for name, function, scores in (
            ("auroc", metrics.roc_auc_score, table["first"]),
            ("average_precision", metrics.average_precision_score, table["first"]),
            ("brier_score", metrics.brier_score_loss, table["first"]),
            ("log_loss", metrics.log_loss, table["first"]),
            ("precision", metrics.precision_score, flagged),
            ("recall", metrics.recall_score, flagged),
            ("f1_score", metrics.f1_score, flagged),
            ("matthews_correlation", metrics.matthews_corrcoef, flagged),
            ("cohen_kappa", metrics.cohen_kappa_score, flagged),
            ("balanced_accuracy", metrics.balanced_accuracy_score, flagged),
        ):
            expected = function(table["y"], scores, sample_weight=given)
            assert values[name] == pytest.approx(expected, rel=1e-12), name


def test_every_interval_holds_its_value(folder: Path) -> None:
    made = predictions(300, weights=np.random.default_rng(0).gamma(2.0, size=300), clusters=np.arange(300) // 3)
    found = mb.report(
        made.labels,
        dict(made.scores),
        sample_weight=made.weights,
        clusters=made.clusters,
        prevalence=0.05,
        cost_fp=1,
        cost_fn=30,
        replicates=3,
    ).analysis
    estimates = [one for model in found.models.values() for one in model.metrics.values()]
    for one in [*estimates, *(difference.estimate for difference in found.differences)]:
        assert one.low is not None
        assert one.low <= one.value <= one.high
