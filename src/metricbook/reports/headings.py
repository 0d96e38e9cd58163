"""Headings of a page's folded sections: each says what its section found, so that a closed one informs too."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from metricbook.reports.contents import Analysis, Difference, Model
from metricbook.reports.formatting import format_number
from metricbook.reports.question import MEASURES
from metricbook.reports.sentences_of_parts import name_apart, name_drift, name_folds
from metricbook.reports.words import compare_models

#: Most models, or metrics, that a heading names.
NAMED: Final = 3
#: Most characters of a caution in a heading.
LONGEST: Final = 120


def make_headings(analysis: Analysis) -> dict[str, str]:
    """The heading of each section that a page may have, by the name of the section."""
    areas = _list_models(analysis, lambda model: format_number(model.metrics["auroc"].value))
    return {
        "wrong": _name_cautions(analysis),
        "comparison": f"Compared with the best: {_count_clear(analysis.verdicts)}",
        "enough": _count_enough(analysis),
        "answers": _name_answers(analysis),
        "metrics": _name_leaders(analysis),
        "decides": f"Thresholds in use: {_list_models(analysis, lambda model: format_number(model.threshold))}",
        "calibration": _name_slopes(analysis),
        "differences": f"Differences on the same cases: {_count_clear(analysis.differences)}",
        "curves": f"Curves: area under the ROC curve {areas}",
        "tile": _name_tile(analysis),
        "thresholds": _name_best_thresholds(analysis),
        "groups": name_apart(analysis),
        "drift": name_drift(analysis),
        "folds": name_folds(analysis.folds),
        "try": "Try a threshold",
        "intervals": "What the intervals cover, and what they do not",
        "paper": "To paste into a paper",
        "read": f"What was read: {analysis.size:,.0f} cases, {analysis.positives:,.0f} positive"
        + ", rows without a value dropped" * bool(analysis.source.dropped),
    }


def _list_models(analysis: Analysis, text: Callable[[Model], str]) -> str:
    """A text for each model after its name; for one model the text alone, and of many the first few."""
    models = list(analysis.models.values())
    if len(models) == 1:
        return text(models[0])
    return enumerate_first(f"{text(model)} ({model.name})" for model in models)


def enumerate_first(items: Iterable[str]) -> str:
    """The first few of some items."""
    first = list(items)
    return ", ".join([*first[:NAMED], f"and {len(first) - NAMED} more"] if len(first) > NAMED else first)


def _name_cautions(analysis: Analysis) -> str:
    """How many cautions there are, and the gravest that the answer has not said."""
    number = len(analysis.cautions)
    if not number:
        return "What looks wrong: nothing of what is looked for"
    said = set(compare_models(analysis))
    new = next((caution for caution in analysis.cautions if caution not in said), None)
    if new is None:
        return f"What looks wrong ({number}): said above"
    first = new.split(". ")[0].rstrip(".")
    if len(first) > LONGEST:
        first = f"{first[:LONGEST].rsplit(' ', 1)[0]} …"
    return f"What looks wrong ({number}): {first}"


def _count_enough(analysis: Analysis) -> str:
    """How many cases would settle it; empty if nothing is open."""
    enough = analysis.enough
    if enough is None:
        return ""
    what = "halve the interval" if enough.difference is None else "settle which is better"
    return f"How many cases would {what}: about {enough.cases:,.0f}"


def _name_answers(analysis: Analysis) -> str:
    answering = [MEASURES[answer.name].title for answer in analysis.answers if answer.answers]
    if not analysis.fits:
        return "Which metric answers the question: none of those that can be computed"
    return f"Which metric answers the question: {enumerate_first(answering)}"


def _name_leaders(analysis: Analysis) -> str:
    """The main metric and others of one model; of several, by how many metrics each is best alone."""
    models = list(analysis.models.values())
    if len(models) == 1:
        names = [analysis.main.name, *(name for name in models[0].metrics if name != analysis.main.name)]
        shown = (f"{MEASURES[name].title} {format_number(models[0].metrics[name].value)}" for name in names)
        return f"Metrics: {enumerate_first(shown)}"
    best: Counter[str] = Counter()
    shared = 0
    for name, measure in MEASURES.items():
        values = {model.name: model.metrics[name].value for model in models if name in model.metrics}
        numbers = {model: float(f"{value:.12g}") for model, value in values.items() if value is not None}
        if len(numbers) == len(models):
            shared += 1
            top = max(numbers.values()) if measure.higher else min(numbers.values())
            leaders = [model for model, value in numbers.items() if value == top]
            best.update(leaders if len(leaders) == 1 else [])
    won = [f"{model} is best by {number}" for model, number in best.most_common()]
    return f"Metrics: of {shared}, {enumerate_first(won)}" if won else "Metrics: no model is best alone by any"


def _name_slopes(analysis: Analysis) -> str:
    """Calibration slopes; that of one model with its interval."""
    slopes = {model.name: model.recalibration.slope for model in analysis.models.values() if model.recalibration}
    if not slopes:
        return "Calibration: no slope is known"
    if len(analysis.models) == 1:
        return f"Calibration: slope {slopes.popitem()[1]}, where 1 is right"
    named = enumerate_first(f"{format_number(slope.value)} ({name})" for name, slope in slopes.items())
    return f"Calibration: slope {named}, where 1 is right"


def _count_clear(differences: list[Difference]) -> str:
    """How many of the differences that have an interval are clear."""
    known = [each.estimate for each in differences if each.estimate.is_known]
    clear, number = sum(estimate.is_clear for estimate in known), len(known)
    if number == 1:
        level = known[0].is_zero
        return f"the difference {'is clear' if clear else 'is 0' if level else 'may be 0'}"
    return f"{clear} of {number} differences {'is' if clear == 1 else 'are'} clear"


def _name_tile(analysis: Analysis) -> str:
    if analysis.tile is None:
        return ""
    wins = sorted(analysis.tile.wins.items(), key=lambda item: -item[1])
    return f"Who is best where: {enumerate_first(f'{name} on {share:.0%}' for name, share in wins)} of the Tile"


def _name_best_thresholds(analysis: Analysis) -> str:
    """Where each model makes the fewest errors, or costs least."""
    what = "the fewest errors" if analysis.question.cost_proportion is None else "the least cost"

    def place(model: Model) -> str:
        return (
            f"at {format_number(model.best.threshold)}" if math.isfinite(model.best.threshold) else "by flagging nobody"
        )

    return f"Thresholds: {what} {_list_models(analysis, place)}"
