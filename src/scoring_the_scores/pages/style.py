"""The style of figures: opaque white, colour-blind safe, distinct without colour, with their data to download."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython import get_ipython
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.rcsetup import cycler
from matplotlib_inline.backend_inline import set_matplotlib_formats

from claimledger import Page
from metricbook.writing import Output, write
from scoring_the_scores.files import clone

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType

#: Okabe and Ito's colours and a grey, ordered so that neighbours, and colours four apart, differ in lightness too.
PALETTE = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "black": "#000000",
    "purple": "#CC79A7",
    "grey": "#767676",
    "sky": "#56B4E9",
    "vermilion": "#D55E00",
}
#: Width in inches of a page's column: an inch is 96 pixels, and figures are shown at their own size.
WIDEST = 8.1
_DASHES = ("-", "--", "-.", ":")
_STYLE: dict[RcKeyType, Any] = {
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "savefig.facecolor": "white",
    "savefig.transparent": False,
    "figure.dpi": 110,
    "savefig.dpi": 192,  # of dense maps, which are bitmaps within the SVG
    "figure.constrained_layout.use": True,
    "savefig.pad_inches": 0.02,  # around it, so that a figure of the whole width keeps within the column
    "font.family": "DejaVu Sans",  # comes with matplotlib, so every machine draws the same letters
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.prop_cycle": cycler(color=list(PALETTE.values())),
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "svg.hashsalt": "metricbook",
}
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def use_house_style() -> None:
    """Make the book's style the default of this session, drawn as SVG; the first cell of a chapter calls it."""
    mpl.rcParams.update(_STYLE)
    if get_ipython() is not None:
        set_matplotlib_formats("svg", metadata={"Date": None})


def new_axes(
    rows: int = 1, columns: int = 1, *, width: float | None = None, height: float = 3.2
) -> tuple[Figure, np.ndarray]:
    """A figure of equal panels in the house style, and its Axes as an array of shape (rows, columns).

    Parameters
    ----------
    rows, columns : int
        Number of panels.
    width, height : float
        Size of one panel in inches; by default panels are 3.6 inches wide, or less if they would be wider than the
        page.

    Raises
    ------
    ValueError
        If the figure would be wider than `WIDEST`.
    """
    width = min(3.6, WIDEST / columns) if width is None else width
    if width * columns > WIDEST + 1e-9:
        raise ValueError(f"{columns} panels of {width:g} inches are wider than the page's column, {WIDEST} inches")
    # Not a temporary style: leaving it would also undo the notebook's own setting that figures be shown.
    use_house_style()
    figure, axes = plt.subplots(rows, columns, figsize=(width * columns, height * rows), squeeze=False)
    return figure, axes


def curve_styles() -> Iterator[dict[str, Any]]:
    """Endless line styles, each a colour and a dash pattern, so that hue never carries meaning alone.

    Both change from one style to the next; a dash pattern comes back after four, with a colour of another lightness.
    All 32 combinations come before the first again.
    """
    return cycle(
        {"color": color, "linestyle": _DASHES[(turn + place) % len(_DASHES)]}
        for turn in range(len(_DASHES))
        for place, color in enumerate(PALETTE.values())
    )


def offer(data: pd.DataFrame, name: str, *, up: int = 2) -> Page:
    """Link to the data behind a figure, as a table, shown below it.

    The table is written, with six significant digits, to the folder that the environment variable
    ``METRICBOOK_FIGDATA`` names, from which the built site publishes it. Without the variable nothing is written. Only
    in a clone is there a site to link to; elsewhere the text says where the table is, or how to get it.

    Parameters
    ----------
    data : DataFrame
        The data of the figure.
    name : str
        Name of the file, without its ending: small letters, digits and hyphens.
    up : int
        Depth of the page's folder below the root of the site.

    Raises
    ------
    ValueError
        If the name is not of that form.

    Examples
    --------
    >>> import pandas as pd
    >>> offer(pd.DataFrame({"x": [1, 2]}), "two-points")
    data: two-points.csv (2 rows: x)
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"the name of a figure's data must be small letters, digits and hyphens, not '{name}'")
    if folder := os.environ.get("METRICBOOK_FIGDATA"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        signed = data.select_dtypes("floating").columns
        table = data.assign(**{column: data[column] + 0.0 for column in signed})  # turns -0.0 into 0.0
        text = table.to_csv(index=False, float_format="%.6g", lineterminator="\n")
        write([Output(Path(folder) / f"{name}.csv", text=text)], force=True)  # the folder holds only such tables
    plain = f"data: {name}.csv ({len(data)} rows: {', '.join(map(str, data.columns))})"
    if clone() is None:
        where = f"written to `{folder}`" if folder else "set METRICBOOK_FIGDATA to a folder and run this cell to get it"
        return Page(plain, f"Data of this figure: `{name}.csv` ({len(data)} rows), {where}")
    link = f'<a class="figure-data" href="{"../" * up}figdata/{name}.csv" download>{name}.csv</a>'
    return Page(plain, f"Data of this figure: {link} ({len(data)} rows)")


def lie_on_map(axes: Axes, *, texts: bool = True) -> None:
    """Mark what lies on a map, whose colours are values: on a dark page it keeps its colours, as the map does.

    The built site tells such artists by their ids (tools/site_figures.py). What is written beside the map, on the
    ground of the axes, turns with the page: then leave `texts` out.
    """
    figure = axes.get_figure(root=True)
    place = figure.axes.index(axes) if figure else 0
    for number, artist in enumerate([*axes.collections, *axes.lines, *(axes.texts if texts else ())]):
        artist.set_gid(f"map-{place}-{number}")


def label_panel(axes: Axes, letter: str, title: str = "") -> None:
    """Put a panel's letter and title above it, at the left."""
    axes.set_title(f"{letter}) {title}".rstrip())
