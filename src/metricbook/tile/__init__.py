"""Every ranking score of two-class performances on one square, the Tile.

A performance is an array (..., 4) of the probabilities of tn, fp, fn, tp; counts are divided by their sum. The
canonical ranking score at a place (a, b) of the unit square weighs tn by 1 - a, fp by 1 - b, fn by b and tp by a.

This package exports what is needed to judge a classifier. More about the Tile itself is in the modules `axioms`,
`chance`, `operations`, `polygons`, `probabilities` and `roc`.
"""

from metricbook.tile import axioms, chance, operations, polygons, probabilities, roc
from metricbook.tile.chance import cohen_corrected
from metricbook.tile.display import TileDisplay
from metricbook.tile.kendall import kendall_map, spearman_map
from metricbook.tile.named import EVENTS_OF, NINE, SCORES
from metricbook.tile.operations import shift_prevalence
from metricbook.tile.performances import (
    dirichlet_performances,
    fixed_prevalence_performances,
    from_rates,
    performance_of,
    uniform_performances,
)
from metricbook.tile.places import DUAL, Place, place
from metricbook.tile.regions import Zone, zones
from metricbook.tile.sample import (
    ALWAYS,
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
    importance,
    ranking_score,
    score_of_importance,
    tile_axes,
    tile_of,
)
from metricbook.tile.volumes import volume

__all__ = [
    "ALWAYS",
    "DUAL",
    "EVENTS_OF",
    "NINE",
    "OUTCOMES",
    "SCORES",
    "Place",
    "SampleTile",
    "TileDisplay",
    "Zone",
    "all_performances",
    "area_shares",
    "axioms",
    "canonical",
    "chance",
    "cohen_corrected",
    "curve_zones",
    "dirichlet_performances",
    "fixed_prevalence_performances",
    "from_rates",
    "hull_performances",
    "importance",
    "kendall_map",
    "operations",
    "performance_of",
    "place",
    "polygons",
    "probabilities",
    "ranking_score",
    "roc",
    "score_of_importance",
    "shift_prevalence",
    "spearman_map",
    "tile_axes",
    "tile_of",
    "tile_of_sample",
    "uniform_performances",
    "volume",
    "zones",
]
