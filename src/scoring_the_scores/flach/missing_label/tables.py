"""Cost lines and cost curves over a scale that counts operating conditions by how likely they are: Figure 4 as a table.

A law of operating conditions with distribution function W stretches the horizontal axis: condition z is drawn at W(z).
The area under the cost curve on that axis is the expected minimum loss, ∫ CC(z) dW(z). Under the uniform law W(z) = z.
The height is the loss itself, so that lines which are straight over the condition become curves, the level ones apart.
"""

from __future__ import annotations

from typing import get_args

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.stats import beta as beta_law

from metricbook import Over, Sweep, cost_curve_of, cost_lines_of

#: The laws of the paper's Figure 4, by name.
LAWS = {"uniform": (1, 1), "Beta(2, 2)": (2, 2)}

#: Heads for the seven printed numbers: the areas, H, and the losses over cost proportions c or skews z.
HEADS = {
    "auc": "AUC",
    "auch": "AUCH",
    "H": "H",
    "Uc": "loss, c uniform",
    "Bc": "loss, c Beta",
    "Uz": "loss, z uniform",
    "Bz": "loss, z Beta",
}


def cost_panels(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, steps: int = 120
) -> pd.DataFrame:
    """Cost lines and cost curve over cost proportions and skews, under the uniform law and under Beta(2, 2).

    Returns
    -------
    DataFrame
        ``over`` ("cost" or "skew"), ``law`` ("uniform" or "Beta(2, 2)"), ``line`` (0, 1, ... for the cost lines from
        the highest threshold down, "curve" for the cost curve), ``condition``, ``likelihood`` (the chance of a lower
        condition, the horizontal place) and ``loss``.

    Notes
    -----
    Source: Flach et al. (2011), Figure 4 and the description of it in Section 4.

    Examples
    --------
    >>> table = cost_panels([1, 0], [1, 1], steps=2)
    >>> curve = table.query("over == 'skew' and law == 'Beta(2, 2)' and line == 'curve'")
    >>> curve[["condition", "likelihood", "loss"]].round(6).values.tolist()
    [[0.0, 0.0, 0.0], [0.5, 0.5, 0.5], [1.0, 1.0, 0.0]]
    """
    sweep = Sweep(y_true, y_score, sample_weight=sample_weight)
    parts = []
    for over in get_args(Over):
        lines, curve = cost_lines_of(sweep, over=over), cost_curve_of(sweep, over=over)
        conditions = np.union1d(np.linspace(0, 1, steps + 1), curve.conditions)
        drawn: dict[int | str, np.ndarray] = {
            number: (1 - conditions) * left + conditions * right
            for number, (left, right) in enumerate(zip(lines.at_zero, lines.at_one, strict=True))
        }
        drawn["curve"] = np.interp(conditions, *curve)
        for law, (alpha, beta) in LAWS.items():
            likelihood = beta_law(alpha, beta).cdf(conditions)
            place = {"over": over, "law": law, "condition": conditions, "likelihood": likelihood}
            parts += [pd.DataFrame({**place, "line": line, "loss": losses}) for line, losses in drawn.items()]
    return pd.concat(parts, ignore_index=True)[["over", "law", "line", "condition", "likelihood", "loss"]]


def area(panels: pd.DataFrame, *, over: str, law: str) -> float:
    """Area under the cost curve of one panel of `cost_panels`, by trapezoids between the points that are drawn.

    Examples
    --------
    >>> round(area(cost_panels([1, 0], [1, 1]), over="skew", law="uniform"), 12)
    0.25
    """
    curve = panels[(panels["over"] == over) & (panels["law"] == law) & (panels["line"] == "curve")]
    return float(np.trapezoid(curve["loss"], curve["likelihood"]))
