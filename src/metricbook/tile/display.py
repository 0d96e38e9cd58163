"""The Tile drawn as scikit-learn draws its displays: one classifier as colours, several as level lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.displays import Display
from metricbook.metrics.validation import Label, as_floats, check_choice, check_sample, check_threshold
from metricbook.tile.performances import performance_of
from metricbook.tile.sample import tile_of_sample
from metricbook.tile.scores import tile_axes, tile_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.contour import QuadContourSet

#: The level lines that are drawn by default.
LEVELS = (0.5, 0.6, 0.7, 0.8, 0.9)


class TileDisplay(Display):
    """Values of all canonical ranking scores of a classifier, at their places on the Tile.

    Parameters
    ----------
    values : array of shape (n, n)
        Rows are b, columns a, both ascending from 0 to 1, as `metricbook.tile.tile_of` gives them.
    name : str, optional
        Name in the title or in the legend.

    Attributes
    ----------
    ax_, figure_ : Axes, Figure
        Where `plot` drew last.
    surface_ : QuadMesh or QuadContourSet
        The colours or the level lines.
    line_ : Line2D or None
        The entry of the level lines in the legend; None for colours.

    Notes
    -----
    Source: Piérard et al., Section 4.

    Examples
    --------
    All predicted positive, on a balanced sample: NPV is undefined, TPR is 1, TNR 0 and PPV 1/2.

    >>> display = TileDisplay.from_predictions([1, 0], [2, 1], threshold=0, resolution=2)
    >>> display.values.round(3).tolist()
    [[0.0, 0.5], [nan, 1.0]]
    """

    surface_: QuadMesh | QuadContourSet

    def __init__(self, values: ArrayLike, *, name: str | None = None) -> None:
        self.values, self.name = as_floats(values, "values"), name
        if self.values.ndim != 2 or self.values.shape[0] != self.values.shape[1]:
            raise ValueError(f"values must be a square array, not of shape {self.values.shape}")

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Label | None = None,
        threshold: float | None = None,
        resolution: int = 101,
        name: str | None = None,
        ax: Axes | None = None,
        **kwargs: Any,
    ) -> Self:
        """Make and plot the display of a scored sample.

        Parameters
        ----------
        y_true, y_score, sample_weight, pos_label
            As for `metricbook.Sweep`.
        threshold : float, optional
            Scores of at least this are predicted positive. By default each ranking score is shown at its best
            threshold, as by `metricbook.tile.tile_of_sample`, and both classes must occur.
        resolution : int
            Places along each side of the Tile.
        name
            As for the class.
        ax, **kwargs
            As for `plot`.
        """
        sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        if threshold is None:
            values = tile_of_sample(
                sample.labels, sample.scores, sample_weight=sample.weights, resolution=resolution
            ).best
        else:
            predicted = sample.scores >= check_threshold(threshold)
            values = tile_of(performance_of(sample.labels, predicted, sample_weight=sample.weights), resolution)
        return cls(values, name=name).plot(ax, **kwargs)

    def plot(
        self, ax: Axes | None = None, *, name: str | None = None, plot_method: str = "pcolormesh", **kwargs: Any
    ) -> Self:
        """Draw the Tile.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; new ones by default.
        name : str, optional
            Another name for the title or the legend.
        plot_method : {"pcolormesh", "contour"}
            Colours with a bar, for one classifier, or level lines, for several classifiers on one Axes.
        **kwargs
            For Matplotlib's function of that name.
        """
        check_choice("plot_method", plot_method, ("pcolormesh", "contour"))
        axes, name = self._take_axes(ax), name or self.name
        a, b = (axis.ravel() for axis in tile_axes(len(self.values)))
        self.line_ = None
        if plot_method == "pcolormesh":
            options: dict[str, Any] = {"vmin": 0, "vmax": 1, "shading": "nearest", "rasterized": True, **kwargs}
            self.surface_ = axes.pcolormesh(a, b, self.values, **options)
            self.figure_.colorbar(self.surface_, ax=axes, label="value of the score")
            if name is not None:
                axes.set_title(name)
        else:
            (self.line_,) = axes.plot([], [], label=name)  # takes the next colour
            options = {"levels": LEVELS, "colors": [self.line_.get_color()], **kwargs}
            self.surface_ = axes.contour(a, b, self.values, **options)
            self.line_.set_color(tuple(np.asarray(self.surface_.get_edgecolor())[0]))
            if isinstance(style := kwargs.get("linestyles"), str):
                self.line_.set(linestyle=style)
            axes.clabel(self.surface_, fontsize="small")
            if name is not None:
                axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)  # level lines may be anywhere inside
        axes.set(xlabel="a", ylabel="b", xlim=(0, 1), ylim=(0, 1), aspect="equal")
        return self
