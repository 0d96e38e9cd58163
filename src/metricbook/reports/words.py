"""The sentences of a report, made from its numbers."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from importlib.metadata import version

import numpy as np

from metricbook.reports.contents import Analysis, Budget, Difference, Model
from metricbook.reports.estimates import ROUNDING, Estimate
from metricbook.reports.formatting import format_number, format_percent
from metricbook.reports.question import MEASURES, Measure
from metricbook.reports.sentences_of_parts import describe_clusters

#: What the intervals do not cover, whatever was computed.
NOT_COVERED = (
    "The intervals say how much the numbers would move if as many cases were drawn once more from where these came "
    "from. They do not cover another training run, other places or later times, wrong labels, "
    "or a choice of model or threshold that was made on these very cases."
)


def describe_data(analysis: Analysis) -> list[str]:
    """Sentences on the data: how many cases there are, which class is positive, and how they were read."""
    source, prevalence = analysis.source, analysis.prevalence
    share = f"{prevalence:.1%}" if prevalence >= 0.001 else f"{prevalence:.2g}"
    sentences = [
        f"{source.name}: {analysis.size:,.0f} cases, {analysis.positives:,.0f} of them positive ({source.positive}; "
        f"{share}) and {analysis.negatives:,.0f} negative ({source.negative})."
    ]
    if analysis.weighted:
        sentences.append("Every metric weighs the cases as the file says.")
    if analysis.clusters is not None:
        sentences.append(f"The cases belong to {analysis.clusters:,} clusters, which are what intervals take as drawn.")
        sentences += [sentence for each in analysis.cluster_effects if (sentence := describe_clusters(each))]
    if analysis.counted:
        sentences.append("The cases were counted by score and not kept.")
    for name, (low, high) in analysis.brackets.items():
        sentences.append(
            f"The scores of {name} are so many that neighbours were put together: "
            f"its AUROC lies between {low:.6f} and {high:.6f}, whatever their order is."
        )
    return [*sentences, *filter(None, [source.dropped]), *source.remarks]


def compare_models(analysis: Analysis) -> list[str]:
    """Sentences on which model is better by the metric that answers the question, and how sure that is."""
    compared = [_compare_with_best(analysis, verdict) for verdict in analysis.verdicts]
    if len(compared) > 1:
        compared += [
            f"The intervals of these {len(compared)} differences hold for all of them together, "
            "whichever model these cases make the best.",
            *_list_possible_best(analysis),
        ]
    return [*state_answer(analysis), *compared, *_add_second_opinion(analysis)]


def state_answer(analysis: Analysis) -> list[str]:
    """The answer by itself: models held against another, the best, whether it pays and what recalibration saves."""
    held = map(str, analysis.not_worse)
    return [*held, *_warn_of_no_answer(analysis), _name_best(analysis), *_advise_on_prices(analysis)]


def sum_up(analysis: Analysis) -> list[str]:
    """The answer as a page begins with it: of many models the comparisons in one sentence, of few one by one."""
    whole = compare_models(analysis)
    if len(analysis.verdicts) < 3:
        return whole
    worse = [verdict.second for verdict in analysis.verdicts if verdict.estimate.is_clear]
    level = [verdict.second for verdict in analysis.verdicts if verdict.estimate.is_zero]
    open_ = [name for name in analysis.may_be_best[1:] if name not in level]
    clauses = [f"level with it {'is' if len(level) == 1 else 'are'} {join_names(level)}"] if level else []
    clauses += [f"the difference from {join_names(worse)} is clear"] if worse else []
    clauses += [f"the difference from {join_names(open_)} may be 0"] if open_ else []
    sentence = "; ".join(clauses)
    return [
        *state_answer(analysis),
        f"{sentence[0].upper()}{sentence[1:]}.",
        *_list_possible_best(analysis),
        *_add_second_opinion(analysis),
    ]


def _list_possible_best(analysis: Analysis) -> list[str]:
    """The sentence that names the set of models of which one is the best, unless all are level."""
    if all(verdict.estimate.is_zero for verdict in analysis.verdicts):
        return []
    names, level = analysis.may_be_best, format_percent(analysis.level)
    if len(names) == len(analysis.models):
        return [f"With {level} confidence, any of the {len(names)} models may be the best."]
    if len(names) == 1:
        return [f"With {level} confidence, {names[0]} is the best of the {len(analysis.models)}."]
    return [f"With {level} confidence, the best of the {len(analysis.models)} is one of {join_names(names)}."]


def _name_best(analysis: Analysis) -> str:
    """The sentence that names the best model, or all that tie: none of them is called the best."""
    main, best = analysis.main, analysis.winners
    if main.kind == "budget" and analysis.budget is not None:
        return _name_best_in_budget(analysis, analysis.budget)
    value = f"{analysis.models[best[0]].metrics[main.name]}{_add_other_costs(analysis, best[0])}"
    if len(analysis.models) == 1:
        return f"{best[0]} has {_with_article(main)} of {value}."
    if len(best) == len(analysis.models):
        return f"{join_names(best)} have the same {main.title}; that of {best[0]} is {value}."
    direction = "highest" if main.higher else "lowest"
    if len(best) > 1:
        return f"{join_names(best)} share the {direction} {main.title}; that of {best[0]} is {value}."
    if len(analysis.models) == 2:
        direction = direction.removesuffix("est") + "er"
    return f"{best[0]} has the {direction} {main.title}: {value}."


def _add_other_costs(analysis: Analysis, model: str) -> str:
    """The clause that sets the cost at the best threshold, and the costs without a model, beside that of decisions."""
    prices = analysis.prices
    if prices is None or analysis.main.kind != "cost":
        return ""
    best = prices.models[model].best
    return (
        f" as it decides, from {format_number(analysis.models[model].threshold)} on, and {best} at its best threshold, "
        f"{best.note or 'corrected for its having been chosen on these cases'}; without a model, flagging everybody "
        f"costs {prices.everybody} and flagging nobody {prices.nobody}"
    )


def _name_best_in_budget(analysis: Analysis, budget: Budget) -> str:
    """The same under a budget, in numbers of positives found and missed."""
    first, *tied = analysis.winners
    metrics, positives = analysis.models[first].metrics, budget.models[first]
    among, found = f"among the first {budget.k:,.0f} cases", format_cases(positives.found)
    rest = (
        f"and misses {format_cases(positives.missed)}: a precision at k of {metrics['precision_at_k']} and a recall at "
        f"k of {metrics['recall_at_k']}. At random {budget.at_random:,.1f} would be found."
    )
    if tied:
        most = "as many" if len(tied) + 1 == len(analysis.models) else "the most"
        return f"{join_names(analysis.winners)} find {most} positives {among}; {first} finds {found} {rest}"
    if len(analysis.models) == 1:
        return f"{first} finds {found} positives {among} {rest}"
    most = "more" if len(analysis.models) == 2 else "the most"
    return f"{first} finds {most} positives {among}: it finds {found} {rest}"


def format_cases(estimate: Estimate) -> str:
    """A number of cases with its interval; with a decimal where cases that tie at the end of a list count in part."""
    whole = estimate.value is None or abs(estimate.value - round(estimate.value)) < 1e-6
    value, low, high = (
        "–" if number is None else f"{number:,.{0 if whole else 1}f}".replace("-", "−")
        for number in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low} to {high})" if estimate.is_known else value


def _compare_with_best(analysis: Analysis, verdict: Difference) -> str:
    """The sentence on the best model less another, and whether the difference is clear."""
    best, other, less = verdict.first, verdict.second, verdict.estimate
    main = analysis.main
    if less.is_zero and main.kind in ("ranking", "budget") and _rank_alike(analysis, best, other):
        return f"{other} gives the same ranking and is level with {best}: the difference is 0."
    if less.is_zero:
        every = "As far as counts tell, every" if analysis.counted else "Every"
        return (
            f"{every} case counts alike for the {main.title} of {best} and of {other}, which are level: "
            "the difference is 0."
        )
    if analysis.budget is not None and main.kind == "budget":
        verb, value = "finds", format_cases(analysis.budget.models[other].found)
        difference = format_cases(less.linear(analysis.budget.k))
    else:
        verb, value, difference = "has", str(analysis.models[other].metrics[main.name]), str(less)
    clause = f"{other} {verb} {'the same' if other in analysis.winners else value}"
    if not less.is_known:
        return f"{clause}; how sure the difference is cannot be said: {less.note}."
    if less.is_clear:
        return f"{clause}: the difference, {difference}, is clear."
    return f"{clause}: the difference, {difference}, may be 0; these cases do not tell."


def _rank_alike(analysis: Analysis, first: str, second: str) -> bool:
    return bool({(first, second), (second, first)} & set(analysis.same_rankings))


def _add_second_opinion(analysis: Analysis) -> list[str]:
    """Under a budget, a sentence on average precision if it prefers another model."""
    if analysis.main.kind != "budget":
        return []
    values = {name: model.metrics["average_precision"].value or 0.0 for name, model in analysis.models.items()}
    first = max(values, key=lambda name: values[name])
    if values[first] <= values[analysis.winners[0]] + ROUNDING:
        return []
    return [
        f"A second opinion, average precision, which weighs the whole list, is higher for {first}: "
        f"{format_number(values[first])} against {format_number(values[analysis.winners[0]])}."
    ]


def _advise_on_prices(analysis: Analysis) -> list[str]:
    """Sentences on whether the best model's decisions pay at all, and on what recalibration would save."""
    if analysis.prices is None:
        return []
    best, prices = analysis.winners[0], analysis.prices
    sentences = [warn_of_threshold(analysis, best)] if costs_more_than_none(analysis, best) else []
    if analysis.main.kind != "cost":  # no model is known to decide: what is known of costs stands alone
        sentences.append(
            f"Without a model, flagging everybody costs {prices.everybody} a case and flagging nobody {prices.nobody}; "
            f"at its best threshold {best} costs {prices.models[best].best}."
        )
    saved = prices.models[best].saved
    if saved is None or not saved.is_known:
        return sentences
    if not saved.is_clear:
        advice = f"What recalibrating {best} would save, {saved} a case, may be 0; these cases do not tell."
    elif (saved.value or 0.0) > 0:
        advice = f"Recalibrating {best} before it decides would save {saved} a case."
    else:
        advice = f"Recalibrating {best} by a line in the log odds would cost {saved.linear(-1)} a case more."
    return [*sentences, advice]


def costs_more_than_none(analysis: Analysis, model: str) -> bool:
    """Whether a model's decisions cost more than the cheaper way without a model."""
    less = None if analysis.prices is None else analysis.prices.models[model].less
    return less is not None and less.value is not None and less.value > 0


def warn_of_threshold(analysis: Analysis, model: str) -> str:
    """The sentence that a model's threshold must not be used: how much more it costs, and how sure that is."""
    prices = analysis.prices
    assert prices is not None
    less = prices.models[model].less
    assert less is not None
    sure = "which is clear" if less.is_clear else "which may be 0, but nothing here speaks for the model"
    return (
        f"Do not use the threshold {format_number(analysis.models[model].threshold)} of {model}: "
        f"its decisions cost {less} a case more than flagging {prices.without}, {sure}."
    )


def _warn_of_no_answer(analysis: Analysis) -> list[str]:
    """A sentence if the metric by which models are compared does not answer the question."""
    return [] if analysis.fits else [f"No metric here answers the question; {analysis.main.title} is shown instead."]


def group_answers(analysis: Analysis) -> list[tuple[list[Measure], bool, str]]:
    """Metrics with the same reason, whether they answer the question, and the reason."""
    alike: dict[tuple[bool, str], list[Measure]] = {}
    for answer in analysis.answers:
        alike.setdefault((answer.answers, answer.why), []).append(MEASURES[answer.name])
    return [(measures, fit, why) for (fit, why), measures in alike.items()]


def conclude(measures: list[Measure], fit: bool) -> str:
    """Whether metrics answer the question, as the end of a sentence that begins with their names."""
    if len(measures) == 1:
        return "answers it" if fit else "does not"
    return "answer it" if fit else "do not"


def restate_question(analysis: Analysis) -> str:
    """The question that was asked, as one sentence."""
    question = analysis.question
    parts = []
    if question.cost_fp is not None:
        parts.append(f"a false positive costs {question.cost_fp:g} and a false negative {question.cost_fn:g}")
    if question.prevalence is not None:
        parts.append(f"the models will be used where {question.prevalence:.3g} of the cases are positive")
    if question.budget is not None:
        unit = "of the list" if question.budget < 1 else "cases"
        parts.append(f"the first {question.budget:g} {unit} will be looked at")
    if question.symmetric:
        parts.append("the classes have no names of their own")
    stated = f"You said that {', that '.join(parts)}." if parts else ""
    if question.cost_fp is not None or question.budget is not None or question.symmetric:
        return stated
    main = analysis.main
    assumed = (
        "Neither prices nor a budget were stated, so the question is taken to be which ranking is better, by "
        f"{main.title}: {main.asks} With prices or a budget this page says what to decide."
    )
    return f"{stated} {assumed}".strip()


def write_methods(analysis: Analysis) -> str:
    """A paragraph for a paper: what was computed, how, and with which software."""
    question, main = analysis.question, analysis.main
    unit = "clusters" if analysis.clusters is not None else "cases"
    design = ", the numbers of both classes taken as fixed" if question.fixed_classes else ""
    at = f" Metrics are for a prevalence of {question.prevalence:.3g}." if question.prevalence is not None else ""
    weights = " Cases were weighted." if analysis.weighted else ""
    results = "; ".join(
        f"{name}{_format_threshold(analysis, model)}: {main.title} {model.metrics[main.name]}"
        for name, model in analysis.models.items()
    )
    drew = "the Tile and the ranges of best thresholds come" if analysis.tile else "the range of best thresholds comes"
    level, pairs, curves = format_percent(analysis.level), "", ""
    if any(model.probabilities for model in analysis.models.values()):
        curves = (
            "Calibration slope and intercept are those of a logistic regression on the stated log odds, and "
            "calibration curves natural cubic splines of these, with pointwise intervals from the sandwich covariance. "
        )
    costs = ""
    if analysis.prices is not None:
        costs = (
            "Those of mean costs are put together from limits of the shares of cases that cost something, the outer "
            "ones of Wilson's and the mid-P. "
        )
    if analysis.verdicts:
        differences = "; ".join(f"{v.first} less {v.second} {v.estimate}" for v in analysis.verdicts)
        together = f"with {level} intervals that hold for all pairs of models together (max-t)"
        if len(analysis.models) == 2:
            together = f"with a {level} interval"
        pairs = f" Paired differences, {together}: {differences}."
    return (
        f"Performance was measured on {analysis.size:,.0f} cases, of which {analysis.positives:,.0f} "
        f"({analysis.prevalence:.1%}) were positive.{at}{weights} Intervals are {level} confidence intervals from the "
        f"influence of each of the {analysis.clusters or analysis.size:,.0f} {unit}{design}; "
        f"{drew} from {analysis.replicates} bootstrap replicates (seed {analysis.seed}). {costs}{curves}"
        f"Ties count one half, and scores at the threshold are flagged. {describe_h(analysis)} "
        f"{results}.{pairs} Computed with {list_versions()}; SHA-256 of the input {analysis.source.digest}."
    )


def describe_calibration(analysis: Analysis) -> str:
    """What slope, intercept and calibration in the large mean, and at which prevalence they are judged."""
    text = (
        "The log odds of a positive are fitted by a line in those that a model states. A slope of 1 is right; below 1 "
        "probabilities are too extreme, above 1 too timid. In the large is the intercept if the slope is 1: 0 is "
        "right, above 0 probabilities are too low as a whole, below 0 too high. The parts of the Brier score are "
        f"miscalibration less discrimination plus uncertainty. Intervals are of {format_percent(analysis.level)}."
    )
    if analysis.question.prevalence is not None:
        text += " All this is judged at the prevalence that was asked for, not at that of these cases."
    return text


def judge_calibration(model: Model) -> str:
    """What the intervals of slope and calibration in the large say of a model's probabilities."""
    found = model.recalibration
    if found is None or not (found.slope.is_known and found.in_the_large.is_known):
        return "not known: no line has a finite fit" if model.probabilities else "no probabilities"
    from_1, slope, shift = found.slope.linear(1, -1), found.slope.value or 0.0, found.in_the_large.value or 0.0
    if not from_1.is_clear:
        spread = "the slope may be 1"
    elif slope <= 0:
        spread = "higher probabilities do not mean more positives"
    else:
        spread = f"clearly too {'extreme' if slope < 1 else 'timid'}"
    if found.in_the_large.is_clear:
        return f"{spread}; as a whole clearly too {'low' if shift > 0 else 'high'}"
    return f"{spread}; as a whole it may be right"


def name_law(analysis: Analysis) -> str:
    """The distribution of cost proportions that H takes the mean over."""
    return f"Beta(2, {1 + 1 / analysis.severity_ratio:.4g})"


def describe_h(analysis: Analysis) -> str:
    """The sentence that says which H measure is meant, and what its corrected value is."""
    asked, ratio = analysis.question.severity_ratio, analysis.severity_ratio
    why = f"severity ratio {ratio:.4g}"
    if asked == "classes":
        why += ", that of the classes, as the package hmeasure has it by default"
    elif ratio == 1:
        why += ", Hand's proposal of 2009; the package hmeasure takes that of the classes by default"
    return (
        f"The H measure draws the cost proportion of a false positive from {name_law(analysis)} ({why}). Metrics that "
        "choose their best thresholds on the cases that they are measured on are given with a value that is corrected "
        "for this optimism by held-out halves."
    )


def _format_threshold(analysis: Analysis, model: Model) -> str:
    """The clause that names a model's threshold, if the metric that is compared depends on it."""
    if analysis.main.kind not in ("decision", "cost") or model.threshold is None:
        return ""
    return f", deciding at {format_number(model.threshold)}"


def list_versions() -> str:
    """The versions of the package, NumPy and Python."""
    return f"metricbook {version('metricbook')}, NumPy {np.__version__} and Python {platform.python_version()}"


def _with_article(measure: Measure) -> str:
    article = "an" if re.match("[AFHLaeio]", measure.title) else "a"  # as it is spoken: an F1, an H measure, an average
    return f"{article} {measure.title}"


def join_names(names: Sequence[str]) -> str:
    """Names as a list in a sentence."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
