"""Where in a list the difference of two models' areas comes from: a sum over all cuts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook import Sweep


def shares(first: Sequence[int], second: Sequence[int]) -> tuple[list[Fraction], list[Fraction]]:
    """What each cut of two rankings contributes to the first's AUROC, and to its average precision, less the second's.

    ΔAUROC = Σ (T - T') / (n₊ n₋) and ΔAP = Σ {T (T+1) - T' (T'+1)} / {2 n₊ r (r+1)}, with T and T' the positives
    among the first r cases.

    Returns
    -------
    two lists of n fractions
        One entry for each cut r = 1, ..., n.

    Examples
    --------
    >>> auroc, ap = shares((1, 0), (0, 1))
    >>> [str(x) for x in auroc], [str(x) for x in ap]
    (['1', '0'], ['1/2', '0'])
    """
    n, positives = len(first), sum(first)
    if (len(second), sum(second)) != (n, positives):
        raise ValueError("the rankings must be of the same cases")
    above, found, other = positives * (n - positives), 0, 0
    areas, precisions = [], []
    for r, (one, two) in enumerate(zip(first, second, strict=True), start=1):
        found, other = found + one, other + two
        areas.append(Fraction(found - other, above))
        precisions.append(Fraction(found * (found + 1) - other * (other + 1), 2 * positives * r * (r + 1)))
    return areas, precisions


def down_the_list(y_true: ArrayLike, first: ArrayLike, second: ArrayLike) -> pd.DataFrame:
    """How the difference of two models' areas adds up from the top of the list to its end.

    Returns
    -------
    DataFrame
        For each cut ``rank``: the positives found down to it by each model, ``first`` and ``second``, and what all cuts
        down to it contribute to the differences in ``AUROC`` and ``AP``.
    """
    rankings = []
    for scores in (first, second):
        sweep = Sweep(y_true, scores)
        if sweep.thresholds.size < sweep.positives + sweep.negatives:
            raise ValueError("two scores are equal: cuts between them are not defined")
        rankings.append(np.diff(sweep.true_positives, prepend=0).astype(int).tolist())
    found = {"AUROC": (each := shares(*rankings))[0], "AP": each[1]}
    table = pd.DataFrame({"rank": np.arange(1, len(rankings[0]) + 1)})
    for name, ranking in zip(("first", "second"), rankings, strict=True):
        table[name] = np.cumsum(ranking)
    for name, values in found.items():
        table[name] = np.cumsum(np.array(values, dtype=float))
    return table
