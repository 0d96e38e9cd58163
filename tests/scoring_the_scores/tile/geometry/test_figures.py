"""The figures of the chapter on geometry show the tables they are given, and the tables are right."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import tile
from metricbook.tile import roc
from scoring_the_scores.tile.geometry import figures as draw
from scoring_the_scores.tile.geometry import tables as roc_tables

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
    panels = draw.nine_pencils(roc_tables.nine_pencils(0.2), MARKS)
    assert set(panels) == set(roc_tables.NINE_PLACES.values())
    assert panels[1, 1].get_title(loc="left") == "TPR"
    assert panels[0, 0].get_position().x0 < panels[1, 0].get_position().x0
    assert panels[0, 0].get_position().y0 < panels[0, 1].get_position().y0
    horizontal = [line.get_ydata() for line in panels[1, 1].lines if len(line.get_xdata()) == 2]
    assert np.ptp(horizontal, axis=1) == pytest.approx(np.zeros(11))
    assert panels[0, 0].lines[-1].get_xydata().tolist() == [[0.1, 0.3]]


def test_lines_of_one_place_pass_through_their_vertex() -> None:
    table = roc_tables.pencil(**roc_tables.FIGURE_2, low=-1.1, high=1.8)
    for x, y, part in ((-0.805, -0.38, table[table["line"] == "value"]), (1, 0, table.query("parameter == 0.0")),
                       (0, 1, table.query("parameter == 1.0"))):  # fmt: skip
        area = (part["x1"] - part["x0"]) * (y - part["y0"]) - (part["y1"] - part["y0"]) * (x - part["x0"])
        assert len(part) > 0
        assert np.abs(area).max() < 1e-12
    read = table[table["line"] == "read"]
    assert ((read["y1"] - read["y0"]) / (read["x1"] - read["x0"])).to_numpy() == pytest.approx([-4, -4, -4])
    axes = draw.pencil(table, (-0.805, -0.38))
    assert len(axes.lines) == len(table) + 1
    assert axes.lines[-1].get_xydata().tolist() == [[-0.805, -0.38]]


def test_the_right_border_of_the_tile_is_the_f_scores() -> None:
    x, y, at_infinity = roc.pencil_vertex(1.0, np.array([0.0, 0.5, 1.0]), prevalence=0.2)
    assert (y == 0).all()
    assert x[:2] == pytest.approx([0, -0.25])
    assert at_infinity.tolist() == [False, False, True]


@pytest.mark.parametrize("name", roc_tables.WITNESSES)
def test_witnesses_share_their_priors_and_all_but_accuracy_leave_the_range(name: str) -> None:
    first, second = roc_tables.WITNESSES[name]
    assert roc.roc_point(first)[0] != roc.roc_point(second)[0]
    assert sum(first[:2]) == pytest.approx(sum(second[:2]))
    table = roc_tables.witness_mixtures(n=5)
    values = table[table["score"] == name]["value"].to_numpy()
    assert values[0] == pytest.approx(values[-1])
    assert (abs(values[2] - values[0]) > 0.01) == (name != "A")


def test_mixtures_are_drawn_with_both_ends() -> None:
    table = roc_tables.witness_mixtures(n=5)
    grid = draw.mixtures_outside(table)
    for axes, name in zip(grid.flat, roc_tables.WITNESSES, strict=True):
        part = table[table["score"] == name]["value"].to_numpy()
        assert axes.lines[0].get_ydata() == pytest.approx(part)
        assert axes.lines[1].get_ydata() == pytest.approx(part[[0, -1]])


def test_errors_grow_for_the_printed_formula_only() -> None:
    table = roc_tables.gap_errors([0.3, 0.15, 0, 0], [1e-1, 1e-5, 1e-9])
    assert (np.diff(table["Eq. 15"]) > 0).all()
    assert table["Eq. 15"].iloc[-1] > 1
    assert table["volume"].max() < 1e-14


def test_the_formula_as_printed_loses_its_digits() -> None:
    general = np.array([0.2, 0.15, 0.35, 0.3])
    near = general * [1, 1, 1, 2 / 3 * (1 + 1e-9)]
    near /= near.sum()
    assert abs(roc_tables.printed_volume(near) - roc_tables.exact_volume(near)) > 1e-9
    assert np.isnan(roc_tables.printed_volume([0.3, 0.1, 0.3, 0.3]))
    assert roc_tables.printed_volume(general) == pytest.approx(tile.volume(general), abs=1e-13)
    assert roc_tables.printed_volume([general, general, general]).shape == (3,)


def test_exact_volume_is_the_formula() -> None:
    performance = [0.2, 0.1, 0.3, 0.4]
    assert roc_tables.exact_volume(performance) == pytest.approx(roc_tables.printed_volume(performance), abs=1e-14)


def test_volume_follows_accuracy_less_where_positives_are_few() -> None:
    rng = np.random.default_rng(8)
    kinds = {"uniform": [1, 1, 1, 1], "few positives": [9, 1, 0.5, 0.5]}
    uniform, few = roc_tables.accuracy_correlations(kinds, n=5000, rng=rng)["correlation"]
    assert 0.98 < few < uniform < 0.999
