"""Displays: what is refused, what is drawn, and that scikit-learn's estimators and ours agree on the scores."""

from __future__ import annotations

import sys

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import RocCurveDisplay

from metricbook import (
    ConfidenceCurveDisplay,
    CostCurveDisplay,
    auroc,
    cost_curve,
    decision_curves,
    expected_min_loss,
    lxcim,
)
from metricbook.tile import TileDisplay, performance_of, tile_of, tile_of_sample

DISPLAYS = [CostCurveDisplay, ConfidenceCurveDisplay, TileDisplay]
each_display = pytest.mark.parametrize("display", DISPLAYS, ids=lambda display: display.__name__)
LABELS, SCORES, WEIGHTS = [1, 0, 1, 1, 0], [2.5, 1.5, 0.5, -0.5, -1.0], [1, 2, 1, 3, 1]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(8)
    features = pd.DataFrame(rng.normal(size=(80, 2)), columns=["a", "b"])
    return features, np.where(features["a"] + rng.normal(size=80) > 0, "yes", "no")


@each_display
def test_what_cannot_be_scored_is_refused(display, data):
    features, labels = data
    model = LogisticRegression().fit(features, labels)
    with pytest.raises(ValueError, match="pos_label must be one of 'no', 'yes', not 'maybe'"):
        display.from_estimator(model, features, labels, pos_label="maybe")
    with pytest.raises(ValueError, match="response_method must be one of"):
        display.from_estimator(model, features, labels, response_method="predict")
    with pytest.raises(ValueError, match="DummyClassifier has no decision_function to score with"):
        display.from_estimator(
            DummyClassifier().fit(features, labels), features, labels, response_method="decision_function"
        )
    three = LogisticRegression().fit(features, [*labels[:-1], "perhaps"])
    with pytest.raises(ValueError, match="LogisticRegression must tell two classes apart, not 3"):
        display.from_estimator(three, features, labels)


@each_display
def test_without_matplotlib_one_sentence_says_what_to_do(display, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"matplotlib is not installed: pip install 'metricbook\[plot\]' brings it"):
        display.from_predictions(LABELS, SCORES)


@each_display
def test_several_share_one_axes_and_a_legend(display):
    style = {"plot_method": "contour"} if display is TileDisplay else {}
    first = display.from_predictions(LABELS, SCORES, name="first", **style)
    second = display.from_predictions(LABELS, SCORES[::-1], name="second", ax=first.ax_, **style)
    assert second.ax_ is first.ax_
    assert second.figure_ is first.figure_
    names = [text.get_text() for text in first.ax_.get_legend().get_texts()]
    assert [name.split(" (")[0] for name in names] == ["first", "second"]
    assert first.line_.get_color() != second.line_.get_color()


@each_display
def test_an_estimator_is_its_scores(display, data):
    features, labels = data
    model = LogisticRegression().fit(features, labels)
    weights = np.arange(80) % 3
    made = display.from_estimator(model, features, labels, sample_weight=weights)
    chances = model.predict_proba(features)[:, 1]
    threshold = {"threshold": 0.5} if display is ConfidenceCurveDisplay else {}
    by_hand = display.from_predictions(labels, chances, sample_weight=weights, pos_label="yes", **threshold)
    assert_drawn_alike(made, by_hand)
    assert made.name == "LogisticRegression"
    beside = display.from_estimator(model, features, labels, name="again", ax=made.ax_)
    assert beside.ax_ is made.ax_
    assert beside.name == "again"
    other = display.from_estimator(model, features, labels, pos_label="no", response_method="decision_function")
    by_hand = display.from_predictions(labels, -model.decision_function(features), pos_label="no")
    assert_drawn_alike(other, by_hand)
    display.from_estimator(RidgeClassifier().fit(features, labels), features, labels)


def test_peers_take_the_same_scores(data):
    features, labels = data
    model = LogisticRegression().fit(features, labels)
    for pos_label in ("yes", "no"):
        peer = RocCurveDisplay.from_estimator(model, features, labels, pos_label=pos_label)
        scores = model.predict_proba(features)[:, list(model.classes_).index(pos_label)]
        assert auroc(labels, scores, pos_label=pos_label) == pytest.approx(peer.roc_auc)


@pytest.mark.parametrize("over", ["skew", "cost"])
def test_the_cost_curve_and_the_trivial_classifiers(over):
    display = CostCurveDisplay.from_predictions(
        LABELS, SCORES, sample_weight=WEIGHTS, over=over, plot_chance_level=True, color="red"
    )
    curve = cost_curve(LABELS, SCORES, sample_weight=WEIGHTS, over=over)
    np.testing.assert_array_equal(display.line_.get_xydata(), np.transpose(curve))
    area = expected_min_loss(LABELS, SCORES, sample_weight=WEIGHTS, over=over)
    assert display.area == pytest.approx(area)
    assert display.line_.get_label() == f"area = {area:.3g}"
    assert display.ax_.get_xlim() == (0, 1)
    assert display.line_.get_color() == "red"
    nothing = cost_curve(LABELS, [0] * 5, sample_weight=WEIGHTS, over=over)
    np.testing.assert_allclose(display.chance_level_.get_xydata(), np.transpose(nothing))
    assert display.plot(name="again").chance_level_ is None
    with pytest.raises(ValueError, match=r"over must be one of .*'skew'.*, not 'price'"):
        CostCurveDisplay(*curve, over="price")


def test_a_higher_curve_drawn_later_is_in_sight():
    low = CostCurveDisplay.from_predictions([1, 1, 0, 0], [4, 2, 3, 1])
    high = CostCurveDisplay.from_predictions([1, 1, 0, 0], [1, 2, 3, 4], ax=low.ax_)
    assert low.losses.max() < high.losses.max() <= low.ax_.get_ylim()[1]
    assert low.ax_.get_ylim()[0] == 0


def test_the_legend_shows_how_level_lines_are_drawn():
    style = {"plot_method": "contour", "colors": "red", "linestyles": ":"}
    display = TileDisplay.from_predictions(LABELS, SCORES, name="dotted", **style)
    assert display.line_.get_linestyle() == ":"
    assert display.line_.get_color()[:3] == (1, 0, 0)
    assert (display.ax_.get_xlabel(), display.ax_.get_ylabel()) == ("a", "b")


def test_the_confidence_curve_and_its_accuracy():
    table = decision_curves(LABELS, SCORES, sample_weight=WEIGHTS, threshold=0.2)
    for cumulative, column in ((True, "cumulative_accuracy"), (False, "accuracy")):
        display = ConfidenceCurveDisplay.from_predictions(
            LABELS, SCORES, sample_weight=WEIGHTS, threshold=0.2, cumulative=cumulative
        )
        np.testing.assert_allclose(display.line_.get_xydata(), table[["decision_rate", column]])
        assert display.ax_.get_xlim() == (0, 1)  # from no decision to all of them
        assert display.ax_.get_ylabel() == column.replace("_", " ")
        assert display.ax_.get_ylim()[0] == 0 < table[column].max() < display.ax_.get_ylim()[1]
    assert display.lxcim == pytest.approx(lxcim(LABELS, SCORES, sample_weight=WEIGHTS, threshold=0.2))
    assert display.line_.get_label() == f"accuracy = {table['accuracy'].iloc[-1]:.3g}"
    given = ConfidenceCurveDisplay(table["decision_rate"], table["cumulative_accuracy"]).plot()
    assert given.line_.get_label() == f"LxCIM = {display.lxcim:.3g}"


def test_the_tile_at_the_best_and_at_one_threshold():
    best = TileDisplay.from_predictions(LABELS, SCORES, sample_weight=WEIGHTS, resolution=11)
    np.testing.assert_array_equal(
        best.values, tile_of_sample(LABELS, SCORES, sample_weight=WEIGHTS, resolution=11).best
    )
    one = TileDisplay.from_predictions(LABELS, SCORES, threshold=0.5, resolution=11, name="at 1/2", cmap="cividis")
    performance = performance_of(LABELS, np.array(SCORES) >= 0.5)
    np.testing.assert_array_equal(one.values, tile_of(performance, 11))
    assert (np.nan_to_num(best.values) >= 0).all()
    assert one.line_ is None
    assert one.ax_.get_title() == "at 1/2"
    assert (one.ax_.get_xlim(), one.ax_.get_ylim(), one.ax_.get_aspect()) == ((0, 1), (0, 1), 1)
    assert one.surface_.get_cmap().name == "cividis"
    assert one.surface_.get_rasterized()  # so that a drawing with lines of any size has not 10,000 of them
    assert one.surface_.get_clim() == best.surface_.get_clim() == (0, 1)  # one colour is one value
    with pytest.raises(ValueError, match="plot_method must be one of 'pcolormesh', 'contour', not 'imshow'"):
        one.plot(plot_method="imshow")
    with pytest.raises(ValueError, match=r"values must be a square array, not of shape \(2, 3\)"):
        TileDisplay(np.ones((2, 3)))


def assert_drawn_alike(one, other):
    if isinstance(one, TileDisplay):
        np.testing.assert_allclose(one.values, other.values)
    else:
        np.testing.assert_allclose(one.line_.get_xydata(), other.line_.get_xydata())
