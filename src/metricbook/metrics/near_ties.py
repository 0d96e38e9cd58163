"""Near-ties: scores that differ by less than rounding can tell.

Two cases with equal features deserve equal scores, but a sum that another processor adds up in another order is rounded
differently: there, or here, the scores differ in their last digits, and one case is ranked above the other. Nothing but
rounding decides which.

*What counts as a near-tie.* Two neighbouring distinct scores that lie closer than what rounding may do to them. A sum
of p terms is rounded by up to p 2^-53 of the sum of their sizes. A thousand terms make 1e-13 of that; and where large
terms cancel, or a fit magnifies what its inputs lost, some ten thousand times as much of the result: 1e-9, `TOLERANCE`.
It is relative

- for scores between 0 and 1, to the score or to what it lacks to 1, whichever is less: 1e-12 and 2e-12 are different
  probabilities, and so are 1 - 1e-12 and 1 - 2e-12. But no distance up to 1e-13 of the score counts, `FLOOR`, since
  numbers near 1 are themselves rounded;
- for scores of both signs, to the score or to the median size of all, whichever is more: such scores are sums whose
  terms cancel, and one near 0 is rounded as its terms were;
- for other scores, to the score: if all share a large offset, they have its rounding.

Scores that float32 holds, all of them, were computed in it, unless they are multiples of 2^-20, as whole numbers and
short fractions are. Their rounding is that of 24 bits, and what differs by at most the last two of these, 2^-22 of the
score, is a near-tie.

Scores linked by near-ties make one *group*: if a is near b and b near c, all three may stand in any order, although a
and c may be farther apart (single linkage). Equal scores are ties, which every metric here counts at half credit; but
equal scores that belong to a group may be told apart elsewhere, like the others of it.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.sweep import Sweep, in_order
from metricbook.metrics.validation import Label, Sample, check_number, check_sample

Array = NDArray[np.float64]

#: Relative distance up to which scores may differ by rounding alone: a sum of a thousand terms, magnified 10^4 times.
TOLERANCE: Final = 1e-9
#: The same without magnification: no number of 64 bits is more exact after a thousand operations.
FLOOR: Final = 1e-13
#: The last two of the 24 bits of float32.
SINGLE: Final = 2.0**-22
#: Multiples of it are taken for whole numbers or short fractions, whether float32 holds them or not.
SHORT: Final = 2.0**-20


class NearTies(NamedTuple):
    """How many near-ties there are.

    Attributes
    ----------
    groups : int
        Groups of at least two distinct scores of which each is near another.
    cases : float
        Weight of the cases in them: their number, if there are no weights.
    smallest : float
        The least relative distance of two neighbours in a group; infinite if there is no group.
    chain : float
        How wide the widest group is, in units of the distance up to which two scores are near; 0 if there is no group.
        Far above 1, near-ties form chains, and a range over all orders is wider than rounding alone can make it.
    """

    groups: int
    cases: float
    smallest: float
    chain: float


class Rounding(NamedTuple):
    """How far rounding may carry the scores of a sample, by what kind of numbers they are."""

    tolerance: float
    floor: float
    between_0_and_1: bool
    least_size: float

    @classmethod
    def of(cls, distinct: Array, tolerance: float | None = None) -> Rounding:
        """The rounding of distinct scores; ``tolerance`` in the place of the usual one."""
        usual, floor = (SINGLE, SINGLE) if tolerance is None and _single(distinct) else (TOLERANCE, FLOOR)
        tolerance = usual if tolerance is None else tolerance
        tolerance = check_number("tolerance", tolerance, "be at least 0 and below 1", lambda share: 0 <= share < 1)
        lowest, highest = float(distinct.min()), float(distinct.max())
        typical = float(np.median(np.abs(distinct / 2))) * 2 if lowest < 0 < highest else 0.0
        return cls(tolerance, min(floor, tolerance), lowest >= 0 and highest <= 1, min(typical, 1e300))

    def slack(self, scores: Array) -> Array:
        """Up to which distance another score is near each of these."""
        size = np.abs(scores)
        scale = np.minimum(size, 1 - size) if self.between_0_and_1 else np.maximum(size, self.least_size)
        return np.maximum(self.tolerance * scale, self.floor * size)


def near_neighbours(ordered: Array, slack: Array) -> NDArray[np.bool_]:
    """Whether each of the ordered distinct values but the last is near the next one."""
    with np.errstate(over="ignore"):  # a distance beyond all floats is infinite, and not near
        distance: Array = np.abs(np.diff(ordered))
    return distance <= np.maximum(slack[1:], slack[:-1])


def _single(distinct: Array) -> bool:
    """Whether float32 holds all scores, and they are no whole numbers or short fractions."""
    with np.errstate(over="ignore", under="ignore"):
        if not (distinct.astype(np.float32) == distinct).all():
            return False
        return bool((np.fmod(distinct, SHORT) != 0).any())


def near_ties(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    tolerance: float | None = None,
) -> NearTies:
    """Count the groups of scores that differ by less than rounding can tell, and the cases in them.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`; one class may be missing.
    tolerance : float, optional
        The relative distance up to which two neighbouring scores are near: by default 1e-9, or 2^-22 for scores
        computed in float32. What it is relative to is said above.

    Returns
    -------
    NearTies

    Raises
    ------
    ValueError
        On bad input, or for a tolerance that does not lie between 0 and 1.

    Examples
    --------
    A sum in two orders, and its equal in no computer:

    >>> found = near_ties([1, 0, 0], [0.1 + 0.2, 0.3, 0.7])
    >>> found.groups, found.cases, found.smallest < 1e-15
    (1, 2.0, True)
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    return near_ties_of(Sweep.of_sorted(in_order(weighty(sample))), tolerance=tolerance)


def near_ties_of(sweep: Sweep, *, tolerance: float | None = None) -> NearTies:
    """`near_ties` read off a sweep."""
    return counted_near_ties(sweep, Rounding.of(sweep.thresholds, tolerance))


def counted_near_ties(sweep: Sweep, rounding: Rounding) -> NearTies:
    """As `near_ties_of`, where what counts as rounding is known."""
    values, slack = sweep.thresholds, rounding.slack(sweep.thresholds)
    near = near_neighbours(values, slack)
    if not near.any():
        return NearTies(0, 0.0, math.inf, 0.0)
    starts, ends = runs(near)
    reached = np.append(0.0, sweep.true_positives + sweep.false_positives)
    size = np.maximum(np.abs(values), rounding.least_size)
    distance = np.abs(np.diff(values)[near]) / np.maximum(size[1:], size[:-1])[near]
    widest = (values[starts] - values[ends]) / np.maximum(slack[starts], slack[ends])
    cases = float((reached[ends + 1] - reached[starts]).sum())
    return NearTies(int(starts.size), cases, float(distance.min()), float(widest.max()))


def runs(near: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """First and last index of each group of values of which neighbours are near."""
    edges = np.diff(np.concatenate([[False], near, [False]]).astype(np.int8))
    return np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)


def weighty(sample: Sample) -> Sample:
    """The sample without cases of no weight, which could only link others."""
    if sample.weights is None or (sample.weights > 0).all():
        return sample
    kept = sample.weights > 0
    return Sample(sample.labels[kept], sample.scores[kept], sample.weights[kept])
