"""Hypothesis strategies of scored samples, and random ones, shared by the tests of the metrics."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from tests.whole import WHOLE


class Example(NamedTuple):
    """A scored sample as lists, with weights (or None) and a decision threshold."""

    labels: list[int]
    scores: list[float]
    weights: list[float] | None
    threshold: float


#: Eighths between -2 and 2: few enough to tie often, and exact under sums, mirror images and halves.
dyadic = st.integers(-16, 16).map(lambda k: k / 8)
#: How many samples there are of two to five cases of both classes on three scores, whatever their order.
SMALL = sum(comb(n + 5, n) - 2 * comb(n + 2, n) for n in range(2, 6))
#: Whole and zero weights, one in five zero.
light = st.sampled_from([0, 1, 1, 2, 5]).map(float)


@st.composite
def examples(
    draw: st.DrawFn, *, min_size: int = 1, max_size: int = 12, weighted: bool | None = None, both: bool = False
) -> Example:
    """Samples on a dyadic grid with ties; with ``both``, each class carries weight.

    Parameters
    ----------
    weighted : bool, optional
        Whether there are weights; either by default.
    """
    n = draw(st.integers(max(min_size, 2 if both else 1), max_size))
    labels = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    scores = draw(st.lists(dyadic, min_size=n, max_size=n))
    weights = None
    if draw(st.booleans()) if weighted is None else weighted:
        weights = draw(st.lists(light, min_size=n, max_size=n))
        weights[0] = weights[0] or 1.0
    if both:
        labels[:2] = [0, 1]
        if weights is not None:
            weights[:2] = [weight or 1.0 for weight in weights[:2]]
    return Example(labels, scores, weights, draw(dyadic))


def small_samples(
    sizes: range, values: tuple[int, ...], *, every_order: bool = WHOLE
) -> list[tuple[list[int], list[int]]]:
    """Labels and scores of every sample with scores among the values, for each size.

    Parameters
    ----------
    every_order : bool
        Whether a sample is there in every order of its cases, as in a whole run, or in one that is drawn.
    """
    cases, random = list(product((0, 1), values)), Random(1)
    if every_order:
        found = [sample for n in sizes for sample in product(cases, repeat=n)]
    else:
        found = [random.sample(sample, n) for n in sizes for sample in combinations_with_replacement(cases, n)]
    return [([label for label, _ in sample], [score for _, score in sample]) for sample in found]


def random_examples(seed: int, count: int, *, max_size: int = 30) -> list[Example]:
    """Random samples that a peer or a twin is compared on: ties, zero weights, both classes of positive weight."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        n = int(rng.integers(2, max_size + 1))
        labels = rng.integers(0, 2, n)
        labels[:2] = 0, 1
        scores = rng.integers(-8, 9, n) / 4 if rng.random() < 0.7 else rng.normal(size=n)
        weights = None
        if rng.random() < 0.6:
            weights = rng.integers(0, 4, n).astype(float) if rng.random() < 0.5 else rng.exponential(size=n)
            weights[:2] += 1
        threshold = float(rng.integers(-4, 5)) / 4
        listed = None if weights is None else weights.tolist()
        found.append(Example(labels.tolist(), scores.tolist(), listed, threshold))
    return found


def repeated(example: Example) -> Example:
    """The sample with each member repeated as often as its whole weight says, without weights."""
    assert example.weights is not None
    often = [int(weight) for weight in example.weights]
    labels = [label for label, k in zip(example.labels, often, strict=True) for _ in range(k)]
    scores = [score for score, k in zip(example.scores, often, strict=True) for _ in range(k)]
    return Example(labels, scores, None, example.threshold)


def as_fractions(values: list[float] | None) -> list[Fraction] | None:
    """The exact values of floats."""
    return None if values is None else [Fraction(value) for value in values]
