"""What the rows of Table 1 are about, and what their comparison shows (Section 4, conclusion)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from metricbook.causal import SEED
from metricbook.causal.evaluation import evaluate, relabelled_auroc
from metricbook.causal.tuebingen import authors_scores, tuebingen_metadata, tuebingen_scores
from metricbook.chapters.lxcim.published import decided_pairs, printed_table
from metricbook.chapters.lxcim.reading_table_1 import baselines, uncertainty, variants
from metricbook.ledger import Evidence
from metricbook.metrics.selective import lxcim

#: Scores of the Gaussian processes are differences of numbers near 1e-2; below this they are rounding.
_ROUNDING = 1e-13
_LIKE_THE_RULE = 0.9  # share of a method's decisions
_MOST = 0.9  # of the weight
_FEW = 0.05  # of the scores
_ORIENTATIONS, _RESAMPLES = 1000, 2000


def methods_measured() -> Evidence:
    """Caption of Table 1, footnote 5: sign, units, size and coverage of the scores behind the rows."""
    table, names, weight = authors_scores(), list(printed_table().index), tuebingen_metadata()["weight"]
    changed = variants.wide()
    used = table.loc[weight > 0, names]
    alike = {name: baselines.same_decisions(used[name], changed["larger variance, raw units"])[0] for name in names}
    coverage = evaluate(table, names)["weight"]
    units = [name for name in names if alike[name] > _LIKE_THE_RULE]
    noise = {name: used[name].dropna().abs() < _ROUNDING for name in names}
    everywhere = used.notna().all(axis=1)
    part = weight[everywhere.index][everywhere].sum() / weight.sum()
    others = [name for name in names if name not in {"ANM", "CAM", *units}]
    e = Evidence(
        note=f"All sixteen decide {everywhere.sum()} pairs, {part:.0%} of the weight; ANM decides "
        f"{coverage['ANM']:.0%} of it and LCUBE {coverage['LCUBE']:.0%}. CAM's own decisions are those of our CAM."
    )
    e.printed("CAM: the scores have the sign of its decision", cases=_same_sign(used["CAM"], tuebingen_scores()["CAM"]))
    e.printed(f"ANM: the scores are larger than rounding ({_ROUNDING:g})", cases=(~noise["ANM"]).tolist())
    e.printed(
        f"no method decides as the larger variance does on more than {_LIKE_THE_RULE:.0%} of its pairs",
        agrees=not units,
        reproduced={name: f"{alike[name]:.0%}" for name in units},
    )
    e.printed("the rows are about the same pairs", cases=everywhere.tolist())
    e.repaired(
        "CAM: as the total score of the graph it chooses has, but for one pair",
        agrees=sum(_same_sign(used["CAM"], changed["CAM, signed total"])) == used["CAM"].count() - 1,
        reproduced=f"{sum(_same_sign(used['CAM'], changed['CAM, signed total']))} of {used['CAM'].count()}",
    )
    e.repaired(
        f"no rule by units, few scores of the size of rounding, {_MOST:.0%} of the weight decided: {', '.join(others)}",
        cases=[coverage[n] > _MOST and alike[n] < _LIKE_THE_RULE and noise[n].mean() < _FEW for n in others],
    )
    e.control("all scores of ANM are rounding", cases=noise["ANM"].tolist())
    return e


def _same_sign(one: pd.Series, other: pd.Series) -> list[bool]:
    both = one.notna() & other.reindex(one.index).notna()
    return (np.sign(one[both]) == np.sign(other.reindex(one.index)[both])).tolist()


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
