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
from metricbook.reports.words import join_names, list_versions

#: A share of cases with several highest scores up to this is what rounding makes.
TIED: Final = 0.01
#: What is asked, and what the means and their intervals are.
QUESTION: Final = (
    "The question is taken to be how well each class is told from the others, by AUROC: is a case of the class scored "
    "above a case of another? The macro mean counts every class alike, however rare. For one class, with prices or a "
    "budget, set it against the others with --positive."
)
MEANS_SAID: Final = (
    "A macro mean counts every class alike; one weighted by class shares counts frequent classes more. Hand and Till's "
    "M is the mean of AUROC over all pairs of classes, with the cases of two at a time, and depends on no class share. "
    "A random score has an AUROC, and an M, of 1/2, and as average precision the share of the class. Accuracy, recall, "
    "precision and F1 are those of the predicted class, the one with the highest score."
)
INTERVALS_SAID: Final = (
    "Every case belongs to the comparison of each class with the others, so that the classes vary together; the "
    "intervals of means take that into account by the influence of each case. The interval of a class is for that "
    "class by itself, and the lowest of many classes is low by chance too. Differences in a mean hold for all models "
    "together, and those by class for all models and classes. Accuracy, recall and precision have Wilson's intervals."
)


def sum_up_classes(analysis: ClassAnalysis) -> list[str]:
    """Which model has the highest macro AUROC, how sure that is, and what the mean hides."""
    best, *others = analysis.ranked
    what, value = f"the mean over {len(analysis.shares)} classes, each against the others", best.metrics["auroc"]
    if not others:
        return [f"{best.name} has a macro AUROC of {value}, {what}.", _name_ends(best)]
    said = [f"{best.name} has the {'highest' if others[1:] else 'higher'} macro AUROC, {what}: {value}."]
    for name, less in ((model.name, analysis.less["auroc", model.name]) for model in others):
        sure = (
            "is 0"
            if less.is_zero
            else f"{less}, {'is clear' if less.is_clear else 'may be 0; these cases do not tell'}"
        )
        said.append(
            f"{name} has {analysis.models[name].metrics['auroc']}: the difference{',' * (not less.is_zero)} {sure}."
        )
    return [*said, _name_ends(best), *_name_reversals(analysis)]


def _name_ends(model: ClassModel) -> str:
    """The sentence on what a macro mean hides: the class with the lowest AUROC and the one with the highest."""
    areas = {text: of["auroc"] for text, of in model.classes.items()}
    high = max(areas, key=lambda text: areas[text].value or 0.0)
    return (
        f"The mean hides that {model.name} is worst at the class {model.lowest}, with {areas[model.lowest]}, and best "
        f"at {high}, with {areas[high]}."
    )


def _name_reversals(analysis: ClassAnalysis) -> Iterator[str]:
    """A sentence for each other model on the classes at which it is clearly better than the best."""
    for name in analysis.models:
        of_model = {text: one.estimate for text, of in analysis.by_class.items() for one in of if one.second == name}
        more = [
            f"{text} by {less.linear(-1)}"
            for text, less in of_model.items()
            if less.is_clear and (less.value or 0.0) < 0
        ]
        if more:
            yield f"{name} is clearly better at {join_names(more)}."


def describe_classes(analysis: ClassAnalysis) -> list[str]:
    """Sentences on the data: the cases of each class, and how they were read."""
    source = analysis.source
    listed = ", ".join(f"{text} {analysis.cases[text]:,} ({share:.1%})" for text, share in analysis.shares.items())
    said = [f"{source.name}: {analysis.size:,.0f} cases of {len(analysis.shares)} classes: {listed}."]
    if analysis.weighted:
        said.append("Every metric, and every share of a class, weighs the cases as the file says.")
    if analysis.clusters is not None:
        said.append(f"The cases belong to {analysis.clusters:,} clusters, which are what intervals take as drawn.")
    return [*said, *filter(None, [source.dropped]), *source.remarks]


def write_class_methods(analysis: ClassAnalysis) -> str:
    """A paragraph for a paper: what was computed, how, and with which software."""
    unit, ratio = "cases" if analysis.clusters is None else "clusters", analysis.severity_ratio
    law = "Beta(2, 1 + 1/r), r the odds of the class" if isinstance(ratio, str) else f"Beta(2, {1 + 1 / ratio:.4g})"
    results = "; ".join(
        f"{of.name}: macro AUROC {of.metrics['auroc']}, Hand and Till's M {of.metrics['hand_till']}"
        for of in analysis.ranked
    )
    pairs = [f"{one.first} less {one.second} {one.estimate}" for one in analysis.differences if one.metric == "auroc"]
    return (
        f"Performance was measured on {analysis.size:,.0f} cases of {len(analysis.shares)} classes, each class against "
        f"the others; macro means weigh all classes alike. Intervals are {format_percent(analysis.level)} confidence "
        f"intervals from the influence of each of the {analysis.clusters or analysis.size:,.0f} {unit} on all classes; "
        "those of means follow from those of the classes and the correlations of their influences (Zou and Donner "
        f"2008). Ties count one half. The H measure draws cost proportions from {law}. {results}."
        + (f" Paired differences, which hold together (max-t): {'; '.join(pairs)}." if pairs else "")
        + f" Computed with {list_versions()}; SHA-256 of the input {analysis.source.digest}."
    )


def make_class_headings(analysis: ClassAnalysis) -> dict[str, str]:
    """The heading of each section of a page on several classes, by its name."""
    models, cautions = analysis.ranked, analysis.cautions

    def show(text: Callable[[ClassModel], str]) -> str:
        return enumerate_first(text(model) + f" ({model.name})" * (len(models) > 1) for model in models)

    differences = [less.estimate for of in analysis.by_class.values() for less in of]
    clear = sum(less.is_clear for less in differences)
    dropped = ", rows without a value dropped" * bool(analysis.source.dropped)
    return {
        "wrong": f"What looks wrong ({len(cautions)}): {cautions[0].split('. ')[0].rstrip('.')}"
        if cautions
        else "What looks wrong: nothing of what is looked for",
        "classes": f"Each class against the others: lowest {show(lambda model: model.lowest)}",
        "means": f"Means: Hand and Till's M {show(lambda model: format_number(model.metrics['hand_till'].value))}",
        "decided": f"Predicted classes: accuracy {show(lambda model: format_number(model.metrics['accuracy'].value))}",
        "calibration": f"Calibration: clearly off at {show(_count_off)} of {len(analysis.shares)} classes",
        "differences": f"Differences by class: {clear} of {len(differences)} {'is' if clear == 1 else 'are'} clear",
        "read": f"What was read: {analysis.size:,.0f} cases of {len(analysis.shares)} classes{dropped}",
        "intervals": "What the intervals cover, and what they do not",
        "paper": "To paste into a paper",
    }


def _count_off(model: ClassModel) -> str:
    """At how many classes slope or calibration in the large is clearly not right."""
    known = [of for of in model.recalibration.values() if of is not None]
    return str(sum(of.slope.linear(1, -1).is_clear or of.in_the_large.is_clear for of in known))


def list_class_cautions(analysis: ClassAnalysis, data: Predictions) -> list[str]:
    """What looks wrong, the gravest first."""
    rows: Any = analysis  # of which two of these functions ask the size only
    return [
        *_warn_of_classes(analysis),
        *warn_of_repeated_rows(rows, data),
        *warn_of_repeated_identifiers(rows, data),
        *warn_of_sums(analysis),
        *(
            f"The column {quote(name)} looks like clusters of cases that were drawn together. If it is, intervals are "
            f"too short: name it with {name_option('cluster')}."
            for name, each in data.lookalikes.items()
            if each.role == "cluster"
        ),
    ]


def _warn_of_classes(analysis: ClassAnalysis) -> Iterator[str]:
    if absent := [text for text, number in analysis.cases.items() if not number]:
        yield (
            f"No case is of the class {quote_all(absent)}, which has scores: they count where the highest score is "
            "sought, and nothing else is known of that class here."
        )
    for model in analysis.models.values():
        below = [text for text, of in model.classes.items() if (of["auroc"].linear(1, -0.5).high or 0.0) < 0]
        if below:
            yield (
                f"{model.name} scores cases of {quote_all(below)} below others, with an AUROC clearly below 1/2. Are "
                "columns of scores exchanged?"
            )
        predicted = dict(zip(analysis.cases, model.confusion.sum(axis=0), strict=True))
        if never := [text for text in analysis.shares if not predicted[text]]:
            yield f"{model.name} never predicts {quote_all(never)}: precision there, and its mean, have no value."
        if model.tied > TIED * analysis.size:
            yield (
                f"{model.name} gives {model.tied:,} of {analysis.size:,.0f} cases the same highest score for several "
                "classes; the first of them is taken as predicted."
            )
    if few := [f"{text} ({analysis.cases[text]:,})" for text in analysis.shares if analysis.cases[text] < FEW]:
        yield (
            f"Classes with fewer than {FEW} cases, about which little can be said: {join_names(few)}. They count in "
            "macro means like any other."
        )


def warn_of_sums(analysis: ClassAnalysis) -> Iterator[str]:
    """A sentence for each model whose probabilities do not sum to 1."""
    for model in analysis.models.values():
        low, high, share = model.sums
        if model.recalibration and share:
            yield (
                f"The scores of {model.name} lie between 0 and 1 but do not sum to 1 in {format_percent(share)} of the "
                f"cases (from {format_number(low)} to {format_number(high)}): they are no probabilities of all classes "
                "together, and calibration is that of each score by itself."
            )
