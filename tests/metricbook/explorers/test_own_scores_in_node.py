"""A reader's own scores in the explorers' scripts, read from text and computed with as in the package."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

from metricbook import auroc, h_measure
from metricbook.explorers.own import LONGEST
from metricbook.explorers.samples import Scored
from metricbook.explorers.values import all_metrics
from tests.metricbook.explorers.test_own_scores import WEIGHTS, A, B, Y, counts_of

from .pages import ROOT

NODE = shutil.which("node")


def in_node(code: str, given: Any) -> Any:
    """What a module says of a value, which it has as `given`."""
    if NODE is None:
        pytest.skip("no Node on this machine: this test needs one")
    text = (
        "globalThis.document = new EventTarget();\n"
        "globalThis.HTMLElement = Object;\n"
        f"const at = (name) => import(`{ROOT.as_posix()}/src/metricbook/explorers/scripts/${{name}}.js`);\n"
        "const given = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));\n"
        f"{code}"
    )
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", text], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_page_begins_at_the_same_threshold() -> None:
    code = "const { beginning } = await at('own'); console.log(JSON.stringify(given.map(beginning)));"
    samples = [(Y, A, WEIGHTS), (Y, B, WEIGHTS), (Y, B / 1000, WEIGHTS), (Y, A + 9, WEIGHTS), ([1, 0], [7, 7], [1, 1])]
    given = [
        dict(zip(("labels", "scores", "weights"), (np.asarray(each).tolist() for each in one), strict=True))
        for one in samples
    ]
    expected = [counts_of("threshold-bench", y=y, scores={"m": s}, weights=w)[0]["threshold"] for y, s, w in samples]
    assert in_node(code, given) == expected


def test_probabilities_about_a_threshold_are_those_of_isotonic_regression() -> None:
    isotonic = pytest.importorskip("sklearn.isotonic")
    code = (
        "const [{ probabilitiesAbout }, { sorted, sweepOf }] = [await at('metrics'), await at('sweep')];\n"
        "const sweep = sweepOf(sorted(given.labels, given.scores, given.weights));\n"
        "console.log(JSON.stringify([sweep.thresholds, sweep.thresholds.map((_, k) => probabilitiesAbout(sweep, k))]));"
    )
    weights = WEIGHTS + 1
    thresholds, found = in_node(code, {"labels": Y.tolist(), "scores": A.tolist(), "weights": weights.tolist()})
    fitted = isotonic.IsotonicRegression().fit(A, Y, sample_weight=weights).predict(thresholds)
    assert [each["next"] for each in found] == pytest.approx(fitted.tolist())
    assert found[0]["last"] is None
    assert [each["last"] for each in found[1:]] == pytest.approx(fitted[:-1].tolist())


def rows(y: Any, scores: Any, weights: Any = None) -> dict[str, Any]:
    """Rows as the scripts have them."""
    return {
        "labels": np.asarray(y).tolist(),
        "scores": np.asarray(scores).tolist(),
        "weights": None if weights is None else np.asarray(weights).tolist(),
    }


def test_the_ruler_measures_own_scores_as_the_package_does() -> None:
    code = """
      const { classifier, hOf } = await at("costs");
      const [a, b] = given.map(classifier);
      const found = [a, b].map((one) => [one.auroc, hOf(one, 0.5, 20), hOf(one, 0, 3), hOf(one, 0.9, 60)]);
      console.log(JSON.stringify(found));"""
    found = in_node(code, [rows(Y, A, WEIGHTS), rows(Y, B, WEIGHTS)])
    for scores, (area, *values) in zip((A, B), found, strict=True):
        assert area == pytest.approx(auroc(Y, scores, sample_weight=WEIGHTS), rel=1e-12)
        for (mode, certainty), value in zip(((0.5, 20), (0, 3), (0.9, 60)), values, strict=True):
            alpha, beta = 1 + certainty * mode, 1 + certainty * (1 - mode)
            expected = h_measure(Y, scores, sample_weight=WEIGHTS, alpha=alpha, beta=beta)
            assert value == pytest.approx(expected, rel=1e-9)


def test_the_best_threshold_of_own_scores_and_the_probabilities_there() -> None:
    isotonic = pytest.importorskip("sklearn.isotonic")
    code = """
      const [{ ownOptimum }, { sorted, sweepOf }] = [await at("implied"), await at("sweep")];
      const sweep = sweepOf(sorted(given.labels, given.scores, given.weights));
      const metrics = ["f1_score", "accuracy", "balanced_accuracy", "matthews_correlation"];
      console.log(JSON.stringify(metrics.map((metric) => ownOptimum(sweep, metric))));"""
    weights = WEIGHTS + 1
    fitted = isotonic.IsotonicRegression().fit(A, Y, sample_weight=weights)
    judged = pytest.importorskip("sklearn.metrics")
    oracles = (judged.f1_score, judged.accuracy_score, judged.balanced_accuracy_score, judged.matthews_corrcoef)
    thresholds = np.unique(A)[::-1]
    for metric, found in zip(oracles, in_node(code, rows(Y, A, weights)), strict=True):
        values = [metric(Y, threshold <= A, sample_weight=weights) for threshold in thresholds]
        assert found["values"][:-1] == pytest.approx(values[:-1], rel=1e-9)  # MCC of all flagged is undefined
        best = int(np.argmax(np.round(values, 12)))
        assert (found["value"], found["threshold"]) == (pytest.approx(values[best]), thresholds[best])
        assert found["weight"] == weights[thresholds[best] <= A].sum()
        assert found["last"] == pytest.approx(fitted.predict(thresholds[[best]])[0])
        assert found["next"] == pytest.approx(fitted.predict(thresholds[[best + 1]])[0])
    f1 = in_node(code, rows(Y, A, weights))[0]
    assert f1["next"] <= f1["value"] / 2 <= f1["last"]  # half the best F1 is the price's probability


def test_easy_negatives_below_own_scores_are_as_so_many_rows() -> None:
    code = """
      const { withEasy } = await at("easy");
      const metricsAt = withEasy(given);
      console.log(JSON.stringify([0, 40, 10000].map(metricsAt)));"""
    for scores, threshold in ((A, 0.3), (A - 1e6, -1e6)):
        found = in_node(code, {**rows(Y, scores, WEIGHTS), "threshold": threshold})
        for easy, values in zip((0, 40, 10000), found, strict=True):
            lowest = np.full(easy, scores.min() - 100)
            labels, all_scores = np.append(Y, np.zeros(easy, int)), np.append(scores, lowest)
            weights = np.append(WEIGHTS, np.ones(easy))
            expected = all_metrics(Scored(labels, all_scores, weights), threshold)
            for name, value in values.items():
                assert value == pytest.approx(expected[name], rel=1e-9), (name, easy)


def test_few_cases_are_a_ranking_or_it_is_said_why_not() -> None:
    code = """
      const { misfit, rankingOf } = await at("strip");
      console.log(JSON.stringify(given.map((rows) => misfit(rows) || rankingOf(rows))));"""
    mine = Y[:LONGEST], A[:LONGEST] + np.arange(LONGEST) * 1e-6
    cases = [
        rows(*mine),
        rows(Y, A),
        rows([0, 1], [1, 2], [1, 1]),
        rows([0, 1, 1], [1, 1, 3]),
        rows([0, 1, 1], [1, 3, 3]),
    ]
    assert in_node(code, cases) == [
        "".join(map(str, mine[0][np.argsort(-mine[1])])),
        "Up to 20 cases are shown here, not 300.",
        "Every case is shown once here: choose no weights.",
        "This is a ranking, and cases of both classes have the score 1.",
        "110",
    ]


def test_own_probabilities_are_judged_and_calibrated_as_elsewhere() -> None:
    isotonic = pytest.importorskip("sklearn.isotonic")
    judged = pytest.importorskip("sklearn.metrics")
    code = """
      const [{ bentMetrics, isotonic, shiftedSample }, { sweepOf }] = [await at("calibration"), await at("sweep")];
      const sample = shiftedSample(given, given.shift);
      const shareOf = isotonic(sweepOf(sample));
      const values = bentMetrics({ threshold: 0.2, price: 4 }, sample);
      console.log(JSON.stringify([values, given.places.map(shareOf)]));"""
    weights = WEIGHTS + 1
    for shift in (0, -0.7):
        moved = 1 / (1 + np.exp(-(np.log(B / (1 - B)) + shift)))
        below = moved[moved < moved.max()]
        places = np.append(below + 1e-9, [moved.min() / 2, (1 + moved.max()) / 2])
        found, shares = in_node(code, {**rows(Y, B, weights), "shift": shift, "places": places.tolist()})
        assert found["auroc"] == pytest.approx(judged.roc_auc_score(Y, B, sample_weight=weights))
        assert found["brier"] == pytest.approx(judged.brier_score_loss(Y, moved, sample_weight=weights))
        assert found["log_loss"] == pytest.approx(judged.log_loss(Y, moved, sample_weight=weights))
        wrong = np.where(Y == 1, 4 * (moved < 0.2), moved > 0.2)
        assert found["cost"] == pytest.approx(np.average(wrong, weights=weights))
        fitted = isotonic.IsotonicRegression().fit(moved, Y, sample_weight=weights)
        assert shares[:-2] == pytest.approx(fitted.predict(below).tolist(), abs=1e-9)
        assert shares[-2:] == [None, None]  # nothing is known beyond the scores


def test_test_sets_are_drawn_from_own_cases_by_their_weights() -> None:
    code = """
      const { ofModel } = await at("uncertain");
      const draws = (rows, cases, count) => {
        const { truth, redraw } = ofModel(rows);
        return { truth, aurocs: Array.from({ length: count }, (_, k) => redraw(k + 1, cases).auroc) };
      };
      console.log(JSON.stringify(given.map(([rows, cases, count]) => draws(rows, cases, count))));"""
    weights = np.where(A > 2, 0, WEIGHTS)
    tied, kept = np.ones(40), A <= 2
    many, few, flat = in_node(
        code, [[rows(Y, A, weights), 5000, 30], [rows(Y, A), 60, 200], [rows([0, 1] * 20, tied), 20, 3]]
    )
    assert many["truth"] == pytest.approx(auroc(Y[kept], A[kept], sample_weight=WEIGHTS[kept]), rel=1e-12)
    assert np.mean(many["aurocs"]) == pytest.approx(many["truth"], abs=0.005)
    assert few["truth"] == pytest.approx(auroc(Y, A), rel=1e-12)
    assert np.mean(few["aurocs"]) == pytest.approx(few["truth"], abs=0.02)
    assert 0.03 < np.std(few["aurocs"]) < 0.1
    assert flat == {"truth": 0.5, "aurocs": [0.5] * 3}


def test_the_game_is_played_with_own_cases() -> None:
    code = """
      const [{ oddsAt, prepared, roundOf }, { oneByOne }] = [await at("rb_game"), await at("own")];
      const found = prepared(oneByOne(given));
      const rounds = Array.from({ length: 50 }, (_, k) => roundOf(found, 0.5, k + 1));
      console.log(JSON.stringify([given.places.map((place) => oddsAt(found, place)), rounds, found.ends]));"""
    distinct, place = np.unique(A, return_inverse=True)
    counts = [np.bincount(place, label == Y, distinct.size) for label in (1, 0)]
    counted = rows([1] * distinct.size + [0] * distinct.size, np.tile(distinct, 2), np.concatenate(counts))
    places = [A.min(), 0.5, A.max()]
    odds, rounds, (low, high) = in_node(code, {**counted, "places": places})
    for threshold, found in zip(places, odds, strict=True):
        flagged, real = A[threshold <= A], A[Y == 1]
        wins = np.mean((real[:, None] > flagged) + 0.5 * (real[:, None] == flagged))
        assert (found["b"], found["c"]) == (pytest.approx(wins), pytest.approx(Y[threshold <= A].mean()))
    assert low < A.min() < A.max() < high
    assert all(real in A[Y == 1] and flagged >= 0.5 and flagged in A for real, flagged in rounds)


#: Tables, and what is read of them: labels, scores, those of a second model, weights, and the sentence or the error.
TABLES: list[tuple[str, dict[str, int], Any]] = [
    (
        "y,model_a,model_b\n1,0.9,0.7\n0,0.3,0.4",
        {},
        ([1, 0], [0.9, 0.3], [0.7, 0.4], None, "labels from “y”, scores from “model_a” and “model_b”."),
    ),
    (
        "y,model_a,model_b\n1,0.9,0.7\n0,0.3,0.4",
        {"score": 2, "second": -1},
        ([1, 0], [0.7, 0.4], None, None, "scores from “model_b”. Not used: “model_a”."),
    ),
    (
        "y_true,y_pred,y_prob\n1,1,0.9\n0,1,0.6",
        {},
        ([1, 0], [0.9, 0.6], None, None, "scores from “y_prob”. Not used: “y_pred”."),
    ),
    (
        ",y_true,y_prob\n0,1,0.9\n1,0,0.3",
        {},
        ([1, 0], [0.9, 0.3], None, None, "labels from “y_true”, scores from “y_prob”. Not used: the index."),
    ),
    ("\ty\tp\n0\t1\t0.3\n1\t0\t0.2", {}, ([1, 0], [0.3, 0.2], None, None, "Not used: the index.")),
    (
        "0,1,0.87\n1,0,0.35\n2,1,0.5",
        {},
        ([1, 0, 1], [0.87, 0.35, 0.5], None, None, "labels from column 2, scores from column 3. Not used: column 1."),
    ),
    (
        "y;p;sample_weight\n1;0,9;2\n0;1e-3;0,5",
        {},
        ([1, 0], [0.9, 0.001], None, [2, 0.5], "weights from “sample_weight”. Commas are read as decimal points."),
    ),
    ("y,p,weight\n1,.9,3\n0,.1,1", {"weight": -1}, ([1, 0], [0.9, 0.1], None, None, "Not used: “weight”.")),
    ("y,p,weight\n1,.9,3\n0,.1,-1", {}, "row 3: “-1” is no weight (a number, 0 or more)."),
    ("y,p,weight\n1,.9,0\n0,.1,1", {}, "All weights of one class are 0"),
    ("y,a,b\n1,0.9,0.7\n0,NA,0.4\n1,.5,.6", {}, "row 3: “NA” is no number."),
    ("y,a,b\n1,0.9,1\n0,.2,0", {"second": 2}, "The scores, from “b”, are only 0 and 1, which are decisions"),
    ("name,age,x\nBob,12,3\nAl,13,4", {}, "The columns are “name”, “age”, “x”: choose the labels (0 or 1, no or yes)"),
]


def test_a_table_with_more_columns_is_read_by_their_names_or_as_chosen() -> None:
    code = """
      const { readCsv } = await at("csv");
      const found = ([text, chosen]) => {
        try {
          const { labels, scores, second, weights, read } = readCsv(text, chosen);
          return [labels, scores, second, weights, read];
        } catch (error) {
          return error.message;
        }
      };
      console.log(JSON.stringify(given.map(found)));"""
    for (text, chosen, expected), found in zip(TABLES, in_node(code, [each[:2] for each in TABLES]), strict=True):
        if isinstance(expected, str):
            assert expected in found, (text, chosen)
        else:
            assert found[:4] == list(expected[:4]), (text, chosen)
            assert found[4].endswith(expected[4]), (text, chosen)
