"""A report as a page, as Markdown and as JSON."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from collections.abc import Collection, Mapping
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from metricbook._extras import brought_by
from metricbook.explorers.bundling import bundle, styles
from metricbook.reports import sentences_of_parts as parts
from metricbook.reports import words
from metricbook.reports.bands import ASIDE
from metricbook.reports.contents import Analysis
from metricbook.reports.estimates import Estimate
from metricbook.reports.formatting import format_digits, format_number, format_percent
from metricbook.reports.headings import make_headings
from metricbook.reports.measured_coverage import describe_coverage
from metricbook.reports.model_contents import GROUPS_OF_SCORES, VERTICES, Model
from metricbook.reports.part_contents import OF_GROUPS, Group
from metricbook.reports.question import MEASURES, Measure
from metricbook.reports.sentences import Sentence, join, say
from metricbook.reports.settling import state_enough

if TYPE_CHECKING:
    from jinja2 import Template

#: Most rows of the page's table of groups; the JSON has all of them.
ROWS_OF_GROUPS: Final = 60
#: Most cells of the page's tables of periods and of folds, shared by the models, but at least so many rows.
CELLS_OF_PARTS: Final = 160
ROWS_OF_PARTS: Final = 12
#: The two ways to decide without a model.
WITHOUT: Final = ("everybody", "nobody")
#: How the text of each kind of report begins, by which a file is recognised as a report that may be replaced.
MARKS: Final = {
    "html": '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="generator" content="metricbook report">\n',
    "markdown": "<!-- metricbook report -->\n",
    "json": '{\n "generator": "metricbook report",\n',
}


def render_html(analysis: Analysis, input_hash: str = "", proofs: Mapping[str, str] | None = None) -> str:
    """The report as one page that needs no other file and no network, of at most 300 kB whatever was read.

    Parameters
    ----------
    analysis : Analysis
    input_hash : str
        A hash of the paths of the input, by which `page_mark` tells pages of different inputs apart.
    proofs : mapping of str to str, optional
        Where it is proved what a metric rewards and ignores, by the name of the metric.
    """
    template = load_template("report.html")
    from markupsafe import Markup

    from metricbook.reports import drawings

    models = list(analysis.models.values())
    return template.render(
        analysis=analysis,
        models=models,
        input_hash=input_hash,
        title=f"Report on {analysis.source.name}",
        versions=words.list_versions(),
        answer=words.sum_up(analysis),
        comparison=words.compare_models(analysis) if len(analysis.verdicts) > 2 else [],
        headings=make_headings(analysis),
        enough=state_enough(analysis),
        say=say,
        picture=drawings.draw_answer(analysis),
        answer_tables=[
            table._replace(rows=[[part_interval(cell) for cell in row] for row in table.rows])
            for table in _answer_tables(analysis)
        ],
        data=words.describe_data(analysis),
        question=words.restate_question(analysis),
        answers=words.group_answers(analysis),
        conclude=words.conclude,
        coverage=join(describe_coverage(analysis)),
        describe_h=words.describe_h(analysis),
        methods=words.write_methods(analysis),
        level=format_percent(analysis.level),
        format_number=format_number,
        format_digits=format_digits,
        metrics=_metric_rows(analysis),
        notes=_list_notes(analysis),
        differences=_difference_rows(analysis),
        opposite=_join_opposite(analysis),
        share_of=partial(_share_of, analysis),
        priced=analysis.question.cost_proportion is not None,
        groups=choose_groups(analysis),
        about_groups=parts.describe_groups(analysis),
        more_groups=len(analysis.groups) - len(choose_groups(analysis)),
        group_measures=[MEASURES[name] for name in OF_GROUPS],
        about_drift=[(each, parts.describe_drift(analysis, each)) for each in analysis.drift],
        most_rows=max(ROWS_OF_PARTS, CELLS_OF_PARTS // len(models)),
        measures=MEASURES,
        about_folds=[(each, parts.describe_folds(each)) for each in analysis.folds if each.given],
        legend=drawings.draw_legend(analysis),
        plots=drawings.draw_curves(analysis),
        aside=ASIDE,
        calibration_plot=drawings.draw_calibration(analysis),
        describe_calibration=words.describe_calibration(analysis),
        judge_calibration=words.judge_calibration,
        tile=drawings.draw_tile(analysis),
        most=VERTICES,
        thinning_error=max(model.thinning_error for model in models) + drawings.ROUNDED,
        explorer_data=_explorer_data(models),
        groups_of_scores=GROUPS_OF_SCORES,
        histogram_error=max(model.histogram_error for model in models),
        proofs=sorted({proofs[answer.name] for answer in analysis.answers if answer.name in proofs}) if proofs else [],
        explorer_styles=Markup(styles()),
        explorer_script=Markup(bundle("bench")),
    )


def load_template(name: str) -> Template:
    """A page of this package, which may extend another."""
    with brought_by("report"):
        from jinja2 import Environment, FunctionLoader, StrictUndefined

    loader = FunctionLoader(lambda each: (files(__package__) / each).read_text(encoding="utf-8"))
    environment = Environment(autoescape=True, undefined=StrictUndefined, loader=loader)
    environment.filters["percent"] = lambda share: f"{share:.0%}"
    return environment.get_template(name)


def choose_groups(analysis: Analysis) -> list[Group]:
    """The groups that a page has room for: of many, those that lie farthest from the others, in standard errors.

    Those that are not compared are left out then; if none is, the largest are kept.
    """
    rows = ROWS_OF_GROUPS if len(analysis.models) <= 8 else ROWS_OF_GROUPS // 3
    if len(analysis.groups) <= rows:
        return analysis.groups
    compared = [group for group in analysis.groups if group.less is not None and group.less.is_known]
    if not compared:
        return sorted(analysis.groups, key=lambda group: -group.cases)[:rows]
    return sorted(compared, key=_distance_from_others, reverse=True)[:rows]


def _distance_from_others(group: Group) -> tuple[bool, float]:
    """Whether a group is clearly apart from the others, and by how many standard errors."""
    less = group.less
    assert less is not None
    return less.is_clear, abs(less.value or 0.0) / max(less.standard_error or 0.0, 1e-300)


def page_mark(input_hash: str) -> str:
    """How the page of an input begins."""
    return f'{MARKS["html"]}<meta name="metricbook-input" content="{input_hash}">\n'


def render_markdown(analysis: Analysis) -> str:
    """The report's words and tables, for a pull request, a summary of a run or a notebook."""
    headings, level = make_headings(analysis), format_percent(analysis.level)
    text = [
        f"{MARKS['markdown']}# Report on {escape(analysis.source.name)}",
        escape(" ".join(words.compare_models(analysis))),
        words.restate_question(analysis),
    ]
    for table in _answer_tables(analysis):
        text += [f"## {table.title}", format_table(table.head, table.rows), table.note]
    text.append(escape(" ".join(words.describe_data(analysis))))
    answers = [
        f"- **{', '.join(m.title for m in measures)}** {words.conclude(measures, fit)}: {why}."
        for measures, fit, why in words.group_answers(analysis)
    ]
    cautions = [f"- {escape(caution)}" for caution in analysis.cautions]
    values = [[row["measure"].title, *map(str, row["estimates"])] for row in _metric_rows(analysis)]
    less = [
        [measure.title, *map(str, row), *([_share_of(analysis, measure)] if analysis.disagree else [])]
        for measure, row in _difference_rows(analysis)
    ]
    pairs = ["Metric", *(f"{first} less {second}" for first, second in analysis.pairs)]
    pairs += [f"would disagree with {analysis.main.title}"] if analysis.disagree else []
    about_differences = say("differences.level", level=level, several=len(analysis.models) > 2)
    opposite = _join_opposite(analysis)
    notes = _list_notes(analysis)
    sections: dict[str, list[Any]] = {
        "enough": [state_enough(analysis)],
        "answers": ["\n".join(answers)],
        "wrong": ["\n".join(cautions) or say("wrong.nothing")],
        "metrics": [
            say("metrics.level", level=level),
            format_table(["Metric", *analysis.models], values),
            notes and escape(say("metrics.missing", notes=notes)),
        ],
        "differences": [about_differences, format_table(pairs, less), escape(opposite)] if less else [],
        "drift": [escape(join(parts.describe_drift(analysis, each))) for each in analysis.drift],
        "folds": [escape(join(parts.describe_folds(each))) for each in analysis.folds if each.given],
        "groups": [escape(join(parts.describe_groups(analysis)))],
        "intervals": [say("cover.not"), join(describe_coverage(analysis))],
        "paper": [escape(words.write_methods(analysis))],
    }
    for name, contents in sections.items():
        if any(contents):
            text += [f"## {escape(headings[name])}", *contents]
    return "\n\n".join(filter(None, text)) + "\n"


def render_json(analysis: Analysis) -> str:
    """All numbers of the report, for machines; what is not a number is null."""
    data = {
        "generator": "metricbook report",
        "format": 1,
        "versions": words.list_versions(),
        "words": {
            "better": words.compare_models(analysis),
            "read": words.describe_data(analysis),
            "asked": words.restate_question(analysis),
        },
        "main_metric": analysis.main.name,
        "ranked": analysis.ranked,
        "may_be_best": analysis.may_be_best,
        **to_json(analysis),
    }
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _metric_rows(analysis: Analysis) -> list[dict[str, Any]]:
    """The rows of the table of metrics: each metric, whether it is the main one, and its estimate for each model."""
    names = _order_metrics(analysis, {name for model in analysis.models.values() for name in model.metrics})
    return [
        {
            "measure": _name_fully(analysis, name),
            "main": name == analysis.main.name,
            "estimates": [model.metrics.get(name, Estimate(None)) for model in analysis.models.values()],
        }
        for name in names
    ]


class AnswerTable(NamedTuple):
    """A small table of what answers the question: its title, head and rows, and what is to be said about it."""

    title: str
    head: list[str]
    rows: list[list[Any]]
    note: str


def _answer_tables(analysis: Analysis) -> list[AnswerTable]:
    """A table of costs if prices are known, one of what is found under a budget, or else one of the main metric."""
    tables = [table(analysis) for table in (_tabulate_costs, _tabulate_budget)]
    known = [table for table in tables if table is not None]
    if analysis.main.kind in ("cost", "budget") and known:
        return known
    return [_tabulate_main(analysis), *known]


def _tabulate_costs(analysis: Analysis) -> AnswerTable | None:
    """What each model costs as it decides and at its best threshold, less what is cheaper, and the ways without one."""
    prices, unknown = analysis.prices, Estimate(None)
    if prices is None:
        return None
    head = ["Model", "As it decides", "At its best threshold", f"Less flagging {prices.without}"]
    rows = [
        [name, str(analysis.models[name].metrics.get("cost", unknown)), str(of.best), str(of.less or unknown)]
        for name, of in ((name, prices.models[name]) for name in analysis.ranked)
    ]
    rows += [[f"flagging {name}", str(getattr(prices, name)), "–", "–"] for name in WITHOUT]
    if any(of.saved for of in prices.models.values()):
        head.append("Recalibration saves")
        for row, saved in zip(
            rows, [*(prices.models[name].saved for name in analysis.ranked), None, None], strict=True
        ):
            row.append(str(saved or unknown))
    note = say("cost.table", several=len(analysis.models) > 1)
    return AnswerTable("Costs with and without a model", head, rows, note)


def _tabulate_budget(analysis: Analysis) -> AnswerTable | None:
    """What each model finds and misses among the cases looked at, and what would be found at random."""
    budget = analysis.budget
    if budget is None:
        return None
    ways = {name: analysis.models[name].metrics for name in analysis.ranked}
    rows = [
        [
            name,
            *map(words.format_cases, budget.models[name]),
            str(metrics["precision_at_k"]),
            str(metrics["recall_at_k"]),
        ]
        for name, metrics in ways.items()
    ]
    share = next(iter(analysis.models.values())).positive_share
    chosen = [budget.at_random, share * analysis.size - budget.at_random]
    rows.append(
        ["at random", *(f"{number:,.1f}" for number in chosen), *map(format_number, (share, budget.k / analysis.size))]
    )
    head = ["Model", "Positives found", "Positives missed", "Precision", "Recall"]
    if analysis.main.kind == "budget" and analysis.verdicts:
        head.append(f"{analysis.ranked[0]} less it")
        more = {verdict.second: words.format_cases(verdict.estimate.linear(budget.k)) for verdict in analysis.verdicts}
        for row in rows:
            row.append(more.get(row[0], "–"))
    return AnswerTable(f"Among the first {budget.k:,.0f} cases", head, rows, say("budget.table"))


def _tabulate_main(analysis: Analysis) -> AnswerTable:
    """The metric that models are compared by, and the difference of the best from each of the others."""
    main, ranked = analysis.main, analysis.ranked
    rows = [[name, str(analysis.models[name].metrics[main.name])] for name in ranked]
    title = main.title[0].upper() + main.title[1:]
    head = ["Model", title]
    if analysis.verdicts:
        head.append(f"{ranked[0]} less it")
        less = {verdict.second: str(verdict.estimate) for verdict in analysis.verdicts}
        rows = [[*row, less.get(row[0], "–")] for row in rows]
    return AnswerTable(f"{title} of each model", head, rows, "")


def part_interval(cell: str) -> tuple[str, str]:
    """A value and its interval, which stand on two lines of a cell; the name of a model is left whole."""
    value, _, interval = cell.partition(" (")
    return (value, interval[:-1]) if " to " in interval and cell.endswith(")") else (cell, "")


def _list_notes(analysis: Analysis) -> list[Sentence]:
    """Why values or intervals are missing."""
    return [
        say("metrics.note", metric=MEASURES[name].title, model=model.name, note=estimate.note)
        for model in analysis.models.values()
        for name, estimate in model.metrics.items()
        if estimate.note
    ]


def _difference_rows(analysis: Analysis) -> list[tuple[Measure, list[Estimate]]]:
    """The rows of the table of differences: each metric, and its estimate for each pair of models."""
    estimates = {(each.metric, each.first, each.second): each.estimate for each in analysis.differences}
    return [
        (_name_fully(analysis, name), [estimates.get((name, *pair), Estimate(None)) for pair in analysis.pairs])
        for name in _order_metrics(analysis, {metric for metric, _, _ in estimates})
    ]


def _join_opposite(analysis: Analysis) -> str:
    """What is said below the differences of how often metrics would disagree."""
    parts = words.say_how_often_opposite, words.say_what_disagrees, words.say_what_is_chosen
    said = [part(analysis) for part in parts]
    return join(each for each in said if each is not None)


def _share_of(analysis: Analysis, measure: Measure) -> str:
    """How often a metric would disagree with the main one, in the table of differences."""
    share = analysis.disagree.get(measure.name)
    return "–" if share is None else f"{share:.0%}"


def _name_fully(analysis: Analysis, metric: str) -> Measure:
    """A metric under the name that it has in tables: that of H says which one it is."""
    measure = MEASURES[metric]
    return measure._replace(title=f"{measure.title}, {words.name_law(analysis)}") if metric == "h_measure" else measure


def _order_metrics(analysis: Analysis, names: Collection[str]) -> list[str]:
    """Metrics in the order of `MEASURES`, but the one that answers the question first."""
    return sorted((name for name in MEASURES if name in names), key=lambda name: name != analysis.main.name)


def _explorer_data(models: list[Model]) -> str:
    """The grouped scores of each model, as JSON for the explorer of thresholds."""
    entries = []
    for model in models:
        columns = zip(*model.histogram, strict=True)
        scores, positives, negatives = ([_shorten(value) for value in column] for column in columns)
        entry = {"name": model.name, "scores": scores, "positives": positives, "negatives": negatives}
        entries.append({**entry, "threshold": _place_below(scores, model.threshold)})
    return json.dumps(entries, separators=(",", ":"))


def _shorten(value: float) -> float:
    """A number to six digits, and whole where it is, which JSON writes without a point."""
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded.is_integer() else rounded


def _place_below(scores: list[float], threshold: float | None) -> float | None:
    """A threshold that flags the same scores and is none of them, as the explorer counts scores at it by half."""
    if threshold is None or threshold not in scores:
        return threshold
    return (threshold + max((score for score in scores if score < threshold), default=threshold - 1)) / 2


def escape(text: str) -> str:
    """Text in which nothing is markup of Markdown or HTML."""
    return re.sub(r"[\\`*_\[\]>|#]", r"\\\g<0>", text.replace("&", "&amp;").replace("<", "&lt;"))


def format_table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [[escape(cell) for cell in line] for line in (head, *rows)]
    lines.insert(1, ["---"] * len(head))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def to_json(value: Any) -> Any:
    """The value in types that JSON has: dataclasses and named tuples as objects, arrays as lists, NaN as null."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return to_json(value._asdict())
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [to_json(item) for item in value]
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, np.integer):
        return int(value)
    return value
