"""Near-ties: scores that differ by no more than their rounding error.

Two cases with equal features deserve equal scores, but a sum that another processor adds up in another order is rounded
differently: there, or here, the scores differ in their last digits, and one case is ranked above the other. Nothing but
rounding decides which.

*What counts as a near-tie.* Two neighbouring distinct scores that lie closer than what rounding may do to them. A sum
of p terms is rounded by up to p 2^-53 of the sum of their sizes. A thousand terms make 1e-13 of that; and where large
terms cancel, or a fit magnifies the rounding of its inputs, some ten thousand times as much of the result: 1e-9,
`TOLERANCE`. It is relative

- for scores between 0 and 1, to the score or its distance from 1, whichever is less: 1e-12 and 2e-12 are different
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
equal scores that belong to a group may differ on another processor, like the others of it.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.sweep import Sweep, in_order
from metricbook.metrics.validation import Array, Label, Sample, check_number, check_sample

#: Relative distance up to which scores may differ by rounding alone: a sum of a thousand terms, magnified 10^4 times.
TOLERANCE: Final = 1e-9
#: The same without magnification: the relative rounding of a sum of a thousand floats of 64 bits.
FLOOR: Final = 1e-13
#: The last two of the 24 bits of float32.
SINGLE: Final = 2.0**-22
#: Its multiples count as whole numbers or short fractions, not as results in float32.
SHORT: Final = 2.0**-20


class NearTies(NamedTuple):
    """Number, size and width of the groups of near-ties.

    Attributes
    ----------
    groups : int
        Groups of at least two distinct scores of which each is near another.
    cases : float
        Weight of the cases in them: their number, if there are no weights.
    smallest : float
        The least relative distance of two neighbours in a group; infinite if there is no group.
    chain : float
        Width of the widest group, in units of the distance up to which two scores are near; 0 if there is no group.
        Far above 1, near-ties form chains, and a range over all orders is wider than rounding alone can make it.
    """

    groups: int
    cases: float
    smallest: float
    chain: float


class Rounding(NamedTuple):
    """Bounds of the rounding error of scores, chosen by their range and precision."""

    tolerance: float
    floor: float
    between_0_and_1: bool
    least_size: float

    @classmethod
    def of(cls, distinct: Array, tolerance: float | None = None) -> Rounding:
        """The bounds for these distinct scores; ``tolerance`` replaces the default one."""
        usual, floor = (SINGLE, SINGLE) if tolerance is None and _single(distinct) else (TOLERANCE, FLOOR)
        tolerance = usual if tolerance is None else tolerance
        tolerance = check_number("tolerance", tolerance, "be at least 0 and below 1", lambda share: 0 <= share < 1)
        lowest, highest = float(distinct.min()), float(distinct.max())
        typical = float(np.median(np.abs(distinct / 2))) * 2 if lowest < 0 < highest else 0.0
        return cls(tolerance, min(floor, tolerance), lowest >= 0 and highest <= 1, min(typical, 1e300))

    def slack(self, scores: Array) -> Array:
        """Distance up to which another score is near each of these."""
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
    """Count the groups of scores that differ by no more than rounding error, and the cases in them.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`; one class may be missing.
    tolerance : float, optional
        The relative distance up to which two neighbouring scores are near: by default 1e-9, or 2^-22 for scores
        computed in float32. The module's docstring says to what it is relative.

    Returns
    -------
    NearTies

    Raises
    ------
    ValueError
        On bad input, or for a tolerance that does not lie between 0 and 1.

    Examples
    --------
    0.1 + 0.2 and 0.3 are equal but for rounding:

    >>> ties = near_ties([1, 0, 0], [0.1 + 0.2, 0.3, 0.7])
    >>> ties.groups, ties.cases, ties.smallest < 1e-15
    (1, 2.0, True)
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    return near_ties_of(Sweep.of_sorted(in_order(with_weight(sample))), tolerance=tolerance)


def near_ties_of(sweep: Sweep, *, tolerance: float | None = None) -> NearTies:
    """`near_ties` read off a sweep."""
    return count_near_ties(sweep, Rounding.of(sweep.thresholds, tolerance))


def count_near_ties(sweep: Sweep, rounding: Rounding) -> NearTies:
    """`near_ties_of` with the bounds of rounding given."""
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


def with_weight(sample: Sample) -> Sample:
    """The sample without cases of zero weight, which could only link other cases into groups."""
    if sample.weights is None or (sample.weights > 0).all():
        return sample
    positive = sample.weights > 0
    return Sample(sample.labels[positive], sample.scores[positive], sample.weights[positive])
