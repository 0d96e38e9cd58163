"""Label lists with one entry lost: every way to complete them, and what each would give.

Flach, Hernández-Orallo and Ferri (2011) print 12 scores and 11 classes for the classifier of their Figures 1, 3 and 4.
The data of their Figure 1 are here too. Labels and scores enter as printed: see `metricbook.metrics.costs` on the
names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Final

import pandas as pd

from metricbook import Over, Sweep, auch_of, auroc_of, expected_min_loss_of, h_measure_of
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact

#: The scores under the paper's Figure 1.
FIGURE_1_SCORES: Final = tuple(
    Fraction(text) for text in ["0.95", "0.9", "0.8", "0.7", "0.65", "0.6", "0.5", "0.4", "0.3", "0.2", "0.1", "0.05"]
)
#: The classes printed beside them, one too few.
FIGURE_1_PRINTED_LABELS: Final = (1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0)
#: The four expected minimum losses by their law, uniform or Beta(2, 2), and what it is over, cost proportion or skew.
LOSSES: Final[dict[str, tuple[Over, int]]] = {
    "Uc": ("cost", 1),
    "Bc": ("cost", 2),
    "Uz": ("skew", 1),
    "Bz": ("skew", 2),
}
#: Half a unit of the last of four decimals, and the rounding of floats.
_ROUNDING: Final = Fraction(5, 10**5) + Fraction(1, 10**12)


def completions(labels: Sequence[int]) -> list[tuple[int, ...]]:
    """Every distinct list that becomes the given one when one entry is deleted.

    Returns
    -------
    list of tuples
        n + 2 lists of length n + 1, in falling order. (Putting a label beside an equal one gives the same list on
        either side, so that the 2 (n + 1) insertions are fewer lists.)

    Examples
    --------
    >>> completions([1, 0])
    [(1, 1, 0), (1, 0, 1), (1, 0, 0), (0, 1, 0)]
    """
    given = tuple(labels)
    return sorted({(*given[:i], new, *given[i:]) for i in range(len(given) + 1) for new in (0, 1)}, reverse=True)


def measures(labels: Sequence[int], scores: Sequence[exact.Number]) -> dict[str, Fraction]:
    """The seven measures that the captions of Figures 1 and 4 print, exact and with the paper's b = 2.

    Returns
    -------
    dict
        ``auc``, ``auch`` and ``H``, larger is better; and expected minimum loss, smaller is better, for uniform (U)
        or Beta(2, 2) (B) operating conditions that are cost proportions (c) or skews (z): ``Uc, Bc, Uz, Bz``.

    Examples
    --------
    >>> found = measures([1, 0, 1, 0], [4, 3, 2, 1])
    >>> [f"{name} {value}" for name, value in found.items()]
    ['auc 3/4', 'auch 7/8', 'H 1/2', 'Uc 1/8', 'Bc 5/32', 'Uz 1/8', 'Bz 5/32']
    """
    return {
        "auc": exact.auroc(labels, scores),
        "auch": exact.auch(labels, scores),
        "H": exact_costs.h_measure(labels, scores),
        **{
            name: exact_costs.expected_min_loss(labels, scores, over=over, alpha=shape, beta=shape)
            for name, (over, shape) in LOSSES.items()
        },
    }


def fits(values: Mapping[str, Fraction | float], printed: Mapping[str, float]) -> dict[str, bool]:
    """Which measures are the printed ones to four decimals, a loss either as it is or halved.

    Examples
    --------
    >>> fits({"auc": Fraction(27, 32), "Uz": Fraction(1, 8)}, {"auc": 0.8438, "Uz": 0.0626})
    {'auc': True, 'Uz': False}
    """
    return {
        name: any(
            abs(Fraction(values[name]) / scale - Fraction(str(value))) <= _ROUNDING
            for scale in ((1, 2) if name in LOSSES else (1,))
        )
        for name, value in printed.items()
    }


def fits_of_all_labels(printed: Mapping[str, float], n: int) -> pd.DataFrame:
    """How many of all lists of n labels, for n distinct scores, give each printed value.

    Returns
    -------
    DataFrame
        A row for each of the 2^n - 2 lists of both classes: ``labels`` (as text), then True or False by name.

    Examples
    --------
    >>> found = fits_of_all_labels({"auc": 0.75}, 4)
    >>> found["labels"][found["auc"]].tolist()
    ['1010']
    """
    rows = []
    for labels in product((0, 1), repeat=n):
        if 0 < sum(labels) < n:
            sweep = Sweep(labels, range(n, 0, -1))
            values = {"auc": auroc_of(sweep), "auch": auch_of(sweep), "H": h_measure_of(sweep)}
            for name, (over, shape) in LOSSES.items():
                values[name] = expected_min_loss_of(sweep, over=over, alpha=shape, beta=shape)
            rows.append({"labels": "".join(map(str, labels)), **fits(values, printed)})
    return pd.DataFrame(rows)


def completions_table() -> pd.DataFrame:
    """`measures` of every completion of the classes printed under Figure 1.

    Returns
    -------
    DataFrame
        13 rows, the lists of labels (as text) in falling order; columns ``labels``, ``negatives``, ``positives``, and
        those of `measures`, all Fractions.

    Examples
    --------
    >>> table = completions_table()
    >>> len(table), table.columns[:4].tolist()
    (13, ['labels', 'negatives', 'positives', 'auc'])
    """
    return pd.DataFrame(
        {
            "labels": "".join(map(str, labels)),
            "negatives": labels.count(0),
            "positives": labels.count(1),
            **measures(labels, FIGURE_1_SCORES),
        }
        for labels in completions(FIGURE_1_PRINTED_LABELS)
    )


def marked(table: pd.DataFrame, printed: Mapping[str, float]) -> pd.DataFrame:
    """`completions_table` to four decimals, losses halved as the paper's are, a star at what is printed.

    Examples
    --------
    >>> marked(completions_table(), {"auc": 0.75})["auc"].tolist()[:2]
    ['0.7812 ', '0.7500*']
    """
    shown = table[["labels"]].copy()
    for name in printed:
        halved = table[name] / (2 if name in LOSSES else 1)
        starred = [fits({name: value}, {name: printed[name]})[name] for value in table[name]]
        shown[name] = [f"{float(v):.4f}{'*' if star else ' '}" for v, star in zip(halved, starred, strict=True)]
    return shown
