"""A report as a page, as Markdown and as JSON."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Any, Final

import numpy as np

from metricbook._extras import brought_by
from metricbook.explorers.bundling import bundle, styles
from metricbook.reports import words
from metricbook.reports.contents import GROUPS_OF_SCORES, OF_GROUPS, VERTICES, Analysis, Model
from metricbook.reports.estimates import Estimate
from metricbook.reports.question import MEASURES, Measure

#: Rows of the table of groups; all of them are among the numbers for machines.
ROWS_OF_GROUPS: Final = 60
#: The ways to decide without a model.
WITHOUT: Final = ("everybody", "nobody")
#: How each kind of report begins, whatever is in it: so that a file is known for one before it is replaced.
MARKS: Final = {
    "html": '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="generator" content="metricbook report">\n',
    "markdown": "<!-- metricbook report -->\n",
    "json": '{\n "generator": "metricbook report",\n',
}


def html(found: Analysis, of: str = "", proofs: Mapping[str, str] | None = None) -> str:
    """The report as one page that needs no other file and no network, of at most 300 kB whatever was read.

    Parameters
    ----------
    found : Analysis
    of : str
        A hash of the paths of the input, by which `mark_of` knows the page again.
    proofs : mapping of str to str, optional
        Where it is proved what a metric rewards and ignores, by the name of the metric.
    """
    with brought_by("report"):
        from jinja2 import Environment, StrictUndefined
        from markupsafe import Markup

        from metricbook.reports import drawings

    environment = Environment(autoescape=True, undefined=StrictUndefined)
    environment.filters["percent"] = lambda share: f"{share:.0%}"
    source = (files(__package__) / "report.html").read_text(encoding="utf-8")
    models = list(found.models.values())
    pairs = found.pairs
    return environment.from_string(source).render(
        of=of,
        title=f"Report on {found.source.name}",
        versions=words.versions(),
        better=words.better(found),
        read=words.read(found),
        asked=words.asked(found),
        which=words.which(found),
        cautions=found.cautions,
        not_covered=words.NOT_COVERED,
        counted=found.counted,
        level=words.percent(found.level),
        models=models,
        metrics=_metric_rows(found),
        notes=_notes(found),
        pairs=pairs,
        differences=_difference_rows(found, pairs),
        legend=drawings.legend(found),
        plots=drawings.curves(found),
        tile=drawings.tile(found),
        most=VERTICES,
        thinning_error=max(model.thinning_error for model in models) + drawings.ROUNDED,
        budget=found.budget,
        prices=found.prices,
        price_rows=_price_rows(found),
        between=words.between,
        cases=words.cases,
        priced=found.question.cost_proportion is not None,
        groups=found.groups[:ROWS_OF_GROUPS],
        more_groups=max(len(found.groups) - ROWS_OF_GROUPS, 0),
        group_measures=[MEASURES[name] for name in OF_GROUPS],
        across=found.between,
        counts=_counts(models),
        groups_of_scores=GROUPS_OF_SCORES,
        histogram_error=max(model.histogram_error for model in models),
        methods=words.methods(found),
        proofs=sorted({proofs[answer.name] for answer in found.answers if answer.name in proofs}) if proofs else [],
        fits=found.fits,
        verdict=words.verdict,
        number=words.number,
        digits=words.digits_of,
        explorer_styles=Markup(styles()),
        explorer_script=Markup(bundle("bench")),
    )


def mark_of(of: str) -> str:
    """How the page of one input begins."""
    return f'{MARKS["html"]}<meta name="metricbook-input" content="{of}">\n'


def markdown(found: Analysis) -> str:
    """The report's words and tables, for a pull request, a summary of a run or a notebook."""
    head = ["Metric", *found.models]
    rows = [[row["measure"].title, *(words.between(one) for one in row["estimates"])] for row in _metric_rows(found)]
    which = [
        f"- **{', '.join(m.title for m in measures)}** {words.verdict(measures, fit)}: {why}."
        for measures, fit, why in words.which(found)
    ]
    parts = [
        f"{MARKS['markdown']}# Report on {_plain(found.source.name)}",
        _plain(" ".join(words.better(found))),
        _plain(" ".join(words.read(found))),
        "## Which metric answers the question",
        words.asked(found),
        "\n".join(which),
        "## What looks wrong",
        "\n".join(f"- {_plain(caution)}" for caution in found.cautions) or "Nothing of what is looked for.",
        f"## Metrics, with {words.percent(found.level)} intervals",
        _table(head, rows),
    ]
    if notes := _notes(found):
        parts.append(_plain(f"Without an interval or a value: {'; '.join(notes)}."))
    if found.budget is not None:
        rows = [[name, words.cases(of.found), words.cases(of.missed)] for name, of in found.budget.models.items()]
        parts += [
            f"## Among the first {found.budget.k:,.0f} cases",
            _table(["Model", "Positives found", "Positives missed"], rows),
        ]
    if found.prices is not None:
        head = [
            "Model",
            "As it decides",
            "At its best threshold",
            f"As it decides, less flagging {found.prices.without}",
        ]
        without = [[f"flagging {name}", words.between(getattr(found.prices, name)), "–", "–"] for name in WITHOUT]
        parts += ["## Mean cost of a case, with and without a model", _table(head, [*_price_rows(found), *without])]
    if found.differences:
        pairs = found.pairs
        head = ["Metric", *(f"{first} less {second}" for first, second in pairs)]
        rows = [[measure.title, *map(words.between, row)] for measure, row in _difference_rows(found, pairs)]
        together = ", which for each metric hold for all pairs of models together" * (len(found.models) > 2)
        about = f"With {words.percent(found.level)} intervals{together}."
        parts += ["## Differences, on the same cases", about, _table(head, rows)]
    parts += [words.NOT_COVERED, "## To paste into a paper", _plain(words.methods(found))]
    return "\n\n".join(parts) + "\n"


def as_json(found: Analysis) -> str:
    """All numbers of the report, for machines; what is not a number is null."""
    data = {
        "generator": "metricbook report",
        "format": 1,
        "versions": words.versions(),
        "words": {"better": words.better(found), "read": words.read(found), "asked": words.asked(found)},
        "main_metric": found.main.name,
        "ranked": found.ranked,
        **_plain_data(found),
    }
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _metric_rows(found: Analysis) -> list[dict[str, Any]]:
    names = _main_first(found, {name for model in found.models.values() for name in model.metrics})
    return [
        {
            "measure": MEASURES[name],
            "main": name == found.main.name,
            "estimates": [model.metrics.get(name, Estimate(None)) for model in found.models.values()],
        }
        for name in names
    ]


def _price_rows(found: Analysis) -> list[list[str]]:
    """What each model costs as it decides, at its best threshold, and less what is cheaper without a model."""
    if found.prices is None:
        return []
    return [
        [
            name,
            words.between(found.models[name].metrics.get("cost", Estimate(None))),
            words.between(of.best),
            words.between(of.less or Estimate(None)),
        ]
        for name, of in found.prices.models.items()
    ]


def _notes(found: Analysis) -> list[str]:
    return [
        f"{MEASURES[name].title} of {model.name}: {estimate.note}"
        for model in found.models.values()
        for name, estimate in model.metrics.items()
        if estimate.note
    ]


def _difference_rows(found: Analysis, pairs: list[tuple[str, str]]) -> list[tuple[Measure, list[Estimate]]]:
    known = {(one.metric, one.first, one.second): one.estimate for one in found.differences}
    names = _main_first(found, {metric for metric, _, _ in known})
    return [(MEASURES[name], [known.get((name, *pair), Estimate(None)) for pair in pairs]) for name in names]


def _main_first(found: Analysis, names: Collection[str]) -> list[str]:
    """The metrics in the order of all of them, but first the one that answers the question."""
    return sorted((name for name in MEASURES if name in names), key=lambda name: name != found.main.name)


def _counts(models: list[Model]) -> str:
    """The groups of scores of each model as the explorer reads them."""
    found = []
    for model in models:
        columns = zip(*model.histogram, strict=True)
        scores, positives, negatives = ([float(f"{value:.6g}") for value in column] for column in columns)
        entry = {"name": model.name, "scores": scores, "positives": positives, "negatives": negatives}
        found.append({**entry, "threshold": model.threshold})
    return json.dumps(found, separators=(",", ":"))


def _plain(text: str) -> str:
    """Text whose signs mean nothing in Markdown or HTML."""
    return re.sub(r"[\\`*_\[\]>|#]", r"\\\g<0>", text.replace("&", "&amp;").replace("<", "&lt;"))


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [[_plain(cell) for cell in line] for line in (head, *rows)]
    lines.insert(1, ["---"] * len(head))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _plain_data(value: Any) -> Any:
    """Only what JSON has: names for the fields of classes and tuples, lists for arrays, null for what is no number."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain_data(getattr(value, one.name)) for one in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _plain_data(value._asdict())
    if isinstance(value, Mapping):
        return {str(key): _plain_data(one) for key, one in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_plain_data(one) for one in value]
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, np.integer):
        return int(value)
    return value
