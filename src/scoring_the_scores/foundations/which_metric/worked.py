"""The guide's five examples with numbers: cases for each, and the values of what its answer tells to report."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from scoring_the_scores.foundations import tumours
from scoring_the_scores.foundations.which_metric.guide import compose, example, settle
from scoring_the_scores.foundations.which_metric.guide_table import NUMBERS
from scoring_the_scores.foundations.which_metric.values import values

Sample = tuple[NDArray[np.int_], NDArray[np.float64]]


def drawn(rng: np.random.Generator, *parts: tuple[int, int, float]) -> Sample:
    """Labels and scores of parts, each so many cases of one label with normal scores of spread 1 around a mean.

    Examples
    --------
    >>> drawn(np.random.default_rng(1), (1, 2, 3.0), (0, 1, 0.0))[0].tolist()
    [1, 1, 0]
    """
    labels = np.repeat([label for label, _, _ in parts], [count for _, count, _ in parts])
    return labels, np.concatenate([rng.normal(mean, 1, count) for _, count, mean in parts])


def samples(name: str, *, seed: int = 1) -> dict[str, Sample]:
    """The cases of an example, in one set or in several that are compared.

    Examples
    --------
    >>> [(title, labels.size, int(labels.sum())) for title, (labels, _) in samples("groups").items()]
    [('both', 1100, 220), ('large site', 1000, 200), ('small site', 100, 20)]
    """
    rng = np.random.default_rng(seed)
    labels, scores = tumours.scored()
    probability = scores["logistic regression"]
    if name == "rare":
        return {"value": (labels, probability)}
    if name == "nameless":
        return {"value": (labels, np.log(probability / (1 - probability)))}
    if name == "fraud":
        return {"value": drawn(rng, (1, 100, 2.5), (0, 19_900, 0.0))}
    if name == "retrieval":
        found, hard = drawn(rng, (1, 50, 1.5), (0, 950, 0.0))
        trivial = rng.normal(-6, 1, 10_000)
        more = np.append(found, np.zeros(trivial.size, dtype=int)), np.append(hard, trivial)
        return {"1,000 pages": (found, hard), "11,000 pages": more}
    large, small = drawn(rng, (1, 200, 2.0), (0, 800, 0.0)), drawn(rng, (1, 20, 0.8), (0, 80, 0.0))
    both = tuple(np.concatenate(each) for each in zip(large, small, strict=True))
    return {"both": (both[0], both[1]), "large site": large, "small site": small}


def table(name: str, *more: str) -> pd.DataFrame:
    """The values of the numbers that an example's answer tells to report, and of others, by their keys.

    Examples
    --------
    >>> table("nameless")["number"].tolist()
    ['accuracy', 'LxCIM']
    """
    answers, parameters = example(name)
    report = (*compose(answers, parameters).report, *more)
    columns = {title: values(report, settle(parameters), *sample) for title, sample in samples(name).items()}
    found = pd.DataFrame(columns)
    return found.rename(lambda key: NUMBERS[key][1] or NUMBERS[key][0]).rename_axis("number").reset_index()
