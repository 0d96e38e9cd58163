"""How AUROC and average precision value mistakes, on all small rankings and on random ones: the chapter's numbers.

Rankings are labels by rank, as in `scoring_the_scores.mcdermott.mistakes`. Random ones come from two families with a
target AUROC: the paper's sampler (Appendix B.1), in which only the window of a negative between the positives matters
for its rank, and normal scores of each class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, ndtri
from scipy.stats import rankdata

from claimledger import SIGMAS, cached_result
from scoring_the_scores.mcdermott.mistakes import (
    auroc_by_rank,
    average_precision_by_rank,
    average_precision_gains,
    check_ranked,
    mistakes_by_rank,
    topmost_is_best,
)

Rankings = NDArray[np.bool_]
Family = Literal["windows", "normal"]
#: Numbers of samples of each class, as in the high-prevalence group of the paper's M2.
POSITIVES, NEGATIVES = 10, 190


def all_rankings(n: int) -> Rankings:
    """Every ranking of n samples with both classes, as an array of shape (2^n - 2, n).

    Examples
    --------
    >>> all_rankings(2).tolist()
    [[True, False], [False, True]]
    """
    codes = np.arange(1, 2**n - 1)
    return (codes[:, None] >> np.arange(n)) % 2 == 1


def draw_rankings(
    family: Family, count: int, *, positives: int, negatives: int, target: float, rng: np.random.Generator
) -> Rankings:
    """Random rankings with a given expected AUROC.

    Examples
    --------
    >>> drawn = draw_rankings("windows", 2, positives=1, negatives=2, target=1.0, rng=np.random.default_rng(1))
    >>> drawn.tolist()
    [[True, False, False], [True, False, False]]
    """
    if family == "windows":
        # Read off the distribution function: NumPy's own binomial draws differ between its releases.
        chances = bdtr(np.arange(positives), positives, 1 - target)
        below = np.searchsorted(chances, rng.random((count, negatives)), side="right")
        own = np.broadcast_to(np.arange(1, positives + 1), (count, positives))
        scores = np.concatenate([own, below + 0.5], axis=1)  # between the last positive below and the next
    elif family == "normal":
        scores = rng.normal(size=(count, positives + negatives))
        scores[:, :positives] += 2**0.5 * ndtri(target)
    else:
        raise ValueError(f"family must be 'windows' or 'normal', not {family!r}")
    return _by_rank(scores, positives)


def draw_models(count: int, *, positives: int, negatives: int, crossing: bool, rng: np.random.Generator) -> Rankings:
    """Rankings of one sample by many models of unlike quality: normal scores, means of positives uniform on 0.5 to 2.5.

    Examples
    --------
    >>> draw_models(3, positives=2, negatives=5, crossing=True, rng=np.random.default_rng(1)).shape
    (3, 7)
    """
    mean = rng.uniform(0.5, 2.5, (count, 1))
    spread = rng.uniform(0.5, 2.0, (count, 1)) if crossing else 1.0
    scores = rng.normal(size=(count, positives + negatives))
    scores[:, :positives] = mean + spread * scores[:, :positives]
    return _by_rank(scores, positives)


def order_of_gains(labels: ArrayLike) -> pd.DataFrame:
    """How the gains in average precision of each ranking's mistakes stand to their places.

    Returns
    -------
    DataFrame
        One row for each ranking: ``mistakes``; ``topmost_best``; ``falling``, whether no mistake gains more than one
        above it; ``correlation`` of gain and score, the scores taken as evenly spaced, NaN where it is undefined.

    Examples
    --------
    >>> print(order_of_gains([[False] * 5 + [True, False, True]]).to_string(index=False))
     mistakes  topmost_best  falling  correlation
            2         False    False         -1.0
    """
    ranked = check_ranked(labels)
    mistakes, gains = mistakes_by_rank(ranked), average_precision_gains(ranked)
    count = mistakes.sum(axis=1)
    rank = np.arange(1, ranked.shape[1])
    true_positives = np.cumsum(ranked, axis=1)[:, 1:]
    # The least of k / (r (r + 1)) so far, against each next one.
    per = np.where(mistakes, true_positives / (rank * (rank + 1.0)), np.inf)
    least = np.minimum.accumulate(per, axis=1)[:, :-1]
    rises = mistakes[:, 1:] & (per[:, 1:] > least * (1 + 1e-12))
    return pd.DataFrame(
        {
            "mistakes": count,
            "topmost_best": topmost_is_best(ranked),
            "falling": ~rises.any(axis=1),
            "correlation": _correlations(gains, -np.broadcast_to(rank, gains.shape), mistakes),
        }
    )


def exhaustive_search(sizes: Iterable[int]) -> pd.DataFrame:
    """All rankings of each size: with two mistakes or more, with a lower mistake that gains most, with unordered gains.

    Examples
    --------
    >>> exhaustive_search([7, 8])[["samples", "two_mistakes", "topmost_not_best"]].to_numpy().tolist()
    [[7, 64, 0], [8, 163, 2]]
    """
    rows = []
    for n in sizes:
        table = order_of_gains(all_rankings(n))
        two = table[table["mistakes"] >= 2]
        rows.append(
            {
                "samples": n,
                "rankings": len(table),
                "two_mistakes": len(two),
                "topmost_not_best": int((~two["topmost_best"]).sum()),
                "not_falling": int((~two["falling"]).sum()),
                "negative_correlation": int((two["correlation"] < 0).sum()),
            }
        )
    return pd.DataFrame(rows)


def how_often(
    targets: Iterable[float], sizes: Iterable[tuple[int, int]], *, count: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Share of random rankings whose topmost mistake is not the best one, by family, class sizes and target AUROC.

    Returns
    -------
    DataFrame
        ``family``, ``positives``, ``samples``, ``target``, ``rankings`` (with two mistakes or more), the shares
        ``topmost_not_best``, ``not_falling`` and ``negative_correlation`` of them, and ``standard_error`` of the first.
    """
    rows = []
    targets = list(targets)
    for family in ("windows", "normal"):
        for positives, negatives in sizes:
            for target in targets:
                drawn = draw_rankings(family, count, positives=positives, negatives=negatives, target=target, rng=rng)
                table = order_of_gains(drawn)
                two = table[table["mistakes"] >= 2]
                share = float((~two["topmost_best"]).mean())
                rows.append(
                    {
                        "family": family,
                        "positives": positives,
                        "samples": positives + negatives,
                        "target": target,
                        "rankings": len(two),
                        "topmost_not_best": share,
                        "standard_error": (share * (1 - share) / len(two)) ** 0.5,
                        "not_falling": float((~two["falling"]).mean()),
                        "negative_correlation": float((two["correlation"] < 0).mean()),
                    }
                )
    return pd.DataFrame(rows)


def chance_average_precision(n: int, positives: int) -> Fraction:
    r"""Mean average precision of all rankings, :math:`\frac1n\left[H_n + \frac{m-1}{n-1}(n - H_n)\right]`.

    :math:`H_n` is the n-th harmonic number, m the number of positives among n samples.

    Examples
    --------
    One positive of two is first or second:

    >>> chance_average_precision(2, 1)
    Fraction(3, 4)
    """
    if not 1 <= positives <= n:
        raise ValueError(f"of {n} samples 1 to {n} are positive, not {positives}")
    harmonic = sum((Fraction(1, rank) for rank in range(1, n + 1)), Fraction(0))
    return (harmonic + (Fraction(positives - 1, n - 1) * (n - harmonic) if n > 1 else 0)) / n


def chance_levels(prevalences: Iterable[float], sizes: Iterable[int]) -> pd.DataFrame:
    """Mean average precision of random orders, for every prevalence and number of cases that make a positive.

    Returns
    -------
    DataFrame
        ``prevalence``, ``cases``, ``positives``, ``chance``.

    Examples
    --------
    >>> chance_levels([0.5], [1, 2]).to_numpy().tolist()
    [[0.5, 2.0, 1.0, 0.75]]
    """
    rows = [
        (prevalence, n, round(prevalence * n), float(chance_average_precision(n, round(prevalence * n))))
        for prevalence, n in product(prevalences, sizes)
        if prevalence * n >= 1
    ]
    return pd.DataFrame(rows, columns=["prevalence", "cases", "positives", "chance"])


def precision_at(labels: ArrayLike, k: int) -> NDArray[np.float64]:
    """Share of positives among the k highest ranks of each ranking.

    Examples
    --------
    >>> precision_at([True, False, False], 2).tolist()
    0.5
    """
    return check_ranked(labels)[..., :k].mean(axis=-1)


def top_k_correlations(
    depths: Iterable[int], *, positives: int, negatives: int, models: int, batches: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Rank correlation over random models of each area with the precision among the top k.

    Returns
    -------
    DataFrame
        ``crossing``, ``k``, mean Spearman correlations ``auroc`` and ``average_precision``, their mean ``difference``
        (average precision's less AUROC's) and its ``standard_error``.
    """
    rows = []
    depths = list(depths)
    for crossing in (False, True):
        correlations = np.empty((batches, len(depths), 2))
        for batch in range(batches):
            drawn = draw_models(models, positives=positives, negatives=negatives, crossing=crossing, rng=rng)
            areas = [rankdata(auroc_by_rank(drawn).round(12)), rankdata(average_precision_by_rank(drawn).round(12))]
            for place, k in enumerate(depths):
                target = rankdata(precision_at(drawn, k).round(12))
                correlations[batch, place] = [np.corrcoef(area, target)[0, 1] for area in areas]
        difference = correlations[..., 1] - correlations[..., 0]
        for place, k in enumerate(depths):
            rows.append(
                {
                    "crossing": crossing,
                    "k": k,
                    "auroc": correlations[:, place, 0].mean(),
                    "average_precision": correlations[:, place, 1].mean(),
                    "difference": difference[:, place].mean(),
                    "standard_error": difference[:, place].std(ddof=1) / batches**0.5,
                }
            )
    return pd.DataFrame(rows)


def least_loss(labels: ArrayLike, cost: float) -> NDArray[np.float64]:
    """Loss at the best cut of each ranking: false positives, and so many times the false negatives, per sample.

    Examples
    --------
    >>> least_loss([[True, False, True, False]], 1.0).tolist(), least_loss([[True, False, True, False]], 4.0).tolist()
    ([0.25], [0.25])
    """
    ranked = check_ranked(labels)
    above = np.cumsum(ranked, axis=-1), np.cumsum(~ranked, axis=-1)
    true, false = (np.concatenate([np.zeros((*ranked.shape[:-1], 1)), part], axis=-1) for part in above)
    return (cost * (true[..., -1:] - true) + false).min(axis=-1) / ranked.shape[-1]


@cached_result
def loss_map(
    prevalences: Sequence[float], costs: Sequence[float], *, size: int, models: int, batches: int, seed: int
) -> pd.DataFrame:
    """Rank correlation over random models of each area with the negative of the least loss, by prevalence and cost.

    Returns
    -------
    DataFrame
        ``crossing``, as in `draw_models`; ``prevalence``; ``cost``; ``bound``, the largest share of the samples that
        can lie above a best cut, by (1 + cost) times the prevalence; mean Spearman correlations ``auroc`` and
        ``average_precision``, their mean ``difference`` (average precision's less AUROC's), its ``standard_error``, and
        the ``leader``, which has the larger mean by `SIGMAS` standard errors: "AUPRC", "AUROC" or "neither".
    """
    rng = np.random.default_rng(seed)
    rows = []
    for crossing, prevalence in product((True, False), prevalences):
        positives = round(prevalence * size)
        losses = np.empty((batches, len(costs), 2))
        for batch in range(batches):
            drawn = draw_models(models, positives=positives, negatives=size - positives, crossing=crossing, rng=rng)
            areas = [rankdata(auroc_by_rank(drawn).round(12)), rankdata(average_precision_by_rank(drawn).round(12))]
            for place, cost in enumerate(costs):
                gain = rankdata((-least_loss(drawn, cost)).round(12))
                losses[batch, place] = [np.corrcoef(area, gain)[0, 1] for area in areas]
        for place, cost in enumerate(costs):
            auroc, precision = losses[:, place].T
            error = (precision - auroc).std(ddof=1) / batches**0.5
            lead = (precision - auroc).mean()
            rows.append(
                {
                    "crossing": crossing,
                    "prevalence": prevalence,
                    "cost": cost,
                    "bound": round((1 + cost) * prevalence, 12),
                    "auroc": auroc.mean(),
                    "average_precision": precision.mean(),
                    "difference": lead,
                    "standard_error": error,
                    "leader": "neither" if abs(lead) <= SIGMAS * error else "AUPRC" if lead > 0 else "AUROC",
                }
            )
    return pd.DataFrame(rows)


def _by_rank(scores: NDArray[np.float64], positives: int) -> Rankings:
    """Labels in descending order of the scores of each row, whose first columns are the positives'."""
    return np.argsort(-scores, axis=1, kind="stable") < positives


def _correlations(values: NDArray, scores: NDArray, mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Pearson correlation along each row over the masked entries; NaN where it is undefined."""
    count = np.maximum(mask.sum(axis=1, keepdims=True), 1)

    def centred(x: NDArray) -> NDArray[np.float64]:
        mean = np.where(mask, x, 0.0).sum(axis=1, keepdims=True) / count
        return np.where(mask, x - mean, 0.0)

    x, y = centred(values), centred(scores)
    product = (x * y).sum(axis=1)
    scale = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    size = np.sqrt((np.where(mask, values, 0.0) ** 2).sum(axis=1) * (y**2).sum(axis=1))
    return np.divide(product, scale, out=np.full(product.shape, np.nan), where=scale > 1e-9 * size)


def topmost_mistakes(labels: ArrayLike) -> pd.DataFrame:
    """Rank and positives of each ranking's topmost mistake, and whether no lower one gains more.

    Returns
    -------
    DataFrame
        ``rank`` of the negative, ``positives`` down to the positive below it, ``best``.

    Examples
    --------
    >>> print(topmost_mistakes([[False] * 5 + [True, False, True]]).to_string(index=False))
     rank  positives  best
        5          1 False
    """
    ranked = check_ranked(labels)
    mistakes = mistakes_by_rank(ranked)
    ranked, mistakes = ranked[mistakes.sum(axis=1) >= 2], mistakes[mistakes.sum(axis=1) >= 2]
    first = mistakes.argmax(axis=1)
    positives = np.cumsum(ranked, axis=1)[np.arange(len(ranked)), first + 1]
    return pd.DataFrame({"rank": first + 1, "positives": positives, "best": topmost_is_best(ranked)})
