"""Near-ties in a report: counted, with ranges that hold, and silent where there are none."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import metricbook
from metricbook.reports import cautions, rendering
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.model_contents import NearlyTied
from metricbook.reports.predictions import Counts, Predictions, Tally
from metricbook.reports.question import Question

from .made import counts, predictions

RNG = np.random.default_rng(7)
MADE = predictions()
SCORES = MADE.scores["first"]
#: The same scores to two decimals, as a processor rounds them that adds up in another order.
ROUNDED = predictions(scores={"m": SCORES * (1 + 1e-15 * RNG.integers(-3, 4, SCORES.size))})


def analysed(made: Predictions | Counts, **asked: Any) -> Analysis:
    return analyse(made, Question(**asked), replicates=3)


def near_ties(made: Predictions | Counts, **asked: Any) -> NearlyTied:
    ties = analysed(made, **asked).models["m"].near_ties
    assert ties is not None
    return ties


def test_rounded_scores_have_none() -> None:
    found = analysed(MADE)
    assert [model.near_ties for model in found.models.values()] == [None, None]
    assert list(cautions.warn_of_near_ties(found, MADE)) == []


def test_cases_are_counted_and_ranges_are_the_librarys() -> None:
    ties = near_ties(ROUNDED, threshold=0.333, cost_fp=1, cost_fn=3)
    distinct = [np.unique(ROUNDED.scores["m"][score == SCORES]).size for score in np.unique(SCORES)]
    cases = sum(int((score == SCORES).sum()) for score, n in zip(np.unique(SCORES), distinct, strict=True) if n > 1)
    assert (ties.cases, ties.groups) == (cases, sum(n > 1 for n in distinct))
    assert 0 < ties.smallest < 1e-14
    assert (ties.tolerance, ties.near_threshold) == (1e-9, 0.0)
    assert "precision_at_indistinguishability" not in ties.ranges
    assert "brier_score" not in ties.ranges
    for metric in ("auroc", "average_precision", "auch", "h_measure", "kolmogorov_smirnov", "lxcim", "f1_score"):
        given = {} if metric in metricbook.metrics.tie_breaking.OF_RANKING else {"threshold": 0.333}
        expected = metricbook.tie_break_range(metric, MADE.labels, ROUNDED.scores["m"], **given)
        assert ties.ranges[metric] == (expected.low, expected.high)
    assert ties.ranges["cost"][0] == ties.ranges["cost"][1]


def test_the_range_holds_what_either_machine_finds() -> None:
    here, there = (analysed(predictions(scores={"m": s})).models["m"] for s in (ROUNDED.scores["m"], SCORES))
    assert here.near_ties is not None
    for metric, (low, high) in here.near_ties.ranges.items():
        for model in (here, there):
            value = model.metrics[metric].value
            assert value is not None
            assert low - 1e-12 <= value <= high + 1e-12, metric


def test_ranges_are_those_of_the_prevalence_asked_for() -> None:
    ties = near_ties(ROUNDED, prevalence=0.05)
    weights = np.where(MADE.labels, 0.05 / MADE.labels.mean(), 0.95 / (1 - MADE.labels.mean()))
    for metric in ("average_precision", "h_measure"):
        expected = metricbook.tie_break_range(metric, MADE.labels, ROUNDED.scores["m"], sample_weight=weights)
        assert ties.ranges[metric] == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert ties.cases == near_ties(ROUNDED).cases


def test_a_score_that_is_the_threshold_but_for_rounding_may_be_decided_either_way() -> None:
    scores = np.where(MADE.labels, 0.8, 0.2) + 1e-3 * np.arange(400) / 400
    scores[:2] = 0.1 + 0.2  # a little above 0.3
    made = predictions(scores={"m": scores})
    ties = near_ties(made, threshold=0.3, cost_fp=1, cost_fn=3)
    assert (ties.cases, ties.groups, ties.near_threshold) == (0.0, 0, 2.0)
    wrong, right = (scores.copy(), scores.copy())
    wrong[:2], right[:2] = np.where(MADE.labels[:2], 0.0, 1.0), np.where(MADE.labels[:2], 1.0, 0.0)
    for metric in ("accuracy", "cost", "precision"):
        ends = [
            analysed(predictions(scores={"m": s}), threshold=0.3, cost_fp=1, cost_fn=3)
            .models["m"]
            .metrics[metric]
            .value
            for s in (wrong, right)
        ]
        assert sorted(ties.ranges[metric]) == pytest.approx(sorted(end for end in ends if end is not None))
        assert ties.ranges[metric][0] < ties.ranges[metric][1]
    (said,) = cautions.warn_of_near_ties(analysed(made, threshold=0.3), made)
    assert said.startswith("m gives 2 cases a score that rounding cannot tell from its threshold, 0.300. Another")
    assert "order or decide" in said


def test_a_metric_that_some_order_leaves_undefined_has_no_range() -> None:
    scores = np.linspace(0.1, 0.2, 400)
    scores[np.flatnonzero(MADE.labels)[:1]] = 0.1 + 0.2
    made = predictions(scores={"m": scores})  # where nothing is flagged there is no precision
    ties = near_ties(made, threshold=0.3)
    assert "precision" not in ties.ranges
    assert "recall" in ties.ranges
    (said,) = cautions.warn_of_near_ties(analysed(made, threshold=0.3), made)
    assert "How far precision at r_b, precision and Matthews correlation may move is not known." in said


def test_counts_give_the_same_ranges() -> None:
    one, other = near_ties(ROUNDED), near_ties(counts(ROUNDED))
    assert (one.cases, one.groups, one.smallest, one.chain) == (other.cases, other.groups, other.smallest, other.chain)
    for metric, ends in one.ranges.items():
        if metric == "average_precision":  # a count may divide into lighter cases: at most one positive's share
            assert ends[0] - 1 / MADE.labels.sum() < other.ranges[metric][0] <= ends[0]
            assert other.ranges[metric][1] == pytest.approx(ends[1])
        else:
            assert other.ranges[metric] == pytest.approx(ends, abs=1e-12), metric


def test_the_least_average_precision_of_counts_by_hand() -> None:
    # Five positives alone; then 3 positives and 2 negatives that nearly tie; then negatives.
    tally = Tally(np.array([0.1, 0.5, 0.5 + 1e-12, 0.9]), np.array([0.0, 1, 2, 5]), np.array([40.0, 2, 0, 0]))
    table = np.array([[0, 0], [0, 1], [1, 1], [1, 2], [1, 3]])
    found = Counts({"m": tally}, table, np.array([40.0, 2, 1, 2, 5]), {"m": tally.scores}, MADE.source)
    low, high = near_ties(found).ranges["average_precision"]
    assert low == pytest.approx((5 + 3 - 2 * np.log(10 / 7)) / 8)
    assert high == 1.0


def test_scores_that_were_put_together_are_not_looked_at() -> None:
    from metricbook.reports.tallies import coarsen

    found = counts(ROUNDED)
    binned = replace(found, tallies={"m": coarsen(found.tallies["m"], 50)})
    assert analysed(binned).models["m"].near_ties is None


def test_the_caution_names_what_moves_and_what_does_not() -> None:
    found = analysed(ROUNDED)
    ties = found.models["m"].near_ties
    assert ties is not None
    (said,) = cautions.warn_of_near_ties(found, ROUNDED)
    assert said.startswith(
        f"m gives {ties.cases:,.0f} cases scores that differ from a neighbour's by less than rounding"
    )
    assert "(relative distances below 1e−09, the smallest" in said
    low, high = ties.ranges["auroc"]
    assert f"otherwise. AUROC could be anything from {low:.3f} to {high:.3f}, average precision from " in said
    assert "The other metrics stay the same at the digits printed here." in said
    assert "How far precision at r_b may move is not known." in said
    assert said.endswith(
        "Round the scores, for example to 9 significant digits, so that cases that should be equal tie, "
        "and judge them again."
    )
    assert said in found.cautions


def test_a_range_that_is_not_seen_changes_nothing() -> None:
    scores = np.linspace(0.1, 0.9, 400)
    scores[1] = scores[2] * (1 + 1e-15)  # both are negatives
    made = predictions(labels=np.arange(400) % 3 == 0, scores={"m": scores})
    (said,) = cautions.warn_of_near_ties(analysed(made), made)
    assert (
        "Another processor may order these cases otherwise. Metrics stay the same at the digits printed here." in said
    )
    assert "could be anything" not in said
    assert "Round" not in said


def test_chains_and_float32_are_spoken_of() -> None:
    chained = predictions(scores={"m": 0.5 + 0.4e-9 * np.arange(400)})
    (said,) = cautions.warn_of_near_ties(analysed(chained), chained)
    assert "form chains, one 319 times as long as that distance: the ranges are outer bounds" in said
    single = np.random.default_rng(1).random(400).astype(np.float32)
    single[0] = np.nextafter(single[1], np.float32(1))
    labels = np.arange(400) % 2 == 0
    made = predictions(labels=labels, scores={"m": single.astype(float)})
    (said,) = cautions.warn_of_near_ties(analysed(made), made)
    assert said.startswith("m gives 2 cases scores")
    assert "below 2.38e−07" in said


def test_all_of_it_is_among_the_numbers_for_machines() -> None:
    data = json.loads(rendering.render_json(analysed(ROUNDED)))
    ties = near_ties(ROUNDED)
    assert data["models"]["m"]["near_ties"]["cases"] == ties.cases
    assert data["models"]["m"]["near_ties"]["ranges"]["auroc"] == list(ties.ranges["auroc"])
    assert json.loads(rendering.render_json(analysed(MADE)))["models"]["first"]["near_ties"] is None


def test_models_that_differ_by_rounding_alone_keep_the_order_in_which_they_were_given() -> None:
    found = analysed(MADE)
    for names, values in ((["a", "b"], (0.7, 0.7 + 1e-16)), (["b", "a"], (0.7 + 1e-13, 0.7))):
        models = {
            name: replace(
                found.models["first"], metrics={"auroc": replace(found.models["first"].metrics["auroc"], value=v)}
            )
            for name, v in zip(names, values, strict=True)
        }
        assert replace(found, models=models).ranked == names
        assert replace(found, models=dict(reversed(models.items()))).ranked == names[::-1]
