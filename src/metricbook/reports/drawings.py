"""Plots of a report as SVG whose colours are those of the page: curves of every model, and the Tile."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from markupsafe import Markup, escape
from numpy.typing import NDArray

from metricbook.reports.contents import ALL_PAIRS, SIDE, Analysis
from metricbook.reports.estimates import Estimate
from metricbook.reports.formatting import format_percent
from metricbook.reports.model_contents import Band, Calibration, Model, is_rare
from metricbook.reports.net_benefit import FLOOR, decision_range, flag_all, log_odds
from metricbook.reports.sentences import Sentence, say
from metricbook.reports.thinning import thin

Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]
#: Places along an axis, from 0 to 1, and what stands there.
Ticks: TypeAlias = Sequence[tuple[float, str]]

#: Width and height of a plot in pixels, without the margin for labels.
UNIT: Final = 260
#: Rounding error of drawn points, as a share of an axis.
ROUNDED: Final = 0.0005
#: Width of the picture of intervals in pixels, and the height of one of its rows.
WIDE: Final = 336
ROW: Final = 29
#: Width of a digit on an axis, at most, in pixels.
DIGIT: Final = 7
#: Ticks of an axis from 0 to 1.
HALVES: Final[Ticks] = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))
#: Threshold probabilities that a decision curve names, where they are far enough from each other.
NAMED: Final = (0.0001, 0.001, 0.01, 0.1, 0.5, 0.9)
#: Most models whose bands are drawn; of more, only that of the best is.
BANDS: Final = 2
#: Height of the bars of one class below a calibration curve, and of a model's bars with their words, in pixels.
BARS: Final = 24
STRIP: Final = 84
#: Number of line styles.
STYLES: Final = 6
#: Offset of a name from its point of the Tile, in em, and its text-anchor, so that it stays inside.
_ASIDE: Final = {0: (0.4, "start"), 0.5: (0, "middle"), 1: (-0.4, "end")}
_ABOVE: Final = {0: -0.5, 0.5: 0.35, 1: 1.2}


class Plot(NamedTuple):
    """A plot as SVG, its title, and its caption, which is its alternative text too."""

    svg: Markup
    title: str
    caption: Sentence


def draw_curves(analysis: Analysis) -> list[Plot]:
    """Plots of all curves but that of calibration: those by confidence only of models with a threshold."""
    models = list(analysis.models.values())
    share = models[0].positive_share
    areas = ", ".join(f"{m.name} {m.metrics['auroc'].value:.3f}" for m in models)
    precisions = ", ".join(f"{m.name} {m.metrics['average_precision'].value:.3f}" for m in models)
    roc, shaded_roc = _draw_bands(analysis, "roc", "false positive rate")
    precision, shaded_precision = _draw_bands(analysis, "precision_recall", "recall")
    plots = [
        _draw_plot(
            "ROC curve",
            say("figure.roc", areas=areas, bands=shaded_roc),
            ("false positive rate", "true positive rate"),
            _draw_line([0, 1], [0, 1], "guide") + roc,
            [(m.curves.roc.x, m.curves.roc.y) for m in models],
        ),
        _draw_plot(
            "Precision and recall",
            say("figure.precision", areas=precisions, share=share, bands=shaded_precision),
            ("recall", "precision"),
            _draw_line([0, 1], [share, share], "guide") + precision,
            [(m.curves.precision_recall.x, m.curves.precision_recall.y) for m in models],
        ),
        _draw_cost_curves(models, share),
    ]
    if any(m.curves.decision for m in models):
        plots.append(_draw_decision_curves(analysis, share))
    confidence = [m.curves.confidence for m in models]
    if any(confidence):
        plots.append(
            _draw_plot(
                "Right decisions, the surest first",
                say("figure.confidence"),
                ("decided", "decided rightly"),
                _draw_line([0, 1], [0, 1], "guide"),
                [(curve.x, curve.y) if curve else None for curve in confidence],
            )
        )
    return plots


def draw_calibration(analysis: Analysis) -> Plot | None:
    """The calibration curve of each model that gives probabilities; bands, groups and counts of those with bands."""
    found = {name: m.curves.calibration for name, m in analysis.models.items() if m.curves.calibration is not None}
    if not found:
        return None
    shown = [name for name in analysis.ranked if name in found][: BANDS if len(found) <= BANDS else 1]
    style = {name: k % STYLES for k, name in enumerate(analysis.models)}
    rare = is_rare(analysis.models[shown[0]].positive_share)
    low, high = _range_of_log_odds(found.values()) if rare else (0.0, 1.0)

    def scaled(values: Numbers) -> NDArray[np.float64]:
        places = np.array(values, dtype=float)
        if rare:
            inside = np.clip(places, 1e-300, 1 - 1e-16)
            places = (np.log(inside) - np.log1p(-inside) - low) / (high - low)
        inside_frame: NDArray[np.float64] = np.clip(places, 0, 1)
        return inside_frame

    ticks = _space_out([(float(scaled([p])[0]), f"{p:g}") for p in NAMED if low < log_odds(p) < high], 34 / UNIT)
    ticks = ticks if rare else HALVES
    aside = 18 if rare else 0  # for long numbers
    axes = _draw_axes(("stated probability", "share of positives"), ticks, ticks, aside)
    parts = [axes, _draw_line([0, 1], [0, 1], "guide")]
    for name in shown:
        parts.append(_draw_band(found[name].curve, style[name], lambda x, y: (scaled(x), scaled(y))))
    for name, of in found.items():
        if of.curve is not None:
            x, y, _ = thin(scaled(of.curve.x), scaled(of.curve.y), most=len(of.curve.x) if name in shown else 20)
            parts.append(_draw_line(x, y, f"line m{style[name]}"))
    for name in shown:
        score, share, _ = np.array(found[name].groups).T
        points = zip(scaled(score), scaled(share), strict=True)
        parts += [f'<circle class="dot m{style[name]}" cx="{_px(x)}" cy="{_py(y)}" r="3"/>' for x, y in points]
    for k, name in enumerate(shown):
        parts.append(_draw_counts(found[name], scaled, style[name], UNIT + 40 + STRIP * k))
    whose = " and ".join(shown) if len(found) > 1 else "the model"
    caption = say("figure.calibration", rare=rare, whose=whose, level=format_percent(analysis.level))
    svg = _wrap_svg(Markup("".join(parts)), "Calibration", STRIP * len(shown), aside)
    return Plot(svg, "Calibration", caption)


def _range_of_log_odds(found: Iterable[Calibration]) -> tuple[float, float]:
    """The log odds from the lowest probability of some calibration curves, stated or found, to the highest."""
    curves = [(of.curve.x, of.curve.y) if of.curve else np.array(of.groups).T[:2] for of in found]
    stated = np.clip(np.concatenate([x for x, _ in curves]), 1e-9, 1 - 1e-9)
    ends = [log_odds(float(stated.min())), log_odds(float(stated.max()))]
    shares = np.clip(np.concatenate([y for _, y in curves]), 1e-9, 1 - 1e-9)
    # A share far beyond all that is stated, which few cases show, takes no more room than this.
    return (
        min(ends[0], max(log_odds(float(shares.min())), ends[0] - 2)) - 0.2,
        max(ends[1], min(log_odds(float(shares.max())), ends[1] + 2)) + 0.2,
    )


def _space_out(ticks: Ticks, least: float) -> Ticks:
    """The ticks that are at least so far above the last one kept."""
    kept: list[tuple[float, str]] = []
    for place, text in ticks:
        if not kept or place - kept[-1][0] >= least:
            kept.append((place, text))
    return kept


def _draw_counts(of: Calibration, scaled: Callable[[Numbers], NDArray[np.float64]], style: int, top: float) -> str:
    """Bars of the positives, upwards, and of the negatives, downwards, each class by its own scale, below a plot."""
    lowest, positives, negatives = np.array(of.counts).T
    sides = np.append(scaled(lowest), 1.0)
    sides[0] = 0.0
    middle = top + 14 + BARS
    parts = [f'<path class="axis" d="M0 {middle:g}H{UNIT}"/>']
    for name, counts, sign in (("positives", positives, -1), ("negatives", negatives, 1)):
        most = float(counts.max())
        steps = "".join(
            f"V{middle + sign * BARS * count / max(most, 1):.1f}H{_px(side)}"
            for count, side in zip(counts, sides[1:], strict=True)
        )
        parts.append(f'<path class="count t{style}" d="M0 {middle:g}{steps}V{middle:g}"/>')
        y = middle + sign * BARS + (-4 if sign < 0 else 12)
        parts.append(f'<text x="0" y="{y:g}">{name}, up to {most:,.0f} in a bar</text>')
    return "".join(parts)


def _draw_band(band: Band | None, style: int, scaled: Callable[[Numbers, Numbers], tuple[Numbers, Numbers]]) -> str:
    """The area between the ends of a band; nothing if there is none."""
    if band is None or band.x.size < 2:
        return ""
    x, y = scaled(np.append(band.x, band.x[::-1]), np.append(band.low, band.high[::-1]))
    return _draw_line(x, y, f"band t{style}")


def draw_answer(analysis: Analysis) -> Plot:
    """The intervals of the metric that answers the question, a row for each model, the best first.

    The table beside it has the numbers, for who does not see it.

    Under prices there is another row for each of a few models at its best threshold, and one for each way to decide
    without a model; under a budget the number that is found at random is a line.
    """
    main, level = analysis.main, format_percent(analysis.level)
    style = {name: f"m{k % STYLES}" for k, name in enumerate(analysis.models)}
    guide: float | None = None
    rows = [(name, analysis.models[name].metrics[main.name], style[name]) for name in analysis.ranked]
    if main.kind == "budget" and analysis.budget is not None:
        rows = [(name, analysis.budget.models[name].found, style[name]) for name in analysis.ranked]
        title = f"Positives found among the first {analysis.budget.k:,.0f} cases"
        guide, meaning = analysis.budget.at_random, say("figure.random")
    elif main.kind == "cost" and analysis.prices is not None:
        prices = analysis.prices
        rows = []
        for name in analysis.ranked:
            few = len(analysis.models) <= ALL_PAIRS
            rows.append((f"{name}, as it decides" if few else name, analysis.models[name].metrics["cost"], style[name]))
            if few:
                rows.append((f"{name}, at its best threshold", prices.models[name].best, f"{style[name]} hollow"))
        rows += [("flagging everybody", prices.everybody, "none"), ("flagging nobody", prices.nobody, "none")]
        title = "Mean cost of a case"
        least = prices.everybody if prices.without == "everybody" else prices.nobody
        guide, meaning = least.value, say("figure.way", way=prices.without)
    else:
        title = main.title[0].upper() + main.title[1:]
        meaning = None
    return draw_intervals(rows, guide, title, say("figure.answer", level=level, line=meaning))


def draw_intervals(rows: list[tuple[str, Estimate, str]], guide: float | None, title: str, caption: Sentence) -> Plot:
    """A dot and a bar for each row, its name above; the axis holds all of them and the guide."""
    shown = [[number for number in (e.value, e.low, e.high) if number is not None] for _, e, _ in rows]
    ends = [number for numbers in shown for number in numbers] + ([] if guide is None else [guide])
    ticks, low, high = _round_ticks(min(ends), max(ends))
    height = ROW * len(rows)

    def x(value: float) -> str:
        return f"{WIDE * (value - low) / (high - low):.1f}"

    parts = [f'<path class="axis" d="M0 {height}H{WIDE}"/>']
    widest = DIGIT * max(len(text) for _, text in ticks)
    every = 1 + int(widest * (len(ticks) - 1) / WIDE)
    for k, (tick, text) in enumerate(ticks):
        parts.append(f'<path class="axis" d="M{x(tick)} {height}v4"/>')
        if k % every == 0:
            parts.append(f'<text x="{x(tick)}" y="{height}" dy="1.5em" text-anchor="middle">{text}</text>')
    if guide is not None:
        parts.append(f'<path class="guide" d="M{x(guide)} 0V{height}"/>')
    for k, ((name, estimate, style), numbers) in enumerate(zip(rows, shown, strict=True)):
        middle = ROW * k + 21
        parts.append(f'<text class="row" x="0" y="{ROW * k + 12}">{escape(name)}</text>')
        if estimate.low is not None and estimate.high is not None:
            parts.append(f'<path class="bar {style}" d="M{x(estimate.low)} {middle}H{x(estimate.high)}"/>')
        if numbers and estimate.value is not None:
            parts.append(f'<circle class="dot {style}" cx="{x(estimate.value)}" cy="{middle}" r="4"/>')
    margin = max(14, math.ceil(widest / 2))
    svg = Markup('<svg viewBox="{} 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        -margin, WIDE + 2 * margin, height + 22, title, Markup("".join(parts))
    )
    return Plot(svg, title, caption)


def _round_ticks(low: float, high: float) -> tuple[Ticks, float, float]:
    """At most six round numbers from one below the low end to one above the high one, and the first and the last."""
    width = high - low
    if width <= 1e-9 * max(abs(low), abs(high)):  # equal, but for rounding
        width = abs(high) or 1.0
    for size in (1, 2, 5, 10, 20):
        step = size * 10.0 ** math.floor(math.log10(width / 5))
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        if last - first <= 5:
            break
    last = max(last, first + 1)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    ticks = [(k * step, f"{k * step:,.{decimals}f}".replace("-", "−")) for k in range(first, last + 1)]
    return ticks, first * step, last * step


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
    wins = [say("heading.win", model=name, share=share) for name, share in analysis.tile.wins.items() if share]
    tied = float((analysis.tile.winner < 0).mean())
    wins += [say("figure.tied", share=tied)] if tied else []
    sure = float((analysis.tile.share >= analysis.level).mean())
    caption = say("figure.tile", wins=wins, sure=sure, level=format_percent(analysis.level))
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
    return Plot(_wrap_svg(Markup("".join([*parts, labels])), "The Tile"), "The Tile", caption)


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
        say("figure.cost", top=top),
        ("price of a false positive", "loss"),
        _draw_line([0, share, 1], [0, 1, 0], "guide"),
        [(m.curves.cost.x, m.curves.cost.y / top) for m in models],
    )


def _draw_decision_curves(analysis: Analysis, share: float) -> Plot:
    """Net benefit against the threshold probability, with the lines of flagging all and flagging none."""
    low, high = decision_range(share, analysis.question)
    price = analysis.question.cost_proportion

    def scaled(x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
        return (np.asarray(x) - low) / (high - low), (np.asarray(y) - FLOOR) / (1 - FLOOR)

    bands, shaded = _draw_bands(analysis, "decision", "threshold", scaled)
    ticks = [((log_odds(p) - low) / (high - low), f"{p:g}") for p in NAMED if low <= log_odds(p) <= high]
    heights = [((y - FLOOR) / (1 - FLOOR), f"{y:g}") for y in (0, 0.5, 1)]
    all_flagged = flag_all(share, low, high)
    guides = [_draw_line(*scaled(*all_flagged), "guide all"), _draw_line(*scaled([low, high], [0, 0]), "guide none")]
    if price is not None:
        guides.append(_draw_line(*scaled([log_odds(price)] * 2, [FLOOR, 1]), "price"))
    x, y = scaled([float(np.interp(-0.25, -all_flagged[1], all_flagged[0])), high], [0.25, 0])
    guides.append(f'<text class="row" x="{_px(x[0])}" y="{_py(y[0])}" dx="-0.5em" text-anchor="end">flag all</text>')
    guides.append(f'<text class="row" x="{_px(x[1])}" y="{_py(y[1])}" dy="-0.4em" text-anchor="end">flag none</text>')
    return _draw_plot(
        "Decision curve",
        say("figure.decision", price=price, bands=shaded),
        ("threshold probability", "net benefit"),
        bands + "".join(guides),
        [
            scaled(m.curves.decision.x, m.curves.decision.y) if m.curves.decision else None
            for m in analysis.models.values()
        ],
        ticks=(ticks, heights),
    )


def _draw_bands(
    analysis: Analysis,
    curve: str,
    place: str,
    scaled: Callable[[Numbers, Numbers], tuple[Numbers, Numbers]] = lambda x, y: (x, y),
) -> tuple[str, Sentence | None]:
    """The bands of a curve of each of few models, or of the best, and a sentence on them for the caption."""
    names = [name for name in analysis.ranked if getattr(analysis.models[name].curves.bands, curve) is not None]
    names = names[: BANDS if len(analysis.models) <= BANDS else 1]
    if not names:
        return "", None
    style = {name: k % STYLES for k, name in enumerate(analysis.models)}
    drawn = [_draw_band(getattr(analysis.models[name].curves.bands, curve), style[name], scaled) for name in names]
    whose = names if len(analysis.models) > 1 else []
    return "".join(drawn), say("figure.bands", level=format_percent(analysis.level), whose=whose, place=place)


def _draw_plot(
    title: str,
    caption: Sentence,
    labels: tuple[str, str],
    guide: str,
    lines: Iterable[tuple[Numbers, Numbers] | None],
    ticks: tuple[Ticks, Ticks] = (HALVES, HALVES),
) -> Plot:
    """A plot with a line for each model that has one."""
    parts = [_draw_axes(labels, *ticks), guide]
    for k, line in enumerate(lines):
        if line is not None:
            parts.append(_draw_line(*line, f"line m{k % STYLES}"))
    return Plot(_wrap_svg(Markup("".join(parts)), title), title, caption)


def _wrap_svg(inside: Markup, title: str, below: float = 0, aside: float = 0) -> Markup:
    """The drawing, with so many more pixels below it and to the left."""
    return Markup('<svg viewBox="{} -8 {} {}" role="img" aria-label="{}">{}</svg>').format(
        -42 - aside, 314 + aside, 308 + below, title, inside
    )


def _draw_axes(labels: tuple[str, str], along: Ticks = HALVES, upwards: Ticks = HALVES, aside: float = 0) -> str:
    """The frame with its tick labels and axis labels, the upright one so many pixels farther to the left."""
    parts = [_draw_rectangle("frame", (0, 1), (0, 1))]
    for tick, text in along:
        parts.append(f'<text x="{_px(tick)}" y="{_py(0)}" dy="1.3em" text-anchor="middle">{text}</text>')
    for tick, text in upwards:
        parts.append(f'<text x="{_px(0)}" y="{_py(tick)}" dx="-0.5em" dy="0.35em" text-anchor="end">{text}</text>')
    across, up = map(escape, labels)
    parts.append(f'<text x="{_px(0.5)}" y="{_py(0)}" dy="2.8em" text-anchor="middle">{across}</text>')
    parts.append(f'<text transform="translate({-30 - aside} {_py(0.5)}) rotate(-90)" text-anchor="middle">{up}</text>')
    return "".join(parts)


def _draw_rectangle(kind: str, x: tuple[float, float], y: tuple[float, float]) -> str:
    size = f'width="{UNIT * (x[1] - x[0]):.1f}" height="{UNIT * (y[1] - y[0]):.1f}"'
    return f'<rect class="{kind}" x="{_px(x[0])}" y="{_py(y[1])}" {size}/>'


def _draw_line(x: Numbers, y: Numbers, kind: str) -> str:
    """A line through points, each but the first by its distance from the one before, which takes fewer digits."""
    places = np.rint(10 * UNIT * np.column_stack([x, 1 - np.asarray(y)])).astype(int)
    start, *steps = (f"{_tenths(a)}{_tenths(b)}" for a, b in np.diff(places, axis=0, prepend=0).tolist())
    return f'<path class="{kind}" d="M{start.strip()}l{"".join(steps).strip()}"/>'


def _tenths(number: int) -> str:
    """So many tenths, after a space where no sign parts it from a number before."""
    text = f"{number / 10:g}".replace("0.", ".") if abs(number) < 10 else f"{number / 10:g}"
    return text if number < 0 else f" {text}"


def _px(value: float) -> str:
    return f"{UNIT * value:.1f}".removesuffix(".0")


def _py(value: float) -> str:
    return f"{UNIT * (1 - value):.1f}".removesuffix(".0")
