"""The six measures that the paper compares, for small classifiers and in fractions.

A classifier is given by its *ranking*: the labels of a sample without ties, from the highest score down. With v_b and
w_b the share of positives and the weight of segment b of the ROC convex hull, and p_b = v_b (1 - v_b), the expected
minimum losses are Σ w_b p_b under the uniform distribution and Σ w_b p_b (1 + p_b) under Beta(2, 2), for cost
proportions as well as, with both classes given equal weight, for skews.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import pandas as pd

from metricbook.exact.samples import rankings

#: The measures that Flach et al. (2011, Section 4) compare; L_B is Beta(2, 2), and H falls linearly with L_B(c).
MEASURES: Final = ("AUC", "AUCH", "L_U(c)", "L_B(z)", "L_U(z)", "L_B(c)")
#: Of these, the ones of which less is better.
LOSSES: Final = frozenset({"L_U(c)", "L_B(z)", "L_U(z)", "L_B(c)"})


def segments(ranking: Sequence[int]) -> list[tuple[int, int]]:
    """Positives and negatives on each segment of the ROC convex hull, by pooling adjacent violators.

    Examples
    --------
    >>> segments([1, 0, 1, 0])
    [(1, 0), (1, 1), (0, 1)]
    """
    pooled: list[tuple[int, int]] = []
    for label in ranking:
        up, right = int(label == 1), int(label == 0)
        # Pool while the previous segment is no steeper: a hull is steepest at its left end.
        while pooled and pooled[-1][0] * right <= up * pooled[-1][1]:
            before = pooled.pop()
            up, right = up + before[0], right + before[1]
        pooled.append((up, right))
    return pooled


def measures(ranking: Sequence[int]) -> dict[str, Fraction]:
    """The six measures of `MEASURES` for a ranking, as fractions.

    Returns
    -------
    dict
        Fractions by name. AUC and AUCH: 1 is perfect. Losses, with costs that add up to 2: 0 is perfect.

    Notes
    -----
    Source: Flach et al. (2011), Section 4.

    Examples
    --------
    >>> {name: str(value) for name, value in measures([1, 0, 1, 0]).items()}
    {'AUC': '3/4', 'AUCH': '7/8', 'L_U(c)': '1/8', 'L_B(z)': '5/32', 'L_U(z)': '1/8', 'L_B(c)': '5/32'}
    """
    positives, negatives = sum(ranking), len(ranking) - sum(ranking)
    pairs = sum(sum(ranking[:i]) for i, label in enumerate(ranking) if label == 0)
    hull = segments(ranking)
    gained, area = 0, Fraction(0)
    for up, right in hull:
        area += Fraction(right * (2 * gained + up), 2 * positives * negatives)
        gained += up
    by_cost = [(Fraction(up, len(ranking)), Fraction(right, len(ranking))) for up, right in hull]
    by_skew = [(Fraction(up, 2 * positives), Fraction(right, 2 * negatives)) for up, right in hull]
    (uniform_c, beta_c), (uniform_z, beta_z) = _losses(by_cost), _losses(by_skew)
    values = (Fraction(pairs, positives * negatives), area, uniform_c, beta_z, uniform_z, beta_c)
    return dict(zip(MEASURES, values, strict=True))


def measures_of_all(positives: int, negatives: int) -> pd.DataFrame:
    """`measures` of every ranking of so many positives and negatives.

    Returns
    -------
    DataFrame
        A column of fractions for each measure; the index is the ranking as text, such as ``"1101"``.

    Examples
    --------
    >>> measures_of_all(1, 2)["AUC"].map(str).to_dict()
    {'100': '1', '010': '1/2', '001': '0'}
    """
    rows = {"".join(map(str, ranking)): measures(ranking) for ranking in rankings(positives + negatives, positives)}
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(MEASURES), dtype=object)


def _losses(hull: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Expected minimum loss under the uniform law and under Beta(2, 2), from the weight of each class by segment."""
    uniform = beta = Fraction(0)
    for positive, negative in hull:
        weight = positive + negative
        product = positive * negative / weight**2
        uniform += weight * product
        beta += weight * product * (1 + product)
    return uniform, beta
