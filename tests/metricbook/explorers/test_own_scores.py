"""A reader's own scores: in Python, read from text, kept for all explorers of a page and, with consent, of the site."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook import auroc, average_precision, explore, h_measure
from metricbook.explorers import EXPLORERS, bundle, styles
from metricbook.explorers.explorer import BUILT
from metricbook.explorers.own import LONGEST, MOST, OWN
from metricbook.explorers.samples import Scored
from metricbook.explorers.values import all_metrics
from tests.site.browser import DESKTOP, SMALL, Tabs, axe, needs_chromium, show
from tests.whole import in_whole_run
from tools.browser import browser

from .pages import FRAMES, PAGE, ROOT

NODE = shutil.which("node")
RNG = np.random.default_rng(33)
Y = (RNG.random(300) < 0.3).astype(int)
A = (RNG.normal(1.2 * Y)).round(1)
B = 1 / (1 + np.exp(-RNG.normal(0.8 * Y - 1)))
WEIGHTS = RNG.integers(0, 4, Y.size)


def models(name: str) -> dict[str, Any]:
    """As many models as an explorer takes, of probabilities if it takes these alone."""
    first, second = (B, A) if OWN[name].probabilities else (A, B)
    return dict(list({"first": first, "second": second}.items())[: max(OWN[name].models)])


def counts_of(name: str, **given: Any) -> Any:
    """What an explorer's element carries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        html = explore(name, **given)._repr_mimebundle_()["text/html"]
    return json.loads(unescape(re.search(r'data-counts="([^"]*)"', html)[1]))


def test_the_element_carries_each_models_cases_by_score() -> None:
    first, second = counts_of("threshold-bench", y=Y, scores={"first": A, "second": B}, weights=WEIGHTS)
    assert (first["name"], second["name"]) == ("first", "second")
    for entry, scores in ((first, A), (second, B)):
        assert entry["scores"] == sorted(set(scores.tolist()))
        for key, side in (("positives", 1), ("negatives", 0)):
            assert entry[key] == [WEIGHTS[(scores == s) & (side == Y)].sum() for s in entry["scores"]]
    # Scores of both signs are decided at 0, probabilities at 1/2.
    assert (first["threshold"], second["threshold"]) == (0, 0.5)


def test_a_threshold_of_ones_own_is_that_of_every_model() -> None:
    found = counts_of("threshold-bench", y=Y, scores={"first": A, "second": B}, threshold=0.25)
    assert [entry["threshold"] for entry in found] == [0.25, 0.25]


def test_where_no_threshold_is_usual_as_many_are_flagged_as_are_positive() -> None:
    (entry,) = counts_of("threshold-bench", y=Y, scores={"rare": B / 1000})
    assert np.count_nonzero(B / 1000 - entry["threshold"] > -1e-15) == Y.sum()
    (entry,) = counts_of("threshold-bench", y=[1, 0, 0], scores={"few": [7, 5, 3]}, weights=[4, 3, 9])
    assert entry["threshold"] == 7
    (entry,) = counts_of("threshold-bench", y=[0, 1, 0], scores={"few": [7, 5, 3]}, weights=[2, 3, 1])
    assert entry["threshold"] == 5


@pytest.mark.parametrize("name", OWN)
def test_paper_and_pdf_have_a_picture_of_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BUILT, raising=False)
    few = slice(0, LONGEST) if name == "price-of-a-swap" else slice(None)
    mine = {key: values[few] + np.arange(values[few].size) * 1e-6 for key, values in models(name).items()}
    shown = explore(name, y=Y[few], scores=mine)
    assert f"{auroc(Y[few], mine['first']):.3f}" in shown.still.alt or name == "price-of-a-swap"
    bundled = shown._repr_mimebundle_()
    assert bundled["image/png"].startswith("iVBOR")
    assert "data-counts=" in bundled["text/html"]
    assert 40 <= len(shown.still.alt) <= 250


def test_a_few_cases_are_a_ranking() -> None:
    shown = explore("price-of-a-swap", y=["sick", "well", "sick"], scores={"m": [3, 9, 1]}, pos_label="sick")
    assert shown.state["ranking"] == "011"


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("two-groups", {"y": Y, "scores": {"m": A}}, "'two-groups' has no use for scores of yours: threshold-bench"),
        ("metric-duel", {"y": Y, "scores": {"m": A}}, "has no use for scores of yours"),
        ("threshold-bench", {"y": Y}, "give scores={'model': ...} too"),
        ("threshold-bench", {"weights": WEIGHTS}, "give scores={'model': ...} too"),
        ("threshold-bench", {"scores": {"m": A}}, "scores need y"),
        ("threshold-bench", {"y": Y, "scores": A}, "scores map the name of each model to an array"),
        ("threshold-bench", {"y": Y, "scores": {1: A}}, "scores map the name of each model to an array"),
        ("threshold-bench", {"y": Y, "scores": {}}, "takes the scores of one model or two models, not of 0"),
        ("threshold-bench", {"y": Y, "scores": dict.fromkeys("abc", A)}, "one model or two models, not of 3"),
        ("hands-ruler", {"y": Y, "scores": {"m": A}}, "'hands-ruler' takes the scores of two models, not of 1"),
        ("implied-cost", {"y": Y, "scores": {"m": A, "n": B}}, "takes the scores of one model, not of 2"),
        ("threshold-bench", {"y": Y[1:], "scores": {"m": A}}, "must have the same length: 299 and 300"),
        ("threshold-bench", {"y": Y + 1, "scores": {"m": A}}, "scores of 'm': y_true must hold two classes, 0 and 1"),
        ("threshold-bench", {"y": [0, 1, 1], "scores": {"m": [1, math.nan, 0]}}, "found nan at index 1"),
        ("threshold-bench", {"y": [0, 1], "scores": {"m": ["a", "b"]}}, "found 'a' at index 0"),
        ("threshold-bench", {"y": [0, 1], "scores": {"m": [1, 2]}, "weights": [1, -1]}, "negative at index 1"),
        ("threshold-bench", {"y": [1, 1], "scores": {"m": [1, 2]}}, "cases of one class only"),
        ("threshold-bench", {"y": [0, 1], "scores": {"m": [1, 2]}, "weights": [0, 1]}, "the other has no weight"),
        (
            "threshold-bench",
            {"y": Y, "scores": {"m": A}, "prevalence": 0.1},
            "prevalence of 'threshold-bench' describes",
        ),
        ("threshold-bench", {"y": Y, "scores": {"m": A}, "threshold": math.nan}, "a number that is finite, not nan"),
        ("price-of-a-swap", {"y": Y, "scores": {"m": A}}, "shows up to 20 cases, not 300"),
        ("price-of-a-swap", {"y": [0, 1], "scores": {"m": [1, 1]}}, "cases of both classes have the score 1"),
        ("price-of-a-swap", {"y": [0, 1], "scores": {"m": [2, 1]}, "weights": [1, 2]}, "no use for weights"),
        ("indistinguishability", {"y": Y, "scores": {"m": A}, "weights": WEIGHTS}, "no use for weights"),
        ("calibration", {"y": Y, "scores": {"m": A}}, "takes probabilities, from 0 to 1: the scores of 'm' are none"),
        (
            "threshold-bench",
            {"y": np.arange(MOST + 1) % 2, "scores": {"m": np.arange(MOST + 1)}},
            "100001 rows are more than the 100000",
        ),
    ],
)
def test_what_cannot_be_shown_is_said_when_it_is_called(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        explore(name, **given)


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


#: An explorer of two models, and one of a single one: all that they need for own scores, and what they show.
USERS = """
import { el } from "./explorers/scripts/dom.js";
import { define } from "./explorers/scripts/explorer.js";
import { takesOwn } from "./explorers/scripts/own.js";
for (const [name, models] of [["of-two", 2], ["of-one", 1]])
  define(name, {
    title: name,
    state: { x: 1 },
    allowed: { x: [0, 2, 1] },
    challenges: [
      { ask: "Well?", options: ["A.", "B."], answer: 0, move: "it.", hand: "x", made: () => false, told: () => [] },
    ],
    build(explorer) {
      const made = el("p", { class: "made" }, explorer.slider("x", { label: "x" }));
      const draw = () => ({
        sentence: explorer.models?.map((one) => `${one.name} ${one.scores.join(" ")}`).join(", ") ?? "made up",
        table: () => ({ head: ["x"], rows: [] }),
      });
      return { asked: [made], more: takesOwn(explorer, { models, made: [made] }), draw };
    },
  });
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with the bench and two others."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "users.js").write_text(USERS.strip() + "\n", encoding="utf-8")
    names = ("threshold-bench", "of-two", "of-one")
    element = "".join(f"<score-explorer name='{name}'></score-explorer>" for name in names)
    script = bundle(after=[folder / "users.js"])
    (folder / "page.html").write_text(PAGE.format(styles=styles(), element=element, script=script), encoding="utf-8")
    return (folder / "page.html").as_uri()


@pytest.fixture(scope="module")
def desk() -> Iterator[Tabs]:
    with browser() as opened:
        context = opened.new_context(viewport=DESKTOP)
        context.set_default_timeout(5000)
        yield Tabs(context, DESKTOP)


#: Answer no question.
SKIP = "document.querySelectorAll('.x-skip').forEach((button) => button.click())"


def opened(desk: Tabs, page: str) -> tuple[Any, list[str]]:
    """The page, its questions skipped and all of it unfolded."""
    view, faults, _ = desk.watch()
    view.goto(page)
    view.evaluate(SKIP)
    view.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return view, faults


def read(view: Any, explorer: int, text: str) -> str:
    """Read rows in one explorer; what it says of them."""
    one = view.locator("score-explorer").nth(explorer)
    one.get_by_label("Rows of a label").fill(text)
    one.get_by_role("button", name="Read these rows").click()
    view.evaluate(FRAMES)
    return one.locator(".x-problem").inner_text()


def said(view: Any) -> list[str]:
    view.evaluate(FRAMES)
    return view.locator(".x-said").all_inner_texts()


TWO = "y;a;b;weight\n1;0,9;0,7;1\n0;0,3;0,4;2\n1;0,2;0,8;1\n0;0,1;0,6;3"


@needs_chromium
def test_scores_read_in_one_explorer_are_there_for_the_others(desk: Tabs, page: str) -> None:
    view, faults = opened(desk, page)
    assert view.get_by_role("button", name="Show your own scores").count() == 0
    assert read(view, 0, TWO).startswith("4 rows, 2 positive: labels from “y”, scores from “a” and “b”, weights from")
    assert "of 7 cases are flagged" in said(view)[0]
    assert said(view)[1:] == ["made up", "made up"]  # nothing changes under the reader's hands
    for _ in range(2):
        view.get_by_role("button", name="Show your own scores").first.click()
    assert said(view)[1:] == ["a 0.9 0.3 0.2 0.1, b 0.7 0.4 0.8 0.6", "a 0.9 0.3 0.2 0.1"]
    assert not view.locator(".made").first.is_visible()
    sample = view.get_by_label("sample")
    assert sample.locator("option:checked").inner_text() == "Your own scores: a"
    sample.select_option("second")
    assert "0 positives are missed" in said(view)[0]
    assert "without your scores" in view.locator(".x-link").first.inner_text()
    view.get_by_role("button", name="Show the made-up sample").first.click()
    assert said(view)[1] == "made up"
    assert view.locator(".made").first.is_visible()
    assert faults == []


@needs_chromium
def test_the_columns_can_be_chosen(desk: Tabs, page: str) -> None:
    view, faults = opened(desk, page)
    one = view.locator("score-explorer").nth(2)
    assert not one.locator(".x-columns").is_visible()
    assert "choose the labels" in read(view, 2, "who,a,b\nme,0.9,1\nyou,0.2,0\nshe,0.4,1\nhe,0.3,0".replace("1", "7"))
    one.get_by_label("labels", exact=True).select_option("“b”")
    assert "row 2: “7” is no label" in one.locator(".x-problem").inner_text()
    assert "scores from “a”" in read(view, 2, "who,a,b\nme,0.9,1\nyou,0.2,0\nshe,0.4,1\nhe,0.3,0")
    assert said(view)[2] == "a 0.9 0.2 0.4 0.3"
    assert "labels from “y”" in read(view, 2, TWO)
    one.get_by_label("scores", exact=True).select_option("“b”")
    assert said(view)[2] == "b 0.7 0.4 0.8 0.6"
    one.get_by_label("weights").select_option("none")
    assert "Not used: “a”, “weight”" in one.locator(".x-problem").inner_text()
    assert read(view, 2, "1,0.5\n0,0.1").startswith("2 rows")
    assert not one.locator(".x-columns").is_visible()
    assert "Two models are compared here" in read(view, 1, "1,0.5\n0,0.1")
    assert faults == []


@needs_chromium
def test_they_are_kept_only_if_the_reader_says_so(desk: Tabs, page: str) -> None:
    view, faults = opened(desk, page)
    read(view, 0, TWO)
    assert view.evaluate("sessionStorage.length") == 0
    keep = view.get_by_label("Keep them for the other pages")
    keep.first.check()
    assert all(box.is_checked() for box in keep.all())
    view.reload()
    view.evaluate(SKIP)
    view.get_by_role("button", name="Show your own scores").first.click()
    assert said(view)[1] == "a 0.9 0.3 0.2 0.1, b 0.7 0.4 0.8 0.6"
    view.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    view.get_by_label("sample").select_option("own")
    assert "of 7 cases are flagged" in said(view)[0]
    keep.last.uncheck()
    assert view.evaluate("sessionStorage.length") == 0
    assert faults == []


@needs_chromium
def test_axe_finds_nothing_and_a_small_phone_has_room(desk: Tabs, pages: dict[str, str]) -> None:
    view, _ = opened(desk, pages["threshold-bench"])
    read(view, 0, TWO)
    found = []
    for size in (DESKTOP, SMALL):
        show(view, size, "light")
        found += axe(view, f"own scores, {size['width']} px", within=".x-own")
        assert view.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert found == []


@needs_chromium
def test_scores_given_in_python_are_shown_at_once(desk: Tabs, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        shown = explore("threshold-bench", y=Y, scores={"mine": A, "theirs": B}, weights=WEIGHTS)
        element = shown._repr_mimebundle_()["text/html"]
    path = tmp_path / "mine.html"
    path.write_text(PAGE.format(styles=styles(), element=element, script=bundle()), encoding="utf-8")
    view, faults, _ = desk.watch()
    view.goto(path.as_uri())
    assert f"of {WEIGHTS.sum()} cases are flagged" in said(view)[0]
    assert view.locator(".x-guess").count() == 0
    values = view.evaluate("document.querySelector('score-explorer').values")
    assert values["auroc"] == pytest.approx(auroc(Y, A, sample_weight=WEIGHTS), rel=1e-12)
    view.get_by_label("model").select_option("theirs")
    view.evaluate(FRAMES)
    values = view.evaluate("document.querySelector('score-explorer').values")
    assert values["auroc"] == pytest.approx(auroc(Y, B, sample_weight=WEIGHTS), rel=1e-12)
    assert faults == []


#: A value of an explorer's drawing, and what it is of the own scores that it is given.
DRAWN: dict[str, tuple[str, Any]] = {
    "threshold-bench": ("auroc", auroc),
    "hands-ruler": ("h_a", lambda y, s: h_measure(y, s, alpha=11, beta=11)),
    "implied-cost": ("best", lambda y, s: max(2 * y[s >= at].sum() / (y.sum() + np.sum(s >= at)) for at in s)),
    "easy-negatives": ("average_precision", average_precision),
    "calibration": ("brier", lambda y, s: np.mean((y - s) ** 2)),
    "uncertainty": ("truth", auroc),
    "indistinguishability": ("b", lambda y, s: auroc(y, s) * (1 - np.mean(y)) + np.mean(y) / 2),
}


@in_whole_run
@needs_chromium
def test_every_explorer_that_takes_them_shows_them_from_the_page_and_from_python(desk: Tabs, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        empty = [explore(name)._repr_mimebundle_()["text/html"] for name in OWN]
        few = slice(0, LONGEST)
        mine = {"first": B.round(6), "second": A}
        given = []
        for name, takes in OWN.items():
            part = few if name == "price-of-a-swap" else slice(None)
            scores = {key: values[part] for key, values in list(mine.items())[: takes.models[0]]}
            given.append(explore(name, y=Y[part], scores=scores)._repr_mimebundle_()["text/html"])
    path = tmp_path / "all.html"
    path.write_text(PAGE.format(styles=styles(), element="".join(empty), script=bundle()), encoding="utf-8")
    view, faults = opened(desk, path.as_uri())
    first = list(OWN).index("hands-ruler")
    table = "\n".join(["y,first,second", *(f"{y},{b:.6f},{a}" for y, b, a in zip(Y, B, A, strict=True))])
    assert read(view, first, table).startswith("300 rows")
    view.get_by_label("sample").select_option("own")
    press(view, "Show your own scores")
    assert_drawn(view)
    swaps = view.locator("[name=price-of-a-swap]")
    assert not swaps.get_by_role("button", name="Show your own scores").is_visible()
    ranked = "\n".join(f"{y},{b:.6f}" for y, b in zip(Y[few], B[few], strict=True))
    assert "Up to 20 cases" in read(view, list(OWN).index("price-of-a-swap"), table)
    read(view, list(OWN).index("price-of-a-swap"), ranked)
    assert view.evaluate("document.querySelector('[name=price-of-a-swap]').state.ranking") == ranking(Y[few], B[few])
    press(view, "Show the made-up sample")
    assert view.evaluate("[...document.querySelectorAll('score-explorer')].every((one) => one.models === null)")
    path.write_text(PAGE.format(styles=styles(), element="".join(given), script=bundle()), encoding="utf-8")
    view.goto(path.as_uri())
    view.evaluate(FRAMES)
    assert view.locator(".x-guess").count() == 0
    assert_drawn(view)
    assert view.evaluate("document.querySelector('[name=price-of-a-swap]').state.ranking") == ranking(Y[few], B[few])
    assert view.evaluate("document.querySelector('[name=uncertainty]').state.cases") == Y.size
    assert faults == []


def press(view: Any, name: str) -> None:
    """Press all buttons of a name that can be seen."""
    buttons = view.get_by_role("button", name=name)
    while buttons.count():
        buttons.first.click()
    view.evaluate(FRAMES)


def ranking(y: Any, scores: Any) -> str:
    """The labels, the highest score first."""
    return "".join(map(str, y[np.argsort(-scores)]))


def assert_drawn(view: Any) -> None:
    """Every explorer has drawn what the oracle says of the own scores."""
    view.evaluate(FRAMES)
    for name, (key, oracle) in DRAWN.items():
        found = view.evaluate(f"document.querySelector('[name={name}]').values.{key}")
        assert found == pytest.approx(oracle(Y, B.round(6)), rel=1e-9), name


def test_every_explorer_says_whether_it_takes_own_scores() -> None:
    assert set(OWN) < set(EXPLORERS)
    assert set(DRAWN) == set(OWN) - {"price-of-a-swap"}
