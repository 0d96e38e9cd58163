"""What looks wrong with predictions, in sentences: one function for each thing to be wary of."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import numpy as np

from metricbook.reports.contents import Analysis, Difference, Model, NearlyTied
from metricbook.reports.estimates import ROUNDING
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import MEASURES
from metricbook.reports.recalibration import stated_for
from metricbook.reports.words import between, dearer, digits_of, is_dearer, number

Caution: TypeAlias = Callable[[Analysis, Predictions | Counts], Iterator[str]]

#: Fewer cases of a class than this say little.
FEW: Final = 20
#: Chains of near-ties that are so many times as long as a near-tie are spoken of.
LONG: Final = 10
#: Kinds of metrics that depend on the order of the scores, or on which side of the threshold they lie.
ORDERED: Final = ("ranking", "budget", "decision", "cost")
#: A calibration slope between these is near to 1.
NEAR_1: Final = (0.8, 1.25)
#: Decisions on no larger a share of the cases are few.
FEW_DECISIONS: Final = 0.01


def cautions(found: Analysis, data: Predictions | Counts) -> list[str]:
    """All that is to be said, the gravest first."""
    return [said for caution in ALL for said in caution(found, data)]


def hard_labels(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Scores with two values are decisions: a curve of them is two segments."""
    for model in found.models.values():
        if model.distinct <= 2:
            yield (
                f"{model.name} has {_count(model.distinct, 'distinct score')}: these are decisions, not scores. Its "
                "curves are one "
                "point joined to the corners, and its AUROC is its balanced accuracy. Hand in what is compared with "
                "the threshold."
            )


def few_scores(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Many ties make the value of a ranking depend on how ties are counted."""
    for model in found.models.values():
        if 2 < model.distinct <= min(20, found.size / 10):
            yield (
                f"{model.name} has only {model.distinct} distinct scores among {found.size:,.0f} cases. Ties count one "
                "half here; "
                "software that counts them otherwise gives other values."
            )


def below_chance(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """An AUROC below one half asks whether the scores, or the labels, are the wrong way round."""
    for model in found.models.values():
        area = model.metrics["auroc"]
        if area.value is not None and area.value < 0.5 - ROUNDING:
            sure = area.high is not None and area.high < 0.5
            yield (
                f"{model.name} ranks positives below negatives (AUROC {area.value:.3f}"
                f"{', and its interval lies below 1/2' if sure else ''}). Are larger scores meant for "
                f"{found.source.negative!r}, or is "
                f"the positive class not {found.source.positive!r}?"
            )


def no_probabilities(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Scores outside [0, 1] are no probabilities, whatever they are called."""
    for model in found.models.values():
        if found.question.probabilities and not (model.lowest >= 0 and model.highest <= 1):
            yield (
                f"The scores of {model.name} reach from {model.lowest:.4g} to {model.highest:.4g}: they are no "
                "probabilities, "
                "so there is no Brier score, log loss or calibration of them."
            )


def few_cases(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """With few cases of a class the intervals themselves are rough."""
    for name, cases in (("positive", found.positives), ("negative", found.negatives)):
        if cases < FEW:
            yield (
                f"There {'is' if cases == 1 else 'are'} only {_count(cases, f'{name} case')}. Intervals from so few "
                "are rough: those "
                f"of AUROC hold the truth in about 90 % of such samples where 95 % are promised."
            )


def repeated_rows(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A case counted twice makes every interval too short; but where scores are few, rows are alike by chance."""
    if isinstance(data, Predictions) and data.repeated and _finely_scored(data):
        yield (
            f"{_count(data.repeated, 'row')} of {found.size:,.0f} {'is' if data.repeated == 1 else 'are'} like an "
            "earlier one in every column. If cases were entered twice, every interval here is too short."
        )


def _finely_scored(data: Predictions) -> bool:
    """Whether scores are so many that two cases seldom share one."""
    return max(len(np.unique(scores)) for scores in data.scores.values()) > data.labels.size / 3


def leaks(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Cases with the same scores in different clusters may be one case, filed twice."""
    if not isinstance(data, Predictions) or data.clusters is None:
        return
    scores = np.column_stack([*data.scores.values(), data.labels])
    _, case = np.unique(scores, axis=0, return_inverse=True)
    in_clusters = np.unique(np.column_stack([case.ravel(), data.clusters]), axis=0)[:, 0]
    of_several = np.bincount(in_clusters) > 1
    share = float(of_several[case.ravel()].mean())
    if share > 0.01 and _finely_scored(data):
        yield (
            f"{share:.0%} of the cases have the same label and the same scores as a case of another cluster, although "
            "few scores "
            "are alike otherwise. If these are the same cases, clusters leak into each other and intervals are too "
            "short."
        )


def other_prevalence(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Shares among those flagged do not travel to another prevalence."""
    stated = found.question.prevalence
    if stated is not None and not 0.5 < stated / found.prevalence < 2:
        yield (
            f"The share of positives is {found.prevalence:.3g} here and {stated:.3g} where the models will be used. "
            "All metrics are "
            "computed for the latter, by weighing the classes; that is right if recall and false positive rate stay as "
            "they are, "
            "which nothing in these data can show."
        )


def unlike_orders(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Metrics that order two models differently answer different questions."""
    pairs: dict[tuple[str, str], dict[str, list[Difference]]] = {}
    for difference in found.differences:
        first, second, value = difference.first, difference.second, difference.estimate.value
        measure = MEASURES[difference.metric]
        if value is not None and abs(value) > ROUNDING and measure.kind != "decision":
            better = pairs.setdefault((first, second), {first: [], second: []})
            better[first if (value > 0) == measure.higher else second].append(difference)
    for (first, second), better in pairs.items():
        if all(better.values()) and any(one.estimate.clear() for of_model in better.values() for one in of_model):
            said = [
                f"{', '.join(_named(difference) for difference in of_model)} for {name}"
                for name, of_model in better.items()
            ]
            about = f"Metrics disagree about {first} and {second}"
            yield f"{about}: {'; '.join(said)}. Take the one that answers your question."


def _named(difference: Difference) -> str:
    title = MEASURES[difference.metric].title
    return f"{title} (clearly)" if difference.estimate.clear() else title


def uncalibrated(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A threshold of one half is only right for calibrated probabilities and equal prices."""
    for model in found.models.values():
        brier = model.metrics.get("brier_score")
        if not model.probabilities or brier is None or found.question.prevalence is not None:
            continue
        share = model.positive_share
        error = np.sqrt(share * (1 - share) / (found.clusters or found.size))
        if abs(model.mean - share) > max(3 * error, 0.1 * share):
            yield (
                f"The scores of {model.name} are {model.mean:.3g} on average, and {share:.3g} of the cases are "
                "positive: "
                f"they are not calibrated as probabilities. It decides at {number(model.threshold)} because "
                f"{model.threshold_why}. The least cost here is at {number(model.best.threshold)}."
            )


def over_or_underconfident(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Probabilities may be right on average and yet too extreme, or too timid; a threshold that prices imply is wrong.

    It matters if the slope is far from 1, or if the prices imply the threshold and more than one case in a hundred
    would be decided otherwise after recalibration.
    """
    for model in found.models.values():
        fitted = model.recalibration
        if fitted is None or found.question.prevalence is not None or not fitted.slope.known or model.distinct <= 2:
            continue
        if not fitted.slope.linear(1, -1).clear():
            continue
        at = _recalibrated(found, model)
        moved = 0.0 if at is None else _share_between(model, at)
        slope = fitted.slope.value or 0.0
        if slope <= 0 or (NEAR_1[0] <= slope <= NEAR_1[1] and moved <= FEW_DECISIONS):
            continue
        kind, wrong = ("over", "extreme") if slope < 1 else ("under", "timid")
        said = (
            f"{model.name} is {kind}confident, its probabilities are too {wrong}: its calibration slope is "
            f"{between(fitted.slope)}, where 1 is right."
        )
        if at is not None and moved > FEW_DECISIONS:
            said += (
                f" The prices imply the threshold {number(model.threshold)} for calibrated probabilities; after "
                f"recalibration it lies at {number(at)} of these, and {moved:.0%} of the cases are decided otherwise."
            )
        yield said


def _recalibrated(found: Analysis, model: Model) -> float | None:
    """Which score means the probability that the prices ask for; None where they do not imply the threshold."""
    price = found.question.cost_proportion
    if price is None or found.question.threshold is not None or model.recalibration is None:
        return None
    return stated_for(price, model.recalibration)


def _share_between(model: Model, at: float) -> float:
    """The share of the cases between a model's threshold and another, read off groups of neighbouring scores."""
    scores, positives, negatives = np.array(model.histogram).T
    threshold = at if model.threshold is None else model.threshold
    inside = (scores >= min(at, threshold)) & (scores < max(at, threshold))
    return float((positives + negatives)[inside].sum() / (positives + negatives).sum())


def dearer_than_none(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Decisions that cost more than flagging everybody, or nobody, are worse than none."""
    yield from (dearer(found, name) for name in found.models if is_dearer(found, name))


def one_decision(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A threshold beyond all scores decides every case alike."""
    for model in found.models.values():
        if model.threshold is None:
            continue
        above, below = model.threshold > model.highest, model.threshold < model.lowest
        if above or below:
            yield (
                f"{model.name} flags {'no case' if above else 'every case'} at the threshold "
                f"{number(model.threshold)}: its scores reach from {number(model.lowest)} to {number(model.highest)}."
            )


def near_ties(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """What only rounding decides is decided otherwise on another processor."""
    for model in found.models.values():
        if model.near_ties is not None:
            yield " ".join(_of_near_ties(model, model.near_ties))


def _of_near_ties(model: Model, ties: NearlyTied) -> Iterator[str]:
    if ties.groups:
        yield (
            f"{model.name} gives {_count(ties.cases, 'case')} scores that differ from a neighbour's by less than "
            f"rounding can tell (relative distances below {number(ties.tolerance)}, the smallest "
            f"{number(ties.smallest)})."
        )
    if ties.near_threshold:
        yield (
            f"{model.name} gives {_count(ties.near_threshold, 'case')} a score that rounding cannot tell from its "
            f"threshold, {number(model.threshold)}."
        )
    shown = {name: [number(end, digits_of(model.metrics[name])) for end in ends] for name, ends in ties.ranges.items()}
    moved = [(MEASURES[name].title, *ends) for name, ends in shown.items() if ends[0] != ends[1]]
    yield f"Another processor may {'order or decide' if ties.near_threshold else 'order'} these cases otherwise."
    if moved:
        (title, low, high), *rest = moved
        title = title[0].upper() + title[1:]
        ranges = [f"{title} could be anything from {low} to {high}", *(f"{one} from {a} to {b}" for one, a, b in rest)]
        yield f"{', '.join(ranges)}."
    unknown = [MEASURES[name].title for name in _without_range(model, ties)]
    but = f" How far {' and '.join(unknown)} may move is not known." if unknown else ""
    yield f"{'The other metrics stay' if moved else 'Metrics stay'} the same at the digits printed here.{but}"
    if ties.chain > LONG:
        yield (
            f"So many scores are so close that they form chains, one {ties.chain:,.0f} times as long as that distance: "
            "the ranges are outer bounds, wider than rounding alone can make them."
        )
    if moved:
        digits = math.floor(-math.log10(ties.tolerance))
        yield (
            f"Round the scores, for example to {digits} significant digits, so that cases that should be equal tie, "
            "and judge them again."
        )


def _without_range(model: Model, ties: NearlyTied) -> list[str]:
    """The metrics that may move, no one knows how far."""
    return [
        name
        for name, estimate in model.metrics.items()
        if MEASURES[name].kind in ORDERED and name not in ties.ranges and estimate.value is not None
    ]


def small_groups(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A group with few cases of a class says little about it."""
    first = next(iter(found.models))
    small = [
        f"{group.column} = {group.value} ({_count(group.positives, 'positive')} of {group.cases:,})"
        for group in found.groups
        if group.model == first and min(group.positives, group.cases - group.positives) < FEW
    ]
    if small:
        yield f"Groups with fewer than {FEW} cases of a class, about which little can be said: {'; '.join(small)}."


def too_good(found: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A perfect ranking is seldom a model's merit."""
    for model in found.models.values():
        if model.metrics["auroc"].value == 1 and found.size > FEW:
            yield (
                f"{model.name} ranks every positive above every negative. That is seldom a model's merit: do its "
                "inputs hold the "
                "label, or are these cases among those it was fitted on?"
            )


#: Those that spoil all numbers come first.
ALL: Final[tuple[Caution, ...]] = (
    hard_labels,
    below_chance,
    too_good,
    no_probabilities,
    dearer_than_none,
    one_decision,
    repeated_rows,
    leaks,
    few_cases,
    small_groups,
    other_prevalence,
    uncalibrated,
    over_or_underconfident,
    near_ties,
    few_scores,
    unlike_orders,
)


def _count(cases: float, what: str) -> str:
    return f"{cases:,.0f} {what}{'' if cases == 1 else 's'}"
