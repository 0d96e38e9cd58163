"""The Tile of a scored sample: at each place the best score over all thresholds, and its threshold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import Label
from metricbook.tile.operations import shift_prevalence
from metricbook.tile.regions import Zone, zones
from metricbook.tile.scores import Array, check_performances, ranking_score, tile_axes

if TYPE_CHECKING:
    import pandas as pd

#: Names of the two constant classifiers.
ALWAYS = ("always negative", "always positive")
#: Turns of the ROC hull smaller than this, as an area in the ROC square, count as straight.
STRAIGHT = 1e-14


@dataclass(frozen=True)
class SampleTile:
    """The Tile of a scored sample.

    Attributes
    ----------
    best : array of shape (n, n)
        Largest value, over all thresholds, of the score at a place; rows are b, columns a, both ascending.
    threshold : array of shape (n, n)
        The threshold of this value: scores of at least it are predicted positive; infinity predicts none.
    thresholds : array of shape (h,)
        The thresholds on the ROC convex hull, which alone can be best somewhere, highest first.
    performances : array of shape (h, 4)
        Their performances.
    """

    best: Array
    threshold: Array
    thresholds: Array
    performances: Array


def all_performances(sweep: Sweep) -> tuple[Array, Array]:
    """Every threshold of a sweep, after infinity, which predicts nothing positive, and their performances.

    Parameters
    ----------
    sweep : Sweep

    Returns
    -------
    thresholds : array of shape (m + 1,)
        Highest first.
    performances : array of shape (m + 1, 4)

    Examples
    --------
    >>> thresholds, performances = all_performances(Sweep([1, 0], [2.0, 1.0]))
    >>> thresholds.tolist(), performances.tolist()
    ([inf, 2.0, 1.0], [[0.5, 0.0, 0.5, 0.0], [0.5, 0.0, 0.0, 0.5], [0.0, 0.5, 0.0, 0.5]])
    """
    false, true = (np.append(0.0, x) for x in (sweep.false_positives, sweep.true_positives))
    return np.append(np.inf, sweep.thresholds), _from_points(false, true, sweep)


def hull_performances(sweep: Sweep) -> tuple[Array, Array]:
    """The thresholds of the vertices of the ROC convex hull, infinity first, and their performances.

    No other threshold is better than all of these at any place of the Tile: among performances with common priors the
    score is a quotient of two linear functions on the ROC square, so it takes its largest value over a polygon at a
    vertex.

    Parameters
    ----------
    sweep : Sweep
        With both classes.

    Returns
    -------
    thresholds : array of shape (h,)
        Highest first.
    performances : array of shape (h, 4)

    Raises
    ------
    ValueError
        If a class is missing.

    Examples
    --------
    >>> thresholds, performances = hull_performances(Sweep([1, 0, 0, 1, 0], [5, 4, 3, 2, 1]))
    >>> thresholds.tolist()
    [inf, 5.0, 2.0, 1.0]
    """
    if sweep.positives == 0 or sweep.negatives == 0:
        raise ValueError("the Tile of a sample needs both classes in y_true, with positive weight")
    false, true = roc_hull_points(sweep)
    # the first threshold that reaches the vertex: later ones may add only zero weights
    place = np.searchsorted(sweep.false_positives + sweep.true_positives, false + true)
    thresholds = np.append(np.inf, sweep.thresholds[place])
    return thresholds, _from_points(np.append(0.0, false), np.append(0.0, true), sweep)


def _from_points(false: Array, true: Array, sweep: Sweep) -> Array:
    """Performances from the weights predicted positive in each class."""
    negative, positive = np.maximum(sweep.negatives - false, 0.0), np.maximum(sweep.positives - true, 0.0)
    return check_performances(np.stack([negative, false, positive, true], axis=-1))


def tile_of_sample(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    resolution: int = 101,
) -> SampleTile:
    """The best value of every canonical ranking score over all thresholds of a sample, and its threshold.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`; both classes must occur.
    resolution : int
        Places along each side of the Tile.

    Returns
    -------
    SampleTile
        If several thresholds are best, the highest on the hull, up to rounding. Thresholds whose score is undefined are
        left out; some score is defined at every place.

    Raises
    ------
    ValueError
        See `metricbook.metrics.validation.check_sample`; and if a class is missing.

    Notes
    -----
    Time is that of one sort, and of one Tile for each vertex of the ROC convex hull.

    Examples
    --------
    Precision, at the lower right corner, is best with a high threshold, recall with a low one:

    >>> tile = tile_of_sample([1, 0, 0, 1, 0], [5, 4, 3, 2, 1], resolution=3)
    >>> float(tile.best[0, 2]), float(tile.threshold[0, 2])
    (1.0, 5.0)
    >>> float(tile.best[2, 2]), float(tile.threshold[2, 2])
    (1.0, 2.0)
    """
    thresholds, performances = hull_performances(
        Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    )
    a, b = tile_axes(resolution)
    best = np.full((resolution, resolution), -np.inf)
    winner = np.zeros(best.shape, dtype=np.intp)
    for k, performance in enumerate(performances):  # one at a time, so that memory does not grow with the hull
        values = ranking_score(performance, a, b)
        higher = values > best  # false for NaN, an undefined score
        best[higher], winner[higher] = values[higher], k
    return SampleTile(best, thresholds[winner], thresholds, performances)


def curve_zones(
    samples: Mapping[str, tuple[ArrayLike, ArrayLike]], *, prevalence: float | None = None
) -> list[tuple[str, float, Zone]]:
    """Zones of the Tile in which each of several scored classifiers is best, with its best threshold there.

    Parameters
    ----------
    samples : mapping of names to pairs (y_true, y_score)
        Scores of each classifier on samples with one share of positives.
    prevalence : float, optional
        The prevalence to shift all performances to, strictly between 0 and 1; that of the samples by default.

    Returns
    -------
    list of (name, threshold, Zone)
        One entry for each vertex of the convex hull of all ROC curves together. The constant classifiers belong to no
        sample and have the names in `ALWAYS`. A vertex that several classifiers share goes to
        the first of them.

    Raises
    ------
    ValueError
        On bad samples, if a class is missing, and if the shares of positives differ.

    Examples
    --------
    >>> y = [1, 1, 0, 0]
    >>> best = curve_zones({"good": (y, [4, 3, 2, 1]), "poor": (y, [1, 2, 3, 4])})
    >>> [(name, threshold, round(zone.area, 3)) for name, threshold, zone in best if zone.area > 0]
    [('good', 3.0, 1.0)]
    """
    rows: list[tuple[str, float]] = []
    performances_of_all = []
    for name, (y_true, y_score) in samples.items():
        thresholds, performances = hull_performances(Sweep(y_true, y_score))
        names = [ALWAYS[0], *[name] * (len(thresholds) - 2), ALWAYS[1]]
        rows += zip(names, thresholds.tolist(), strict=True)
        performances_of_all.append(performances)
    together = np.concatenate(performances_of_all)
    positive = together[:, 2] + together[:, 3]
    if np.ptp(positive) > STRAIGHT:
        raise ValueError("the samples must have one share of positives, so that their ROC curves can be compared")
    on_hull = _hull(together[:, 1] / (1 - positive), together[:, 3] / positive)
    performances = together[on_hull] if prevalence is None else shift_prevalence(together[on_hull], prevalence)
    return [(*rows[k], zone) for k, zone in zip(on_hull, zones(performances), strict=True)]


def area_shares(best_zones: list[tuple[str, float, Zone]]) -> pd.Series:
    """Share of the Tile on which each name is best, summed over its thresholds.

    Examples
    --------
    >>> y = [1, 1, 0, 0]
    >>> area_shares(curve_zones({"good": (y, [4, 3, 2, 1])})).round(3).to_dict()
    {'always negative': 0.0, 'good': 1.0, 'always positive': 0.0}
    """
    from pandas import DataFrame  # here, for importing it takes longer than importing all else

    table = DataFrame([(name, zone.area) for name, _, zone in best_zones], columns=["name", "area"])
    return table.groupby("name", sort=False)["area"].sum()


def _hull(x: Array, y: Array) -> list[int]:
    """Indices of the vertices of the upper hull of points in the unit square, left to right, from (0, 0) to (1, 1)."""
    chain: list[int] = []
    for k in np.lexsort((y, x)):
        if chain and abs(x[chain[-1]] - x[k]) <= STRAIGHT and abs(y[chain[-1]] - y[k]) <= STRAIGHT:
            continue
        while len(chain) > 1:
            i, j = chain[-2:]
            if (x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]) < -STRAIGHT:
                break
            chain.pop()
        chain.append(int(k))
    return chain
