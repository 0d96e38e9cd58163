"""Tables behind the figures on who is best where: zones, areas, curves of equal guessing, fitted classifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook.tile.chance import best_by_chance, chance_curve
from metricbook.tile.operations import shift_square
from metricbook.tile.performances import TOY_RATES, toy_performances
from metricbook.tile.regions import Zone, zones
from metricbook.tile.sample import ALWAYS, area_shares, curve_zones, tile_of_sample
from metricbook.tile.scores import tile_axes

#: Priors of the positive class in Figures 5 and 9.
NO_SKILL_PRIORS = (0.2, 0.5, 0.8)
#: Shares of the negative class, or of negative predictions, of the curves of Figure 6; the first stands out.
NEGATIVE_SHARE = (0.7, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9)
#: A piece of a zone with a smaller area has no room for a name.
ROOM = 0.012
#: Classifiers of the last section.
CLASSIFIERS = ("logistic regression", "naive Bayes", "nearest neighbours", "decision tree")


def outlines(found: Iterable[tuple[str, Zone]], *, points: int = 33) -> pd.DataFrame:
    """Contours of named zones, one row for each place on them.

    Returns
    -------
    DataFrame
        Columns ``name``, ``piece`` (a number for each contour), ``a``, ``b``.
    """
    parts: list[pd.DataFrame] = []
    for name, zone in found:
        for piece in zone.pieces:
            a, b = piece.outline(points).T
            parts.append(pd.DataFrame({"name": name, "piece": len(parts), "a": a, "b": b}))
    return pd.concat(parts, ignore_index=True)


def name_places(outlines: pd.DataFrame) -> pd.DataFrame:
    """Where in a zone its name stands: the centre of gravity of its largest piece, if that has room for a name.

    Parameters
    ----------
    outlines : DataFrame
        From `toy_zones` or `curve_outlines`.

    Returns
    -------
    DataFrame
        Columns ``prior``, ``name``, ``a``, ``b``; zones without room have no row.

    Examples
    --------
    >>> corners = [(0, 0), (1, 0), (0, 1)]
    >>> triangle = pd.DataFrame(corners, columns=["a", "b"]).assign(prior=0.5, name="one", piece=0)
    >>> name_places(triangle).round(4).to_numpy().tolist()
    [[0.5, 'one', 0.3333, 0.3333]]
    """
    largest: dict[tuple[float, str], tuple[float, NDArray[np.float64]]] = {}
    for (prior, name, _), piece in outlines.groupby(["prior", "name", "piece"], sort=False):
        area, centre = centre_of(piece[["a", "b"]].to_numpy())
        if area > largest.get((prior, name), (ROOM, None))[0]:
            largest[prior, name] = area, centre
    rows = [[prior, name, *centre] for (prior, name), (_, centre) in largest.items()]
    return pd.DataFrame(rows, columns=["prior", "name", "a", "b"])


def centre_of(contour: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Area inside a contour and its centre of gravity."""
    after = np.roll(contour, -1, axis=0)
    cross = contour[:, 0] * after[:, 1] - after[:, 0] * contour[:, 1]
    area = cross.sum() / 2
    if area <= 0:
        return 0.0, contour[0]
    return float(area), ((contour + after) * cross[:, None]).sum(axis=0) / (6 * area)


def toy_zones(priors: Sequence[float] = NO_SKILL_PRIORS, *, rank: int = 1) -> pd.DataFrame:
    """Contours of the zones of Figure 5: `outlines` with a column ``prior`` before."""
    tables = []
    for prior in priors:
        named = zip(TOY_RATES, zones(toy_performances(prior), rank=rank), strict=True)
        tables.append(outlines(named).assign(prior=prior))
    return pd.concat(tables, ignore_index=True)[["prior", "name", "piece", "a", "b"]]


def toy_areas(priors: Sequence[float] = NO_SKILL_PRIORS, *, rank: int = 1) -> pd.DataFrame:
    """Area of each zone of Figure 5: rows are priors, columns performances.

    Examples
    --------
    >>> toy_areas([0.5]).round(4).to_numpy().tolist()
    [[0.2143, 0.5238, 0.0619, 0.2]]
    """
    rows = [[zone.area for zone in zones(toy_performances(prior), rank=rank)] for prior in priors]
    return pd.DataFrame(rows, index=pd.Index(priors, name="prior"), columns=list(TOY_RATES))


def bent_grid(prior: float) -> NDArray[np.float64]:
    """Where the lines at 0, 0.1, ..., 1 of the balanced Tile are on that of another prior; in either direction.

    Examples
    --------
    >>> bent_grid(0.2)[[0, 5, 10]].round(3)
    array([0. , 0.8, 1. ])
    """
    return shift_square(np.arange(11) / 10, 0, source=prior, target=0.5)[0]


def tying_curves(fixed: str) -> pd.DataFrame:
    """The curves of Figure 6: the places that tie all performances without skill.

    Parameters
    ----------
    fixed : {"priors", "prediction rates"}
        What all performances share.

    Returns
    -------
    DataFrame
        Columns ``negative share``, ``a``, ``b``, ``highlighted``.

    Raises
    ------
    ValueError
        For another word.
    """
    if fixed not in ("priors", "prediction rates"):
        raise ValueError(f"fixed must be 'priors' or 'prediction rates', not '{fixed}'")
    a = np.arange(201) / 200
    parts = []
    for share in NEGATIVE_SHARE:
        height = chance_curve(a, prevalence=1 - share)
        b = height if fixed == "priors" else 1 - height
        parts.append(pd.DataFrame({"negative share": share, "a": a, "b": b, "highlighted": share == NEGATIVE_SHARE[0]}))
    return pd.concat(parts, ignore_index=True)


def guessing_values(priors: Sequence[float] = NO_SKILL_PRIORS, *, resolution: int = 41) -> pd.DataFrame:
    """The best values without skill on a grid: columns ``prior``, ``a``, ``b``, ``value``."""
    a, b = (x.ravel() for x in np.broadcast_arrays(*tile_axes(resolution)))
    return pd.concat(
        [pd.DataFrame({"prior": p, "a": a, "b": b, "value": best_by_chance(a, b, prevalence=p)}) for p in priors],
        ignore_index=True,
    )


def guessing_borders(priors: Sequence[float] = NO_SKILL_PRIORS) -> dict[float, NDArray[np.float64]]:
    """For each prior the places where always negative and always positive tie, an array of shape (n, 2)."""
    a = np.arange(201) / 200
    return {prior: np.stack([a, chance_curve(a, prevalence=prior)], axis=-1) for prior in priors}


def tumours() -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which of scikit-learn's 569 tumours are malignant, and mean texture and smoothness of their cells, standardised.

    Two of the thirty measurements, so that the classes overlap and classifiers differ.
    """
    from sklearn.datasets import load_breast_cancer

    data = load_breast_cancer()
    chosen = [list(data.feature_names).index(name) for name in ("mean texture", "mean smoothness")]
    values = data.data[:, chosen]
    return data.target == 0, (values - values.mean(axis=0)) / values.std(axis=0)


def fitted_scores(seed: int) -> dict[str, tuple[NDArray[np.bool_], NDArray[np.float64]]]:
    """Labels and cross-validated scores of each of `CLASSIFIERS` on `tumours`, five stratified folds."""
    from sklearn.model_selection import StratifiedKFold
    from threadpoolctl import threadpool_limits

    labels, values = tumours()
    folds = list(StratifiedKFold(5, shuffle=True, random_state=seed).split(values, labels))
    found = {}
    with threadpool_limits(limits=1):  # on problems this small more threads cost more than they save
        for name in CLASSIFIERS:
            scores = np.empty(labels.size)
            for fitted, held_out in folds:
                scores[held_out] = _scores(name, values[fitted], labels[fitted], values[held_out])
            found[name] = labels, scores
    return found


def _scores(name: str, x: ArrayLike, y: ArrayLike, x_other: ArrayLike) -> NDArray[np.float64]:
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    if name == "logistic regression":
        return LogisticRegression(solver="newton-cholesky", tol=1e-8).fit(x, y).decision_function(x_other)
    model = {
        "naive Bayes": GaussianNB(),
        "nearest neighbours": KNeighborsClassifier(15),
        "decision tree": DecisionTreeClassifier(max_depth=4, random_state=0),
    }[name].fit(x, y)
    return model.predict_proba(x_other)[:, 1]


def curve_outlines(samples: Mapping[str, tuple[ArrayLike, ArrayLike]], priors: Iterable[float]) -> pd.DataFrame:
    """Contours of where each scored classifier is best, for each of some priors: `outlines` with a column ``prior``."""
    tables = []
    for prior in priors:
        found = curve_zones(samples, prevalence=prior)
        tables.append(outlines((name, zone) for name, _, zone in found).assign(prior=prior))
    return pd.concat(tables, ignore_index=True)[["prior", "name", "piece", "a", "b"]]


def curve_shares(samples: Mapping[str, tuple[ArrayLike, ArrayLike]], priors: Iterable[float]) -> pd.DataFrame:
    """Share of the Tile on which each scored classifier is best: rows are priors, columns names."""
    names = [*samples, *ALWAYS]
    shares = {prior: area_shares(curve_zones(samples, prevalence=prior)) for prior in priors}
    rows = {prior: share.reindex(names, fill_value=0.0) for prior, share in shares.items()}
    return pd.DataFrame(rows).T.rename_axis(index="prior", columns=None)


def split_shares(seeds: Iterable[int], priors: Sequence[float]) -> pd.DataFrame:
    """`curve_shares` of `fitted_scores` for each of some seeds: columns ``seed``, ``prior`` and one for each name."""
    tables = [curve_shares(fitted_scores(seed), priors).reset_index().assign(seed=seed) for seed in seeds]
    table = pd.concat(tables, ignore_index=True)
    return table[["seed", "prior", *CLASSIFIERS, *ALWAYS]]


def sample_table(y_true: ArrayLike, y_score: ArrayLike, *, resolution: int = 81) -> pd.DataFrame:
    """The Tile of a scored sample: columns ``a``, ``b``, ``best``, ``threshold`` and the share ``called positive``.

    Examples
    --------
    >>> sample_table([0, 0, 1, 1], [1, 2, 3, 4], resolution=2).iloc[3].to_dict()
    {'a': 1.0, 'b': 1.0, 'best': 1.0, 'threshold': 3.0, 'called positive': 0.5}
    """
    found = tile_of_sample(y_true, y_score, resolution=resolution)
    a, b = (x.ravel() for x in np.broadcast_arrays(*tile_axes(resolution)))
    scores = np.sort(np.asarray(y_score, dtype=np.float64))
    threshold = found.threshold.ravel()
    called = 1 - np.searchsorted(scores, threshold) / scores.size
    return pd.DataFrame({"a": a, "b": b, "best": found.best.ravel(), "threshold": threshold, "called positive": called})
