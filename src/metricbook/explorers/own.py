"""Scores of the reader's own models in an explorer: checked, counted by score, and drawn for paper."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.explorers.samples import Scored
from metricbook.explorers.states import ALLOWED
from metricbook.explorers.stills import Line, Panel, Still
from metricbook.explorers.values import all_metrics
from metricbook.metrics.costs import cost_curve_of
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import Label, check_sample

#: Most rows that a page can redraw smoothly, as in `csv.js`.
MOST: Final = 100_000
#: Most cases of a ranking that is a strip of cases.
LONGEST: Final = 20


class Takes(NamedTuple):
    """What an explorer can do with own scores.

    Numbers of models, entries that describe its made-up sample, whether it shows every case by itself, so that it has
    no use for weights, and whether scores must be probabilities.
    """

    models: Sequence[int]
    made: Sequence[str]
    by_case: bool = False
    probabilities: bool = False


_NORMAL = ("separation", "spread", "prevalence")
#: The explorers that take own scores; the others have no use for them.
OWN: Final[Mapping[str, Takes]] = {
    "threshold-bench": Takes((1, 2), ("preset", *_NORMAL, "size", "easy")),
    "hands-ruler": Takes((2,), _NORMAL),
    "price-of-a-swap": Takes((1,), ("ranking",), by_case=True),
    "easy-negatives": Takes((1,), ("separation", "size", "prevalence")),
    "implied-cost": Takes((1,), ("separation", "prevalence")),
    "calibration": Takes((1,), ("share", "separation", "prevalence"), probabilities=True),
    "uncertainty": Takes((1,), ("models", "separation", "second", "prevalence")),
    "indistinguishability": Takes((1,), ("threshold", "separation", "prevalence"), by_case=True),
}


class Model(NamedTuple):
    """A model's distinct scores from the lowest up, the weight of each class at them, and the threshold at first."""

    name: str
    scores: NDArray[np.float64]
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]
    threshold: float

    @property
    def sample(self) -> Scored:
        """One weighted case for every score and class."""
        labels = np.repeat([1, 0], self.scores.size)
        weights = np.append(self.positives, self.negatives)
        there = weights > 0
        return Scored(labels[there], np.tile(self.scores, 2)[there], weights[there])


def own_models(
    explorer: str,
    y: ArrayLike | None,
    scores: Mapping[str, ArrayLike] | None,
    weights: ArrayLike | None,
    pos_label: Label | None,
    state: Mapping[str, Any],
) -> tuple[Model, ...]:
    """The models for an explorer; none if no scores are given. Raises ValueError if the explorer cannot show them."""
    if scores is None:
        if y is not None or weights is not None or pos_label is not None:
            raise ValueError("y, weights and pos_label belong to scores: give scores={'model': ...} too")
        return ()
    if explorer not in OWN:
        raise ValueError(f"'{explorer}' has no use for scores of yours: {', '.join(OWN)} have")
    if y is None:
        raise ValueError("scores need y, the labels of their cases")
    if not isinstance(scores, Mapping) or not all(isinstance(name, str) and name.strip() for name in scores):
        raise ValueError("scores map the name of each model to an array: scores={'model': ...}")
    takes = OWN[explorer]
    if len(scores) not in takes.models:
        expected = " or ".join(("one model", "two models")[number - 1] for number in takes.models)
        raise ValueError(f"'{explorer}' takes the scores of {expected}, not of {len(scores)}")
    if given := [entry for entry in takes.made if entry in state]:
        raise ValueError(f"{', '.join(given)} of '{explorer}' describes its made-up sample, and you give scores")
    if takes.by_case and weights is not None:
        raise ValueError(f"'{explorer}' shows every case by itself: it has no use for weights")
    models = tuple(
        _counted(name, y, values, weights, pos_label, state.get("threshold")) for name, values in scores.items()
    )
    if takes.probabilities and (outside := [m.name for m in models if m.scores[0] < 0 or m.scores[-1] > 1]):
        raise ValueError(f"'{explorer}' takes probabilities, from 0 to 1: the scores of '{outside[0]}' are none")
    return models


def own_entries(explorer: str, model: Model, cases: int) -> dict[str, Any]:
    """Entries of an explorer's state that follow from a reader's model and its number of cases, unless given."""
    if explorer == "price-of-a-swap":
        return {"ranking": ranking_of(model)}
    if explorer == "calibration":
        low, high, _ = ALLOWED[explorer]["threshold"]
        return {"threshold": min(max(model.threshold, low), high)}
    if explorer == "uncertainty":
        low, high, _ = ALLOWED[explorer]["cases"]
        return {"cases": min(max(cases, low), high)}
    return {}


def _counted(
    name: str,
    y: ArrayLike,
    values: ArrayLike,
    weights: ArrayLike | None,
    pos_label: Label | None,
    threshold: float | None,
) -> Model:
    """One model's scores counted."""
    try:
        labels, scores, checked = check_sample(y, values, sample_weight=weights, pos_label=pos_label)
    except ValueError as error:
        raise ValueError(f"scores of '{name}': {error}") from None
    if scores.size > MOST:
        raise ValueError(
            f"{scores.size} rows are more than the {MOST} that a page can move smoothly: draw some of them"
        )
    distinct, place = np.unique(scores, return_inverse=True)
    each = np.ones(scores.size) if checked is None else checked
    positives, negatives = (
        np.bincount(place, each * side, distinct.size).astype(np.float64) for side in (labels, ~labels)
    )
    if not positives.sum() or not negatives.sum():
        raise ValueError("y has cases of one class only, or the other has no weight: the curves need both classes")
    at = _beginning(distinct, positives, negatives) if threshold is None else threshold
    return Model(name, distinct, positives, negatives, at)


def _beginning(scores: NDArray[np.float64], positives: NDArray[np.float64], negatives: NDArray[np.float64]) -> float:
    """The first threshold: 1/2 for probabilities, 0 for scores of both signs, else as many flagged as are positive."""
    low, high = float(scores[0]), float(scores[-1])
    usual = 0.5 if low >= 0 and high <= 1 else 0.0
    if low < usual < high:
        return usual
    above = np.cumsum((positives + negatives)[::-1])
    return float(scores[::-1][np.argmax(above >= positives.sum())])


def ranking_of(model: Model) -> str:
    """The labels of a model's cases as a ranking, 1 for a positive, the highest score first."""
    cases = int(model.positives.sum() + model.negatives.sum())
    if cases > LONGEST:
        raise ValueError(f"'price-of-a-swap' shows up to {LONGEST} cases, not {cases}")
    if tied := model.scores[(model.positives > 0) & (model.negatives > 0)].tolist():
        raise ValueError(f"'price-of-a-swap' shows a ranking, and cases of both classes have the score {tied[-1]:g}")
    steps = zip(model.positives[::-1], model.negatives[::-1], strict=True)
    return "".join("1" * int(up) + "0" * int(down) for up, down in steps)


def as_json(models: Sequence[Model]) -> str:
    """The models as the scripts read them."""
    entries = [
        {
            "name": model.name,
            **{key: [_short(value) for value in getattr(model, key).tolist()] for key in Model._fields[1:4]},
            "threshold": _short(model.threshold),
        }
        for model in models
    ]
    return json.dumps(entries, separators=(",", ":"))


def _short(value: float) -> float:
    """The same number, without a point if it is whole."""
    return int(value) if abs(value) < 1e15 and value == int(value) else float(value)


def own_still(models: Sequence[Model]) -> Still:
    """ROC and cost curves of one or two models, and their metrics."""
    sweeps = [Sweep(labels, scores, sample_weight=weights) for labels, scores, weights in (m.sample for m in models)]
    values = [all_metrics(model.sample, model.threshold) for model in models]
    names = [model.name if len(model.name) <= 30 else f"{model.name[:29]}…" for model in models]
    kinds = ("solid", "dashed")
    roc, cost = [Line([0, 1], [0, 1], kind="dotted")], []
    for name, sweep, kind in zip(names, sweeps, kinds, strict=False):
        false, true = sweep.false_positives / sweep.negatives, sweep.true_positives / sweep.positives
        roc.append(Line(np.append(0, false), np.append(0, true), name, kind))
        curve = cost_curve_of(sweep)
        cost.append(Line(curve.conditions, curve.losses, name, kind))
    bars = (
        values[0]
        if len(models) == 1
        else {
            f"{metric} of {name}": value[key]
            for metric, key in (("AUROC", "auroc"), ("H", "h_measure"))
            for name, value in zip(names, values, strict=True)
        }
    )
    total, positives = sweeps[0].positives + sweeps[0].negatives, sweeps[0].positives
    said = " and ".join(f"{value['auroc']:.3f} ({name})" for name, value in zip(names, values, strict=True))
    return Still(
        f"Own scores: cases of the weight {total:g}, of which {positives:g} positive. AUROC is {said}.",
        [
            Panel("ROC curve", "false positive rate", "true positive rate", roc, square=True),
            Panel("Cost curve", "skew", "loss", cost),
            Panel("Metrics", bars=bars),
        ],
    )
