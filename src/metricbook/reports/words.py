"""What a report says in words, from its numbers."""

from __future__ import annotations

import math
import platform
import re
from importlib.metadata import version

import numpy as np

from metricbook.reports.contents import Analysis, Budget, Difference, Model
from metricbook.reports.estimates import ROUNDING, Estimate
from metricbook.reports.question import MEASURES, Measure

#: What the intervals do not cover, whatever was computed.
NOT_COVERED = (
    "The intervals say how much the numbers would move if as many cases were drawn once more from where these came "
    "from. "
    "They do not cover another training run, other places or later times, wrong labels, or a choice of model or "
    "threshold "
    "that was made on these very cases."
)


def percent(share: float) -> str:
    """A share in per cent, with as many decimals as a level needs."""
    return f"{100 * share:.6g}%"


def number(value: float | None, digits: int = 3) -> str:
    """A number as it is printed: three decimals, more digits for small ones, and a true minus sign."""
    if value is None or math.isnan(value):
        return "–"
    size = abs(value)
    if 0 < size < 1e-6 or size >= 10000:
        text = f"{value:.3g}"
    elif 0 < size < 10.0**-digits:
        text = np.format_float_positional(float(f"{value:.3g}"))
    else:
        text = f"{value:.{digits}f}"
    return text.replace("inf", "∞").replace("-", "−")


def digits_of(estimate: Estimate) -> int:
    """Three decimals, and as many more as it takes to see how wide a short interval is."""
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return 3
    return min(max(math.ceil(-math.log10(estimate.high - estimate.low)), 3), 9)


def between(estimate: Estimate) -> str:
    """A value and its interval."""
    digits = digits_of(estimate)
    value = number(estimate.value, digits)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({number(estimate.low, digits)} to {number(estimate.high, digits)})"


def read(found: Analysis) -> list[str]:
    """What was read."""
    source = found.source
    share = f"{found.prevalence:.1%}" if found.prevalence >= 0.001 else f"{found.prevalence:.2g}"
    sentences = [
        f"{source.name}: {found.size:,.0f} cases, {found.positives:,.0f} of them positive ({source.positive}; {share}) "
        "and "
        f"{found.negatives:,.0f} negative ({source.negative})."
    ]
    if found.weighted:
        sentences.append("Every metric weighs the cases as the file says.")
    if found.clusters is not None:
        sentences.append(f"The cases belong to {found.clusters:,} clusters, which are what intervals take as drawn.")
    if found.counted:
        sentences.append("The cases were counted by score and not kept; thresholds chosen on them are not made up for.")
    for name, (low, high) in found.brackets.items():
        sentences.append(
            f"The scores of {name} are so many that neighbours were put together: its AUROC lies between {low:.6f} and "
            f"{high:.6f}, whatever their order is."
        )
    return [*sentences, *source.said]


def better(found: Analysis) -> list[str]:
    """Which model is better, by the metric that answers the question, and how sure that is."""
    compared = [_compared(found, verdict) for verdict in found.verdicts]
    if len(found.verdicts) > 1:
        compared.append(
            f"The intervals of these {len(compared)} differences hold for all of them together, whichever model these "
            "cases make the best."
        )
    return [*_missing(found), _best(found), *compared, *_second_opinion(found), *_without_a_model(found)]


def _best(found: Analysis) -> str:
    """The best model, or all that share its place: none of them is called the best."""
    main, best = found.main, found.winners
    if main.kind == "budget" and found.budget is not None:
        return _finds_most(found, found.budget)
    value = between(found.models[best[0]].metrics[main.name])
    if len(found.models) == 1:
        return f"{best[0]} has {_a(main)} of {value}."
    if len(best) == len(found.models):
        return f"{_listed(best)} have the same {main.title}; that of {best[0]} is {value}."
    direction = "highest" if main.higher else "lowest"
    if len(best) > 1:
        return f"{_listed(best)} share the {direction} {main.title}; that of {best[0]} is {value}."
    if len(found.models) == 2:
        direction = direction.removesuffix("est") + "er"
    return f"{best[0]} has the {direction} {main.title}: {value}."


def _finds_most(found: Analysis, budget: Budget) -> str:
    """The same under a budget: how many positives are found, and missed, by whom."""
    first, *tied = found.winners
    metrics, of = found.models[first].metrics, budget.models[first]
    among = f"among the first {budget.k:,.0f} cases"
    rest = (
        f"and misses {cases(of.missed)}: a precision at k of {between(metrics['precision_at_k'])} and a recall at k of "
        f"{between(metrics['recall_at_k'])}."
    )
    if tied:
        which = "as many" if len(tied) + 1 == len(found.models) else "the most"
        return f"{_listed(found.winners)} find {which} positives {among}; {first} finds {cases(of.found)} {rest}"
    if len(found.models) == 1:
        return f"{first} finds {cases(of.found)} positives {among} {rest}"
    most = "more" if len(found.models) == 2 else "the most"
    return f"{first} finds {most} positives {among}: it finds {cases(of.found)} {rest}"


def cases(estimate: Estimate) -> str:
    """A number of cases and its interval; a decimal where some that tie at the end of the list count by their share."""
    whole = estimate.value is None or abs(estimate.value - round(estimate.value)) < 1e-6
    shown = [
        "–" if one is None else f"{one:,.{0 if whole else 1}f}".replace("-", "−")
        for one in (estimate.value, estimate.low, estimate.high)
    ]
    return f"{shown[0]} ({shown[1]} to {shown[2]})" if estimate.known else shown[0]


def _compared(found: Analysis, verdict: Difference) -> str:
    """The best model less another, and whether that is clear."""
    best, other, less = verdict.first, verdict.second, verdict.estimate
    title, same = found.main.title, other in found.winners
    if less.zero() and found.main.kind in ("ranking", "budget") and _same_ranking(found, best, other):
        return f"{other} gives the same ranking: the difference is 0."
    if less.zero():
        told = "As far as counts tell, every" if found.counted else "Every"
        return f"{told} case counts alike for the {title} of {best} and of {other}: the difference is 0."
    has, value, shown = "has", between(found.models[other].metrics[found.main.name]), between(less)
    if found.budget is not None and found.main.kind == "budget":
        has, value, shown = "finds", cases(found.budget.models[other].found), cases(less.linear(found.budget.k))
    theirs = f"{other} {has} {'the same' if same else value}"
    if not less.known:
        return f"{theirs}; how sure the difference is cannot be said: {less.note}."
    if less.clear():
        return f"{theirs}: the difference, {shown}, is clear."
    return f"{theirs}: the difference, {shown}, may be 0; these cases do not tell."


def _same_ranking(found: Analysis, first: str, second: str) -> bool:
    return bool({(first, second), (second, first)} & set(found.same_rankings))


def _second_opinion(found: Analysis) -> list[str]:
    """What average precision says under a budget, where it has another favourite."""
    if found.main.kind != "budget":
        return []
    values = {name: model.metrics["average_precision"].value or 0.0 for name, model in found.models.items()}
    first = max(values, key=lambda name: values[name])
    if values[first] <= values[found.winners[0]] + ROUNDING:
        return []
    return [
        f"A second opinion, average precision, which weighs the whole list, is higher for {first}: "
        f"{number(values[first])} against {number(values[found.winners[0]])}."
    ]


def _without_a_model(found: Analysis) -> list[str]:
    """What decisions without a model cost, and the best model's best; and what must not be used."""
    if found.prices is None:
        return []
    everybody, nobody = found.prices.everybody, found.prices.nobody
    said = [
        f"Without a model, flagging everybody costs {between(everybody)} a case and flagging nobody {between(nobody)}."
    ]
    best = found.winners[0]
    least = found.prices.models[best].best
    corrected = f" ({least.note})" if least.note else ", corrected for its having been chosen on these cases"
    said.append(f"At its best threshold {best} costs {between(least)}{corrected}.")
    return [*said, *([dearer(found, best)] if is_dearer(found, best) else [])]


def is_dearer(found: Analysis, model: str) -> bool:
    """Whether a model's decisions cost more than the cheaper way without a model."""
    less = None if found.prices is None else found.prices.models[model].less
    return less is not None and less.value is not None and less.value > 0


def dearer(found: Analysis, model: str) -> str:
    """That a model's threshold must not be used, by how much its decisions are dearer, and how sure that is."""
    prices = found.prices
    assert prices is not None
    less = prices.models[model].less
    assert less is not None
    sure = "which is clear" if less.clear() else "which may be chance, but nothing here speaks for it"
    return (
        f"Do not use the threshold {number(found.models[model].threshold)} of {model}: its decisions cost "
        f"{between(less)} a case more than flagging {prices.without}, {sure}."
    )


def _missing(found: Analysis) -> list[str]:
    """That the metric which is compared does not answer the question, where that is so."""
    return [] if found.fits else [f"No metric here answers the question; {found.main.title} is shown instead."]


def which(found: Analysis) -> list[tuple[list[Measure], bool, str]]:
    """Which metrics answer the question, which do not, and why; those of which the same is said are put together."""
    alike: dict[tuple[bool, str], list[Measure]] = {}
    for answer in found.answers:
        alike.setdefault((answer.answers, answer.why), []).append(MEASURES[answer.name])
    return [(measures, fit, why) for (fit, why), measures in alike.items()]


def verdict(measures: list[Measure], fit: bool) -> str:
    """Whether metrics answer the question, as the end of a sentence that begins with their names."""
    if len(measures) == 1:
        return "answers it" if fit else "does not"
    return "answer it" if fit else "do not"


def asked(found: Analysis) -> str:
    """The question that was stated, as one sentence."""
    question = found.question
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
    if not parts:
        return (
            "Nothing was said about the use of the models: state prices, a budget or a prevalence for a sharper answer."
        )
    return f"You said that {', that '.join(parts)}."


def methods(found: Analysis) -> str:
    """A paragraph for a paper: what was computed, how, and with what."""
    source, question = found.source, found.question
    drawn = "clusters" if found.clusters is not None else "cases"
    design = ", the numbers of both classes taken as fixed" if question.fixed_classes else ""
    at = f" Metrics are for a prevalence of {question.prevalence:.3g}." if question.prevalence is not None else ""
    weights = " Cases were weighted." if found.weighted else ""
    results = "; ".join(
        f"{name}{_decides(found, model)}: {found.main.title} {between(model.metrics[found.main.name])}"
        for name, model in found.models.items()
    )
    drew = "the Tile and the ranges of best thresholds come" if found.tile else "the range of best thresholds comes"
    pairs = ""
    if found.verdicts:
        said = "; ".join(f"{v.first} less {v.second} {between(v.estimate)}" for v in found.verdicts)
        level = percent(found.level)
        together = f"with {level} intervals that hold for all pairs of models together (max-t)"
        if len(found.models) == 2:
            together = f"with a {level} interval"
        pairs = f" Paired differences, {together}: {said}."
    return (
        f"Performance was measured on {found.size:,.0f} cases, of which {found.positives:,.0f} "
        f"({found.prevalence:.1%}) were "
        f"positive.{at}{weights} Intervals are {percent(found.level)} confidence intervals from the influence of "
        f"each of the {found.clusters or found.size:,.0f} {drawn}{design}; {drew} from "
        f"{found.replicates} bootstrap replicates (seed {found.seed}). Ties count one half. {results}.{pairs} Computed "
        "with "
        f"{versions()}; SHA-256 of the input {source.digest}."
    )


def _decides(found: Analysis, model: Model) -> str:
    """Where a model decides, if that matters for the metric that is compared."""
    if found.main.kind not in ("decision", "cost") or model.threshold is None:
        return ""
    return f", deciding at {number(model.threshold)}"


def versions() -> str:
    """The package's version and those of what it computes with."""
    ours = version("metricbook")
    return f"metricbook {ours}, NumPy {np.__version__} and Python {platform.python_version()}"


def _a(measure: Measure) -> str:
    article = "an" if re.match("[AFHLaeio]", measure.title) else "a"  # as it is spoken: an F1, an H measure, an average
    return f"{article} {measure.title}"


def _listed(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}"
