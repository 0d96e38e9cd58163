"""Solutions and mistakes: Causal discovery: a task that needs the invariance."""

from __future__ import annotations

from fractions import Fraction

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("lxcim.weighted-pairs")
def weighted_pairs(given):
    """A pair weighs 1 over the number of pairs in its family, and a score above 0 is a right decision.

    A pair that scores 0 is undecided; the convention of the table leaves it out of the numerator and of the
    denominator.
    """
    kept = [(Fraction(1, n), s) for n, s in zip(given["sizes"], given["scores"], strict=True) if s]
    return sum(w for w, s in kept if s > 0) / sum(w for w, _ in kept)


@mistakes("lxcim.weighted-pairs", says="without weights")
def without_the_weights(given):
    kept = [s for s in given["scores"] if s]
    return Fraction(sum(s > 0 for s in kept), len(kept))


@mistakes("lxcim.weighted-pairs", says="counts as wrong")
def undecided_is_wrong(given):
    pairs = [(Fraction(1, n), s) for n, s in zip(given["sizes"], given["scores"], strict=True)]
    return sum(w for w, s in pairs if s > 0) / sum(w for w, _ in pairs)


@mistakes("lxcim.weighted-pairs", says="large families count most")
def by_size(given):
    kept = [(n, s) for n, s in zip(given["sizes"], given["scores"], strict=True) if s]
    return Fraction(sum(n for n, s in kept if s > 0), sum(n for n, _ in kept))


def _area(scores, turned):
    positive = [s for k, s in enumerate(scores, start=1) if k not in turned]
    negative = [-s for k, s in enumerate(scores, start=1) if k in turned]
    won = [(p > n) + (p == n) / 2 for p in positive for n in negative]
    return sum(won) / len(won)


@solves("lxcim.orientations")
def orientations(given):
    """All 256 sets but the two that leave one class."""
    sets = [[k for k in range(1, 9) if number >> (k - 1) & 1] for number in range(1, 255)]
    return max(sets, key=lambda t: _area(given["scores"], t)), min(sets, key=lambda t: _area(given["scores"], t))


@mistakes("lxcim.orientations", says="higher one comes first")
def worst_first(given):
    return orientations(given)[::-1]


@mistakes("lxcim.orientations", says="AUROC is undefined")
def all_turned(given):
    return orientations(given)[0], [1, 2, 3, 4, 5, 6, 7, 8]


@mistakes("lxcim.orientations", says="are asked for")
def halves(given):
    return [1, 2, 3, 4], [5, 6, 7, 8]


@solves("lxcim.between-two-rates")
def between_two_rates(given):
    """The lower curve rises by some 0.22 while four tenths of the pairs are decided.

    The quotient is the share of right decisions among these.
    """
    return 0.297981, 0.516115, 0.545335


@mistakes("lxcim.between-two-rates", says="upper curve")
def upper_curve(given):
    return 0.745, 0.645, 0.55


@mistakes("lxcim.between-two-rates", says="divide it by the share")
def rise_for_slope(given):
    return 0.30, 0.52, 0.22


@mistakes("lxcim.between-two-rates", says="not among those after 0.4")
def among_all(given):
    return 0.30, 0.52, 0.65


@mistakes("lxcim.between-two-rates", says="dashed line")
def ideal_line(given):
    return 0.4, 0.8, 1.0
