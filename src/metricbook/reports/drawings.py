"""The report's pictures, as SVG that takes its colours from the page: curves of every model, and the Tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from markupsafe import Markup, escape
from numpy.typing import NDArray

from metricbook.reports.contents import SIDE, Analysis, Model
from metricbook.reports.words import percent

Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]

#: Width and height of a plot's square, of which `_svg` shows some more on every side for the labels.
UNIT: Final = 260
#: Drawn points are rounded to this share of an axis.
ROUNDED: Final = 0.0005
#: More models than this cannot be told apart by their lines.
STYLES: Final = 6
#: Where a name stands beside its place on the Tile, so that it stays within: by how much it is moved, in heights of its
#: letters, and which end of it is there.
_ASIDE: Final = {0: (0.4, "start"), 0.5: (0, "middle"), 1: (-0.4, "end")}
_ABOVE: Final = {0: -0.5, 0.5: 0.35, 1: 1.2}


class Plot(NamedTuple):
    """A picture: what is drawn, its title, and what it says for whoever cannot see it."""

    svg: Markup
    title: str
    says: str


def curves(found: Analysis) -> list[Plot]:
    """ROC, precision and recall, cost, confidence where models decide, calibration where scores are probabilities."""
    models = list(found.models.values())
    share = models[0].positive_share
    areas = ", ".join(f"{m.name} {m.metrics['auroc'].value:.3f}" for m in models)
    precisions = ", ".join(f"{m.name} {m.metrics['average_precision'].value:.3f}" for m in models)
    plots = [
        _plot(
            "ROC curve",
            f"True positive rate against false positive rate; areas: {areas}. The diagonal is chance.",
            ("false positive rate", "true positive rate"),
            _line([0, 1], [0, 1], "guide"),
            [(m.curves.roc.x, m.curves.roc.y) for m in models],
        ),
        _plot(
            "Precision and recall",
            f"Precision against recall; average precision: {precisions}. The level line at {share:.3g} is flagging at "
            "random.",
            ("recall", "precision"),
            _line([0, 1], [share, share], "guide"),
            [(m.curves.precision_recall.x, m.curves.precision_recall.y) for m in models],
        ),
        _cost(models, share),
    ]
    confidence = [m.curves.confidence for m in models]
    if any(confidence):
        plots.append(
            _plot(
                "Right decisions, the surest first",
                "Share of all cases decided rightly against the share decided, in order of confidence. Twice the area "
                "is LxCIM.",
                ("decided", "decided rightly"),
                _line([0, 1], [0, 1], "guide"),
                [(curve.x, curve.y) if curve else None for curve in confidence],
            )
        )
    calibration = [m.curves.calibration for m in models]
    if any(calibration):
        plots.append(
            _plot(
                "Calibration",
                "Share of positives against the mean score in ten equally wide bins; on the diagonal scores are "
                "probabilities.",
                ("mean score", "share of positives"),
                _line([0, 1], [0, 1], "guide"),
                [([p[0] for p in points], [p[1] for p in points]) if points else None for points in calibration],
                dots=True,
            )
        )
    return plots


def tile(found: Analysis) -> Plot | None:
    """The Tile of the models: who is best where, stronger where more replicates agree."""
    if found.tile is None:
        return None
    parts, edges = [], np.linspace(0, 1, SIDE + 1)
    for winners, shares, below, above in zip(found.tile.winner, found.tile.share, edges[:-1], edges[1:], strict=True):
        looks = [
            f"t{k % STYLES} {_agreement(share, found.level)}" if k >= 0 else "tied"
            for k, share in zip(winners, shares, strict=True)
        ]
        for look, run in groupby(range(SIDE), looks.__getitem__):
            cells = list(run)
            parts.append(_rectangle(look, (edges[cells[0]], edges[cells[-1] + 1]), (below, above)))
    alone = [f"{name} on {share:.0%}" for name, share in found.tile.wins.items()]
    tied = float((found.tile.winner < 0).mean())
    wins = ", ".join([*alone, f"several alike on {tied:.0%}"] if tied else alone)
    sure = float((found.tile.share >= found.level).mean())
    says = (
        f"Best of all ranking scores: {wins} of the square; on {sure:.0%} of it the same in {percent(found.level)} "
        "of the replicates."
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
    labels = _axes(("a: what positives count", "b: what a miss counts"))
    title = f"The Tile of {', '.join(found.models)}"
    return Plot(_svg(Markup("".join([*parts, labels])), title, says), title, says)


def _agreement(share: float, level: float) -> str:
    """How sure it is who is best: as sure as intervals are, more than half-way from an even chance to that, or less."""
    return "sure" if share >= level else "likely" if share >= (0.5 + level) / 2 else "open"


def legend(found: Analysis) -> Markup:
    """Which line is which model's."""
    items = [
        Markup(
            '<li><svg width="34" height="12" aria-hidden="true"><path class="line m{k}" d="M1 6H33"/></svg> {name}</li>'
        ).format(k=k % STYLES, name=name)
        for k, name in enumerate(found.models)
    ]
    return Markup('<ul class="legend">{}</ul>').format(Markup("").join(items))


def _cost(models: list[Model], share: float) -> Plot:
    top = 2 * share * (1 - share)
    return _plot(
        "Cost curve",
        f"Least expected loss against what a false positive costs, as a share of both prices, in units of {top:.3g}; "
        "below the "
        "triangle a model is better than flagging all or none.",
        ("price of a false positive", "loss"),
        _line([0, share, 1], [0, 1, 0], "guide"),
        [(m.curves.cost.x, m.curves.cost.y / top) for m in models],
    )


def _plot(
    title: str,
    says: str,
    labels: tuple[str, str],
    guide: str,
    lines: Iterable[tuple[Numbers, Numbers] | None],
    *,
    dots: bool = False,
) -> Plot:
    """A plot with one line for each model, or none where a model has none."""
    parts = [_axes(labels), guide]
    for k, line in enumerate(lines):
        if line is not None:
            parts.append(_line(*line, f"line m{k % STYLES}"))
            points = zip(*line, strict=True) if dots else ()
            parts += [f'<circle class="dot m{k % STYLES}" cx="{_px(x)}" cy="{_py(y)}" r="3"/>' for x, y in points]
    return Plot(_svg(Markup("".join(parts)), title, says), title, says)


def _svg(inside: Markup, title: str, says: str) -> Markup:
    return Markup('<svg viewBox="-42 -8 314 308" role="img" aria-label="{title}. {says}">{inside}</svg>').format(
        title=title, says=says, inside=inside
    )


def _axes(labels: tuple[str, str]) -> str:
    """The frame, with numbers and labels, whose distances are in heights of their letters."""
    parts = [_rectangle("frame", (0, 1), (0, 1))]
    for tick in (0, 0.5, 1):
        parts.append(f'<text x="{_px(tick)}" y="{_py(0)}" dy="1.3em" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{_px(0)}" y="{_py(tick)}" dx="-0.5em" dy="0.35em" text-anchor="end">{tick:g}</text>')
    across, up = map(escape, labels)
    parts.append(f'<text x="{_px(0.5)}" y="{_py(0)}" dy="2.8em" text-anchor="middle">{across}</text>')
    parts.append(f'<text transform="translate(-30 {_py(0.5)}) rotate(-90)" text-anchor="middle">{up}</text>')
    return "".join(parts)


def _rectangle(kind: str, x: tuple[float, float], y: tuple[float, float]) -> str:
    size = f'width="{UNIT * (x[1] - x[0]):.1f}" height="{UNIT * (y[1] - y[0]):.1f}"'
    return f'<rect class="{kind}" x="{_px(x[0])}" y="{_py(y[1])}" {size}/>'


def _line(x: Numbers, y: Numbers, kind: str) -> str:
    points = [f"{_px(a)} {_py(b)}" for a, b in zip(x, y, strict=True)]
    return f'<path class="{kind}" d="M{"L".join(points)}"/>'


def _px(value: float) -> str:
    return f"{UNIT * value:.1f}"


def _py(value: float) -> str:
    return f"{UNIT * (1 - value):.1f}"
