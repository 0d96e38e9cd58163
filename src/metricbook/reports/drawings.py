"""The report's pictures, as SVG that takes its colours from the page: curves of every model, and the Tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from markupsafe import Markup, escape
from numpy.typing import NDArray

from metricbook.reports.contents import SIDE, Analysis, Model
from metricbook.reports.words import percent

Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]

#: Width and height of a plot's square, and what its labels need to the left and below.
UNIT: Final = 260
LEFT, BELOW, ABOVE, RIGHT = 42, 40, 8, 12
#: Drawn points are rounded to this share of an axis.
ROUNDED: Final = 0.0005
#: More models than this cannot be told apart by their lines.
STYLES: Final = 6


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
            [_line([0, 1], [0, 1], "guide")],
            [(m, m.curves.roc.x, m.curves.roc.y) for m in models],
        ),
        _plot(
            "Precision and recall",
            f"Precision against recall; average precision: {precisions}. The level line at {share:.3g} is flagging at "
            "random.",
            ("recall", "precision"),
            [_line([0, 1], [share, share], "guide")],
            [(m, m.curves.precision_recall.x, m.curves.precision_recall.y) for m in models],
        ),
        _cost(models, share),
    ]
    decided = [(m, m.curves.confidence) for m in models if m.curves.confidence is not None]
    if decided:
        plots.append(
            _plot(
                "Right decisions, the surest first",
                "Share of all cases decided rightly against the share decided, in order of confidence. Twice the area "
                "is LxCIM.",
                ("decided", "decided rightly"),
                [_line([0, 1], [0, 1], "guide")],
                [(m, curve.x, curve.y) for m, curve in decided],
            )
        )
    calibrated = [m for m in models if m.curves.calibration]
    if calibrated:
        plots.append(
            _plot(
                "Calibration",
                "Share of positives against the mean score in ten equally wide bins; on the diagonal scores are "
                "probabilities.",
                ("mean score", "share of positives"),
                [_line([0, 1], [0, 1], "guide")],
                [(m, [p[0] for p in m.curves.calibration], [p[1] for p in m.curves.calibration]) for m in calibrated],
                dots=True,
            )
        )
    return plots


def tile(found: Analysis) -> Plot | None:
    """The Tile of the models: who is best where, stronger where more replicates agree."""
    if found.tile is None:
        return None
    names = list(found.models)
    cell, parts = UNIT / SIDE, []
    kinds = np.select([found.tile.share >= found.level, found.tile.share >= 0.5 + found.level / 4], [2, 1], 0)
    looks = 3 * (found.tile.winner % STYLES) + kinds
    for j, row in enumerate(looks):
        starts = np.flatnonzero(np.diff(row, prepend=-1))
        for start, end in zip(starts, [*starts[1:], SIDE], strict=True):
            x, y, width = LEFT + start * cell, ABOVE + UNIT - (j + 1) * cell, (end - start) * cell
            kind = f"t{row[start] // 3} {('open', 'likely', 'sure')[row[start] % 3]}"
            parts.append(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{cell:.1f}"/>')
    wins = ", ".join(f"{name} on {share:.0%}" for name, share in found.tile.wins.items())
    sure = float((found.tile.share >= found.level).mean())
    says = (
        f"Best of all ranking scores: {wins} of the square; on {sure:.0%} of it the same in {percent(found.level)} "
        "of the replicates."
    )
    corners = (
        (0, 0, "specificity"),
        (1, 0, "precision"),
        (0, 1, "NPV"),
        (1, 1, "recall"),
        (0.5, 0.5, "accuracy"),
        (1, 0.5, "F1"),
    )
    for a, b, name in corners:
        anchor = "start" if a == 0 else "end" if a == 1 else "middle"
        shift = -5 if b == 0 else 13 if b == 1 else 4
        parts.append(
            f'<text class="place" x="{LEFT + UNIT * a + (4 if a == 0 else -4 if a == 1 else 0):.0f}" '
            f'y="{ABOVE + UNIT * (1 - b) + shift:.0f}" text-anchor="{anchor}">{name}</text>'
        )
    labels = _axes(("a: what positives count", "b: what a miss counts"), (0, 0.5, 1))
    title = f"The Tile of {', '.join(names)}"
    return Plot(_svg(Markup("".join([*parts, labels])), title, says), title, says)


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
    triangle = _line([0, share, 1], [0, 1, 0], "guide")
    return _plot(
        "Cost curve",
        f"Least expected loss against what a false positive costs, as a share of both prices, in units of {top:.3g}; "
        "below the "
        "triangle a model is better than flagging all or none.",
        ("price of a false positive", "loss"),
        [triangle],
        [(m, m.curves.cost.x, m.curves.cost.y / top) for m in models],
    )


def _plot(
    title: str,
    says: str,
    labels: tuple[str, str],
    behind: list[str],
    lines: Iterable[tuple[Model, Numbers, Numbers]],
    *,
    dots: bool = False,
) -> Plot:
    parts = [_axes(labels, (0, 0.5, 1)), *behind]
    for k, (_, x, y) in enumerate(lines):
        parts.append(_line(x, y, f"line m{k % STYLES}"))
        if dots:
            parts += [
                f'<circle class="dot m{k % STYLES}" cx="{_px(a)}" cy="{_py(b)}" r="3"/>'
                for a, b in zip(x, y, strict=True)
            ]
    return Plot(_svg(Markup("".join(parts)), title, says), title, says)


def _svg(inside: Markup, title: str, says: str) -> Markup:
    width, height = LEFT + UNIT + RIGHT, ABOVE + UNIT + BELOW
    return Markup('<svg viewBox="0 0 {w} {h}" role="img" aria-label="{title}. {says}">{inside}</svg>').format(
        w=width, h=height, title=title, says=says, inside=inside
    )


def _axes(labels: tuple[str, str], ticks: Sequence[float]) -> str:
    parts = [f'<rect class="frame" x="{LEFT}" y="{ABOVE}" width="{UNIT}" height="{UNIT}"/>']
    for tick in ticks:
        parts.append(f'<text x="{_px(tick)}" y="{ABOVE + UNIT + 14}" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{LEFT - 5}" y="{float(_py(tick)) + 4:.0f}" text-anchor="end">{tick:g}</text>')
    parts.append(f'<text x="{LEFT + UNIT / 2}" y="{ABOVE + UNIT + 31}" text-anchor="middle">{escape(labels[0])}</text>')
    turn = f'transform="translate(12 {ABOVE + UNIT / 2}) rotate(-90)"'
    parts.append(f'<text {turn} text-anchor="middle">{escape(labels[1])}</text>')
    return "".join(parts)


def _line(x: Numbers, y: Numbers, kind: str) -> str:
    points = [f"{_px(a)} {_py(b)}" for a, b in zip(x, y, strict=True)]
    return f'<path class="{kind}" d="M{"L".join(points)}"/>'


def _px(value: float) -> str:
    return f"{LEFT + UNIT * value:.1f}"


def _py(value: float) -> str:
    return f"{ABOVE + UNIT * (1 - value):.1f}"
