"""A report on several classes as a page, as Markdown and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from metricbook.reports import class_words as words
from metricbook.reports.class_contents import MEANS, OF_CLASSES, ClassAnalysis, ClassModel
from metricbook.reports.estimates import Estimate
from metricbook.reports.formatting import format_number, format_percent
from metricbook.reports.question import MEASURES
from metricbook.reports.rendering import MARKS, AnswerTable, escape, format_table, load_template, part_interval, to_json
from metricbook.reports.words import NOT_COVERED, list_versions

#: Most rows of the first table, of the picture and of the page's other tables: of more, only the best models are shown.
FIRST_ROWS: Final = 7
ROWS_OF_PICTURE: Final = 24
ROWS_OF_CLASSES: Final = 60
#: Most models of the first table.
FIRST_MODELS: Final = 3


def render_class_html(analysis: ClassAnalysis, input_hash: str = "") -> str:
    """The report as one page that needs no other file and no network, of at most 300 kB whatever was read."""
    template = load_template("classes.html")
    from metricbook.reports import drawings

    title, level, models = "AUROC", format_percent(analysis.level), _choose_models(analysis, ROWS_OF_CLASSES)
    dots = f"Of each class against the others, and their mean. Dots are values, bars {level} intervals."
    table, measured = _tabulate_answer(analysis), {name for of in models[0].classes.values() for name in of}
    return template.render(
        analysis=analysis,
        input_hash=input_hash,
        title=f"Report on {analysis.source.name}",
        versions=list_versions(),
        answer=words.sum_up_classes(analysis),
        question=words.QUESTION,
        headings=words.make_class_headings(analysis),
        picture=drawings.draw_intervals(list(_list_rows(analysis)), None, title, dots),
        answer_tables=[table._replace(rows=[list(map(part_interval, row)) for row in table.rows])],
        models=models,
        of_classes=[MEASURES[name] for name in OF_CLASSES if name in measured],
        means=MEANS,
        unknown=Estimate(None),
        notes=list(_list_notes(analysis)),
        about_means=words.MEANS_SAID,
        sums=list(words.warn_of_sums(analysis)),
        data=words.describe_classes(analysis),
        intervals=[NOT_COVERED, words.INTERVALS_SAID],
        methods=words.write_class_methods(analysis),
        level=level,
        format_number=format_number,
        **dict.fromkeys(("explorer_styles", "explorer_script", "proofs"), ""),
    )


def render_class_markdown(analysis: ClassAnalysis) -> str:
    """The report's words and tables."""
    level, models, unknown = format_percent(analysis.level), analysis.ranked, Estimate(None)
    classes = [
        [text, f"{analysis.cases[text]:,}", of.name, *(str(of.classes[text].get(m, unknown)) for m in OF_CLASSES)]
        for text in analysis.shares
        for of in models
    ]
    means = [[title, *(str(of.metrics.get(key, unknown)) for of in models)] for key, title in MEANS.items()]
    notes = list(_list_notes(analysis))
    parts = [
        f"{MARKS['markdown']}# Report on {escape(analysis.source.name)}",
        escape(" ".join(words.sum_up_classes(analysis))),
        words.QUESTION,
        escape(" ".join(words.describe_classes(analysis))),
        "## What looks wrong",
        "\n".join(f"- {escape(caution)}" for caution in analysis.cautions) or "Nothing of what is looked for.",
        f"## Each class against the others, with {level} intervals",
        format_table(["Class", "Cases", "Model", *(MEASURES[name].title for name in OF_CLASSES)], classes),
        f"## Means over the classes, with {level} intervals",
        format_table(["Mean", *(of.name for of in models)], means),
        *([escape(f"Without an interval or a value: {'; '.join(notes)}.")] if notes else []),
        f"{words.MEANS_SAID} {words.INTERVALS_SAID} {NOT_COVERED}",
        "## To paste into a paper",
        escape(words.write_class_methods(analysis)),
    ]
    return "\n\n".join(parts) + "\n"


def render_class_json(analysis: ClassAnalysis) -> str:
    """All numbers of the report, for machines; what is not a number is null."""
    said = {"better": words.sum_up_classes(analysis), "read": words.describe_classes(analysis)}
    data = {"generator": "metricbook report", "format": 1, "versions": list_versions(), "words": said}
    data |= {"ranked": [model.name for model in analysis.ranked], **to_json(analysis)}
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _choose_models(analysis: ClassAnalysis, rows: int) -> list[ClassModel]:
    """The best models, as many as fit if each class has a row for each."""
    return analysis.ranked[: max(rows // len(analysis.shares), 1)]


def _lowest_first(analysis: ClassAnalysis) -> list[str]:
    """The classes by the AUROC of the best model."""
    areas = {text: of["auroc"].value or 0.0 for text, of in analysis.ranked[0].classes.items()}
    return sorted(areas, key=lambda text: areas[text])


def _list_rows(analysis: ClassAnalysis) -> Iterator[tuple[str, Estimate, str]]:
    """The rows of the picture: those of the models for the mean and for each class, the lowest first."""
    style = {name: f"m{k % 6}" for k, name in enumerate(analysis.models)}
    models = _choose_models(analysis, ROWS_OF_PICTURE)
    for text in (None, *_lowest_first(analysis)):
        for model in models:
            shown = f"{text or 'macro mean'}{f', {model.name}' if len(models) > 1 else ''}"
            yield shown, model.metrics["auroc"] if text is None else model.classes[text]["auroc"], style[model.name]


def _tabulate_answer(analysis: ClassAnalysis) -> AnswerTable:
    """AUROC of the best models: the mean, and the classes at which the best is worst."""
    models, classes = analysis.ranked[:FIRST_MODELS], _lowest_first(analysis)
    rows = [["macro mean", f"{analysis.size:,.0f}", *(str(of.metrics["auroc"]) for of in models)]]
    rows += [
        [text, f"{analysis.cases[text]:,}", *(str(of.classes[text]["auroc"]) for of in models)] for text in classes
    ]
    rest = f"The other {len(classes) - FIRST_ROWS} classes are below." if len(classes) > FIRST_ROWS else ""
    return AnswerTable("AUROC", ["Class", "Cases", *(of.name for of in models)], rows[: FIRST_ROWS + 1], rest)


def _list_notes(analysis: ClassAnalysis) -> Iterator[str]:
    """Why values or intervals are missing."""
    for model in analysis.models.values():
        for text, of in model.classes.items():
            for name, estimate in of.items():
                if estimate.note:
                    yield f"{MEASURES[name].title} of {model.name} at {text}: {estimate.note}"
