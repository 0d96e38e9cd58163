"""The nine data sets of the threshold paper (Sumpter 2023, Section 2): positives, difficult negatives, easy negatives.

One input per sample, normal in each of the three groups. The columns of the paper's figures differ in the mean of the
difficult negatives (5, 7, 9), the rows in the number of easy ones (100, 1000, 10000 from top to bottom: the paper's
sentence has this garbled; see the claim ``sumpter.data-generation``). Scores are log-odds of a logistic regression.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import expit, ndtr

from claimledger import cached_result

Floats = NDArray[np.float64]
HARD_MEANS = (5.0, 7.0, 9.0)
EASY_COUNTS = (100, 1_000, 10_000)
#: The grid of log-odds on which the paper's figures are drawn.
GRID = np.round(np.arange(-10, 10.05, 0.1), 1)
_WIDTHS = 8.0  # standard deviations on either side that a grid over a group covers
_GRID = 4_001


@dataclass(frozen=True)
class Panel:
    """Sizes, means and common spread of the three normal groups that make one data set.

    Examples
    --------
    >>> PANELS["h"]
    Panel(hard_mean=7.0, easy=10000, positives=1000, hard=1000, positive_mean=10.0, easy_mean=2.0, sd=2.0)
    >>> PANELS["h"].negatives
    11000
    """

    hard_mean: float
    easy: int
    positives: int = 1_000
    hard: int = 1_000
    positive_mean: float = 10.0
    easy_mean: float = 2.0
    sd: float = 2.0

    def __post_init__(self) -> None:
        if min(self.easy, self.hard) < 0 or self.positives < 1 or self.negatives < 1:
            raise ValueError(f"each class needs a sample and no group a negative size: {self}")
        if not self.sd > 0:
            raise ValueError(f"sd must be above 0, not {self.sd}")

    @property
    def negatives(self) -> int:
        """Number of negatives of both kinds."""
        return self.hard + self.easy

    @property
    def groups(self) -> tuple[tuple[int, float], ...]:
        """Size and mean of the positives, the difficult and the easy negatives, in this order."""
        return (self.positives, self.positive_mean), (self.hard, self.hard_mean), (self.easy, self.easy_mean)

    @property
    def auroc(self) -> float:
        r"""A of the population itself, the mean of :math:`\Phi((m_p - m)/(\sigma\sqrt2))` over the negatives' means m.

        Examples
        --------
        >>> round(PANELS["f"].auroc, 4)
        0.8179
        """
        _, *negatives = self.groups
        wins = [size * ndtr((self.positive_mean - mean) / (self.sd * np.sqrt(2))) for size, mean in negatives]
        return float(sum(wins) / self.negatives)

    @property
    def logistic_line(self) -> tuple[float, float]:
        r"""Intercept and slope of the log-odds that logistic regression tends to as all three groups grow alike.

        They maximise the expected log-likelihood, found by Newton's method on a grid of inputs. With one kind of
        negatives, here as many as positives, this is the population's own line:

        Examples
        --------
        >>> one_kind = Panel(hard_mean=6.0, easy=0)
        >>> tuple(round(value, 6) for value in one_kind.logistic_line)  # slope (10 - 6)/4, zero half way
        (-8.0, 1.0)
        """
        means = [mean for size, mean in self.groups if size]
        grid = np.linspace(min(means) - _WIDTHS * self.sd, max(means) + _WIDTHS * self.sd, _GRID)
        of_class = [
            sum((size * np.exp(-(((grid - mean) / self.sd) ** 2) / 2) for size, mean in groups), np.zeros_like(grid))
            for groups in (self.groups[:1], self.groups[1:])
        ]
        weights = of_class[0] + of_class[1]
        return _newton(grid, of_class[0] / weights, weights)


#: The paper's nine data sets by the letter of their panel.
PANELS: Mapping[str, Panel] = MappingProxyType(
    {
        letter: Panel(hard_mean=HARD_MEANS[place % 3], easy=EASY_COUNTS[place // 3])
        for place, letter in enumerate("abcdefghi")
    }
)


@dataclass(frozen=True)
class Scored:
    """One drawn data set: labels, inputs, kind of each sample, and the log-odds fitted to it.

    Attributes
    ----------
    labels : bool array of shape (n,)
        True for positives, which come first, then the difficult and then the easy negatives.
    inputs, scores : arrays of shape (n,)
        The input X and the score ``intercept + slope * X``.
    intercept, slope : float
        What logistic regression found.
    """

    panel: Panel
    labels: NDArray[np.bool_]
    inputs: Floats
    intercept: float
    slope: float

    @property
    def scores(self) -> Floats:
        """Log-odds of being positive, one for each sample."""
        return self.intercept + self.slope * self.inputs

    @property
    def log_likelihoods(self) -> Floats:
        """Logarithm of the fitted probability of each sample's own label; never above 0."""
        return -np.logaddexp(0.0, np.where(self.labels, -self.scores, self.scores))


def draw(panel: Panel, *, rng: np.random.Generator) -> tuple[NDArray[np.bool_], Floats]:
    """Labels and inputs of one data set: positives first, then difficult, then easy negatives.

    Examples
    --------
    >>> labels, inputs = draw(Panel(hard_mean=5.0, easy=3, positives=2, hard=1), rng=np.random.default_rng(1))
    >>> labels.tolist(), inputs.shape
    ([True, True, False, False, False, False], (6,))
    """
    means = np.repeat([mean for _, mean in panel.groups], [size for size, _ in panel.groups])
    labels = np.arange(means.size) < panel.positives
    return labels, rng.normal(means, panel.sd)


def fit(labels: NDArray[np.bool_], inputs: Floats, *, penalty: bool = True) -> tuple[float, float]:
    """Intercept and slope of scikit-learn's logistic regression of the labels on one input.

    Examples
    --------
    >>> intercept, slope = fit(np.array([False, False, True, True]), np.array([-2.0, 1.0, -1.0, 2.0]))
    >>> abs(intercept) < 1e-6, slope > 0
    (True, True)
    """
    from sklearn.linear_model import LogisticRegression  # a dependency of the book, not of the package

    # Newton's method, as its result does not depend on where it stops: the default solver gives three digits only.
    model = LogisticRegression(C=1.0 if penalty else np.inf, solver="newton-cholesky", tol=1e-8)
    with _threads().limit(limits=1):  # more threads take up to a hundred times as long on a problem this small
        model.fit(np.asarray(inputs, dtype=float)[:, None], labels)
    return float(model.intercept_[0]), float(model.coef_[0, 0])


@cache
def _threads() -> Any:
    from threadpoolctl import ThreadpoolController  # comes with scikit-learn

    return ThreadpoolController()


def scored(panel: Panel | str, *, rng: np.random.Generator) -> Scored:
    """Draw a data set and fit its log-odds.

    Examples
    --------
    >>> sample = scored("a", rng=np.random.default_rng(1))
    >>> sample.labels.size, sample.slope > 0
    (2100, True)
    """
    law = PANELS[panel] if isinstance(panel, str) else panel
    labels, inputs = draw(law, rng=rng)
    return Scored(law, labels, inputs, *fit(labels, inputs))


def nine(seed: int) -> dict[str, Scored]:
    """All nine data sets of one seed, by letter; each letter has a stream of its own.

    So one panel on demand, ``scored("e", rng=panel_rng(seed, "e"))``, is the one in the set of nine.

    Examples
    --------
    >>> "".join(nine(0))
    'abcdefghi'
    """
    return {letter: scored(letter, rng=panel_rng(seed, letter)) for letter in PANELS}


def panel_rng(seed: int, letter: str) -> np.random.Generator:
    """The generator of one panel of one seed."""
    return np.random.default_rng([seed, "abcdefghi".index(letter)])


def _newton(inputs: Floats, shares: Floats, weights: Floats) -> tuple[float, float]:
    """Weighted logistic regression of shares of positives on one input."""
    design = np.stack([np.ones_like(inputs), inputs])
    line = np.zeros(2)
    for _ in range(100):
        chance = expit(line @ design)
        gradient = design @ (weights * (shares - chance))
        step = np.linalg.solve((design * (weights * chance * (1 - chance))) @ design.T, gradient)
        # A full step can overshoot far from the optimum, where the likelihood is flat.
        line += step / max(1.0, float(np.abs(step).max()) / 5)
        if np.abs(step).max() < 1e-12:
            return float(line[0]), float(line[1])
    raise ArithmeticError(f"logistic regression did not settle: {line}, last step {step}")


def counted_negatives(letter: str) -> int:
    """N as the script takes it: that of the data set in the same column whose row has the same number.

    Examples
    --------
    >>> [counted_negatives(letter) for letter in "aeigh"]
    [1100, 2000, 11000, 1100, 2000]
    """
    column = "abcdefghi".index(letter) % 3
    return PANELS["abcdefghi"[3 * column + column]].negatives


@cached_result
def simulated_as_drawn(seeds: Iterable[int], *, letters: str = "abcdefghi") -> pd.DataFrame:
    """What Figures 2 and 4 to 6 show of drawn data sets, with their own N and with the script's, on the script's grid.

    Returns
    -------
    DataFrame
        ``seed``, ``panel``, ``version`` ("right" or "as drawn"), ``left`` (B at log-odds -10), ``line`` (the first
        threshold of the grid with B of at most 1/2), ``C`` (where the drawn B passes 1/2) and ``peak`` (of B_+).
    """
    rows = []
    for seed in seeds:
        for letter in letters:
            sample = scored(letter, rng=panel_rng(seed, letter))
            grid = GRID[sample.scores.max() > GRID]  # what labels a member
            v, u = (_share_above(sample.scores[sample.labels == kind], grid) for kind in (True, False))
            steps = np.append(-np.diff(u) * v[1:], 0.0)
            integral = steps[::-1].cumsum()[::-1]  # of f_N v, as the script sums it
            positives, negatives = sample.panel.positives, sample.panel.negatives
            for version, counted in (("right", negatives), ("as drawn", counted_negatives(letter))):
                flagged = positives * v + counted * u
                plus = positives * v**2 / 2 / flagged
                curve = pd.DataFrame(
                    {
                        "threshold": grid,
                        "B": plus + counted * integral / flagged,
                        "C": positives * v / (positives * v + negatives * u),
                    }
                )
                line = grid[int((curve["B"] > 0.5).sum())]
                rows.append(
                    (
                        seed,
                        letter,
                        version,
                        curve["B"].iloc[0],
                        line,
                        np.interp(0.5, curve["B"][::-1], curve["C"][::-1]),
                        plus.max(),
                    )
                )
    return pd.DataFrame(rows, columns=["seed", "panel", "version", "left", "line", "C", "peak"])


def _share_above(scores: np.ndarray, thresholds: np.ndarray) -> np.ndarray:
    return 1 - np.searchsorted(np.sort(scores), thresholds, side="right") / scores.size


def score_histograms(samples: Mapping[str, Scored], *, low: float = -20.0, high: float = 15.0) -> pd.DataFrame:
    """Numbers of samples by score, in bins a quarter of a unit wide: what Figure 2 draws.

    Returns
    -------
    DataFrame
        ``panel``, ``left``, ``right``, ``negatives``, ``positives``.

    Examples
    --------
    >>> table = score_histograms({"a": scored("a", rng=np.random.default_rng(1))}, low=-40, high=40)
    >>> int(table["negatives"].sum()), int(table["positives"].sum())
    (1100, 1000)
    """
    edges = np.arange(low, high + 0.125, 0.25)
    parts = []
    for letter, sample in samples.items():
        counts = [np.histogram(sample.scores[sample.labels == positive], edges)[0] for positive in (False, True)]
        parts.append(
            pd.DataFrame(
                {
                    "panel": letter,
                    "left": edges[:-1],
                    "right": edges[1:],
                    "negatives": counts[0],
                    "positives": counts[1],
                }
            )
        )
    return pd.concat(parts, ignore_index=True)
