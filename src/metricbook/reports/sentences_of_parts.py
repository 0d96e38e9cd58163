"""Sentences on groups, periods, folds and clusters: which parts of the cases lie apart, and what that means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from metricbook.reports.bad_input import quote
from metricbook.reports.contents import Analysis, ClusterEffect, Drift, Folds, Group
from metricbook.reports.estimates import Estimate
from metricbook.reports.formatting import format_number, format_percent
from metricbook.reports.question import MEASURES

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


def groups_of(analysis: Analysis, column: str, model: str) -> list[Group]:
    """The groups of a column with a model's metrics."""
    return [group for group in analysis.groups if group.column == column and group.model == model]


def describe_groups(analysis: Analysis) -> list[str]:
    """A sentence for each column of groups: whether the best model's metric is the same in all, and which are apart."""
    best, sentences = analysis.winners[0], []
    for column in dict.fromkeys(group.column for group in analysis.groups):
        groups = groups_of(analysis, column, best)
        title = analysis.compared.title
        found = find_apart([(group.value, group.metrics.get(analysis.compared.name), group.less) for group in groups])
        if found is None:
            sentences.append(
                f"{column} has {len(groups):,} groups, of which fewer than two have enough cases to compare {title}."
            )
            continue
        left = len(groups) - found.compared
        but = f", {left:,} of which have too few cases to be compared" if left else ""
        start = f"{column} has {len(groups):,} groups{but}. The {title} of {best}"
        sentences.append(f"{start} {_conclude(found, analysis.level, 'group')}")
    return sentences


def _conclude(found: Apart, level: float, what: str) -> str:
    """Whether a metric is the same in all parts, as the end of a sentence that begins with its name, and more."""
    together = f"with intervals that hold for all {found.compared:,} {what}s together at {format_percent(level)}"
    if not found.clear:
        return (
            f"may be the same in all: no {what} is clearly apart from the mean of the others, {together}. "
            f"The lowest is {_name(found.lowest)}, the highest {_name(found.highest)}."
        )
    number = f"{found.clear:,} {what}{' is' if found.clear == 1 else 's are'}"
    start = f"is not the same in all: {number} clearly apart from the mean of the others, {together}."
    if found.clear == 1:
        return f"{start} It is {_name(found.lowest)}."
    return f"{start} Of these the lowest is {_name(found.lowest)}, the highest {_name(found.highest)}."


def _name(part: tuple[str, Estimate, Estimate]) -> str:
    name, value, less = part
    return f"{shorten(name)} with {format_number(value.value)}, which is {_sign(less)}"


def _sign(less: Estimate) -> str:
    """A difference with its sign in words."""
    return f"{less} more" if (less.value or 0.0) >= 0 else f"{less.linear(-1)} less"


def shorten(name: str) -> str:
    """A name of at most some characters."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def name_apart(analysis: Analysis) -> str:
    """The heading of the groups: of the first column, how many are clearly apart, or that none is."""
    best, found = analysis.winners[0], []
    for column in dict.fromkeys(group.column for group in analysis.groups):
        groups = groups_of(analysis, column, best)
        apart = find_apart([(each.value, each.metrics.get(analysis.compared.name), each.less) for each in groups])
        if apart is None:
            found.append(f"{shorten(column)}, too few cases to compare")
        elif not apart.clear:
            found.append(f"{shorten(column)}, {analysis.compared.title} may be the same in all {len(groups):,}")
        else:
            found.append(
                f"{shorten(column)}, {apart.clear:,} of {len(groups):,} clearly apart in {analysis.compared.title}"
            )
    return f"Groups: {'; '.join(found[:2])}{f'; and {len(found) - 2} more' if len(found) > 2 else ''}"


def describe_drift(analysis: Analysis, drift: Drift) -> list[str]:
    """Whether the share of positives and each model's metric are the same at all times: their trends and periods."""
    title = MEASURES[drift.metric].title
    found = [_conclude_on_time(analysis, drift, "The share of positives", None)]
    found += [_conclude_on_time(analysis, drift, f"The {title} of {model}", model) for model in analysis.models]
    return [sentence for sentence in found if sentence] or ["The periods have too few cases to be compared."]


def _conclude_on_time(analysis: Analysis, drift: Drift, subject: str, model: str | None) -> str:
    """The sentences on one number, that of a model or the share of positives; empty if it cannot be compared."""
    apart, trend = _apart_in_time(drift, model)
    if apart is None or trend is None or trend.value is None:
        return ""
    rises = "rises" if trend.value >= 0 else "falls"
    size = trend if trend.value >= 0 else trend.linear(-1)
    sure = "which is clear" if trend.is_clear else "which may be 0"
    unit, level = drift.unit, format_percent(analysis.level)
    start = (
        f"{subject} {'changes with time' if drift.clear(model) else 'may be the same at all times'}. Along a straight "
        f"line it {rises} by {size} from the first {unit} to the last, {sure}; "
    )
    held = f"(intervals of trend and {apart.compared} {unit}s hold together at {level})"
    if not apart.clear:
        return f"{start}no {unit} is clearly apart from the mean of the others {held}."
    return (
        f"{start}{apart.clear} {unit}{' is' if apart.clear == 1 else 's are'} clearly apart from the mean of the "
        f"others {held}: {_name(apart.lowest)}{'' if apart.clear == 1 else f', up to {_name(apart.highest)}'}."
    )


def _apart_in_time(drift: Drift, model: str | None) -> tuple[Apart | None, Estimate | None]:
    """The periods that lie apart, and the trend, of a model's metric or of the share of positives."""
    if model is None:
        parts = [(one.name, one.prevalence, one.prevalence_less) for one in drift.periods]
        return find_apart(parts), drift.prevalence_trend
    return find_apart([(one.name, one.metrics.get(model), one.less.get(model)) for one in drift.periods]), (
        drift.trends.get(model)
    )


def warn_of_change(drift: Drift, model: str) -> str:
    """The caution that a model's metric clearly changes with time."""
    trend = drift.trends[model]
    along = ""
    if trend.is_clear:
        size = trend if (trend.value or 0.0) >= 0 else trend.linear(-1)
        along = f", along a straight line by {size} {'up' if size is trend else 'down'} from first to last {drift.unit}"
    return (
        f"The {MEASURES[drift.metric].title} of {model} clearly changes with {drift.column}{along}, which one number "
        "for all times hides."
    )


def name_drift(analysis: Analysis) -> str:
    """The heading of what changes with time."""
    if not analysis.drift:
        return ""
    drift, best = analysis.drift[0], analysis.winners[0]
    said = [
        f"{what} {'changes' if drift.clear(model) else 'may be the same'}"
        for what, model in (("share of positives", None), (f"{MEASURES[drift.metric].title} of {best}", best))
        if _apart_in_time(drift, model)[0] is not None
    ]
    return f"{len(drift.periods)} {drift.unit}s: {', '.join(said) or 'too few cases to compare'}"


def describe_folds(folds: Folds) -> list[str]:
    """Pooled AUROC beside the mean of the folds' own, a sentence for each model."""
    left = folds.number - folds.both
    but = f" ({left} without both classes left out)" if left else ""
    return [
        f"The AUROC of {model} is {of.pooled} for the {folds.number} folds of {folds.column} pooled, and {of.mean} as "
        f"the mean of the folds' own{but}: the difference, {of.less}, "
        + ("is clear." if of.less.is_clear else "may be 0.")
        for model, of in folds.models.items()
    ]


def warn_of_pooling(folds: Folds) -> list[str]:
    """Cautions where pooled folds and the folds themselves clearly differ in AUROC."""
    return [
        f"Pooling the folds of {folds.column} changes the AUROC of {model} from {of.mean}, the mean of the folds' own, "
        f"to {of.pooled}; the difference, {of.less}, is clear. Each fold's scores come from a model of its own and "
        "have a scale of their own, so that pairs of cases across folds say little about a model. Report the mean of "
        "the folds, or put all scores on one scale before pooling."
        for model, of in folds.models.items()
        if of.less.is_clear
    ]


def ask_for_folds(folds: Folds, model: str, option: str) -> str:
    """The caution on a column that looks like folds: why, what pooling changes, and how to say so."""
    start = (
        f"The column {quote(folds.column)} looks like folds, by its name and because each of its {folds.number} values "
        "repeats. If each was scored by a model of its own, "
    )
    of = folds.models.get(model)
    if of is None:
        return f"{start}say so with {option}."
    return (
        f"{start}the AUROC of {model} is {of.mean} as the mean of the folds' own and {of.pooled} for all pooled; the "
        f"difference, {of.less}, {'is clear' if of.less.is_clear else 'may be 0'}. If so, say it with {option}."
    )


def name_folds(folds: Sequence[Folds]) -> str:
    """The heading of the folds: for the first model, pooled and on average."""
    of = next((one for each in folds if each.given for one in each.models.values()), None)
    if of is None:
        return "Folds"
    differ = "clearly different" if of.less.is_clear else "which may be the same"
    pooled, mean = format_number(of.pooled.value), format_number(of.mean.value)
    return f"Folds: AUROC {pooled} pooled, {mean} as the mean of the folds, {differ}"


def describe_clusters(effect: ClusterEffect) -> str:
    """What clusters that were given change: the interval with them, and for cases that were drawn one by one."""
    if not (effect.alone.is_known and effect.together.is_known):
        return ""
    return (
        f"With the clusters the interval of the {MEASURES[effect.metric].title} of {effect.model} is "
        f"{_ends(effect.together)}; for cases drawn one by one it would be {_ends(effect.alone)}. "
        f"{_compare_lengths(effect)}."
    )


def _ends(estimate: Estimate) -> str:
    low, high = (format_number(end, estimate.decimals) for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def _compare_lengths(effect: ClusterEffect) -> str:
    alone, together = ((each.high or 0.0) - (each.low or 0.0) for each in (effect.alone, effect.together))
    ratio = together / alone if alone > 0 else 1.0
    return "Both are about as long" if 0.95 < ratio < 1.05 else f"The first is {ratio:.2g} times as long"


def ask_for_clusters(effect: ClusterEffect, size: float, option: str) -> str:
    """The caution on a column that looks like clusters: why, what it would change, and how to say so."""
    start = (
        f"The column {quote(effect.column)} looks like clusters of cases that were drawn together, by its name and "
        f"because its {effect.clusters:,} values repeat among {size:,.0f} cases, one of them {effect.largest:,} times. "
        "If it is, "
    )
    if not (effect.alone.is_known and effect.together.is_known):
        return f"{start}intervals are too short: say so with {option}."
    return (
        f"{start}the interval of the {MEASURES[effect.metric].title} of {effect.model} is {_ends(effect.together)} "
        f"instead of {_ends(effect.alone)}. {_compare_lengths(effect)}. If so, say it with {option}, for all intervals."
    )
