"""bQCD, bivariate quantile causal discovery: code lengths of quantiles, with a nonparametric copula."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from metricbook._extras import brought_by
from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector

N_LEVELS = 7
FEW_ROWS = 200  # with fewer, the median alone


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


def pseudo_observations(values: Vector) -> Vector:
    """Return ranks divided by n + 1; ties share their mean rank.

    >>> pseudo_observations(np.array([5.0, 1.0, 5.0])).tolist()
    [0.625, 0.25, 0.625]
    """
    from scipy.stats import rankdata  # takes a second to import

    return rankdata(values) / (values.size + 1)


def code_lengths(u: Vector, v: Vector) -> dict[str, float]:
    """Return the mean, over the levels, of the losses of four quantiles: of x, of y, of y given x, of x given y.

    u and v are the pseudo-observations of x and y; the losses are measured on the normal scale, as z-scores of these.
    The keys are ``"x"``, ``"y"``, ``"y|x"`` and ``"x|y"``.
    """
    with brought_by("causal"):
        import pyvinecopulib as vine

    controls = vine.FitControlsBicop(family_set=[vine.BicopFamily.tll], num_threads=1)
    copula = vine.Bicop.from_data(np.column_stack([u, v]), controls=controls)
    x, y = ndtri(u), ndtri(v)
    lengths = dict.fromkeys(("x", "y", "y|x", "x|y"), 0.0)
    for level, weight in zip(*levels(u.size), strict=True):
        same = np.full(u.size, level)
        alone = float(ndtri(level))
        lengths["x"] += weight * pinball(x, alone, level)
        lengths["y"] += weight * pinball(y, alone, level)
        lengths["y|x"] += weight * pinball(y, ndtri(copula.hinv1(np.column_stack([u, same]))), level)
        lengths["x|y"] += weight * pinball(x, ndtri(copula.hinv2(np.column_stack([same, v]))), level)
    return lengths


def compare(x: Vector, y: Vector) -> float:
    """Return how much shorter "x, then y given x" is coded by quantiles than "y, then x given y".

    By the idea that the causal direction has the shorter description, the quantiles of the cause and the conditional
    ones of the effect should lose less. Both variables are replaced by the normal scores of their ranks, so without
    ties their own code lengths are equal and the conditional ones decide. The conditional quantiles are those of a
    copula estimated by local likelihood (constant, on the normal scale). The difference is a share of the code lengths
    of x and y alone.
    """
    u, v = pseudo_observations(x), pseudo_observations(y)
    # One order of the rows and of the arguments, because the copula's fit depends on both: on that of the rows where
    # values tie, on that of the arguments by rounding.
    table, turned = (np.array(sorted(zip(*pair, strict=True))) for pair in ((u, v), (v, u)))
    swapped = table.tolist() > turned.tolist()
    lengths = code_lengths(*(turned if swapped else table).T)
    gain = lengths["y"] + lengths["x|y"] - lengths["x"] - lengths["y|x"]
    return float((-gain if swapped else gain) / (lengths["x"] + lengths["y"]))


METHOD = Method(
    compare,
    name="bQCD",
    version=2,
    reference="Tagasovska, Chavez-Demoulin and Vatter, *Distinguishing cause from effect using quantiles: bivariate "
    "quantile causal discovery*, ICML 2020; Nagler, *kdecopula: an R package for the kernel estimation of bivariate "
    "copula densities*, Journal of Statistical Software 84(7), 2018",
    assumption="the conditional quantiles of the effect given the cause lose less than those of the cause given it",
    least_rows=4,
    extra="causal",
)
