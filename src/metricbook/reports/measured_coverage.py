"""What simulations say about a report's own intervals, in those of their settings that are nearest to its data."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from metricbook.reports.contents import Analysis
from metricbook.reports.formatting import format_number, format_percent
from metricbook.reports.question import MEASURES

#: The metrics whose coverage a page says, after that of the metric that answers the question.
SAID: Final = ("auroc", "average_precision", "h_measure", "brier_score", "cost", "precision_at_k", "recall_at_k")
#: A coverage below which an interval is called too short, in per cent, if by more than two standard errors.
TOO_SHORT: Final = 93.0
#: The metrics that are spoken of with an article.
WITH_ARTICLE: Final = ("h_measure", "brier_score", "cost")
#: Data with so many times more or fewer cases of the rarer class, or share of it, are not near a setting.
FAR: Final = 4.0

Setting = Mapping[str, Any]


@cache
def load_coverage() -> dict[str, Any]:
    """The coverage of 95 % intervals by setting, as ``python -m benchmarks.report_coverage --store`` wrote it.

    Each of the ``settings`` has the number of ``models``, of cases in a cluster (``of_cluster``), the ``prevalence``,
    ``cases`` and true ``area`` under the ROC curve; and under ``value``, ``differences`` (all of them together) and
    ``best`` (the set that should have the best model) for each metric three numbers in per cent: the lowest and the
    highest coverage over the laws of scores, and the highest share of intervals that lay above the truth.
    """
    found: dict[str, Any] = json.loads((files(__package__) / "coverage.json").read_text(encoding="utf-8"))
    return found


def describe_coverage(analysis: Analysis) -> list[str]:
    """Sentences on how often intervals like those of this report held the truth where it was known."""
    run = load_coverage()
    level = format_percent(run["level"])
    nearest = _choose_settings(analysis, run["settings"])
    sentences: list[str] = []
    for place, metrics in nearest.items():
        most = "the settings most like these data" if not sentences else "other settings like them"
        sentences.append(f"In {most} {_say_values(run['settings'][place], metrics, level)}")
    if nearest:
        sentences.append(_judge_values(run, nearest))
    if analysis.verdicts:
        sentences.append(_say_differences(analysis, run["settings"]))
    before = (
        f"The {level} intervals of reports were tried in simulations with a known truth, {run['samples']:,} samples of "
        f"each setting, in which a share of {level} has a standard error of {run['error']:.1f} points."
    )
    absent = _list_absent(analysis, run["level"])
    if any(_is_far(analysis, run["settings"][place]) for place in list(nearest)[:1]):
        absent.append("about so many cases of the rarer class at about such a prevalence")
    if absent:
        sentences.append(f"None of the simulations had {_join(absent, 'or')}.")
    return [before, *sentences]


def _choose_settings(analysis: Analysis, settings: list[Setting]) -> dict[int, list[str]]:
    """The places of the settings nearest to the data, each with the metrics of the best model that it has."""
    metrics = analysis.models[analysis.winners[0]].metrics
    names = [name for name in dict.fromkeys([analysis.main.name, *SAID]) if name in metrics and metrics[name].is_known]
    if analysis.prices is not None:
        names.append("least_cost")
    area = metrics["auroc"].value or 0.5
    chosen: dict[int, list[str]] = {}
    for name in names:
        known = {
            place: _measure_distance(analysis, area, each)
            for place, each in enumerate(settings)
            if name in each.get("value", {}) and (each["of_cluster"] > 1) == (analysis.clusters is not None)
        }
        if known:
            chosen.setdefault(min(known, key=lambda place: known[place]), []).append(name)
    return chosen


def _measure_distance(analysis: Analysis, area: float, setting: Setting) -> tuple[float, float]:
    """How far data are from a setting: by the rarer class and the prevalence, and where these tie by the AUROC."""
    return sum(map(abs, _compare_sizes(analysis, setting))), abs(_log_odds(area) - _log_odds(setting["area"]))


def _compare_sizes(analysis: Analysis, setting: Setting) -> tuple[float, float]:
    """Logarithms of the ratios of two numbers to a setting's: of what was drawn of the rarer class, and its share."""
    share = min(setting["prevalence"], 1 - setting["prevalence"])
    drawn = setting["cases"] / setting["of_cluster"]
    own = min(analysis.positives, analysis.negatives) / analysis.size
    return math.log(own * (analysis.clusters or analysis.size) / (share * drawn)), math.log(own / share)


def _is_far(analysis: Analysis, setting: Setting) -> bool:
    return max(map(abs, _compare_sizes(analysis, setting))) > math.log(FAR)


def _log_odds(area: float) -> float:
    within = min(max(area, 0.001), 0.999)
    return math.log(within / (1 - within))


def _say_values(setting: Setting, metrics: list[str], level: str) -> str:
    """How often the intervals of some metrics held the truth in a setting."""
    first, *others = metrics
    shares = {name: _say_range(setting["value"][name]) for name in metrics}
    rest = "".join(f", that of {_title(name)} in {shares[name]}" for name in others)
    return (
        f"({_say_setting(setting)}) the {level} interval of {_title(first)} held the "
        f"truth in {shares[first]} of the samples{rest}."
    )


def _say_setting(setting: Setting) -> str:
    """The numbers of a setting, in words."""
    clusters = ""
    if setting["of_cluster"] > 1:
        clusters = f" in {setting['cases'] // setting['of_cluster']:,} clusters"
    share = f"{100 * setting['prevalence']:.3g}%"
    return f"{setting['cases']:,} cases{clusters}, {share} positive, AUROC {format_number(setting['area'], 2)}"


def _say_range(shares: list[float]) -> str:
    """The lowest and the highest of shares in per cent."""
    low, high = (f"{share:.1f}" for share in shares[:2])
    return f"{low}%" if low == high else f"{low} to {high}%"


def _judge_values(run: Mapping[str, Any], nearest: Mapping[int, list[str]]) -> str:
    """Which intervals were surely too short there, and how often that of the main metric lay above the truth."""
    found = {name: run["settings"][place]["value"][name] for place, names in nearest.items() for name in names}
    short = [_title(name) for name, (low, *_) in found.items() if low + 2 * _error(low, run["samples"]) < TOO_SHORT]
    first, (*_, above) = next(iter(found.items()))
    sure = f"under {TOO_SHORT:.0f}% by more than two standard errors"
    judged = f"The interval of {_join(short)} can be too short, {sure}." if short else f"No share is {sure}."
    return f"{judged} The interval of {_title(first)} lay wholly above the truth in at most {above:.1f}%."


def _error(share: float, samples: int) -> float:
    """Standard error of a share, both in per cent."""
    return math.sqrt(share * (100 - share) / samples)


def _say_differences(analysis: Analysis, settings: list[Setting]) -> str:
    """How often all differences of several models held together, for the metric that answers or else AUROC."""
    several = [each for each in settings if each["models"] > 1]
    name = analysis.main.name if any(analysis.main.name in each["differences"] for each in several) else "auroc"
    tried = [each for each in several if name in each["differences"]]
    numbers = sorted({each["models"] for each in tried})
    number = next((each for each in numbers if each >= len(analysis.models)), numbers[-1])
    setting = min(
        (each for each in tried if each["models"] == number),
        key=lambda each: sum(map(abs, _compare_sizes(analysis, each))),
    )
    shares = _say_range(setting["differences"][name])
    together = (
        "the interval of the difference" if setting["models"] == 2 else "all intervals of the differences together"
    )
    of = f"Of {setting['models']} models ({_say_setting(setting)})"
    sentence = f"{of} {together} held the truth in {shares}, by {_title(name)}"
    if best := setting.get("best", {}).get(name):
        sentence += f", and the best was among those that may be the best in {_say_range(best)}"
    return f"{sentence}."


def _list_absent(analysis: Analysis, level: float) -> list[str]:
    """What the data or the question have, and no simulation had."""
    question, fitted = analysis.question, analysis.models[analysis.winners[0]].recalibration
    slope = None if fitted is None else fitted.slope.high
    there = {
        f"intervals of {format_percent(analysis.level)}": analysis.level != level,
        "weights": analysis.weighted,
        "a prevalence other than that of the data": question.prevalence is not None,
        "classes of fixed numbers": question.fixed_classes,
        "a model whose probabilities are clearly too extreme": slope is not None and slope < 1,
    }
    return [name for name, is_there in there.items() if is_there]


def _title(metric: str) -> str:
    if metric == "least_cost":
        return "the cost at the best threshold"
    return f"the {MEASURES[metric].title}" if metric in WITH_ARTICLE else MEASURES[metric].title


def _join(names: Collection[str], word: str = "and") -> str:
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last
