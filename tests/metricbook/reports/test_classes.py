"""More than two classes: each metric and mean against scikit-learn, its error against a bootstrap, and the page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as peer

import metricbook as mb
from metricbook.reports import classes
from metricbook.reports.class_contents import MEANS, OF_CLASSES, ClassAnalysis
from metricbook.reports.class_pages import render_class_html, render_class_json, render_class_markdown
from metricbook.reports.classes import analyse_classes
from metricbook.reports.contents import Difference
from metricbook.reports.estimates import Estimate
from metricbook.reports.frames import from_arrays
from metricbook.reports.question import Question
from tests.whole import WHOLE, in_monthly_run, mostly

CLASSES = np.array(["ant", "bee", "fly", "moth"])
SHARES = [0.45, 0.3, 0.15, 0.1]
CENTRES = 1.5 * np.array([[0, 0, 0], [1.2, 0, 0], [0, 1.4, 0], [0.9, 0.9, 1.3]])


def draw(n: int, seed: int = 0, *, digits: int = 3, models: int = 2, each: int = 1) -> tuple[Any, dict[str, Any]]:
    """Labels, and probabilities of models that are equally good; ``each`` cases in a row are nearly one."""
    rng = np.random.default_rng(seed)
    label = np.repeat(rng.choice(4, n // each, p=SHARES), each)
    noise = np.repeat(rng.normal(size=(n // each, 3)), each, axis=0)
    seen = CENTRES[label] + (noise if each == 1 else 0.9 * noise + 0.3 * rng.normal(size=(n, 3)))
    scores = {}
    for name in "abcdefghij"[:models]:
        far = ((seen + rng.normal(size=seen.shape) / 2)[:, np.newaxis] - CENTRES) ** 2
        odds = SHARES * np.exp(-far.sum(axis=2) / 2)
        scores[name] = (odds / odds.sum(axis=1, keepdims=True)).round(digits)
    return CLASSES[label], scores


def analyse(labels: Any, scores: Any, level: float = 0.95, **more: Any) -> ClassAnalysis:
    return analyse_classes(from_arrays(labels, scores, **more), level=level)


@pytest.fixture(scope="module")
def usual() -> ClassAnalysis:
    return analyse(*draw(400))


@pytest.fixture
def without_h(monkeypatch: pytest.MonkeyPatch) -> None:
    """H takes most of the time."""
    monkeypatch.setattr(classes, "OF_CLASSES", tuple(name for name in OF_CLASSES if name != "h_measure"))


@pytest.mark.parametrize("weighted", [False, True])
def test_metrics_and_means_are_those_of_scikit_learn(weighted: bool) -> None:
    labels, scores = draw(300, digits=1, models=1)  # with ties
    weights = np.random.default_rng(1).integers(1, 4, 300).astype(float) if weighted else None
    found = analyse(labels, scores, sample_weight=weights)
    for name, each in scores.items():
        given, of = {"sample_weight": weights}, found.models[name]
        predicted = CLASSES[each.argmax(axis=1)]
        normal = each / each.sum(axis=1, keepdims=True)  # which scikit-learn insists on
        truth = (labels[:, np.newaxis] == CLASSES).astype(int)
        wanted = {
            "auroc": np.mean([peer.roc_auc_score(truth[:, k], each[:, k], **given) for k in range(4)]),
            "auroc_weighted": peer.roc_auc_score(truth, each, average="weighted", **given),
            "average_precision": peer.average_precision_score(truth, each, average="macro", **given),
            "average_precision_weighted": peer.average_precision_score(truth, each, average="weighted", **given),
            "brier_score": np.average((truth - each) ** 2, axis=0, weights=weights).mean(),
            "accuracy": peer.accuracy_score(labels, predicted, **given),
            "recall": peer.balanced_accuracy_score(labels, predicted, **given),
            "precision": peer.precision_score(labels, predicted, average="macro", **given),
            "f1_score": peer.f1_score(labels, predicted, average="macro", **given),
            "h_measure": np.mean([mb.h_measure(truth[:, k], each[:, k], **given) for k in range(4)]),
        }
        if not weighted:  # scikit-learn has none
            fine = analyse(labels, {name: normal})
            areas = {"auroc": "ovr", "hand_till": "ovo"}
            for key, way in areas.items():
                same = peer.roc_auc_score(labels, normal, multi_class=way)
                assert fine.models[name].metrics[key].value == pytest.approx(same, abs=1e-12)
        for key, value in wanted.items():
            assert of.metrics[key].value == pytest.approx(value, abs=1e-12), key
        table = peer.confusion_matrix(labels, predicted, labels=CLASSES, **given)
        assert of.confusion.tolist() == table.tolist()
        for k, text in enumerate(CLASSES):
            assert of.classes[text]["recall"].value == pytest.approx(table[k, k] / table[k].sum())
            assert of.classes[text]["precision"].value == pytest.approx(table[k, k] / table[:, k].sum())
    assert set(of.metrics) == set(MEANS)


def test_a_class_has_the_intervals_that_it_has_against_the_others(usual: ClassAnalysis) -> None:
    labels, scores = draw(400)
    for metric in ("auroc", "average_precision", "h_measure", "brier_score"):
        alone, found = mb.interval(metric, labels == "fly", scores["a"][:, 2]), usual.models["a"].classes["fly"][metric]
        assert (found.value, found.low, found.high) == pytest.approx(alone[:3], abs=1e-12)


def test_shares_have_wilsons_intervals(usual: ClassAnalysis) -> None:
    accuracy, table = usual.models["a"].metrics["accuracy"], usual.models["a"].confusion
    right = np.trace(table) / 400
    z = 1.959963984540054
    middle, half = right + z * z / 800, z * np.sqrt(right * (1 - right) / 400 + (z / 800) ** 2)
    # The standard error has one case less in its denominator.
    assert accuracy.low == pytest.approx((middle - half) / (1 + z * z / 400), abs=1e-4)
    assert accuracy.high == pytest.approx((middle + half) / (1 + z * z / 400), abs=1e-4)
    labels, _ = draw(60)
    sure = analyse(labels, {"a": (labels[:, np.newaxis] == CLASSES) + 0.0})
    low, high = (getattr(sure.models["a"].metrics["accuracy"], end) for end in ("low", "high"))
    assert (low, high) == (pytest.approx(60 / (60 + z * z)), pytest.approx(1))


def means_of(labels: Any, scores: Any, weights: Any) -> list[float]:
    """Macro AUROC, that weighted by shares, M, macro average precision, accuracy and macro recall."""
    label = np.searchsorted(CLASSES, labels)
    of = [mb.auroc(label == k, scores[:, k], sample_weight=weights) for k in range(4)]
    shares = np.bincount(label, weights=weights) / weights.sum()
    pairs = []
    for one, other in permutations(range(4), 2):
        both = (label == one) | (label == other)
        pairs.append(mb.auroc(label[both] == one, scores[both, one], sample_weight=weights[both]))
    precision = [mb.average_precision(label == k, scores[:, k], sample_weight=weights) for k in range(4)]
    right = scores.argmax(axis=1) == label
    recall = np.bincount(label, weights=weights * right) / np.bincount(label, weights=weights)
    return [
        np.mean(of),
        shares @ of,
        np.mean(pairs),
        np.mean(precision),
        weights @ right / weights.sum(),
        recall.mean(),
    ]


KEYS = ("auroc", "auroc_weighted", "hand_till", "average_precision", "accuracy", "recall")


@pytest.mark.parametrize("each", mostly([1, 4], 4))
@pytest.mark.usefixtures("without_h")
def test_standard_errors_are_those_of_a_bootstrap(each: int) -> None:
    """The error of a standard deviation from R replicates is its 1 / sqrt(2 R); three of them, and 5 % for n = 400."""
    replicates = 800 if WHOLE else 60
    labels, scores = draw(400, each=each)
    clusters = np.arange(400) // each
    found = analyse(labels, scores, clusters=clusters)
    rng, drawn = np.random.default_rng(2), []
    for _ in range(replicates):
        times = np.bincount(rng.integers(400 // each, size=400 // each), minlength=400 // each)[clusters].astype(float)
        one, other = (means_of(labels, scores[name], times) for name in ("a", "b"))
        drawn.append([*one, one[0] - other[0]])
    errors = [found.models["a"].metrics[key].standard_error for key in KEYS]
    best = found.ranked[0].name
    errors.append(found.less["auroc", "b" if best == "a" else "a"].standard_error)
    within = 0.05 + 3 / np.sqrt(2 * replicates)
    assert np.array(drawn).std(axis=0, ddof=1) == pytest.approx(np.array(errors), rel=within)


@pytest.mark.usefixtures("without_h")
def test_clusters_of_copies_and_weights_of_two_change_nothing(usual: ClassAnalysis) -> None:
    labels, (scores, _) = draw(400)[0], draw(400)[1].values()
    copies = analyse(np.repeat(labels, 2), {"a": np.repeat(scores, 2, axis=0)}, clusters=np.repeat(np.arange(400), 2))
    heavy = analyse(labels, {"a": scores}, sample_weight=np.full(400, 2.0))
    assert (copies.clusters, heavy.weighted) == (400, True)
    for found in (copies, heavy):
        for key in KEYS:
            one, other = (of.models["a"].metrics[key] for of in (usual, found))
            assert (other.value, other.low, other.high) == pytest.approx((one.value, one.low, one.high), abs=2e-4), key


@pytest.mark.usefixtures("without_h")
def test_a_perfect_class_is_not_taken_for_certain() -> None:
    labels, scores = draw(80, models=1)
    scores["a"][:, 3] = (labels == "moth") + 0.0
    found = analyse(labels, scores).models["a"]
    perfect, mean = found.classes["moth"]["auroc"], found.metrics["auroc"]
    assert (perfect.value, perfect.standard_error) == (1, 0)
    arms = [of["auroc"].value - of["auroc"].low for of in found.classes.values()]
    assert arms[3] > 0.1
    assert mean.value - mean.low > np.hypot(arms[3], max(arms[:3])) / 4
    assert mean.high <= 1


@pytest.mark.usefixtures("without_h")
def test_models_are_compared_together_and_level_ones_are_level() -> None:
    labels, scores = draw(200, models=3)
    found = analyse(labels, scores)
    best = found.ranked[0].name
    assert len(found.differences) == 2 * (len(MEANS) - 1)
    two = analyse(labels, {name: scores[name] for name in (best, "b" if best != "b" else "c")})
    name = two.ranked[1].name
    wide, narrow = found.less["auroc", name], two.less["auroc", name]
    assert wide.value == narrow.value
    assert wide.high - wide.low > 1.1 * (narrow.high - narrow.low)
    level = analyse(labels, {"a": scores["a"], "again": scores["a"]})
    assert all(estimate.is_zero for estimate in level.less.values())
    assert "again has" in render_class_markdown(level)
    assert "the difference is 0." in render_class_markdown(level)
    by_class = [of[0].estimate for of in two.by_class.values()]
    values = [two.ranked[0].classes[k]["auroc"].value - two.ranked[1].classes[k]["auroc"].value for k in two.shares]
    assert [each.value for each in by_class] == pytest.approx(values)


@in_monthly_run
def test_intervals_of_means_hold_the_truth_and_equal_models_are_told_apart_seldom() -> None:
    """300 samples: 95 % have an error of 1.3 points, of which three are allowed."""
    truth = np.mean([means_of(*_one(draw(200_000, seed=9), name), np.ones(200_000)) for name in "ab"], axis=0)
    held, clear = np.zeros(len(KEYS)), np.zeros(len(KEYS))
    for seed in range(300):
        found = analyse(*draw(300, seed=seed))
        for k, key in enumerate(KEYS):
            estimate = found.models["a"].metrics[key]
            held[k] += estimate.low <= truth[k] <= estimate.high
            clear[k] += found.less[key, found.ranked[1].name].is_clear
    assert (held / 300 >= 0.91).all(), held
    assert (clear / 300 <= 0.09).all(), clear


def _one(drawn: tuple[Any, dict[str, Any]], name: str) -> tuple[Any, Any]:
    return drawn[0], drawn[1][name]


def cells(page: str, name: str) -> list[list[str]]:
    """The cells of a table of a page, by the name of its region."""
    found = re.search(rf'aria-label="{name}">\s*<table>(.*?)</table>', page, re.DOTALL)
    assert found is not None
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", found[1], re.DOTALL)
    texts = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    return [[unescape(re.sub("<[^>]*>", " ", cell)).strip() for cell in row] for row in texts]


def test_a_page_shows_the_numbers_and_names_the_worst_class(usual: ClassAnalysis) -> None:
    page, best = render_class_html(usual), usual.ranked[0]
    low = best.lowest
    worst = best.classes[low]["auroc"]
    assert all(worst.value <= of["auroc"].value for of in best.classes.values())
    assert f"The mean hides that {best.name} is worst at the class {low}, with {worst}" in page
    assert f'<p class="lead">{best.name} has the higher macro AUROC' in page
    rows = cells(page, "Means over the classes")
    assert [row[0].removesuffix(" (lower is better)") for row in rows[1:]] == list(MEANS.values())
    mean = best.metrics["hand_till"]
    assert rows[3][1] == f"{mean.value:.3f} {mean.low:.3f} to {mean.high:.3f}"
    assert [row[0] for row in cells(page, "AUROC")[1:]][:2] == ["macro mean", low]
    assert len(cells(page, "Each class against the others")) == 1 + 2 * 4
    table = cells(page, "Confusion matrix of a")
    assert [row[1:5] for row in table[1:5]] == [[f"{n:,.0f}" for n in row] for row in usual.models["a"].confusion]
    assert len(cells(page, "Differences by class")) == 5
    assert len(cells(page, "Calibration of each class")) == 1 + 2 * 4
    text, data = render_class_markdown(usual), json.loads(render_class_json(usual))
    assert f"| Hand and Till's M | {usual.ranked[0].metrics['hand_till']} |" in text
    assert data["models"]["a"]["classes"]["ant"]["auroc"]["value"] == usual.models["a"].classes["ant"]["auroc"].value
    assert data["ranked"] == [model.name for model in usual.ranked]


@pytest.mark.usefixtures("without_h")
def test_a_page_of_many_classes_and_evil_names_is_small_and_safe() -> None:
    rng = np.random.default_rng(0)
    names = np.array([f"<b>{k:02}|&</b>" for k in range(31)])
    found = analyse(names[rng.integers(9, size=200)], {"<i>": rng.random((200, 9))}, classes=names[:9])
    page = render_class_html(found)
    assert "<b>" not in page
    assert "<i>" not in page
    assert "<b>" not in render_class_markdown(found)
    assert "do not sum to 1 in 100% of the cases" in page
    assert len(cells(page, "AUROC")) == 1 + 1 + 7
    assert "The other 2 classes are below." in page
    (model,), texts, several = found.models.values(), names[:30].tolist(), [f"{k} {'&' * 38}"[:40] for k in range(10)]
    metrics, fitted = (
        {**model.classes[names[0]], "h_measure": Estimate(0.5, 0.4, 0.6, 0.1, corrected=0.45)},
        model.recalibration[names[0]],
    )
    model = replace(model, classes=dict.fromkeys(texts, metrics), recalibration=dict.fromkeys(texts, fitted))
    less = [Difference(key, several[0], name, model.metrics["auroc"]) for name in several for key in MEANS]
    large = replace(
        found,
        models={name: replace(model, name=name, confusion=np.full((30, 30), 123456.5)) for name in several},
        cases=dict.fromkeys(texts, 123456),
        shares=dict.fromkeys(texts, 1 / 30),
        differences=less,
        by_class={text: [each for each in less if each.metric == "auroc"] for text in texts},
    )
    assert len(render_class_html(large).encode()) <= 300_000
    with pytest.raises(ValueError, match="has 31 classes: at most 30"):
        analyse(names, {"a": rng.random((31, 31))})


@pytest.mark.usefixtures("without_h")
def test_what_looks_wrong_is_said() -> None:
    labels, scores = draw(120, models=1)
    given = np.column_stack([scores["a"], np.full(120, 0.1)])
    given[:, [0, 1]] = given[:, [1, 0]]
    given[:, 2] = 0
    frame = pd.DataFrame({"y": labels, "patient": np.arange(120) // 2})
    frame[[f"p_{name}" for name in (*CLASSES, "wasp")]] = given
    frame["p_moth"] = np.where(np.arange(120) % 5, frame["p_moth"], frame["p_ant"])
    found = mb.report(frame).analysis
    said, flies = "\n".join(found.cautions), (labels == "fly").sum()
    assert found.cases["wasp"] == 0
    assert list(found.shares) == list(CLASSES)
    for part in (
        'No case is of the class "wasp", which has scores',
        'p scores cases of "ant" and "bee" below others',
        'p never predicts "fly": precision there',
        'The column "patient" looks like clusters',
        "do not sum to 1 in ",
        "the same highest score for several classes; the first of them",
        f"Classes with fewer than 20 cases, about which little can be said: fly ({flies}) and moth (19)",
    ):
        assert part in said, part
    page = render_class_html(found)
    assert "precision of p at fly: precision is undefined" in page
    assert found.models["p"].metrics["precision"].value is None
    raw = analyse(labels, {"a": 3 - 9 * given[:, :4]})
    assert raw.models["a"].recalibration == {}
    assert "brier_score" not in raw.models["a"].metrics
    assert "Calibration" not in render_class_html(raw)


@pytest.mark.parametrize(
    "given",
    [{"cost_fp": 1.0, "cost_fn": 1.0}, {"prevalence": 0.1}, {"budget": 5}, {"symmetric": True}, {"threshold": 0.5}],
)
def test_what_has_a_meaning_for_two_classes_only_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"several classes takes no {next(iter(given))}: leave it out, or set one"):
        analyse_classes(from_arrays(*draw(40)), Question(**given))
    for more in ({"groups": {"g": np.arange(40) % 2}}, {"times": np.arange(40)}, {"folds": np.arange(40) % 2}):
        with pytest.raises(ValueError, match=r"several classes takes no (groups|time|fold): leave it out"):
            analyse(*draw(40), **more)
    with pytest.raises(ValueError, match="level must lie"):
        analyse(*draw(40), level=1.0)
