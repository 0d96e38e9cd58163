"""Which sentences a report says of the data, the question, the answer and the methods."""

from __future__ import annotations

import platform
from importlib.metadata import version

import numpy as np

from metricbook.metrics.optimism import CHOOSERS
from metricbook.reports.contents import Analysis, Budget, Difference
from metricbook.reports.estimates import ROUNDING, Estimate
from metricbook.reports.formatting import format_number, format_percent
from metricbook.reports.model_contents import Model
from metricbook.reports.question import MEASURES, Measure
from metricbook.reports.sentences import Sentence, join, say
from metricbook.reports.sentences_of_parts import describe_clusters


def describe_data(analysis: Analysis) -> list[str]:
    """Sentences on the data: how many cases there are, which class is positive, and how they were read."""
    source, prevalence = analysis.source, analysis.prevalence
    sentences: list[str] = [
        say(
            "data.cases",
            source=source.name,
            size=analysis.size,
            positives=analysis.positives,
            positive=source.positive,
            share=f"{prevalence:.1%}" if prevalence >= 0.001 else f"{prevalence:.2g}",
            negatives=analysis.negatives,
            negative=source.negative,
        )
    ]
    if analysis.weighted:
        sentences.append(say("data.weighted"))
    if analysis.clusters is not None:
        sentences.append(say("data.clusters", clusters=analysis.clusters))
        sentences += [sentence for each in analysis.cluster_effects if (sentence := describe_clusters(each))]
    if analysis.counted:
        sentences.append(say("data.counted"))
    sentences += [
        say("data.bracket", model=name, low=low, high=high) for name, (low, high) in analysis.brackets.items()
    ]
    return [*sentences, *filter(None, [source.dropped]), *source.remarks]


def compare_models(analysis: Analysis) -> list[str]:
    """Sentences on which model is better by the metric that answers the question, and how sure that is."""
    compared = [_compare_with_best(analysis, verdict) for verdict in analysis.verdicts]
    if len(compared) > 1:
        compared += [say("answer.together", number=len(compared)), *_list_possible_best(analysis)]
    return [*state_answer(analysis), *compared, *_add_second_opinion(analysis)]


def state_answer(analysis: Analysis) -> list[str]:
    """The answer by itself: models held against another, the best, whether it pays and what recalibration saves."""
    held = [each.sentence for each in analysis.not_worse]
    unanswered = [] if analysis.fits else [say("answer.none", metric=analysis.main.title)]
    return [*held, *unanswered, _name_best(analysis), *_advise_on_prices(analysis)]


def sum_up(analysis: Analysis) -> list[str]:
    """The answer as a page begins with it: of many models the comparisons in one sentence, of few one by one."""
    if len(analysis.verdicts) < 3:
        return compare_models(analysis)
    worse = [verdict.second for verdict in analysis.verdicts if verdict.estimate.is_clear]
    level = [verdict.second for verdict in analysis.verdicts if verdict.estimate.is_zero]
    open_ = [name for name in analysis.may_be_best[1:] if name not in level]
    clauses = [say("answer.level", one=len(level), models=level)] if level else []
    clauses += [say("answer.clear", models=worse)] if worse else []
    clauses += [say("answer.open", models=open_)] if open_ else []
    summary = [say("answer.summary", clauses=clauses), *_list_possible_best(analysis)]
    return [*state_answer(analysis), *summary, *_add_second_opinion(analysis)]


def _list_possible_best(analysis: Analysis) -> list[Sentence]:
    """The sentence that names the set of models of which one is the best, unless all are level."""
    names, number = analysis.may_be_best, len(analysis.models)
    if all(verdict.estimate.is_zero for verdict in analysis.verdicts):
        return []
    return [
        say(
            "answer.any_may_be_best"
            if len(names) == number
            else "answer.is_best"
            if len(names) == 1
            else "answer.some_may_be_best",
            level=format_percent(analysis.level),
            model=names[0],
            models=names,
            number=number,
        )
    ]


def _name_best(analysis: Analysis) -> Sentence:
    """The sentence that names the best model, or all that tie: none of them is called the best."""
    main, best, number = analysis.main, analysis.winners, len(analysis.models)
    if main.kind == "budget" and analysis.budget is not None:
        return _name_best_in_budget(analysis, analysis.budget)
    return say(
        "answer.only"
        if number == 1
        else "answer.all_level"
        if len(best) == number
        else "answer.some_level"
        if len(best) > 1
        else "answer.best",
        model=best[0],
        models=best,
        metric=main.title,
        two=number == 2,
        higher=main.higher,
        value=analysis.models[best[0]].metrics[main.name],
        costs=_add_other_costs(analysis, best[0]),
    )


def _add_other_costs(analysis: Analysis, model: str) -> str:
    """The clause that sets the cost at the best threshold, and the costs without a model, beside that of decisions."""
    prices = analysis.prices
    if prices is None or analysis.main.kind != "cost":
        return ""
    best = prices.models[model].best
    return say(
        "cost.beside",
        threshold=analysis.models[model].threshold,
        best=best,
        note=best.note,
        everybody=prices.everybody,
        nobody=prices.nobody,
    )


def _name_best_in_budget(analysis: Analysis, budget: Budget) -> Sentence:
    """The same under a budget, in numbers of positives found and missed."""
    winners, number = analysis.winners, len(analysis.models)
    metrics, positives = analysis.models[winners[0]].metrics, budget.models[winners[0]]
    rest = say(
        "budget.rest",
        missed=format_cases(positives.missed),
        precision=metrics["precision_at_k"],
        recall=metrics["recall_at_k"],
        at_random=budget.at_random,
    )
    return say(
        "budget.level" if len(winners) > 1 else "budget.only" if number == 1 else "budget.best",
        model=winners[0],
        models=winners,
        all=len(winners) == number,
        two=number == 2,
        k=budget.k,
        found=format_cases(positives.found),
        rest=rest,
    )


def format_cases(estimate: Estimate) -> str:
    """A number of cases with its interval; with a decimal where cases that tie at the end of a list count in part."""
    whole = estimate.value is None or abs(estimate.value - round(estimate.value)) < 1e-6
    value, low, high = (
        "–" if number is None else f"{number:,.{0 if whole else 1}f}".replace("-", "−")
        for number in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low} to {high})" if estimate.is_known else value


def _compare_with_best(analysis: Analysis, verdict: Difference) -> Sentence:
    """The sentence on the best model less another, and whether the difference is clear."""
    best, other, less = verdict.first, verdict.second, verdict.estimate
    main, budget = analysis.main, analysis.budget
    if less.is_zero and main.kind in ("ranking", "budget") and _rank_alike(analysis, best, other):
        return say("answer.same_ranking", other=other, best=best)
    if less.is_zero:
        return say("answer.alike", counted=analysis.counted, metric=main.title, best=best, other=other)
    found = budget is not None and main.kind == "budget"
    value, difference = str(analysis.models[other].metrics[main.name]), str(less)
    if budget is not None and found:
        value, difference = format_cases(budget.models[other].found), format_cases(less.linear(budget.k))
    return say(
        "answer.difference" if less.is_known else "answer.no_interval",
        other=other,
        finds=found,
        same=other in analysis.winners,
        value=value,
        difference=difference,
        clear=less.is_clear,
        note=less.note,
    )


def _rank_alike(analysis: Analysis, first: str, second: str) -> bool:
    return bool({(first, second), (second, first)} & set(analysis.same_rankings))


def _add_second_opinion(analysis: Analysis) -> list[Sentence]:
    """Under a budget, a sentence on average precision if it prefers another model."""
    if analysis.main.kind != "budget":
        return []
    values = {name: model.metrics["average_precision"].value or 0.0 for name, model in analysis.models.items()}
    first, best = max(values, key=lambda name: values[name]), values[analysis.winners[0]]
    if values[first] <= best + ROUNDING:
        return []
    return [say("budget.second_opinion", model=first, value=values[first], best=best)]


def _advise_on_prices(analysis: Analysis) -> list[Sentence]:
    """Sentences on whether the best model's decisions pay at all, and on what recalibration would save."""
    if analysis.prices is None:
        return []
    best, prices = analysis.winners[0], analysis.prices
    priced, saved = prices.models[best], prices.models[best].saved
    said = [warn_of_threshold(analysis, best)] if costs_more_than_none(analysis, best) else []
    if analysis.main.kind != "cost":  # no model is known to decide: what is known of costs stands alone
        everybody, nobody = prices.everybody, prices.nobody
        said.append(say("cost.without", everybody=everybody, nobody=nobody, model=best, best=priced.best))
    if saved is not None and saved.is_known:
        pays = (saved.value or 0.0) > 0
        said.append(
            say(
                "cost.saving_open" if not saved.is_clear else "cost.saving" if pays else "cost.loss",
                model=best,
                saved=saved,
                more=saved.linear(-1),
            )
        )
    return said


def costs_more_than_none(analysis: Analysis, model: str) -> bool:
    """Whether a model's decisions cost more than the cheaper way without a model."""
    less = None if analysis.prices is None else analysis.prices.models[model].less
    return less is not None and less.value is not None and less.value > 0


def warn_of_threshold(analysis: Analysis, model: str) -> Sentence:
    """The sentence that a model's threshold must not be used: how much more it costs, and how sure that is."""
    prices = analysis.prices
    assert prices is not None
    less = prices.models[model].less
    assert less is not None
    threshold = analysis.models[model].threshold
    return say("cost.do_not_use", threshold=threshold, model=model, less=less, way=prices.without, clear=less.is_clear)


def group_answers(analysis: Analysis) -> list[tuple[list[Measure], bool, str]]:
    """Metrics with the same reason, whether they answer the question, and the reason."""
    alike: dict[tuple[bool, str], list[Measure]] = {}
    for answer in analysis.answers:
        alike.setdefault((answer.answers, answer.why), []).append(MEASURES[answer.name])
    return [(measures, fit, why) for (fit, why), measures in alike.items()]


def conclude(measures: list[Measure], fit: bool) -> Sentence:
    """Whether metrics answer the question, as the end of a sentence that begins with their names."""
    return say("why.answers", fit=fit, one=len(measures))


def restate_question(analysis: Analysis) -> str:
    """The question that was asked, as one sentence."""
    question, main = analysis.question, analysis.main
    clauses = []
    if question.cost_fp is not None:
        clauses.append(say("question.prices", of_fp=question.cost_fp, of_fn=question.cost_fn))
    if question.prevalence is not None:
        clauses.append(say("question.prevalence", prevalence=question.prevalence))
    if question.budget is not None:
        clauses.append(say("question.budget", budget=question.budget, share=question.budget < 1))
    if question.symmetric:
        clauses.append(say("question.symmetric"))
    said = [say("question.stated", clauses=clauses)] if clauses else []
    if question.cost_fp is None and question.budget is None and not question.symmetric:
        said.append(say("question.assumed", metric=main.title, asks=main.asks))
    return join(said)


def write_methods(analysis: Analysis) -> Sentence:
    """A paragraph for a paper: what was computed, how, and with which software."""
    question, main = analysis.question, analysis.main
    results = [
        say(
            "paper.result",
            model=name,
            threshold=format_number(model.threshold)
            if main.kind in ("decision", "cost") and model.threshold is not None
            else "",
            metric=main.title,
            value=model.metrics[main.name],
        )
        for name, model in analysis.models.items()
    ]
    return say(
        "paper.methods",
        size=analysis.size,
        positives=analysis.positives,
        share=analysis.prevalence,
        prevalence=question.prevalence,
        weighted=analysis.weighted,
        level=format_percent(analysis.level),
        draws=analysis.clusters or analysis.size,
        clusters=analysis.clusters is not None,
        fixed=question.fixed_classes,
        tile=analysis.tile is not None,
        replicates=analysis.replicates,
        seed=analysis.seed,
        costs=analysis.prices is not None,
        curves=any(model.probabilities for model in analysis.models.values()),
        h=describe_h(analysis),
        results=results,
        differences=[f"{each.first} less {each.second} {each.estimate}" for each in analysis.verdicts],
        two=len(analysis.models) == 2,
        versions=list_versions(),
        digest=analysis.source.digest,
    )


def describe_calibration(analysis: Analysis) -> Sentence:
    """What slope, intercept and calibration in the large mean, and at which prevalence they are judged."""
    return say(
        "calibration.means", level=format_percent(analysis.level), prevalence=analysis.question.prevalence is not None
    )


def judge_calibration(model: Model) -> Sentence:
    """What the intervals of slope and calibration in the large say of a model's probabilities."""
    found = model.recalibration
    if found is None or not (found.slope.is_known and found.in_the_large.is_known):
        return say("calibration.no_fit" if model.probabilities else "calibration.no_probabilities")
    slope = found.slope.value or 0.0
    judged = say(
        "calibration.slope_open"
        if not found.slope.linear(1, -1).is_clear
        else "calibration.slope_falls"
        if slope <= 0
        else "calibration.slope_clear",
        extreme=slope < 1,
    )
    low = (found.in_the_large.value or 0.0) > 0
    return say("calibration.judged", slope=judged, shifted=found.in_the_large.is_clear, low=low)


def name_law(analysis: Analysis) -> str:
    """The distribution of cost proportions that H takes the mean over."""
    return f"Beta(2, {1 + 1 / analysis.severity_ratio:.4g})"


def describe_h(analysis: Analysis) -> Sentence:
    """The sentence that says which H measure is meant, and what its corrected value is."""
    classes, ratio = analysis.question.severity_ratio == "classes", analysis.severity_ratio
    return say("cover.h", law=name_law(analysis), ratio=ratio, classes=classes, hand=not classes and ratio == 1)


def list_versions() -> str:
    """The versions of the package, NumPy and Python."""
    return f"metricbook {version('metricbook')}, NumPy {np.__version__} and Python {platform.python_version()}"


def say_how_often_opposite(analysis: Analysis) -> Sentence | None:
    """How often AUROC and average precision would disagree about the best two models, were they equally good."""
    if analysis.opposite is None:
        return None
    first, second = analysis.ranked[:2]
    return say("differences.opposite", first=first, second=second, share=analysis.opposite)


def say_what_disagrees(analysis: Analysis) -> Sentence | None:
    """What the column beside the differences of two models says."""
    return say("differences.disagree", metric=analysis.main.title) if analysis.disagree else None


def say_what_is_chosen(analysis: Analysis) -> Sentence | None:
    """Which shares of that column are too large, as thresholds are chosen from the cases."""
    if analysis.disagree and analysis.main.name in CHOOSERS:
        return say("differences.chosen_all", metric=analysis.main.title)
    chosen = [MEASURES[name].title for name in analysis.disagree if name in CHOOSERS]
    return say("differences.chosen", metrics=chosen, one=len(chosen)) if chosen else None
