"""What looks wrong with predictions, in sentences: one function for each kind of fault."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import numpy as np

from metricbook.reports.bad_input import name_option, quote
from metricbook.reports.coincidences import count_pairs, expect_coincidences
from metricbook.reports.contents import Analysis, Difference, Model, NearlyTied
from metricbook.reports.estimates import ROUNDING
from metricbook.reports.formatting import format_number
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import MEASURES
from metricbook.reports.recalibration import score_for
from metricbook.reports.sentences_of_parts import (
    ask_for_clusters,
    ask_for_folds,
    shorten,
    warn_of_change,
    warn_of_pooling,
)
from metricbook.reports.words import costs_more_than_none, warn_of_threshold

#: A function that yields a sentence for each fault of its kind.
Caution: TypeAlias = Callable[[Analysis, Predictions | Counts], Iterator[str]]

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


def warn_of_hard_labels(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Scores of two values are decisions, and their curves have one point."""
    for model in analysis.models.values():
        if model.distinct == 1:
            yield f"{model.name} gives every case the same score: it tells no case from another."
        elif model.distinct == 2:
            yield (
                f"{model.name} has 2 distinct scores: these are decisions, not scores. "
                "Its curves are one point joined to the corners, and its AUROC is its balanced accuracy. "
                "Hand in what is compared with the threshold."
            )


def warn_of_few_scores(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """With many ties, metrics of a ranking depend on how ties are counted."""
    for model in analysis.models.values():
        if 2 < model.distinct <= min(20, analysis.size / 10):
            yield (
                f"{model.name} has only {model.distinct} distinct scores among {analysis.size:,.0f} cases. "
                "Ties count one half here; software that counts them otherwise gives other values."
            )


def warn_of_below_chance(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """With an AUROC below one half, scores or labels may be the wrong way round."""
    for model in analysis.models.values():
        area = model.metrics["auroc"]
        if area.value is not None and area.value < 0.5 - ROUNDING:
            clearly = ", and its interval lies below 1/2" * (area.high is not None and area.high < 0.5)
            yield (
                f"{model.name} ranks positives below negatives (AUROC {area.value:.3f}{clearly}). "
                f"Are larger scores meant for {analysis.source.negative!r}, or is the positive class not "
                f"{analysis.source.positive!r}?"
            )


def warn_of_no_probabilities(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Scores outside [0, 1] are no probabilities, even if the caller says so."""
    for model in analysis.models.values():
        if analysis.question.probabilities and not (model.lowest >= 0 and model.highest <= 1):
            yield (
                f"The scores of {model.name} reach from {model.lowest:.4g} to {model.highest:.4g}: "
                "they are no probabilities, so there is no Brier score, log loss or calibration of them."
            )


def warn_of_few_cases(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """With few cases of a class the intervals are rough."""
    for name, cases in (("positive", analysis.positives), ("negative", analysis.negatives)):
        if cases < FEW:
            yield (
                f"There {'is' if cases == 1 else 'are'} only {_plural(cases, f'{name} case')}. "
                "Intervals from so few are long. In simulations with 2 to 50 positives, at least 93 % of the 95 % "
                "intervals of AUROC held the truth and at least 92 % of those of average precision; for other metrics "
                "of so few cases that was not measured."
            )


def warn_of_repeated_rows(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Repeated rows make intervals too short; but rounded scores make rows alike that are different cases."""
    if not isinstance(data, Predictions) or not data.repeated:
        return
    if not expect_coincidences(data).explain(count_pairs(data)[0]):
        yield (
            f"{_plural(data.repeated, 'row')} of {analysis.size:,.0f} {'is' if data.repeated == 1 else 'are'} like an "
            "earlier one in every column, more than rounded scores would make by themselves. If cases were entered "
            "twice, every interval here is too short."
        )


def warn_of_leaks(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Cases with the same scores in different clusters may be the same case."""
    if not isinstance(data, Predictions) or data.clusters is None:
        return
    pairs, alike = count_pairs(data, data.clusters)
    share = float(alike.mean())
    if share > 0.01 and not expect_coincidences(data).explain(pairs):
        yield (
            f"{share:.0%} of the cases have the same label and the same scores as a case of another cluster, "
            "more than rounded scores would have by themselves. If these are the same cases, clusters leak into each "
            "other and intervals are too short."
        )


def warn_of_repeated_identifiers(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Cases with the same identifier are one case entered twice, or belong together."""
    if not isinstance(data, Predictions):
        return
    named = data.columns.get("identifier")
    repeated = {named: data.repeated_identifiers} if named is not None and data.repeated_identifiers else {}
    if named is None:
        repeated = {name: each.repeated for name, each in data.lookalikes.items() if each.role == "identifier"}
    for column, rows in repeated.items():
        if column == data.columns.get("cluster"):
            continue
        yield (
            f"{_plural(rows, 'row')} of {analysis.size:,.0f} {'has' if rows == 1 else 'have'} the {quote(column)} of "
            "an earlier row. If a case was entered twice, leave one out, since every interval here is too short; if "
            f"one person or thing has several cases, name the column with {name_option('cluster')}."
        )


def ask_about_clusters(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A column without a role that looks like clusters."""
    for effect in analysis.cluster_effects:
        if not effect.given:
            yield ask_for_clusters(effect, analysis.size, name_option("cluster"))


def ask_about_folds(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Folds whose pooling changes AUROC, and a column without a role that looks like folds."""
    for folds in analysis.folds:
        if folds.given:
            yield from warn_of_pooling(folds)
        else:
            yield ask_for_folds(folds, analysis.winners[0], name_option("fold"))


def ask_about_time(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A column without a role that looks like times."""
    if not isinstance(data, Predictions) or data.periods is not None:
        return
    for name, each in data.lookalikes.items():
        if each.role == "time":
            yield (
                f"The column {quote(name)} looks like times, by its name and because its values are dates. Whether "
                f"the models or the share of positives changed meanwhile is shown with {name_option('time')}."
            )


def ask_about_uncounted(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Columns of a counted file whose names suggest that its cases are not independent."""
    if isinstance(data, Counts):
        for name, role in data.named_like.items():
            if role in ("cluster", "fold"):
                yield (
                    f"The file has a column {quote(name)}, which was not looked at, as cases were counted by score. "
                    f"If it is what its name suggests, {name_option(role)} reads the file row by row."
                )


def warn_of_drift(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A model whose metric is clearly not the same at all times."""
    for drift in analysis.drift:
        yield from (warn_of_change(drift, model) for model in analysis.models if drift.clear(model))


def warn_of_other_prevalence(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Metrics for another prevalence assume that recall and false positive rate stay the same."""
    stated = analysis.question.prevalence
    if stated is not None and not 0.5 < stated / analysis.prevalence < 2:
        yield (
            f"The share of positives is {analysis.prevalence:.3g} here and {stated:.3g} where the models will be used. "
            "All metrics are computed for the latter, by weighing the classes; "
            "that is right if recall and false positive rate stay as they are, which nothing in these data can show."
        )


def warn_of_disagreement(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
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
            clauses = [
                f"{', '.join(_format_winner(difference) for difference in of_model)} for {name}"
                for name, of_model in better.items()
            ]
            about = f"Metrics disagree about {first} and {second}"
            yield f"{about}: {'; '.join(clauses)}. Take the one that answers your question."


def _format_winner(difference: Difference) -> str:
    title = MEASURES[difference.metric].title
    return f"{title} (clearly)" if difference.estimate.is_clear else title


def warn_of_miscalibration(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """The mean of calibrated probabilities is the share of positives."""
    for model in analysis.models.values():
        brier = model.metrics.get("brier_score")
        if not model.probabilities or brier is None or analysis.question.prevalence is not None:
            continue
        share = model.positive_share
        error = np.sqrt(share * (1 - share) / (analysis.clusters or analysis.size))
        if abs(model.mean - share) > max(3 * error, 0.1 * share):
            best = model.best.threshold
            where = f"is at {format_number(best)}" if np.isfinite(best) else "is that of flagging nobody"
            yield (
                f"The scores of {model.name} are {model.mean:.3g} on average, and {share:.3g} of the cases are "
                "positive: they are not calibrated as probabilities. "
                f"It decides at {format_number(model.threshold)} because {model.threshold_why}. "
                f"The least cost here {where}."
            )


def warn_of_confidence(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
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
        kind, wrong = ("over", "extreme") if slope < 1 else ("under", "timid")
        sentence = (
            f"{model.name} is {kind}confident, its probabilities are too {wrong}: "
            f"its calibration slope is {fitted.slope}, where 1 is right."
        )
        if threshold is not None and moved > FEW_DECISIONS:
            sentence += (
                f" The prices imply the threshold {format_number(model.threshold)} for calibrated probabilities; "
                f"after recalibration it lies at {format_number(threshold)} of these, and {moved:.0%} of the cases are "
                "decided otherwise."
            )
        yield sentence


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


def warn_of_costs(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A model whose decisions cost more than flagging everybody, or nobody, is worse than none."""
    yield from (warn_of_threshold(analysis, name) for name in analysis.models if costs_more_than_none(analysis, name))


def warn_of_one_decision(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A threshold beyond all scores decides every case the same way."""
    for model in analysis.models.values():
        if model.threshold is None:
            continue
        above, below = model.threshold > model.highest, model.threshold <= model.lowest
        if above or below:
            yield (
                f"{model.name} flags {'no case' if above else 'every case'} at the threshold "
                f"{format_number(model.threshold)}: its scores reach from {format_number(model.lowest)} to "
                f"{format_number(model.highest)}."
            )


def warn_of_near_ties(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Near-ties may be ordered otherwise on another processor."""
    for model in analysis.models.values():
        if model.near_ties is not None:
            yield " ".join(_describe_near_ties(model, model.near_ties))


def _describe_near_ties(model: Model, ties: NearlyTied) -> Iterator[str]:
    if ties.groups:
        yield (
            f"{model.name} gives {_plural(ties.cases, 'case')} scores that differ from a neighbour's by less than "
            f"rounding can tell (relative distances below {format_number(ties.tolerance)}, "
            f"the smallest {format_number(ties.smallest)})."
        )
    if ties.near_threshold:
        yield (
            f"{model.name} gives {_plural(ties.near_threshold, 'case')} a score that rounding cannot tell from its "
            f"threshold, {format_number(model.threshold)}."
        )
    shown = {
        name: [format_number(end, model.metrics[name].decimals) for end in ends] for name, ends in ties.ranges.items()
    }
    moved = [(MEASURES[name].title, *ends) for name, ends in shown.items() if ends[0] != ends[1]]
    yield f"Another processor may {'order or decide' if ties.near_threshold else 'order'} these cases otherwise."
    if moved:
        (title, low, high), *rest = moved
        title = title[0].upper() + title[1:]
        ranges = [f"{title} could be anything from {low} to {high}", *(f"{one} from {a} to {b}" for one, a, b in rest)]
        yield f"{', '.join(ranges)}."
    unknown = [MEASURES[name].title for name in _metrics_without_range(model, ties)]
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


def _metrics_without_range(model: Model, ties: NearlyTied) -> list[str]:
    """The metrics that near-ties may move by an unknown amount."""
    return [
        name
        for name, estimate in model.metrics.items()
        if MEASURES[name].kind in ORDERED and name not in ties.ranges and estimate.value is not None
    ]


def warn_of_small_groups(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """Subgroups with few cases of a class."""
    first = next(iter(analysis.models))
    groups = [group for group in analysis.groups if group.model == first]
    small = [
        f"{shorten(group.column)} = {shorten(group.value)} ({_plural(group.positives, 'positive')} of {group.cases:,})"
        for group in groups
        if min(group.positives, group.cases - group.positives) < FEW
    ]
    if len(small) > MOST_NAMED:
        yield (
            f"{len(small):,} of {len(groups):,} groups have fewer than {FEW} cases of a class, and little can be said "
            "about each of them."
        )
    elif small:
        yield f"Groups with fewer than {FEW} cases of a class, about which little can be said: {'; '.join(small)}."


def warn_of_perfection(analysis: Analysis, data: Predictions | Counts) -> Iterator[str]:
    """A perfect ranking may be due to a leak of the labels."""
    for model in analysis.models.values():
        if model.metrics["auroc"].value == 1 and analysis.size > FEW:
            yield (
                f"{model.name} ranks every positive above every negative. "
                "That is seldom a model's merit: do its inputs hold the label, or are these cases among those it was "
                "fitted on?"
            )


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


def _plural(cases: float, what: str) -> str:
    return f"{cases:,.0f} {what}{'' if cases == 1 else 's'}"
