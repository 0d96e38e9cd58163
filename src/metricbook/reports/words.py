"""What a report says in words, from its numbers."""

from __future__ import annotations

import math
import platform
import re
from importlib.metadata import version

import numpy as np

from metricbook.reports.contents import Analysis, Model
from metricbook.reports.estimates import Estimate
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
    main = found.main
    best = found.ranked[0]
    estimate = found.models[best].metrics[main.name]
    if len(found.models) == 1:
        return [f"{best} has {_a(main)} of {between(estimate)}.", *_missing(found)]
    direction = "highest" if main.higher else "lowest"
    if len(found.models) == 2:
        direction = direction.removesuffix("est") + "er"
    sentences = [*_missing(found), f"{best} has the {direction} {main.title}: {between(estimate)}."]
    for verdict in found.verdicts:
        other, less = verdict.second, verdict.estimate
        theirs = between(found.models[other].metrics[main.name])
        if less.value is None or less.low is None:
            sentences.append(f"{other} has {theirs}; how sure the difference is cannot be said: {less.note}.")
        elif less.clear():
            sentences.append(f"{other} has {theirs}: the difference, {between(less)}, is clear.")
        else:
            sentences.append(
                f"{other} has {theirs}: the difference, {between(less)}, may be 0; these cases do not tell."
            )
    if len(found.verdicts) > 1:
        sentences.append(f"The intervals of these {len(found.verdicts)} differences hold for all of them together.")
    return sentences


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
        pairs = f" Paired differences, at a simultaneous level of {percent(found.level)}: {said}."
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
