"""Static versions of the explorers drawn with Matplotlib."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from metricbook.explorers.stills import Line, Panel, Still
from metricbook.explorers.values import NAMES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.typing import RcKeyType

_KINDS: dict[str, dict[str, Any]] = {
    "solid": {"color": "black"},
    "dashed": {"color": "#0072B2", "linestyle": "--"},
    "dotted": {"color": "#767676", "linestyle": ":"},
    "dots": {"marker": "o", "linestyle": "", "color": "#7a2c8f"},
    "rings": {"marker": "s", "linestyle": "", "color": "#0072B2", "fillstyle": "none"},
}
_STYLE: dict[RcKeyType, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "metricbook",
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana"],
}


def drawing(still: Still, *, width: float = 8, height: float = 2.7, font: float = 8) -> str:
    """A still as SVG, with a size in inches and letters in points; an empty one if it has no panels."""
    return _saved(still, width, height, font, {"format": "svg", "metadata": {"Date": None}}).decode()


def pixels(still: Still) -> bytes:
    """A still as PNG, for documents that show no HTML."""
    return _saved(still, 8, 2.7, 8, {"format": "png", "dpi": 150})


def _saved(still: Still, width: float, height: float, font: float, options: dict[str, Any]) -> bytes:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({**_STYLE, "font.size": font}):
        figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
        for ax, panel in zip(np.ravel(figure.subplots(1, max(len(still.panels), 1))), still.panels, strict=False):
            _draw(ax, panel)
        buffer = BytesIO()
        figure.savefig(buffer, **options)
    return buffer.getvalue()


def _draw(ax: Axes, panel: Panel) -> None:
    ax.set(title=panel.title, xlabel=panel.x, ylabel=panel.y)
    if panel.bars:
        names = list(panel.bars)[::-1]
        values = np.array([panel.bars[name] for name in names])
        bars = ax.barh([NAMES.get(name, name) for name in names], np.nan_to_num(values), color="#7a2c8f")
        ax.bar_label(bars, ["undefined" if np.isnan(value) else f"{value:.3f}" for value in values], padding=2)
        ax.margins(x=0.2)
    for line in panel.lines:
        _line(ax, line)
    for row, marks in enumerate(panel.letters):
        for column, mark in enumerate(marks):
            ax.text((column + 0.5) / len(marks), (row + 0.5) / len(panel.letters), mark, ha="center", va="center")
    if panel.square:
        ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    if len([line for line in panel.lines if line.name]) in (2, 3):
        ax.legend(frameon=False)


def _line(ax: Axes, line: Line) -> None:
    if len(line.name) == 1 and np.size(line.x) == 1:
        ax.annotate(line.name, (np.ravel(line.x)[0], np.ravel(line.y)[0]), xytext=(4, -8), textcoords="offset points")
    ax.plot(line.x, line.y, label=line.name or None, **_KINDS[line.kind])
