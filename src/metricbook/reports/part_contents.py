"""What an analysis has of parts of the cases, as data: groups, periods, folds and clusters."""

from __future__ import annotations

from typing import Final, NamedTuple

from metricbook.reports.estimates import Estimate

#: The metrics of subgroups.
OF_GROUPS: Final[tuple[str, ...]] = ("auroc", "average_precision", "precision", "recall", "specificity")


class Group(NamedTuple):
    """A model's metrics in a subgroup, the cases with one value of a column.

    ``less`` is the metric by which groups are compared less the mean of the other groups of the column.
    """

    column: str
    value: str
    model: str
    cases: int
    positives: int
    metrics: dict[str, Estimate]
    less: Estimate | None = None


class Between(NamedTuple):
    """An AUROC divided by a column of groups: within groups, across groups, and the share of pairs across."""

    column: str
    model: str
    share: float
    within: float | None
    across: float | None


class Period(NamedTuple):
    """The cases of a period: share of positives, a metric of each model, and both less the mean of other periods.

    ``prevalence_less`` is None if the numbers of both classes were fixed beforehand.
    """

    name: str
    cases: int
    positives: int
    prevalence: Estimate
    prevalence_less: Estimate | None
    metrics: dict[str, Estimate]
    less: dict[str, Estimate]


class Drift(NamedTuple):
    """The periods into which a column of times divides the cases, and the metric that is compared.

    The trends are changes from the first period to the last along a straight line, of the share of positives (None if
    the numbers of both classes were fixed beforehand) and of each model's metric; they and the differences of the
    periods from each other hold together.
    """

    column: str
    unit: str
    metric: str
    periods: list[Period]
    prevalence_trend: Estimate | None
    trends: dict[str, Estimate]

    def clear(self, model: str | None) -> bool:
        """Whether a model's metric, or for None the share of positives, is clearly not the same at all times."""
        trend = self.prevalence_trend if model is None else self.trends.get(model)
        less = [one.prevalence_less if model is None else one.less.get(model) for one in self.periods]
        return any(each is not None and each.is_clear for each in (trend, *less))


class Fold(NamedTuple):
    """The cases of a fold of cross-validation and each model's AUROC there, if it has both classes."""

    name: str
    cases: int
    positives: int
    areas: dict[str, Estimate]


class Pooled(NamedTuple):
    """AUROC of all folds pooled, the mean of the folds' own, and the first less the second."""

    pooled: Estimate
    mean: Estimate
    less: Estimate


class Folds(NamedTuple):
    """The folds of a column, which was given or only looks like one; ``both`` folds have both classes."""

    column: str
    given: bool
    number: int
    both: int
    rows: list[Fold]
    models: dict[str, Pooled]


class ClusterEffect(NamedTuple):
    """A metric of a model with intervals for cases that were drawn alone, and together in clusters.

    The clusters were given, or are those of a column that looks like some; ``largest`` cases are in one of them.
    """

    column: str
    given: bool
    clusters: int
    largest: int
    metric: str
    model: str
    alone: Estimate
    together: Estimate
