"""Tables behind the figures of the two-group model: heat maps, borders, and shares of the plane of (k_0, k_1).

Everything is computed in closed form by `scoring_the_scores.mcdermott.closed_form.two_groups`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from claimledger import cached_result
from scoring_the_scores.mcdermott.closed_form.two_groups import Mixture, TwoGroups, false_positive_rate


class Panel(NamedTuple):
    """Parameters of one heat map, and what they stand for."""

    share: float
    prevalences: tuple[float, float]
    what: str


#: Parameters for the six panels of the source's Figure 4. Those of (a) follow its text, all others are ours.
PANELS: Final[Mapping[str, Panel]] = {
    "a": Panel(0.5, (0.1, 0.1), "equal groups"),
    "b": Panel(0.2, (0.1, 0.1), "group 1 smaller"),
    "c": Panel(0.05, (0.1, 0.1), "group 1 much smaller"),
    "d": Panel(0.5, (0.1, 0.3), "group 1 more prevalent"),
    "e": Panel(0.5, (0.1, 0.03), "group 1 less prevalent"),
    "f": Panel(0.8, (0.1, 0.1), "group 0 smaller"),
}


def heat_maps(*, mixture: Mixture = "right", cells: int = 50) -> pd.DataFrame:
    """The derivative of the AUPRC by k_1 less that by k_0, at the midpoints of a grid with k_0 below k_1.

    Returns
    -------
    DataFrame
        ``panel`` (a letter), ``k0``, ``k1``, ``preference``.

    Examples
    --------
    >>> len(heat_maps(cells=4)) == 6 * 6
    True
    """
    side = (np.arange(cells) + 0.5) / cells
    k0, k1 = (grid.ravel() for grid in np.meshgrid(side, side, indexing="ij"))
    k0, k1 = k0[k0 < k1], k1[k0 < k1]
    tables = []
    for letter, panel in PANELS.items():
        preference = TwoGroups(panel.share, panel.prevalences, mixture).auprc_preference(k0, k1)
        tables.append(pd.DataFrame({"panel": letter, "k0": k0, "k1": k1, "preference": preference}))
    return pd.concat(tables, ignore_index=True)


def borders(*, mixture: Mixture = "right", points: int = 100) -> pd.DataFrame:
    """Where the preference changes sign in each panel that it does in.

    Returns
    -------
    DataFrame
        ``panel``, ``k0``, ``k1``; panels without a border inside the triangle have no rows.
    """
    k0 = np.linspace(0, 1, points, endpoint=False)
    tables = []
    for letter, panel in PANELS.items():
        model = TwoGroups(panel.share, panel.prevalences, mixture)
        if 0 < model.weights[1] < 0.5:
            tables.append(pd.DataFrame({"panel": letter, "k0": k0, "k1": model.auprc_border(k0)}))
    return pd.concat(tables, ignore_index=True)


def mixtures_compared(
    share: float, prevalences: tuple[float, float], k0: float, k1: float, *, points: int = 201
) -> pd.DataFrame:
    """Density of the positives, and precision and true positive rate, under both mixtures.

    Returns
    -------
    DataFrame
        ``mixture``, ``threshold`` (from 0 to just below 1), ``density``, ``true_positive_rate``, ``precision``.
    """
    inside = np.linspace(0, 1, points)[:-1]
    threshold = np.unique(np.concatenate([inside, [k0, k1], np.nextafter([k0, k1], 0), [1 - 1e-6]]))
    tables = []
    for mixture in ("right", "printed"):
        model = TwoGroups(share, prevalences, mixture)
        columns = {
            "density": model.positive_density(threshold, k0, k1),
            "true_positive_rate": model.true_positive_rate(threshold, k0, k1),
            "precision": model.precision(threshold, k0, k1),
        }
        tables.append(pd.DataFrame({"mixture": mixture, "threshold": threshold, **columns}))
    return pd.concat(tables, ignore_index=True)


def stakes(models: Mapping[str, TwoGroups], k0: float, k1: float, *, points: int = 200) -> pd.DataFrame:
    """ρ, what the AUPRC gains for each unit that the true positive rate gains, where the AUROC gains 1.

    Returns
    -------
    DataFrame
        ``model``, ``false_positive_rate`` (above 0), ``stake``.
    """
    false = np.unique(np.concatenate([np.geomspace(1e-3, 1, points), [1 - k0, 1 - k1]]))
    tables = [
        pd.DataFrame({"model": name, "false_positive_rate": false, "stake": stake(model, 1 - false, k0, k1)})
        for name, model in models.items()
    ]
    return pd.concat(tables, ignore_index=True)


def stake(model: TwoGroups, threshold: ArrayLike, k0: ArrayLike, k1: ArrayLike) -> np.ndarray:
    r"""ρ at thresholds below 1: :math:`\alpha(1-\alpha)\mathrm{TPR}/(\alpha\mathrm{TPR}+(1-\alpha)\mathrm{FPR})^2`.

    Examples
    --------
    Half of the samples positive, and scores that tell nothing: 1 / (4 FPR).

    >>> stake(TwoGroups(0.5, (0.5, 0.5)), [0.0, 0.75], 0.0, 0.0).tolist()
    [0.25, 1.0]
    """
    true, false = model.true_positive_rate(threshold, k0, k1), false_positive_rate(threshold)
    labelled = model.prevalence * true + model.negative_share * false
    return model.prevalence * model.negative_share * true / labelled**2


@cached_result
def shares_by_weight(prevalences: Iterable[float], weights: ArrayLike) -> pd.DataFrame:
    """Share of the triangle on which the AUPRC prefers the better group, against its share of the positives.

    Only that share, w_1, and the prevalence of all samples matter; both groups are given the same prevalence.

    Returns
    -------
    DataFrame
        ``prevalence``, ``weight`` (w_1), ``share``.
    """
    rows = [
        (rate, float(weight), TwoGroups(float(weight), (rate, rate)).auprc_share())
        for rate in prevalences
        for weight in np.asarray(weights, dtype=np.float64)
    ]
    return pd.DataFrame(rows, columns=["prevalence", "weight", "share"])


@cached_result
def shares_by_group(shares: ArrayLike, ratios: ArrayLike, *, prevalence: float = 0.1) -> pd.DataFrame:
    """The same share against β and against the ratio of the groups' prevalences, at one prevalence of all samples.

    Combinations in which a group would have more positives than samples are left out.

    Returns
    -------
    DataFrame
        ``share_of_group_1``, ``ratio`` (α_1 / α_0), ``share``.
    """
    rows = []
    for beta in np.asarray(shares, dtype=np.float64):
        for ratio in np.asarray(ratios, dtype=np.float64):
            first = prevalence / (1 - beta + beta * ratio)
            if first <= 1 and first * ratio <= 1:
                model = TwoGroups(float(beta), (float(first), float(first * ratio)))
                rows.append((float(beta), float(ratio), model.auprc_share()))
    return pd.DataFrame(rows, columns=["share_of_group_1", "ratio", "share"])
