"""The result of an analysis of more than two classes as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.contents import Difference
from metricbook.reports.estimates import Estimate
from metricbook.reports.model_contents import Recalibration
from metricbook.reports.predictions import Source

#: The metrics of a class against the others; the last are of the predicted class, the one with the highest score.
OF_CLASSES: Final = ("auroc", "average_precision", "h_measure", "brier_score", "recall", "precision", "f1_score")
#: The means over the classes, with their titles, and accuracy.
MEANS: Final = {
    "auroc": "macro AUROC",
    "auroc_weighted": "AUROC weighted by class shares",
    "hand_till": "Hand and Till's M",
    "average_precision": "macro average precision",
    "average_precision_weighted": "average precision weighted by class shares",
    "h_measure": "macro H measure",
    "brier_score": "macro Brier score",
    "accuracy": "accuracy",
    "recall": "macro recall (balanced accuracy)",
    "precision": "macro precision",
    "f1_score": "macro F1",
}


@dataclass(frozen=True)
class ClassModel:
    """Everything about one model.

    Attributes
    ----------
    name : str
    classes : dict of str to dict of str to Estimate
        The metrics of each class that has cases, against the others.
    metrics : dict of str to Estimate
        The means over these classes, and accuracy.
    recalibration : dict of str to Recalibration or None
        Of each class; empty if the scores are no probabilities.
    confusion : array of shape (classes with cases, classes)
        The weight of the cases of each class, a row, that are predicted to be of each class.
    sums : tuple of float
        The lowest and the highest sum of a case's scores, and the share of cases for which it is not 1.
    tied : int
        Number of cases with several highest scores, of which the first counts.
    """

    name: str
    classes: dict[str, dict[str, Estimate]]
    metrics: dict[str, Estimate]
    recalibration: dict[str, Recalibration | None]
    confusion: NDArray[np.float64]
    sums: tuple[float, float, float]
    tied: int

    @property
    def lowest(self) -> str:
        """The class with the lowest AUROC."""
        return sort_values({text: of["auroc"] for text, of in self.classes.items()})[-1]


@dataclass(frozen=True)
class ClassAnalysis:
    """Everything that a report on several classes states, as numbers.

    Classes without cases have no share. The differences are those of the best model less each other, in each mean,
    where they hold together, and in the AUROC of each class, where all of them hold together.
    """

    source: Source
    level: float
    size: float
    weighted: bool
    clusters: int | None
    severity_ratio: float | str
    cases: dict[str, int]
    shares: dict[str, float]
    models: dict[str, ClassModel]
    differences: list[Difference]
    by_class: dict[str, list[Difference]]
    cautions: list[str] = field(default_factory=list)

    @property
    def ranked(self) -> list[ClassModel]:
        """The models, the highest macro AUROC first."""
        return [self.models[name] for name in sort_values({k: of.metrics["auroc"] for k, of in self.models.items()})]

    @property
    def less(self) -> dict[tuple[str, str], Estimate]:
        """The differences by the mean and the other model."""
        return {(each.metric, each.second): each.estimate for each in self.differences}


def sort_values(estimates: Mapping[str, Estimate]) -> list[str]:
    """Names, the highest value first; those that differ by rounding alone stay in their order."""
    rounded = {name: float(f"{estimate.value or 0:.12g}") for name, estimate in estimates.items()}
    return sorted(rounded, key=lambda name: -rounded[name])
