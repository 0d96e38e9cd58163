"""How much more the group with more positives gains, by either metric."""

from __future__ import annotations

import pandas as pd

from scoring_the_scores.mcdermott import plans

_SCORES = ("binormal scores, scaled", "binormal scores, calibrated")
_STATED = {"M2": "as stated, greedy", "M3": "as stated, 15 candidates"}


def gaps(*, datasets: int = plans.VARIANT_DATASETS) -> pd.DataFrame:
    """Mean gain in AUROC of the group with more positives less that of the other, by three kinds of scores.

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
