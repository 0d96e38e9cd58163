"""Headings of a page's folded sections: each says what its section found, so that a closed one informs too."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from metricbook.reports.contents import Analysis, Difference
from metricbook.reports.formatting import format_number
from metricbook.reports.model_contents import Model
from metricbook.reports.question import MEASURES
from metricbook.reports.sentences import Sentence, say
from metricbook.reports.sentences_of_parts import name_apart, name_drift, name_folds
from metricbook.reports.words import compare_models

#: Most models, or metrics, that a heading names.
NAMED: Final = 3
#: Most characters of a caution in a heading.
LONGEST: Final = 120


def make_headings(analysis: Analysis) -> dict[str, str]:
    """The heading of each section that a page may have, by the name of the section."""
    areas = _list_models(analysis, lambda model: format_number(model.metrics["auroc"].value))
    thresholds = _list_models(analysis, lambda model: format_number(model.threshold))
    return {
        "wrong": _name_cautions(analysis),
        "comparison": say("heading.comparison", differences=_count_clear(analysis.verdicts)),
        "enough": _count_enough(analysis),
        "answers": _name_answers(analysis),
        "metrics": _name_leaders(analysis),
        "decides": say("heading.decides", thresholds=thresholds),
        "calibration": _name_slopes(analysis),
        "differences": say("heading.differences", differences=_count_clear(analysis.differences)),
        "curves": say("heading.curves", areas=areas),
        "tile": _name_tile(analysis),
        "thresholds": _name_best_thresholds(analysis),
        "groups": name_apart(analysis),
        "drift": name_drift(analysis),
        "folds": name_folds(analysis.folds),
        "try": say("heading.try"),
        "intervals": say("heading.intervals"),
        "paper": say("heading.paper"),
        "read": say(
            "heading.read", size=analysis.size, positives=analysis.positives, dropped=bool(analysis.source.dropped)
        ),
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


def _name_cautions(analysis: Analysis) -> Sentence:
    """How many cautions there are, and the gravest that the answer has not said."""
    number, said = len(analysis.cautions), set(compare_models(analysis))
    new = next((caution for caution in analysis.cautions if caution not in said), "")
    first = new.split(". ")[0].rstrip(".")
    if len(first) > LONGEST:
        first = f"{first[:LONGEST].rsplit(' ', 1)[0]} …"
    return say("heading.wrong" if number else "heading.nothing_wrong", number=number, first=first)


def _count_enough(analysis: Analysis) -> str:
    """How many cases would settle it; empty if nothing is open."""
    enough = analysis.enough
    return "" if enough is None else say("heading.enough", halve=enough.difference is None, cases=enough.cases)


def _name_answers(analysis: Analysis) -> Sentence:
    answering = [MEASURES[answer.name].title for answer in analysis.answers if answer.answers]
    return say("heading.answers", metrics=enumerate_first(answering) if analysis.fits else "")


def _name_leaders(analysis: Analysis) -> Sentence:
    """The main metric and others of one model; of several, by how many metrics each is best alone."""
    models = list(analysis.models.values())
    if len(models) == 1:
        names = [analysis.main.name, *(name for name in models[0].metrics if name != analysis.main.name)]
        shown = (f"{MEASURES[name].title} {format_number(models[0].metrics[name].value)}" for name in names)
        return say("heading.metrics_only", values=enumerate_first(shown))
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
    won = [say("heading.won", model=model, number=number) for model, number in best.most_common()]
    return say("heading.metrics", won=enumerate_first(won), shared=shared)


def _name_slopes(analysis: Analysis) -> Sentence:
    """Calibration slopes; that of one model with its interval."""
    slopes = {model.name: model.recalibration.slope for model in analysis.models.values() if model.recalibration}
    if len(analysis.models) == 1:
        return say("heading.calibration", slopes="".join(map(str, slopes.values())))
    named = enumerate_first(f"{format_number(slope.value)} ({name})" for name, slope in slopes.items())
    return say("heading.calibration", slopes=named)


def _count_clear(differences: list[Difference]) -> Sentence:
    """How many of the differences that have an interval are clear."""
    known = [each.estimate for each in differences if each.estimate.is_known]
    clear, number = sum(estimate.is_clear for estimate in known), len(known)
    zero = number == 1 and known[0].is_zero
    return say(
        "heading.one_difference" if number == 1 else "heading.some_differences", clear=clear, number=number, zero=zero
    )


def _name_tile(analysis: Analysis) -> str:
    if analysis.tile is None:
        return ""
    wins = sorted(((name, share) for name, share in analysis.tile.wins.items() if share), key=lambda item: -item[1])
    named = [say("heading.win", model=name, share=share) for name, share in wins]
    return say("heading.tile", wins=enumerate_first(named) if named else "")


def _name_best_thresholds(analysis: Analysis) -> Sentence:
    """Where each model makes the fewest errors, or costs least."""

    def place(model: Model) -> Sentence:
        best = model.best.threshold
        return say("heading.place", some=math.isfinite(best), threshold=best)

    priced = analysis.question.cost_proportion is not None
    return say("heading.thresholds", priced=priced, places=_list_models(analysis, place))
