"""What added negatives and class shares do to C(r_b), to A and to the largest F1, in closed form."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from claimledger import cached_result
from metricbook import confusion_at, precision_at_indistinguishability, summary
from metricbook.confusion import balanced_accuracy, cohen_kappa, f1_score, matthews_correlation
from scoring_the_scores.sumpter.nine_panels import Panel, draw
from scoring_the_scores.sumpter.normal_mixtures import (
    NormalMixtures,
    population_auroc,
    population_precision,
    population_sensitivity,
    population_threshold,
)
from scoring_the_scores.sumpter.panel_curves import largest_f1, with_easy, with_share


@cached_result
def by_easy_negatives(
    counts: Iterable[float], *, hard_means: Iterable[float] = (7.0,), easy_means: Iterable[float] = (2.0,)
) -> pd.DataFrame:
    """Measures against the number of easy negatives.

    Returns
    -------
    DataFrame
        ``hard_mean``, ``easy_mean``, ``easy``, ``r_b`` (on the scale of the input), ``C``, ``A``, ``largest_F1``.

    Examples
    --------
    >>> by_easy_negatives([1000]).round(3).to_dict("records")[0]["C"]
    0.71
    """
    counts, easy_means = list(counts), list(easy_means)
    rows = []
    for hard in hard_means:
        for mean in easy_means:
            for easy in counts:
                law = with_easy(hard, easy, easy_mean=mean)
                r, c = population_threshold(law), population_precision(law)
                rows.append((hard, mean, easy, r, c, population_auroc(law), largest_f1(law)))
    return pd.DataFrame(rows, columns=["hard_mean", "easy_mean", "easy", "r_b", "C", "A", "largest_F1"])


@cached_result
def by_share(shares: Iterable[float], *, mean: float = 7.0) -> pd.DataFrame:
    """The same measures against the share of the positives, whose scores and those of the negatives stay as they are.

    Returns
    -------
    DataFrame
        ``share``, ``r_b``, ``C``, ``A``, ``largest_F1``.

    Examples
    --------
    >>> by_share([0.5, 0.9])["C"].round(3).tolist()
    [0.711, 0.934]
    """
    rows = []
    for share in shares:
        law = with_share(share, mean=mean)
        rows.append(
            (share, population_threshold(law), population_precision(law), population_auroc(law), largest_f1(law))
        )
    return pd.DataFrame(rows, columns=["share", "r_b", "C", "A", "largest_F1"])


def cost_of_a_negative(law: NormalMixtures, scores: Iterable[float]) -> pd.DataFrame:
    """Change of C(r_b) by one more negative, against its score.

    Returns
    -------
    DataFrame
        ``score`` and ``change``.

    Examples
    --------
    >>> cost_of_a_negative(with_easy(7.0, 1000), [2.0])["change"].tolist()
    [0.0]
    """
    scores = np.asarray(list(scores), dtype=np.float64)
    return pd.DataFrame({"score": scores, "change": population_sensitivity(law, scores)})


def metrics_with_easy_negatives(
    easy_means: Iterable[float], *, easy: int, threshold: float, rng: np.random.Generator
) -> pd.DataFrame:
    """Ten metrics of one draw without and with easy negatives beside its 1000 positives at 10 and 1000 negatives at 7.

    Returns
    -------
    DataFrame
        A row for each metric, ``metric``, a column ``none``, and one for each mean.
    """
    panel = Panel(hard_mean=7.0, easy=easy, easy_mean=0.0)
    labels, scores = draw(panel, rng=rng)
    others = panel.positives + panel.hard
    columns = {"none": _ten_metrics(labels[:others], scores[:others], threshold=threshold)}
    for mean in easy_means:
        moved = np.append(scores[:others], scores[others:] + mean)
        columns[f"at {mean:g}"] = _ten_metrics(labels, moved, threshold=threshold)
    return pd.DataFrame(columns).rename_axis("metric").reset_index()


def _ten_metrics(labels: NDArray[np.bool_], scores: NDArray[np.float64], *, threshold: float) -> dict[str, float]:
    matrix, values = confusion_at(labels, scores, threshold=threshold), summary(labels, scores, threshold=threshold)
    return {
        "accuracy": values["accuracy"],
        "LxCIM": values["lxcim"],
        "AUROC": values["auroc"],
        "balanced accuracy": balanced_accuracy(*matrix),
        "MCC": matthews_correlation(*matrix),
        "Cohen's κ": cohen_kappa(*matrix),
        "H": values["h_measure"],
        "average precision": values["average_precision"],
        "F1": f1_score(*matrix),
        "C(r_b)": precision_at_indistinguishability(labels, scores),
    }
