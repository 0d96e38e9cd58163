"""What the chapter on cost space and the Tile shows: rulers, families of them, and the smallest tosses."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import cost_curve, h_measure, tile
from metricbook.confusion import matthews_correlation
from scoring_the_scores.synthesis.diagonal import figures, tables
from scoring_the_scores.synthesis.diagonal.averages import FIVE, misjudged

Y = np.array([1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0])
S = np.arange(12.0)[::-1]


def test_rulers_meet_the_cost_curve_a_share_of_the_best_score_down() -> None:
    places = {**tables.NAMED, **tables.f_places(4), "somewhere": (0.3, 0.8)}
    rulers = tables.best_rulers(Y, S, places)
    curve = cost_curve(Y, S, over="cost")
    assert rulers["loss"].to_numpy() == pytest.approx(np.interp(rulers["c"], *curve), abs=1e-12)
    assert rulers["best"].to_numpy() == pytest.approx(1 - rulers["loss"] / rulers["loss0"])
    square = tile.tile_of_sample(Y, S, resolution=11).best
    assert rulers.set_index("name").loc["somewhere", "best"] == pytest.approx(square[8, 3])


def test_the_rulers_of_the_diagonal_are_upright() -> None:
    rulers = tables.best_rulers(Y, S, tables.NAMED).set_index("name")
    assert (rulers["c0"] == rulers["c1"]).tolist() == [True, True, True, False, False]
    assert rulers.loc["F1", "c"] == pytest.approx(rulers.loc["F1", "best"] / 2)


def test_h_is_a_mean_along_the_diagonal() -> None:
    assert tables.h_along_diagonal(Y, S) == pytest.approx(h_measure(Y, S), abs=1e-6)


def test_parallel_rulers_have_one_slope_and_stay_on_the_square() -> None:
    lines = tables.parallels(0.2, {"accuracy": (0.5, 0.5), "F1": (1.0, 0.5)}, np.linspace(0, 1, 21))
    for name, part in lines.groupby("name"):
        run = part["c1"] - part["c0"]
        assert (run / part["loss0"]).to_numpy() == pytest.approx(
            np.full(len(part), 0.0 if name == "accuracy" else 1.25)
        )
    assert lines[["a", "b"]].to_numpy().min() >= 0
    assert lines[["a", "b"]].to_numpy().max() <= 1
    assert len(lines[lines["name"] == "F1"]) == 11


def test_the_smallest_tosses_are_those_of_the_package_s_scores() -> None:
    shown = tables.four_cases().set_index("score")
    assert list(shown.index) == list(FIVE)
    for name, matrix in (("strict", (2, 0, 1, 1)), ("lenient", (1, 1, 0, 2)), ("toss", (3, 1, 1, 3))):
        assert shown.loc["MCC", name] == pytest.approx(matthews_correlation(*matrix))
        for score in ("ACP", "P4", "markedness"):
            assert shown.loc[score, name] == pytest.approx(float(tile.SCORES[score](matrix)))
    assert shown.index[shown["toss is better"]].tolist() == ["P4"]


def test_a_search_that_could_find_nothing_finds_nothing() -> None:
    assert misjudged(lambda m: m[0] + m[3], 5) == []


def test_the_figures_draw_what_they_are_given() -> None:
    square, plane = tables.square(Y, S, resolution=5), tables.cost_plane(Y, S)
    rulers = tables.best_rulers(Y, S, tables.NAMED)
    _, right = figures.unrolled(square, plane, rulers)
    drawn = [line.get_xydata().tolist() for line in right.lines if len(line.get_xdata()) == 1]
    assert drawn == [[point] for point in rulers[["c", "loss"]].to_numpy().tolist()]
    three = {name: tables.NAMED[name] for name in ("accuracy", "F1", "F1 of negatives")}
    few, lines = (tables.parallels(5 / 12, three, np.linspace(0, 1, n)) for n in (3, 9))
    panels = figures.families(plane, tables.best_rulers(Y, S, tables.f_places(3)), few, lines)
    assert [axes.get_title(loc="left")[0] for axes in panels] == ["a", "b", "c"]
    assert len(panels[0].lines) == 1 + len(few)


def test_the_corners_of_the_plane_are_those_of_the_cost_curve() -> None:
    plane = tables.cost_plane(Y, S)
    curve = plane[plane["series"] == "cost curve"]
    assert curve["loss"].to_numpy() == pytest.approx(cost_curve(Y, S, over="cost").losses)
    assert plane.loc[plane["series"] == "all wrong", "loss"].tolist() == pytest.approx([10 / 12, 14 / 12])
