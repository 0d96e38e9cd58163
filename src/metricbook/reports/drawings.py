"""Plots of a report as SVG whose colours are those of the page: curves of every model, and the Tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from markupsafe import Markup, escape
from numpy.typing import NDArray

from metricbook.reports.contents import SIDE, Analysis, Model
from metricbook.reports.formatting import format_percent

Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]

#: Width and height of a plot in pixels, without the margin for labels.
UNIT: Final = 260
#: Rounding error of drawn points, as a share of an axis.
ROUNDED: Final = 0.0005
#: Number of line styles.
STYLES: Final = 6
#: Offset of a name from its point of the Tile, in em, and its text-anchor, so that it stays inside.
_ASIDE: Final = {0: (0.4, "start"), 0.5: (0, "middle"), 1: (-0.4, "end")}
_ABOVE: Final = {0: -0.5, 0.5: 0.35, 1: 1.2}


class Plot(NamedTuple):
    """A plot as SVG, its title, and its caption, which is its alternative text too."""

    svg: Markup
    title: str
    caption: str


def draw_curves(analysis: Analysis) -> list[Plot]:
    """Plots of all curves: those by confidence only of models with a threshold, calibration only of probabilities."""
    models = list(analysis.models.values())
    share = models[0].positive_share
    areas = ", ".join(f"{m.name} {m.metrics['auroc'].value:.3f}" for m in models)
    precisions = ", ".join(f"{m.name} {m.metrics['average_precision'].value:.3f}" for m in models)
    plots = [
        _draw_plot(
            "ROC curve",
            f"True positive rate against false positive rate; areas: {areas}. The diagonal is chance.",
            ("false positive rate", "true positive rate"),
            _draw_line([0, 1], [0, 1], "guide"),
            [(m.curves.roc.x, m.curves.roc.y) for m in models],
        ),
        _draw_plot(
            "Precision and recall",
            f"Precision against recall; average precision: {precisions}. "
            f"The level line at {share:.3g} is flagging at random.",
            ("recall", "precision"),
            _draw_line([0, 1], [share, share], "guide"),
            [(m.curves.precision_recall.x, m.curves.precision_recall.y) for m in models],
        ),
        _draw_cost_curves(models, share),
    ]
    confidence = [m.curves.confidence for m in models]
    if any(confidence):
        plots.append(
            _draw_plot(
                "Right decisions, the surest first",
                "Share of all cases decided rightly against the share decided, in order of confidence. "
                "Twice the area is LxCIM.",
                ("decided", "decided rightly"),
                _draw_line([0, 1], [0, 1], "guide"),
                [(curve.x, curve.y) if curve else None for curve in confidence],
            )
        )
    calibration = [m.curves.calibration for m in models]
    if any(calibration):
        plots.append(
            _draw_plot(
                "Calibration",
                "Share of positives against the mean score in ten equally wide bins; "
                "on the diagonal scores are probabilities.",
                ("mean score", "share of positives"),
                _draw_line([0, 1], [0, 1], "guide"),
                [([p[0] for p in points], [p[1] for p in points]) if points else None for points in calibration],
                dots=True,
            )
        )
    return plots


def draw_tile(analysis: Analysis) -> Plot | None:
    """The Tile coloured by the best model at each point, stronger where more replicates agree."""
    if analysis.tile is None:
        return None
    parts, edges = [], np.linspace(0, 1, SIDE + 1)
    rows = zip(analysis.tile.winner, analysis.tile.share, edges[:-1], edges[1:], strict=True)
    for winners, shares, below, above in rows:
        styles = [
            f"t{k % STYLES} {_agreement_class(share, analysis.level)}" if k >= 0 else "tied"
            for k, share in zip(winners, shares, strict=True)
        ]
        for style, run in groupby(range(SIDE), styles.__getitem__):
            cells = list(run)
            parts.append(_draw_rectangle(style, (edges[cells[0]], edges[cells[-1] + 1]), (below, above)))
    alone = [f"{name} on {share:.0%}" for name, share in analysis.tile.wins.items()]
    tied = float((analysis.tile.winner < 0).mean())
    wins = ", ".join([*alone, f"several alike on {tied:.0%}"] if tied else alone)
    sure = float((analysis.tile.share >= analysis.level).mean())
    caption = (
        f"Best of all ranking scores: {wins} of the square; on {sure:.0%} of it the same in "
        f"{format_percent(analysis.level)} of the replicates."
    )
    places = (
        (0, 0, "specificity"),
        (1, 0, "precision"),
        (0, 1, "NPV"),
        (1, 1, "recall"),
        (0.5, 0.5, "accuracy"),
        (1, 0.5, "F1"),
    )
    for a, b, name in places:
        aside, end = _ASIDE[a]
        parts.append(
            f'<text class="place" x="{_px(a)}" y="{_py(b)}" dx="{aside}em" dy="{_ABOVE[b]}em" text-anchor="{end}">'
            f"{name}</text>"
        )
    labels = _draw_axes(("a: what positives count", "b: what a miss counts"))
    title = f"The Tile of {', '.join(analysis.models)}"
    return Plot(_wrap_svg(Markup("".join([*parts, labels])), title, caption), title, caption)


def _agreement_class(share: float, level: float) -> str:
    """The style of a share of agreeing replicates: at least the level, more than half-way to it from 1/2, or less."""
    return "sure" if share >= level else "likely" if share >= (0.5 + level) / 2 else "open"


def draw_legend(analysis: Analysis) -> Markup:
    """A list of the models with their lines."""
    items = [
        Markup(
            '<li><svg width="34" height="12" aria-hidden="true"><path class="line m{k}" d="M1 6H33"/></svg> {name}</li>'
        ).format(k=k % STYLES, name=name)
        for k, name in enumerate(analysis.models)
    ]
    return Markup('<ul class="legend">{}</ul>').format(Markup("").join(items))


def _draw_cost_curves(models: list[Model], share: float) -> Plot:
    top = 2 * share * (1 - share)
    return _draw_plot(
        "Cost curve",
        f"Least expected loss against what a false positive costs, as a share of both prices, in units of {top:.3g}; "
        "below the triangle a model is better than flagging all or none.",
        ("price of a false positive", "loss"),
        _draw_line([0, share, 1], [0, 1, 0], "guide"),
        [(m.curves.cost.x, m.curves.cost.y / top) for m in models],
    )


def _draw_plot(
    title: str,
    caption: str,
    labels: tuple[str, str],
    guide: str,
    lines: Iterable[tuple[Numbers, Numbers] | None],
    *,
    dots: bool = False,
) -> Plot:
    """A plot with a line for each model that has one."""
    parts = [_draw_axes(labels), guide]
    for k, line in enumerate(lines):
        if line is not None:
            parts.append(_draw_line(*line, f"line m{k % STYLES}"))
            points = zip(*line, strict=True) if dots else ()
            parts += [f'<circle class="dot m{k % STYLES}" cx="{_px(x)}" cy="{_py(y)}" r="3"/>' for x, y in points]
    return Plot(_wrap_svg(Markup("".join(parts)), title, caption), title, caption)


def _wrap_svg(inside: Markup, title: str, caption: str) -> Markup:
    return Markup('<svg viewBox="-42 -8 314 308" role="img" aria-label="{title}. {caption}">{inside}</svg>').format(
        title=title, caption=caption, inside=inside
    )


def _draw_axes(labels: tuple[str, str]) -> str:
    """The frame with its tick labels and axis labels."""
    parts = [_draw_rectangle("frame", (0, 1), (0, 1))]
    for tick in (0, 0.5, 1):
        parts.append(f'<text x="{_px(tick)}" y="{_py(0)}" dy="1.3em" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{_px(0)}" y="{_py(tick)}" dx="-0.5em" dy="0.35em" text-anchor="end">{tick:g}</text>')
    across, up = map(escape, labels)
    parts.append(f'<text x="{_px(0.5)}" y="{_py(0)}" dy="2.8em" text-anchor="middle">{across}</text>')
    parts.append(f'<text transform="translate(-30 {_py(0.5)}) rotate(-90)" text-anchor="middle">{up}</text>')
    return "".join(parts)


def _draw_rectangle(kind: str, x: tuple[float, float], y: tuple[float, float]) -> str:
    size = f'width="{UNIT * (x[1] - x[0]):.1f}" height="{UNIT * (y[1] - y[0]):.1f}"'
    return f'<rect class="{kind}" x="{_px(x[0])}" y="{_py(y[1])}" {size}/>'


def _draw_line(x: Numbers, y: Numbers, kind: str) -> str:
    points = [f"{_px(a)} {_py(b)}" for a, b in zip(x, y, strict=True)]
    return f'<path class="{kind}" d="M{"L".join(points)}"/>'


def _px(value: float) -> str:
    return f"{UNIT * value:.1f}"


def _py(value: float) -> str:
    return f"{UNIT * (1 - value):.1f}"
