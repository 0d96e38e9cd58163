"""For teachers: instances, and checkers that hold an answer, of sumpter/picture-without-numbers."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import draws
from scoring_the_scores.exercises.reading import descending
from scoring_the_scores.sumpter.answers import HALF, Given
from scoring_the_scores.sumpter.picture_without_numbers.exercises import as_printed


@draws("sumpter.the-order")
def a_picture(rng: np.random.Generator) -> Given:
    while True:
        cats = int(rng.integers(4, 7))
        labels = rng.permutation([1] * cats + [0] * (9 - cats)).tolist()
        k1, k2 = int(rng.integers(3, 5)), int(rng.integers(6, 8))
        printed = as_printed(labels, k1, k2)
        orders = [[int(i in chosen) for i in range(9)] for chosen in combinations(range(9), cats)]
        if (
            HALF < exact.auroc(labels, descending(labels)) < 1
            and sum(as_printed(one, k1, k2) == printed for one in orders) == 1
        ):
            return {"cats": cats, "k1": k1, "k2": k2, **printed}
