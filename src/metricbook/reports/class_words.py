"""The sentences of a report on several classes, made from its numbers; and what looks wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from metricbook.reports.bad_input import name_option, quote, quote_all
from metricbook.reports.cautions import FEW, warn_of_repeated_identifiers, warn_of_repeated_rows
from metricbook.reports.class_contents import ClassAnalysis, ClassModel
from metricbook.reports.formatting import format_number, format_percent
from metricbook.reports.headings import enumerate_first
from metricbook.reports.predictions import Predictions
from metricbook.reports.sentences import Sentence, say
from metricbook.reports.words import list_versions

#: A share of cases with several highest scores up to this is what rounding makes.
TIED: Final = 0.01


def sum_up_classes(analysis: ClassAnalysis) -> list[Sentence]:
    """Which model has the highest macro AUROC, how sure that is, and what the mean hides."""
    best, *others = analysis.ranked
    value, number = best.metrics["auroc"], len(analysis.shares)
    if not others:
        return [say("classes.only", model=best.name, value=value, classes=number), _name_ends(best)]
    said = [say("classes.best", model=best.name, two=len(others) == 1, value=value, classes=number)]
    for model in others:
        less = analysis.less["auroc", model.name]
        said.append(
            say(
                "classes.difference",
                model=model.name,
                value=model.metrics["auroc"],
                zero=less.is_zero,
                less=less,
                clear=less.is_clear,
            )
        )
    return [*said, _name_ends(best), *_name_reversals(analysis)]


def _name_ends(model: ClassModel) -> Sentence:
    """The sentence on what a macro mean hides: the class with the lowest AUROC and the one with the highest."""
    areas = {text: of["auroc"] for text, of in model.classes.items()}
    high = max(areas, key=lambda text: areas[text].value or 0.0)
    low = model.lowest
    return say("classes.ends", model=model.name, low=low, lowest=areas[low], high=high, highest=areas[high])


def _name_reversals(analysis: ClassAnalysis) -> Iterator[Sentence]:
    """A sentence for each other model on the classes at which it is clearly better than the best."""
    for name in analysis.models:
        of_model = {text: one.estimate for text, of in analysis.by_class.items() for one in of if one.second == name}
        more = [
            say("classes.better_by", label=text, more=less.linear(-1))
            for text, less in of_model.items()
            if less.is_clear and (less.value or 0.0) < 0
        ]
        if more:
            yield say("classes.better_at", model=name, classes=more)


def describe_classes(analysis: ClassAnalysis) -> list[str]:
    """Sentences on the data: the cases of each class, and how they were read."""
    source, number = analysis.source, len(analysis.shares)
    listed = [
        say("classes.share", label=text, cases=analysis.cases[text], share=share)
        for text, share in analysis.shares.items()
    ]
    said = [say("classes.cases", source=source.name, size=analysis.size, number=number, classes=listed)]
    if analysis.weighted:
        said.append(say("classes.weighted"))
    if analysis.clusters is not None:
        said.append(say("data.clusters", clusters=analysis.clusters))
    return [*said, *filter(None, [source.dropped]), *source.remarks]


def write_class_methods(analysis: ClassAnalysis) -> Sentence:
    """A paragraph for a paper: what was computed, how, and with which software."""
    ratio = analysis.severity_ratio
    law = "Beta(2, 1 + 1/r), r the odds of the class" if isinstance(ratio, str) else f"Beta(2, {1 + 1 / ratio:.4g})"
    results = [
        say("classes.result", model=of.name, area=of.metrics["auroc"], pairs=of.metrics["hand_till"])
        for of in analysis.ranked
    ]
    pairs = [f"{one.first} less {one.second} {one.estimate}" for one in analysis.differences if one.metric == "auroc"]
    return say(
        "classes.methods",
        size=analysis.size,
        number=len(analysis.shares),
        level=format_percent(analysis.level),
        draws=analysis.clusters or analysis.size,
        clusters=analysis.clusters is not None,
        law=law,
        results=results,
        differences=pairs,
        versions=list_versions(),
        digest=analysis.source.digest,
    )


def make_class_headings(analysis: ClassAnalysis) -> dict[str, Sentence]:
    """The heading of each section of a page on several classes, by its name."""
    models, cautions, number = analysis.ranked, analysis.cautions, len(analysis.shares)

    def show(text: Callable[[ClassModel], str]) -> str:
        return enumerate_first(text(model) + f" ({model.name})" * (len(models) > 1) for model in models)

    def show_mean(key: str) -> str:
        return show(lambda model: format_number(model.metrics[key].value))

    differences = [less.estimate for of in analysis.by_class.values() for less in of]
    clear = sum(less.is_clear for less in differences)
    first = cautions[0].split(". ")[0].rstrip(".") if cautions else ""
    dropped = bool(analysis.source.dropped)
    return {
        "wrong": say("heading.wrong" if cautions else "heading.nothing_wrong", number=len(cautions), first=first),
        "classes": say("heading.classes", lowest=show(lambda model: model.lowest)),
        "means": say("heading.class_means", values=show_mean("hand_till")),
        "decided": say("heading.class_decided", values=show_mean("accuracy")),
        "calibration": say("heading.class_calibration", off=show(_count_off), number=number),
        "differences": say("heading.class_differences", clear=clear, number=len(differences)),
        "read": say("heading.class_read", size=analysis.size, number=number, dropped=dropped),
        "intervals": say("heading.intervals"),
        "paper": say("heading.paper"),
    }


def _count_off(model: ClassModel) -> str:
    """At how many classes slope or calibration in the large is clearly not right."""
    known = [of for of in model.recalibration.values() if of is not None]
    return str(sum(of.slope.linear(1, -1).is_clear or of.in_the_large.is_clear for of in known))


def list_class_cautions(analysis: ClassAnalysis, data: Predictions) -> list[Sentence]:
    """What looks wrong, the gravest first."""
    rows: Any = analysis  # of which two of these functions ask the size only
    return [
        *_warn_of_classes(analysis),
        *warn_of_repeated_rows(rows, data),
        *warn_of_repeated_identifiers(rows, data),
        *warn_of_sums(analysis),
        *(
            say("classes.clusters", column=quote(name), option=name_option("cluster"))
            for name, each in data.lookalikes.items()
            if each.role == "cluster"
        ),
    ]


def _warn_of_classes(analysis: ClassAnalysis) -> Iterator[Sentence]:
    if absent := [text for text, number in analysis.cases.items() if not number]:
        yield say("classes.absent", classes=quote_all(absent))
    for model in analysis.models.values():
        below = [text for text, of in model.classes.items() if (of["auroc"].linear(1, -0.5).high or 0.0) < 0]
        if below:
            yield say("classes.below_half", model=model.name, classes=quote_all(below))
        predicted = dict(zip(analysis.cases, model.confusion.sum(axis=0), strict=True))
        if never := [text for text in analysis.shares if not predicted[text]]:
            yield say("classes.never", model=model.name, classes=quote_all(never))
        if model.tied > TIED * analysis.size:
            yield say("classes.tied", model=model.name, tied=model.tied, size=analysis.size)
    if few := [f"{text} ({analysis.cases[text]:,})" for text in analysis.shares if analysis.cases[text] < FEW]:
        yield say("classes.few", few=FEW, classes=few)


def warn_of_sums(analysis: ClassAnalysis) -> Iterator[Sentence]:
    """A sentence for each model whose probabilities do not sum to 1."""
    for model in analysis.models.values():
        low, high, share = model.sums
        if model.recalibration and share:
            yield say("classes.sums", model=model.name, share=format_percent(share), low=low, high=high)
