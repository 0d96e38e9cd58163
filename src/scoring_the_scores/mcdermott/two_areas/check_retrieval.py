"""Section 4.2 and retrieval: which area tells more about the top k, and what earlier work is said to have shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from operator import le

import numpy as np
import pandas as pd
from scipy.special import ndtr, ndtri

from claimledger import SIGMAS, Evidence, cached_result
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample
from scoring_the_scores.mcdermott.two_areas import samples as small
from scoring_the_scores.mcdermott.two_areas.tables import top_k_correlations

SEED, SIZE = 20240114, 1000
#: Numbers of positives among SIZE samples, rare and as many as negatives; and k, as multiples of that number.
RARE, BALANCED = (50, 10), 500
TIMES = (
    Fraction(1, 10),
    Fraction(1, 5),
    Fraction(1, 2),
    Fraction(1),
    Fraction(2),
    Fraction(4),
    Fraction(8),
    Fraction(16),
)
MODELS, BATCHES = 200, 20
MUCH = 0.1


def topk_indicative() -> Evidence:
    """Section 1: rank correlation of each area with the precision of the top k, over random models of one sample."""
    tables = {positives: _top_k(positives) for positives in RARE}
    rare, even = pd.concat(tables.values(), ignore_index=True), _top_k(BALANCED)
    few = rare["times"] <= 1
    e = Evidence(
        note=f"{BATCHES} batches of {MODELS} models of {SIZE} samples, seed {SEED + 2}. Normal scores, positives' mean "
        "uniform on 0.5 to 2.5; their spread 1, or uniform on 0.5 to 2 so that ROC curves cross. Spearman "
        f"correlations, AUROC / AUPRC; one area tells more if it does by {SIGMAS:g} standard errors. "
        + " ".join(_depths(positives, table) for positives, table in tables.items())
    )
    e.printed(
        f"AUPRC tells more about the top k, k up to the number of positives, at {_shares(RARE)}",
        over=_cells(rare[few]),
        holds=lambda cell: cell[-1] == "AUPRC",
    )
    crossing = rare[rare["crossing"]]
    e.printed(
        f"and by {MUCH} or more where curves cross",
        agrees=bool((crossing.loc[few, "difference"] >= MUCH).all()),
        reproduced={
            f"{positives} positives": _summary(table[table["crossing"]]) for positives, table in tables.items()
        },
    )
    e.control(
        f"AUPRC tells more about the top k, k the number of positives, at {_shares([BALANCED])}",
        over=_cells(even[even["times"] == 1]),
        holds=lambda cell: cell[-1] == "AUPRC",
    )
    e.control(
        f"AUPRC tells more about the top k, k of 16 times the number of positives, at {_shares(RARE)}",
        over=_cells(rare[rare["times"] == 16]),
        holds=lambda cell: cell[-1] == "AUPRC",
    )
    return e


def _shares(positives: Iterable[int]) -> str:
    return " and ".join(f"{number / SIZE:.0%}" for number in positives) + " positive"


def _depths(positives: int, table: pd.DataFrame) -> str:
    """From which of the multiples tried on AUROC tells more, whatever the family, and down to which AUPRC does."""
    leaders = table.groupby("times")["leader"].agg(set)
    last = max(times for times, leaders_there in leaders.items() if leaders_there == {"AUPRC"})
    first = min(times for times, leaders_there in leaders.items() if leaders_there == {"AUROC"})
    return f"At {_shares([positives])} AUPRC does for k up to {last} times the positives, AUROC from {first} times on."


def _cells(rows: pd.DataFrame) -> list[tuple[str, ...]]:
    return [
        ("curves cross" if row.crossing else "one spread", f"{row.positives} positives", f"k = {row.k}", row.leader)
        for row in rows.itertuples()
    ]


def _summary(rows: pd.DataFrame) -> str:
    return "; ".join(f"k = {r.k}: {r.auroc:.2f} / {r.average_precision:.2f}" for r in rows.itertuples())


@cached_result
def _top_k(positives: int) -> pd.DataFrame:
    times = [each for each in TIMES if (each * positives).denominator == 1 and each * positives < SIZE]
    table = top_k_correlations(
        [int(each * positives) for each in times], positives=positives, negatives=SIZE - positives, models=MODELS,
        batches=BATCHES, rng=np.random.default_rng(SEED + 2),
    )  # fmt: skip
    sure = table["difference"].abs() > SIGMAS * table["standard_error"]
    leader = np.where(sure, np.where(table["difference"] > 0, "AUPRC", "AUROC"), "neither")
    return table.assign(positives=positives, times=times * 2, leader=leader)


def yuan() -> Evidence:
    """Section 4.2: what an earlier work is said to have shown, as far as Theorem 1 gives it."""
    e = Evidence(note=small.UNTIED_SCOPE)
    e.unexamined(
        "Which quantities and weights Yuan et al. (2015) used.",
        where="its full text, which is open (Frontiers in Public Health 3:57). The abstract, which was read, has both "
        "measures as weighted averages over the positives and says that the weights of one contain the prevalence and "
        "those of the other do not; of models it says nothing.",
        instead="both areas are weighted sums of the positives' FPR; the weights are the same for all models for AUROC "
        "and differ between models for AUPRC.",
    )
    for name, area, weights, fixed in (
        ("AUROC", exact.auroc, _weights_auroc, True),
        ("AUPRC", exact.average_precision, _weights_precision, False),
    ):
        e.printed(
            f"{name}: one less the weighted sum",
            cases=(_sum_of(sample, weights, area) for sample in small.untied()),
        )
        sizes = defaultdict(set)
        for sample in small.untied():
            sizes[len(sample[0]), sum(sample[0])].add(tuple(weights(sample)))
        kinds = [len(distinct) == 1 for key, distinct in sizes.items() if key[0] > 2]
        e.printed(
            f"{name}: weights {'one set' if fixed else 'several sets'} for all models of given class sizes",
            agrees=all(kinds) if fixed else not any(kinds),
            reproduced=f"one set for {sum(kinds)} of {len(kinds)} class sizes",
        )
    return e


def _weights_auroc(sample: Sample) -> list[Fraction]:
    return [Fraction(1, sum(sample[0]))] * sum(sample[0])


def _weights_precision(sample: Sample) -> list[Fraction]:
    """P(y=0) over the firing rate at each positive, over the number of positives."""
    labels = sample[0]
    n, positives = len(labels), sum(labels)
    return [Fraction(n - positives, rank * positives) for rank, label in enumerate(labels, start=1) if label]


def _sum_of(sample: Sample, weights, area) -> bool:
    rates = [small.share(sample, 0, partial(le, v)) for y, v in zip(*sample, strict=True) if y]
    lost = sum((w * rate for w, rate in zip(weights(sample), rates, strict=True)), Fraction(0))
    return area(*sample) == 1 - lost


def su() -> Evidence:
    """Section 4.2: AUPRC against AUROC times "initial precision", for two guesses at what that is, by quadrature."""
    e = Evidence(note="Normal scores of unit spread, AUROC 0.6 to 0.95, shares of positives 0.01, 0.05, 0.2.")
    e.unexamined(
        "What Su et al. (2015) call initial precision, how they rescale the areas, and how good the approximation is.",
        where="its full text, in the proceedings of ICTIR 2015 (doi:10.1145/2808194.2809481). The abstract, which was "
        "read, states the relation in the words that the paper repeats, and defines neither.",
        instead="AUPRC and AUROC times the precision among the highest 1 % or 5 %, for normal scores.",
    )
    for top in (0.01, 0.05):
        ratios = [_su_ratio(target, share, top) for target in (0.6, 0.75, 0.85, 0.95) for share in (0.01, 0.05, 0.2)]
        e.reading(
            f"initial precision: among the highest {top:.0%}; AUPRC over the product",
            agrees=bool(max(abs(r - 1) for r in ratios) < 0.1),
            reproduced=f"{min(ratios):.2f} to {max(ratios):.2f}",
        )
    return e


def _su_ratio(target: float, share: float, top: float) -> float:
    """AUPRC over AUROC times the precision where the firing rate is ``top``."""
    distance = 2**0.5 * ndtri(target)
    thresholds = np.linspace(8 + distance, -8, 40_001)
    true, false = share * ndtr(distance - thresholds), (1 - share) * ndtr(-thresholds)
    precision = true / (true + false)
    area = np.sum((precision[1:] + precision[:-1]) / 2 * np.diff(true)) / share
    return float(area / (target * np.interp(top, true + false, precision)))
