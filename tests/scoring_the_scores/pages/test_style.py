"""The house style and what a cell displays."""

from __future__ import annotations

from itertools import islice, pairwise, product

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

from claimledger.page import Page
from scoring_the_scores.pages import PALETTE, curve_styles, new_axes, offer, use_house_style
from scoring_the_scores.pages.style import WIDEST, label_panel


def _luminance(color: str) -> float:
    channels = np.array(to_rgb(color))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def _lightness(color: str) -> float:
    """Lightness L* as CIE defines it, from 0 to 100."""
    y = _luminance(color)
    return 116 * np.cbrt(y) - 16 if y > (6 / 29) ** 3 else y * (29 / 3) ** 3


def test_lightness_by_hand():
    assert _lightness("#000000") == 0
    assert _lightness("#ffffff") == pytest.approx(100)
    assert _lightness("#777777") == pytest.approx(50, abs=0.1)


def test_colours_are_distinct_and_visible_on_white():
    assert len(set(PALETTE.values())) == len(PALETTE) == 8
    assert all(1.05 / (_luminance(color) + 0.05) > 2 for color in PALETTE.values())


def test_neighbours_and_colours_of_one_dash_pattern_differ_in_lightness():
    colors = list(PALETTE.values())
    for one, other in [*pairwise(colors), *zip(colors, colors[4:], strict=False)]:
        assert abs(_lightness(one) - _lightness(other)) > 10


def test_a_curve_is_told_apart_without_its_hue():
    styles = list(islice(curve_styles(), 32))
    assert len({(style["color"], style["linestyle"]) for style in styles}) == 32
    for start in range(0, 32, 8):
        for one, other in product(styles[start : start + 8], repeat=2):
            if one is not other and one["linestyle"] == other["linestyle"]:
                assert abs(_lightness(one["color"]) - _lightness(other["color"])) > 10
    assert next(islice(curve_styles(), 32, None)) == styles[0]


def test_curve_styles_are_understood_by_plot():
    _, axes = new_axes()
    for style in islice(curve_styles(), 9):
        (line,) = axes[0, 0].plot([0, 1], [0, 1], **style)
        assert line.get_linestyle() == style["linestyle"]


def test_figures_are_opaque_white():
    use_house_style()
    figure, axes = new_axes(2, 3, width=2.0, height=1.5)
    assert axes.shape == (2, 3)
    assert tuple(figure.get_size_inches()) == (6.0, 3.0)
    for color in (figure.get_facecolor(), axes[0, 0].get_facecolor(), mpl.rcParams["savefig.facecolor"]):
        assert mpl.colors.to_rgba(color) == (1, 1, 1, 1)
    assert mpl.rcParams["savefig.transparent"] is False


def test_no_figure_is_wider_than_the_page():
    figure, _ = new_axes(1, 3)
    assert figure.get_figwidth() == pytest.approx(WIDEST)
    with pytest.raises(ValueError, match=r"3 panels of 3 inches are wider than the page's column, 8.1 inches"):
        new_axes(1, 3, width=3)


def test_one_panel_is_an_array_too():
    _, axes = new_axes()
    assert axes.shape == (1, 1)


def test_a_panels_label_stands_at_the_left():
    _, axes = new_axes()
    label_panel(axes[0, 0], "a", "first")
    assert axes[0, 0].get_title(loc="left") == "a) first"
    label_panel(axes[0, 0], "b")
    assert axes[0, 0].get_title(loc="left") == "b)"


def test_offered_data_are_written_and_linked(tmp_path, monkeypatch):
    monkeypatch.setenv("METRICBOOK_FIGDATA", str(tmp_path / "new" / "folder"))
    data = pd.DataFrame({"x": [1, 2, 3], "y": [0.1, 1 / 3, 123456789.0], "z": -0.0})
    page = offer(data, "three-points")
    assert repr(page) == "data: three-points.csv (3 rows: x, y, z)"
    assert 'href="../../figdata/three-points.csv" download' in page._repr_markdown_()
    assert 'href="../figdata/three-points.csv" download' in offer(data, "three-points", up=1)._repr_markdown_()
    written = (tmp_path / "new" / "folder" / "three-points.csv").read_text(encoding="utf-8")
    assert written.splitlines() == ["x,y,z", "1,0.1,0", "2,0.333333,0", "3,1.23457e+08,0"]


def test_nothing_is_written_without_a_folder(tmp_path, monkeypatch):
    monkeypatch.delenv("METRICBOOK_FIGDATA", raising=False)
    monkeypatch.chdir(tmp_path)
    offer(pd.DataFrame({"x": [1]}), "one")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "Two", "two points", "two_points", "-two", "two-", "two.csv", "../two", "é"])
def test_a_name_that_is_no_file_name_is_refused(name):
    with pytest.raises(ValueError, match="small letters, digits and hyphens, not"):
        offer(pd.DataFrame({"x": [1]}), name)


def test_a_page_has_two_forms():
    page = Page("plain", "**rich**")
    assert (repr(page), page._repr_markdown_()) == ("plain", "**rich**")
