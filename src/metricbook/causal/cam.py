"""CAM, causal additive models, for two variables: the fit of a penalised spline, as a likelihood."""

from __future__ import annotations

import math

import numpy as np

from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, standardise
from metricbook.causal._splines import fitted_by_gcv

BASIS_SIZE = 10
# A residual variance below this share of the variance is rounding noise: the fit is exact.
EXACT = 1e-24


def basis_size(n: int) -> int:
    """Return the number of basis functions for n rows: ten, or one for every three rows if there are fewer than 30.

    >>> basis_size(30), basis_size(29), basis_size(10), basis_size(4)
    (10, 10, 4, 3)
    """
    return BASIS_SIZE if n >= 3 * BASIS_SIZE else max(math.ceil(n / 3), 3)


def gain(cause: Vector, effect: Vector) -> float:
    """Return log var(effect) - log var(effect's residual around a spline of the cause): at least 0, in nats.

    The spline is `fitted_by_gcv`. It is the gain in log likelihood per row, times two, of the graph with the edge over
    the graph without. The unit of neither variable matters. A fit that is exact to rounding counts as leaving 1e-24 of
    the variance.

    >>> x = np.linspace(-1, 1, 50)
    >>> round(gain(x, 3 * x - 2), 1)  # log(1e24): an exact fit
    55.3
    """
    cause, effect = standardise(cause), standardise(effect)
    residual = effect - fitted_by_gcv(cause, effect, basis_size(effect.size))
    return -math.log(max(float(residual.var() / effect.var()), EXACT))


def compare(x: Vector, y: Vector, *, signed_total: bool = False) -> float:
    """Return the gain of the edge x → y minus the gain of y → x, in nats.

    A causal additive model with Gaussian noise describes the pair in its causal direction; in the other direction the
    noise that is left is larger, for the same variances. The likelihoods of the two graphs x → y and y → x differ by
    half of this score per row, whatever the units. NaN if a variable has fewer distinct values than the spline has
    basis functions (ten, from 28 rows on).

    Ten thin plate basis functions are what the method's first implementation uses. Which smoother it is matters little
    but for pair 106, whose 114 rows weigh as much as any pair's: ten knots at quantiles fit it less well and decide the
    other way.

    The row of Table 1 does not rest on this score but on the ``signed_total``: the total score of the chosen graph,
    with a plus if that is x → y and a minus if it is y → x. The total score of x → y is -log var(x) - log var(residual
    of y). It is meant to compare graphs on the same data; its own sign says whether the variances are below one, so it
    depends on the units, and where it is negative the sign of the choice is turned round. The scores behind Table 1, as
    its authors published them, have the sign of this one for all pairs but one, and nearly its size.

    >>> x = np.linspace(-1, 1, 60)
    >>> y = x**2 + 0.3 * x
    >>> compare(x, y, signed_total=True) > 0 > compare(100 * x, 100 * y, signed_total=True)
    True
    """
    if min(np.unique(x).size, np.unique(y).size) < basis_size(x.size):
        return float("nan")
    forward, backward = gain(x, y), gain(y, x)
    if not signed_total:
        return forward - backward
    # 2 log(sd), not log(var): the variance of an allowed value may be beyond float64.
    no_edge = -2 * math.log(x.std()) - 2 * math.log(y.std())
    return no_edge + forward if forward > backward else -(no_edge + backward)


METHOD = Method(
    compare,
    name="CAM",
    version=2,
    reference="Bühlmann, Peters and Ernest, *CAM: causal additive models, high-dimensional order search and penalized "
    "regression*, Annals of Statistics 42(6), 2014",
    assumption="the effect is a smooth function of the cause plus Gaussian noise that is independent of it",
)
