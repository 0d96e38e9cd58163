"""No draw of a threshold is the same for all classifiers on two of the three scales FPR, TPR and share flagged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, product

from metricbook.ledger import Evidence

#: Numbers of negatives and of positives, and into how many equal parts a draw's weight is cut.
SIZES, PARTS = range(1, 5), range(1, 5)
SCALES = ("false positive rate", "true positive rate", "share flagged")
Draw = tuple[int, ...]


def one_scale() -> Evidence:
    """Every draw in whole parts, for the perfect and the worst ranking: equal on two scales only at the ends."""
    e = Evidence(note="One to four cases of each class, every pair of draws over the cuts in up to four equal parts.")
    for one, two in combinations(range(3), 2):
        e.printed(f"{SCALES[one]} and {SCALES[two]}", cases=_at_ends((one, two)))
    e.control("one scale is enough", cases=(case for scale in range(3) for case in _at_ends((scale,))))
    e.control("cuts that flag nothing or everything are not drawn either", cases=_at_ends((0, 2), nowhere=True))
    return e


def _at_ends(scales: tuple[int, ...], *, nowhere: bool = False) -> Iterator[bool]:
    """Whether draws that look alike on these scales for both rankings flag nothing or everything."""
    for negatives, positives, parts in product(SIZES, SIZES, PARTS):
        size = negatives + positives
        perfect, worst = _cuts(negatives, positives)
        alike: dict[tuple[Draw, ...], list[Draw]] = {}
        draws = list(combinations_with_replacement(range(size + 1), parts))
        for draw in draws:
            alike.setdefault(_look(draw, perfect, scales), []).append(draw)
        for draw in draws:
            for other in alike.get(_look(draw, worst, scales), []):
                yield not nowhere and set(draw) | set(other) <= {0, size}


def _look(draw: Draw, cut: Callable[[int], tuple[int, int, int]], scales: tuple[int, ...]) -> tuple[Draw, ...]:
    """The distribution of each scale: counts in place of rates, which have the same denominators for both rankings."""
    return tuple(tuple(sorted(cut(k)[scale] for k in draw)) for scale in scales)


def _cuts(negatives: int, positives: int) -> tuple[Callable[[int], tuple[int, int, int]], ...]:
    """False positives, true positives and flagged after k cases: all positives first, or all negatives first."""
    return (
        lambda k: (max(0, k - positives), min(k, positives), k),
        lambda k: (min(k, negatives), max(0, k - negatives), k),
    )
