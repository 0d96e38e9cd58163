"""bQCD, bivariate quantile causal discovery: code lengths of quantiles, with a nonparametric copula."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm, rankdata

from metricbook._extras import brought_by
from metricbook.causal._method import Method, needs
from metricbook.causal.common import check_pair, is_constant

VERSION = 2
N_LEVELS = 7
FEW_ROWS = 200  # with fewer, the median alone

Vector = NDArray[np.float64]


def levels(n: int) -> tuple[Vector, Vector]:
    """Return the quantile levels for n rows and their weights: Gauss-Legendre nodes on (0, 1), one if n < 200.

    >>> levels(100)[0].tolist(), levels(200)[0].size, round(float(levels(200)[1].sum()), 12)
    ([0.5], 7, 1.0)
    """
    nodes, weights = np.polynomial.legendre.leggauss(1 if n < FEW_ROWS else N_LEVELS)
    return (nodes + 1) / 2, weights / 2


def pinball(values: Vector, quantiles: Vector | float, level: float) -> float:
    """Return the sum of the losses of quantiles at a level: the level times what lies above, (1 - level) times below.

    >>> pinball(np.array([3.0, 0.0]), 1.0, 0.25)  # 2/4 + 3/4
    1.25
    """
    above = values - quantiles
    return float((np.maximum(above, 0) * level + np.maximum(-above, 0) * (1 - level)).sum())


def pseudo_observations(values: Vector, rng: np.random.Generator | None = None) -> Vector:
    """Return ranks divided by n + 1. Ties share their mean rank or, given a generator, are ordered at random.

    >>> pseudo_observations(np.array([5.0, 1.0, 5.0])).tolist()
    [0.625, 0.25, 0.625]
    """
    if rng is None:
        return rankdata(values) / (values.size + 1)
    order = np.lexsort((rng.random(values.size), values))
    ranks = np.empty(values.size)
    ranks[order] = np.arange(1, values.size + 1)
    return ranks / (values.size + 1)


def code_lengths(u: Vector, v: Vector) -> dict[str, float]:
    """Return the mean, over the levels, of the losses of four quantiles: of x, of y, of y given x, of x given y.

    Parameters
    ----------
    u, v : float arrays of shape (n,)
        Pseudo-observations of x and y. The losses are measured on the normal scale, as z-scores of these.

    Returns
    -------
    dict
        Keys ``"x"``, ``"y"``, ``"y|x"`` and ``"x|y"``.
    """
    with brought_by("causal"):
        import pyvinecopulib as vine

    controls = vine.FitControlsBicop(family_set=[vine.BicopFamily.tll], num_threads=1)
    copula = vine.Bicop.from_data(np.column_stack([u, v]), controls=controls)
    x, y = norm.ppf(u), norm.ppf(v)
    lengths = dict.fromkeys(("x", "y", "y|x", "x|y"), 0.0)
    for level, weight in zip(*levels(u.size), strict=True):
        same = np.full(u.size, level)
        alone = float(norm.ppf(level))
        lengths["x"] += weight * pinball(x, alone, level)
        lengths["y"] += weight * pinball(y, alone, level)
        lengths["y|x"] += weight * pinball(y, norm.ppf(copula.hinv1(np.column_stack([u, same]))), level)
        lengths["x|y"] += weight * pinball(x, norm.ppf(copula.hinv2(np.column_stack([same, v]))), level)
    return lengths


def score(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None, *, random_ties: bool = False) -> float:
    """Return how much shorter "x, then y given x" is coded by quantiles than "y, then x given y".

    Positive says that x causes y. By the idea that the causal direction has the shorter description, the quantiles of
    the cause and the conditional ones of the effect should lose less. Both variables are replaced by the normal scores
    of their ranks, so without ties their own code lengths are equal and the conditional ones decide. The conditional
    quantiles are those of a copula estimated by local likelihood (constant, on the normal scale).

    Parameters
    ----------
    x, y : float arrays of shape (n,).
    rng : orders the ties if ``random_ties``, else not used.
    random_ties : whether tied values are ordered at random, each variable for itself, rather than share a rank. The
        score is then no longer antisymmetric.

    Returns
    -------
    float
        The difference as a share of the code lengths of x and y alone; NaN if a variable is constant or there are
        fewer than four rows.

    Raises
    ------
    ValueError
        If a variable is not a non-empty vector of finite numbers, the lengths differ, or ties are to be ordered and
        there is no generator.

    References
    ----------
    Tagasovska, Chavez-Demoulin and Vatter, *Distinguishing cause from effect using quantiles: bivariate quantile causal
    discovery*, ICML 2020; Nagler, *kdecopula: an R package for the kernel estimation of bivariate copula densities*,
    Journal of Statistical Software 84(7), 2018.
    """
    x, y = check_pair(x, y)
    if is_constant(x) or is_constant(y) or x.size < 4:
        return float("nan")
    ties = needs(rng, "bQCD with random ties") if random_ties else None
    u, v = pseudo_observations(x, ties), pseudo_observations(y, ties)
    # One order of the rows and of the arguments, because the copula's fit depends on both: on that of the rows where
    # values tie, on that of the arguments by rounding.
    table, turned = (np.array(sorted(zip(*pair, strict=True))) for pair in ((u, v), (v, u)))
    swapped = not random_ties and table.tolist() > turned.tolist()
    lengths = code_lengths(*(turned if swapped else table).T)
    gain = lengths["y"] + lengths["x|y"] - lengths["x"] - lengths["y|x"]
    return float((-gain if swapped else gain) / (lengths["x"] + lengths["y"]))


METHOD = Method(
    score=score,
    version=VERSION,
    name="bQCD",
    reference="Tagasovska et al., ICML 2020",
    assumption="the conditional quantiles of the effect given the cause lose less than those of the cause given it",
    coverage="there are fewer than four rows",
    agreement="near",
    extra="causal",
)
