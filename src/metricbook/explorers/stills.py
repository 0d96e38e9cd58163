"""Static versions of the explorers, for paper and where no script runs: panels of numbers, and alternative text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from metricbook.confusion import METRICS
from metricbook.explorers.angles import angles, differences
from metricbook.explorers.samples import (
    CALLED,
    TWELVE,
    Scored,
    State,
    bend,
    drawn,
    exchanged,
    normal_sample,
    rankings,
    told_apart,
    two_groups,
)
from metricbook.explorers.values import (
    NAMES,
    all_metrics,
    bent_metrics,
    drawn_aurocs,
    duel,
    easy_metrics,
    group_metrics,
    normal_outcomes,
    optimum,
    ranges_beside,
    ranking_metrics,
    swap_gains,
    telling_apart,
)
from metricbook.metrics.costs import cost_curve_of, roc_hull_of
from metricbook.metrics.h_measure import h_measure_of
from metricbook.metrics.indistinguishability import IndistinguishabilitySweep
from metricbook.metrics.ranges import range_given_auroc
from metricbook.metrics.ranking import auroc_of
from metricbook.metrics.sweep import Sweep
from metricbook.tile.scores import ranking_score


@dataclass(frozen=True)
class Line:
    """A line through points; ``kind`` is solid, dashed, dotted; dots and rings have no line."""

    x: ArrayLike
    y: ArrayLike
    name: str = ""
    kind: str = "solid"


@dataclass(frozen=True)
class Panel:
    """A drawing with two axes: lines, or bars by name, or a map of letters over the unit square."""

    title: str
    x: str = ""
    y: str = ""
    lines: Sequence[Line] = ()
    bars: dict[str, float] = field(default_factory=dict)
    letters: Sequence[Sequence[str]] = ()
    square: bool = False


@dataclass(frozen=True)
class Still:
    """The static version of an explorer in a state: its panels, and alternative text for them.

    ``asked`` are panels that show what its questions are about, and not their answers; by default those without bars.
    """

    alt: str
    panels: Sequence[Panel]
    asked: Sequence[Panel] = ()


def threshold_bench(state: State) -> Still:
    """Scores by class, the ROC curve and the cost curve, and the metrics at the threshold."""
    names = ("separation", "spread", "prevalence", "size", "easy")
    sample = (
        Scored(*map(np.array, TWELVE))
        if state["preset"] == "twelve"
        else normal_sample(**{name: state[name] for name in names})
    )
    sweep, values = Sweep(*sample[:2]), all_metrics(sample, state["threshold"])
    false, true = (
        np.append(0, rates)
        for rates in (sweep.false_positives / sweep.negatives, sweep.true_positives / sweep.positives)
    )
    point = int(np.count_nonzero(sweep.thresholds > state["threshold"]))
    curve = cost_curve_of(sweep)
    return Still(
        f"A sample of {sample.scores.size} cases and the threshold {state['threshold']:g}, as a point of the ROC curve "
        f"and a line above the cost curve; AUROC is {values['auroc']:.3f}, accuracy {values['accuracy']:.3f}.",
        [
            Panel(
                "ROC curve",
                "false positive rate",
                "true positive rate",
                [
                    Line([0, 1], [0, 1], kind="dotted"),
                    Line(false, true),
                    Line([false[point]], [true[point]], kind="dots"),
                ],
                square=True,
            ),
            Panel(
                "Cost curve",
                "skew",
                "loss",
                [
                    Line(curve.conditions, curve.losses, "best threshold"),
                    Line([0, 1], [1 - true[point], false[point]], "this one", "dashed"),
                ],
            ),
            Panel("Metrics", bars=values),
        ],
    )


def hands_ruler(state: State) -> Still:
    """ROC and cost curves of A and B, and H under the chosen distribution of costs."""
    alpha, beta = (1 + state["certainty"] * share for share in (state["mode"], 1 - state["mode"]))
    shapes = {"A": (1.5, 1), "B": (state["separation"], state["spread"])}
    sweeps = {
        name: Sweep(*normal_sample(separation=apart, spread=spread, prevalence=state["prevalence"], size=2000)[:2])
        for name, (apart, spread) in shapes.items()
    }
    hulls = {name: roc_hull_of(sweep) for name, sweep in sweeps.items()}
    curves = {name: cost_curve_of(sweep, over="cost") for name, sweep in sweeps.items()}
    values = {f"AUROC of {name}": auroc_of(sweep) for name, sweep in sweeps.items()}
    values |= {f"H of {name}": h_measure_of(sweep, alpha=alpha, beta=beta) for name, sweep in sweeps.items()}
    kinds = {"A": "solid", "B": "dashed"}
    lines = [Line(*hulls[name], name, kinds[name]) for name in kinds]
    roc = Panel("ROC hulls", "false positive rate", "true positive rate", lines, square=True)
    return Still(
        "Two classifiers with " + ", ".join(f"{name} {value:.3f}" for name, value in values.items()) + ".",
        [
            roc,
            Panel(
                "Least loss",
                "cost proportion of a false positive",
                "least loss",
                [Line(*curves[name], name, kinds[name]) for name in kinds],
            ),
            Panel("Which is better?", bars=values),
        ],
        [roc],
    )


def price_of_a_swap(state: State) -> Still:
    """Change of a metric by each swap of two neighbours in a ranking, and all metrics of the ranking."""
    text, metric = state["ranking"], state["metric"]
    now = ranking_metrics(text)
    gains, best = swap_gains(text, metric)
    signs = text.replace("1", "+").replace("0", "−")
    lines = []
    for mark, name, kind in (("1", "positive", "dots"), ("0", "negative", "rings")):
        places = [k + 1 for k, each in enumerate(text) if each == mark]
        lines.append(Line(places, [int(mark)] * len(places), name, kind))
    if np.isnan(now[metric]):
        sentence = f"{NAMES[metric]} is undefined, since AUROC is less than 1/2, and so is what a swap would add to it."
    elif best < 0:
        sentence = f"no swap moves {NAMES[metric]}."
    else:
        sentence = (
            f"no swap moves {NAMES[metric]} more than that of places {best + 1} and {best + 2}, by {gains[best]:+.3f}."
        )
    return Still(
        f"The ranking {signs}: {sentence}",
        [
            Panel(f"What each swap adds ({signs})", bars={f"{k + 1}⇄{k + 2}": gain for k, gain in enumerate(gains)}),
            Panel("Metrics", bars=now),
        ],
        [Panel("Cases by place", "place", "label", lines)],
    )


def two_groups_still(state: State) -> Still:
    """Densities of the scores in both groups, and the metrics over all and within each."""
    values = group_metrics(state)
    heights = np.linspace(-7, 10, 200)
    panels = []
    for name, (positives, negatives) in zip("AB", two_groups(state), strict=True):
        lines = []
        for scores, label, kind in ((positives, "positives", "solid"), (negatives, "negatives", "dashed")):
            share = scores.size / (positives.size + negatives.size)
            lines.append(Line(heights, share * _bell(heights, scores.mean()), label, kind))
        panels.append(Panel(f"Group {name}", "score", "share of the group", lines))
    return Still(
        f"Scores of two groups. AUROC over all is {values['auroc']:.3f}, within A {values['auroc_a']:.3f}, within B "
        f"{values['auroc_b']:.3f}.",
        [*panels, Panel("Metrics", bars=values)],
    )


def _bell(x: np.ndarray, mean: float) -> np.ndarray:
    """The normal density of spread 1."""
    return np.exp(-((x - mean) ** 2) / 2) / np.sqrt(2 * np.pi)


def easy_negatives(state: State) -> Still:
    """Metrics by the number of easy negatives."""
    steps = np.arange(0, 51, 2)
    counts = [0 if step == 0 else round(10 ** (step / 10)) for step in steps]
    values = [easy_metrics(state, count) for count in counts]
    names = ("auroc", "average_precision", "h_measure")
    kinds = ("solid", "dashed", "dotted")
    lines = [Line(steps / 10, [value[name] for value in values], NAMES[name], kinds[k]) for k, name in enumerate(names)]
    now = easy_metrics(state, 0 if state["step"] == 0 else round(10 ** (state["step"] / 10)))
    axis = "powers of ten of easy negatives"
    bounds = [Line([0, 5], [bound, bound], kind="dotted") for bound in (0.5, 1)]
    return Still(
        f"From none to 100,000 easy negatives AUROC goes from {values[0]['auroc']:.3f} to {values[-1]['auroc']:.3f}, "
        f"LxCIM to {values[-1]['lxcim']:.3f}; average precision stays at {values[-1]['average_precision']:.3f}.",
        [
            Panel("Metrics by easy negatives", axis, "value", lines),
            Panel("Here", bars=now),
        ],
        [Panel("AUROC by easy negatives", axis, "AUROC", [*bounds, Line([0], [values[0]["auroc"]], kind="dots")])],
    )


def tile_winners(state: State) -> Still:
    """Four classifiers in the ROC square, and the letter of the best at places of the Tile."""
    rate, letters = state["prevalence"], "ABCD"
    points = np.array([(state[f"fpr_{name}"], state[f"tpr_{name}"]) for name in letters])
    false, true = points.T
    outcomes = np.stack([(1 - rate) * (1 - false), (1 - rate) * false, rate * (1 - true), rate * true], axis=-1)
    middles = (np.arange(400) + 0.5) / 400
    a, b = np.meshgrid(middles, middles)
    scores = np.stack([ranking_score(outcome, a, b) for outcome in outcomes])
    winners = np.array(list(letters))[np.nanargmax(scores, axis=0)]
    percents = _percentages([float(np.mean(winners == name)) for name in letters])
    shares = ", ".join(f"{name} {percent} %" for name, percent in zip(letters, percents, strict=True))
    lines = [Line([0, 1], [0, 1], kind="dotted")]
    lines += [Line([x], [y], name, "dots") for name, (x, y) in zip(letters, points, strict=True)]
    roc = Panel("Four classifiers", "false positive rate", "true positive rate", lines, square=True)
    return Still(
        f"Four classifiers at prevalence {rate:g}. Of the Tile's area, {shares}.",
        [roc, Panel("Who is best where", "a", "b", letters=winners[30::60, 30::60].tolist(), square=True)],
        [roc],
    )


def _percentages(shares: Sequence[float]) -> list[int]:
    """Shares as whole percentages that add up to 100: those with the largest rests are rounded up."""
    whole = [int(100 * share + 1e-9) for share in shares]
    by_rest = sorted(range(len(shares)), key=lambda k: whole[k] - 100 * shares[k])
    return [n + (k in by_rest[: 100 - sum(whole)]) for k, n in enumerate(whole)]


def class_exchange(state: State) -> Still:
    """Ten cases by score and class, and the metrics before and after the exchange."""
    labels, scores, _ = sample = exchanged(state["marks"])
    before, now = (all_metrics(each) for each in (exchanged("0" * labels.size), sample))
    height = 0.92 - 0.09 * np.arange(labels.size)
    count = state["marks"].count("1")
    return Still(
        f"Ten cases of which {count} are exchanged: LxCIM is {now['lxcim']:.3f} (before: {before['lxcim']:.3f}), AUROC "
        f"{now['auroc']:.3f} ({before['auroc']:.3f}).",
        [
            Panel(
                "Ten cases",
                "score",
                "",
                [
                    Line(scores[labels == 1], height[labels == 1], "positive", "dots"),
                    Line(scores[labels == 0], height[labels == 0], "negative", "rings"),
                    Line([0, 0], [0, 1], kind="dashed"),
                ],
            ),
            Panel("Metrics", bars=now),
        ],
    )


def metric_duel(state: State) -> Still:
    """The two rankings that two metrics put in opposite order most clearly, as ROC curves, with all metrics."""
    values = [{"text": text, **ranking_metrics(text)} for text in rankings(state["positives"], state["negatives"])]
    pair, share = duel(values, state["first"], state["second"])
    first, second = (NAMES[state[name]] for name in ("first", "second"))
    if pair is None:
        return Still(f"No two rankings of these sizes are put in opposite order by {first} and {second}.", [])
    panels, lines = [], []
    for name, kind, value in zip("AB", ("solid", "dashed"), pair, strict=True):
        up = np.array([int(mark) for mark in value["text"]])
        false, true = (np.append(0, np.cumsum(steps) / steps.sum()) for steps in (1 - up, up))
        lines.append(Line(false, true, name, kind))
        panels.append(Panel(f"Metrics of {name}", bars={key: v for key, v in value.items() if key != "text"}))
    return Still(
        f"{first} prefers ranking A, {second} ranking B; they put {share:.1%} of all pairs in opposite order.",
        [Panel("ROC curves", "false positive rate", "true positive rate", lines, square=True), *panels],
    )


def implied_cost(state: State) -> Still:
    """Probability of being positive at a metric's best threshold, by AUROC; and the metric by threshold."""
    from scipy.special import ndtr  # here, for importing it takes longer than importing NumPy

    metric, separation, prevalence = (state[name] for name in ("metric", "separation", "prevalence"))
    apart = 0.5 + np.arange(36) / 10
    probabilities = [optimum(metric, each, prevalence)[2] for each in apart]
    threshold, best, probability = optimum(metric, separation, prevalence)
    places = np.linspace(min(-3, np.floor(threshold)), max(6, np.ceil(threshold)), 181)
    by_threshold = [METRICS[metric](*normal_outcomes(t, separation, prevalence)) for t in places]
    name = NAMES[metric]
    auroc = ndtr(separation / np.sqrt(2))
    lines = [Line(places, by_threshold), Line([threshold], [best], kind="dots")]
    values = Panel(f"{name} by threshold", "threshold", "value", lines)
    return Still(
        f"At prevalence {prevalence:g} and AUROC {auroc:.3f} the best {name} is {best:.3f}; the probability of being "
        f"positive at its threshold is {probability:.3f}.",
        [
            Panel(
                "The implied price",
                "AUROC",
                "probability at the best threshold",
                [Line(ndtr(apart / np.sqrt(2)), probabilities), Line([auroc], [probability], kind="dots")],
            ),
            values,
        ],
        [values],
    )


def calibration(state: State) -> Still:
    """Share of positives by score, and metrics of the scores and of the decisions."""
    values = bent_metrics(state)
    scores = np.linspace(0.005, 0.995, 199)
    odds = np.log(scores / (1 - scores)) - state["shift"]
    shares, exaggerated = (1 / (1 + np.exp(-odds / bend(share))) for share in (state["share"], 0.7))
    at = np.interp(state["threshold"], scores, shares)
    return Still(
        f"Scores as probabilities, {state['share']:.2f} of the cases with score {CALLED} being positive: AUROC is "
        f"{values['auroc']:.3f}, the Brier score {values['brier']:.3f}, log loss {values['log_loss']:.3f}.",
        [
            Panel(
                "Share of positives by score",
                "score",
                "share of positives",
                [
                    Line([0, 1], [0, 1], kind="dotted"),
                    Line(scores, shares, "these scores"),
                    Line(scores, exaggerated, "of those called 0.9, 0.7", "dashed"),
                    Line([state["threshold"]], [at], kind="dots"),
                ],
            ),
            Panel("Metrics", bars=values),
        ],
    )


def uncertainty(state: State) -> Still:
    """AUROC of test sets drawn anew, twenty if there are none in the state, and their ROC curves."""
    from scipy.special import ndtr, ndtri  # here, for importing it takes longer than importing NumPy

    draws = range(1, 1 + (state["draws"] or 20))
    found = [drawn_aurocs(draw, state) for draw in draws]
    first, second = (np.array([pair[k]["auroc"] for pair in found]) for k in (0, 1))
    truth, rates = ndtr(state["separation"] / np.sqrt(2)), np.linspace(0, 1, 61)
    curves = []
    for draw in draws:
        sweep = Sweep(*drawn(draw, state)[0][:2])
        false, true = sweep.false_positives / sweep.negatives, sweep.true_positives / sweep.positives
        curves.append(Line(np.append(0, false), np.append(0, true), kind="dotted"))
    lines = [Line(draws, first, "A", "dots"), Line([1, len(draws)], [truth, truth], "population", "dashed")]
    roc = "false positive rate", "true positive rate"
    population = Line(rates, ndtr(ndtri(rates) + state["separation"]))
    two = state["models"] == "two"
    rest = f"B, of {ndtr(state['second'] / np.sqrt(2)):.3f}, is ahead in {np.count_nonzero(second > first)}"
    return Still(
        f"{len(draws)} test sets of {state['cases']} cases: AUROC goes from {first.min():.3f} to {first.max():.3f}, "
        f"the population's is {truth:.3f}{'; ' + rest if two else ''}.",
        [
            Panel("ROC curves", *roc, [*curves, population], square=True),
            Panel("AUROC", "test set", "AUROC", [*lines, *([Line(draws, second, "B", "rings")] if two else [])]),
        ],
        [Panel("A test set and the population", *roc, [curves[0], population], square=True)],
    )


def indistinguishability(state: State) -> Still:
    """How often a real positive and a flagged case can be told apart, by threshold, and precision there."""
    curves = IndistinguishabilitySweep(*told_apart(state)[:2])
    here = min(state["threshold"], curves.thresholds[0])
    now = telling_apart(state, here)
    at = curves.thresholds[curves.at()]
    best = np.maximum(curves.win_rate, 1 - curves.win_rate)
    there = telling_apart(state, at)["c"]
    x, rate, middle = np.linspace(-4, 4, 81), state["prevalence"], state["separation"] / 2
    lines = [
        Line(x, rate * _bell(x, middle), "positives"),
        Line(x, (1 - rate) * _bell(x, -middle), "negatives", "dashed"),
        Line([0.5, 1.2], [0, 0], kind="dots"),
    ]
    return Still(
        f"A real positive scores higher than a flagged case with probability {now['b']:.3f} at the threshold {here:g}; "
        f"at r_b, {at:.2f}, they cannot be told apart, and {there:.2f} of the flagged are positive.",
        [
            Panel(
                "How often the best guess is right",
                "threshold",
                "probability",
                [
                    Line(curves.thresholds, best),
                    Line([at, at], [0.5, 1], kind="dashed"),
                    Line([here], [now["best"]], kind="dots"),
                ],
            ),
            Panel("At this threshold", bars=now),
        ],
        [Panel("Which one is the real positive?", "score", "share of the cases", lines)],
    )


def auroc_ranges(state: State) -> Still:
    """ROC curves of the least and the greatest value of a metric, and the ranges of all."""
    ends = range_given_auroc(state["metric"], state["auroc"], state["prevalence"])
    ranges = ranges_beside(state)
    roc = "false positive rate", "true positive rate"
    greatest, least = (
        Line(curve[:, 0], curve[:, 1], name, kind)
        for curve, name, kind in ((ends.highest, "greatest", "solid"), (ends.lowest, "least", "dashed"))
    )
    return Still(
        f"Of many cases with AUROC {state['auroc']:.2f} and a share {state['prevalence']:.2f} positive, "
        f"{NAMES[state['metric']]} is from {ends.low:.3f} to {ends.high:.3f}.",
        [
            Panel("ROC curves", *roc, [greatest, least], square=True),
            Panel("Least values", bars={name: low for name, (low, _) in ranges.items()}),
            Panel("Greatest values", bars={name: high for name, (_, high) in ranges.items()}),
        ],
        [Panel("A ROC curve of this AUROC", *roc, [greatest], square=True)],
    )


def metric_angle(state: State) -> Still:
    """Test sets by the differences of two models on two metrics, and how far every metric is from the first."""
    found = angles(state)
    angle = found[state["first"], state["second"]]
    one, other = (NAMES[state[name]] for name in ("first", "second"))
    x, y = differences(angle)
    apart = x * y < 0
    axes = f"A ahead by {one}, standard errors", f"A ahead by {other}"
    cross = [Line([-3, 3], [0, 0], kind="dotted"), Line([0, 0], [-3, 3], kind="dotted")]
    return Still(
        f"{one} and {other} are {angle.degrees:.1f}° apart: about such models they disagree in {angle.share:.1%} of "
        f"large test sets, and in {np.count_nonzero(apart)} of {apart.size} drawn.",
        [
            Panel(
                "Test sets",
                *axes,
                [
                    Line(x[~apart], y[~apart], "same model", "dots"),
                    Line(x[apart], y[apart], "different", "rings"),
                    *cross,
                ],
            ),
            Panel(
                f"How often each disagrees with {one}",
                bars={
                    second: each.share for (first, second), each in found.items() if first == state["first"] != second
                },
            ),
        ],
        [Panel("One test set", *axes, [*cross, Line(x[:1], y[:1], kind="dots")])],
    )


#: Every explorer's still by the explorer's name.
STILLS: Final[dict[str, Callable[[dict[str, Any]], Still]]] = {
    "threshold-bench": threshold_bench,
    "hands-ruler": hands_ruler,
    "price-of-a-swap": price_of_a_swap,
    "two-groups": two_groups_still,
    "easy-negatives": easy_negatives,
    "tile-winners": tile_winners,
    "class-exchange": class_exchange,
    "metric-duel": metric_duel,
    "implied-cost": implied_cost,
    "calibration": calibration,
    "uncertainty": uncertainty,
    "indistinguishability": indistinguishability,
    "auroc-ranges": auroc_ranges,
    "metric-angle": metric_angle,
}
