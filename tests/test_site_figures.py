"""What the site does to drawings: colours for a dark page, a least width, an offer of the file."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from metricbook.explorers.figures import drawing
from metricbook.explorers.stills import Line, Panel, Still
from scoring_the_scores.pages.style import PALETTE, lie_on_map
from tools.site_figures import DARK, GROUND, INK, contrast, finish, in_the_dark, lean, least_width

HEAD = '<svg width="400pt" height="300pt" viewBox="0 0 400 300">\n'
LETTER = '<g transform="translate(1 2) scale(0.09 -0.09)"><use/></g>'


def saved(figure: Figure, path: Path) -> str:
    """Return the figure as an SVG."""
    figure.savefig(path, format="svg")
    return path.read_text(encoding="utf-8")


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("color", [*PALETTE.values(), *DARK])
def test_a_color_is_told_from_a_dark_page_as_well_as_from_a_white_one(color: str) -> None:
    """Lines by 3 to 1; what is fainter on white may be as faint in the dark."""
    light, dark = contrast(color, "#ffffff"), contrast(DARK.get(color.lower(), color), GROUND)
    assert dark >= min(3, 0.9 * light)


def test_only_a_page_that_asks_gets_dark_colors_and_only_where_they_are_used() -> None:
    drawn = (
        HEAD
        + '<g id="map-0-1"/><path style="fill: #ffffff"/><path style="stroke: #0072b2"/><rect fill="#6fb79e"/></svg>'
    )
    dark = in_the_dark(drawn)
    (style,) = re.findall("<style>(.*)</style>", dark)
    assert re.findall(r"(?<=\{)\w+:#\w{6}", style) == [
        f"fill:{INK}",
        "fill:#000000",
        f"fill:{GROUND}",
        f"stroke:{DARK['#0072b2']}",
        f"fill:{DARK['#6fb79e']}",
    ]
    assert style.startswith("@media (prefers-color-scheme: dark){:target{")
    assert dark.replace(f"<style>{style}</style>\n", "").replace(' id="page"', "") == drawn
    assert in_the_dark(dark) == dark


def test_what_marks_are_drawn_from_has_no_color_of_its_own(tmp_path: Path) -> None:
    """What uses a mark's form says all its colours; a rule that asks for the page does not reach the form."""
    figure = Figure()
    figure.subplots().plot([1, 2], "o", color="black", markerfacecolor="white")
    drawn = saved(figure, tmp_path / "marks.svg")
    forms = re.findall(r'<path id="(m\w+)"[^>]* style="([^"]+)"', drawn)
    assert forms
    for name, style in forms:
        for use in re.findall(rf'<use xlink:href="#{name}"[^>]* style="([^"]+)"', drawn):
            assert set(style.split("; ")) <= set(use.split("; "))
    assert not re.search(r'<path id="m\w+"[^>]* style=', in_the_dark(drawn))


def test_a_lean_drawing_has_places_to_two_digits_and_no_names_but_of_maps() -> None:
    drawn = '<g id="axes_1"><g id="map-2"><use x="1.2345" y="-7.5"/><g transform="translate(3.14159 2) scale(0.0875)">'
    lighter = '<g><g id="map-2"><use x="1.23" y="-7.5"/><g transform="translate(3.14 2) scale(0.0875)">'
    assert lean(drawn) == lean(lighter) == lighter


@pytest.mark.parametrize("texts", [True, False])
def test_what_lies_on_a_map_says_so(texts: bool, tmp_path: Path) -> None:
    figure = Figure()
    for axes in figure.subplots(1, 2):
        axes.pcolormesh([[1, 2], [3, 4]])
        axes.plot([0, 1], color="black")
        axes.text(0.5, 0.5, "here")
        lie_on_map(axes, texts=texts)
    found = re.findall(r'id="(map-[^"]+)"', saved(figure, tmp_path / "map.svg"))
    assert len(set(found)) == len(found) == (6 if texts else 4)


def test_a_drawing_is_no_narrower_than_its_letters_can_be_read() -> None:
    assert least_width(f"{HEAD}{LETTER}</svg>") == 400  # 9 pt in a drawing 400 pt wide: 9 px where it is 400 px wide
    assert least_width(f"{HEAD}</svg>") == 0


def test_a_figure_is_a_link_to_itself_and_is_offered_beside_its_data(tmp_path: Path) -> None:
    path = tmp_path / "0a1b.svg"
    path.write_text(f"{HEAD}{LETTER}</svg>", encoding="utf-8")
    data = '<a class="figure-data" href="../figdata/two-points.csv" download>two-points.csv</a> (2 rows)'
    image = '<img alt="Two points." src="../_images/0a1b.svg" />'
    page = f'<figure id="a">\n{image}\n<figcaption><p>{data}</p></figcaption></figure><p>{image}</p>'
    finished = finish(page, {path.name: path})
    shown = image.replace(".svg", ".svg#page")
    assert f'<a class="full-size" href="../_images/0a1b.svg" style="--least:400px">{shown}</a>' in finished
    offered = '<a class="figure-file" href="../_images/0a1b.svg" download="two-points.svg">SVG</a>'
    assert f"{data}. The figure: {offered}</p>" in finished
    assert finished.endswith(f"<p>{image}</p>")  # no figure
    assert finish(page, {}) == page  # no figure of a chapter


def test_the_still_of_an_explorer_turns_dark_too() -> None:
    still = drawing(Still("words", [Panel("title", lines=[Line([0, 1], [0, 1])])]))
    encoded = b64encode(still.encode()).decode()
    (found,) = re.findall(r'base64,([^"#]+)#page"', finish(f'<img src="data:image/svg+xml;base64,{encoded}">', {}))
    assert b64decode(found).decode() == in_the_dark(still)
    assert "#000000" in still
