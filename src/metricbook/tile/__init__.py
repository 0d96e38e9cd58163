"""Every ranking score of two-class performances on one square, the Tile.

A performance is an array (..., 4) of the probabilities of tn, fp, fn, tp. The canonical ranking score at a place (a, b)
of the unit square weighs tn by 1 - a, fp by 1 - b, fn by b and tp by a.
"""

from metricbook.tile.axioms import mixture, mixture_excess
from metricbook.tile.chance import best_by_chance, chance_curve, cohen_corrected, corrected_place
from metricbook.tile.kendall import kendall_map, spearman_map
from metricbook.tile.named import NINE, SCORES
from metricbook.tile.operations import (
    OPERATIONS,
    change_predicted,
    change_truth,
    no_skill,
    shift_importance,
    shift_prevalence,
    shift_square,
    swap_classes,
    swap_truth_and_predicted,
)
from metricbook.tile.performances import (
    TOY_RATES,
    dirichlet_performances,
    fixed_prevalence_performances,
    from_rates,
    performance_of,
    toy_performances,
    uniform_performances,
)
from metricbook.tile.places import DUAL, Place, place
from metricbook.tile.polygons import balanced_polygons, bent, bent_area, half_plane, polygon_area
from metricbook.tile.probabilities import probability
from metricbook.tile.regions import Zone, ranks, zones
from metricbook.tile.roc import (
    Vertex,
    clip_line,
    level_line,
    one_line,
    pencil_vertex,
    place_of_vertex,
    read_off,
    reading_line,
    roc_point,
    zero_line,
)
from metricbook.tile.sample import (
    SampleTile,
    all_performances,
    area_shares,
    curve_zones,
    hull_performances,
    tile_of_sample,
)
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
    "SampleTile",
    "Vertex",
    "Zone",
    "all_performances",
    "area_shares",
    "balanced_polygons",
    "bent",
    "bent_area",
    "best_by_chance",
    "canonical",
    "chance_curve",
    "change_predicted",
    "change_truth",
    "check_importance",
    "check_performances",
    "clip_line",
    "cohen_corrected",
    "corrected_place",
    "curve_zones",
    "dirichlet_performances",
    "fixed_prevalence_performances",
    "from_rates",
    "half_plane",
    "hull_performances",
    "importance",
    "kendall_map",
    "level_line",
    "mixture",
    "mixture_excess",
    "no_skill",
    "one_line",
    "pencil_vertex",
    "performance_of",
    "place",
    "place_of_vertex",
    "polygon_area",
    "probability",
    "ranking_score",
    "ranks",
    "read_off",
    "reading_line",
    "roc_point",
    "score_of_importance",
    "shift_importance",
    "shift_prevalence",
    "shift_square",
    "spearman_map",
    "swap_classes",
    "swap_truth_and_predicted",
    "tile_axes",
    "tile_of",
    "tile_of_sample",
    "toy_performances",
    "uniform_performances",
    "volume",
    "zero_line",
    "zones",
]
