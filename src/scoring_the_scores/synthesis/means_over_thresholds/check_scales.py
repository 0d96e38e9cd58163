"""No draw of a threshold is the same for all classifiers on two of the three scales FPR, TPR and share flagged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, combinations_with_replacement, product

from claimledger import Evidence

#: Numbers of negatives and of positives, and into how many equal parts a draw's weight is cut.
SIZES, PARTS = range(1, 5), range(1, 5)
SCALES = ("false positive rate", "true positive rate", "share flagged")
Draw = tuple[int, ...]


def one_scale() -> Evidence:
    """Every draw in whole parts, for the perfect and the worst ranking: equal on two scales only at the ends."""
    e = Evidence(note="One to four cases of each class, every pair of draws over the cuts in up to four equal parts.")
    for one, two in combinations(range(3), 2):
        e.printed(f"{SCALES[one]} and {SCALES[two]}", over=_alike(one, two), holds=_at_ends)
    e.control("one scale is enough", over=chain.from_iterable(map(_alike, range(3))), holds=_at_ends)
    e.control(
        "cuts that flag nothing or everything are not drawn either",
        over=_alike(0, 2),
        holds=lambda case: not {0, case[0] + case[1]} & {*case[2], *case[3]},
    )
    return e


def _at_ends(case: tuple[int, int, Draw, Draw]) -> bool:
    """Whether both draws flag nothing or everything."""
    negatives, positives, draw, other = case
    return set(draw) | set(other) <= {0, negatives + positives}


def _alike(*scales: int) -> Iterator[tuple[int, int, Draw, Draw]]:
    """Negatives, positives, and numbers flagged with equal chance: of the perfect ranking, and of the worst, alike."""
    for negatives, positives, parts in product(SIZES, SIZES, PARTS):
        size = negatives + positives
        perfect, worst = _cuts(negatives, positives)
        alike: dict[tuple[Draw, ...], list[Draw]] = {}
        draws = list(combinations_with_replacement(range(size + 1), parts))
        for draw in draws:
            alike.setdefault(_look(draw, perfect, scales), []).append(draw)
        for draw in draws:
            for other in alike.get(_look(draw, worst, scales), []):
                yield negatives, positives, other, draw


def _look(draw: Draw, cut: Callable[[int], tuple[int, int, int]], scales: tuple[int, ...]) -> tuple[Draw, ...]:
    """The distribution of each scale: counts in place of rates, which have the same denominators for both rankings."""
    return tuple(tuple(sorted(cut(k)[scale] for k in draw)) for scale in scales)


def _cuts(negatives: int, positives: int) -> tuple[Callable[[int], tuple[int, int, int]], ...]:
    """False positives, true positives and flagged after k cases: all positives first, or all negatives first."""
    return (
        lambda k: (max(0, k - positives), min(k, positives), k),
        lambda k: (min(k, negatives), max(0, k - negatives), k),
    )
