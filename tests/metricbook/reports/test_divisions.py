"""Folds, clusters, periods and groups of a report: their numbers, what is asked about them, and what a page says."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import metricbook as mb
from metricbook.reports import cautions
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.divisions import compare_folds, estimate_prevalence, split
from metricbook.reports.lookalikes import look_at
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import Question
from metricbook.reports.rendering import choose_groups, render_html, render_json, render_markdown
from metricbook.reports.rows import Rows
from metricbook.reports.sentences_of_parts import describe_drift, describe_folds, describe_groups, find_apart

from .made import counts, predictions

MADE = predictions()
FOLD = np.arange(400) % 5
SHIFTED = {name: scores + 2.0 * FOLD for name, scores in MADE.scores.items()}


def looked(role: str, values: Any) -> dict[str, Any]:
    """A column without a role, by the name of the one that it looks like."""
    found = look_at(role, np.array(list(values), dtype=object))
    assert found is not None
    return {"lookalikes": {f"the_{role}": found}}


def found(data: Predictions | Counts, question: Question | None = None) -> Analysis:
    return analyse(data, question, replicates=2)


def asked(data: Predictions | Counts) -> str:
    return " ".join(found(data).cautions)


def test_the_cases_are_split_by_values() -> None:
    parts = dict(split(np.array(["b", "a", "b", "c"])))
    assert {value: chosen.tolist() for value, chosen in parts.items()} == {"a": [1], "b": [0, 2], "c": [3]}


def test_pooled_folds_beside_the_mean_of_their_own() -> None:
    cases = Rows(replace(MADE, scores=SHIFTED), Question())
    folds = compare_folds(cases, FOLD, "f", 0.95, given=True)
    own = [mb.auroc(MADE.labels[k == FOLD], MADE.scores["first"][k == FOLD]) for k in range(5)]
    pooled = folds.models["first"]
    assert pooled.mean.value == pytest.approx(np.mean(own))
    assert [row.areas["first"].value for row in folds.rows] == pytest.approx(own)
    assert pooled.pooled.value == pytest.approx(mb.auroc(MADE.labels, SHIFTED["first"]))
    assert pooled.less.value == pytest.approx(pooled.pooled.value - np.mean(own))
    rng, drawn = np.random.default_rng(0), []
    for _ in range(100):  # by a bootstrap of 100, which knows a standard error to 7 %
        chosen = rng.integers(400, size=400)
        resampled = Rows(
            replace(MADE, labels=MADE.labels[chosen], scores={"first": SHIFTED["first"][chosen]}), Question()
        )
        drawn.append(compare_folds(resampled, FOLD[chosen], "f", 0.95, given=False).models["first"].less.value)
    assert pooled.less.standard_error == pytest.approx(np.std(drawn), rel=0.21)


def test_a_fold_of_one_class_is_in_no_mean() -> None:
    folds = np.where(MADE.labels & (np.arange(400) < 100), 2, np.arange(400) % 2)
    of = compare_folds(Rows(MADE, Question()), folds, "f", 0.95, given=True)
    assert (of.number, of.both) == (3, 2)
    assert of.rows[2].areas == {}
    assert "(1 without both classes left out)" in describe_folds(of)[0]
    alone = compare_folds(Rows(MADE, Question()), MADE.labels, "f", 0.95, given=True)
    assert (alone.both, alone.models, describe_folds(alone)) == (0, {}, [])


def test_folds_on_scales_of_their_own_are_a_fault() -> None:
    of = replace(MADE, folds=FOLD.astype(str), columns={"fold": "f"})
    assert "Pooling the folds" not in asked(of)
    shifted = replace(of, scores=SHIFTED)
    assert "Pooling the folds of f changes the AUROC of first from 0." in asked(shifted)
    page, text = render_html(found(shifted)), render_markdown(found(shifted))
    assert "as the mean of the folds, clearly different</span></h2>" in page
    assert "for the 5 folds of f pooled" in page
    assert "## Folds" in text


def test_a_column_like_folds_is_asked_about_with_its_numbers() -> None:
    said = asked(replace(MADE, scores=SHIFTED, **looked("fold", FOLD)))
    assert 'The column "the_fold" looks like folds, by its name and because each of its 5 values repeats.' in said
    assert "is clear. If so, say it with --fold (in Python, fold=)." in said
    assert "Pooling the folds" not in said
    one_class = asked(replace(MADE, **looked("fold", MADE.labels)))
    assert "If each was scored by a model of its own, say so with --fold" in one_class
    assert 'id="folds"' not in render_html(found(replace(MADE, **looked("fold", FOLD))))


def test_the_difference_that_clusters_make_is_computed() -> None:
    twice = np.tile(np.arange(200), 2)
    labels, scores = np.tile(MADE.labels[:200], 2), np.tile(MADE.scores["first"][:200], 2)
    data = replace(MADE, labels=labels, scores={"first": scores})
    (given,) = found(replace(data, clusters=twice)).cluster_effects
    (suspected,) = found(replace(data, **looked("cluster", twice))).cluster_effects
    assert given[2:] == suspected[2:]
    assert (given.clusters, given.largest, given.metric, given.model) == (200, 2, "auroc", "first")
    assert given.together.standard_error == pytest.approx(2**0.5 * given.alone.standard_error, rel=0.01)
    assert found(replace(data, clusters=twice)).models["first"].metrics["auroc"].low == given.together.low
    said = asked(replace(data, **looked("cluster", twice)))
    assert "its 200 values repeat among 400 cases, one of them 2 times" in said
    assert re.search(r"The first is 1\.[45] times as long\. If so, say it with --cluster \(in Python, cluster=\)", said)
    words = json.loads(render_json(found(replace(data, clusters=twice))))["words"]["read"]
    assert any("for cases drawn one by one it would be" in sentence for sentence in words)
    assert found(data).cluster_effects == []


def test_clusters_without_an_effect_and_without_an_interval() -> None:
    pairs = looked("cluster", np.random.default_rng(0).permutation(400) // 2)
    assert "Both are about as long." in asked(replace(MADE, **pairs))
    fixed = found(replace(MADE, **pairs), Question(fixed_classes=True))
    assert "intervals are too short: say so with --cluster" in " ".join(fixed.cautions)


def test_identifiers_that_repeat_are_a_fault_unless_they_are_clusters() -> None:
    named = replace(MADE, columns={"identifier": "case"}, repeated_identifiers=3)
    assert '3 rows of 400 have the "case" of an earlier row.' in asked(named)
    assert "1 row of 400 has" in asked(replace(named, repeated_identifiers=1))
    assert "of an earlier row" not in asked(replace(named, repeated_identifiers=0))
    both = replace(named, columns={"identifier": "case", "cluster": "case"}, clusters=np.arange(400))
    assert "of an earlier row" not in asked(both)
    assert '200 rows of 400 have the "the_identifier"' in asked(
        replace(MADE, **looked("identifier", np.arange(400) // 2))
    )


def dates(months: np.ndarray) -> list[str]:
    return [f"2026-{month:02}-{day % 28 + 1:02}" for day, month in enumerate(months)]


def test_a_column_like_times_is_asked_about_until_it_is_given() -> None:
    times = dates(np.arange(400) % 12 + 1)
    assert "shown with --time (in Python, time=)" in asked(replace(MADE, **looked("time", times)))
    given = mb.report(MADE.labels, dict(MADE.scores), times=times, replicates=2)
    assert "--time" not in " ".join(given.analysis.cautions)
    (drift,) = given.analysis.drift
    assert (drift.column, drift.unit, len(drift.periods)) == ("times", "month", 12)
    assert "12 months: share of positives may be the same, AUROC of first may be the same</span></h2>" in given.html
    assert "## 12 months: share of positives may be the same" in given.markdown


def test_a_change_with_time_is_a_fault_and_in_words() -> None:
    month = np.arange(400) // 67 + 1
    scores = {"first": np.where(month < 4, MADE.scores["first"], 1 - MADE.scores["first"])}
    report = mb.report(MADE.labels, scores, times=dates(month), replicates=2)
    (drift,) = report.analysis.drift
    assert "The AUROC of first clearly changes with times, along a straight line by" in " ".join(
        report.analysis.cautions
    )
    sentence = describe_drift(report.analysis, drift)[1]
    assert sentence.startswith("The AUROC of first changes with time. Along a straight line it falls by ")
    assert " months are clearly apart from the mean of the others (" in sentence
    fixed = mb.report(MADE.labels, scores, times=dates(month), fixed_classes=True, replicates=2).analysis
    assert fixed.drift[0].prevalence_trend is None
    assert not any("share of positives" in said for said in describe_drift(fixed, fixed.drift[0]))
    few = mb.report(MADE.labels[:20], MADE.scores["first"][:20], times=dates(np.arange(20) // 2 + 1), replicates=2)
    assert "AUROC of y_score may" not in few.html


def test_a_share_of_positives_is_wilsons_kin_and_exact_at_its_ends() -> None:
    cases = Rows(MADE, Question())
    share = MADE.labels.mean()
    estimate = estimate_prevalence(cases, 0.95)
    assert estimate.value == pytest.approx(share)
    assert estimate.standard_error == pytest.approx((share * (1 - share) / 399) ** 0.5)
    none = estimate_prevalence(cases.among(np.flatnonzero(~MADE.labels)[:20]), 0.95)
    assert (none.value, none.low) == (0.0, 0.0)
    assert none.high == pytest.approx(1 - 0.025 ** (1 / 20))  # Clopper and Pearson
    every = estimate_prevalence(cases.among(np.flatnonzero(MADE.labels)[:20]), 0.95)
    assert (every.low, every.high) == pytest.approx((0.025 ** (1 / 20), 1.0))


def many_groups(groups: int, each: int = 60) -> Predictions:
    rng = np.random.default_rng(7)
    size = groups * each
    labels = rng.random(size) < 0.4
    group = np.arange(size) // each
    signal = np.where(group % 40 == 0, -1.0, 1.5)
    scores = rng.normal(size=size) + signal * labels
    return predictions(labels=labels, scores={"first": scores}, groups={"ward": np.array([f"w{k}" for k in group])})


def test_a_page_of_many_groups_names_the_extremes_and_stays_small() -> None:
    analysis = found(many_groups(120))
    (sentence,) = describe_groups(analysis)
    assert sentence.startswith("ward has 120 groups. The AUROC of first is not the same in all: 3 groups are clearly")
    assert "Of these the lowest is w" in sentence
    assert len(sentence) < 500
    assert {group.value for group in choose_groups(analysis)[:3]} == {"w0", "w40", "w80"}
    assert len(choose_groups(analysis)) == 60
    unknown = [group._replace(less=None, cases=k) for k, group in enumerate(analysis.groups)]
    assert [group.cases for group in choose_groups(replace(analysis, groups=unknown))] == [*range(119, 59, -1)]
    page = render_html(analysis)
    assert "Groups: ward, 3 of 120 clearly apart in AUROC</span></h2>" in page
    assert len(page.encode()) < 270_000
    assert max(map(len, analysis.cautions), default=0) < 500


def test_groups_with_few_cases_are_not_compared_and_counted() -> None:
    wards = np.array(["a"] * 190 + ["b"] * 190 + ["c"] * 20)
    analysis = found(replace(MADE, groups={"ward": wards}))
    (sentence,) = describe_groups(analysis)
    assert sentence.startswith(
        "ward has 3 groups, 1 of which have too few cases to be compared. The AUROC of first may"
    )
    assert [group.less.value is None for group in analysis.groups if group.model == "first"] == [False, False, True]


def test_of_parts_that_are_clearly_apart_the_extremes_are_named() -> None:
    assert find_apart([("a", None, None)]) is None


def test_under_prices_groups_are_compared_by_costs_and_under_a_budget_by_auroc() -> None:
    wards = np.where(np.arange(400) % 2, "north", "south")
    priced = found(replace(MADE, groups={"ward": wards}), Question(cost_fp=1, cost_fn=3))
    assert "The mean cost of a case of first may be the same in all" in describe_groups(priced)[0]
    budgeted = found(replace(MADE, groups={"ward": wards}), Question(budget=50))
    assert "The AUROC of first" in describe_groups(budgeted)[0]


def test_clusters_and_weights_go_into_parts() -> None:
    wards = np.where(np.arange(400) % 2, "north", "south")
    data = replace(MADE, groups={"ward": wards})
    errors = {
        name: found(replace(data, **given)).groups[0].less.standard_error
        for name, given in {
            "alone": {},
            "within": {"clusters": np.arange(400) // 4 * 2 + np.arange(400) % 2},
            "across": {"clusters": np.arange(400) // 2},
            "weighted": {"weights": np.where(np.arange(400) < 40, 10.0, 1.0)},
        }.items()
    }
    assert errors["within"] == pytest.approx(errors["alone"], rel=0.2)
    assert errors["across"] == pytest.approx(errors["alone"], rel=0.2)
    assert errors["weighted"] > 1.3 * errors["alone"]


def test_a_counted_file_is_asked_about_by_the_names_of_its_columns(tmp_path: Path) -> None:
    pytest.importorskip("duckdb", reason="the extra `large` is not installed")
    from metricbook.reports.counting import count

    frame = pd.DataFrame({"y": MADE.labels.astype(int), "p": MADE.scores["first"], "patient": 1, "case_id": 2})
    frame.to_csv(tmp_path / "a.csv", index=False)
    counted = count(tmp_path / "a.csv", label="y", scores="p")
    (said,) = cautions.ask_about_uncounted(found(counted), counted)
    assert said.startswith('The file has a column "patient", which was not looked at')
    assert list(cautions.ask_about_uncounted(found(counts(MADE)), counts(MADE))) == []


def test_a_page_has_room_for_some_periods_and_folds_and_says_how_many_it_leaves_out() -> None:
    scores = {f"m{k}": MADE.scores["first"] for k in range(10)}
    folds, times = np.arange(400) // 10, dates(np.arange(400) % 12 + 1)
    report = mb.report(MADE.labels, scores, times=times, folds=folds, replicates=1)
    assert report.html.count("more rows are left out here") == 1
    assert "24 more rows are left out here" in report.html
