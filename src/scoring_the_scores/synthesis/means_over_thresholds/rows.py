"""The rows of the table: each metric as a mean, what the mean is over, and the value by definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import metricbook as mb
from metricbook.exact import costs as exact_costs
from metricbook.exact import indistinguishability as exact_wins
from metricbook.exact import ranking as exact
from metricbook.tile import performance_of, volume
from scoring_the_scores.synthesis import steps
from scoring_the_scores.synthesis.means_over_thresholds import corners
from scoring_the_scores.synthesis.steps import Step

__all__ = ["FLAGGED_FROM", "ROWS", "Row", "with_negatives_twice"]

Labels = Sequence[int]
Scores = Sequence[float]
#: Thresholds with their chances; the threshold of a decision by confidence is both ends of what is left undecided.
Draw = dict[tuple[Fraction, ...], Fraction]
#: The r of B(r).
FLAGGED_FROM = -1


@dataclass(frozen=True)
class Row:
    """A metric as a mean over thresholds.

    Attributes
    ----------
    metric, mean_of, threshold, even_in : str
        The metric, what is averaged, at which threshold, and the scale on which that threshold is drawn evenly.
    draw_moves, value_moves : bool
        Whether the distribution of the threshold, and the metric, change with the class shares if ROC curves stay.
    draw : callable
        The distribution of the threshold in units of score.
    mean, defined : callable
        The metric as the mean, and by its definition, in fractions; no mean over thresholds for the last row.
    package : callable
        The metric by the package.
    """

    metric: str
    mean_of: str
    threshold: str
    even_in: str
    draw_moves: bool
    value_moves: bool
    draw: Callable[[Labels, Scores], Draw]
    mean: Callable[[Labels, Scores], Fraction] | None
    defined: Callable[[Labels, Scores], Fraction | float]
    package: Callable[[Labels, Scores], float]


def with_negatives_twice(labels: Labels, scores: Scores) -> tuple[list[int], list[float]]:
    """The sample with every negative twice: other class shares, the same ROC curve.

    Examples
    --------
    >>> with_negatives_twice([1, 0], [2, 1])
    ([1, 0, 0], [2, 1, 1])
    """
    pairs = [(y, s) for y, s in zip(labels, scores, strict=True) for _ in range(2 - y)]
    return [y for y, _ in pairs], [s for _, s in pairs]


def _of_cases(label: int | None = None, lowest: float | None = None) -> Callable[[Labels, Scores], Draw]:
    """Draw the score of a random case: of one class, or of all that score at least so much."""

    def draw(labels: Labels, scores: Scores) -> Draw:
        drawn = [
            Fraction(score)
            for y, score in zip(labels, scores, strict=True)
            if label in (None, y) and (lowest is None or score >= lowest)
        ]
        return {(score,): Fraction(drawn.count(score), len(drawn)) for score in set(drawn)}

    return draw


def _of_confidences(labels: Labels, scores: Scores) -> Draw:
    del labels
    drawn = [abs(Fraction(score)) for score in scores]
    return {(gap, -gap): Fraction(drawn.count(gap), len(drawn)) for gap in set(drawn)}


def _of_corners(over: str, law: str) -> Callable[[Labels, Scores], Draw]:
    """Draw a corner of the hull by the conditions it serves; its threshold is the lowest score flagged, if any is."""

    def draw(labels: Labels, scores: Scores) -> Draw:
        sweep = steps.steps_of(labels, scores)
        draws: Draw = {}
        for corner in corners.corners(sweep, over=over):
            threshold = (sweep[corner.flagged - 1].score,) if corner.flagged else ()
            draws[threshold] = corners.masses(corner, law)[0]
        return draws

    return draw


def _at_zero(labels: Labels, scores: Scores) -> Draw:
    del labels, scores
    return {(Fraction(0),): Fraction(1)}


def _by_score(value: Callable[[list[Step]], Fraction]) -> Callable[[Labels, Scores], Fraction]:
    return lambda labels, scores: value(steps.steps_of(labels, scores))


def _by_confidence(value: Callable[[list[Step]], Fraction]) -> Callable[[Labels, Scores], Fraction]:
    return lambda labels, scores: value(steps.confidence_steps(labels, scores))


def _hand(labels: Labels, scores: Scores) -> Fraction:
    share = Fraction(sum(labels), len(labels))
    return 1 - steps.hand_loss(steps.steps_of(labels, scores)) / (4 * share * (1 - share))


def _h(sweep: list[Step]) -> Fraction:
    positives, negatives = steps.totals(sweep)
    nothing_known = [Step(Fraction(0), Fraction(0), Fraction(0), positives, negatives)]
    return 1 - corners.least_loss(sweep) / corners.least_loss(nothing_known)


def _volume(labels: Labels, scores: Scores) -> float:
    return float(volume(performance_of(labels, [int(score > 0) for score in scores])))


ROWS = (
    Row(
        "AUROC",
        "TPR",
        "score of a random negative",
        "FPR",
        draw_moves=False,
        value_moves=False,
        draw=_of_cases(0),
        mean=_by_score(lambda sweep: steps.judged_mean(sweep, judged=1, drawn=0)),
        defined=exact.auroc,
        package=mb.auroc,
    ),
    Row(
        "AP",
        "precision",
        "score of a random positive",
        "TPR",
        draw_moves=False,
        value_moves=True,
        draw=_of_cases(1),
        mean=_by_score(steps.average_precision),
        defined=exact.average_precision,
        package=mb.average_precision,
    ),
    Row(
        "1 − loss over skews",
        "macro-accuracy",
        "score of a random case",
        "share flagged",
        draw_moves=True,
        value_moves=False,
        draw=_of_cases(),
        mean=_by_score(lambda sweep: 1 - steps.expected_loss(sweep, over="skew")),
        defined=lambda y, s: 1 - exact_costs.expected_loss(y, s, over="skew", default_weight=0),
        package=lambda y, s: 1 - mb.expected_loss(y, s, over="skew", default_weight=0),
    ),
    Row(
        "1 − loss over costs",
        "accuracy",
        "score of a random case",
        "share flagged",
        draw_moves=True,
        value_moves=True,
        draw=_of_cases(),
        mean=_by_score(lambda sweep: 1 - steps.expected_loss(sweep, over="cost")),
        defined=lambda y, s: 1 - exact_costs.expected_loss(y, s, over="cost", default_weight=0),
        package=lambda y, s: 1 - mb.expected_loss(y, s, over="cost", default_weight=0),
    ),
    Row(
        "AUROC, by Hand",
        "1 − loss at cost c(t), rescaled",
        "score of a random case",
        "share flagged",
        draw_moves=True,
        value_moves=False,
        draw=_of_cases(),
        mean=_hand,
        defined=exact.auroc,
        package=mb.auroc,
    ),
    Row(
        "B(r)",
        "TPR",
        "score of a random flagged case",
        "share flagged, to r",
        draw_moves=True,
        value_moves=True,
        draw=_of_cases(lowest=FLAGGED_FROM),
        mean=_by_score(lambda sweep: steps.win_rate(sweep, FLAGGED_FROM)),
        defined=lambda y, s: exact_wins.rates(y, s, FLAGGED_FROM).win_rate or Fraction(0),
        package=lambda y, s: mb.labelled_win_rate(y, s, threshold=FLAGGED_FROM),
    ),
    Row(
        "LxCIM",
        "3/2 − 2 (wrong + undecided/2)",
        "confidence of a random case",
        "decision rate",
        draw_moves=True,
        value_moves=True,
        draw=_of_confidences,
        mean=_by_confidence(steps.lxcim),
        defined=exact.lxcim,
        package=mb.lxcim,
    ),
    Row(
        "AUDRC",
        "accuracy of the decided",
        "confidence of a random case",
        "decision rate",
        draw_moves=True,
        value_moves=True,
        draw=_of_confidences,
        mean=_by_confidence(steps.audrc),
        defined=exact.audrc_sum,
        package=mb.audrc_sum,
    ),
    Row(
        "least loss over skews",
        "loss at the skew",
        "best for a random skew",
        "skew",
        draw_moves=False,
        value_moves=False,
        draw=_of_corners("skew", "uniform"),
        mean=_by_score(lambda sweep: corners.least_loss(sweep, over="skew", law="uniform")),
        defined=lambda y, s: exact_costs.expected_min_loss(y, s, over="skew"),
        package=lambda y, s: mb.expected_min_loss(y, s, over="skew", alpha=1, beta=1),
    ),
    Row(
        "H",
        "1 − loss at the cost, rescaled",
        "best for a random cost",
        "cost: Beta(2, 2)",
        draw_moves=True,
        value_moves=True,
        draw=_of_corners("cost", "beta22"),
        mean=_by_score(_h),
        defined=exact_costs.h_measure,
        package=mb.h_measure,
    ),
    Row(
        "VUT",
        "every score of the Tile",
        "one, which is given",
        "places (a, b)",
        draw_moves=False,
        value_moves=True,
        draw=_at_zero,
        mean=None,
        defined=_volume,
        package=_volume,
    ),
)
