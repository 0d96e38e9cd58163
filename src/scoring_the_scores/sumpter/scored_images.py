"""Figure 1 of the threshold paper, solved: every order of scores that its counts allow, and what B would be in each.

Images are real cats or others; those that score at least r are flagged. B is the chance that a random real cat scores
more than a random flagged image. The paper prints how many images each of three thresholds labels, how many of these
are cats, and three values of B, but its text does not hold the scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from types import MappingProxyType

#: Thresholds of Figure 1 with the cats and the others that each labels, the printed fractions 4/4, 5/7 and 6/9.
FLAGGED: Mapping[int, tuple[int, int]] = MappingProxyType({75: (4, 0), 67: (5, 2), 60: (6, 3)})
#: Scores in the drawing of the authors' repository (soccermatics/ABC, Article/Figures/FindCats.pdf).
DRAWN_CATS = (87, 85, 82, 79, 68, 66)
DRAWN_OTHERS = (74, 73, 61, 39, 28, 12)
#: What becomes of a draw that takes the same image twice.
SAME_IMAGE = ("discard", "half", "loss")


def precision(cats: Sequence[int], others: Sequence[int], threshold: float) -> Fraction:
    """Share of cats among the images that score at least the threshold.

    Examples
    --------
    >>> precision([5, 3, 1], [4, 2], 3)
    Fraction(2, 3)
    """
    true_positives = sum(score >= threshold for score in cats)
    flagged = true_positives + sum(score >= threshold for score in others)
    if not flagged:
        raise ValueError(f"no image scores {threshold} or more")
    return Fraction(true_positives, flagged)


def win_rate(cats: Sequence[int], others: Sequence[int], threshold: float, *, same_image: str = "discard") -> Fraction:
    """B(r): the chance that a random cat scores more than a random flagged image, by counting all pairs.

    Examples
    --------
    Both cats are flagged; the better one beats the other and the dog, the worse one nobody:

    >>> win_rate([3, 1], [2], 1)
    Fraction(1, 2)
    >>> win_rate([3, 1], [2], 1, same_image="loss")
    Fraction(1, 3)
    """
    if same_image not in SAME_IMAGE:
        raise ValueError(f"same_image is one of {', '.join(SAME_IMAGE)}, not {same_image!r}")
    labelled_cats = [score for score in cats if score >= threshold]
    flagged = labelled_cats + [score for score in others if score >= threshold]
    wins = Fraction(sum(cat > image for cat, image in product(cats, flagged)))
    pairs = len(cats) * len(flagged)
    if same_image == "discard":
        pairs -= len(labelled_cats)
    elif same_image == "half":
        wins += Fraction(len(labelled_cats), 2)
    if not pairs:
        raise ValueError(f"no pair to compare at the threshold {threshold}")
    return wins / pairs


def orders(cats: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Scores of cats and others, all different, for every order that the counts of `FLAGGED` allow.

    Only what scores 60 or more is placed in every way. Cats below 60 are put under everything: they win against no
    flagged image, wherever they stand, and others below 60 are in no pair.

    Examples
    --------
    >>> len(list(orders(6)))
    6
    """
    placed = max(positives_above for positives_above, _ in FLAGGED.values())
    if cats < placed:
        raise ValueError(f"{placed} cats are flagged, so there are not {cats}")
    bands = []
    before = (0, 0)
    for lowest, (positives_above, others) in FLAGGED.items():
        size = positives_above - before[0] + others - before[1]
        spots = range(lowest + size - 1, lowest - 1, -1)  # adjacent whole scores just above the band's threshold
        bands.append(
            [
                (chosen, tuple(s for s in spots if s not in chosen))
                for chosen in combinations(spots, positives_above - before[0])
            ]
        )
        before = positives_above, others
    below = tuple(-k for k in range(1, cats - placed + 1))
    for arrangement in product(*bands):
        yield sum((c for c, _ in arrangement), ()) + below, sum((o for _, o in arrangement), ())


def solutions(
    targets: Mapping[int, tuple[Fraction, Fraction]], *, same_image: str = "discard"
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All orders of `orders`, for any number of cats, whose B lies in the interval given for each threshold.

    Examples
    --------
    >>> at_67, at_60 = (Fraction(97, 200), Fraction(99, 200)), (Fraction(119, 200), Fraction(121, 200))
    >>> [(cats, others)] = solutions({67: at_67, 60: at_60})
    >>> cats, others
    ((78, 77, 76, 75, 67, 61), (69, 68, 60))
    """
    if not targets or min(low for low, _ in targets.values()) <= 0:
        raise ValueError(f"needs intervals above 0, not {dict(targets)}")
    solutions_found = []
    cats, some_high_enough = max(n for n, _ in FLAGGED.values()), True
    while some_high_enough:  # one more cat that is never flagged only adds lost pairs
        some_high_enough = False
        for order in orders(cats):
            rates = {r: win_rate(*order, r, same_image=same_image) for r in targets}
            some_high_enough |= all(rates[r] >= low for r, (low, _) in targets.items())
            if all(low <= rates[r] <= high for r, (low, high) in targets.items()):
                solutions_found.append(order)
        cats += 1
    return solutions_found
