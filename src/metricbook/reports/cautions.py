"""What looks wrong with predictions: one function for each kind of fault, which yields its sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import numpy as np

from metricbook.reports.bad_input import name_option, quote
from metricbook.reports.coincidences import count_pairs, expect_coincidences
from metricbook.reports.contents import Analysis, Difference
from metricbook.reports.estimates import ROUNDING
from metricbook.reports.formatting import format_number
from metricbook.reports.model_contents import Model, NearlyTied
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import MEASURES
from metricbook.reports.recalibration import score_for
from metricbook.reports.sentences import Sentence, join, say
from metricbook.reports.sentences_of_parts import (
    ask_for_clusters,
    ask_for_folds,
    shorten,
    warn_of_change,
    warn_of_pooling,
)
from metricbook.reports.words import costs_more_than_none, warn_of_threshold

#: A function that yields a sentence for each fault of its kind.
Caution: TypeAlias = Callable[[Analysis, Predictions | Counts], Iterator[Sentence]]

#: Fewer cases of a class than this are few.
FEW: Final = 20
#: Most groups that a caution names.
MOST_NAMED: Final = 8
#: Chains of near-ties longer than so many times the tolerance are mentioned.
LONG: Final = 10
#: Kinds of metrics that depend on the order of the scores, or on which side of the threshold they lie.
ORDERED: Final = ("ranking", "budget", "decision", "cost")
#: A calibration slope between these is close to 1.
NEAR_1: Final = (0.8, 1.25)
#: A share of the cases up to this is small.
FEW_DECISIONS: Final = 0.01


def list_cautions(analysis: Analysis, data: Predictions | Counts) -> list[str]:
    """All cautions about an analysis and its data, the gravest first."""
    return [sentence for caution in ALL for sentence in caution(analysis, data)]


def warn_of_hard_labels(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Scores of two values are decisions, and their curves have one point."""
    for model in analysis.models.values():
        if model.distinct == 1:
            yield say("wrong.one_score", model=model.name)
        elif model.distinct == 2:
            yield say("wrong.decisions", model=model.name)


def warn_of_few_scores(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """With many ties, metrics of a ranking depend on how ties are counted."""
    for model in analysis.models.values():
        if 2 < model.distinct <= min(20, analysis.size / 10):
            yield say("wrong.few_scores", model=model.name, distinct=model.distinct, size=analysis.size)


def warn_of_below_chance(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """With an AUROC below one half, scores or labels may be the wrong way round."""
    for model in analysis.models.values():
        area = model.metrics["auroc"]
        if area.value is not None and area.value < 0.5 - ROUNDING:
            yield say(
                "wrong.below_half",
                model=model.name,
                area=area.value,
                clear=area.high is not None and area.high < 0.5,
                negative=repr(analysis.source.negative),
                positive=repr(analysis.source.positive),
            )


def warn_of_no_probabilities(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Scores outside [0, 1] are no probabilities, even if the caller says so."""
    for model in analysis.models.values():
        if analysis.question.probabilities and not (model.lowest >= 0 and model.highest <= 1):
            yield say("wrong.no_probabilities", model=model.name, low=model.lowest, high=model.highest)


def warn_of_few_cases(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """With few cases of a class the intervals are rough."""
    for name, cases in (("positive", analysis.positives), ("negative", analysis.negatives)):
        if cases < FEW:
            yield say("wrong.few_cases", cases=cases, kind=name)


def warn_of_repeated_rows(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Repeated rows make intervals too short; but rounded scores make rows alike that are different cases."""
    if not isinstance(data, Predictions) or not data.repeated:
        return
    if not expect_coincidences(data).explain(count_pairs(data)[0]):
        yield say("wrong.repeated_rows", rows=data.repeated, size=analysis.size)


def warn_of_leaks(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Cases with the same scores in different clusters may be the same case."""
    if not isinstance(data, Predictions) or data.clusters is None:
        return
    pairs, alike = count_pairs(data, data.clusters)
    share = float(alike.mean())
    if share > 0.01 and not expect_coincidences(data).explain(pairs):
        yield say("wrong.leak", share=share)


def warn_of_repeated_identifiers(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Cases with the same identifier are one case entered twice, or belong together."""
    if not isinstance(data, Predictions):
        return
    named = data.columns.get("identifier")
    repeated = {named: data.repeated_identifiers} if named is not None and data.repeated_identifiers else {}
    if named is None:
        repeated = {name: each.repeated for name, each in data.lookalikes.items() if each.role == "identifier"}
    for column, rows in repeated.items():
        if column != data.columns.get("cluster"):
            option = name_option("cluster")
            yield say("wrong.repeated_ids", rows=rows, size=analysis.size, column=quote(column), option=option)


def ask_about_clusters(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """A column without a role that looks like clusters."""
    for effect in analysis.cluster_effects:
        if not effect.given:
            yield ask_for_clusters(effect, analysis.size, name_option("cluster"))


def ask_about_folds(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Folds whose pooling changes AUROC, and a column without a role that looks like folds."""
    for folds in analysis.folds:
        if folds.given:
            yield from warn_of_pooling(folds)
        else:
            yield ask_for_folds(folds, analysis.winners[0], name_option("fold"))


def ask_about_time(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """A column without a role that looks like times."""
    if not isinstance(data, Predictions) or data.periods is not None:
        return
    for name, each in data.lookalikes.items():
        if each.role == "time":
            yield say("ask.time", column=quote(name), option=name_option("time"))


def ask_about_uncounted(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Columns of a counted file whose names suggest that its cases are not independent."""
    if isinstance(data, Counts):
        for name, role in data.named_like.items():
            if role in ("cluster", "fold"):
                yield say("ask.uncounted", column=quote(name), option=name_option(role))


def warn_of_drift(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """A model whose metric is clearly not the same at all times."""
    for drift in analysis.drift:
        yield from (warn_of_change(drift, model) for model in analysis.models if drift.clear(model))


def warn_of_other_prevalence(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Metrics for another prevalence assume that recall and false positive rate stay the same."""
    stated = analysis.question.prevalence
    if stated is not None and not 0.5 < stated / analysis.prevalence < 2:
        yield say("wrong.other_prevalence", here=analysis.prevalence, there=stated)


def warn_of_disagreement(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Metrics may order two models differently, and then the question decides."""
    pairs: dict[tuple[str, str], dict[str, list[Difference]]] = {}
    for difference in analysis.differences:
        first, second, value = difference.first, difference.second, difference.estimate.value
        measure = MEASURES[difference.metric]
        if value is not None and abs(value) > ROUNDING and measure.kind != "decision":
            better = pairs.setdefault((first, second), {first: [], second: []})
            better[first if (value > 0) == measure.higher else second].append(difference)
    for (first, second), better in pairs.items():
        if all(better.values()) and any(each.estimate.is_clear for of_model in better.values() for each in of_model):
            of_first, of_second = ([_name_metric(difference) for difference in of] for of in better.values())
            yield say("wrong.disagreement", first=first, second=second, of_first=of_first, of_second=of_second)


def _name_metric(difference: Difference) -> str:
    title = MEASURES[difference.metric].title
    return say("wrong.clearly", metric=title) if difference.estimate.is_clear else title


def warn_of_miscalibration(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """The mean of calibrated probabilities is the share of positives."""
    for model in analysis.models.values():
        brier = model.metrics.get("brier_score")
        if not model.probabilities or brier is None or analysis.question.prevalence is not None:
            continue
        share = model.positive_share
        error = np.sqrt(share * (1 - share) / (analysis.clusters or analysis.size))
        if abs(model.mean - share) > max(3 * error, 0.1 * share):
            yield say(
                "wrong.mean",
                model=model.name,
                mean=model.mean,
                share=share,
                threshold=model.threshold,
                why=model.threshold_why,
                some=np.isfinite(model.best.threshold),
                best=model.best.threshold,
            )


def warn_of_confidence(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Probabilities may be too extreme or too timid, even if they are right on average.

    That is mentioned if the calibration slope is far from 1, or if the prices imply the threshold and more than one
    case in a hundred would be decided otherwise after recalibration.
    """
    for model in analysis.models.values():
        fitted = model.recalibration
        if fitted is None or analysis.question.prevalence is not None or model.distinct <= 2:
            continue
        if not (fitted.slope.is_known and fitted.slope.linear(1, -1).is_clear):
            continue
        threshold = _recalibrated_threshold(analysis, model)
        moved = 0.0 if threshold is None else _share_between(model, threshold)
        slope = fitted.slope.value or 0.0
        if slope <= 0 or (NEAR_1[0] <= slope <= NEAR_1[1] and moved <= FEW_DECISIONS):
            continue
        yield say(
            "wrong.slope",
            model=model.name,
            over=slope < 1,
            slope=fitted.slope,
            moved=moved > FEW_DECISIONS,
            threshold=model.threshold,
            then=threshold,
            share=moved,
        )


def _recalibrated_threshold(analysis: Analysis, model: Model) -> float | None:
    """The score whose recalibrated probability is the threshold that prices imply; None if they imply none."""
    price = analysis.question.cost_proportion
    if price is None or analysis.question.threshold is not None or model.recalibration is None:
        return None
    return score_for(price, model.recalibration)


def _share_between(model: Model, other: float) -> float:
    """The share of cases with scores between a model's threshold and another, from groups of neighbouring scores."""
    scores, positives, negatives = np.array(model.histogram).T
    threshold = other if model.threshold is None else model.threshold
    inside = (scores >= min(other, threshold)) & (scores < max(other, threshold))
    return float((positives + negatives)[inside].sum() / (positives + negatives).sum())


def warn_of_costs(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """A model whose decisions cost more than flagging everybody, or nobody, is worse than none."""
    yield from (warn_of_threshold(analysis, name) for name in analysis.models if costs_more_than_none(analysis, name))


def warn_of_one_decision(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """A threshold beyond all scores decides every case the same way."""
    for model in analysis.models.values():
        if model.threshold is None:
            continue
        above, below = model.threshold > model.highest, model.threshold <= model.lowest
        if above or below:
            yield say(
                "wrong.one_decision",
                model=model.name,
                above=above,
                threshold=model.threshold,
                low=model.lowest,
                high=model.highest,
            )


def warn_of_near_ties(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Near-ties may be ordered otherwise on another processor."""
    for model in analysis.models.values():
        if model.near_ties is not None:
            yield join(_describe_near_ties(model, model.near_ties))


def _describe_near_ties(model: Model, ties: NearlyTied) -> Iterator[Sentence]:
    if ties.groups:
        yield say(
            "wrong.near_ties",
            model=model.name,
            cases=ties.cases,
            tolerance=format_number(ties.tolerance),
            smallest=format_number(ties.smallest),
        )
    if ties.near_threshold:
        yield say("wrong.near_threshold", model=model.name, cases=ties.near_threshold, threshold=model.threshold)
    yield say("wrong.other_order", decide=bool(ties.near_threshold))
    shown = {
        name: [format_number(end, model.metrics[name].decimals) for end in ends] for name, ends in ties.ranges.items()
    }
    moved = [(MEASURES[name].title, *ends) for name, ends in shown.items() if ends[0] != ends[1]]
    ranges = [
        say("wrong.next_range" if k else "wrong.first_range", metric=metric, low=low, high=high)
        for k, (metric, low, high) in enumerate(moved)
    ]
    if ranges:
        yield say("wrong.range", ranges=ranges)
    unknown = [MEASURES[name].title for name in _metrics_without_range(model, ties)]
    yield say("wrong.rest", moved=bool(moved), unknown=unknown)
    if ties.chain > LONG:
        yield say("wrong.chain", chain=ties.chain)
    if moved:
        yield say("wrong.round", digits=math.floor(-math.log10(ties.tolerance)))


def _metrics_without_range(model: Model, ties: NearlyTied) -> list[str]:
    """The metrics that near-ties may move by an unknown amount."""
    return [
        name
        for name, estimate in model.metrics.items()
        if MEASURES[name].kind in ORDERED and name not in ties.ranges and estimate.value is not None
    ]


def warn_of_small_groups(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """Subgroups with few cases of a class."""
    first = next(iter(analysis.models))
    groups = [group for group in analysis.groups if group.model == first]
    small = [
        say(
            "wrong.small_group",
            column=shorten(group.column),
            value=shorten(group.value),
            positives=group.positives,
            cases=group.cases,
        )
        for group in groups
        if min(group.positives, group.cases - group.positives) < FEW
    ]
    if len(small) > MOST_NAMED:
        yield say("wrong.small_groups", small=len(small), groups=len(groups), few=FEW)
    elif small:
        yield say("wrong.named_groups", few=FEW, groups=small)


def warn_of_perfection(analysis: Analysis, data: Predictions | Counts) -> Iterator[Sentence]:
    """A perfect ranking may be due to a leak of the labels."""
    for model in analysis.models.values():
        if model.metrics["auroc"].value == 1 and analysis.size > FEW:
            yield say("wrong.perfect", model=model.name)


#: All cautions; those that spoil every number come first.
ALL: Final[tuple[Caution, ...]] = (
    warn_of_hard_labels,
    warn_of_below_chance,
    warn_of_perfection,
    warn_of_no_probabilities,
    warn_of_costs,
    warn_of_one_decision,
    warn_of_repeated_rows,
    warn_of_repeated_identifiers,
    warn_of_leaks,
    ask_about_clusters,
    ask_about_folds,
    warn_of_drift,
    warn_of_few_cases,
    warn_of_small_groups,
    warn_of_other_prevalence,
    warn_of_miscalibration,
    warn_of_confidence,
    warn_of_near_ties,
    warn_of_few_scores,
    warn_of_disagreement,
    ask_about_time,
    ask_about_uncounted,
)
