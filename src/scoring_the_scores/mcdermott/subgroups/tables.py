"""How much more the group with more positives gains, by either metric, and who stands at the top of the ranking."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd

from scoring_the_scores.mcdermott import plans
from scoring_the_scores.mcdermott.runs import LARGE
from scoring_the_scores.mcdermott.score_sampler import Population

_SCORES = ("binormal scores, scaled", "binormal scores, calibrated")
_STATED = {"M2": "as stated, greedy", "M3": "as stated, 15 candidates"}
#: Laws of scores, as the text names them, and the variant of M2 that has each.
_LAWS: Final = {
    "binormal, scaled": "binormal scores, scaled",
    "the paper's, scaled": "as stated, greedy",
    "binormal, calibrated": "binormal scores, calibrated",
    "binormal, not scaled": "binormal scores, not scaled",
    "the paper's, not scaled": "scores not scaled",
}


def gaps(*, datasets: int = plans.VARIANT_DATASETS) -> pd.DataFrame:
    """Mean gain in AUROC of the group with more positives minus that of the other, by three kinds of scores.

    Returns
    -------
    DataFrame
        ``way``, ``scores``, and for each metric that selects ``gap by AUPRC`` or ``gap by AUROC`` with its standard
        error, ``s.e. AUPRC`` or ``s.e. AUROC``.
    """
    rows = []
    for way, stated in _STATED.items():
        for name in (stated, *_SCORES):
            row: dict[str, str | float] = {"way": way, "scores": "the paper's sampler" if name == stated else name}
            for metric in ("AUPRC", "AUROC"):
                gap = plans.sensitivity(way, metric, [name], datasets=datasets).iloc[0]
                row |= {f"gap by {metric}": gap["gap"], f"s.e. {metric}": gap["se_gap"]}
            rows.append(row)
    return pd.DataFrame(rows)


def with_errors(table: pd.DataFrame, *, digits: int) -> pd.DataFrame:
    """Write each gap together with its standard error, which is rounded up so that none is shown as 0.

    Examples
    --------
    >>> table = pd.DataFrame({"gap by AUPRC": [0.0262], "s.e. AUPRC": [0.00004]})
    >>> with_errors(table, digits=3)["gap by AUPRC"].tolist()
    ['0.026 ± 0.001']
    """
    written = table.copy()
    for metric in (name.removeprefix("s.e. ") for name in table.columns if name.startswith("s.e. ")):
        errors = np.ceil(written.pop(f"s.e. {metric}") * 10**digits) / 10**digits
        written[f"gap by {metric}"] = [
            f"{gap:.{digits}f} ± {error:.{digits}f}"
            for gap, error in zip(table[f"gap by {metric}"], errors, strict=True)
        ]
    return written


def at_the_top(*, top: int = 20, draws: int = 1_000, datasets: int = plans.VARIANT_DATASETS) -> pd.DataFrame:
    """Share of group 2 among the best cases of all, and what M2 by AUPRC gives each group, by the law of the scores.

    Returns
    -------
    DataFrame
        ``scores``, ``G2 at the top`` (mean share before the first repair), ``G1 gains`` and ``G2 gains`` (of AUROC).
    """
    rows = []
    for law, name in _LAWS.items():
        population: Population = plans.M2_VARIANTS[name].get("population", LARGE)
        rng = np.random.default_rng(plans.SEED)
        best = (np.argsort(-population.draw(rng=rng), kind="stable")[:top] for _ in range(draws))
        share = np.mean([population.low[places].mean() for places in best])
        gain = plans.sensitivity("M2", "AUPRC", [name], datasets=datasets).iloc[0]
        rows.append({"scores": law, "G2 at the top": share, "G1 gains": gain["high"], "G2 gains": gain["low"]})
    return pd.DataFrame(rows)
