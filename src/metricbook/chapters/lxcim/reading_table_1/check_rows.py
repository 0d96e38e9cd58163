"""What a comparison of the rows of Table 1 shows (conclusion)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from metricbook.causal import SEED
from metricbook.causal.evaluation import evaluate, relabelled_auroc
from metricbook.causal.tuebingen import authors_scores
from metricbook.chapters.lxcim.published import decided_pairs, printed_table
from metricbook.chapters.lxcim.reading_table_1 import uncertainty
from metricbook.ledger import Evidence
from metricbook.metrics.selective import lxcim

_ORIENTATIONS, _RESAMPLES = 1000, 2000


def practical_advantages() -> Evidence:
    """Conclusion: what the evaluation of sixteen methods shows of LxCIM beside AUROC, accuracy and AUDRC."""
    table, names = authors_scores(), list(printed_table().index)
    rng = np.random.default_rng(SEED)
    auroc = np.array([relabelled_auroc(*decided_pairs(name), draws=_ORIENTATIONS, rng=rng) for name in names])
    found = evaluate(table, names)
    rho = float(spearmanr(printed_table()["LxCIM"], printed_table()["AUROC"]).statistic)
    again = [float(spearmanr(auroc[:, k], auroc[:, k + 1]).statistic) for k in range(0, _ORIENTATIONS, 2)]
    family = uncertainty.families(table["weight"])
    draws = uncertainty.resampled_metrics(table, names, groups=family, draws=_RESAMPLES, rng=rng)
    gaps = {metric: uncertainty.differences(found[metric], draws[metric]) for metric in uncertainty.METRICS}
    apart = {metric: {*zip(t["better"], t["worse"], strict=True)} for metric, t in _together(gaps)}
    spread = auroc.std(axis=1)
    e = Evidence(
        note=f"{_ORIENTATIONS} orientations of the pairs for each method and {_RESAMPLES} resamples of their families, "
        f"seed {SEED}. Methods are told apart if the 95 % interval of their difference, for all {len(gaps['LxCIM'])} "
        f"couples at once, leaves out 0. In LxCIM so are {_couples(apart['LxCIM'])}; in AUDRC "
        f"{_couples(apart['AUDRC'])}; in accuracy {_couples(apart['Accuracy'])}."
    )
    e.printed(
        "LxCIM orders the methods otherwise than AUROC, more than two orientations of AUROC differ",
        agrees=rho < np.quantile(again, 0.05),
        reproduced=f"rank correlation {rho:.3f}; two orientations {np.median(again):.3f} in the median",
    )
    e.printed(
        "LxCIM tells methods apart that AUDRC does not",
        agrees=not apart["LxCIM"] <= apart["AUDRC"],
        reproduced=f"{len(apart['LxCIM'] - apart['AUDRC'])} of {len(apart['LxCIM'])}",
    )
    e.repaired(
        "an orientation moves AUROC for every method, by a standard deviation of, in points",
        agrees=bool((spread > 0).all()),
        reproduced=f"{100 * spread.min():.1f} to {100 * spread.max():.1f}",
    )
    e.control("it moves LxCIM too", cases=[_moved(name, rng) for name in names])
    return e


def _together(gaps: dict[str, pd.DataFrame]) -> Iterator[tuple[str, pd.DataFrame]]:
    """The couples of each metric that are told apart with all of them allowed for."""
    return ((metric, table[table["together"]]) for metric, table in gaps.items())


def _couples(apart: set[tuple[str, str]]) -> str:
    return ", ".join(f"{better} over {worse}" for better, worse in sorted(apart)) or "none"


def _moved(name: str, rng: np.random.Generator) -> bool:
    """Whether one random orientation changes a method's LxCIM by more than rounding."""
    scores, weights = decided_pairs(name)
    kept = rng.random(scores.size) < 0.5
    plain = lxcim(np.ones(scores.size), scores, sample_weight=weights)
    return abs(lxcim(kept, np.where(kept, scores, -scores), sample_weight=weights) - plain) > 1e-12
