"""What a comparison of the rows of Table 1 shows (conclusion)."""

from __future__ import annotations

import numpy as np
from scipy.stats import rankdata, spearmanr

from claimledger import Evidence
from metricbook import lxcim
from metricbook.causal import SEED, authors_scores, evaluate, relabelled_auroc
from scoring_the_scores.lxcim.published import decided_pairs, printed_table
from scoring_the_scores.lxcim.reading_table_1 import uncertainty

#: Orientations, and resamples of families, the latter so many times: some couples stand by a hair.
_ORIENTATIONS, _RESAMPLES, _TIMES = 10_000, 2000, 5


def practical_advantages() -> Evidence:
    """Conclusion: what the evaluation of sixteen methods shows of LxCIM beside AUROC, accuracy and AUDRC."""
    table, names = authors_scores(), list(printed_table().index)
    rng = np.random.default_rng(SEED)
    auroc = np.array([relabelled_auroc(*decided_pairs(name), draws=_ORIENTATIONS, rng=rng) for name in names])
    metrics_table = evaluate(table, names)
    rho = float(spearmanr(printed_table()["LxCIM"], printed_table()["AUROC"]).statistic)
    again = _rank_correlations(auroc[:, ::2], auroc[:, 1::2])
    family = uncertainty.families(table["weight"])
    apart: dict[str, list[set[tuple[str, str]]]] = {metric: [] for metric in uncertainty.METRICS}
    for _ in range(_TIMES):
        draws = uncertainty.resampled_metrics(table, names, groups=family, draws=_RESAMPLES, rng=rng)
        for metric, gap_text in apart.items():
            gaps = uncertainty.differences(metrics_table[metric], draws[metric])
            gap_text.append({*zip(*(gaps.loc[gaps["together"], side] for side in ("better", "worse")), strict=True)})
    counts = " or ".join(map(str, sorted({len(couples) for couples in apart["LxCIM"]})))
    beyond = max(len(own - other) for own, other in zip(apart["LxCIM"], apart["AUDRC"], strict=True))
    spread = auroc.std(axis=1)
    e = Evidence(
        note=f"{_ORIENTATIONS} orientations of the pairs for each method and {_TIMES} times {_RESAMPLES} resamples of "
        f"their families, seed {SEED}. Methods are told apart if the 95 % interval of their difference, for all "
        f"{len(names) * (len(names) - 1) // 2} couples at once, leaves out 0. By one set of resamples or another so "
        f"are in LxCIM {_couples(apart['LxCIM'])}; in AUDRC {_couples(apart['AUDRC'])}; in accuracy "
        f"{_couples(apart['Accuracy'])}."
    )
    e.printed(
        "LxCIM orders the methods otherwise than AUROC, more than two orientations of AUROC differ",
        agrees=rho < np.quantile(again, 0.05),
        reproduced=f"rank correlation {rho:.3f}; two orientations {np.median(again):.3f} in the median",
    )
    e.printed(
        "LxCIM tells methods apart that AUDRC does not",
        agrees=beyond > 0,
        reproduced=f"{beyond} of {counts}",
    )
    e.repaired(
        "an orientation moves AUROC for every method, by a standard deviation of, in points",
        agrees=bool((spread > 0).all()),
        reproduced=f"{100 * spread.min():.1f} to {100 * spread.max():.1f}",
    )
    e.control("it moves LxCIM too", cases=[_moved(name, rng) for name in names])
    return e


def _rank_correlations(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Spearman's correlation of each column of one array with that of the other."""
    x, y = (rankdata(values.round(12), axis=0) - (len(values) + 1) / 2 for values in (first, second))
    return (x * y).sum(axis=0) / np.sqrt((x**2).sum(axis=0) * (y**2).sum(axis=0))


def _couples(apart: list[set[tuple[str, str]]]) -> str:
    return ", ".join(f"{better} over {worse}" for better, worse in sorted(set().union(*apart))) or "none"


def _moved(name: str, rng: np.random.Generator) -> bool:
    """Whether one random orientation changes a method's LxCIM by more than rounding."""
    scores, weights = decided_pairs(name)
    mask = rng.random(scores.size) < 0.5
    plain = lxcim(np.ones(scores.size), scores, sample_weight=weights)
    return abs(lxcim(mask, np.where(mask, scores, -scores), sample_weight=weights) - plain) > 1e-12
