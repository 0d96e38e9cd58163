"""Curves drawn as scikit-learn draws its own: from predictions or from a fitted classifier, several on one Axes.

A display holds what is drawn, and `plot` draws it. Only that needs Matplotlib.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.costs import OVER, Over, cost_curve_of
from metricbook.metrics.selective import ConfidenceSweep
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import Label, as_floats, check_choice

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure
    from matplotlib.lines import Line2D

#: Methods of a classifier that give scores, and the threshold at which each decides.
THRESHOLDS: Final = {"predict_proba": 0.5, "decision_function": 0.0}


class Display(ABC):
    """Base class of the displays.

    Attributes
    ----------
    ax_, figure_ : Axes, Figure
        Where `plot` drew last.
    line_ : Line2D or None
        The line in the legend.
    """

    ax_: Axes
    figure_: Figure | SubFigure
    line_: Line2D | None

    @classmethod
    @abstractmethod
    def from_predictions(cls, y_true: ArrayLike, y_score: ArrayLike, **kwargs: Any) -> Self:
        """Make and plot a display from labels and scores."""

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Label | None = None,
        response_method: str = "auto",
        name: str | None = None,
        ax: Axes | None = None,
        **kwargs: Any,
    ) -> Self:
        """Make and plot a display from a fitted classifier.

        Parameters
        ----------
        estimator : object
            With ``classes_``, two of them, and a method ``predict_proba`` or ``decision_function``.
        X, y : data as the classifier takes them, and labels of shape (n,)
        sample_weight : array of shape (n,), optional
        pos_label : bool, int, float or str, optional
            The positive class; by default the last of ``classes_``.
        response_method : {"auto", "predict_proba", "decision_function"}
            Which method gives the scores; by default the first of the two that there is. A threshold that is not given
            is the one at which the method decides: 0.5 or 0.
        name : str, optional
            Name in the legend; by default the classifier's type.
        ax : Axes, optional
            Where to draw; new ones by default.
        **kwargs
            As for `from_predictions`.

        Raises
        ------
        ValueError
            If there are not two classes, if ``pos_label`` is none of them, or if the method is missing.
        """
        check_choice("response_method", response_method, ("auto", *THRESHOLDS))
        kind = type(estimator).__name__
        methods = tuple(THRESHOLDS) if response_method == "auto" else (response_method,)
        method = next((each for each in methods if hasattr(estimator, each)), None)
        if method is None:
            raise ValueError(f"{kind} has no {' or '.join(methods)} to score with")
        classes = np.asarray(estimator.classes_).tolist()
        if len(classes) != 2:
            raise ValueError(f"{kind} must tell two classes apart, not {len(classes)}")
        if pos_label is None:
            pos_label = classes[1]
        check_choice("pos_label", pos_label, tuple(classes))
        scores = np.asarray(getattr(estimator, method)(X))
        if method == "predict_proba":
            scores = scores[:, classes.index(pos_label)]
        elif pos_label == classes[0]:
            scores = -scores
        return cls.from_predictions(
            y,
            scores,
            sample_weight=sample_weight,
            pos_label=pos_label,
            name=kind if name is None else name,
            ax=ax,
            **cls._threshold_argument(THRESHOLDS[method]),
            **kwargs,
        )

    @classmethod
    def _threshold_argument(cls, threshold: float) -> dict[str, float]:
        """Argument of `from_predictions` for the threshold of a fitted classifier, if it has one."""
        return {}

    def _take_axes(self, ax: Axes | None) -> Axes:
        try:
            from matplotlib import pyplot
        except ImportError as error:
            raise ImportError(f"{error.name} is not installed: pip install 'metricbook[plot]' brings it") from error
        self.ax_ = pyplot.subplots()[1] if ax is None else ax
        self.figure_ = self.ax_.figure
        return self.ax_


class CostCurveDisplay(Display):
    """Cost curve of a classifier: the smallest loss of any threshold at each operating condition.

    Parameters
    ----------
    conditions, losses : arrays of shape (k,)
        Corners of the curve, as `metricbook.cost_curve` gives them.
    over : {"skew", "cost"}
        What the operating condition is.
    prevalence : float
        Share of the positives, which decides the loss of the trivial classifiers over cost proportions.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_, figure_ : Axes, Figure
        Where `plot` drew last.
    line_ : Line2D
        The curve.
    chance_level_ : Line2D or None
        The better of "all positive" and "all negative", if it was drawn.
    area : float
        Area under the curve, which is `metricbook.expected_min_loss` for uniform operating conditions.

    Notes
    -----
    The legend shows the area. Source: Drummond and Holte (2006).

    Examples
    --------
    The curve of labels 1, 0, 1, 0 in the order of their scores is a triangle:

    >>> CostCurveDisplay([0, 0.5, 1], [0, 0.25, 0]).area
    0.125
    """

    line_: Line2D
    chance_level_: Line2D | None

    def __init__(
        self,
        conditions: ArrayLike,
        losses: ArrayLike,
        *,
        over: Over = "skew",
        prevalence: float = 0.5,
        name: str | None = None,
    ) -> None:
        check_choice("over", over, OVER)
        self.conditions, self.losses = as_floats(conditions, "conditions"), as_floats(losses, "losses")
        self.over, self.prevalence, self.name = over, prevalence, name
        self.area = float(np.trapezoid(self.losses, self.conditions))

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Label | None = None,
        over: Over = "skew",
        name: str | None = None,
        ax: Axes | None = None,
        **kwargs: Any,
    ) -> Self:
        """Make and plot the display of a scored sample.

        Parameters
        ----------
        y_true, y_score, sample_weight, pos_label
            As for `metricbook.Sweep`; both classes must occur.
        over, name
            As for the class.
        ax, **kwargs
            As for `plot`.
        """
        sweep = Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        prevalence = sweep.positives / (sweep.positives + sweep.negatives)
        curve = cost_curve_of(sweep, over=over)
        return cls(*curve, over=over, prevalence=prevalence, name=name).plot(ax, **kwargs)

    def plot(
        self,
        ax: Axes | None = None,
        *,
        name: str | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; new ones by default.
        name : str, optional
            Another name for the legend.
        plot_chance_level : bool
            Whether to draw the better of the two trivial classifiers as well.
        chance_level_kw, **kwargs
            For Matplotlib's ``plot`` of that line and of the curve.
        """
        axes = self._take_axes(ax)
        area = f"area = {self.area:.3g}"
        (self.line_,) = axes.plot(
            self.conditions, self.losses, **{"label": _legend_label(name or self.name, area)} | kwargs
        )
        self.chance_level_ = None
        if plot_chance_level:
            at_zero, at_one = (1, 1) if self.over == "skew" else (2 * self.prevalence, 2 * (1 - self.prevalence))
            corner = at_zero / (at_zero + at_one)
            style = {"color": "black", "linestyle": ":", "label": "one class for all"}
            (self.chance_level_,) = axes.plot(
                [0, corner, 1], [0, corner * at_one, 0], **style | (chance_level_kw or {})
            )
        axes.set(xlabel="skew" if self.over == "skew" else "cost proportion", ylabel="loss", xlim=(0, 1))
        axes.set_ylim(bottom=0, auto=True)  # so that a higher curve, drawn later, fits
        axes.legend(loc="lower center")
        return self


class ConfidenceCurveDisplay(Display):
    """Cumulative accuracy, or accuracy, of decisions from the most to the least confident.

    Parameters
    ----------
    decision_rate, cumulative_accuracy : arrays of shape (k,)
        Share of the weight decided, from 0 to 1, and the share of the whole weight that is decided correctly by then;
        columns of `metricbook.decision_curves`.
    cumulative : bool
        Whether to draw the cumulative accuracy, twice the area under which is LxCIM, or the accuracy among the
        decisions so far.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_, figure_ : Axes, Figure
        Where `plot` drew last.
    line_ : Line2D
        The curve.
    lxcim : float
        Twice the area under the cumulative accuracy.

    Notes
    -----
    The legend shows LxCIM, or the accuracy of all decisions. Source: Brogueira and Figueiredo, Figure 1.

    Examples
    --------
    The more confident of two decisions is right:

    >>> ConfidenceCurveDisplay([0, 0.5, 1], [0, 0.5, 0.5]).lxcim
    0.75
    """

    line_: Line2D

    def __init__(
        self,
        decision_rate: ArrayLike,
        cumulative_accuracy: ArrayLike,
        *,
        cumulative: bool = True,
        name: str | None = None,
    ) -> None:
        self.decision_rate = as_floats(decision_rate, "decision_rate")
        self.cumulative_accuracy = as_floats(cumulative_accuracy, "cumulative_accuracy")
        self.cumulative, self.name = cumulative, name
        self.lxcim = 2 * float(np.trapezoid(self.cumulative_accuracy, self.decision_rate))

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Label | None = None,
        threshold: float = 0.0,
        cumulative: bool = True,
        name: str | None = None,
        ax: Axes | None = None,
        **kwargs: Any,
    ) -> Self:
        """Make and plot the display of a scored sample.

        Parameters
        ----------
        y_true, y_score, sample_weight, pos_label, threshold
            As for `metricbook.ConfidenceSweep`.
        cumulative, name
            As for the class.
        ax, **kwargs
            As for `plot`.
        """
        sweep = ConfidenceSweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, threshold=threshold)
        rate, right = (np.append(0.0, weight) / sweep.total for weight in (sweep.coverage, sweep.correct))
        return cls(rate, right, cumulative=cumulative, name=name).plot(ax, **kwargs)

    @classmethod
    def _threshold_argument(cls, threshold: float) -> dict[str, float]:
        return {"threshold": threshold}

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **kwargs: Any) -> Self:
        """Draw the curve.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; new ones by default.
        name : str, optional
            Another name for the legend.
        **kwargs
            For Matplotlib's ``plot``.
        """
        axes = self._take_axes(ax)
        rate, right = self.decision_rate, self.cumulative_accuracy
        if self.cumulative:
            shown, value = right, f"LxCIM = {self.lxcim:.3g}"
        else:  # at rate 0 the limit from the right
            shown = np.append(right[1] / rate[1], right[1:] / rate[1:])
            value = f"accuracy = {right[-1]:.3g}"
        (self.line_,) = axes.plot(rate, shown, **{"label": _legend_label(name or self.name, value)} | kwargs)
        axes.set(xlabel="decision rate", ylabel="cumulative accuracy" if self.cumulative else "accuracy")
        axes.set(xlim=(0, 1), ylim=(0, 1.02))
        axes.legend(loc="lower right")
        return self


def _legend_label(name: str | None, value: str) -> str:
    return value if name is None else f"{name} ({value})"
