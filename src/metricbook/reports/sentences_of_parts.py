"""Sentences on groups, periods, folds and clusters: which parts of the cases lie apart, and what that means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from metricbook.reports.bad_input import quote
from metricbook.reports.contents import Analysis
from metricbook.reports.estimates import Estimate
from metricbook.reports.formatting import format_number, format_percent
from metricbook.reports.part_contents import ClusterEffect, Drift, Folds, Group
from metricbook.reports.question import MEASURES
from metricbook.reports.sentences import Sentence, say

#: Most characters of a group's name in a sentence.
LONGEST: Final = 40


class Apart(NamedTuple):
    """The parts of the cases that were compared, those clearly apart, and the lowest and the highest of them all.

    A part is its name, its metric, and that less the mean of the others.
    """

    compared: int
    clear: int
    lowest: tuple[str, Estimate, Estimate]
    highest: tuple[str, Estimate, Estimate]


def find_apart(parts: Sequence[tuple[str, Estimate | None, Estimate | None]]) -> Apart | None:
    """What is apart of some parts; None if fewer than two can be compared.

    The extremes are those of the parts that are clearly apart, if some are: small parts have extremes by chance.
    """
    known = [
        (name, value, less) for name, value, less in parts if value is not None and less is not None and less.is_known
    ]
    if len(known) < 2:
        return None
    clear = [part for part in known if part[2].is_clear]
    ordered = sorted(clear or known, key=lambda part: part[2].value or 0.0)
    return Apart(len(known), len(clear), ordered[0], ordered[-1])


def describe_groups(analysis: Analysis) -> list[Sentence]:
    """A sentence for each column of groups: whether the best model's metric is the same in all, and which are apart."""
    best, metric, sentences = analysis.winners[0], analysis.compared.title, []
    for column, groups, found in _compare_groups(analysis):
        if found is None:
            sentences.append(say("groups.too_small", column=column, groups=len(groups), metric=metric))
            continue
        end = say(
            "groups.apart" if found.clear else "groups.alike",
            clear=found.clear,
            compared=found.compared,
            level=format_percent(analysis.level),
            lowest=_name(found.lowest),
            highest=_name(found.highest),
        )
        left = len(groups) - found.compared
        sentences.append(
            say("groups.compared", column=column, groups=len(groups), left=left, metric=metric, model=best, end=end)
        )
    return sentences


def _compare_groups(analysis: Analysis) -> Iterator[tuple[str, list[Group], Apart | None]]:
    """The groups of each column with the best model's metrics, and what is apart of them."""
    best, metric = analysis.winners[0], analysis.compared.name
    for column in dict.fromkeys(group.column for group in analysis.groups):
        groups = [group for group in analysis.groups if group.column == column and group.model == best]
        yield column, groups, find_apart([(each.value, each.metrics.get(metric), each.less) for each in groups])


def _name(part: tuple[str, Estimate, Estimate]) -> Sentence:
    name, value, less = part
    more, size = _measure_size(less)
    return say("groups.one", name=shorten(name), value=format_number(value.value), size=size, more=more)


def _measure_size(less: Estimate) -> tuple[bool, Estimate]:
    """Whether a difference is positive, and its size."""
    more = (less.value or 0.0) >= 0
    return more, less if more else less.linear(-1)


def shorten(name: str) -> str:
    """A name of at most some characters."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def name_apart(analysis: Analysis) -> Sentence:
    """The heading of the groups: of the first columns, how many are clearly apart, or that none is."""
    found = [
        say(
            "heading.group_small" if apart is None else "heading.group_apart" if apart.clear else "heading.group_alike",
            column=shorten(column),
            metric=analysis.compared.title,
            groups=len(groups),
            clear=apart.clear if apart else 0,
        )
        for column, groups, apart in _compare_groups(analysis)
    ]
    return say("heading.groups", columns=found[:2], more=max(len(found) - 2, 0))


def describe_drift(analysis: Analysis, drift: Drift) -> list[Sentence]:
    """Whether the share of positives and each model's metric are the same at all times: their trends and periods."""
    found = [_conclude_on_time(analysis, drift, model) for model in (None, *analysis.models)]
    return [sentence for sentence in found if sentence] or [say("time.too_small")]


def _conclude_on_time(analysis: Analysis, drift: Drift, model: str | None) -> Sentence | None:
    """The sentences on one number, that of a model or the share of positives; none if it cannot be compared."""
    apart, trend = _apart_in_time(drift, model)
    if apart is None or trend is None or trend.value is None:
        return None
    rises, size = _measure_size(trend)
    return say(
        "time.change",
        metric=MEASURES[drift.metric].title,
        model=model,
        changes=drift.clear(model),
        rises=rises,
        size=size,
        unit=drift.unit,
        sure=trend.is_clear,
        some=apart.clear > 0,
        apart=apart.clear,
        compared=apart.compared,
        level=format_percent(analysis.level),
        lowest=_name(apart.lowest),
        highest=_name(apart.highest) if apart.clear > 1 else "",
    )


def _apart_in_time(drift: Drift, model: str | None) -> tuple[Apart | None, Estimate | None]:
    """The periods that lie apart, and the trend, of a model's metric or of the share of positives."""
    if model is None:
        parts = [(one.name, one.prevalence, one.prevalence_less) for one in drift.periods]
        return find_apart(parts), drift.prevalence_trend
    return find_apart([(one.name, one.metrics.get(model), one.less.get(model)) for one in drift.periods]), (
        drift.trends.get(model)
    )


def warn_of_change(drift: Drift, model: str) -> Sentence:
    """The caution that a model's metric clearly changes with time."""
    trend = drift.trends[model]
    up, size = _measure_size(trend)
    return say(
        "time.caution",
        metric=MEASURES[drift.metric].title,
        model=model,
        column=drift.column,
        size=size if trend.is_clear else None,
        up=up,
        unit=drift.unit,
    )


def name_drift(analysis: Analysis) -> str:
    """The heading of what changes with time."""
    if not analysis.drift:
        return ""
    drift, metric = analysis.drift[0], MEASURES[analysis.drift[0].metric].title
    found = [
        say("heading.time_one", metric=metric, model=model, changes=drift.clear(model))
        for model in (None, analysis.winners[0])
        if _apart_in_time(drift, model)[0] is not None
    ]
    return say("heading.time", number=len(drift.periods), unit=drift.unit, found=found)


def describe_folds(folds: Folds) -> list[Sentence]:
    """Pooled AUROC beside the mean of the folds' own, a sentence for each model."""
    return [
        say(
            "folds.pooled",
            model=model,
            pooled=of.pooled,
            number=folds.number,
            column=folds.column,
            mean=of.mean,
            left=folds.number - folds.both,
            less=of.less,
            clear=of.less.is_clear,
        )
        for model, of in folds.models.items()
    ]


def warn_of_pooling(folds: Folds) -> list[Sentence]:
    """Cautions where pooled folds and the folds themselves clearly differ in AUROC."""
    return [
        say("folds.caution", column=folds.column, model=model, mean=of.mean, pooled=of.pooled, less=of.less)
        for model, of in folds.models.items()
        if of.less.is_clear
    ]


def ask_for_folds(folds: Folds, model: str, option: str) -> Sentence:
    """The caution on a column that looks like folds: why, what pooling changes, and how to say so."""
    of = folds.models.get(model)
    return say(
        "ask.folds",
        column=quote(folds.column),
        number=folds.number,
        known=of is not None,
        model=model,
        mean=of and of.mean,
        pooled=of and of.pooled,
        less=of and of.less,
        clear=of is not None and of.less.is_clear,
        option=option,
    )


def name_folds(folds: Sequence[Folds]) -> Sentence:
    """The heading of the folds: for the first model, pooled and on average."""
    of = next((one for each in folds if each.given for one in each.models.values()), None)
    return say(
        "heading.folds",
        known=of is not None,
        pooled=of and format_number(of.pooled.value),
        mean=of and format_number(of.mean.value),
        clear=of is not None and of.less.is_clear,
    )


def describe_clusters(effect: ClusterEffect) -> Sentence | None:
    """What clusters that were given change: the interval with them, and for cases that were drawn one by one."""
    if not (effect.alone.is_known and effect.together.is_known):
        return None
    return say(
        "data.cluster_effect",
        metric=MEASURES[effect.metric].title,
        model=effect.model,
        together=_ends(effect.together),
        alone=_ends(effect.alone),
        lengths=_compare_lengths(effect),
    )


def _ends(estimate: Estimate) -> str:
    low, high = (format_number(end, estimate.decimals) for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def _compare_lengths(effect: ClusterEffect) -> Sentence:
    alone, together = ((each.high or 0.0) - (each.low or 0.0) for each in (effect.alone, effect.together))
    ratio = together / alone if alone > 0 else 1.0
    return say("data.as_long" if 0.95 < ratio < 1.05 else "data.longer", ratio=ratio)


def ask_for_clusters(effect: ClusterEffect, size: float, option: str) -> Sentence:
    """The caution on a column that looks like clusters: why, what it would change, and how to say so."""
    return say(
        "ask.clusters",
        column=quote(effect.column),
        clusters=effect.clusters,
        size=size,
        largest=effect.largest,
        known=effect.alone.is_known and effect.together.is_known,
        metric=MEASURES[effect.metric].title,
        model=effect.model,
        together=_ends(effect.together),
        alone=_ends(effect.alone),
        lengths=_compare_lengths(effect),
        option=option,
    )
