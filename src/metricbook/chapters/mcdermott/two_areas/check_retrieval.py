"""Section 4.2 and retrieval: which area tells more about the top k, and what earlier work is said to have shown."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache, partial
from operator import le

import numpy as np
import pandas as pd
from scipy.special import ndtr, ndtri

from metricbook.chapters.mcdermott.two_areas import samples as small
from metricbook.chapters.mcdermott.two_areas.tables import top_k_correlations
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample
from metricbook.ledger import Evidence
from metricbook.ledger.evidence import SIGMAS

SEED, SIZE = 20240114, 1000
DEPTHS = (5, 10, 25, 50, 100, 200, 500)
TOP_POSITIVES, MODELS, BATCHES = 50, 200, 10
MUCH = 0.1


def topk_indicative() -> Evidence:
    """Section 1: rank correlation of each area with the precision of the top k, over random models of one sample."""
    table = _top_k()
    sure = table["difference"] > SIGMAS * table["standard_error"]
    few, many = table["k"] <= TOP_POSITIVES, table["k"] >= 4 * TOP_POSITIVES
    e = Evidence(
        note=f"{BATCHES} batches of {MODELS} models, {TOP_POSITIVES} positives of {SIZE}, seed {SEED + 2}. Normal "
        "scores, positives' mean uniform on 0.5 to 2.5; their spread 1, or uniform on 0.5 to 2 so that ROC curves "
        f"cross. Spearman correlations, AUROC / AUPRC; larger means by {SIGMAS:g} standard errors. "
        f"With one spread: {_told(table[~table['crossing']])}."
    )
    e.printed(
        "AUPRC tells more about the top k, k up to the number of positives",
        agrees=bool(sure[few].all()),
        reproduced=f"{sure[few].sum()} of {few.sum()}, with one spread and with crossing curves",
    )
    crossing = table[table["crossing"]]
    e.printed(
        f"and by {MUCH} or more where curves cross",
        agrees=bool((crossing.loc[few, "difference"] >= MUCH).all()),
        reproduced=_told(crossing),
    )
    e.control(
        "AUPRC tells more about the top k, k of four times the number of positives or more",
        agrees=bool(sure[many].any()),
        reproduced=f"{sure[many].sum()} of {many.sum()}; AUROC does in "
        f"{(table['difference'] < -SIGMAS * table['standard_error'])[many].sum()}",
    )
    return e


def _told(rows: pd.DataFrame) -> str:
    return "; ".join(f"k = {r.k}: {r.auroc:.2f} / {r.average_precision:.2f}" for r in rows.itertuples())


@cache
def _top_k() -> pd.DataFrame:
    return top_k_correlations(
        DEPTHS, positives=TOP_POSITIVES, negatives=SIZE - TOP_POSITIVES, models=MODELS, batches=BATCHES,
        rng=np.random.default_rng(SEED + 2),
    )  # fmt: skip


def yuan() -> Evidence:
    """Section 4.2: what an earlier work is said to have shown, as far as Theorem 1 gives it."""
    e = Evidence(note=small.UNTIED_SCOPE)
    e.missing(
        "The full text of Yuan et al. (2015), hence which quantities and weights it used.",
        looked="the abstract, which has both measures as weighted averages over the positives and says that the "
        "weights of one contain the prevalence and those of the other do not; of models it says nothing.",
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
        kinds = [len(found) == 1 for key, found in sizes.items() if key[0] > 2]
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
    e.missing(
        "The full text of Su et al. (2015): what initial precision is, how the areas are rescaled, and how good the "
        "approximation is.",
        looked="the abstract, which states the relation in the words that the paper repeats, and defines neither.",
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
