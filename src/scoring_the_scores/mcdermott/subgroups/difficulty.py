"""Groups that are not equally hard: calibrated scores with an AUROC of its own in each group, by M2 and M3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from claimledger import cached_result
from scoring_the_scores.mcdermott import plans, subgroup_runs
from scoring_the_scores.mcdermott.runs import fix_mistakes, permute_scores
from scoring_the_scores.mcdermott.score_sampler import Floats, Population, binormal_scores

#: Groups large enough that a hundred repairs are few, and those of M3, each with its data sets.
SIZES: Final = {"M2": ((2_000, 2_000), (100, 20)), "M3": ((100, 100), (5, 1))}
DATASETS: Final = {"M2": 60, "M3": 200}
REPAIRS: Final = 100
EQUAL: Final = (0.85, 0.85)
#: For each procedure, AUROCs of group 1 and group 2 with which AUPRC favours the group of fewer positives.
UNEQUAL: Final = {"M2": (0.65, 0.95), "M3": (0.95, 0.65)}


@dataclass(frozen=True)
class Unequal(Population):
    """Two groups whose scores are exactly calibrated, binormal, and have an expected AUROC each.

    Examples
    --------
    >>> population = Unequal(targets=(0.65, 0.95))
    >>> population.draw(rng=np.random.default_rng(1)).shape
    (400,)
    """

    targets: tuple[float, float] = EQUAL

    def _group(self, group: int, rng: np.random.Generator) -> Floats:
        size, positives, prevalence = self.sizes[group], self.positives[group], self.prevalences[group]
        return binormal_scores(positives, size - positives, target=self.targets[group], prevalence=prevalence, rng=rng)


@cached_result
def run(procedure: str, metric: str, targets: tuple[float, float], datasets: int | None = None) -> pd.DataFrame:
    """First and last step of M2, with a hundred repairs, or of M3 as stated, for groups with these AUROCs."""
    sizes, positives = SIZES[procedure]
    population = Unequal(sizes, positives, targets=targets)
    number = datasets or DATASETS[procedure]
    if procedure == "M2":
        return fix_mistakes(
            population, metric=metric, steps=REPAIRS, datasets=number, seed=plans.SEED, path=False, run="M2, unequal"
        )
    return permute_scores(population, metric=metric, datasets=number, seed=plans.SEED, path=False, run="M3, unequal")


def gaps(*, datasets: int | None = None) -> pd.DataFrame:
    """How much more AUROC group 1 gains than group 2, for groups equally hard and not.

    Returns
    -------
    DataFrame
        ``way``, ``AUROC of G1``, ``AUROC of G2`` (expected, at the start), and for each metric that selects ``gap by
        AUPRC`` or ``gap by AUROC`` with its standard error, ``s.e. AUPRC`` or ``s.e. AUROC``.
    """
    rows = []
    for way, unequal in UNEQUAL.items():
        for targets in (EQUAL, unequal):
            row: dict[str, str | float] = {"way": way, "AUROC of G1": targets[0], "AUROC of G2": targets[1]}
            for metric in ("AUPRC", "AUROC"):
                row[f"gap by {metric}"], row[f"s.e. {metric}"] = subgroup_runs.gap(run(way, metric, targets, datasets))
            rows.append(row)
    return pd.DataFrame(rows)
