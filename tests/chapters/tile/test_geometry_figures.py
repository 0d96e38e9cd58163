"""The figures of the chapter on geometry show the tables they are given, and the tables are right."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import tile
from metricbook.chapters.tile.geometry import figures as draw
from metricbook.chapters.tile.geometry import tables as roc_tables
from metricbook.tile import roc

MARKS = pd.DataFrame({"mark": ["P"], "fpr": [0.1], "tpr": [0.3]})


def test_lines_of_the_nine_places_have_their_value_at_both_ends() -> None:
    lines = roc_tables.nine_pencils(0.2)
    assert list(dict.fromkeys(lines["score"])) == list(roc_tables.NINE_PLACES)
    assert set(roc_tables.NINE_PLACES) == set(tile.NINE) - {"J+"} | {"F1"}  # one place, and F1 is canonical
    for x, y in (("x0", "y0"), ("x1", "y1")):
        fpr, tpr, a, b, value = (lines[column].to_numpy() for column in (x, y, "a", "b", "value"))
        points = tile.from_rates(1 - fpr, tpr, 0.2)
        whole = (points * tile.importance(a, b)).sum(axis=1)
        assert (np.abs(tile.ranking_score(points, a, b) - value) * whole)[whole > 1e-12] == pytest.approx(0, abs=1e-12)


def test_panels_stand_as_their_scores_do_on_the_tile() -> None:
    lines = roc_tables.nine_pencils(0.2)
    square, panels = draw.tile_and_lines(lines, MARKS)
    assert square.get_xlim() == square.get_ylim() == (0, 1)
    assert {tuple(line.get_xydata()[0]) for line in square.lines} == set(roc_tables.NINE_PLACES.values())
    assert panels[1, 1].get_title(loc="left") == "TPR"
    assert panels[0, 0].get_position().x0 < panels[1, 0].get_position().x0
    assert panels[0, 0].get_position().y0 < panels[0, 1].get_position().y0
    horizontal = [line.get_ydata() for line in panels[1, 1].lines if len(line.get_xdata()) == 2]
    assert np.ptp(horizontal, axis=1) == pytest.approx(np.zeros(11))
    assert panels[0, 0].lines[-1].get_xydata().tolist() == [[0.1, 0.3]]


def test_figure_2_lines_pass_where_the_paper_says() -> None:
    table = roc_tables.three_pencils(**roc_tables.FIGURE_2, low=-1.1, high=1.8)
    through = {"value": (-0.805, -0.38), "zero": (1, 0), "one": (0, 1)}
    for line, (x, y) in through.items():
        part = table[table["line"] == line]
        area = (part["x1"] - part["x0"]) * (y - part["y0"]) - (part["y1"] - part["y0"]) * (x - part["x0"])
        assert np.abs(area).max() < 1e-12, line
        assert set(roc_tables.TENTHS) <= set(part["parameter"])
    read = table[table["line"] == "read"]
    assert ((read["y1"] - read["y0"]) / (read["x1"] - read["x0"])).to_numpy() == pytest.approx([-4, -4, -4])
    assert {0.95} == set(table[table["line"] == "zero"]["parameter"]) - set(roc_tables.TENTHS)
    grid = draw.three_pencils(table, (-0.805, -0.38), a=0.95, b=0.7)
    assert [len(axes.lines) for axes in grid.flat] == [15, 12, 11]
    assert grid[0, 0].lines[-1].get_xydata().tolist() == [[-0.805, -0.38]]
    widths = [line.get_linewidth() for line in grid[0, 2].lines]
    assert widths.count(max(widths)) == 1


def test_the_right_border_of_the_tile_is_the_f_scores() -> None:
    x, y, at_infinity = roc.pencil_vertex(1.0, np.array([0.0, 0.5, 1.0]), prevalence=0.2)
    assert (y == 0).all()
    assert x[:2] == pytest.approx([0, -0.25])
    assert at_infinity.tolist() == [False, False, True]


def test_deformed_grids_are_regular_at_equal_priors() -> None:
    table = roc_tables.deformed_grids([0.2, 0.5], n=11)
    regular, moved = (table[table["prior"] == prior] for prior in (0.5, 0.2))
    vertical = regular[regular["line"] == "vertical"]
    assert vertical["a"].to_numpy() == pytest.approx(vertical["parameter"].to_numpy())
    half = moved[(moved["line"] == "horizontal") & (moved["parameter"] == 0.5)]
    assert half["b"].to_numpy() == pytest.approx(np.full(11, 0.8))
    diagonal = moved[moved["line"] == "diagonal"]
    assert (diagonal["a"] * diagonal["b"]).to_numpy() * 0.04 == pytest.approx(
        ((1 - diagonal["a"]) * (1 - diagonal["b"])).to_numpy() * 0.64
    )
    grid = draw.deformed_tiles(table)
    assert grid.shape == (1, 2)
    assert [len(axes.lines) for axes in grid.flat] == [23, 23]
    assert "0.2" in grid[0, 0].get_title(loc="left")


@pytest.mark.parametrize("name", roc_tables.WITNESSES)
def test_witnesses_share_their_priors_and_leave_the_range(name: str) -> None:
    first, second = roc_tables.WITNESSES[name]
    assert roc.roc_point(first)[0] != roc.roc_point(second)[0]
    assert sum(first[:2]) == pytest.approx(sum(second[:2]))
    table = roc_tables.witness_mixtures(n=5)
    values = table[table["score"] == name]["value"].to_numpy()
    assert abs(values[2] - values[0]) > 0.01
    assert values[0] == pytest.approx(values[-1])


def test_mixtures_are_drawn_with_both_ends() -> None:
    table = roc_tables.witness_mixtures(n=5)
    grid = draw.mixtures_outside(table)
    for axes, name in zip(grid.flat, roc_tables.WITNESSES, strict=True):
        part = table[table["score"] == name]["value"].to_numpy()
        assert axes.lines[0].get_ydata() == pytest.approx(part)
        assert axes.lines[1].get_ydata() == pytest.approx(part[[0, -1]])
