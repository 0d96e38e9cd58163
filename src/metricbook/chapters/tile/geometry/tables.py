"""The tables behind the chapter on geometry: pencils of lines in ROC space, deformed grids, scores of mixtures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook.tile.axioms import mixture
from metricbook.tile.named import SCORES
from metricbook.tile.operations import shift_square
from metricbook.tile.roc import clip_line, level_line, one_line, reading_line, zero_line
from metricbook.tile.scores import Array
from metricbook.tile.volumes import volume

#: Where the panels of Figure 1 have their scores, row by row of the Tile from the top.
NINE_PLACES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "NPV": (0, 1), "X tn,tp|tn,fn,tp": (0.5, 1), "TPR": (1, 1),
        "J-": (0, 0.5), "A": (0.5, 0.5), "F1": (1, 0.5),
        "TNR": (0, 0), "X tn,tp|tn,fp,tp": (0.5, 0), "PPV": (1, 0),
    }
)  # fmt: skip
#: The prior and the place of the paper's Figure 2.
FIGURE_2 = MappingProxyType({"pi_plus": 0.2, "a": 0.95, "b": 0.7})
#: Tenths, for values, coordinates and shares alike.
TENTHS = np.arange(11) / 10
#: Pairs of performances with equal priors whose even mixture leaves the range of their scores; see the chapter.
WITNESSES = MappingProxyType(
    {
        "ACP": ((0.0, 0.5, 0.1, 0.4), (0.4, 0.1, 0.5, 0.0)),
        "P4": ((0.1, 0.4, 0.1, 0.4), (0.4, 0.1, 0.4, 0.1)),
        "VUT": ((0.1, 0.4, 0.0, 0.5), (0.5, 0.0, 0.4, 0.1)),
        "Scott pi": ((0.0, 0.5, 0.0, 0.5), (0.5, 0.0, 0.5, 0.0)),
    }
)


def score_named(name: str) -> Callable[[ArrayLike], Array | float]:
    """A score of `metricbook.tile.named.SCORES`, or the volume under the Tile by its name in the paper, VUT."""
    return volume if name == "VUT" else SCORES[name]


def nine_pencils(prior: float) -> pd.DataFrame:
    """Lines of equal score in ROC space for nine places.

    Returns
    -------
    DataFrame
        ``score``, ``a``, ``b``, ``value``, and the ends ``x0``, ``y0``, ``x1``, ``y1`` of each line.

    Examples
    --------
    >>> lines = nine_pencils(0.2).set_index(["score", "value"])
    >>> lines.loc[("TPR", 0.5), ["x0", "y0", "x1", "y1"]].tolist()
    [0.0, 0.5, 1.0, 0.5]
    """
    tables = []
    for name, (a, b) in NINE_PLACES.items():
        ends = _segments(level_line(a, b, TENTHS, prevalence=prior), TENTHS, "value", low=0.0, high=1.0)
        tables.append(ends.assign(score=name, a=float(a), b=float(b)))
    return pd.concat(tables, ignore_index=True)[["score", "a", "b", "value", "x0", "y0", "x1", "y1"]]


def three_pencils(*, pi_plus: float, a: float, b: float, low: float, high: float) -> pd.DataFrame:
    """The lines of the paper's Figure 2: ``panel``, ``line``, ``parameter`` and the ends within a square.

    Panel ``a`` holds lines of equal ``value`` and lines to ``read`` on, by their rate of positive predictions; panel
    ``b`` the ``zero`` lines by a; panel ``c`` the ``one`` lines by b. Lines that miss the square are left out.
    """
    rates = np.array([0.1, 0.5, 0.9])
    parts = [
        ("a", "value", level_line(a, b, TENTHS, prevalence=pi_plus), TENTHS),
        ("a", "read", reading_line(rates, prevalence=pi_plus), rates),
        ("b", "zero", zero_line(TENTHS, prevalence=pi_plus), TENTHS),
        ("b", "zero", zero_line([a], prevalence=pi_plus), np.array([a])),
        ("c", "one", one_line(TENTHS, prevalence=pi_plus), TENTHS),
        ("c", "one", one_line([b], prevalence=pi_plus), np.array([b])),
    ]
    tables = [
        _segments(lines, parameters, "parameter", low=low, high=high).assign(panel=panel, line=line)
        for panel, line, lines, parameters in parts
    ]
    columns = ["panel", "line", "parameter", "x0", "y0", "x1", "y1"]
    # the line of the figure's own a or b may be one of the tenths
    return pd.concat(tables, ignore_index=True)[columns].drop_duplicates(ignore_index=True)


def deformed_grids(priors: ArrayLike, *, n: int = 101) -> pd.DataFrame:
    """The grids of the paper's Figure 8: ``prior``, ``line``, ``parameter``, ``a``, ``b``.

    ``vertical`` and ``horizontal`` lines of equal priors in steps of a tenth, and the falling ``diagonal``, where the
    shift of the prior to each of the given ones takes them (Eqs. 4 and 5).
    """
    along = np.arange(n) / (n - 1)
    tables = []
    for prior in np.atleast_1d(np.asarray(priors, dtype=np.float64)):
        parts = [("vertical", x, np.full(n, x), along) for x in TENTHS]
        parts += [("horizontal", x, along, np.full(n, x)) for x in TENTHS] + [("diagonal", 1.0, along, 1 - along)]
        for line, parameter, a, b in parts:
            a, b = shift_square(a, b, source=prior, target=0.5)
            tables.append(pd.DataFrame({"prior": prior, "line": line, "parameter": parameter, "a": a, "b": b}))
    return pd.concat(tables, ignore_index=True)


def witness_mixtures(n: int = 101) -> pd.DataFrame:
    """Scores of the mixtures of each pair of `WITNESSES`: ``score``, ``weight`` of the first, ``value``."""
    weight = np.arange(n) / (n - 1)
    tables = [
        pd.DataFrame({"score": name, "weight": weight, "value": score_named(name)(mixture(first, second, weight))})
        for name, (first, second) in WITNESSES.items()
    ]
    return pd.concat(tables, ignore_index=True)


def _segments(lines: Array, parameters: Array, name: str, *, low: float, high: float) -> pd.DataFrame:
    ends = clip_line(lines, low=low, high=high).reshape(-1, 4)
    table = pd.DataFrame(ends, columns=["x0", "y0", "x1", "y1"])
    table.insert(0, name, parameters)
    return table.dropna(ignore_index=True)
