"""The figures show the tables they are given; the tables hold what the chapter says of them."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import numpy as np
import pytest

from metricbook import auroc, average_precision
from scoring_the_scores.synthesis.ranges import figures, tables


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def test_bands_are_drawn_between_the_ends_with_normal_scores_where_there_are_any() -> None:
    found = tables.bands(prevalence=0.1)
    for axes, (name, part) in zip(figures.bands(found), found.groupby("metric", sort=False), strict=True):
        high, low, *rest = (line.get_ydata() for line in axes.lines)
        assert high.tolist() == part["high"].tolist()
        assert low.tolist() == part["low"].tolist()
        assert len(rest) == 1 + (name != "LxCIM")  # the rule at 0.8
        assert all(row.low - 1e-3 <= row.normal <= row.high for row in part.itertuples() if not np.isnan(row.normal))


def test_curves_of_both_ends_are_drawn() -> None:
    curves = tables.curves(0.8, prevalence=0.1)
    for axes, (lowest, highest) in zip(figures.ends(curves), curves.values(), strict=True):
        _, greatest, least = (line.get_xydata() for line in axes.lines)
        np.testing.assert_array_equal(greatest, highest)
        np.testing.assert_array_equal(least, lowest)
    assert set(tables.as_frame(curves)["metric"]) == {"AP", "best F1", "H"}


def test_metrics_of_normal_scores_are_those_of_many_drawn_ones() -> None:
    rng = np.random.default_rng(0)
    labels = np.arange(200_000) % 10 == 0
    scores = 1.2 * labels + rng.normal(size=labels.size)
    found = tables.of_normal_scores(auroc(labels, scores), 0.1)
    assert found["AP"] == pytest.approx(average_precision(labels, scores), abs=0.01)


def test_a_second_number_leaves_a_share_of_the_others_and_nothing_of_itself_is_counted() -> None:
    found = tables.second_numbers(3, 4, auroc=0.75)
    assert found.drop(columns="mean").stack().dropna().between(0, 1).all()
    assert np.isnan(np.diag(found.drop(columns="mean"))).all()


def test_extreme_rankings_have_the_area() -> None:
    for ranking in tables.extreme_rankings("best F1", 0.75, 2, 4)["ranking"]:
        labels = [letter == "P" for letter in ranking]
        assert auroc(labels, range(6, 0, -1)) == 0.75
