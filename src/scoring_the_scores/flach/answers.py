"""What several checkers of this part use."""

from __future__ import annotations

from fractions import Fraction

from scoring_the_scores.exercises.reading import descending, ranking

HALF = Fraction(1, 2)


def larger(text: str) -> tuple[list[int], list[float]]:
    """A sample in another order, on another scale, and with a tie."""
    labels = ranking(text)
    return labels[::-1], [score // 2 - 2.5 for score in descending(labels)][::-1]
