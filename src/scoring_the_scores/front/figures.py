"""The picture of the front page."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import curve_styles, new_axes


def prices_of_f1(table: pd.DataFrame) -> Axes:
    """False alarms that one missed case is worth at the best F1, by AUROC: a line for each prevalence."""
    _, ((axes,),) = new_axes(1, 1, width=6.6, height=3.6)
    for (prevalence, line), style in zip(table.groupby("prevalence"), curve_styles(), strict=False):
        axes.plot(line["auroc"], line["price"], **style)
        start = line.iloc[0]
        name = f"{100 * prevalence:.0f} % of the cases are positive"
        axes.annotate(name, (start["auroc"], start["price"]), (2, 5), textcoords="offset points", color=style["color"])
    axes.set(yscale="log", ylim=(1, 75), xlim=(table["auroc"].min(), 1))
    axes.set(xlabel="AUROC of the classifier", ylabel="false alarms that one\nmissed case is worth to F1")
    ticks = (1, 2, 5, 10, 20, 50)
    axes.set_yticks(ticks, list(map(str, ticks)))
    axes.minorticks_off()
    return axes
