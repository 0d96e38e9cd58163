"""Tables behind the figures on who is best where: zones, areas, curves of equal guessing, fitted classifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook.tile import ALWAYS, Zone, area_shares, curve_zones, tile_axes, tile_of_sample, zones
from metricbook.tile.chance import best_by_chance, chance_curve
from metricbook.tile.operations import shift_square
from scoring_the_scores.tile.rankings.toy import TOY_RATES, toy_performances

#: Priors of the positive class in Figures 5 and 9.
NO_SKILL_PRIORS = (0.2, 0.5, 0.8)
#: Shares of the negative class, or of negative predictions, of the curves of Figure 6; the first stands out.
NEGATIVE_SHARE = (0.7, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9)
#: A piece of a zone with a smaller area has no room for a name.
ROOM = 0.012
#: The classifiers of tumours.
CLASSIFIERS = ("logistic", "15 neighbours", "tree")


def outlines(zones: Iterable[tuple[str, Zone]], *, points: int = 33) -> pd.DataFrame:
    """Contours of named zones, one row for each place on them.

    Returns
    -------
    DataFrame
        Columns ``name``, ``piece`` (a number for each contour), ``a``, ``b``.
    """
    parts: list[pd.DataFrame] = []
    for name, zone in zones:
        for piece in zone.pieces:
            a, b = piece.outline(points).T
            parts.append(pd.DataFrame({"name": name, "piece": len(parts), "a": a, "b": b}))
    return pd.concat(parts, ignore_index=True)


def name_places(outlines: pd.DataFrame) -> pd.DataFrame:
    """Where in a zone its name stands: the centre of gravity of its largest piece, if that has room for a name.

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


def deformed_grid(prior: float, *, n: int = 101) -> pd.DataFrame:
    """The grid of the paper's Figure 8 for one prior: ``line``, ``parameter``, ``a``, ``b``.

    ``vertical`` and ``horizontal`` lines of equal priors in steps of a tenth, and the falling ``diagonal``, where the
    shift to the prior takes them (Eqs. 4 and 5).

    Examples
    --------
    >>> grid = deformed_grid(0.2, n=3)
    >>> grid[grid["line"] == "diagonal"][["a", "b"]].round(3).values.tolist()
    [[0.0, 1.0], [0.8, 0.8], [1.0, 0.0]]
    """
    along, tenths = np.arange(n) / (n - 1), np.arange(11) / 10
    parts = [("vertical", x, np.full(n, x), along) for x in tenths]
    parts += [("horizontal", x, along, np.full(n, x)) for x in tenths] + [("diagonal", 1.0, along, 1 - along)]
    tables = []
    for line, parameter, x, y in parts:
        a, b = shift_square(x, y, source=prior, target=0.5)
        tables.append(pd.DataFrame({"line": line, "parameter": parameter, "a": a, "b": b}))
    return pd.concat(tables, ignore_index=True)


def tying_curves(fixed: str) -> pd.DataFrame:
    """The curves of Figure 6: the places that tie all performances without skill.

    Returns
    -------
    DataFrame
        Columns ``negative share``, ``a``, ``b``, ``highlighted``.
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


def rivals(seed: int) -> dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """Labels of half of scikit-learn's 569 tumours, 1 if malignant, and the scores of three classifiers on them.

    Each of `CLASSIFIERS` is fitted to the other half and sees two of the thirty measurements, mean radius and mean
    texture; the halves are drawn at random from the seed, with equal shares of malignant tumours. This is the set-up
    of the chapter on the H measure.
    """
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import train_test_split
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier
    from threadpoolctl import threadpool_limits

    data = load_breast_cancer()
    malignant = 1 - data.target
    fitted, held_out, fitted_labels, labels = train_test_split(
        data.data[:, :2], malignant, test_size=0.5, stratify=malignant, random_state=seed
    )
    models = (
        make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky", tol=1e-8)),
        make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
        DecisionTreeClassifier(max_depth=3, random_state=0),
    )
    with threadpool_limits(limits=1):  # on problems this small more threads cost more than they save
        # Rounded, so that equal cases have equal scores: how a processor adds decides on the last digits.
        scores = [model.fit(fitted, fitted_labels).predict_proba(held_out)[:, 1].round(12) for model in models]
    return {name: (labels, score) for name, score in zip(CLASSIFIERS, scores, strict=True)}


def curve_outlines(samples: Mapping[str, tuple[ArrayLike, ArrayLike]], priors: Iterable[float]) -> pd.DataFrame:
    """Contours of where each scored classifier is best, for each of some priors: `outlines` with a column ``prior``."""
    tables = []
    for prior in priors:
        zones = curve_zones(samples, prevalence=prior)
        tables.append(outlines((name, zone) for name, _, zone in zones).assign(prior=prior))
    return pd.concat(tables, ignore_index=True)[["prior", "name", "piece", "a", "b"]]


def curve_shares(samples: Mapping[str, tuple[ArrayLike, ArrayLike]], priors: Iterable[float]) -> pd.DataFrame:
    """Share of the Tile on which each scored classifier is best: rows are priors, columns names."""
    names = [*samples, *ALWAYS]
    shares = {prior: area_shares(curve_zones(samples, prevalence=prior)) for prior in priors}
    rows = {prior: share.reindex(names, fill_value=0.0) for prior, share in shares.items()}
    return pd.DataFrame(rows).T.rename_axis(index="prior", columns=None)


def split_shares(seeds: Iterable[int], priors: Sequence[float]) -> pd.DataFrame:
    """`curve_shares` of `rivals` for each of some seeds: columns ``seed``, ``prior`` and one for each name."""
    tables = [curve_shares(rivals(seed), priors).reset_index().assign(seed=seed) for seed in seeds]
    table = pd.concat(tables, ignore_index=True)
    return table[["seed", "prior", *CLASSIFIERS, *ALWAYS]]


def sample_table(y_true: ArrayLike, y_score: ArrayLike, *, resolution: int = 81) -> pd.DataFrame:
    """The Tile of a scored sample: columns ``a``, ``b``, ``best``, ``threshold`` and the share ``flagged``.

    Examples
    --------
    >>> sample_table([0, 0, 1, 1], [1, 2, 3, 4], resolution=2).iloc[3].to_dict()
    {'a': 1.0, 'b': 1.0, 'best': 1.0, 'threshold': 3.0, 'flagged': 0.5}
    """
    tile = tile_of_sample(y_true, y_score, resolution=resolution)
    a, b = (x.ravel() for x in np.broadcast_arrays(*tile_axes(resolution)))
    scores = np.sort(np.asarray(y_score, dtype=np.float64))
    threshold = tile.threshold.ravel()
    flagged = 1 - np.searchsorted(scores, threshold) / scores.size
    return pd.DataFrame({"a": a, "b": b, "best": tile.best.ravel(), "threshold": threshold, "flagged": flagged})
