"""Every ranking score of two-class performances on one square, the Tile.

A performance is an array (..., 4) of the probabilities of tn, fp, fn, tp. The canonical ranking score at a place (a, b)
of the unit square weighs tn by 1 - a, fp by 1 - b, fn by b and tp by a.
"""

from metricbook.tile.axioms import mixture, mixture_excess
from metricbook.tile.kendall import kendall_map, spearman_map
from metricbook.tile.named import NINE, SCORES
from metricbook.tile.operations import (
    OPERATIONS,
    change_predicted,
    change_truth,
    no_skill,
    shift_importance,
    shift_prior,
    shift_square,
    swap_classes,
    swap_truth_and_predicted,
)
from metricbook.tile.performances import (
    TOY_RATES,
    dirichlet_performances,
    fixed_prior_performances,
    from_confusion,
    from_rates,
    performance_of,
    to_confusion,
    toy_performances,
    uniform_performances,
)
from metricbook.tile.places import DUAL, Place, place
from metricbook.tile.probabilities import probability
from metricbook.tile.scores import (
    OUTCOMES,
    canonical,
    check_importance,
    check_performances,
    importance,
    ranking_score,
    score_of_importance,
    tile_axes,
    tile_of,
)
from metricbook.tile.volumes import volume

__all__ = [
    "DUAL",
    "NINE",
    "OPERATIONS",
    "OUTCOMES",
    "SCORES",
    "TOY_RATES",
    "Place",
    "canonical",
    "change_predicted",
    "change_truth",
    "check_importance",
    "check_performances",
    "dirichlet_performances",
    "fixed_prior_performances",
    "from_confusion",
    "from_rates",
    "importance",
    "kendall_map",
    "mixture",
    "mixture_excess",
    "no_skill",
    "performance_of",
    "place",
    "probability",
    "ranking_score",
    "score_of_importance",
    "shift_importance",
    "shift_prior",
    "shift_square",
    "spearman_map",
    "swap_classes",
    "swap_truth_and_predicted",
    "tile_axes",
    "tile_of",
    "to_confusion",
    "toy_performances",
    "uniform_performances",
    "volume",
]
